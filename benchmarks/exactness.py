"""The solver and the opening book beside an independent solver, BitBully, on Connect 4.

    python -m pip install --group bench
    python -m benchmarks.exactness [--positions 5000] [--entries 500]

Random positions, spread evenly over plies 8 to 41; then the scores of the seven first moves, from
nothing; then positions of the book drawn at random.
"""

from __future__ import annotations

import argparse
import random
import time

from bitbully import BitBully, Board

from enligne import Cell, Game, Position, Rules
from enligne.engines.book import shipped_book
from enligne.engines.book_builder import random_position
from enligne.engines.solver import Solver


def as_board(position: Position) -> Board:
    width, height = position.rules.width, position.rules.height
    stones = [[position[Cell(column, row)] for row in range(height)] for column in range(width)]
    return Board.from_array(
        [[0 if stone is None else stone + 1 for stone in column] for column in stones]
    )


def random_game(plies: int, source: random.Random) -> Game | None:
    game = Game("connect4")
    while len(game.moves) < plies:
        game.push(source.choice(list(game.legal_moves)))
        if game.outcome() is not None:
            return None
    return game


def check_positions(count: int, ours: Solver, theirs: BitBully) -> None:
    source = random.Random(2026)
    checked = different = 0
    start = time.perf_counter()
    while checked < count:
        game = random_game(8 + checked % 34, source)
        if game is None:
            continue
        verdict = ours.verdict(game.position)
        assert verdict is not None
        if verdict.score != theirs.mtdf(as_board(game.position)):
            different += 1
            print(f"different: {game!r}: {verdict.score}")
        checked += 1
        if checked % 500 == 0:
            print(f"{checked} checked, {time.perf_counter() - start:.0f} s", flush=True)
    print(f"{checked} positions, plies 8 to 41: {different} different")


def check_book(count: int, theirs: BitBully) -> None:
    rules = Rules.of("connect4")
    book, source = shipped_book(rules), random.Random(1)
    assert book is not None
    different = 0
    for _ in range(count):
        position = random_position(rules, source.randint(8, book.plies), source)
        different += theirs.mtdf(as_board(position)) != book.score(position)
    print(f"{count} positions of the book, plies 8 to {book.plies}: {different} different")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--positions", type=int, default=5000)
    parser.add_argument("--entries", type=int, default=500)
    options = parser.parse_args()
    ours, theirs = Solver(book="none"), BitBully(opening_book=None)
    check_positions(options.positions, ours, theirs)
    check_book(options.entries, theirs)
    ours.forget()
    first = ours.verdicts(Position("connect4"))
    assert first is not None
    print("first moves:", *(first[move] for move in sorted(first)))


if __name__ == "__main__":
    main()
