"""How fast a matchbox machine learns tic-tac-toe against random play, beside a plain Python one in
the same run; then how long its exact chances take.

    python -m benchmarks.matchbox_speed [--seeds 16] [--games 20000]

The two take turns: one plain machine, then a group of the core's, each from its first game. That
the plain one is right is seen from its loss in the worst case, which the core computes for both.
"""

from __future__ import annotations

import argparse
import functools
import itertools
import json
import random
import statistics
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

from enligne import FIRST, Move, Side, _core
from enligne.learning import Brain, Menace, train

if TYPE_CHECKING:
    from enligne import Position
    from enligne.learning.menace import SideName

#: The core's machines for each plain one, so that its time can be read.
GROUP = 32

# A board is a tuple of nine cells, row by row from the bottom: 0 empty, 1 first side, 2 second.
Board = tuple[int, ...]
EMPTY: Board = (0,) * 9
LINES = (
    *((0, 1, 2), (3, 4, 5), (6, 7, 8)),
    *((0, 3, 6), (1, 4, 7), (2, 5, 8)),
    *((0, 4, 8), (2, 4, 6)),
)
TURNED = (2, 5, 8, 1, 4, 7, 0, 3, 6)  # the cell that comes to each place
MIRRORED = (2, 1, 0, 5, 4, 3, 8, 7, 6)


def _symmetries() -> list[tuple[int, ...]]:
    found = []
    for places in (tuple(range(9)), MIRRORED):
        for _ in range(4):
            found.append(places)
            places = tuple(places[cell] for cell in TURNED)
    return found


SYMMETRIES = _symmetries()


@functools.cache
def front(board: Board) -> tuple[Board, tuple[int, ...]]:
    """The smallest image of a board, and the cell of the board at each place of the image."""
    return min((tuple(board[cell] for cell in places), places) for places in SYMMETRIES)


@functools.cache
def empty_cells(board: Board) -> list[int]:
    return [cell for cell in range(9) if board[cell] == 0]


@functools.cache
def has_run(board: Board) -> bool:
    return any(board[a] == board[b] == board[c] != 0 for a, b, c in LINES)


@functools.cache
def moves_of(board: Board) -> dict[int, int]:
    """The moves of a board up to its own symmetry, and how many cells each stands for."""
    keeping = [p for p in SYMMETRIES if tuple(board[cell] for cell in p) == board]
    smallest = [min(places[cell] for places in keeping) for cell in empty_cells(board)]
    return {cell: smallest.count(cell) for cell in sorted(set(smallest))}


@dataclass(frozen=True)
class PlainVariant:
    beads: tuple[int, int, int, int]  # for each move at its 1st, 2nd, 3rd, 4th turn
    per_cell: bool
    win: int
    draw: int
    only_last_pays: bool


PLAIN_VARIANTS = {
    "scroggs": PlainVariant((8, 4, 2, 1), per_cell=False, win=3, draw=1, only_last_pays=False),
    "her": PlainVariant((1, 1, 1, 1), per_cell=True, win=0, draw=0, only_last_pays=True),
}


