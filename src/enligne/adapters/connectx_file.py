"""A player of Enligne as a file for Kaggle's ConnectX, for any rows, columns and inarow. It needs
nothing but Python, and was written by ``enligne connectx export``.
"""

from __future__ import annotations

import math
import random
import time
from typing import Any, NamedTuple

# Who plays. `depth` is how many plies it looks ahead, as far as the time for a move allows.
SETTINGS: dict[str, Any] = {"player": "search", "depth": 4}

WIN = 1_000_000
# Of the time for a move; the rest is for what comes between the clock and this file.
SHARE = 0.7
USUAL_SECONDS = 2.0
# What a threat is worth on a row that its side gets when the board fills up.
THREAT = 30

luck = random.Random(SETTINGS.get("seed"))


class TimeUpError(Exception):
    """The time for a move is over."""


class Geometry(NamedTuple):
    """A board in bits: a column takes rows + 1 of them, the lowest cell first, and its top bit is
    never set."""

    columns: int
    rows: int
    run: int
    steps: tuple[int, ...]
    bottom: int
    cells: int
    odd_rows: int

    @classmethod
    def of(cls, columns: int, rows: int, run: int) -> Geometry:
        stride = rows + 1
        bottom = sum(1 << column * stride for column in range(columns))
        cells = bottom * ((1 << rows) - 1)
        odd = bottom * sum(1 << row for row in range(0, rows, 2))
        return cls(columns, rows, run, (1, rows, rows + 1, rows + 2), bottom, cells, odd)

    def starts(self, stones: int, step: int) -> int:
        """The first bit of every run in a direction."""
        length = 1
        while length < self.run:
            shift = min(length, self.run - length)
            stones &= stones >> shift * step
            length += shift
        return stones

    def has_run(self, stones: int) -> bool:
        return any(self.starts(stones, step) for step in self.steps)

    def moves(self, occupied: int) -> list[int]:
        """The cells on which a stone may land, a bit each, from the left."""
        found = (occupied + self.bottom) & self.cells
        bits = []
        while found:
            bits.append(found & -found)
            found &= found - 1
        return bits

    def column(self, bit: int) -> int:
        return (bit.bit_length() - 1) // (self.rows + 1)

    def completing(self, stones: int) -> int:
        """The cells that would complete a run."""
        found = 0
        for step in self.steps:
            for place in range(self.run):
                line = -1
                for other in range(self.run):
                    if other < place:
                        line &= stones << (place - other) * step
                    elif other > place:
                        line &= stones >> (other - place) * step
                found |= line
        return found & self.cells

    def worth_of_lines(self, own: int, others: int) -> int:
        """Lines that the other side has not entered: twice as much with each stone on them."""
        planes = self.run.bit_length()
        total = 0
        for step in self.steps:
            starts = self.starts(self.cells & ~others, step)
            counts = [0] * planes  # bit by bit, the number of stones on the line from each bit
            for place in range(self.run):
                carry = own >> place * step
                for plane in range(planes):
                    counts[plane], carry = counts[plane] ^ carry, counts[plane] & carry
            for count in range(1, self.run):
                match = starts
                for plane in range(planes):
                    match &= counts[plane] if count >> plane & 1 else ~counts[plane]
                total += match.bit_count() << count - 1
        return total

    def evaluate(self, own: int, others: int) -> int:
        """What a position looks worth to the side to move, whose stones are the first."""
        value = self.worth_of_lines(own, others) - self.worth_of_lines(others, own)
        if self.rows % 2:
            return value
        empty = self.cells & ~(own | others)
        threats, answers = self.completing(own) & empty, self.completing(others) & empty
        is_first = own.bit_count() == others.bit_count()
        mine = self.odd_rows if is_first else self.cells & ~self.odd_rows
        theirs = self.cells & ~mine
        counted = (threats & mine & ~(answers << 1)).bit_count()
        return value + THREAT * (counted - (answers & theirs & ~(threats << 1)).bit_count())


class Search:
    """Alpha-beta to a depth, from one position."""

    def __init__(self, board: Geometry, own: int, others: int, deadline: float) -> None:
        self.board, self.own, self.others = board, own, others
        self.deadline = deadline
        self.middle = sorted(range(board.columns), key=lambda c: abs(2 * c - board.columns + 1))

    def scores(self, depth: int, *, is_every: bool) -> dict[int, int]:
        """The value of each move, by its bit, as deep as there was time for. Unless every one is
        wanted, those that are not the best have less than the best."""
        found: dict[int, int] = {}
        most = self.board.cells.bit_count() - (self.own | self.others).bit_count()
        for each in range(1, min(depth, most) + 1):
            try:
                found = self._scores(each, is_every=is_every)
            except TimeUpError:
                break
        return found

    def _scores(self, depth: int, *, is_every: bool) -> dict[int, int]:
        found: dict[int, int] = {}
        for bit in self.board.moves(self.own | self.others):
            low = -WIN if is_every or not found else max(found.values()) - 1
            found[bit] = self._after(self.own, self.others, bit, depth, low, WIN)
        return found

    def _after(self, own: int, others: int, bit: int, depth: int, low: int, high: int) -> int:
        """The value of a move to the side that makes it."""
        if self.board.has_run(own | bit):
            return WIN - (own | others).bit_count() - 1
        return -self._value(others, own | bit, depth - 1, -high, -low)

    def _value(self, own: int, others: int, depth: int, low: int, high: int) -> int:
        if time.perf_counter() > self.deadline:
            raise TimeUpError
        moves = self.board.moves(own | others)
        if not moves:
            return 0
        if depth == 0:
            return self.board.evaluate(own, others)
        by_column = {self.board.column(bit): bit for bit in moves}
        best = -WIN
        for column in self.middle:
            if column in by_column:
                value = self._after(own, others, by_column[column], depth, max(low, best), high)
                best = max(best, value)
                if best >= high:
                    break
        return best


