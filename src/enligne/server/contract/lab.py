"""The messages of the Lab's exhibits."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from enligne.server.contract.words import (
    Answer,
    BrainAbout,
    Cells,
    EngineOption,
    GameRequest,
    Identifier,
    MoveScore,
    Outcome,
    PlayerText,
    Position,
    Request,
    Rules,
    RulesText,
    Score,
    Side,
    Stones,
    TaskFailure,
)

# Search: the trace of a search, or of a small tree whose leaves anyone can edit.

MOST_TRACED = 20_000

NodeEnd = Literal[
    "all",
    "win",
    "draw",
    "leaf",
    "depth",
    "beta",
    "alpha",
    "table",
    "can_win",
    "cannot_parry",
    "stopped",
]
NodeKind = Literal["full", "probe", "again"]
#: In n plies for a win or a loss, the sign for infinity, else the value; and the search's own
#: number: equal verdicts have equal ones, larger is better, the other side's is the negative.
TraceScore = tuple[Literal["win", "loss", "draw", "heuristic", "infinity"], int, int]


class SearchOptions(Answer):
    options: list[EngineOption]


class SearchRequest(GameRequest, kw_only=True):
    """``engine``: minimax or alphabeta, with any option; ``most``: nodes to keep."""

    engine: PlayerText
    most: Annotated[int, Meta(ge=1, le=MOST_TRACED)] = MOST_TRACED
    all_moves: bool = False


class TreeRequest(Request):
    """The same search on a tree, for whose root ``side`` is to move."""

    #: Lists in lists, whose leaves are what the first side gets.
    tree: list[Any]
    cuts: bool = True
    probes: bool = False
    order: Literal["none", "shuffle", "best"] = "none"
    seed: Annotated[int, Meta(ge=0, le=2**32)] = 1
    side: Side = "first"


class TraceColumns(Struct):
    """Whole numbers, all columns of the same length; a row is a node, in the order in which the
    search came to it, so that a parent stands before its children."""

    #: The row of the parent; -1 at a root. With deepening there is a root for each iteration, the
    #: last one last: below it is the tree of the search that gave the score.
    parent: list[int]
    #: An index into "moves"; -1 at a root.
    move: list[int]
    #: Plies that were left to look ahead.
    depth: list[int]
    #: The depth of the whole search.
    iteration: list[int]
    #: An index into "kinds": with the parent's window, only whether it is better than the best so
    #: far, or once more because it was.
    kind: list[int]
    #: The window on entry and the value returned, for the side to move at this node, as indexes
    #: into "scores"; no value, -1, where the search was stopped.
    alpha: list[int]
    beta: list[int]
    value: list[int]
    #: An index into "ends": every child was visited; a run is complete; the board is full; a leaf
    #: of a tree; the horizon; cut by the bound of the root's side or of the other; known from the
    #: table; a win or two threats next; stopped.
    end: list[int]
    #: 1 where only the parry of a threat was looked at.
    forced: list[int]
    #: How many legal moves were never visited.
    cut: list[int]
    #: How many nodes below were not kept, whose nearest kept ancestor this is.
    left_out: list[int]


class TraceAnswer(Answer):
    #: Null for a tree.
    rules: Rules | None
    engine: str | None
    side: Side
    ply: int
    depth: int
    #: False: a limit of time or nodes ended it.
    is_complete: bool
    nodes: int
    left_out: int
    table_hits: int
    seconds: float
    score: Score
    pv: list[str]
    moves: list[str]
    ends: list[NodeEnd]
    kinds: list[NodeKind]
    scores: list[TraceScore]
    columns: TraceColumns
    #: By row the first moves that were never visited, as indexes into "moves".
    cut_moves: dict[str, list[int]]


# Bits: a position as the two numbers that hold it, and the win test on them.


class BitStep(Struct):
    """A shift of the stones or of what was found so far, or what combines the two."""

    operation: Literal[">>", "<<", "&", "& ~"]
    distance: int
    of: Literal["stones", "found"]
    hex: str


class WinTest(Struct):
    direction: Literal["up", "falling", "right", "rising"]
    #: Columns and rows to the next cell of a run.
    step: tuple[int, int]
    #: The same in bits.
    distance: int
    steps: list[BitStep]
    #: The first bit of every run, in hexadecimal.
    starts: str
    #: Every cell of every run.
    cells: list[str]


class SideBits(Struct):
    """The stones of a side."""

    decimal: str
    hex: str
    binary: str
    tests: list[WinTest]


class BothBits(Struct):
    first: SideBits
    second: SideBits


class BitsAnswer(Answer):
    position: Position
    #: Bits in a column, its sentinel included.
    stride: int
    #: How many bits a word has, and words a number.
    word: int
    words: int
    #: The cell of each bit; null for a sentinel.
    layout: list[str | None]
    sides: BothBits


# Evaluation: what an evaluation sees in a position, cell by cell.

EvaluationName = Literal["report", "filters", "lines", "gomoku"]
#: What stones of a side make on a line through a cell.
Pattern = Literal[
    "none",
    "one",
    "open_one",
    "two",
    "open_two",
    "open_two_3",
    "three",
    "open_three",
    "open_three_2",
    "four",
    "open_four",
    "five",
]


class EvaluationRequest(GameRequest, kw_only=True):
    """One that these rules do not have becomes ``lines``."""

    evaluation: EvaluationName = "lines"


class CellValue(Struct, kw_only=True):
    """What an evaluation makes of one legal move; which parts there are depends on it."""

    #: The number of the map; null where the game ends there or is lost by force.
    heat: int | None
    #: Of the position after that move, for the side that moved.
    value: int | None
    #: Where the game ends, or the other side wins next.
    note: Literal["win", "draw", "loss"] | None
    #: Report: rows that the move makes.
    threes: int | UnsetType = UNSET
    twos: int | UnsetType = UNSET
    #: Lines: what its own open lines add, and those that it closes. Gomoku: the patterns that a
    #: stone of the side to move, or of the other, would make, the strongest first.
    own: int | list[Pattern] | UnsetType = UNSET
    others: int | list[Pattern] | UnsetType = UNSET
    threats: int | UnsetType | None = UNSET
    #: Filters: in the four directions; and whether it is a block before anything else.
    sums: list[int] | UnsetType = UNSET
    blocks: bool | UnsetType = UNSET


class Rows(Struct):
    long: list[list[str]]
    short: list[list[str]]


class BothRows(Struct):
    first: Rows
    second: Rows


class BothCounts(Struct):
    first: list[int]
    second: list[int]


class EvaluationAnswer(Answer):
    position: Position
    #: The evaluations for these rules.
    choices: list[EvaluationName]
    name: EvaluationName
    #: Of the position, from the side to move; null where only cells have a value.
    now: int | None
    #: Who plays by it without search, its move, and who searches with it.
    player: str | None
    plays: str | None
    engine: str | None
    cells: dict[str, CellValue]
    #: Report: rows one and two stones short of a run, how long they are and what they count.
    rows: BothRows | UnsetType = UNSET
    lengths: tuple[int, int] | UnsetType = UNSET
    weights: list[int] | UnsetType = UNSET
    #: Lines: open ones by the number of stones on them, what each further stone counts, and the
    #: threats that count.
    lines: BothCounts | UnsetType = UNSET
    factor: int | UnsetType = UNSET
    threats: Stones | UnsetType = UNSET
    threat: int | UnsetType = UNSET
    #: Filters: columns and rows to the next cell.
    directions: list[tuple[int, int]] | UnsetType = UNSET


# Compare: one position through one technique after another.

DEEPEST_COMPARED = 30


class CompareRequest(GameRequest, kw_only=True):
    """Seconds for each rung; ``depth`` where it is not the one that suits the position."""

    id: Identifier
    seconds: Annotated[float, Meta(gt=0, le=3600)]
    depth: Annotated[int, Meta(ge=1, le=DEEPEST_COMPARED)] | None = None


RungName = Literal["minimax", "cut", "order", "table", "deepen", "threads", "solver", "oracle"]
Skipped = Literal["threads", "rules"]


class Rung(Struct):
    name: RungName
    text: str
    #: Why it is not run; null where it is.
    skipped: Skipped | None


class LadderAnswer(Answer):
    depth: int
    seconds: float
    threads: int
    rungs: list[Rung]


class RungRunning(Struct):
    id: str
    rung: int
    state: Literal["running"] = "running"


class RungResult(Struct, kw_only=True):
    """What came of a rung."""

    #: Whether it got to its end before the time was over.
    finished: bool
    #: Not known of a solver that did not finish, nor of the oracle.
    nodes: int | None
    seconds: float
    move: str | UnsetType | None = UNSET
    score: Score | UnsetType = UNSET
    #: Of the oracle: every move that is proven.
    moves: list[MoveScore] | UnsetType = UNSET


class RungEnded(RungResult, kw_only=True):
    id: str
    rung: int
    state: Literal["ended"] = "ended"


class LadderEnded(Struct):
    id: str
    final: Literal[True] = True


RungNews = RungRunning | RungEnded | LadderEnded | TaskFailure


# Matchboxes: a machine, its boxes and its training.

MOST_GAMES = 100_000  # in the life of a machine here
_VariantText = Annotated[str, Meta(min_length=1, max_length=200)]
_BrainName = Annotated[str, Meta(min_length=1, max_length=200)]
_Games = Annotated[int, Meta(ge=1, le=MOST_GAMES)]
#: The cell it plays on the front, how many there are, how many cells it stands for.
Bead = tuple[str, int, int]


class CourseStep(Request):
    """A training, ``partner`` and ``games``, or a game that somebody played, their own moves."""

    partner: PlayerText | None = None
    games: _Games | None = None
    moves: Cells | None = None


class MachineSpec(Request):
    """A new machine, or with ``brain`` a saved one, and the course that it goes through."""

    rules: RulesText = "tictactoe"
    variant: _VariantText = "her"
    side: Side = "first"
    seed: Annotated[int, Meta(ge=0, lt=2**53)] = 0
    course: Annotated[list[CourseStep], Meta(max_length=200)] = msgspec.field(default_factory=list)
    brain: _BrainName | None = None


class TrainRequest(Request):
    """``rate``: games a second, 0 for no limit."""

    id: Identifier
    partner: PlayerText
    games: _Games
    rate: Annotated[float, Meta(ge=0, le=100_000)] = 0.0


class PlayRequest(Request):
    """The visitor's own moves."""

    moves: Cells


