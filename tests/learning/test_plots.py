"""Pictures of curves: formats, the same bytes, what they say, and files that stay whole."""

import itertools
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

import matplotlib as mpl
import pytest

from enligne.charts.paper import SUFFIXES, Line
from enligne.learning import Curve, Menace, plots, sheets
from enligne.learning.curve import quartiles
from tests.programs import python

SVG = "{http://www.w3.org/2000/svg}"
STARTS = {".svg": b"<?xml", ".png": b"\x89PNG\r\n", ".pdf": b"%PDF-"}

# A machine that never loses from game 200, one that hardly ever loses, and one that learns little.
SAFE = Curve([0, 100, 200, 300], [0.9, 0.4, 0, 0], [0.7, 0.1, 0, 0], [0.3, 0.1, 0, 0])
RARE = Curve([0, 100, 200, 300], [0.9, 0.1, 0.01, 0.002], [0.7, 0.1, 0, 0], [0.3, 0, 0, 0.00002])
SLOW = Curve([0, 100, 200, 300], [1, 0.99999, 0.9, 0.8], [0.7, 0.6, 0.6, 0.6], [0.3] * 4)


def draw_curve(path: Path, title: str = "A machine") -> None:
    plots.plot_curve(SAFE, path, title=title)


def draw_comparison(path: Path, title: str = "Machines") -> None:
    plots.plot_comparison({"her, coach": [SAFE, RARE], "her, self": [SLOW]}, path, title=title)


def draw_sheets(path: Path) -> None:
    sheets.write_sheets(Menace("3x3:3+gravity"), path, title="MENACE")


both = pytest.mark.parametrize("draw", [draw_curve, draw_comparison])


def texts(path: Path) -> list[ElementTree.Element]:
    return list(ElementTree.parse(path).getroot().iter(f"{SVG}text"))


def written(path: Path) -> list[str]:
    return [(element.text or "").strip() for element in texts(path)]


# Files.


@both
@pytest.mark.parametrize("suffix", [*SUFFIXES, ".SVG"])
def test_the_suffix_is_the_format(
    tmp_path: Path, draw: Callable[[Path], None], suffix: str
) -> None:
    path = tmp_path / f"curve{suffix}"
    draw(path)
    assert path.read_bytes().startswith(STARTS[suffix.lower()])
    assert list(tmp_path.iterdir()) == [path]


@both
@pytest.mark.parametrize("name", ["curve.jpg", "curve", ".svg"])
def test_another_suffix_is_refused(tmp_path: Path, draw: Callable[[Path], None], name: str) -> None:
    with pytest.raises(ValueError, match=r"ends in \.svg, \.png or \.pdf"):
        draw(tmp_path / name)
    assert list(tmp_path.iterdir()) == []


def test_a_path_may_be_a_text(tmp_path: Path) -> None:
    plots.plot_curve(SAFE, str(tmp_path / "curve.svg"), title="A machine")
    assert (tmp_path / "curve.svg").exists()


@both
@pytest.mark.parametrize("suffix", SUFFIXES)
def test_the_same_curve_gives_the_same_bytes(
    tmp_path: Path, draw: Callable[[Path], None], suffix: str
) -> None:
    draw(tmp_path / f"one{suffix}")
    # Whatever the user has set, in a matplotlibrc or here.
    with mpl.rc_context({"lines.linewidth": 9, "font.size": 30, "axes.grid": True}):
        draw(tmp_path / f"two{suffix}")
    one, two = (tmp_path / f"{name}{suffix}" for name in ("one", "two"))
    assert one.read_bytes() == two.read_bytes()


@both
def test_the_settings_of_matplotlib_are_left_alone(
    tmp_path: Path, draw: Callable[[Path], None]
) -> None:
    with mpl.rc_context({"lines.linewidth": 9, "svg.fonttype": "path"}):
        before = dict(mpl.rcParams)
        draw(tmp_path / "curve.svg")
        assert dict(mpl.rcParams) == before


