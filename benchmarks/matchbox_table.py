"""What matchbox machines learn at tic-tac-toe: every variant against every sparring partner with
both sides, beside the figures known before; then how soon the variant her can never lose.

    python -m benchmarks.matchbox_table [--games 20000] [--groups 20]

Losses are exact probabilities in percent, medians of 16 machines. How far such a median varies is
seen from further groups of 16. A known figure is the median of one more group: by chance alone it
falls outside the range of 20 groups once in ten times.
"""

from __future__ import annotations

import argparse
import functools
import statistics
from dataclasses import dataclass
from typing import TYPE_CHECKING

from enligne import Position
from enligne.learning import Curve, Menace, train

if TYPE_CHECKING:
    from enligne.learning.menace import SideName

SEEDS = 16  # in a group
VARIANTS = ("michie", "scroggs", "report", "her")
PARTNERS = ("random", "perfect", "mix:0.5", "self", "coach")
SIDES: tuple[SideName, ...] = ("first", "second")

#: The known medians against perfect play and in the worst case, as they are written. Where they do
#: not name a side it is the first.
KNOWN = {
    ("michie", "perfect", "first"): ("100", "100"),
    ("scroggs", "perfect", "first"): ("0.0", "74.5"),
    ("scroggs", "random", "first"): ("30", "52"),
    ("scroggs", "mix:0.5", "first"): ("0.6", "6.5"),
    ("scroggs", "self", "first"): ("3.9", "41"),
    ("scroggs", "self", "second"): ("19", "72"),
    ("report", "self", "first"): ("14", "37"),
    ("report", "self", "second"): ("66", "89"),
    ("report", "mix:0.5", "first"): ("30", "52"),
    ("her", "random", "first"): ("0", "0.0"),
}


@dataclass(frozen=True)
class Group:
    """Sixteen machines after their games: losses in percent, and whose first box is empty."""

    perfect: list[float]
    worst: list[float]
    dead: int


def first_positions(side: SideName) -> list[Position]:
    """Where a side draws its first bead, up to symmetry."""
    empty = Position("tictactoe")
    return [empty] if side == "first" else [empty.play(move) for move in ("a1", "b1", "b2")]


def train_group(variant: str, partner: str, side: SideName, number: int, games: int) -> Group:
    perfect, worst, dead = [], [], 0
    for seed in range(SEEDS * number, SEEDS * (number + 1)):
        machine = Menace("tictactoe", variant=variant, side=side, seed=seed)
        curve = train(machine, partner, games, every=games)
        perfect.append(100 * curve.perfect[-1])
        worst.append(100 * curve.worst_case[-1])
        dead += any(machine.box(position).total == 0 for position in first_positions(side))
    return Group(perfect, worst, dead)


def is_within(known: str, values: list[float]) -> bool:
    """Whether a figure may stand for a number in the range of these: it is rounded."""
    half_unit = 0.5 * 10.0 ** -len(known.partition(".")[2])
    return min(values) - half_unit <= float(known) <= max(values) + half_unit


def beside(values: list[float], known: str | None) -> str:
    """A median, the range of those of the further groups, and the known figure."""
    first, *further = values
    text = f"{first:.1f} ({min(further):.1f} to {max(further):.1f})"
    if known is None:
        return f"{text} | "
    return f"{text} | {known}: {'inside' if is_within(known, further) else 'OUTSIDE'}"


def print_table(games: int, further: int) -> dict[tuple[str, str, str], list[Group]]:
    print("| variant, partner, side | perfect | known | worst | known | first box empty |")
    print("| --- | --- | --- | --- | --- | --- |")
    table: dict[tuple[str, str, str], list[Group]] = {}
    for variant in VARIANTS:
        for partner in PARTNERS:
            for side in SIDES:
                groups = [
                    train_group(variant, partner, side, number, games)
                    for number in range(1 + further)
                ]
                table[variant, partner, side] = groups
                perfect, worst = KNOWN.get((variant, partner, side), (None, None))
                dead = [group.dead for group in groups]
                print(
                    f"| {variant}, {partner}, {side} |"
                    f" {beside([statistics.median(group.perfect) for group in groups], perfect)} |"
                    f" {beside([statistics.median(group.worst) for group in groups], worst)} |"
                    f" {dead[0]} of {SEEDS} ({min(dead[1:])} to {max(dead[1:])}) |",
                    flush=True,
                )
    return table