class NamedMachine(Request):
    name: _BrainName


class ExportRequest(Request):
    name: _BrainName
    format: Literal["json", "report"]


class BoxesCatalogue(Answer):
    rules: list[Rules]
    variants: dict[str, dict[str, str]]
    options: list[EngineOption]
    brains: list[BrainAbout]
    most_games: int


class Paint(Struct):
    """The colour of a cell's beads, and of what is written on them."""

    fill: str
    ink: str


class WallBox(Struct):
    number: int
    turn: int
    position: str
    stones: Stones
    beads: list[Bead]


class CurveData(Struct):
    games: list[float]
    worst_case: list[float]
    perfect: list[float]
    random: list[float]


class Results(Struct):
    wins: int
    draws: int
    losses: int


class Chances(Struct):
    """Of losing."""

    worst_case: float
    perfect: float
    random: float


class BoxesNews(Answer):
    """What is new of a machine: the boxes that changed, by their place on the wall, and the points
    of its curve."""

    games: int
    results: Results
    changed: list[tuple[int, list[int]]]
    points: CurveData
    now: Chances


class Wall(BoxesNews):
    rules: Rules
    variant: str
    options: dict[str, str]
    side: Literal["first", "second", "random"]
    seed: int
    can_hold: bool
    #: Boxes with one move only, which are not on the wall.
    forced: int
    boxes: list[WallBox]
    paints: dict[str, Paint]
    curve: CurveData


