"""Games between two engines, each opening from both sides, with the interval that follows."""

from __future__ import annotations

import math
import random
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from enligne import Game, Limit, Rules, engines
from enligne.engines import Heuristic

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from enligne.engines import Engine

_LEVEL = 120  # an opening whose evaluation is beyond this is not played


@dataclass
class Result:
    """Points of the first named, by pairs of games of one opening: that is what is independent."""

    pairs: list[float] = field(default_factory=list)
    wins: int = 0
    draws: int = 0
    losses: int = 0

    def add(self, points: Sequence[float]) -> None:
        self.pairs.append(sum(points) / len(points))
        for each in points:
            self.wins += each == 1
            self.draws += each == 0.5
            self.losses += each == 0

    @property
    def score(self) -> float:
        return sum(self.pairs) / len(self.pairs)

    @property
    def margin(self) -> float:
        """Half of the 95 % interval of the score."""
        count = len(self.pairs)
        variance = sum((each - self.score) ** 2 for each in self.pairs) / max(1, count - 1)
        return 1.96 * math.sqrt(variance / count)

    def __str__(self) -> str:
        low, high = (elo(self.score + sign * self.margin) for sign in (-1, 1))
        return (
            f"{self.wins} won, {self.draws} drawn, {self.losses} lost: "
            f"{self.score:.1%} ± {self.margin:.1%}, Elo {elo(self.score):+.0f} "
            f"({low:+.0f} to {high:+.0f})"
        )


def elo(score: float) -> float:
    share = min(max(score, 1e-3), 1 - 1e-3)
    return -400 * math.log10(1 / share - 1)


def openings(rules: str, count: int, seed: int) -> list[str]:
    """Openings of a few stones near the middle that look level to the engine."""
    luck = random.Random(seed)
    judge = engines.create("gomoku:nodes=20000,table_mb=8")
    found: list[str] = []
    board = Rules.of(rules)
    while len(found) < count:
        game = Game(board)
        spread = luck.choice((2, 2, 3))
        near = [
            move
            for move in game.legal_moves
            if abs(move.row - board.height // 2) <= spread
            and abs(move.column - board.width // 2) <= spread
        ]
        for move in luck.sample(near, luck.randint(3, 6)):
            game.push(move)
        if game.outcome() is not None:
            continue
        score = judge.analyse(game.position).score
        if isinstance(score, Heuristic) and abs(score.value) <= _LEVEL:
            found.append(" ".join(str(move) for move in game.moves))
    return found


def play_game(
    rules: str, opening: str, players: Sequence[Engine], limits: Sequence[Limit]
) -> float:
    """The points of the player who is to move; the players take turns from the opening on."""
    game = Game(rules, opening)
    number = 0
    first = game.position.side
    while (outcome := game.outcome()) is None:
        player = number % 2
        game.push(players[player].analyse(game.position, limits[player]).pv[0])
        number += 1
    if outcome.winner is None:
        return 0.5
    return float(outcome.winner is first)


def play_pair(
    rules: str, opening: str, texts: tuple[str, str], limits: tuple[Limit, Limit]
) -> list[float]:
    """The points of the first text in the two games of an opening."""
    a, b = (engines.create(text) for text in texts)
    return [
        play_game(rules, opening, (a, b), limits),
        1 - play_game(rules, opening, (b, a), limits[::-1]),
    ]


def duel(
    rules: str,
    texts: tuple[str, str],
    limits: tuple[Limit, Limit],
    lines: Iterable[str],
    processes: int,
) -> Result:
    """The result of the first text against the second."""
    result = Result()
    with ProcessPoolExecutor(processes) as pool:
        tasks = [pool.submit(play_pair, rules, line, texts, limits) for line in lines]
        for task in tasks:
            result.add(task.result())
    return result
