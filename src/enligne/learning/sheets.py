"""Sheets to print: the fronts of a machine's boxes as cards to cut out, to build it from real
matchboxes and beads."""

from __future__ import annotations

import textwrap
from collections import defaultdict
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING

from enligne.charts.painting import pdf_pages
from enligne.charts.paper import INK, QUIET_INK, printable
from enligne.files import replace_file
from enligne.learning.cards import CARD_HEIGHT, CARD_WIDTH, FAINT, Beads, Cards, middle_of
from enligne.learning.instructions import chapters, games, mark, name_of, ordinal
from enligne.learning.page import WIDTH, Page, wrapped

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from enligne.learning.menace import Box, Menace
    from enligne.move import Side

#: The most boxes that are put on sheets: nobody builds more.
MOST_BOXES = 2000

# All lengths are in millimetres, from the lower left corner of a page.
_LEFT, _RIGHT = 10.0, 200.0
_TOP, _BOTTOM = 282.0, 12.0
_COLUMNS = 4
_STRIP = 8.0  # the height of a heading
_STRIP_FILL = "#eaf0f7"


def write_sheets(machine: Menace, path: Path | str, *, title: str, side: Side | None = None) -> int:
    """Writes a PDF of A4 pages to build a machine from: a cover that says how, then a card for
    the front of each box, by turn, with the beads that it has now.

    Args:
        machine: one of few boxes.
        path: the file to write, as a whole or not at all.
        title: on the cover and above each page.
        side: whose boxes; those of the sides that the machine plays unless given.

    Returns:
        How many pages it has.

    Raises:
        ValueError: there are more than :data:`MOST_BOXES` boxes, and the text says how many; or
            the name of the file does not end in .pdf.
        OSError: the file cannot be written; the old one is as it was.
    """
    path = Path(path)
    if path.suffix.lower() != ".pdf":
        raise ValueError(f"{str(path)!r}: the name of the sheets ends in .pdf")
    sides = list(machine.sides) if side is None else [side]
    count = sum(machine.box_count(each) for each in sides)
    if count > MOST_BOXES:
        raise ValueError(
            f"{machine.rules} has {count:,} boxes, too many to build: the most is {MOST_BOXES:,}"
        )
    title = printable(title)
    beads = Beads(machine.rules)
    boxes = [box for each in sides for box in machine.boxes(each)]
    cards = Cards(machine, beads, is_of_both=len(sides) > 1)
    pages = [_cover(machine, sides, boxes, cards, title), *_pages(boxes, cards, title)]
    for number, page in enumerate(pages[1:], 2):
        page.text(_RIGHT, 6, f"page {number} of {len(pages)}", 8, ink=QUIET_INK, anchor="end")
    replace_file(path, pdf_pages([page.canvas for page in pages], title))
    return len(pages)


