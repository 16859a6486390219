"""How to build a machine from matchboxes and play with it, in words for a class."""

from __future__ import annotations

from typing import TYPE_CHECKING

from enligne.move import FIRST, Side

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from enligne.learning.menace import Box, Menace
    from enligne.learning.variant import Variant
    from enligne.rules import Rules


def chapters(machine: Menace, boxes: Sequence[Box]) -> Iterator[tuple[str, list[str]]]:
    """What the cover says, heading by heading."""
    rules, variant = machine.rules, machine.variant
    turns = max(box.turn for box in boxes)
    yield "The game", [_game(rules)]
    build = [
        f"Get {len(boxes):,} matchboxes, and beads of the colours at the right.",
        "Print at full size. Cut out the cards. Glue each one on a matchbox of 53 × 36 mm.",
    ]
    if machine.games:
        build += [
            f"Put the beads in each box that its card lists, as after {games(machine.games)}.",
            f"Or begin with a machine that knows nothing: {_filling(rules, variant, turns)}",
        ]
    else:
        build.append(
            f"Put the beads in each box that its card lists: {_filling(rules, variant, turns)}"
        )
    yield "Build it", build
    yield "Play", list(_playing(rules, variant))
    yield "After the game", list(_learning(variant))


def _game(rules: Rules) -> str:
    first, second = mark(rules, Side.FIRST), mark(rules, Side.SECOND)
    if rules.gravity:
        turn = "A turn is to drop a disc into a column: it falls to the lowest empty cell."
    else:
        turn = "A turn is to put your mark in an empty cell."
    exactly = "exactly " * rules.exact
    return (
        f"Two sides, {first} and {second}, play in turn on a board of {rules.width} columns and"
        f" {rules.height} rows; {first} begins. {turn} The side that gets {exactly}{rules.run}"
        " in a row wins: across, up or diagonal. A full board without a winner is a draw."
    )


def _filling(rules: Rules, variant: Variant, turns: int) -> str:
    """How the boxes of n turns are filled at the start."""
    counts = variant.beads[:turns]
    if len(counts) == 1:
        text = f"for each dot or ring {beads(counts[0])}"
    else:
        listed = (f"{count:,} at the {ordinal(n)} move" for n, count in enumerate(counts, 1))
        later = " and later" * (len(counts) < turns)
        text = f"for each dot or ring this many beads: {', '.join(listed)}{later}"
    if variant.per == "move" or not variant.symmetry:
        return f"{text}."
    example = "A corner that is like the 3 others stands for 4 cells, and gets 4 times as many."
    if rules.gravity:
        example = "A column that is like another one stands for 2 cells, and gets double."
    return f"{text}. Put in that many for every cell that it stands for. {example}"


def _playing(rules: Rules, variant: Variant) -> Iterator[str]:
    find = "It is the machine’s move: find the box with the same board on its front."
    if variant.symmetry:
        turn = "mirrored" if rules.gravity else "turned or mirrored"
        find += f" The board may be {turn}: that is the same box."
    yield find
    where = "column" if rules.gravity else "cell"
    yield (
        "Shake the box. Take out one bead without looking. Its colour says in which"
        f" {where} the machine plays. Keep the bead in front of the open box."
    )
    yield "No box fits? Then only one move is left, or all are alike: the machine plays that."
    if variant.empty == "refill":
        yield "The box is empty? Fill it again as for a new machine, then take a bead."
    else:
        yield "The box is empty? Then the machine resigns: it has lost."


def _learning(variant: Variant) -> Iterator[str]:
    """How the machine is rewarded and punished."""
    cells = " for every cell that it stands for" * (variant.per == "cell" and variant.symmetry)
    for ending, reward in (("The machine won", variant.win), ("Nobody won", variant.draw)):
        more = f", and add {beads(reward)} of its colour to that box" * (reward > 0)
        yield f"{ending}: put each bead back in its box{more}."
    yield f"The machine lost: {_punishment(variant, cells)}"
    if variant.cap and (variant.win or variant.draw):
        yield f"No box ever has more than {beads(variant.cap)} of a colour{cells}."
    yield "Close the boxes and play again: the machine learns from every game."


def _punishment(variant: Variant, cells: str) -> str:
    if variant.loss == 0:
        return "put each bead back in its box."
    more = f", and {variant.loss - 1:,} more of its colour from that box" * (variant.loss > 1)
    if variant.blame == "last":
        text = f"take away the bead that was drawn last{more}. Put the others back."
    else:
        text = f"take away every bead that was drawn{more}."
        if variant.empty == "charge":
            text += " If it resigned, take away only the one drawn last, and put the others back."
    if variant.floor:
        text += f" But leave in the box at least {beads(variant.floor)} of the colour{cells}."
    return text


def ordinal(number: int) -> str:
    """1st, 2nd, 3rd, 4th …"""
    ending = {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{'th' if 10 <= number % 100 <= 20 else ending}"


def beads(count: int) -> str:
    return "1 bead" if count == 1 else f"{count:,} beads"


def games(count: int) -> str:
    return "1 game" if count == 1 else f"{count:,} games"


def mark(rules: Rules, side: Side) -> str:
    """What a side's stones are called."""
    if rules.gravity:
        return "red" if side is FIRST else "yellow"
    return "x" if side is FIRST else "o"


def name_of(rules: Rules) -> str:
    if str(rules) == "tictactoe":
        return "tic-tac-toe"
    falling = " with falling discs" * rules.gravity
    return f"{rules.run} in a row on {rules.width}×{rules.height}{falling}"
