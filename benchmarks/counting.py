"""How fast the core counts positions, beside a plain Python referee in the same run.

python -m benchmarks.counting
"""

from __future__ import annotations

import time

from enligne import Rules, perft
from tests.naive import NaiveGame

CASES = [  # rules, depth for the core, depth for the naive referee
    ("connect4", 10, 5),
    ("7x6:4+gravity+exact", 9, 5),
    ("12x10:5+gravity", 7, 4),
    ("gomoku", 3, 2),
    ("gomoku19", 3, 2),
    ("26x26:5", 3, 1),
]


def naive_perft(rules: Rules, moves: list[tuple[int, int]], depth: int) -> int:
    """The same count by replaying every game from its first move."""
    game = NaiveGame(rules)
    for move in moves:
        game.play(move)
    if depth == 0:
        return 1
    return sum(naive_perft(rules, [*moves, move], depth - 1) for move in game.legal_moves())


def main() -> None:
    print("| rules | depth | positions | seconds | million a second | against plain Python |")
    print("| --- | --- | --- | --- | --- | --- |")
    for text, depth, naive_depth in CASES:
        rules = Rules.of(text)
        start = time.perf_counter()
        count = perft(rules, depth)
        seconds = time.perf_counter() - start
        rate = count / seconds

        start = time.perf_counter()
        naive_count = naive_perft(rules, [], naive_depth)
        naive_rate = naive_count / (time.perf_counter() - start)
        assert naive_count == perft(rules, naive_depth)
        print(
            f"| {text} | {depth} | {count:,} | {seconds:.2f} | {rate / 1e6:.0f} |"
            f" {rate / naive_rate:,.0f} times |",
            flush=True,
        )


if __name__ == "__main__":
    main()
