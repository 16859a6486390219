"""What is a visitor's own: the list of games, the file of them, deletion, and another browser."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import msgspec
import pytest

from enligne import Game
from enligne.record import read_text
from enligne.server.rooms import listing
from enligne.server.rooms.room import Room, Seat
from enligne.server.storage import Stored
from enligne.server.storage.codes import new_code
from tests.server.helpers import FRIEND, ME, Client, Server, View, player


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that lets somebody play sixty games at once."""
    quick = {"requests_at_once": 1000}
    with Server(tmp_path_factory.mktemp("belongings"), "--log", settings=quick) as server:
        yield server
    assert "Traceback" not in server.log


async def listed(page: Client) -> list[View]:
    """The whole list, page by page."""
    found: list[View] = []
    after = None
    while True:
        answer = await page.ask("games", after=after)
        found += answer["games"]
        if (after := answer["next"]) is None:
            return found


async def recorded(page: Client) -> str:
    """The whole file, part by part."""
    texts, after = [], 0
    while after is not None:
        answer = await page.ask("records", after=after)
        texts.append(answer["text"])
        after = answer["next"]
    return "\n".join(texts)


async def test_all_games_are_in_the_list_and_in_the_file(me: Client, bob: Client) -> None:
    """More than the fifty that a list once had."""
    rooms = []
    for number in range(60):
        rooms.append((await me.ask("create", rules="tictactoe", first=ME, second=ME))["room"])
        await me.ask("move", room=rooms[-1], ply=0, move=["a1", "b2", "c3"][number % 3])
    with_bob = await me.create("connect4", FRIEND, ME, start="7/7/7/7/7/3x3 o")
    await bob.join(with_bob)
    await me.move(with_bob, "d2")
    await bob.ask("resign", room=with_bob)
    games = await listed(me)
    assert [game["room"] for game in games] == [with_bob, *reversed(rooms)]
    assert games[0]["you"] == ["second"]
    assert games[0]["outcome"] == {"winner": "second", "termination": "resignation"}
    assert not games[0]["turn"]
    assert games[1]["turn"]
    assert [game["moves"] for game in games] == [1] * 61

    text = await recorded(me)
    assert '""' not in text
    records, errors = read_text(text)
    assert not errors
    assert len(records) == 61
    assert [str(record.game.moves[0]) for record in records[:3]] == ["a1", "b2", "c3"]
    last = records[-1]
    assert (last.first, last.second) == ("", "me")
    assert last.game.start.text == "7/7/7/7/7/3x3 o"
    assert str(last.game.outcome()) == "the second side wins (resignation)"
    # Bob has his own.
    assert [game["room"] for game in await listed(bob)] == [with_bob]


def test_no_game_is_played_for_a_list() -> None:
    """A list of large games was 0.9 s of the event loop for everybody. Here no move is possible,
    nor the position that the second game began from."""
    room = Room("room", Game("26x26:10"), [Seat("person", "ann"), Seat("player", text="random")])
    for start in (None, "no position x"):
        data = room.data() | {"moves": ["a99"] * 600, "start": start}
        stored = Stored("room", 1, 0.0, msgspec.json.decode(msgspec.json.encode(data)))
        summary = listing.summary(stored, "ann")
        assert (summary.moves, summary.you, summary.turn) == (600, ["first"], True)
        assert (summary.stones is None) == (start is not None)
        assert "300. a99 a99" in listing.record(stored, "ann").replace("\n", " ")


