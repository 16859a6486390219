"""Each level against the one below, in the arena: the table of docs/levels.md.

    python -m benchmarks.levels [RULES ...] [--games 200] [--levels 2 3 ...] [--processes N]

Games begin on the empty board, with sides exchanged after each: the levels differ from game to game
by themselves.
"""

from __future__ import annotations

import argparse

from enligne import arena

RULES = ("tictactoe", "connect4", "gomoku", "gomoku19")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("rules", nargs="*", default=RULES, metavar="RULES")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--levels", type=int, nargs="*", default=range(2, 11))
    parser.add_argument("--processes", type=int, default=None)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    print("| rules | level | against | won | drawn | lost | score | s a move |")
    print("| --- | --- | --- | --- | --- | --- | --- | --- |")
    for rules in options.rules:
        for level in options.levels:
            match = arena.play(
                f"level:{level}",
                f"level:{level - 1}",
                rules=rules,
                games=options.games,
                openings="none",
                seed=options.seed,
                processes=options.processes,
            )
            wins, draws, losses = match.record
            score = match.estimate.score
            spent = seconds_a_move(match, 0)
            print(
                f"| {rules} | {level} | {level - 1} | {wins} | {draws} | {losses} "
                f"| {score:.1%} | {spent:.3f} |",
                flush=True,
            )


def seconds_a_move(match: arena.Match, player: int) -> float:
    seconds, moves = 0.0, 0
    for game in match.results.games:
        side = 0 if game.pairing.first == player else 1
        seconds += game.seconds[side]
        moves += game.moves[side]
    return seconds / moves


if __name__ == "__main__":
    main()
