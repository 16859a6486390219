"""The compiled core. Use the classes of enligne instead."""

from collections.abc import Sequence
import enum


SMALLEST_SIDE: int = 3

LARGEST_SIDE: int = 26

SHORTEST_RUN: int = 3

LONGEST_RUN: int = 10

WORD_BITS: int = 64

class Result(enum.Enum):
    OPEN = 0

    FIRST_WINS = 1

    SECOND_WINS = 2

    DRAW = 3

class Legality(enum.Enum):
    LEGAL = 0

    OUTSIDE = 1

    OCCUPIED = 2

    COLUMN_FULL = 3

    IN_THE_AIR = 4

    FINISHED = 5

class Flaw(enum.Enum):
    NONE = 0

    IN_THE_AIR = 1

    COUNTS = 2

    BOTH_WIN = 3

    AFTER_A_WIN = 4

class Perft:
    @property
    def leaves(self) -> int: ...

    @property
    def wins(self) -> int: ...

    @property
    def draws(self) -> int: ...

def refusal(width: int, height: int, run: int) -> str:
    """Why rules of these measures cannot be played; empty when they can."""

def symmetries(width: int, height: int, gravity: bool) -> list[tuple[bool, bool, bool]]:
    """
    The symmetries of a board as (mirror, flip, transpose), the identity first.
    """

def inverse(symmetry: tuple[bool, bool, bool]) -> tuple[bool, bool, bool]: ...

def image_of_cell(symmetry: tuple[bool, bool, bool], width: int, height: int, cell: tuple[int, int]) -> tuple[int, int]: ...

class Position:
    def __init__(self, width: int, height: int, run: int, gravity: bool, exact: bool) -> None: ...

    def with_stones(self, first: Sequence[tuple[int, int]], second: Sequence[tuple[int, int]]) -> Position:
        """These stones, each on a cell of the board and named once; see flaw."""

    def flaw(self) -> tuple[Flaw, tuple[int, int]]: ...

    @property
    def shape(self) -> tuple[int, int, int, bool, bool]: ...

    @property
    def ply(self) -> int: ...

    @property
    def result(self) -> Result: ...

    def stones(self, side: int) -> list[tuple[int, int]]: ...

    def words(self, side: int) -> list[int]: ...

    def at(self, cell: tuple[int, int]) -> int | None: ...

    def moves(self) -> list[tuple[int, int]]: ...

    def move_count(self) -> int: ...

    def legality(self, cell: tuple[int, int]) -> Legality: ...

    def landing_row(self, column: int) -> int | None: ...

    def played(self, cell: tuple[int, int]) -> Position:
        """The position after a move, which must be legal."""

    def winning_cells(self) -> list[tuple[int, int]]: ...

    def image(self, symmetry: tuple[bool, bool, bool]) -> Position: ...

    def canonical(self) -> tuple[Position, tuple[bool, bool, bool]]: ...

    def perft(self, depth: int, stop: Stop) -> Perft | None:
        """The positions n plies below; None when the stop ended the count."""

    def hash(self) -> int: ...

    def equals(self, other: Position) -> bool: ...

def planes(position: Position, own: int) -> bytearray:
    """
    The stones of a side, then those of the other, a byte for each cell from the bottom row.
    """

def legal_mask(position: Position) -> bytearray:
    """A byte for each action, 1 where it is legal."""

class Batch:
    """Many games of the same rules."""

    @staticmethod
    def make(width: int, height: int, run: int, gravity: bool, exact: bool, count: int) -> Batch: ...

    def seed(self, seed: int) -> None: ...

    def reset(self, which: object, planes: object, masks: object, results: object) -> None: ...

    def step(self, actions: object, planes: object, masks: object, results: object) -> int:
        """
        Plays; answers with the first game whose action is not legal, and then has played none, else with -1.
        """

    def random_actions(self, actions: object, planes: object, masks: object, results: object) -> None: ...

    def write_planes(self, planes: object) -> None:
        """Two planes of each game: those of the side to move first."""

