"""A naive referee: the rules once more, as plainly as they can be said, to test the core by."""

from __future__ import annotations

import random
from collections import defaultdict
from dataclasses import dataclass, field
from functools import cache
from typing import NamedTuple

from enligne import FIRST, SECOND, Cell, Position, Rules, Side
from enligne.engines import Draw, Score, Win

#: A cell, whether it is on the board or not.
Spot = tuple[int, int]


@dataclass
class NaiveGame:
    rules: Rules
    stones: dict[Spot, int] = field(default_factory=dict)
    winner: int | None = None
    winning_cells: set[Spot] = field(default_factory=set)

    @property
    def is_full(self) -> bool:
        return len(self.stones) == self.rules.width * self.rules.height

    @property
    def is_over(self) -> bool:
        return self.winner is not None or self.is_full

    def legal_moves(self) -> set[Spot]:
        if self.is_over:
            return set()
        result = set()
        for column in range(self.rules.width):
            for row in range(self.rules.height):
                if (column, row) in self.stones:
                    continue
                if not self.rules.gravity or row == 0 or (column, row - 1) in self.stones:
                    result.add((column, row))
        return result

    def play(self, cell: Spot) -> None:
        side = len(self.stones) % 2
        self.stones[cell] = side
        for step in ((1, 0), (0, 1), (1, 1), (1, -1)):
            run = {cell}
            for direction in (1, -1):
                reached = cell
                while True:
                    reached = (
                        reached[0] + direction * step[0],
                        reached[1] + direction * step[1],
                    )
                    if self.stones.get(reached) != side:
                        break
                    run.add(reached)
            enough = len(run) == self.rules.run if self.rules.exact else len(run) >= self.rules.run
            if enough:
                self.winner = side
                self.winning_cells |= run


def plain_scores(naive: NaiveGame) -> dict[Spot, Score]:
    """What every move leads to for the side to move, by trying all of them to the end."""
    found: dict[Spot, Score] = {}
    for cell in naive.legal_moves():
        after = NaiveGame(naive.rules, dict(naive.stones))
        after.play(cell)
        if after.winner is not None:
            found[cell] = Win(1)
        elif after.is_full:
            found[cell] = Draw()
        else:
            found[cell] = max(plain_scores(after).values()).stepped_back()
    return found


def naive_of(position: Position) -> NaiveGame:
    stones = {(cell.column, cell.row): int(side) for side in Side for cell in position.stones(side)}
    return NaiveGame(position.rules, stones)


def random_rules(source: random.Random) -> Rules:
    """Rules of every kind; large boards are rarer because their games are long."""
    largest = source.choices([5, 9, 15, 26], weights=[40, 40, 15, 5])[0]
    width, height = source.randint(3, largest), source.randint(3, largest)
    run = source.randint(3, min(10, max(width, height)))
    # Long runs are seldom made by chance: half of the time take a short one.
    if source.random() < 0.5:
        run = min(run, source.randint(3, 5))
    return Rules(width, height, run, gravity=source.random() < 0.5, exact=source.random() < 0.5)


def played_on(position: Position, most: int, source: random.Random) -> Position:
    """After some random moves, or as many as there are before the game ends."""
    for _ in range(most):
        after = position.play(source.choice(list(position.legal_moves)))
        if after.outcome() is not None:
            break
        position = after
    return position


# Runs in the making, by counting: every place a run could be, and whose stones are there.


class Places(NamedTuple):
    """Where a run can be by given rules."""

    windows: list[list[Cell]]
    #: The two cells just past the ends of each window, which may be off the board.
    ends: list[list[Spot]]
    #: The numbers of the windows through each cell.
    through: dict[Cell, list[int]]


@cache
def places(rules: Rules) -> Places:
    found = Places([], [], {cell: [] for cell in cells_of(rules)})
    for column, row in cells_of(rules):
        for right, up in ((1, 0), (0, 1), (1, 1), (1, -1)):
            cells = [(column + i * right, row + i * up) for i in range(-1, rules.run + 1)]
            if not rules.has(cells[-2]):
                continue
            window = [Cell(*cell) for cell in cells[1:-1]]
            for cell in window:
                found.through[cell].append(len(found.windows))
            found.windows.append(window)
            found.ends.append([cells[0], cells[-1]])
    return found


def cells_of(rules: Rules) -> list[Cell]:
    return [Cell(column, row) for column in range(rules.width) for row in range(rules.height)]


