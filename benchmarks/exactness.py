"""The solver beside an independent one, BitBully, on random positions of Connect 4.

    python -m pip install --group bench
    python -m benchmarks.exactness [--positions 5000]

Positions are spread evenly over plies 8 to 41. Then the scores of the seven first moves, from
nothing, and every entry of the opening book that BitBully can check quickly.
"""

from __future__ import annotations

import argparse
import random
import time

from bitbully import BitBully, Board

from enligne import Game, Position
from enligne.engines.solver import Solver


def as_board(game: Game) -> Board:
    board = Board()
    for move in game.moves:
        assert board.play(move.column)
    return board


def random_game(plies: int, source: random.Random) -> Game | None:
    game = Game("connect4")
    while len(game.moves) < plies:
        game.push(source.choice(list(game.legal_moves)))
        if game.outcome() is not None:
            return None
    return game


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--positions", type=int, default=5000)
    options = parser.parse_args()
    source = random.Random(2026)
    ours, theirs = Solver(""), BitBully(opening_book=None)
    checked = different = 0
    plies: dict[int, int] = {}
    start = time.perf_counter()
    while checked < options.positions:
        ply = 8 + checked % 34
        game = random_game(ply, source)
        if game is None:
            continue
        verdict = ours.verdict(game.position)
        assert verdict is not None
        if verdict.score != theirs.mtdf(as_board(game)):
            different += 1
            print(f"different: {game!r}: {verdict.score}")
        checked += 1
        plies[ply] = plies.get(ply, 0) + 1
        if checked % 500 == 0:
            print(f"{checked} checked, {time.perf_counter() - start:.0f} s", flush=True)
    print(f"{checked} positions, plies {min(plies)} to {max(plies)}: {different} different")
    first = ours.verdicts(Position("connect4"))
    assert first is not None
    print("first moves:", *(first[move] for move in sorted(first)))


if __name__ == "__main__":
    main()