@pytest.mark.parametrize("draw", [draw_curve, draw_comparison, draw_sheets])
def test_a_failing_write_leaves_the_old_file(
    tmp_path: Path, draw: Callable[[Path], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "curve.pdf"
    path.write_text("old")

    def full(*_: object) -> None:
        raise OSError("no space left")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(OSError, match="no space left"):
        draw(path)
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


@both
def test_what_cannot_be_written_says_so(tmp_path: Path, draw: Callable[[Path], None]) -> None:
    with pytest.raises(FileNotFoundError):
        draw(tmp_path / "nowhere" / "curve.svg")
    (tmp_path / "folder.svg").mkdir()
    with pytest.raises(OSError, match="folder"):
        draw(tmp_path / "folder.svg")
    assert [path.name for path in tmp_path.iterdir()] == ["folder.svg"]


def test_matplotlib_is_imported_when_it_is_needed_and_pyplot_never(tmp_path: Path) -> None:
    code = f"""
import sys
from enligne.learning import Curve, plots, sheets
assert "matplotlib" not in sys.modules and "numpy" not in sys.modules
plots.plot_curve(Curve([0], [1], [1], [1]), {str(tmp_path / "curve.svg")!r}, title="")
assert "matplotlib" not in sys.modules and "numpy" not in sys.modules
plots.plot_curve(Curve([0], [1], [1], [1]), {str(tmp_path / "curve.png")!r}, title="")
assert "matplotlib.pyplot" not in sys.modules
"""
    assert python("-c", code) == (0, "", "")


# What they say.


def test_a_curve_names_its_lines_and_their_ends(tmp_path: Path) -> None:
    draw_curve(tmp_path / "curve.svg")
    found = written(tmp_path / "curve.svg")
    for text in (
        "A machine",
        "games",
        "loses (%)",
        "worst case: 0%",
        "perfect: 0%",
        "random: 0%",
        "never loses from game 200",
        *("0", "20", "40", "60", "80", "100"),
    ):
        assert text in found
    content = (tmp_path / "curve.svg").read_text()
    assert "After 300 games the machine loses 0% against worst case" in content
    assert "it never loses from game 200." in content


def test_names_of_lines_that_end_together_do_not_overlap(tmp_path: Path) -> None:
    draw_curve(tmp_path / "curve.svg")
    heights = sorted(
        float(element.attrib["y"])
        for element in texts(tmp_path / "curve.svg")
        if (element.text or "").startswith(("worst case", "perfect", "random"))
    )
    assert len(heights) == 3
    assert all(lower - upper > 25 for upper, lower in itertools.pairwise(heights))


def test_only_what_is_exactly_0_or_100_is_written_so(tmp_path: Path) -> None:
    plots.plot_curve(RARE, tmp_path / "rare.svg", title="")
    found = written(tmp_path / "rare.svg")
    assert {"worst case: 0.20%", "perfect: 0%", "random: <0.01%"} <= set(found)
    assert not any("never loses" in text for text in found)
    # Below 2% a logarithmic scale shows it.
    assert {"0", "0.1", "0.5", "2", "100"} <= set(found)
    nearly = Curve([0], [1], [0.99999], [0.5])
    plots.plot_curve(nearly, tmp_path / "nearly.svg", title="")
    assert {"worst case: 100%", "perfect: >99.99%", "random: 50.0%"} <= set(
        written(tmp_path / "nearly.svg")
    )


def test_a_comparison_has_a_panel_for_each_opponent_and_one_legend(tmp_path: Path) -> None:
    path = tmp_path / "curves.svg"
    plots.plot_comparison(
        {"her, coach": [SAFE], "three": [SAFE, SAFE, SLOW], "her, self": [SLOW, SLOW]},
        path,
        title="Machines",
    )
    found = written(path)
    for text in ("Machines", "worst case", "perfect", "random", "loses (%)"):
        assert found.count(text) == 1
    assert found.count("games") == 3
    assert "her, coach: never loses from game 200" in found
    assert "three: 2 of 3 never lose, most from game 200" in found
    assert "her, self (2 machines)" in found


def test_hostile_texts_stay_text(tmp_path: Path) -> None:
    path = tmp_path / "curves.svg"
    title = "<b>&\x00 $x^2$ \ud800\nline"
    plots.plot_comparison({"_a $y$ <i>": [SLOW]}, path, title=title)
    found = written(path)
    assert "<b>& $x^2$ line" in found
    assert "_a $y$ <i>" in found


def test_many_labels_all_look_different() -> None:
    assert len({Line.of(number) for number in range(100)}) == 100


# The median and the quartiles.


def test_quartiles_are_over_the_curves() -> None:
    group = [Curve([0, 10], [x, 0], [0, x], [x, x]) for x in (0.1, 0.2, 0.4, 0.5, 0.9)]
    lower, median, upper = quartiles(group)
    assert lower.games == median.games == upper.games == [0, 10]
    assert (lower.worst_case, median.worst_case, upper.worst_case) == ([0.2, 0], [0.4, 0], [0.5, 0])
    assert median.perfect == [0, 0.4]
    assert median.random == [0.4, 0.4]


def test_one_curve_is_its_own_median() -> None:
    assert quartiles([RARE]) == (RARE, RARE, RARE)


def test_curves_of_other_games_are_interpolated() -> None:
    one = Curve([0, 10, 20], [1, 0.5, 0], [0, 0, 0], [0, 0, 0])
    other = Curve([5, 15, 30], [1, 0, 0], [0, 0, 0], [0, 0, 0])
    _, median, _ = quartiles([one, other])
    assert median.games == [0, 5, 10, 15, 20, 30]
    # Alone at first, then halfway between both, and alone again.
    assert median.worst_case == pytest.approx([1, 0.875, 0.5, 0.125, 0, 0])
    assert median.never_loses_from == 20


# What cannot be drawn.


def test_nothing_to_draw_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "curve.svg"
    with pytest.raises(ValueError, match="no points"):
        plots.plot_curve(Curve(), path, title="")
    with pytest.raises(ValueError, match="no curves"):
        plots.plot_comparison({}, path, title="")
    with pytest.raises(ValueError, match="'her' has no curves"):
        plots.plot_comparison({"she": [SAFE], "her": []}, path, title="")
    with pytest.raises(ValueError, match="'her' has no curves, or one without points"):
        plots.plot_comparison({"her": [SAFE, Curve()]}, path, title="")
    assert list(tmp_path.iterdir()) == []