class PlainMenace:
    """A matchbox machine as one would write it in Python: a dictionary of boxes, each of which
    holds a number of beads for each move."""

    def __init__(self, variant: PlainVariant, side: Side, seed: int) -> None:
        self.variant = variant
        self.side = side
        self.luck = random.Random(seed)
        self.boxes: dict[Board, dict[int, int]] = {}

    def box(self, board: Board, turn: int) -> dict[int, int]:
        """The box of the front of a board, filled when it is first opened."""
        if board not in self.boxes:
            beads = self.variant.beads[turn]
            self.boxes[board] = {
                move: beads * (cells if self.variant.per_cell else 1)
                for move, cells in moves_of(board).items()
            }
        return self.boxes[board]

    def draw(self, box: dict[int, int]) -> int | None:
        """A random bead; none when the box is empty."""
        left = int(self.luck.random() * sum(box.values()))
        for bead, count in box.items():
            left -= count
            if left < 0:
                return bead
        return None

    def train(self, games: int) -> None:
        for _ in range(games):
            self.play()

    def play(self) -> None:
        """Plays a game against random moves, and learns from it."""
        board = EMPTY
        drawn: list[tuple[dict[int, int], int]] = []
        for ply in range(9):
            cells = empty_cells(board)
            if ply % 2 != self.side:
                cell = cells[int(self.luck.random() * len(cells))]
            elif len(cells) == 1:
                cell = cells[0]
            else:
                key, places = front(board)
                box = self.box(key, ply // 2)
                bead = self.draw(box)
                if bead is None:
                    self.lose(drawn)
                    return
                drawn.append((box, bead))
                cell = places[bead]
            board = (*board[:cell], 1 + ply % 2, *board[cell + 1 :])
            if has_run(board):
                if ply % 2 == self.side:
                    self.reward(drawn, self.variant.win)
                else:
                    self.lose(drawn)
                return
        self.reward(drawn, self.variant.draw)

    def reward(self, drawn: list[tuple[dict[int, int], int]], beads: int) -> None:
        for box, bead in drawn:
            box[bead] += beads

    def lose(self, drawn: list[tuple[dict[int, int], int]]) -> None:
        for box, bead in drawn[-1:] if self.variant.only_last_pays else drawn:
            box[bead] -= 1


def name_of(side: Side) -> SideName:
    return "first" if side is FIRST else "second"


def board_of(position: Position) -> Board:
    cells = [position[Move(column, row)] for row in range(3) for column in range(3)]
    return tuple(0 if stone is None else stone + 1 for stone in cells)


def worst_case_of_plain(plain: PlainMenace, variant: str) -> float:
    """The loss in the worst case of the plain machine's beads, put in the boxes of a brain."""
    machine = Menace("tictactoe", variant=variant, side=name_of(plain.side))
    boxes = {}
    for box in machine.boxes():
        key, places = front(board_of(box.position))
        beads = plain.box(key, sum(map(bool, key)) // 2)
        # Where each cell of this front is on the plain one's, up to that one's own symmetry.
        keeping = [p for p in SYMMETRIES if tuple(key[cell] for cell in p) == key]
        boxes[box.position.text] = [
            beads[min(p[places.index(3 * move.row + move.column)] for p in keeping)]
            for move in box.beads
        ]
    data = json.loads(Brain("plain", machine).to_json())
    del data["check"]
    brain = Brain.from_json(json.dumps(data | {"boxes": boxes}))
    return brain.machine.measure().worst_case.loss


def core_group(variant: str, side: Side, number: int) -> list[Menace]:
    """Some new machines of the core."""
    return [
        Menace("tictactoe", variant=variant, side=name_of(side), seed=seed)
        for seed in range(GROUP * number, GROUP * (number + 1))
    ]


def compare_speed(variant: str, side: Side, seeds: int, games: int) -> float:
    """Prints a row; the answer is how many times faster the core is."""
    plain_seconds, core_seconds = [], []
    for seed in range(seeds):
        plain = PlainMenace(PLAIN_VARIANTS[variant], side, seed)
        start = time.perf_counter()
        plain.train(games)
        plain_seconds.append(time.perf_counter() - start)

        group = core_group(variant, side, seed)
        start = time.perf_counter()
        for machine in group:
            train(machine, "random", games, every=games)
        core_seconds.append((time.perf_counter() - start) / GROUP)
    plain_rate = games / statistics.median(plain_seconds)
    core_rate = games / statistics.median(core_seconds)
    print(
        f"| {variant}, {name_of(side)} | {plain_rate:,.0f} | {core_rate:,.0f} |"
        f" {core_rate / plain_rate:.0f} times |",
        flush=True,
    )
    return core_rate / plain_rate


def compare_learning(variant: str, side: Side, seeds: int, games: int) -> None:
    """Prints how well both play after some games, and how far medians of the core's vary."""
    plain_losses: list[float] = []
    core_losses: list[list[float]] = []
    for seed in range(seeds):
        plain = PlainMenace(PLAIN_VARIANTS[variant], side, seed)
        plain.train(games)
        plain_losses.append(worst_case_of_plain(plain, variant))
        curves = [
            train(machine, "random", games, every=games)
            for machine in core_group(variant, side, seed)
        ]
        core_losses.append([curve.worst_case[-1] for curve in curves])
    ours = 100 * statistics.median(plain_losses)
    medians = [100 * statistics.median(group) for group in zip(*core_losses, strict=True)]
    print(
        f"| {variant}, {name_of(side)} | {games:,} | {ours:.2f} |"
        f" {statistics.median(medians):.2f} | {min(medians):.2f} to {max(medians):.2f} |"
        f" {'yes' if min(medians) <= ours <= max(medians) else 'NO'} |",
        flush=True,
    )


def time_chances(rules: str, repeats: int) -> None:
    opponents = (_core.Opponent.WORST, _core.Opponent.PERFECT, _core.Opponent.RANDOM)
    machine = Menace(rules, variant="scroggs")
    train(machine, "random", 20_000, every=20_000)
    cells = []
    for opponent in opponents:
        times = []
        for _ in range(repeats):
            start = time.perf_counter()
            machine.chances(opponent)
            times.append(1000 * (time.perf_counter() - start))
        cells.append(f"{statistics.median(times):.3g}, {max(times):.3g}")
    nodes = sum(machine.box_count(side, forced=True) for side in Side)
    print(f"| {rules} | {nodes:,} | {' | '.join(cells)} |", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seeds", type=int, default=16)
    parser.add_argument("--games", type=int, default=20_000)
    options = parser.parse_args()
    print(
        f"{options.games:,} games against random play; medians of {options.seeds} machines and"
        f" {options.seeds} groups of {GROUP}\n"
    )
    print("| variant, side | plain games/s | core games/s | faster |")
    print("| --- | --- | --- | --- |")
    PlainMenace(PLAIN_VARIANTS["her"], FIRST, 0).train(20_000)  # fills the caches of boards
    cases = list(itertools.product(PLAIN_VARIANTS, Side))
    ratios = [compare_speed(*case, options.seeds, options.games) for case in cases]
    print(f"\nleast ratio {min(ratios):.0f}, target 100")
    print(
        f"\nloss in the worst case in percent: the median of {options.seeds} plain machines, and"
        f" {GROUP} such medians of the core's\n"
    )
    print("| variant, side | games | plain | core | core's medians | plain within them |")
    print("| --- | --- | --- | --- | --- | --- |")
    for case in cases:
        for games in (options.games // 20, options.games):
            compare_learning(*case, options.seeds, games)
    print("\nmilliseconds for the chances of all boxes: median, most\n")
    print("| rules | positions | worst case | perfect | random |")
    print("| --- | --- | --- | --- | --- |")
    time_chances("tictactoe", 2000)
    time_chances("4x4:4", 20)


if __name__ == "__main__":
    main()
