"""Games of the Gomoku engine against itself, as positions to learn from."""

from __future__ import annotations

import math
import random
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from enligne import Game, Limit, Rules, Side, _core
from enligne.engines import Heuristic, Stop
from enligne.engines.engine import from_search
from tuning.weights import UNIT

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from enligne.engines import Analysis

#: What is played, and how often.
RULES = {"15x15:5": 6, "15x15:5+exact": 2, "19x19:5": 2, "20x20:5": 2}
#: Beyond this an evaluation has nothing left to learn.
_CLEAR = 2500
_LEVEL = 400
#: How much the result of a game counts; the rest is what the search expected there.
_OF_THE_GAME = 0.6


@dataclass
class Positions:
    """What a fit needs of each position: its cells (number of combination for the side to move,
    for the other, whether near), its threats, the points the side to move may expect, and which
    of its cells was played. Positions are behind one another; ``sizes`` counts their cells."""

    cells: list[NDArray[np.uint16]] = field(default_factory=list)
    sizes: list[int] = field(default_factory=list)
    threats: list[int] = field(default_factory=list)
    points: list[float] = field(default_factory=list)
    played: list[int] = field(default_factory=list)

    def extend(self, other: Positions) -> None:
        for name in ("cells", "sizes", "threats", "points", "played"):
            getattr(self, name).extend(getattr(other, name))

    def __len__(self) -> int:
        return len(self.sizes)


class _Engine:
    """The engine with the weights to be tuned."""

    def __init__(self, weights: bytes | None, nodes: int) -> None:
        self._core = _core.Gomoku(table_mb=4, threads=1, without=["memory"], weights=weights)
        self._limit = Limit(nodes=nodes).to_core()

    def analyse(self, game: Game) -> Analysis:
        return from_search(
            self._core.analyse(game.position._handle, self._limit, False, Stop(), None)
        )


def _opening(rules: Rules, luck: random.Random, engine: _Engine) -> Game:
    """A few stones near each other, somewhere, that leave the game open."""
    while True:
        game = Game(rules)
        row, column = (luck.randrange(4, side - 4) for side in (rules.height, rules.width))
        spread = luck.choice((1, 2, 2, 3))
        near = [
            move
            for move in game.legal_moves
            if abs(move.row - row) <= spread and abs(move.column - column) <= spread
        ]
        for move in luck.sample(near, min(len(near), luck.randint(2, 7))):
            game.push(move)
        if game.outcome() is not None:
            continue
        score = engine.analyse(game).score
        if isinstance(score, Heuristic) and abs(score.value) < _LEVEL:
            return game


def _played(seed: int, weights: bytes | None, nodes: int) -> Positions:
    """The positions of one game."""
    luck = random.Random(seed)
    engine = _Engine(weights, nodes)
    rules = Rules.of(luck.choices(list(RULES), list(RULES.values()))[0])
    game = _opening(rules, luck, engine)
    seen = Positions()
    judged: list[tuple[Side, float]] = []
    while (outcome := game.outcome()) is None:
        analysis = engine.analyse(game)
        position, score = game.position, analysis.score
        move = analysis.pv[0]
        data, threats, is_quiet = _core.gomoku_features(position._handle)
        if is_quiet and isinstance(score, Heuristic) and abs(score.value) < _CLEAR:
            cells = np.frombuffer(data, dtype=np.uint16).reshape(-1, 4)
            number = 32 * move.row + move.column
            seen.cells.append(cells[:, 1:].copy())
            seen.sizes.append(len(cells))
            seen.threats.append(threats)
            seen.played.append(int(np.flatnonzero(cells[:, 0] == number)[0]))
            judged.append((position.side, 1 / (1 + math.exp(-score.value / UNIT))))
        game.push(move)
    winner = outcome.winner
    for side, expected in judged:
        points = 0.5 if winner is None else float(winner is side)
        seen.points.append(_OF_THE_GAME * points + (1 - _OF_THE_GAME) * expected)
    return seen


def _several(seeds: range, weights: bytes | None, nodes: int) -> Positions:
    positions = Positions()
    for seed in seeds:
        positions.extend(_played(seed, weights, nodes))
    return positions


def play(
    games: int, *, weights: bytes | None, nodes: int, processes: int, seed: int
) -> Iterator[Positions]:
    """Plays games, in parts as they are finished; the same seed gives the same games."""
    part = 20
    with ProcessPoolExecutor(processes) as pool:
        tasks = [
            pool.submit(_several, range(start, min(start + part, seed + games)), weights, nodes)
            for start in range(seed, seed + games, part)
        ]
        for task in as_completed(tasks):
            yield task.result()
