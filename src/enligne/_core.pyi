"""The compiled core. Use the classes of enligne instead."""

from collections.abc import Sequence
import enum


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

    def perft(self, depth: int) -> Perft: ...

    def hash(self) -> int: ...

    def equals(self, other: Position) -> bool: ...

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

class AlphaBeta:
    def __init__(self, cut: bool, deepen: bool, order: Order, evaluation: Evaluation, table_mb: int, threads: int, seed: int) -> None: ...

    def analyse(self, position: Position, limit: Limit, all_moves: bool, stop: Stop, report: object | None = None) -> Analysis:
        """Analyses a position that is not finished; one call at a time."""

def minimax(position: Position, evaluation: Evaluation, limit: Limit, stop: Stop) -> Analysis:
    """Plain minimax of a position that is not finished."""

def has_winning_move(position: Position) -> bool:
    """Whether the side to move can win at once in a position not finished."""

def evaluate(position: Position, evaluation: Evaluation) -> int:
    """
    The static evaluation of a position that is not finished, from the side to move.
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

class Solver:
    """Solves positions of the rules it was made for that are not finished."""

    def __init__(self, width: int, height: int, run: int, gravity: bool, exact: bool, table_mb: int, threads: int) -> None: ...

    @staticmethod
    def supports(width: int, height: int, run: int, gravity: bool, exact: bool) -> bool: ...

    def clear(self) -> None: ...

    def solve(self, position: Position, limit: Limit, stop: Stop) -> Verdict: ...

    def best(self, position: Position, limit: Limit, stop: Stop) -> tuple[tuple[int, int], int] | None: ...

    def solve_moves(self, position: Position, limit: Limit, stop: Stop) -> list[tuple[tuple[int, int], int]] | None: ...
