"""Sheets to print: every box on its card, the words of the cover, and a file that stays whole."""

from __future__ import annotations

import itertools
import re
from pathlib import Path

import pytest

from enligne import FIRST, SECOND, Side
from enligne.charts.canvas import Canvas, Shape
from enligne.charts.painting import UNITS_PER_INCH
from enligne.learning import Menace, Variant, sheets, train
from enligne.learning.cards import PAINTS
from enligne.learning.page import HEIGHT, POINT

SMALL = "3x3:3+gravity"


def page_count(path: Path) -> int:
    return len(re.findall(rb"/Type /Page\b(?!s)", path.read_bytes()))


@pytest.fixture
def pages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Pages:
    return Pages(tmp_path, monkeypatch)


class Pages:
    """Looks at pages before they become a PDF, whose texts are hard to read."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self._path = folder / "seen.pdf"
        self._seen: list[list[Shape]] = []

        def seen(pages: list[Canvas], _: str) -> bytes:
            self._seen = [[each for each in page.shapes if each.text] for page in pages]
            return b""

        monkeypatch.setattr(sheets, "pdf_pages", seen)

    def of(self, machine: Menace, *, title: str = "A machine", side: Side | None = None) -> Pages:
        sheets.write_sheets(machine, self._path, title=title, side=side)
        return self

    @property
    def texts(self) -> list[list[str]]:
        """Of each page."""
        return [[shape.text for shape in page] for page in self._seen]

    @property
    def cover(self) -> str:
        return " ".join(self.texts[0])

    @property
    def numbers(self) -> list[str]:
        """Those of the boxes, which no other text is as large as."""
        size = 13 * POINT
        return [
            shape.text
            for page in self._seen[1:]
            for shape in page
            if shape.values["font_size"] == size
        ]

    @property
    def lowest(self) -> float:
        """Where the words of the cover end, above its last line, in millimetres."""
        heights = [float(str(shape.values["y"])) for shape in self._seen[0]]
        return HEIGHT - sorted(heights)[-2] / UNITS_PER_INCH * 25.4


# The file.


def test_the_same_machine_gives_the_same_bytes(tmp_path: Path) -> None:
    one, two = tmp_path / "one.pdf", tmp_path / "two.pdf"
    count = sheets.write_sheets(Menace(SMALL), one, title="MENACE")
    assert sheets.write_sheets(Menace(SMALL), str(two), title="MENACE") == count == page_count(one)
    assert one.read_bytes() == two.read_bytes()
    assert one.read_bytes().startswith(b"%PDF-")
    assert sorted(tmp_path.iterdir()) == [one, two]


def test_too_many_boxes_are_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"4x3:3 has 10,661 boxes, too many.* 2,000"):
        sheets.write_sheets(Menace("4x3:3"), tmp_path / "sheets.pdf", title="")
    # Each side has few enough, both together have not.
    both = Menace("4x3:3+gravity", side="random")
    with pytest.raises(ValueError, match="2,068 boxes"):
        sheets.write_sheets(both, tmp_path / "sheets.pdf", title="")
    assert list(tmp_path.iterdir()) == []


def test_another_suffix_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"ends in \.pdf"):
        sheets.write_sheets(Menace(SMALL), tmp_path / "sheets.png", title="")


# The cards.


@pytest.mark.parametrize("side", [FIRST, SECOND])
def test_every_box_has_its_card_in_order(pages: Pages, side: Side) -> None:
    machine = Menace("tictactoe")
    pages.of(machine, side=side)
    assert pages.numbers == [str(number) for number in range(1, machine.box_count(side) + 1)]


def test_cards_of_both_sides_say_which(pages: Pages) -> None:
    machine = Menace(SMALL, side="random")
    pages.of(machine)
    of_first = [f"r{number}" for number in range(1, machine.box_count(FIRST) + 1)]
    of_second = [f"y{number}" for number in range(1, machine.box_count(SECOND) + 1)]
    assert pages.numbers == of_first + of_second


def test_a_card_lists_the_beads_of_its_box(pages: Pages) -> None:
    machine = Menace("tictactoe", variant="scroggs")
    train(machine, "random", 50)
    box = next(machine.boxes())
    texts = pages.of(machine).texts[1]
    start = texts.index("1")
    expected = itertools.chain.from_iterable(
        (str(bead), str(count)) for bead, count in box.beads.items()
    )
    assert texts[start : start + 8] == ["1", "1st move", *expected]


def test_pages_have_headings_and_numbers(pages: Pages) -> None:
    texts = pages.of(Menace("tictactoe"), title="For class 4b").texts
    assert {"1st move of x", "2nd move of x", "3rd move of x"} <= set(texts[1])
    assert "boxes 2 to 13" in texts[1]
    assert len(texts) == 13
    assert "3rd move of x (continued)" in texts[2]
    for number, page in enumerate(texts[1:], 2):
        assert f"page {number} of {len(texts)}" in page
        assert "For class 4b" in page


@pytest.mark.parametrize(("empty", "word"), [("resign", "resigns"), ("refill", "refill")])
def test_empty_boxes_say_what_they_do(pages: Pages, empty: str, word: str) -> None:
    machine = Menace("tictactoe", variant=Variant(empty=empty))
    box = next(machine.boxes())
    machine._core.set_boxes([(box.position.text, [0] * len(box.beads))])
    texts = pages.of(machine).texts[1]
    start = texts.index("1")
    assert texts[start : start + 4] == ["1", "1st move", "empty:", word]


def test_large_counts_stay_narrow(pages: Pages) -> None:
    machine = Menace(SMALL, variant=Variant(beads=(999, 9999, 12_345, 999_999)))
    texts = set(itertools.chain.from_iterable(pages.of(machine).texts[1:]))
    assert {"999", "9999", "12k", "999k"} <= texts


# The cover.


def test_the_cover_says_what_the_machine_is(pages: Pages) -> None:
    machine = Menace("tictactoe", variant="michie")
    cover = pages.of(machine, title="For class 4b").cover
    assert "For class 4b" in cover
    assert "304 matchboxes" in cover
    assert "learns to play tic-tac-toe. It plays x." in cover
    assert "3 in a row" in cover
    assert "4 at the 1st move, 3 at the 2nd move, 2 at the 3rd move, 1 at the 4th move." in cover
    assert "variant michie" in cover
    for row in "123":
        assert all(f"{column}{row}" in pages.texts[0] for column in "abc")


def test_after_training_the_cover_says_how_to_begin_anew(pages: Pages) -> None:
    machine = Menace("tictactoe", variant="her", seed=1)
    assert "knows nothing" not in pages.of(machine).cover
    train(machine, "coach", 1500)
    cover = pages.of(machine).cover
    assert "as after 1,500 games" in cover
    assert "a machine that knows nothing: for each dot or ring 1 bead." in cover


def test_the_cover_counts_the_beads_of_each_colour(pages: Pages) -> None:
    machine = Menace(SMALL, variant="scroggs")
    texts = pages.of(machine).texts[0]
    total = sum(box.total for box in machine.boxes())
    found = [re.fullmatch(r"([\d,]+) beads", text) for text in texts]
    counts = [int(match[1].replace(",", "")) for match in found if match]
    # With gravity a colour for each column.
    assert len(counts) == 3
    assert sum(counts) == total


@pytest.mark.parametrize(
    ("variant", "words"),
    [
        (
            Variant(win=3, draw=1),
            [
                "The machine won: put each bead back in its box, and add 3 beads of its colour",
                "Nobody won: put each bead back in its box, and add 1 bead of its colour",
                "The machine lost: take away every bead that was drawn.",
            ],
        ),
        (
            Variant(blame="last"),
            [
                "The machine won: put each bead back in its box.",
                "take away the bead that was drawn last. Put the others back.",
            ],
        ),
        (Variant(loss=0), ["The machine lost: put each bead back in its box."]),
        (Variant(loss=3), ["take away every bead that was drawn, and 2 more of its colour"]),
        (Variant(empty="charge"), ["If it resigned, take away only the one drawn last"]),
        (Variant(empty="resign"), ["The box is empty? Then the machine resigns"]),
        (Variant(empty="refill"), ["The box is empty? Fill it again as for a new machine"]),
        (
            Variant(per="cell", floor=1, cap=100, win=1),
            [
                "But leave in the box at least 1 bead of the colour for every cell",
                "No box ever has more than 100 beads of a colour for every cell",
                "A corner that is like the 3 others stands for 4 cells",
            ],
        ),
        (Variant(beads=(5, 2)), ["5 at the 1st move, 2 at the 2nd move and later."]),
    ],
)
def test_the_cover_says_how_to_reward_and_punish(
    pages: Pages, variant: Variant, words: list[str]
) -> None:
    cover = pages.of(Menace("tictactoe", variant=variant)).cover
    for text in words:
        assert text in cover


def test_the_longest_cover_fits_on_its_page(pages: Pages) -> None:
    variant = Variant(
        beads=(100_000,) * 32,
        per="cell",
        win=1_000_000,
        draw=1_000_000,
        loss=1_000_000,
        empty="charge",
        floor=100_000,
        cap=1_000_000,
    )
    machine = Menace("tictactoe", variant=variant, side="random")
    train(machine, "random", 1000)
    assert pages.of(machine, title="word " * 100).lowest > 12
    assert len([text for text in pages.texts[0] if "word" in text]) <= 3


def test_a_title_without_spaces_is_broken(pages: Pages) -> None:
    lines = [text for text in pages.of(Menace(SMALL), title="w" * 64).texts[0] if "www" in text]
    assert len(lines) == 3
    assert "".join(lines) == "w" * 64


# Eyes.

# What people see who lack one kind of cone: Machado, Oliveira and Fernandes 2009.
SIGHTS = {
    "all cones": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "no red": ((0.152, 1.053, -0.205), (0.115, 0.786, 0.099), (-0.004, -0.048, 1.052)),
    "no green": ((0.367, 0.861, -0.228), (0.280, 0.673, 0.047), (-0.012, 0.043, 0.969)),
    "no blue": ((1.256, -0.077, -0.179), (-0.078, 0.931, 0.148), (0.005, 0.691, 0.304)),
}


@pytest.mark.parametrize("sight", SIGHTS)
def test_bead_colours_differ_for_every_eye(sight: str) -> None:
    seen = {paint.name: seen_colour(paint.fill, SIGHTS[sight]) for paint in PAINTS}
    assert len(seen) == 9
    for one, other in itertools.combinations(seen, 2):
        distance = sum((a - b) ** 2 for a, b in zip(seen[one], seen[other], strict=True)) ** 0.5
        # Twenty of the units of which one is the least that can be seen.
        assert distance > 20, (one, other)


def seen_colour(colour: str, sight: tuple[tuple[float, ...], ...]) -> tuple[float, float, float]:
    """A colour as it is seen, in the space CIELAB, where distance is difference."""
    light = [_linear(int(colour[index : index + 2], 16) / 255) for index in (1, 3, 5)]
    red, green, blue = (
        min(1.0, max(0.0, sum(a * b for a, b in zip(row, light, strict=True)))) for row in sight
    )
    x = _root((0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.9505)
    y = _root(0.2126 * red + 0.7152 * green + 0.0722 * blue)
    z = _root((0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.089)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def _linear(value: float) -> float:
    return float(value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4)


def _root(value: float) -> float:
    return float(value ** (1 / 3) if value > 0.008856 else 7.787 * value + 16 / 116)
