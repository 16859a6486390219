"""Names, reactions and the lobby, as pages see them."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Any

import pytest

from tests.server.helpers import FRIEND, ME, Client, Server, View, player


def names_in(state: View) -> list[str | None]:
    return [seat.get("name") for seat in state["seats"].values()]


# Names.


async def test_everybody_sees_the_names(ann: Client, bob: Client, eve: Client) -> None:
    room = await ann.create("connect4", ME, FRIEND, name="  Anna ")
    joined = (await bob.ask("join", room=room, name="Ben"))["state"]
    bob.events.append(("joined", joined))
    assert names_in(joined) == names_in(await eve.join(room)) == ["Anna", "Ben"]
    await ann.wait_for_state(room, lambda state: names_in(state) == ["Anna", "Ben"])
    assert (await ann.ask("games"))["games"][0]["name"] == "Ben"
    assert '[Second "Ben"]' in (await ann.ask("texts", room=room))["record"]
    assert '[Second "Ben"]' in (await ann.ask("records"))["text"]
    # Another tab that says something else when it joins has a seat already.
    assert names_in((await bob.ask("join", room=room, name="Bob"))["state"])[1] == "Ben"
    assert await bob.ask("name", name=" Be\u0301a ", room=room) == {"name": "B\u00e9a"}
    for each in (ann, eve):
        await each.wait_for_state(room, lambda state: names_in(state) == ["Anna", "B\u00e9a"])
    await bob.ask("name", name=None, room=room)
    await ann.wait_for_state(room, lambda state: names_in(state) == ["Anna", None])
    assert await eve.refused("name", name="Eve", room=room) == "no_seat"


async def test_a_name_is_kept_in_a_rematch_and_goes_with_its_person(
    ann: Client, bob: Client
) -> None:
    room = await ann.create("tictactoe", ME, FRIEND, name="Anna")
    await bob.ask("join", room=room, name="Ben")
    await bob.ask("resign", room=room)
    again = (await ann.ask("rematch", room=room))["room"]
    assert names_in(await ann.join(again)) == ["Ben", "Anna"]
    await bob.ask("forget_games")
    state = await ann.join(again)
    assert names_in(state) == [None, "Anna"]
    assert state["seats"]["first"]["taken"] is False


async def test_a_name_survives_a_restart(tmp_path: Any) -> None:
    with Server(tmp_path) as server:
        async with Client(server) as ann:
            room = await ann.create("connect4", ME, player("greedy"), name="Anna 🦊")
            server.kill()
    with Server(tmp_path) as server:
        async with Client(server) as eve:
            assert names_in(await eve.watch(room))[0] == "Anna 🦊"


async def test_names_that_cannot_be(me: Client, other: Client) -> None:
    room = await other.create("connect4", ME, FRIEND)
    for name in ("", " ", "x" * 25, "a\u202eb", "a\nb", "\u200b", "<b>"):
        assert await me.refused("name", name=name) == "name"
        assert await me.refused("join", room=room, name=name) == "name"
        assert await me.refused("accept", room=room, name=name) == "name"
        wish = {"rules": "connect4", "first": ME, "second": FRIEND, "name": name}
        assert await me.refused("create", **wish) == "name"
    assert (await other.join(room))["seats"]["second"]["taken"] is False


async def test_nobody_changes_their_name_all_the_time(ann: Client, bob: Client) -> None:
    room = await ann.create("connect4", ME, FRIEND)
    await bob.join(room)
    answers = [await bob.call("name", {"name": f"Ben {n}", "room": room}) for n in range(12)]
    assert [each.get("error") for each in answers].count("too_many") >= 5
    # Whether a name could be kept may be asked more often.
    for n in range(12):
        await bob.ask("name", name=f"Ben {n}")


# Reactions.


async def test_all_in_the_room_see_a_reaction(ann: Client, bob: Client, eve: Client) -> None:
    room = await ann.create("connect4", ME, FRIEND)
    await bob.join(room)
    await eve.watch(room)
    version = bob.state(room)["version"]
    await bob.ask("react", room=room, reaction="well_played")
    for each in (ann, bob, eve):
        heard = await each.wait_for(lambda each=each: each.heard("reaction") or None)  # type: ignore[misc]
        assert heard == [{"room": room, "side": "second", "reaction": "well_played"}]
    assert (await ann.join(room))["version"] == version
    assert await eve.refused("react", room=room, reaction="wow") == "no_seat"
    for reaction in ("", "Wow", "<b>hi</b>", 1, None, ["wow"]):
        assert await bob.refused("react", room=room, reaction=reaction) == "bad_request"


async def test_reactions_have_a_pace(ann: Client, bob: Client) -> None:
    room = await ann.create("connect4", ME, FRIEND)
    tab = Client(bob.server, bob.visitor)
    await bob.join(room)
    async with tab:
        await tab.join(room)
        answers = [
            await page.call("react", {"room": room, "reaction": "wow"}) for page in (bob, tab) * 8
        ]
    refused = [each for each in answers if not each["ok"]]
    assert 10 <= len(refused) <= 12
    assert {each["error"] for each in refused} == {"too_many"}
    assert all(each["values"]["seconds"] >= 1 for each in refused)
    await ann.ask("react", room=room, reaction="wow")  # somebody else's is their own


# The lobby.


async def test_a_challenge_is_seen_and_taken(ann: Client, bob: Client, eve: Client) -> None:
    assert await bob.look_at_lobby() == []
    clock = {"seconds": 180, "increment": 2}
    room = await ann.create("connect4", FRIEND, ME, name="Anna", open=True, clock=clock)
    assert ann.state(room)["open"] is True
    await bob.wait_for(lambda: bob.waiting == [room])
    await eve.look_at_lobby()
    (told,) = eve.heard("lobby")[-1]["challenges"]
    assert told["rules"]["name"] == "connect4"
    assert {key: told[key] for key in ("room", "name", "side", "begins", "clock")} == {
        "room": room,
        "name": "Anna",
        "side": "first",
        "begins": True,
        "clock": clock,
    }
    # A newer one stands first, and a friend's link is nobody else's.
    await eve.create("gomoku", ME, FRIEND)
    newer = await eve.create("tictactoe", ME, FRIEND, open=True)
    await bob.wait_for(lambda: bob.waiting == [newer, room])
    # Two who click at once: one has the seat, the other is told.
    page = Client(ann.server)
    async with page:
        wish = {"room": room, "name": "Ben"}
        answers = await asyncio.gather(*(each.call("accept", wish) for each in (bob, page)))
        assert sorted(each["ok"] for each in answers) == [False, True]
        assert {each["error"] for each in answers if not each["ok"]} == {"gone"}
        winner = (bob, page)[[each["ok"] for each in answers].index(True)]
        # Clicked twice it is the same.
        assert (await winner.ask("accept", **wish))["room"] == room
        state = await winner.join(room)
        assert (state["you"], state["open"]) == (["first"], False)
        assert names_in(state) == ["Ben", "Anna"]
        await winner.move(room, "d1")
        await ann.wait_for_turn(room)
    await bob.wait_for(lambda: bob.waiting == [newer])
    await bob.ask("lobby_leave")
    heard = len(bob.heard("lobby"))
    await eve.ask("open", room=newer, open=False)
    await eve.wait_for(lambda: eve.waiting == [])
    assert len(bob.heard("lobby")) == heard
    assert await bob.refused("accept", room=newer) == "gone"


async def test_who_deletes_their_games_waits_no_longer(ann: Client, bob: Client) -> None:
    await bob.look_at_lobby()
    room = await ann.create("connect4", ME, FRIEND, open=True)
    await bob.wait_for(lambda: room in bob.waiting)
    await ann.ask("forget_games")
    await bob.wait_for(lambda: room not in bob.waiting)
    assert await bob.refused("accept", room=room) in ("gone", "no_room")


async def test_only_who_waits_for_somebody_can_be_found(ann: Client, bob: Client) -> None:
    room = await ann.create("connect4", ME, player("greedy"))
    assert await ann.refused("open", room=room, open=True) == "stale"
    for first, second in ((ME, ME), (FRIEND, FRIEND), (player("random"), player("random"))):
        wish = {"rules": "connect4", "first": first, "second": second, "open": True}
        assert await ann.refused("create", **wish) in ("stale", "no_seat")
    room = await ann.create("connect4", ME, FRIEND)
    assert await bob.refused("open", room=room, open=True) == "no_seat"
    assert await bob.refused("accept", room=room) == "gone"
    await ann.ask("open", room=room, open=True)
    await bob.ask("accept", room=room)
    await ann.wait_for_state(room, lambda state: not state["open"])
    assert await ann.refused("open", room=room, open=True) == "stale"


async def test_an_address_has_few_challenges(server: Server, me: Client) -> None:
    pages = [await Client(server).open() for _ in range(4)]
    refused: list[str] = []
    try:
        for page in pages:
            for _ in range(6):
                wish = {"rules": "tictactoe", "first": ME, "second": FRIEND, "open": True}
                answer = await page.call("create", wish)
                if answer["ok"]:
                    await page.join(answer["room"])
                else:
                    refused.append(answer["error"])
        assert len(await me.look_at_lobby()) == 20
        assert refused == ["too_many"] * 4
        # A room that was made before does not get in either, and its owner sees that.
        room = await me.create("tictactoe", ME, FRIEND)
        assert await me.refused("open", room=room, open=True) == "too_many"
    finally:
        for page in pages:
            await page.close()


# Turned off.


@pytest.fixture(scope="module")
def plain_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    off = dict.fromkeys(("lobby", "names", "reactions"), "false")
    with Server(tmp_path_factory.mktemp("plain"), "--log", settings=off) as server:
        yield server
    assert "Traceback" not in server.log


async def test_what_is_offered(me: Client) -> None:
    assert await me.ask("offered") == {"names": True, "reactions": True, "lobby": True}


async def test_what_the_operator_does_not_offer_is_refused(plain_server: Server) -> None:
    async with Client(plain_server) as ann, Client(plain_server) as bob:
        assert await ann.ask("offered") == {"names": False, "reactions": False, "lobby": False}
        wish = {"rules": "connect4", "first": ME, "second": FRIEND}
        assert await ann.refused("create", **wish, open=True) == "off"
        # A name that a browser still knows is nobody's failure: it is left out.
        room = await ann.create("connect4", ME, FRIEND, name="Anna")
        assert names_in((await bob.ask("join", room=room, name="Ben"))["state"]) == [None, None]
        assert await ann.refused("name", name="Anna", room=room) == "off"
        assert await ann.refused("react", room=room, reaction="wow") == "off"
        assert await ann.refused("lobby") == "off"
        assert await ann.refused("open", room=room, open=True) == "off"
        assert await bob.refused("accept", room=room) == "off"


async def test_names_from_before_they_were_turned_off_are_not_shown(tmp_path: Any) -> None:
    with Server(tmp_path) as server:
        async with Client(server) as ann, Client(server) as bob:
            room = await ann.create("connect4", ME, FRIEND, name="Anna")
            await bob.ask("join", room=room, name="Ben")
            visitor = ann.visitor
    with Server(tmp_path, "--no-names") as server:
        async with Client(server, visitor) as ann:
            assert names_in(await ann.join(room)) == [None, None]
            assert (await ann.ask("games"))["games"][0]["name"] is None
            assert "Ben" not in (await ann.ask("records"))["text"]
