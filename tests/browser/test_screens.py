"""Small screens, large boards, the dark, and people whom motion disturbs."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from tests.browser.axe import violations

if TYPE_CHECKING:
    from playwright.sync_api import Locator

    from tests.browser.conftest import Visit
    from tests.browser.person import Person

#: Below this a finger does not hit what it aims at.
SMALLEST = 22
#: From here on it does so surely.
SURE = 40


def phone(width: int, height: int) -> dict[str, Any]:
    return {
        "viewport": {"width": width, "height": height},
        "is_mobile": True,
        "has_touch": True,
        "device_scale_factor": 2,
    }


@pytest.fixture(params=[(360, 740), (320, 568)], ids=["360", "320"])
def person(visit: Visit, request: pytest.FixtureRequest) -> Person:
    """Somebody with a phone."""
    return visit(**phone(*request.param))


def check_width(person: Person) -> None:
    """The page scrolls up and down only, and nothing but the board sticks out of it."""
    beyond, outside = person.page.evaluate(
        """() => {
          const page = document.scrollingElement;
          const outside = [...document.querySelectorAll("main *, header *")].filter((each) => {
            const { left, right, width } = each.getBoundingClientRect();
            return width && (left < -1 || right > page.clientWidth + 1)
              && !each.closest("svg, [data-cell], .hidden") && !each.querySelector("[data-cell]");
          });
          return [page.scrollWidth - page.clientWidth,
            outside.map((each) => each.outerHTML.slice(0, 120))];
        }"""
    )
    assert beyond == 0, f"{beyond} pixels too wide: {outside}"
    assert not outside, outside


def tap(cell: Locator, smallest: int = SMALLEST) -> None:
    cell.scroll_into_view_if_needed()
    box = cell.bounding_box()
    assert box is not None
    assert min(box["width"], box["height"]) >= smallest
    cell.tap()


def tap_to_play(person: Person, cell: Locator, smallest: int = SMALLEST) -> None:
    """Plays with a finger: where it may miss, by a second tap."""
    before = len(person.moves)
    tap(cell, smallest)
    box = cell.bounding_box()
    assert box is not None
    if box["width"] < SURE:
        expect(person.button("board.play", cell=cell.get_attribute("data-cell"))).to_be_visible()
        person.expect_ply(before)
        cell.tap()


def test_the_tab_of_an_exhibit_is_in_sight(person: Person) -> None:
    for exhibit in ("search", "compare", "matchboxes"):
        person.open(f"/lab/{exhibit}")
        tab = person.page.get_by_role("link", name=person.text(f"lab.exhibit.{exhibit}"))
        expect(tab).to_have_attribute("aria-current", "page")
        expect(tab).to_be_in_viewport(ratio=0.95)
        assert person.page.evaluate("scrollY") == 0


def test_home_and_setup_on_a_phone(person: Person) -> None:
    person.open()
    expect(person.heading("home.title")).to_be_visible()
    check_width(person)
    for game in ("tictactoe", "connect4", "gomoku", "own"):
        panel = person.choose_game(game)
        expect(person.button("setup.play")).to_be_visible()
        check_width(person)
    panel.get_by_text(person.text("setup.advanced"), exact=True).click()
    panel.get_by_role("combobox", name=person.text("analysis.engine")).select_option("alphabeta")
    person.show_more(panel)
    panel.get_by_role("radio", name=person.text("setup.clock.own")).check()
    check_width(person)


def test_games_on_a_phone(person: Person) -> None:
    for game in ("tictactoe", "connect4", "gomoku"):
        person.begin(game, level=1)
        expect(person.heading("turn.yours")).to_be_visible()
        check_width(person)
        tap_to_play(person, person.cells.first)
        person.expect_ply(2)
        check_width(person)
    person.page.get_by_text(person.text("texts.title"), exact=True).click()
    check_width(person)
    expect(person.button("action.resign")).to_have_count(0)
    person.button("action.more").click()
    check_width(person)
    person.button("action.resign").click()
    dialog = person.page.get_by_role("dialog")
    dialog.get_by_role("button", name=person.text("action.resign"), exact=True).click()
    expect(person.result).to_be_visible()
    check_width(person)


def test_the_whole_board_of_small_games_is_on_the_screen(person: Person) -> None:
    for game in ("tictactoe", "connect4"):
        person.begin(game, "here")
        for cell in (person.cells.first, person.cells.last):
            expect(cell).to_be_in_viewport(ratio=0.95)


def test_the_largest_board_on_a_phone(person: Person) -> None:
    panel = person.choose_game("own")
    for name in ("own.width", "own.height"):
        panel.get_by_role("slider", name=person.text(name)).fill("26")
    panel.get_by_role("slider", name=person.text("own.run")).fill("5")
    expect(panel.get_by_role("figure")).to_contain_text("26 × 26")
    panel.get_by_role("radio", name=person.text("setup.opponent.here")).check()
    check_width(person)
    person.start()
    expect(person.cells).to_have_count(676)
    for ply, cell in enumerate(("a1", "z26", "m13", "z1"), 1):
        tap_to_play(person, person.cell(cell))
        person.expect_ply(ply)
        assert person.moves[-1] == cell
        check_width(person)


def test_analysis_on_a_phone(person: Person) -> None:
    person.open("/analysis?rules=tictactoe&moves=a1,b1,b2,c3,a2,a3,c2&review=1&at=2")
    expect(person.sees("analysis.review.exact")).to_be_visible()
    check_width(person)
    person.open("/analysis?rules=gomoku&moves=h8,h9")
    expect(person.region("analysis.lines")).to_be_visible()
    check_width(person)
    tap_to_play(person, person.cell("o15"))
    person.expect_ply(3)
    person.radio("analysis.mode.editor").check()
    expect(person.region("analysis.mode.editor")).to_be_visible()
    check_width(person)


def test_the_opponents_stand_in_one_row(visit: Visit) -> None:
    person = visit(viewport={"width": 1280, "height": 800})
    for game in ("tictactoe", "connect4"):
        group = person.choose_game(game).get_by_role("group", name=person.text("setup.opponent"))
        expect(group.get_by_role("radio").first).to_be_visible()
        boxes = [each.bounding_box() for each in group.get_by_role("radio").all()]
        assert len({box["y"] for box in boxes if box}) == 1


# The second is a screen of 1280x800 at 200 %.
@pytest.mark.parametrize(("width", "height"), [(740, 360), (640, 400)])
def test_a_phone_on_its_side(visit: Visit, width: int, height: int) -> None:
    person = visit(**phone(width, height))
    for game in ("tictactoe", "connect4", "gomoku"):
        person.begin(game, level=1)
        check_width(person)
        assert person.page.evaluate("scrollY") == 0
        for cell in (person.cells.first, person.cells.last):
            expect(cell).to_be_in_viewport(ratio=1)
        tap_to_play(person, person.cell("b1"), smallest=17)
        person.expect_ply(2)


def test_analysis_and_puzzles_on_a_phone_on_its_side(visit: Visit) -> None:
    person = visit(**phone(740, 360))
    for path in (
        *("/analysis?rules=connect4&moves=d1", "/analysis?rules=gomoku&moves=h8"),
        "/puzzles",
    ):
        person.open(path)
        for cell in (person.cells.first, person.cells.last):
            expect(cell).to_be_in_viewport(ratio=1)
        check_width(person)
    person.open("/")
    expect(person.button("quick.play")).to_be_in_viewport(ratio=1)
    check_width(person)


def test_settings_are_behind_a_button_on_a_phone(visit: Visit) -> None:
    person = visit(**phone(360, 740))
    person.begin("connect4", "here")
    place = person.cell("a1").bounding_box()
    sound = person.page.get_by_role("button", name=person.text("header.sound"))
    expect(sound).to_be_hidden()
    person.button("header.settings").click()
    sound.click()
    expect(sound).to_have_attribute("aria-pressed", "false")
    assert violations(person.page) == []
    assert person.cell("a1").bounding_box() == place
    person.page.keyboard.press("Escape")
    expect(sound).to_be_hidden()


def test_on_the_analysis_board_a_finger_taps_twice(visit: Visit) -> None:
    person = visit(**phone(360, 740))
    person.open("/analysis?rules=gomoku")
    tap_to_play(person, person.cell("h8"))
    person.expect_moves("h8")
    # Where cells are large enough, once.
    person.open("/analysis?rules=tictactoe")
    person.cell("b2").tap()
    person.expect_moves("b2")


def test_in_puzzles_a_finger_taps_twice(visit: Visit) -> None:
    person = visit(**phone(360, 740))
    person.open("/puzzles?mode=train&rules=gomoku")
    free = person.page.locator('[data-cell][aria-label$="empty"]').first
    free.tap()
    confirm = person.button("board.play", cell=free.get_attribute("data-cell"))
    expect(confirm).to_be_visible()
    note = person.page.locator(".note")
    expect(note).to_have_count(0)
    confirm.tap()
    expect(note).to_be_visible()


def test_a_finger_aims_with_a_loupe_and_taps_twice(visit: Visit) -> None:
    person = visit(**phone(360, 740))
    person.begin("gomoku", "here")
    # The moves have names: they stand at the board.
    for name in ("a", "o", "1", "15"):
        expect(
            person.page.locator("svg .coordinates").get_by_text(name, exact=True)
        ).to_be_visible()
    touch = person.context.new_cdp_session(person.page)

    def finger(kind: str, cell: str = "") -> None:
        points = []
        if cell:
            box = person.cell(cell).bounding_box()
            assert box is not None
            x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
            points = [{"x": x, "y": y}]
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    loupe = person.page.locator(".loupe")
    finger("touchStart", "c3")
    expect(loupe).to_contain_text("c3")
    finger("touchMove", "h9")
    expect(loupe).to_contain_text("h9")
    finger("touchEnd")
    expect(loupe).to_have_count(0)
    person.expect_ply(0)
    # Another cell is another choice; the same one again is a move.
    person.cell("h8").tap()
    expect(person.button("board.play", cell="h8")).to_be_visible()
    person.expect_ply(0)
    person.cell("h8").tap()
    person.expect_moves("h8")
    person.cell("i9").tap()
    person.button("board.play", cell="i9").tap()
    person.expect_moves("h8", "i9")


def test_the_board_stays_in_place_while_somebody_watches(visit: Visit) -> None:
    anna, ben, carol = visit(**phone(360, 740)), visit(), visit()
    anna.begin("connect4", "friend")
    ben.page.goto(anna.page.url)
    expect(anna.heading("turn.yours")).to_be_visible()
    carol.page.goto(anna.page.url)
    expect(anna.sees("game.spectators", count=1)).to_be_visible()
    places = []
    for ply, (person, cell) in enumerate(((anna, "d1"), (ben, "d2"), (anna, "d3")), 1):
        person.play(cell)
        anna.expect_ply(ply)
        turn = "turn.yours" if ply % 2 == 0 else "turn.friend"
        expect(anna.heading(turn)).to_be_visible()
        box = anna.cell("a1").bounding_box()
        assert box is not None
        places.append(box["y"])
    assert len(set(places)) == 1, places


def test_a_large_screen_shows_board_and_moves_at_once(visit: Visit) -> None:
    person = visit(viewport={"width": 1280, "height": 800})
    for game in ("tictactoe", "connect4", "gomoku"):
        person.begin(game, level=1)
        for cell in (person.cells.first, person.cells.last):
            expect(cell).to_be_in_viewport(ratio=0.95)
        expect(person.region("moves.title")).to_be_in_viewport(ratio=0.95)


def lightness(person: Person) -> float:
    """How light the background is, from 0 to 1."""
    colour: list[int] = person.page.evaluate(
        """() => {
          const pixel = document.createElement("canvas").getContext("2d");
          for (const element of [document.body, document.documentElement]) {
            const colour = getComputedStyle(element).backgroundColor;
            if (colour === "rgba(0, 0, 0, 0)") continue;
            pixel.fillStyle = colour;
            pixel.fillRect(0, 0, 1, 1);
            return [...pixel.getImageData(0, 0, 1, 1).data].slice(0, 3);
          }
          return [255, 255, 255];
        }"""
    )
    return sum(colour) / 3 / 255


def test_the_dark_is_followed_and_can_be_chosen(visit: Visit) -> None:
    person = visit(color_scheme="dark")
    person.open()
    expect(person.heading("home.title")).to_be_visible()
    assert lightness(person) < 0.25
    person.page.emulate_media(color_scheme="light")
    assert lightness(person) > 0.75
    switch = person.page.get_by_role("button", name=re.compile("^Colours"))
    switch.click()
    expect(person.button("header.theme.light")).to_be_visible()
    switch.click()
    expect(person.button("header.theme.dark")).to_be_visible()
    assert lightness(person) < 0.25
    person.page.reload()
    expect(person.heading("home.title")).to_be_visible()
    assert lightness(person) < 0.25


# Whatever moves: what scripts animate, with its longest duration.
_COUNT = """
window.moved = 0;
const animate = Element.prototype.animate;
Element.prototype.animate = function (frames, options) {
  const duration = typeof options === "number" ? options : Number(options?.duration ?? 0);
  window.moved = Math.max(window.moved, duration);
  return animate.call(this, frames, options);
};
"""


@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
def test_nothing_moves_for_people_whom_it_disturbs(visit: Visit, motion: str) -> None:
    person = visit(reduced_motion=motion)
    person.context.add_init_script(_COUNT)
    person.begin("connect4", level=1)
    person.page.evaluate("window.moved = 0")
    person.play("d1")
    person.expect_ply(2)
    person.button("action.hint").click()
    expect(person.page.get_by_text("Hint: ").last).to_be_visible()
    moved = person.page.evaluate("window.moved")
    running = person.page.evaluate(
        """document.getAnimations().filter((each) => each.playState === "running"
            && each.effect.getComputedTiming().activeDuration > 100).length"""
    )
    if motion == "reduce":
        assert moved == 0
        assert running == 0
    else:
        assert moved > 100


def test_sound_and_coordinates_have_switches_that_are_kept(visit: Visit) -> None:
    person = visit()
    person.begin("tictactoe", level=1)
    sound = person.page.get_by_role("button", name=person.text("header.sound"))
    coordinates = person.page.get_by_role(
        "button", name=re.compile(person.text("header.coordinates"))
    )
    letters = person.page.locator("svg").get_by_text("a", exact=True)
    expect(letters).to_have_count(1)
    for switch in (sound, coordinates):
        expect(switch).to_have_attribute("aria-pressed", "true")
        switch.click()
        expect(switch).to_have_attribute("aria-pressed", "false")
    expect(letters).to_have_count(0)
    person.page.reload()
    expect(person.cells.first).to_be_visible()
    for switch in (sound, coordinates):
        expect(switch).to_have_attribute("aria-pressed", "false")
