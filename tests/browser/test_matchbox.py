"""A saved matchbox machine as the opponent: the box it opened, its beads, the one it drew."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from playwright.sync_api import expect

from enligne import Game
from enligne.learning import Store
from tests.browser.conftest import BRAIN
from tests.browser.person import worst

if TYPE_CHECKING:
    from pathlib import Path

    from tests.browser.conftest import Visit


def test_the_box_of_every_move_is_shown(visit: Visit, brains: Path) -> None:
    person = visit()
    person.begin("tictactoe", "matchbox", begins="them")
    person.expect_ply(1)
    seats = person.page.get_by_role("list", name=person.text("game.players"))
    expect(seats).to_contain_text(person.text("player.brain", name=BRAIN))
    # Other tests may have taught it since, which changes its beads but not its boxes.
    box = Store(brains).load(BRAIN).machine.box(Game("tictactoe").position)
    expect(person.heading("box.title", number=box.number)).to_be_visible()
    picture = person.page.get_by_role("img", name=re.compile(r"^Beads by cell"))
    cells = {str(cell) for cell in box.beads}
    label = picture.get_attribute("aria-label") or ""
    assert set(re.findall(r"([abc][123]) \d+", label)) <= cells
    drawn = person.page.get_by_text(re.compile(r"^It drew a bead for [abc][123] \(\d+ of \d+\)"))
    expect(drawn).to_contain_text(f"which is {person.moves[0]} on this board")
    bead = re.search(r"bead for ([abc][123])", drawn.inner_text())
    assert bead is not None
    assert bead[1] in cells
    first = drawn.inner_text()
    person.play("a1" if person.moves[0] != "a1" else "c3")
    person.expect_ply(3)
    expect(drawn).not_to_have_text(first)
    expect(drawn).to_contain_text(f"which is {person.moves[2]} on this board")


def test_a_machine_is_played_to_the_end(visit: Visit) -> None:
    person = visit()
    person.begin("tictactoe", "matchbox")
    person.play_to_the_end("tictactoe", worst)
    expect(person.result).to_be_visible()