class Windows:
    """A board on which moves can be played and taken back."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.empty = set(cells_of(rules))
        self.owner: dict[Spot, int] = {}
        self.windows, self.ends, self.through = places(rules)
        self._stones = ([0] * len(self.windows), [0] * len(self.windows))

    @classmethod
    def of(cls, position: Position) -> Windows:
        board = cls(position.rules)
        for side in (FIRST, SECOND):
            for cell in position.stones(side):
                board._put(cell, side)
        return board

    @property
    def side(self) -> int:
        return len(self.owner) % 2

    def play(self, cell: Cell) -> None:
        self._put(cell, self.side)

    def take_back(self, cell: Cell) -> None:
        side = self.owner.pop(cell)
        self.empty.add(cell)
        for window in self.through[cell]:
            self._stones[side][window] -= 1

    def _put(self, cell: Cell, side: int) -> None:
        self.empty.remove(cell)
        self.owner[cell] = side
        for window in self.through[cell]:
            self._stones[side][window] += 1

    def _missing(self, side: int, missing: int) -> list[list[Cell]]:
        """The empty cells of each window that this many stones of one side would make a run of."""
        mine, others = self._stones[side], self._stones[1 - side]
        wanted = self.rules.run - missing
        return [
            [cell for cell in self.windows[i] if cell not in self.owner]
            for i, count in enumerate(mine)
            if count == wanted
            and others[i] == 0
            and not (self.rules.exact and any(self.owner.get(end) == side for end in self.ends[i]))
        ]

    def wins(self, side: int) -> set[Cell]:
        """The cells on which a side makes a run."""
        return {cell for cells in self._missing(side, 1) for cell in cells}

    def fours(self, side: int) -> dict[Cell, set[Cell]]:
        """The cells on which a side that cannot win yet threatens to, each with those it could
        then win on."""
        found: dict[Cell, set[Cell]] = defaultdict(set)
        for one, other in self._missing(side, 2):
            found[one].add(other)
            found[other].add(one)
        return found

    def open_fours(self, side: int) -> dict[Cell, set[Cell]]:
        """Those after which it could win on two cells or more."""
        return {cell: wins for cell, wins in self.fours(side).items() if len(wins) > 1}

    def stops(self, side: int) -> set[Cell]:
        """The cells that take all open fours from a side."""
        stops = self.empty.copy()
        for four, wins in self.open_fours(side).items():
            # With three cells to win on, taking one of them is not enough.
            stops &= {four} | (wins if len(wins) == 2 else set())
        return stops

    def promises(self) -> dict[Cell, int]:
        """What it looks worth to play on each cell: runs in the making, of either side."""
        mine, others = self._stones[self.side], self._stones[1 - self.side]
        worth = [
            0 if own and other else 8 ** max(own, other) * (2 if own else 1)
            for own, other in zip(mine, others, strict=True)
        ]
        return {cell: sum(map(worth.__getitem__, self.through[cell])) for cell in self.empty}


def lively_game(rules: Rules, source: random.Random) -> list[Position]:
    """The positions of a game in which both sides play what looks good, but not too well, so
    that there are wins to be found in many of them. In all of them the game goes on."""
    position = Position(rules)
    board = Windows(rules)
    carelessness = source.choice([0.7, 1.5, 3, 6])
    # Long runs are made only where nobody looks.
    attention = 0.9 if rules.run < 6 else 0.5
    positions: list[Position] = []
    while position.outcome() is None:
        positions.append(position)
        choices = _urgent(board, attention, source) or board.empty
        promises = board.promises()
        ranked = sorted(choices, key=lambda cell: (promises[cell], cell), reverse=True)
        move = ranked[min(int(source.expovariate(1) * carelessness), len(ranked) - 1)]
        if not board.owner:
            move = Cell(
                rules.width // 2 + source.randint(-1, 1), rules.height // 2 + source.randint(-1, 1)
            )
        board.play(move)
        position = position.play(move)
    return positions


def _urgent(board: Windows, attention: float, source: random.Random) -> set[Cell]:
    """The moves that seem necessary, if any."""
    side = board.side
    if (wins := board.wins(side) or board.wins(1 - side)) and source.random() < attention:
        return wins
    if board.open_fours(1 - side) and source.random() < attention:
        return board.stops(1 - side) | set(board.fours(side))
    return set()