def greedy(board: Geometry, own: int, others: int) -> int:
    """Wins, else blocks, else takes the best-looking position."""

    def looks(bit: int) -> int:
        return -board.evaluate(others, own | bit)

    def worth(bit: int) -> tuple[int, int]:
        after = own | bit
        if board.has_run(after):
            return 1, 0
        answers = board.moves(after | others)
        if any(board.has_run(others | answer) for answer in answers):
            return -1, 0
        return 0, looks(bit) if answers else 0

    moves = board.moves(own | others)
    best = max(moves, key=worth)
    return best if worth(best)[0] >= 0 else max(moves, key=looks)


def level(board: Geometry, own: int, others: int, deadline: float) -> int:
    """Looks ahead, but each move that it could see, it may overlook."""
    moves = board.moves(own | others)
    luck.random()  # as a level that is sometimes perfect would draw
    wins = [bit for bit in moves if board.has_run(own | bit)]
    if SETTINGS["takes_wins"] and wins:
        return luck.choice(wins)
    if luck.random() < SETTINGS["blind"]:
        telling = {*wins, *dangers(board, own, others)}
        return luck.choice(poorest(board, [bit for bit in moves if bit not in telling] or moves))
    if SETTINGS["minds_threats"] and (threatened := dangers(board, own, others)):
        return luck.choice(threatened)
    scores = Search(board, own, others, deadline).scores(SETTINGS["depth"], is_every=True)
    ranked = sorted(scores, key=lambda bit: scores[bit], reverse=True)
    ply = (own | others).bit_count()
    worth = {bit: chance(scores[bit], ply) + SETTINGS["equal"] * luck.random() for bit in ranked}
    for bit in sorted(worth, key=lambda bit: worth[bit], reverse=True):
        if luck.random() >= SETTINGS["slip"]:
            return bit
    return luck.choice(moves)


def dangers(board: Geometry, own: int, others: int) -> list[int]:
    """The cells where the other side would win at once, if this one moved elsewhere."""
    moves = board.moves(own | others)
    found: list[int] = []
    for elsewhere in moves[:2]:
        if board.has_run(own | elsewhere) or own | others | elsewhere == board.cells:
            continue
        for bit in moves:
            if bit not in (elsewhere, *found) and board.has_run(others | bit):
                found.append(bit)
    return found


def poorest(board: Geometry, moves: list[int]) -> list[int]:
    """Those of the moves through which the fewest lines of the empty board run."""

    def lines(bit: int) -> int:
        total = 0
        for step in board.steps:
            starts = board.starts(board.cells, step)
            total += sum((starts << place * step & bit) != 0 for place in range(board.run))
        return total

    least = min(map(lines, moves))
    return [bit for bit in moves if lines(bit) == least]


def chance(value: int, ply: int) -> float:
    """How much of the point a value is worth; sooner wins and later losses are worth more."""
    if abs(value) > WIN // 2:
        plies = WIN - abs(value) - ply
        return 2 + 1 / plies if value > 0 else -1 - 1 / plies
    units = min(max(value / SETTINGS["unit"], -50.0), 50.0)
    return 0.05 + 0.9 / (1 + math.exp(-units))


def chosen(board: Geometry, own: int, others: int, seconds: float) -> int:
    """The move, as a bit."""
    deadline = time.perf_counter() + seconds
    match SETTINGS["player"]:
        case "random":
            return luck.choice(board.moves(own | others))
        case "greedy":
            return greedy(board, own, others)
        case "level":
            return level(board, own, others, deadline)
    scores = Search(board, own, others, deadline).scores(SETTINGS["depth"], is_every=False)
    moves = board.moves(own | others)
    return max(moves, key=lambda bit: scores.get(bit, 0))


def agent(observation: Any, configuration: Any) -> int:
    """The column to play, from 0, as Kaggle asks for it."""
    columns, rows = configuration.columns, configuration.rows
    stones = [0, 0, 0]
    for place, mark in enumerate(observation.board):
        row, column = divmod(place, columns)
        stones[mark] |= 1 << column * (rows + 1) + rows - 1 - row
    limit = getattr(configuration, "actTimeout", None) or USUAL_SECONDS
    seconds = min(SHARE * limit, SETTINGS.get("seconds") or math.inf)
    board = Geometry.of(columns, rows, configuration.inarow)
    own, others = stones[observation.mark], stones[3 - observation.mark]
    return board.column(chosen(board, own, others, seconds))
