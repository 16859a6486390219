"""Pictures: what is drawn, where, and that every eye can tell it apart."""

import importlib.util
import re
from collections.abc import Iterable
from pathlib import Path
from types import ModuleType
from typing import Any
from xml.etree import ElementTree

import pytest

from enligne import FIRST, SECOND, Cell, DrawingError, Game, Position, Side, svg

ROOT = Path(__file__).parent.parent.parent
SVG = "{http://www.w3.org/2000/svg}"
THEMES: tuple[svg.ThemeName, ...] = ("light", "dark")

GAMES = {
    "tictactoe": Game("tictactoe", "b2 a1 c3 a3"),
    "connect4": Game("connect4", "44455554221"),
    "gomoku": Game("gomoku", "a1 o1 h8 o15 a15"),
    "26x26:5": Game("26x26:5", "a1 z26 z1 a26 n14"),
    "4x10:4": Game("4x10:4", "a1 d10 a10"),
    "26x3:3": Game("26x3:3", "a1 z3 m2"),
    "10x4:4+gravity": Game("10x4:4+gravity", "a a j j j"),
}
WON = {
    "tictactoe": Game("tictactoe", "a1 a2 b2 b1 c3"),
    "connect4": Game("connect4", "4455667"),
    "gomoku": Game("gomoku", "a1 a9 b2 b9 c3 c9 d4 e9 e5"),
}


def parsed(picture: str) -> ElementTree.Element:
    return ElementTree.fromstring(picture)


def drawn(picture: str, kind: str) -> list[ElementTree.Element]:
    """The elements that carry a class."""
    return [element for element in parsed(picture).iter() if kind in classes(element)]


def classes(element: ElementTree.Element) -> list[str]:
    return element.get("class", "").split()


def cells(elements: Iterable[ElementTree.Element]) -> list[str]:
    return [element.attrib["data-cell"] for element in elements]


def place(element: ElementTree.Element) -> tuple[float, float]:
    match = re.fullmatch(r"translate\((\S+) (\S+)\)", element.attrib["transform"])
    assert match is not None
    return float(match[1]), float(match[2])


def written(element: ElementTree.Element) -> str:
    return "".join(element.itertext())


# Stones.


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("rules", GAMES)
def test_stones_of_each_side_are_drawn_on_their_cells(rules: str, theme: svg.ThemeName) -> None:
    position = GAMES[rules].position
    stones = drawn(svg.board(position, theme=theme), "stone")
    for side in (FIRST, SECOND):
        own = [stone for stone in stones if str(side) in classes(stone)]
        assert sorted(cells(own)) == sorted(map(str, position.stones(side)))
    assert len(stones) == position.ply


@pytest.mark.parametrize("rules", GAMES)
def test_column_a_is_at_the_left_and_row_1_at_the_bottom(rules: str) -> None:
    position = GAMES[rules].position
    picture = svg.board(position, coordinates=False)
    _, _, width, height = map(float, parsed(picture).attrib["viewBox"].split())
    # Without coordinates the board is in the middle of the picture; a cell is 100 wide.
    left = (width - 100 * position.rules.width) / 2
    bottom = (height + 100 * position.rules.height) / 2
    assert left > 0
    assert bottom < height
    shifted = drawn(svg.board(position), "stone")
    shifts = set()
    for stone, other in zip(drawn(picture, "stone"), shifted, strict=True):
        x, y = place(stone)
        column = ord(stone.attrib["data-cell"][0]) - ord("a")
        row = int(stone.attrib["data-cell"][1:]) - 1
        assert (x, y) == (left + 100 * column + 50, bottom - 100 * row - 50)
        shifts.add((place(other)[0] - x, place(other)[1] - y))
    # Coordinates move all stones by the same.
    assert len(shifts) == 1


def test_sides_differ_in_more_than_colour() -> None:
    for game in GAMES.values():
        stones = drawn(svg.board(game.position), "stone")
        shapes = {
            side: {
                tuple(
                    (part.tag, part.get("r"), part.get("d"))
                    for part in stone
                    if part.get("stroke") or part.get("fill")
                )
                for stone in stones
                if str(side) in classes(stone)
            }
            for side in Side
        }
        assert len(shapes[FIRST]) == len(shapes[SECOND]) == 1
        assert shapes[FIRST] != shapes[SECOND]


