"""Machines that visitors save are their own: nobody else sees, plays, teaches or hides them."""

import asyncio
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from enligne.errors import BrainError
from enligne.learning import Brain, Menace, Store
from enligne.server.brains import Brains
from enligne.server.contract.refusals import RefusalError
from enligne.server.settings import Settings
from enligne.server.storage import Storage, codes
from tests.server.helpers import FRIEND, ME, Client, Server, View, player

OWNERS = "class-of-the-owner"
LIMITS = {"brains_per_visitor": 3, "brains_in_all": 6}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("brains")
    store = Store(folder / "brains")
    for name in ("a-first", OWNERS):
        store.create(Brain(name, Menace("tictactoe", seed=1)))
    with Server(folder, "--log", settings=LIMITS) as server:
        yield server
    assert "Traceback" not in server.log


async def saved(page: Client, *names: str) -> None:
    for name in names:
        await page.ask("lab_boxes_create", seed=2)
        await page.ask("lab_boxes_save", name=name)


async def names(page: Client) -> list[str]:
    """What both lists show."""
    listed: list[View] = (await page.ask("lab_boxes_catalogue"))["brains"]
    assert (await page.ask("catalogue", rules="tictactoe"))["brains"] == listed
    return [f"{each['name']}{' (mine)' if each['mine'] else ''}" for each in listed]


async def play(page: Client, room: str) -> None:
    """Plays a game to its end."""
    while not (state := await page.wait_for_turn(room))["outcome"]:
        await page.move(room, state["position"]["legal"][-1])


async def games_of(page: Client, name: str) -> int:
    return int((await page.ask("lab_boxes_create", brain=name))["games"])


async def test_a_machine_is_its_visitors(server: Server, me: Client, eve: Client) -> None:
    await saved(me, "mine")
    assert await names(me) == ["a-first", OWNERS, "mine (mine)"]
    assert await names(eve) == ["a-first", OWNERS]
    assert Store(server.folder / "brains").names() == ["a-first", OWNERS]
    seats = {"first": player("menace:brain=mine"), "second": ME}
    assert await eve.refused("create", rules="tictactoe", **seats) == "player"
    assert await eve.refused("lab_boxes_create", brain="mine") == "player"
    assert await eve.refused("lab_boxes_remove", name="mine") == "player"
    # Another one of the same name takes nothing from the first.
    await eve.ask("lab_boxes_create", variant="report", seed=3)
    await eve.ask("lab_boxes_save", name="mine")
    assert (await me.ask("lab_boxes_create", brain="mine"))["variant"] != "report"
    assert (await eve.ask("lab_boxes_create", brain="mine"))["variant"] == "report"
    # A room with it tells nobody whose it is.
    room = await me.create("tictactoe", **seats)
    state = await eve.watch(room)
    assert state["seats"]["first"] == {
        "kind": "player",
        "text": "menace:brain=mine",
        "level": None,
    }
    await play(me, room)
    for page in (me, eve):
        await page.ask("lab_boxes_remove", name="mine")
        assert await names(page) == ["a-first", OWNERS]


async def test_a_machine_learns_from_its_visitor_alone(me: Client, eve: Client) -> None:
    await saved(me, "pupil")
    room = await me.create("tictactoe", player("menace:brain=pupil"), ME)
    await play(me, room)
    while await games_of(me, "pupil") < 1:
        await asyncio.sleep(0.05)
    # The end that is taken back and reached again is the same game; the next one is not.
    if me.state(room)["outcome"]["termination"] != "resignation":
        await me.ask("takeback", room=room)
        await me.wait_for_state(room, lambda state: not state["outcome"])
        await play(me, room)
    # Whoever else plays against it teaches it nothing.
    other = await me.create("tictactoe", player("menace:brain=pupil"), FRIEND)
    if not me.state(other)["you"]:
        await eve.join(other)
    await play(me if me.state(other)["you"] else eve, other)
    await me.ask("reset", room=room)
    await me.wait_for_state(room, lambda state: not state["outcome"])
    await play(me, room)
    while await games_of(me, "pupil") < 2:
        await asyncio.sleep(0.05)
    await me.ask("lab_boxes_remove", name="pupil")


@pytest.mark.parametrize("teaches", [False, True])
async def test_the_owners_are_read_only_unless_allowed(teaches: bool, tmp_path: Path) -> None:
    store = Store(tmp_path / "brains")
    store.create(Brain(OWNERS, Menace("tictactoe", seed=1)))
    with Server(tmp_path, "--log", settings={"teaches": teaches}) as server:
        async with Client(server) as me:
            await me.ask("lab_boxes_create", seed=2)
            assert await me.refused("lab_boxes_save", name=OWNERS) == "taken"
            assert await me.refused("lab_boxes_remove", name=OWNERS) == "player"
            room = await me.create("tictactoe", player(f"menace:brain={OWNERS}"), ME)
            await play(me, room)
            while store.load(OWNERS).machine.games < teaches:
                await asyncio.sleep(0.05)
        server.stop()  # which waits for what is being learnt
    assert store.load(OWNERS).machine.games == teaches