class OneGame:
    """One game, whose arrays every step keeps up to date."""

    def __init__(self, width: int, height: int, run: int, gravity: bool, exact: bool, planes: object, array: object, mask: object) -> None: ...

    @property
    def result(self) -> Result: ...

    @property
    def ply(self) -> int: ...

    def seed(self, seed: int) -> None: ...

    def reset(self) -> None: ...

    def step(self, action: int) -> bool | None:
        """
        Plays, and tells whether the game is over; None, and nothing changed, when the action is not legal.
        """

    def legal_actions(self) -> list[int]: ...

    def random_action(self) -> int: ...

class ScoreKind(enum.Enum):
    HEURISTIC = 0

    WIN = 1

    LOSS = 2

    DRAW = 3

class Evaluation(enum.Enum):
    ZERO = 0

    REPORT = 1

    LINES = 2

class Order(enum.Enum):
    NONE = 0

    SHUFFLE = 1

    THREATS = 2

class Score:
    @property
    def kind(self) -> ScoreKind: ...

    @property
    def number(self) -> int: ...

class Analysis:
    def __init__(self, kind: ScoreKind, number: int, pv: Sequence[tuple[int, int]], depth: int, selective_depth: int, nodes: int, seconds: float) -> None: ...

    @property
    def score(self) -> Score: ...

    @property
    def pv(self) -> list[tuple[int, int]]: ...

    @property
    def depth(self) -> int: ...

    @property
    def selective_depth(self) -> int: ...

    @property
    def nodes(self) -> int: ...

    @property
    def table_hits(self) -> int: ...

    @property
    def seconds(self) -> float: ...

    @property
    def moves(self) -> list[tuple[tuple[int, int], Score]]: ...

class Stop:
    def __init__(self) -> None: ...

    def set(self) -> None: ...

    def is_set(self) -> bool: ...

class Limit:
    def __init__(self, depth: int, nodes: int, seconds: float) -> None: ...

def alphabeta_techniques() -> list[str]:
    """The techniques that can be left out."""

class AlphaBeta:
    def __init__(self, without: Sequence[str], order: Order, evaluation: Evaluation, table_mb: int, threads: int, seed: int) -> None: ...

    def analyse(self, position: Position, limit: Limit, all_moves: bool, stop: Stop, report: object | None = None) -> Analysis:
        """Analyses a position that is not finished; one call at a time."""

def minimax(position: Position, evaluation: Evaluation, limit: Limit, stop: Stop) -> Analysis:
    """Plain minimax of a position that is not finished."""

def has_winning_move(position: Position) -> bool:
    """Whether the side to move can win at once in a position not finished."""

REPORT_LONG_ROW: int = 100

REPORT_SHORT_ROW: int = 3

THREAT_WORTH: int = 30

def evaluate(position: Position, evaluation: Evaluation) -> int:
    """
    The static evaluation of a position that is not finished, from the side to move.
    """

def line_factor(gravity: bool) -> int:
    """
    How many times as much an open line is worth with one more stone; with one it is worth 1.
    """

def open_lines(position: Position, side: int) -> list[int]:
    """
    The lines that the other side has not entered, by the number of stones on them.
    """

def counted_threats(position: Position, side: int) -> list[tuple[int, int]]:
    """
    The cells of a side's threats that count: none without gravity or on odd heights.
    """

class CellPatterns:
    @property
    def cell(self) -> tuple[int, int]: ...

    @property
    def own(self) -> list[str]: ...

    @property
    def others(self) -> list[str]: ...

    @property
    def own_weight(self) -> int: ...

    @property
    def others_weight(self) -> int: ...

def gomoku_patterns() -> list[str]:
    """The names of the patterns, the weakest first."""

def cell_patterns(position: Position) -> list[CellPatterns]:
    """
    What a stone of either side would make of each empty cell, for rules that the Gomoku engine supports.
    """