@pytest.mark.parametrize(
    ("rules", "style"),
    [
        ("tictactoe", "grid"),
        ("6x6:4", "grid"),
        ("connect4", "holes"),
        ("4x4:3+gravity", "holes"),
        ("gomoku", "lines"),
        ("6x6:5", "lines"),
        ("26x3:3", "lines"),
    ],
)
def test_the_rules_choose_the_style(rules: str, style: str) -> None:
    assert style in classes(parsed(svg.board(Position(rules))))


@pytest.mark.parametrize(
    ("rules", "stars"),
    [
        ("gomoku", {"d4", "d12", "l4", "l12", "h8"}),
        ("gomoku19", {f"{column}{row}" for column in "djp" for row in (4, 10, 16)}),
        ("gomoku20", set()),
        ("15x14:5", set()),
    ],
)
def test_star_points_are_where_they_are_customary(rules: str, stars: set[str]) -> None:
    assert set(cells(drawn(svg.board(Position(rules)), "star"))) == stars


# Decorations.


def test_nothing_is_decorated_unless_asked() -> None:
    for game in GAMES.values():
        picture = svg.board(game.position)
        for kind in ("last", "mark", "number", "arrow", "winning", "winning-run"):
            assert drawn(picture, kind) == []


@pytest.mark.parametrize("rules", GAMES)
def test_the_last_move_is_marked_on_its_cell(rules: str) -> None:
    game = GAMES[rules]
    picture = svg.board(game.position, last=game.peek())
    [last] = drawn(picture, "last")
    [stone] = [s for s in drawn(picture, "stone") if cells([s]) == [str(game.peek())]]
    assert cells([last]) == [str(game.peek())]
    assert place(last) == place(stone)


@pytest.mark.parametrize(
    ("rules", "ends"),
    [("tictactoe", ("a1", "c3")), ("connect4", ("d1", "g1")), ("gomoku", ("a1", "e5"))],
)
def test_a_winning_run_is_shown(rules: str, ends: tuple[str, str]) -> None:
    position = WON[rules].position
    picture = svg.board(position)
    assert cells(drawn(picture, "winning")) == list(map(str, position.winning_cells))
    [run] = drawn(picture, "winning-run")
    assert {run.attrib["data-from"], run.attrib["data-to"]} == set(ends)
    plain = svg.board(position, winning=False)
    assert drawn(plain, "winning") == drawn(plain, "winning-run") == []


@pytest.mark.parametrize(
    ("rules", "first", "runs"),
    [
        # Two runs that share a cell, one of them longer than it need be.
        ("6x6:4", "a1 b2 c3 d4 d1 d2 d3 e5", {("a1", "e5"), ("d1", "d4")}),
        # The longer one is none where runs must be exact.
        ("7x7:3+exact", "a1 b1 c1 d1 a2 a3", {("a1", "a3")}),
        ("6x6:4", "a6 b5 c4 d3", {("a6", "d3")}),
    ],
)
def test_every_winning_run_has_its_line(rules: str, first: str, runs: set[tuple[str, str]]) -> None:
    own = [Cell(ord(name[0]) - ord("a"), int(name[1:]) - 1) for name in first.split()]
    others = [Cell(5, 1), Cell(5, 3), Cell(5, 5), Cell(0, 4), Cell(2, 4), Cell(4, 0), Cell(4, 2)]
    position = Position.from_stones(rules, own, others[: len(own) - 1])
    lines = drawn(svg.board(position), "winning-run")
    assert {(line.attrib["data-from"], line.attrib["data-to"]) for line in lines} == runs


@pytest.mark.parametrize("rules", GAMES)
def test_marks_are_written_on_their_cells(rules: str) -> None:
    position = GAMES[rules].position
    marks: dict[Cell | str, str] = {"a1": "+12", Cell(1, 2): "circle"}
    picture = svg.board(position, marks=marks)
    text, shape = drawn(picture, "mark")
    assert cells([text, shape]) == ["a1", "b3"]
    assert written(text) == "+12"
    assert written(shape) == ""
    assert len(list(shape.iter())) > 1
    [stone] = [s for s in drawn(picture, "stone") if cells([s]) == ["a1"]]
    assert place(text) == place(stone)


