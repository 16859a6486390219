"""Scales, and canvases as SVG, PNG and PDF."""

from __future__ import annotations

import io
from itertools import pairwise
from xml.etree import ElementTree

import pytest
from matplotlib.image import imread

from enligne.charts import axes, paper
from enligne.charts.canvas import MARKERS, Canvas
from enligne.charts.painting import text_width

SVG = "{http://www.w3.org/2000/svg}"


def test_ticks_are_round_and_inside() -> None:
    for low, high in ((0, 1), (-587, 412), (0.31, 0.77), (3, 3.001), (-1e-3, 1e3)):
        for about in (1, 3, 8):
            found = axes.ticks(low, high, about)
            assert all(low - 1e-6 <= tick <= high + 1e-6 for tick in found)
            assert len(found) <= 2 * about + 2
    assert axes.ticks(0, 100, 5) == [0, 20, 40, 60, 80, 100]
    assert axes.whole_ticks(0, 3, 10) == [0, 1, 2, 3]


def test_labels_keep_apart() -> None:
    found = axes.apart([10, 11, 12, 50], 15, 0, 100)
    assert all(b - a >= 14.9 for a, b in zip(sorted(found), sorted(found)[1:], strict=False))
    assert found == sorted(found)
    assert axes.apart([], 15, 0, 100) == []


@pytest.mark.parametrize(
    "scale",
    [
        axes.linear(0, 100, 300, 20),
        axes.logarithmic(0.1, 100, 300, 20),
        axes.nearly_logarithmic(0.1, 100, 300, 20),
    ],
)
def test_scales_rise_and_stay_inside(scale: axes.Scale) -> None:
    places = [scale(value) for value in (0.1, 0.11, 1, 10, 50, 100)]
    assert all(a > b for a, b in pairwise(places))
    assert scale(100) == scale(1000) == 20
    assert max(places) <= 300


def test_a_scale_that_is_linear_around_0_has_no_gap() -> None:
    scale = axes.nearly_logarithmic(0.1, 100, 300, 20)
    assert scale(0) == pytest.approx(300)
    assert scale(0.1 - 1e-9) == pytest.approx(scale(0.1))


def drawn() -> Canvas:
    canvas = Canvas(200, 100, {"curve": {"stroke": "#0000ff", "fill": "none", "stroke_width": 4}})
    canvas.bar("", 0, 0, 200, 100, rx=0, fill="#ffffff")
    canvas.path("curve", [(20, 50), (180, 50)])
    canvas.bar("", 20, 70, 40, 20, fill="#ff0000")
    canvas.marker("square", 120, 80, 20, fill="#00ff00")
    return canvas


def test_kinds_have_their_looks() -> None:
    found = ElementTree.fromstring(drawn().svg_file("A chart", "of a line").encode())
    line = found.find(f"{SVG}path[@class='curve']")
    assert line.attrib["stroke"] == "#0000ff"
    assert line.attrib["d"] == "M20 50L180 50"
    assert found.findtext(f"{SVG}title") == "A chart"
    # In a page the style sheet says it.
    bare = Canvas(10, 10)
    bare.path("curve", [(1, 1), (2, 2)])
    assert "stroke" not in bare.svg("A chart", "of a line")


def test_a_painting_shows_what_the_svg_says() -> None:
    content = paper.content(drawn(), ".png", "A chart", "")
    picture = imread(io.BytesIO(content), format="png")
    scale = picture.shape[1] / 200
    assert picture.shape[0] / 100 == pytest.approx(scale, rel=0.02)

    def colour(x: float, y: float) -> tuple[int, ...]:
        return tuple(round(float(part)) for part in picture[int(y * scale), int(x * scale)][:3])

    assert colour(100, 50) == (0, 0, 1)
    assert colour(100, 40) == (1, 1, 1)
    assert colour(40, 80) == (1, 0, 0)
    assert colour(120, 80) == (0, 1, 0)
    assert colour(5, 5) == (1, 1, 1)


@pytest.mark.parametrize("suffix", paper.SUFFIXES)
def test_hostile_texts_stay_text_in_every_format(suffix: str) -> None:
    evil = "</text><script>alert(1)</script> & \"'\x00\ud800 $x^2$"
    canvas, _ = paper.titled(evil, 300, 100)
    canvas.text(10, 90, paper.printable(evil), hint=paper.printable(evil))
    content = paper.content(canvas, suffix, evil, evil)
    assert content == paper.content(canvas, suffix, evil, evil)
    if suffix == ".svg":
        found = ElementTree.fromstring(content)
        assert found.find(f".//{SVG}script") is None
        assert paper.printable(evil) in [element.text for element in found.iter(f"{SVG}text")]


def test_markers_are_round_their_place() -> None:
    for name in MARKERS:
        canvas = Canvas(100, 100)
        canvas.marker(name, 50, 50, 10)
        (shape,) = canvas.shapes
        for x, y in shape.points:
            assert max(abs(x - 50), abs(y - 50)) <= 7.5


def test_widths_are_those_of_the_painter() -> None:
    assert text_width("iiii", 12) < text_width("mmmm", 12) < text_width("mmmm", 12, is_bold=True)
    assert text_width("mmmm", 24) == pytest.approx(2 * text_width("mmmm", 12), rel=0.01)
