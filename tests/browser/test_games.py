"""Whole games against levels: won, drawn and lost."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from enligne import Game
from enligne.learning import Store
from tests.browser.conftest import BRAIN
from tests.browser.person import by, worst

if TYPE_CHECKING:
    from pathlib import Path

    from tests.browser.conftest import Visit
    from tests.browser.person import Chooser, Person


def play(person: Person, rules: str, choose: Chooser, result: str, *, begins: bool = True) -> Game:
    """Plays until a game has this result: against chance even the best may have to try again."""
    for _ in range(5):
        game = person.play_to_the_end(rules, choose, begins=begins)
        if person.result.inner_text() == person.text(result):
            return game
        person.button("result.rematch").click()
        expect(person.result).to_have_count(0)
        begins = not begins
    raise AssertionError(f"no game ended with {result}")


def check_end(person: Person, game: Game, result: str, reason: str) -> None:
    """The end is shown and told, and nobody can move any more."""
    expect(person.heading(result)).to_be_visible()
    expect(person.page.get_by_text(reason, exact=True)).to_be_visible()
    told = f"{person.text(result)}: {reason[0].lower()}{reason[1:]}."
    expect(person.live).to_contain_text(told)
    assert sorted(person.winning) == sorted(str(cell) for cell in game.position.winning_cells)
    expect(person.page.locator('[data-cell]:not([aria-disabled="true"])')).to_have_count(0)
    expect(person.button("result.rematch")).to_be_visible()
    expect(person.link("action.analyse")).to_be_visible()


@pytest.mark.parametrize(
    ("rules", "player", "run"),
    [
        ("tictactoe", "perfect", 3),
        ("connect4", "alphabeta:depth=6", 4),
        ("gomoku", "alphabeta:depth=2", 5),
    ],
)
def test_a_game_is_won(visit: Visit, rules: str, player: str, run: int) -> None:
    person = visit()
    person.begin(rules, level=1)
    expect(person.page.get_by_text(person.text("level.number", level=1))).to_be_visible()
    game = play(person, rules, by(player), "outcome.won")
    # Five stones in a row win too where four are enough.
    assert len(person.winning) >= run
    check_end(person, game, "outcome.won", person.text("termination.run", run=run))
    expect(person.page.get_by_text(person.text("game.winner"), exact=True)).to_be_visible()


def test_a_game_is_drawn(visit: Visit) -> None:
    person = visit()
    person.begin("tictactoe", level=10)
    game = play(person, "tictactoe", by("perfect"), "outcome.draw")
    assert len(game.moves) == 9
    full = person.text("termination.full_board")
    check_end(person, game, "outcome.draw", full[0].upper() + full[1:])


@pytest.mark.parametrize(
    ("rules", "level", "run"), [("tictactoe", 10, 3), ("connect4", 8, 4), ("gomoku", 8, 5)]
)
def test_a_game_is_lost(visit: Visit, rules: str, level: int, run: int) -> None:
    person = visit()
    person.begin(rules, level=level, begins="them")
    game = play(person, rules, worst, "outcome.lost", begins=False)
    check_end(person, game, "outcome.lost", person.text("termination.run", run=run))


def test_moves_are_drawn_told_and_shown_as_the_last(visit: Visit) -> None:
    person = visit()
    person.begin("connect4", level=1)
    person.expect_said(person.text("turn.yours"))
    person.cell("d4").click()  # wherever in the column: the disc falls
    person.expect_ply(2)
    assert person.moves[0] == "d1"
    person.expect_stone("d1", "red")
    person.expect_said("Red plays d1.")
    reply = person.moves[1]
    person.expect_stone(reply, "yellow")
    person.expect_said(f"Yellow plays {reply}. {person.text('turn.yours')}")
    last = person.page.locator(f'[data-cell][aria-label*="{person.text("board.last")}"]')
    expect(last).to_have_attribute("data-cell", reply)


def test_a_rematch_changes_sides(visit: Visit) -> None:
    person = visit()
    person.begin("tictactoe", level=10)
    person.play_to_the_end("tictactoe", worst)
    before = person.page.url
    person.button("result.rematch").click()
    expect(person.page).not_to_have_url(before)
    person.expect_ply(1)  # now the machine begins
    person.expect_stone(person.moves[0], "cross")
    expect(person.heading("turn.yours")).to_be_visible()


def test_what_the_opponent_thinks_is_shown(visit: Visit) -> None:
    person = visit()
    person.begin("gomoku", level=10)
    person.cell("h8").click()
    name = person.text("level.10.name")
    thoughts = person.page.locator("section").filter(
        has=person.heading("turn.thinking", name=name).or_(
            person.heading("thinking.last", name=name)
        )
    )
    # What it expects is not among them: a search that had little time has only its own move.
    for key in ("option.depth", "option.nodes", "thinking.score"):
        expect(thoughts.get_by_role("term").filter(has_text=person.text(key))).to_be_visible()
    expect(thoughts.get_by_role("definition").first).to_have_text(re.compile(r"^[1-9]\d*$"))
    person.expect_ply(2)
    expect(person.heading("thinking.last", name=name)).to_be_visible()
    # What lies on the board is expected no longer; and after a reload it is all still there.
    played = re.compile(rf"{person.text('thinking.pv')}\s*{person.moves[1]}\b")
    expect(thoughts).not_to_contain_text(played)
    told = thoughts.inner_text()
    person.page.reload()
    expect(thoughts).to_be_visible()
    assert thoughts.inner_text() == told


# A saved matchbox machine as the opponent: the box it opened, its beads, the one it drew.


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