def _pages(boxes: Sequence[Box], cards: Cards, title: str) -> Iterator[Page]:
    """The pages of cards: each turn begins below its heading, which each page repeats."""
    page, top = None, 0.0
    for (side, turn), group in groupby(boxes, lambda box: (box.position.side, box.turn)):
        waiting = list(group)
        heading = f"{ordinal(turn)} move of {mark(boxes[0].position.rules, side)}"
        is_begun = False
        while waiting:
            if page is None or top - _STRIP - CARD_HEIGHT < _BOTTOM:
                if page is not None:
                    yield page
                page, top = Page(), _TOP
                short = textwrap.shorten(title, 90, placeholder=" …")
                page.text(_LEFT, 287, short, 8, ink=QUIET_INK)
                page.text(_LEFT, 6, "✂  cut along the dashed lines", 8, ink=QUIET_INK)
            rows = int((top - _STRIP - _BOTTOM) // CARD_HEIGHT)
            here, waiting = waiting[: rows * _COLUMNS], waiting[rows * _COLUMNS :]
            more = " (continued)" * is_begun
            _strip(page, top, heading + more, _range([cards.number(box) for box in here]))
            top -= _STRIP
            for start in range(0, len(here), _COLUMNS):
                top -= CARD_HEIGHT
                for column, box in enumerate(here[start : start + _COLUMNS]):
                    cards.draw(page, _LEFT + column * CARD_WIDTH, top, box)
            top -= 4
            is_begun = True
    if page is not None:
        yield page


def _strip(page: Page, top: float, heading: str, remark: str) -> None:
    page.rectangle(_LEFT, top - _STRIP + 1.6, _RIGHT - _LEFT, _STRIP - 1.6, _STRIP_FILL)
    middle = top - (_STRIP - 1.6) / 2
    page.level(_LEFT + 2.2, middle, heading, 10.5, is_bold=True)
    page.level(_RIGHT - 2.2, middle, remark, 9, ink=QUIET_INK, anchor="end")


def _range(numbers: Sequence[str]) -> str:
    return f"box {numbers[0]}" if len(numbers) == 1 else f"boxes {numbers[0]} to {numbers[-1]}"


# The cover.

_MARGIN = 16.0
_TEXT_WIDTH = 112.0
_ASIDE = 138.0  # where the right column begins


def _cover(
    machine: Menace, sides: Sequence[Side], boxes: Sequence[Box], cards: Cards, title: str
) -> Page:
    page = Page()
    width = WIDTH - 2 * _MARGIN
    y = 275.0
    short = textwrap.shorten(title, 100, placeholder=" …")
    for line in wrapped(short, 24, width, is_bold=True)[:3]:
        page.text(_MARGIN, y, line, 24, is_bold=True)
        y -= 10.5
    marks = " and ".join(mark(machine.rules, side) for side in sides)
    what = f"A machine of {len(boxes):,} matchboxes that learns to play {name_of(machine.rules)}."
    y += 1.5
    for line in wrapped(f"{what} It plays {marks}.", 11, width):
        page.text(_MARGIN, y, line, 11, ink=QUIET_INK)
        y -= 5.2
    page.line((_MARGIN, y), (_MARGIN + width, y), FAINT, 0.8)
    y -= 9
    _aside(page, y, boxes, cards)
    for heading, lines in chapters(machine, boxes):
        page.text(_MARGIN, y, heading, 12.5, is_bold=True)
        y -= 6.2
        for number, text in enumerate(lines, 1):
            indent = 5.5 if len(lines) > 1 else 0.0
            if indent:
                page.text(_MARGIN, y, f"{number}.", 9.8, ink=QUIET_INK)
            for line in wrapped(text, 9.8, _TEXT_WIDTH - indent):
                page.text(_MARGIN + indent, y, line, 9.8)
                y -= 4.8
            y -= 0.8
        y -= 3.2
    origin = f"enligne · {machine.rules} · {games(machine.games)} · variant {machine.variant}"
    page.text(_MARGIN, 7, wrapped(origin, 8, width)[0], 8, ink=QUIET_INK)
    return page


def _aside(page: Page, y: float, boxes: Sequence[Box], cards: Cards) -> None:
    """The right column: which colour means which move, and how to read a card."""
    rules, beads = cards.rules, cards.beads
    page.text(_ASIDE, y, "The beads", 12.5, is_bold=True)
    unit = 54 / max(rules.width, rules.height)
    y -= 4 + unit * rules.height
    cards.surface(page, _ASIDE, y, unit)
    for cell in beads.cells:
        beads.draw(page, *middle_of(_ASIDE, y, unit, cell), 0.3 * unit, cell)
    y -= 7
    totals: dict[str, int] = defaultdict(int)
    for box in boxes:
        for bead, count in box.beads.items():
            totals[beads.code(bead)] += count
    for cell in beads.cells:
        paint, code = beads.paint(cell), beads.code(cell)
        page.circle(_ASIDE + 1.8, y, 1.8, paint.fill, INK, 0.6)
        page.level(_ASIDE + 6, y, code, 9.2, is_bold=True)
        page.level(_ASIDE + 13, y, paint.name, 9.2)
        page.level(_ASIDE + 56, y, f"{totals[code]:,} beads", 9.2, ink=QUIET_INK, anchor="end")
        y -= 5.4
    y -= 6
    page.text(_ASIDE, y, "A card", 12.5, is_bold=True)
    y -= 4 + CARD_HEIGHT
    # A box from the middle shows most of what there is to see.
    sample = max(boxes, key=lambda box: (min(box.position.ply, 4), box.total))
    cards.draw(page, _ASIDE, y, sample)
    y -= 5.5
    what = (
        "A dot is a move that has beads, a ring one without. At the right: the number of the box,"
    )
    for line in wrapped(f"{what} which move it is for, and how many beads are in it.", 8.4, 56):
        page.text(_ASIDE, y, line, 8.4, ink=QUIET_INK)
        y -= 4.1