class CurveAnswer(Answer):
    variant: str
    curve: CurveData
    games: int


class Partner(Answer):
    """Its text in full."""

    partner: str


TurnName = Literal["none", "mirror", "flip", "half", "rising", "falling", "left", "right"]


class Turn(Struct):
    """How a board is turned: a name, and the matrix (a, b, c, d) of a screen."""

    name: TurnName
    matrix: tuple[int, int, int, int]


class BeadDraw(Struct):
    """What the machine did for a move. Without a box only one move was left; without a bead it
    resigned."""

    ply: int
    box: WallBox | None
    bead: str | None
    move: str | None
    chance: float
    turn: Turn


class PlayedGame(Answer):
    moves: list[str]
    positions: list[Position]
    draws: list[BeadDraw]
    outcome: Outcome | None


class BeadChange(Struct):
    number: int
    bead: str
    before: int
    after: int
    is_empty: bool


class Learnt(BoxesNews):
    changes: list[BeadChange]


class LosingLine(PlayedGame):
    chance: float


class Weakness(Answer):
    """The shortest game that it can still lose; null when it cannot."""

    line: LosingLine | None
    can_hold: bool


class SavedMachine(Answer):
    name: str


class TextFile(Answer):
    file: str
    text: str


class PrintedFile(Answer):
    """A PDF in base64."""

    file: str
    content: str


class TrainingProgress(BoxesNews):
    """The last one is final, whether the training was done or stopped."""

    id: str
    done: int
    final: bool


TrainingNews = TrainingProgress | TaskFailure
