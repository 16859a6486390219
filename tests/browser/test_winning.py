"""What comes after a win: the score, the next level, and the levels beaten, which are kept."""

from __future__ import annotations

import base64
import re
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from enligne import Game
from tests.browser.person import by

if TYPE_CHECKING:
    from pathlib import Path

    from tests.browser.conftest import Visit
    from tests.browser.person import Person

PHONE = {"viewport": {"width": 360, "height": 740}, "is_mobile": True, "has_touch": True}


def win(person: Person, level: int, *, helped_by: str = "") -> None:
    """Plays Connect 4 against a low level until it is beaten."""
    person.begin("connect4", level=level)
    choose = by("alphabeta:depth=6")
    for _ in range(5):
        expect(person.heading("turn.yours")).to_be_visible()
        if helped_by == "hint":
            person.button("action.hint").click()
            expect(person.page.locator(".hint").first).to_be_attached()
        goes_on, has_help = True, helped_by != "takeback"
        while goes_on:
            moves = person.moves
            person.play(choose(Game("connect4", " ".join(moves)).position))
            goes_on = person.wait_for_turn(len(moves) + 2)
            # The first reply is taken back with its move; and then it is known.
            if goes_on and moves and not has_help:
                person.button("action.takeback").click()
                person.expect_ply(len(moves))
                expect(person.heading("turn.yours")).to_be_visible()
                has_help = True
        if person.result.inner_text() == person.text("outcome.won"):
            return
        person.button("result.rematch").click()
        expect(person.result).to_have_count(0)
    raise AssertionError("a low level was not beaten in five games")


@pytest.mark.parametrize("options", [{}, PHONE], ids=["desktop", "phone"])
def test_a_level_is_beaten_and_the_next_one_offered(visit: Visit, options: dict[str, Any]) -> None:
    person = visit(**options)
    win(person, 1)
    expect(person.sees("result.beaten", level=1)).to_be_visible()
    before = person.page.url
    person.button("result.climb", level=2).click()
    expect(person.page).not_to_have_url(before)
    person.wait_for_room()
    expect(person.page.get_by_text(person.text("level.2.name"))).to_be_visible()
    # On the home page, and where levels are chosen, by name.
    panel = person.choose_game("connect4")
    card = person.page.get_by_role(
        "button", name=re.compile(f"^{person.text('home.connect4.name')}")
    )
    expect(card).to_contain_text(person.text("home.beaten", levels="1"))
    beaten = panel.get_by_role("radio", name=re.compile(person.text("level.beaten")))
    expect(beaten).to_have_count(1)
    for level in range(1, 11):
        expect(panel.get_by_text(person.text(f"level.{level}.name"), exact=True)).to_be_visible()
    panel = person.choose_game("gomoku")
    expect(panel.get_by_role("radio").first).to_be_attached()
    expect(beaten).to_have_count(0)


@pytest.mark.parametrize("help_", ["hint", "takeback"])
def test_a_level_that_was_beaten_with_help_does_not_count(visit: Visit, help_: str) -> None:
    person = visit()
    win(person, 1, helped_by=help_)
    helped = person.sees("result.helped", level=1)
    expect(helped).to_be_visible()
    expect(person.sees("result.beaten", level=1)).to_have_count(0)
    person.page.reload()
    expect(helped).to_be_visible()
    panel = person.choose_game("connect4")
    expect(panel.get_by_role("radio").first).to_be_attached()
    beaten = panel.get_by_role("radio", name=re.compile(person.text("level.beaten")))
    expect(beaten).to_have_count(0)


def test_the_score_over_rematches_is_kept(visit: Visit) -> None:
    person = visit()
    person.begin("connect4", engine="greedy")
    players = person.page.get_by_role("list", name=person.text("game.players")).get_by_role(
        "listitem"
    )
    for lost in (1, 2):
        person.button("action.resign").click()
        dialog = person.page.get_by_role("dialog")
        dialog.get_by_role("button", name=person.text("action.resign"), exact=True).click()
        wins = person.text("game.wins")
        expect(players.filter(has_text="Greedy")).to_have_text(re.compile(rf"{wins}\s*{lost}"))
        expect(players.filter(has_text="You")).to_have_text(re.compile(rf"{wins}\s*0"))
        person.button("result.rematch").click()
        expect(person.result).to_have_count(0)
        expect(players.filter(has_text="Greedy")).to_have_text(re.compile(rf"{wins}\s*{lost}"))


@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
def test_a_win_is_celebrated(visit: Visit, motion: str) -> None:
    person = visit(reduced_motion=motion)
    person.begin("tictactoe", "here")
    for move in ("a1", "b1", "a2", "b2"):
        person.play(move)
    bits = person.page.locator(".celebration rect")
    expect(bits).to_have_count(0)
    person.play("a3")
    expect(person.result).to_be_visible()
    expect(person.page.locator("svg line")).to_have_count(1)
    if motion == "reduce":
        expect(bits).to_have_count(0)
    else:
        expect(bits).not_to_have_count(0)
    # A game that was won before is only looked at.
    person.page.reload()
    expect(person.result).to_be_visible()
    expect(bits).to_have_count(0)


def test_a_finished_game_becomes_a_picture(visit: Visit, tmp_path: Path) -> None:
    person = visit()
    person.begin("connect4", "here")
    for cell in ("a1", "b1", "a2", "b2", "a3", "b3"):
        person.play(cell)
    expect(person.button("result.picture")).to_have_count(0)
    person.play("a4")
    with person.page.expect_download() as download:
        person.button("result.picture").click()
    file = tmp_path / download.value.suggested_filename
    assert file.suffix == ".png"
    download.value.save_as(file)
    # The colours of its pixels, and whether what was written is there.
    empty = person.context.new_page()  # under no policy
    shares = empty.evaluate(
        """async (url) => {
          const image = await createImageBitmap(await (await fetch(url)).blob());
          const canvas = new OffscreenCanvas(image.width, image.height);
          const context = canvas.getContext("2d");
          context.drawImage(image, 0, 0);
          const share = (x, y, w, h, is) => {
            const { data } = context.getImageData(x, y, w, h);
            let count = 0;
            for (let i = 0; i < data.length; i += 4) count += is(data[i], data[i + 1], data[i + 2]);
            return count / (w * h);
          };
          const all = [0, 0, image.width, image.height];
          return {
            size: [image.width, image.height],
            red: share(...all, (r, g, b) => r > 150 && g < 90 && b < 80),
            yellow: share(...all, (r, g, b) => r > 200 && g > 150 && b < 120),
            blue: share(...all, (r, g, b) => b > 120 && r < 90),
            title: share(0, 40, image.width, 100, (r, g, b) => r + g + b < 200),
          };
        }""",
        "data:image/png;base64," + base64.b64encode(file.read_bytes()).decode(),
    )
    assert shares["size"] == [1080, 1080]
    assert shares["blue"] > 0.15
    assert shares["red"] > 0.01
    assert shares["yellow"] > 0.01
    assert shares["title"] > 0.005