@pytest.mark.parametrize("name", ["circle", "cross", "square", "triangle", "dot"])
def test_named_marks_are_shapes_of_their_own(name: str) -> None:
    [mark] = drawn(svg.board(Position("connect4"), marks={"d1": name}), "mark")
    [other] = drawn(svg.board(Position("connect4"), marks={"d1": "text"}), "mark")
    assert [part.tag for part in mark] != [f"{SVG}text"]
    assert [part.tag for part in other] == [f"{SVG}text"]


@pytest.mark.parametrize("rules", GAMES)
def test_numbers_count_the_moves(rules: str) -> None:
    game = GAMES[rules]
    numbers = drawn(svg.board(game.position, numbers=game.moves), "number")
    assert [(cell, written(n)) for cell, n in zip(cells(numbers), numbers, strict=True)] == [
        (str(move), str(count)) for count, move in enumerate(game.moves, 1)
    ]
    [one] = drawn(svg.board(game.position, numbers={game.peek(): 217}), "number")
    assert (cells([one]), written(one)) == ([str(game.peek())], "217")


@pytest.mark.parametrize("rules", ["connect4", "gomoku"])
def test_three_digits_fit_on_a_stone(rules: str) -> None:
    game = GAMES[rules]
    picture = svg.board(game.position, numbers={game.peek(): 676})
    text = next(drawn(picture, "number")[0].iter(f"{SVG}text"))
    body = next(drawn(picture, "stone")[0].iter(f"{SVG}circle"))
    assert 3 * 0.7 * float(text.attrib["font-size"]) < 1.5 * float(body.attrib["r"])


def test_a_mark_takes_the_place_of_a_number() -> None:
    game = GAMES["connect4"]
    picture = svg.board(game.position, numbers=game.moves, marks={"d1": "A"})
    assert "d1" not in cells(drawn(picture, "number"))
    assert cells(drawn(picture, "mark")) == ["d1"]


@pytest.mark.parametrize(("marks", "short"), [({}, 12), ({"c3": "A"}, 34)])
def test_an_arrow_ends_short_of_the_centre(marks: dict[str, str], short: int) -> None:
    game = GAMES["gomoku"]
    picture = svg.board(game.position, arrows=[("a1", "c3"), (Cell(0, 0), "a3")], marks=marks)
    slanted, upright = drawn(picture, "arrow")
    assert (slanted.attrib["data-from"], slanted.attrib["data-to"]) == ("a1", "c3")
    assert (upright.attrib["data-from"], upright.attrib["data-to"]) == ("a1", "a3")
    [stone] = [s for s in drawn(picture, "stone") if cells([s]) == ["a1"]]
    x, y = place(stone)
    points = [tuple(map(float, pair.split(","))) for pair in slanted.attrib["points"].split()]
    tip = max(points, key=lambda point: point[0] - point[1])
    reach = short / 2**0.5
    assert tip == pytest.approx((x + 200 - reach, y - 200 + reach), abs=0.01)


def test_coordinates_stand_beside_their_columns_and_rows() -> None:
    picture = svg.board(GAMES["connect4"].position)
    [group] = drawn(picture, "coordinates")
    texts = {written(text): text.attrib for text in group}
    assert list(texts) == [*"abcdefg", *"123456"]
    [stone] = [s for s in drawn(picture, "stone") if cells([s]) == ["d2"]]
    x, y = place(stone)
    assert float(texts["d"]["x"]) == x
    assert abs(float(texts["2"]["y"]) - y) < 15
    assert float(texts["2"]["x"]) < x
    assert float(texts["d"]["y"]) > y
    assert drawn(svg.board(GAMES["connect4"].position, coordinates=False), "coordinates") == []


# The picture as a whole.