def print_remarks(table: dict[tuple[str, str, str], list[Group]], further: int) -> None:
    """What else is known of some machines: of how many of the 16, and what was before."""
    dead = [float(group.dead) for group in table["michie", "perfect", "first"]]
    print(f"- michie, perfect: first box dead, known 11 of 16: {beside(dead, '11')}")
    small = [
        float(sum(loss <= 0.1 for loss in group.worst)) for group in table["her", "random", "first"]
    ]
    print(f"- her, random: worst case at most 0.1 %, known 13 of 16: {beside(small, '13')}")
    early = [
        statistics.median(train_group("report", "mix:0.5", "first", number, 5000).perfect)
        for number in range(1 + further)
    ]
    late = [statistics.median(group.perfect) for group in table["report", "mix:0.5", "first"]]
    worse = sum(a < b for a, b in zip(early, late, strict=True))
    print(
        f"- report, mix:0.5: against perfect play after 5,000 games"
        f" {early[0]:.1f} ({min(early[1:]):.1f} to {max(early[1:]):.1f}), known to be less than"
        f" after 20,000: so it is in {worse} of {len(late)} groups"
    )


def games_until_safe(machine: Menace, partner: str, every: int, most: int) -> int | None:
    """After how many games the worst case is exactly no loss; None if not within that many."""
    curve = Curve()
    while machine.games < most:
        curve.extend(train(machine, partner, min(10_000, most - machine.games), every=every))
        if (games := curve.never_loses_from) is not None:
            return games
    return None


@functools.cache
def is_lost(position: Position) -> bool:
    """Whether the side to move loses if the other plays well."""
    if (outcome := position.outcome()) is not None:
        return outcome.winner is not None
    return all(is_won(position.play(move)) for move in position.legal_moves)


def is_won(position: Position) -> bool:
    return position.outcome() is None and any(
        is_lost(position.play(move)) for move in position.legal_moves
    )


def losing_beads(machine: Menace) -> int:
    """How many beads a new machine has that lose: each loss takes one of them."""
    return sum(
        count
        for box in machine.boxes()
        for move, count in box.beads.items()
        if is_won(box.position.play(move))
    )


def print_until_safe(variant: str, partner: str, side: SideName, every: int) -> None:
    most = 1_000_000
    games, losses = [], []
    for seed in range(20):
        machine = Menace("tictactoe", variant=variant, side=side, seed=seed)
        found = games_until_safe(machine, partner, every, most)
        games.append(most + 1 if found is None else found)
        losses.append(machine.results.losses)
    reached = sum(each <= most for each in games)
    bound = losing_beads(Menace("tictactoe", variant=variant, side=side))
    print(
        f"| {variant}, {partner}, {side} | {reached} of {len(games)} | {min(games):,} |"
        f" {statistics.median(games):,.0f} | {max(games):,} |"
        f" {sum(each <= 40_000 for each in games)} | {max(losses)} | {bound} |",
        flush=True,
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=20_000)
    parser.add_argument("--groups", type=int, default=20, help="further groups of machines")
    options = parser.parse_args()
    print(
        f"{options.games:,} games, medians of {SEEDS} machines; in brackets the least and the"
        f" largest of {options.groups} further medians\n"
    )
    table = print_table(options.games, options.groups)
    print("\nand\n")
    print_remarks(table, options.groups)
    print(
        "\ngames until her can never lose, 20 machines, looked at after every game with a coach and"
        " every 100 with random play; known: with a coach 1,225 as first, 965 and 1,015 as second;"
        " with random play 10 to 40 thousand; losses at most 432 as first, 636 as second\n"
    )
    print(
        "| variant, partner, side | safe | least | median | most | by 40,000 |"
        " most losses | beads that lose |"
    )
    print("| --- | --- | --- | --- | --- | --- | --- | --- |")
    for variant in ("her", "her:per=move"):
        for partner, every in (("coach", 1), ("random", 100)):
            for side in SIDES:
                print_until_safe(variant, partner, side, every)


if __name__ == "__main__":
    main()
