"""Random positions to measure on."""

from __future__ import annotations

import random
from typing import NamedTuple

from enligne import Game, Position, Rules
from enligne.engines import Loss, Win
from enligne.engines.solver import Solver, score_of_verdict


def random_openings(rules: Rules, plies: int, count: int, seed: int) -> list[Position]:
    """Positions after random moves, none of them finished or with a win at hand, all different."""
    source = random.Random(seed)
    found: dict[Position, None] = {}
    while len(found) < count:
        game = Game(rules)
        for _ in range(plies):
            if game.outcome() is None:
                game.push(source.choice(list(game.legal_moves)))
        if game.outcome() is None and not any(
            game.position.play(move).outcome() for move in game.legal_moves
        ):
            found[game.position] = None
    return list(found)


class SolverSet(NamedTuple):
    """Positions of one kind: how many stones, and how many plies of perfect play remain."""

    name: str
    stones: range
    remaining: range
    size: int


#: As in the classic test sets: easy ends within 14 plies, hard takes more than 28.
SOLVER_SETS = (
    SolverSet("end", range(29, 42), range(14), 1000),
    SolverSet("middle", range(15, 29), range(14, 29), 500),
    SolverSet("opening-easy", range(6, 15), range(14), 500),
    SolverSet("opening-medium", range(8, 15), range(14, 29), 100),
    SolverSet("opening-hard", range(8, 15), range(29, 43), 100),
)


def solver_positions(wanted: SolverSet, seed: int) -> list[Game]:
    """Random games of Connect 4 that lead to positions of one kind, no win at hand."""
    source = random.Random(f"{wanted.name} {seed}")
    solver = Solver()
    found: list[Game] = []
    while len(found) < wanted.size:
        game = Game("connect4")
        stones = source.choice(wanted.stones)
        while len(game.moves) < stones and game.outcome() is None:
            game.push(source.choice(list(game.legal_moves)))
        if game.outcome() is not None:
            continue
        verdict = solver.verdict(game.position)
        assert verdict is not None
        score = score_of_verdict(verdict.score, game.position)
        remaining = score.plies if isinstance(score, Win | Loss) else 42 - stones
        if remaining > 1 and remaining in wanted.remaining:
            found.append(game)
    return found