class NodeEnd(enum.Enum):
    ALL = 0

    WIN = 1

    DRAW = 2

    LEAF = 3

    DEPTH = 4

    BETA = 5

    ALPHA = 6

    TABLE = 7

    CAN_WIN = 8

    CANNOT_PARRY = 9

    STOPPED = 10

class Asked(enum.Enum):
    FULL = 0

    PROBE = 1

    AGAIN = 2

WIN_VALUE: int = 1000000

INFINITE_VALUE: int = 1000001

LARGEST_EVALUATION: int = 998999

LARGEST_LEAF: int = 100000

class Trace:
    def __init__(self, most: int) -> None: ...

    def __len__(self) -> int: ...

    @property
    def parent(self) -> bytes: ...

    @property
    def move(self) -> bytes: ...

    @property
    def depth(self) -> bytes: ...

    @property
    def iteration(self) -> bytes: ...

    @property
    def asked(self) -> bytes: ...

    @property
    def alpha(self) -> bytes: ...

    @property
    def beta(self) -> bytes: ...

    @property
    def value(self) -> bytes: ...

    @property
    def end(self) -> bytes: ...

    @property
    def forced(self) -> bytes: ...

    @property
    def unvisited(self) -> bytes: ...

    @property
    def first_unvisited(self) -> bytes: ...

    @property
    def unvisited_moves(self) -> bytes:
        """The moves never visited, node after node, as 16-bit numbers."""

    @property
    def left_out(self) -> list[tuple[int, int]]: ...

def trace_alphabeta(engine: AlphaBeta, position: Position, limit: Limit, all_moves: bool, stop: Stop, report: object | None, trace: Trace) -> Analysis:
    """AlphaBeta.analyse, with one thread and into a new trace."""

def trace_minimax(position: Position, evaluation: Evaluation, limit: Limit, stop: Stop, trace: Trace) -> Analysis:
    """minimax, into a new trace."""

def trace_tree(engine: AlphaBeta, parents: Sequence[int], leaves: Sequence[int], second_begins: bool, trace: Trace) -> Analysis:
    """
    AlphaBeta.analyse of a tree that is no game. Its nodes stand behind their parents, whose numbers `parents` has for all but the root.
    """

class Verdict:
    @property
    def score(self) -> int: ...

    @property
    def is_complete(self) -> bool: ...

    @property
    def nodes(self) -> int: ...

    @property
    def table_hits(self) -> int: ...

    @property
    def known(self) -> tuple[int, int]:
        """What the score lies between, when it was stopped."""

class Solver:
    """Solves positions of the rules it was made for that are not finished."""

    def __init__(self, width: int, height: int, run: int, gravity: bool, exact: bool, table_mb: int, threads: int, book: Book | None) -> None: ...

    @staticmethod
    def supports(width: int, height: int, run: int, gravity: bool, exact: bool) -> bool: ...

    def clear(self) -> None: ...

    @property
    def nodes(self) -> int:
        """
        About how many were searched since it was made, also while it searches.
        """

    def solve(self, position: Position, limit: Limit, stop: Stop) -> Verdict: ...

    def best(self, position: Position, limit: Limit, stop: Stop) -> tuple[tuple[int, int], int] | None: ...

    def solve_moves(self, position: Position, limit: Limit, stop: Stop) -> list[tuple[tuple[int, int], int]] | None: ...

def tree_order(width: int, height: int, run: int, exact: bool, ply: int, stop: Stop) -> tuple[bytes, bytes]:
    """
    Keys of the positions of a layer that have to be searched, and how many of them are in each subtree.
    """

def build_book(width: int, height: int, run: int, exact: bool, plies: int, keys: bytes, scores: bytes) -> bytes:
    """The bytes of the book to a layer that was solved."""