@pytest.mark.parametrize("rules", GAMES)
def test_the_size_keeps_the_shape(rules: str) -> None:
    position = GAMES[rules].position
    for size in (None, 300):
        root = parsed(svg.board(position, size=size))
        _, _, width, height = map(float, root.attrib["viewBox"].split())
        drawn_width, drawn_height = int(root.attrib["width"]), int(root.attrib["height"])
        assert drawn_width == size or (size is None and 150 < drawn_width < 900)
        assert drawn_height == pytest.approx(drawn_width * height / width, abs=0.5)


@pytest.mark.parametrize(
    ("game", "name", "description"),
    [
        (GAMES["connect4"], "Connect 4", "Connect 4, 11 stones, second side to move"),
        (Game("tictactoe", "b2"), "Tic-tac-toe", "Tic-tac-toe, 1 stone, second side to move"),
        (WON["gomoku"], "Gomoku", "Gomoku, 9 stones, first side has won"),
        (
            Game("tictactoe", "a1 b2 c3 a3 c1 c2 a2 b1 b3"),
            "Tic-tac-toe",
            "Tic-tac-toe, 9 stones, drawn",
        ),
        (
            Game("9x7:5+gravity+exact"),
            "exactly 5 in a row on 9x7 with gravity",
            "exactly 5 in a row on 9x7 with gravity, 0 stones, first side to move",
        ),
    ],
)
def test_the_picture_says_what_it_shows(game: Game, name: str, description: str) -> None:
    root = parsed(svg.board(game.position))
    assert root.attrib["role"] == "img"
    assert root.findtext(f"{SVG}title") == name
    assert root.findtext(f"{SVG}desc") == description


def test_the_last_move_is_said_too() -> None:
    root = parsed(svg.board(GAMES["connect4"].position, last=Cell(0, 0)))
    assert (root.findtext(f"{SVG}desc") or "").endswith(", last move a1")


def test_pictures_in_one_page_cannot_disturb_each_other() -> None:
    game = WON["gomoku"]
    picture = svg.board(game.position, last=game.peek(), numbers=game.moves, arrows=[("o1", "o9")])
    assert all("id" not in element.attrib for element in parsed(picture).iter())
    assert {f"{SVG}style", f"{SVG}script"}.isdisjoint(e.tag for e in parsed(picture).iter())
    assert "url(" not in picture
    assert "href" not in picture


def test_the_same_is_drawn_the_same() -> None:
    game = WON["connect4"]
    again = Game("connect4", "4455667")
    assert svg.board(game.position, last=game.peek()) == svg.board(again.position, last="g1")
    assert svg.board(game.position, theme="dark") != svg.board(game.position)


def test_notebooks_show_it() -> None:
    for game in (*GAMES.values(), *WON.values()):
        assert game.position._repr_svg_() == svg.board(game.position)
        assert game._repr_svg_() == svg.board(game.position, last=game.peek())
    assert Game("connect4")._repr_svg_() == svg.board(Position("connect4"))


# Contrasts, by the Web Content Accessibility Guidelines.