async def test_deleted_games_are_gone_and_others_keep_theirs(
    me: Client, bob: Client, other: Client
) -> None:
    alone = await me.create("tictactoe", ME, player("random"))
    with_bob = await me.create("connect4", ME, FRIEND)
    await bob.join(with_bob)
    await me.move(with_bob, "d")
    bobs = await bob.create("tictactoe", ME, ME)
    assert await me.ask("forget_games") == {"removed": 1, "left": 1}
    assert await listed(me) == []
    assert await recorded(me) == ""
    assert await me.refused("join", room=alone) == "no_room"
    # Who is there sees that the seat is free, and somebody else may take it.
    await bob.wait_for_state(with_bob, lambda state: not state["seats"]["first"]["taken"])
    assert {game["room"] for game in await listed(bob)} == {with_bob, bobs}
    assert await me.refused("move", room=with_bob, ply=1, move="d") == "no_seat"
    assert (await other.join(with_bob))["you"] == ["first"]
    assert await me.ask("forget_games") == {"removed": 0, "left": 0}


async def test_seats_are_carried_to_another_browser(me: Client, bob: Client, eve: Client) -> None:
    """Both are one visitor from then on, with the games of both."""
    mine = await me.create("connect4", ME, FRIEND)
    await bob.join(mine)
    bobs = await bob.create("tictactoe", ME, ME)
    phone = eve  # another browser, which has played already
    before = await phone.create("tictactoe", ME, FRIEND)
    await bob.join(before)
    kept = {"name": "Anna 🦊", "beaten.connect4": "1,2"}
    answer = await me.ask("carry_out", visitor=me.visitor, kept=kept)
    assert answer["seconds"] == 600
    code = answer["code"]
    typed = f" {code[:4]}-{code[4:8]} {code[8:]} ".lower().replace("0", "o").replace("1", "l")
    carried = await phone.ask("carry_in", code=typed)
    assert carried == {"visitor": me.visitor, "kept": kept}
    async with Client(me.server, carried["visitor"]) as again:
        assert {game["room"] for game in await listed(again)} == {mine, before}
        assert (await again.join(mine))["you"] == ["first"]
        await again.move(mine, "d")
        assert (await me.join(before))["you"] == ["first"]
        await me.move(before, "a1")
    # What the other browser was before is nobody.
    assert await listed(phone) == []
    assert {game["room"] for game in await listed(bob)} == {mine, before, bobs}
    # The code works once.
    assert await bob.refused("carry_in", code=code) == "no_code"


async def test_a_code_is_of_the_own_secret_and_the_newest_counts(me: Client, bob: Client) -> None:
    assert await me.refused("carry_out", visitor=bob.visitor) == "bad_request"
    for kept in (
        {"x" * 61: ""},
        {"x": "y" * 401},
        {str(each): "" for each in range(101)},
        {"x": 1},
    ):
        assert await me.refused("carry_out", visitor=me.visitor, kept=kept) == "bad_request"
    old = (await me.ask("carry_out", visitor=me.visitor))["code"]
    new = (await me.ask("carry_out", visitor=me.visitor))["code"]
    assert await bob.refused("carry_in", code=old) == "no_code"
    assert (await bob.ask("carry_in", code=new))["visitor"] == me.visitor


async def test_nobody_guesses_a_code_or_reads_a_secret(tmp_path: Path) -> None:
    with Server(tmp_path, "--log") as server:
        async with Client(server) as me, Client(server) as eve:
            told = await me.ask("carry_out", visitor=me.visitor, kept={"name": "Nobody Else"})
            code = told["code"]
            path = server.folder / "rooms.sqlite3"
            with closing(sqlite3.connect(path)) as database:
                dump = "\n".join(database.iterdump())
            assert me.visitor not in dump
            assert "Nobody Else" not in dump
            assert code not in dump
            for _ in range(20):
                assert await eve.refused("carry_in", code=new_code()) == "no_code"
            # Not even the right one any more, from this address.
            assert await eve.refused("carry_in", code=code) == "too_many"
        assert me.visitor not in server.log
        assert code not in server.log


async def test_a_code_grows_old(me: Client, bob: Client) -> None:
    code = (await me.ask("carry_out", visitor=me.visitor))["code"]
    with closing(sqlite3.connect(me.server.folder / "rooms.sqlite3")) as database, database:
        database.execute("UPDATE codes SET expires = expires - 600")
    assert await bob.refused("carry_in", code=code) == "no_code"