class Book:
    """The exact score of every position up to a ply."""

    @staticmethod
    def load(bytes: bytes) -> Book:
        """None when these are not the whole bytes of a book."""

    @property
    def shape(self) -> tuple[int, int, int, bool]: ...

    @property
    def plies(self) -> int: ...

    @property
    def positions(self) -> int: ...

    def score(self, position: Position) -> int | None:
        """Of a position that is not finished; None beyond the book."""

class LayerSolver:
    def __init__(self, width: int, height: int, run: int, exact: bool, table_mb: int) -> None: ...

    def solve(self, keys: bytes, subtrees: bytes, stop: Stop) -> bytes | None:
        """The scores of whole subtrees, a byte each; None when stopped."""

def gomoku_techniques() -> list[str]:
    """The techniques that can be left out."""

GOMOKU_COMBINATIONS: int = 1365

GOMOKU_THREAT_SETS: int = 512

def gomoku_features(position: Position) -> tuple[bytes, int, bool]:
    """
    What tuning looks at in a position whose rules the engine's tables reach.
    """

class Gomoku:
    def __init__(self, table_mb: int, threads: int, without: Sequence[str], weights: object | None = None) -> None:
        """Weights other than its own, as bytes, are for tuning."""

    @staticmethod
    def supports(width: int, height: int, run: int, gravity: bool, exact: bool) -> bool: ...

    def analyse(self, position: Position, limit: Limit, all_moves: bool, stop: Stop, report: object | None = None) -> Analysis:
        """Analyses a position that is not finished; one call at a time."""

class Fours:
    """
    Searches positions of one kind of rules that are not finished for wins by fours alone; one call at a time.
    """

    def __init__(self, width: int, height: int, run: int, gravity: bool, exact: bool) -> None: ...

    def win(self, position: Position, most_fours: int, most_nodes: int) -> list[tuple[int, int]] | None:
        """
        A win with as few fours as can be; empty when there is none, None when the nodes did not suffice.
        """

    def wins(self, position: Position, most_fours: int, most_nodes: int) -> list[list[tuple[int, int]]] | None:
        """The same for each first move that wins so."""

GOMOCUP_UNLIMITED_MS: int = 2147483647

GOMOCUP_USUAL_MEMORY_MB: int = 350

def is_estimated_by_gomoku(width: int, height: int, run: int, gravity: bool, exact: bool) -> bool:
    """
    Whether the Gomoku engine estimates best by these rules; else alpha-beta does.
    """

class TimeBudget:
    def __init__(self) -> None: ...

    @property
    def turn_seconds(self) -> float: ...

    def start_game(self) -> None: ...

    def tell_turn(self, milliseconds: int) -> None: ...

    def tell_game(self, milliseconds: int) -> None: ...

    def tell_left(self, milliseconds: int) -> None: ...

    def spend(self, seconds: float) -> None: ...

    def seconds_for(self, cell_count: int, ply: int) -> float: ...

def gomocup_numbers(text: str) -> list[int] | None:
    """Numbers with commas between them; None when it is something else."""

def gomocup_cell_text(cell: tuple[int, int], width: int, height: int) -> str:
    """A cell as x,y from the top left."""

def gomocup_cell(x: int, y: int, width: int, height: int) -> tuple[tuple[int, int], str]:
    """The cell at x,y, and what is wrong, if anything is."""

class GomocupLines:
    def __init__(self, longest: int) -> None: ...

    def feed(self, data: bytes) -> list[bytes]: ...

    def end(self) -> list[bytes]: ...

class GomocupEngine:
    def __init__(self, player: object, version: str, seed: int) -> None: ...

    def answer(self, line: str) -> list[str]:
        """The lines of the reply."""

    def serve(self, stop: object, input: int, output: int) -> bool:
        """
        Answers the lines of an open file until END or its end; false when nobody reads the answers.
        """

    @property
    def stone_count(self) -> int: ...

class Empty(enum.Enum):
    RESIGN = 0

    REFILL = 1

    CHARGE = 2

