"""Random positions to measure on."""

from __future__ import annotations

import random

from enligne import Game, Position, Rules


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
