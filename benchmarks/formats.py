"""Parsers of game files on damaged files, and random games with variations through every format.

    python -m benchmarks.formats --files 100000 --games 1000

Prints for each format how many damaged files were read without anything but named errors, and how
many games came back as the format can hold them. The first that is not stops it, with its seed.
"""

from __future__ import annotations

import argparse
import random
import time
from typing import TYPE_CHECKING

from enligne.formats import FORMATS, Format
from tests.formats.damage import Damage, assert_is_read
from tests.formats.test_round_trips import assert_comes_back

if TYPE_CHECKING:
    from enligne.record import Variation


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--files", type=int, default=100_000, help="damaged files a format")
    parser.add_argument("--games", type=int, default=1_000, help="round trips a format")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--formats", nargs="*", default=list(FORMATS), choices=list(FORMATS))
    options = parser.parse_args()
    for name in options.formats:
        form = FORMATS[name]
        print(f"{name:<9} {damaged(form, options.files, options.seed)}", flush=True)
        print(f"{name:<9} {round_trips(form, options.games, options.seed)}", flush=True)


def damaged(form: Format, files: int, seed: int) -> str:
    begun = time.perf_counter()
    damage = Damage(form, seed)
    games = errors = refused = 0
    for _ in range(files):
        content = damage.file()
        try:
            found, flaws = assert_is_read(content, form)
        except BaseException:
            print(f"{form.name}: {content!r}")
            raise
        games += found
        errors += flaws
        refused += found == 0
    seconds = time.perf_counter() - begun
    return (
        f"{files} damaged files: {games} games read, {errors} errors named,"
        f" {refused} files without a game ({seconds:.0f} s)"
    )


def round_trips(form: Format, games: int, seed: int) -> str:
    begun = time.perf_counter()
    source = random.Random(seed)
    variations = sum(_variations(assert_comes_back(form, source)) for _ in range(games))
    seconds = time.perf_counter() - begun
    return f"{games} games with {variations} variations came back ({seconds:.0f} s)"


def _variations(line: Variation) -> int:
    inner = [each for others in line.variations.values() for each in others]
    return len(inner) + sum(map(_variations, inner))


if __name__ == "__main__":
    main()