class Blame(enum.Enum):
    ALL = 0

    LAST = 1

class Per(enum.Enum):
    MOVE = 0

    CELL = 1

class Ending(enum.Enum):
    WIN = 0

    DRAW = 1

    LOSS = 2

    RESIGNED = 3

class MachineSide(enum.Enum):
    FIRST = 0

    SECOND = 1

    RANDOM = 2

class Partner(enum.Enum):
    MIX = 0

    SELF = 1

    COACH = 2

class Opponent(enum.Enum):
    RANDOM = 0

    PERFECT = 1

    WORST = 2

class Variant:
    def __init__(self) -> None: ...

    @property
    def beads(self) -> list[int]: ...

    @beads.setter
    def beads(self, arg: Sequence[int], /) -> None: ...

    @property
    def per(self) -> Per: ...

    @per.setter
    def per(self, arg: Per, /) -> None: ...

    @property
    def win(self) -> int: ...

    @win.setter
    def win(self, arg: int, /) -> None: ...

    @property
    def draw(self) -> int: ...

    @draw.setter
    def draw(self, arg: int, /) -> None: ...

    @property
    def loss(self) -> int: ...

    @loss.setter
    def loss(self, arg: int, /) -> None: ...

    @property
    def blame(self) -> Blame: ...

    @blame.setter
    def blame(self, arg: Blame, /) -> None: ...

    @property
    def empty(self) -> Empty: ...

    @empty.setter
    def empty(self, arg: Empty, /) -> None: ...

    @property
    def floor(self) -> int: ...

    @floor.setter
    def floor(self, arg: int, /) -> None: ...

    @property
    def cap(self) -> int: ...

    @cap.setter
    def cap(self, arg: int, /) -> None: ...

class Graph:
    """Every unfinished position of a small game."""

    @staticmethod
    def make(width: int, height: int, run: int, gravity: bool, exact: bool, with_symmetry: bool, most: int) -> Graph | None: ...

    def __len__(self) -> int: ...

    def count(self, side: int, forced: bool) -> int:
        """How many positions a side has to move in."""

    def is_forced(self, node: int) -> bool: ...

    def number(self, node: int) -> int:
        """Which box of its side a node has, from 1; 0 where it needs none."""

    def ply(self, node: int) -> int: ...

    def label(self, node: int) -> str:
        """Position text."""

    def find(self, position: Position) -> tuple[int, tuple[bool, bool, bool]] | None:
        """The node of an unfinished position, and the symmetry that leads to it."""

    def moves(self, node: int) -> list[tuple[tuple[int, int], int]]:
        """The moves up to symmetry, each with the number of moves it stands for."""

class Machine:
    def __init__(self, graph: Graph, variant: Variant, random_state: int) -> None: ...

    @property
    def random_state(self) -> int: ...

    @random_state.setter
    def random_state(self, arg: int, /) -> None: ...

    def beads(self, node: int) -> list[int]: ...

    def boxes(self) -> list[tuple[str, list[int]]]:
        """The boxes that have other beads than at the start, by their labels."""

    def set_boxes(self, boxes: Sequence[tuple[str, Sequence[int]]]) -> int | None:
        """
        Fills boxes; answers with the index of the first that does not exist or has another number of moves.
        """

    def toss(self) -> int: ...

    def draw(self, node: int) -> int | None: ...

    def learn(self, drawn: Sequence[tuple[int, int]], ending: Ending) -> None: ...

    def train(self, games: int, side: MachineSide, partner: Partner, perfect_share: float) -> tuple[int, int, int]: ...

    def chances(self, side: int, opponent: Opponent) -> tuple[float, float, float]: ...

    def losing_line(self, side: int) -> list[int] | None:
        """
        The shortest way to lose, as places of moves; none when it never loses.
        """

    def value(self, node: int) -> int: ...

def random_state(seed: int) -> int:
    """The state in which the random numbers of a seed begin."""