def contrast(one: str, other: str) -> float:
    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def luminance(colour: str) -> float:
    assert re.fullmatch("#[0-9a-f]{6}", colour)
    channels = [int(colour[start : start + 2], 16) / 255 for start in (1, 3, 5)]
    red, green, blue = (
        channel / 12.92 if channel <= 0.04045 else ((channel + 0.055) / 1.055) ** 2.4
        for channel in channels
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize("theme", svg.THEMES.values(), ids=list(svg.THEMES))
def test_coordinates_are_readable(theme: svg.Theme) -> None:
    assert contrast(theme.ink, theme.background) >= 4.5


@pytest.mark.parametrize("style", svg.Style)
@pytest.mark.parametrize("theme", svg.THEMES.values(), ids=list(svg.THEMES))
def test_stones_and_texts_stand_out(theme: svg.Theme, style: svg.Style) -> None:
    look = theme.surfaces[style]
    assert contrast(look.first.fill, look.second.fill) >= 3
    assert contrast(look.ink, look.empty) >= 4.5
    for side in Side:
        paint = look.paint(side)
        # Where the fill is near to the empty cell's, the rim makes the outline.
        assert max(contrast(colour, look.empty) for colour in (paint.fill, paint.rim)) >= 3
        on = look.empty if style is svg.Style.GRID else paint.fill
        assert contrast(paint.ink, on) >= 4.5


def test_the_themes_are_what_is_drawn() -> None:
    for theme in THEMES:
        picture = svg.board(GAMES["connect4"].position, theme=theme)
        look = svg.THEMES[theme].surfaces[svg.Style.HOLES]
        for side in Side:
            bodies = [stone[0].get("fill") for stone in drawn(picture, str(side))]
            assert set(bodies) == {look.paint(side).fill}
        [background] = drawn(picture, "background")
        [coordinates] = drawn(picture, "coordinates")
        assert background.get("fill") == svg.THEMES[theme].background
        assert coordinates.get("fill") == svg.THEMES[theme].ink


# Bad arguments.


@pytest.mark.parametrize("rules", ["tictactoe", "connect4", "gomoku"])
@pytest.mark.parametrize(
    "text", ["<script>alert(1)</script>", "\"' onload='x", "]]>&amp;", "</text></g>", "<!--"]
)
def test_hostile_marks_stay_text(rules: str, text: str) -> None:
    position = GAMES[rules].position
    picture = svg.board(position, marks={"a1": text, "c1": text})
    marks = drawn(picture, "mark")
    assert [written(mark) for mark in marks] == [text, text]
    plain = svg.board(position, marks={"a1": "x", "c1": "x"})
    assert [e.tag for e in parsed(picture).iter()] == [e.tag for e in parsed(plain).iter()]


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        ({"theme": "blue"}, "'blue' is not a theme; themes are light and dark"),
        ({"size": 0}, "size 0 is not a number of pixels"),
        ({"size": True}, "size True is not a number of pixels"),
        ({"size": 1.5}, "size 1.5 is not a number of pixels"),
        ({"last": Cell(7, 0)}, "last move: h1 is outside the board of connect4"),
        ({"last": Cell(6, 0)}, "last move: g1 has no stone"),
        ({"marks": {"z9": "x"}}, "mark: z9 is outside the board"),
        ({"marks": {Cell(0, 6): "x"}}, "mark: a7 is outside the board of connect4"),
        ({"marks": {"d": "x"}}, "mark: 'd' is not a cell"),
        ({"marks": {"d1": " "}}, "mark: the text on d1 is empty"),
        ({"marks": {"d1": "a\x00"}}, r"mark: 'a\\x00' on d1 has '\\x00', which XML cannot hold"),
        ({"marks": {"d1": "\ud800"}}, "which XML cannot hold"),
        ({"marks": {"d1": "x", Cell(3, 0): "y"}}, "mark: d1 has two of them"),
        ({"numbers": [Cell(6, 0)]}, "number: g1 has no stone"),
        ({"numbers": {Cell(7, 7): 1}}, "number: h8 is outside the board of connect4"),
        ({"numbers": [Cell(3, 0), Cell(3, 0)]}, "number: d1 has two of them"),
        ({"arrows": [("a1", "h1")]}, "arrow: h1 is outside the board"),
        ({"arrows": [("a1", Cell(0, 0))]}, "arrow: it leads from a1 to a1"),
    ],
)
def test_what_cannot_be_drawn_is_refused(arguments: dict[str, Any], reason: str) -> None:
    with pytest.raises(DrawingError, match=reason) as refusal:
        svg.board(GAMES["connect4"].position, **arguments)
    assert isinstance(refusal.value, ValueError)


# The pictures of the docs.


@pytest.fixture(scope="module")
def script() -> ModuleType:
    spec = importlib.util.spec_from_file_location("pictures", ROOT / "docs" / "pictures.py")
    assert spec is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_pictures_of_the_docs_are_what_the_script_draws(script: ModuleType) -> None:
    kept = {
        file.name: file.read_text(encoding="utf-8")
        for file in (ROOT / "docs" / "pictures").glob("*.svg")
    }
    pictures: dict[str, str] = script.pictures()
    assert kept.keys() == pictures.keys()
    stale = [name for name, picture in pictures.items() if kept[name] != picture + "\n"]
    assert stale == [], "run python docs/pictures.py"
    for picture in pictures.values():
        assert parsed(picture).attrib["role"] == "img"