async def test_nobody_fills_the_server(me: Client, eve: Client, bob: Client) -> None:
    """300 machines of a stranger once kept everybody from saving."""
    await saved(me, "m1")
    for stranger in (eve, bob):
        await saved(stranger, "x1", "x2", "x3")
        await stranger.ask("lab_boxes_create", seed=2)
        answer = await stranger.call("lab_boxes_save", {"name": "x4"})
        assert (answer["error"], answer["values"]) == ("too_many_brains", {"most": 3})
        await saved_again(stranger, "x3")
    # Six in all: the seventh took the place of the oldest of those who have most.
    assert await names(me) == ["a-first", OWNERS, "m1 (mine)"]
    assert await names(eve) == ["a-first", OWNERS, "x2 (mine)", "x3 (mine)"]
    assert len(await names(bob)) == 5
    await saved(me, "m2")
    assert len(await names(me)) == 4
    assert await names(bob) == ["a-first", OWNERS, "x2 (mine)", "x3 (mine)"]


async def saved_again(page: Client, name: str) -> None:
    """One's own may be overwritten by the page that made it."""
    assert await page.refused("lab_boxes_save", name=name) == "taken"
    await page.ask("lab_boxes_remove", name=name)
    await page.ask("lab_boxes_save", name=name)
    await page.ask("lab_boxes_save", name=name)


async def test_a_game_goes_on_while_its_machine_exists(server: Server, other: Client) -> None:
    await saved(other, "short")
    room = await other.create("tictactoe", ME, player("menace:brain=short"))
    await other.move(room, "b2")
    await other.wait_for_turn(room)
    await other.ask("lab_boxes_remove", name="short")
    await other.move(room, other.state(room)["position"]["legal"][0])
    state = await other.wait_for_turn(room)
    assert state["outcome"] == {"winner": "first", "termination": "crash"}
    assert "the brain 'short' of a visitor is gone" in server.log


async def test_machines_go_along_to_another_browser(me: Client, ann: Client) -> None:
    await ann.ask("lab_boxes_create", seed=2)
    await ann.ask("lab_boxes_save", name="carried")
    code = (await me.ask("carry_out", visitor=me.visitor))["code"]
    await ann.ask("carry_in", code=code)
    assert "carried (mine)" in await names(me)
    assert await names(ann) == ["a-first", OWNERS]


async def test_machines_are_kept_on_postgresql_too(postgresql: Callable[[], str]) -> None:
    address = postgresql()
    storage = Storage(address)
    try:
        brains = Brains(Settings(database=address, brains_per_visitor=2, brains_in_all=3), storage)
        for visitor, name in (("ann", "a1"), ("ann", "a2"), ("bob", "b1"), ("eve", "e1")):
            await brains.save(visitor, name, "3x3:3", f"{visitor}'s", is_new=True)
        assert await brains.of_visitor("ann") == {"a2": "3x3:3"}
        assert await brains.load("ann", "a2") == "ann's"
        await brains.hand_over("bob", "ann")
        assert set(await brains.of_visitor("ann")) == {"a2", "b1"}
        with pytest.raises(RefusalError, match="remove one first"):
            await brains.save("ann", "a3", "3x3:3", "", is_new=True)
        with pytest.raises(BrainError):
            await brains.remove("eve", "\0")
        await brains.remove("ann", "b1")
        assert await brains.sweep() == 0
        await storage.run(lambda each: codes.keep(each, "A" * 12, "ann", "secret", {}))
        assert await storage.run(lambda each: codes.take(each, "A" * 12)) == ("secret", {})
        assert await storage.run(lambda each: codes.take(each, "A" * 12)) is None
    finally:
        await storage.close()


async def test_old_machines_are_removed(tmp_path: Path) -> None:
    address = f"sqlite:///{tmp_path / 'rooms.sqlite3'}"
    storage = Storage(address)
    try:
        brains = Brains(Settings(database=address, brain_days=2), storage)
        for name in ("old", "used", "new"):
            await brains.save("ann", name, "3x3:3", "{}", is_new=True)
        with closing(sqlite3.connect(tmp_path / "rooms.sqlite3")) as database, database:
            database.execute("UPDATE brains SET used = used - 3 * 86400 WHERE name <> 'new'")
        assert await brains.load("ann", "used") == "{}"
        with Server(tmp_path, settings={"brain_days": 2}):  # which sweeps by itself
            while len(await brains.of_visitor("ann")) == 3:
                await asyncio.sleep(0.02)
        assert set(await brains.of_visitor("ann")) == {"used", "new"}
        with pytest.raises(RefusalError, match="already"):
            await brains.save("ann", "used", "3x3:3", "{}", is_new=True)
    finally:
        await storage.close()
