"""A demonstration: two players that win when they can, block when they must, and else try their
luck play a game of Connect 4, drawn move by move.

    python examples/demonstration.py [RULES [SEED]]
"""

from __future__ import annotations

import random
import sys
import time

from enligne import Game, Move, Position


def completes_a_run(position: Position, move: Move) -> bool:
    outcome = position.play(move).outcome()
    return outcome is not None and outcome.winner is not None


def choose(position: Position, luck: random.Random) -> Move:
    """A winning move, else a cell on which the opponent would win, else any."""
    moves = list(position.legal_moves)
    luck.shuffle(moves)
    for move in moves:
        if completes_a_run(position, move):
            return move
    for move in moves[:2]:  # of two moves, one at least leaves the opponent its winning cell
        after = position.play(move)
        for reply in moves:
            if reply in after.legal_moves and completes_a_run(after, reply):
                return reply
    return moves[0]


def main() -> None:
    rules = sys.argv[1] if len(sys.argv) > 1 else "connect4"
    luck = random.Random(int(sys.argv[2]) if len(sys.argv) > 2 else None)
    pause = 0.4 if sys.stdout.isatty() else 0.0
    game = Game(rules)
    print(f"A game of {game.rules}: x begins.\n")
    while game.outcome() is None:
        side = "xo"[game.side]
        move = game.push(choose(game.position, luck))
        print(f"{len(game.moves)}. {side} plays {move}\n{game}\n")
        time.sleep(pause)
    print(f"The end: {game.outcome()}.")
    print(f"See it again with: enligne show {game.rules} {' '.join(map(str, game.moves))}")


if __name__ == "__main__":
    try:
        main()
    except ValueError as error:
        sys.exit(f"demonstration: {error}")
