"""Thousands of malformed or hostile messages and requests: each is refused cleanly, games in other
rooms go on, and the server's memory stays where it was."""

import asyncio
import json
import random
import secrets
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
import socketio

from enligne.server.app import create_app
from enligne.server.settings import Settings
from tests.server.helpers import FRIEND, ME, Client, Server, View, assert_refusal, player
from tests.server.hostile import (
    CHUNKS,
    FLOOD,
    MESSAGES_PER_CHUNK,
    OTHERS_MESSAGES,
    PLAYER_TEXTS,
    Steady,
    raw_page,
    undisturbed,
)
from tests.server.test_web import get

# Requests of the wrong shape.

ROOM = "nobodyhasthis"
REQUESTS: dict[str, View] = {
    "catalogue": {"rules": "connect4"},
    "reach": {},
    "create": {"rules": "tictactoe", "first": ME, "second": player("greedy")},
    "join": {"room": ROOM, "name": "Anna"},
    "watch": {"room": ROOM},
    "texts": {"room": ROOM},
    "leave": {"room": ROOM},
    "move": {"room": ROOM, "ply": 0, "move": "a1"},
    "random": {"room": ROOM, "ply": 0},
    "takeback": {"room": ROOM},
    "draw": {"room": ROOM},
    "decline": {"room": ROOM},
    "resign": {"room": ROOM},
    "reset": {"room": ROOM},
    "rematch": {"room": ROOM},
    "hint": {"room": ROOM},
    "offered": {},
    "name": {"name": "Anna", "room": ROOM},
    "react": {"room": ROOM, "reaction": "wow"},
    "lobby": {},
    "lobby_leave": {},
    "open": {"room": ROOM, "open": True},
    "accept": {"room": ROOM, "name": "Anna"},
    "games": {"after": {"updated": 1.5, "room": ROOM}},
    "records": {"after": 3},
    "forget_games": {},
    "carry_out": {"visitor": "x" * 32},
    "carry_in": {"code": "AB12-CD34-EF56"},
    "position": {"rules": "connect4", "moves": ["d1"]},
    "set_up": {"rules": "connect4", "first": ["d1"], "second": []},
    "read": {"text": "444", "rules": "connect4"},
    "record": {"rules": "connect4", "moves": ["d1"]},
    "analyse": {"id": "a", "rules": "tictactoe", "moves": [], "engine": "greedy", "seconds": 0.1},
    "stop": {"id": "a"},
    "explore": {"rules": "connect4", "moves": ["d1"]},
    "judge": {"rules": "tictactoe", "moves": ["a1"]},
    "review": {"id": "a", "rules": "tictactoe", "moves": ["a1"]},
    "puzzle": {"number": 1},
    "puzzles": {"rules": "connect4", "theme": "win", "depth": 2, "band": 3, "order": "rising"},
    "lab_search_options": {},
    "lab_search": {"rules": "tictactoe", "moves": [], "engine": "minimax:depth=1", "most": 9},
    "lab_tree": {"tree": [[1, 2], [3, 4]], "cuts": True, "order": "best", "side": "second"},
    "lab_bits": {"rules": "connect4", "moves": ["d1"]},
    "lab_evaluation": {"rules": "tictactoe", "moves": ["b2"], "evaluation": "lines"},
    "lab_compare": {"id": "a", "rules": "tictactoe", "moves": [], "seconds": 0.01, "depth": 1},
    "lab_compare_stop": {"id": "a"},
    "lab_boxes_catalogue": {},
    "lab_boxes_create": {"rules": "3x3:3+gravity", "variant": "her", "seed": 1, "course": []},
    "lab_boxes_curve": {"variant": "her", "course": [{"partner": "random", "games": 1}]},
    "lab_boxes_train": {"id": "a", "partner": "random", "games": 1, "rate": 0},
    "lab_boxes_stop": {},
    "lab_boxes_play": {"moves": ["a1"]},
    "lab_boxes_learn": {"moves": ["a1"]},
    "lab_boxes_weakness": {},
    "lab_boxes_save": {"name": "nobody-has-this"},
    "lab_boxes_remove": {"name": "nobody-has-this"},
    "lab_boxes_export": {"name": "nobody-has-this", "format": "json"},
    "lab_boxes_print": {"name": "no/name"},
}
NAMES = [*REQUESTS, "", "connect ", "constructor", "__init__", "state", "é" * 50, "x" * 5000]

# As JSON, for what Python would not write.
JUNK = [
    *("null", "true", "false", "0", "-1", "1", "677", "1e3", "1e999", "-0.0", "0.5", "NaN"),
    *("Infinity", "-Infinity", "9" * 90, '""', '"a1"', '"\\u0000"', '"\\ud800"', '"d1\\n"'),
    *('"\\udfff\\ud800"', '"../../etc/passwd"', '"%s%n{}"', '"\'; DROP TABLE rooms; --"'),
    *('"😀"', '"١"', "[]", "[[]]", "[null]", "[1]", '[""]', "{}", '{"":""}', '{"kind":"me"}'),
    *(
        '{"__proto__":{}}',
        '{"_placeholder":true,"num":0}',
        '["a1","a1"]',
        '{"a":' * 80 + "1" + "}" * 80,
    ),
    *("[" * 300 + "]" * 300, '"' + "x" * 2500 + '"', '["a1"' + ',"a1"' * 700 + "]"),
]
LARGE = ['"' + "x" * 60_000 + '"', "[" + "1," * 25_000 + "1]", '["' + "é" * 9_000 + '"]']


async def test_every_request_has_its_shape(attacked: Server, tmp_path: Path) -> None:
    settings = Settings(database=f"sqlite:///{tmp_path / 'rooms.db'}")
    app: Any = create_app(settings).asgi
    served = app._app.engineio_server.handlers["/"]
    assert {*served} - {"connect", "disconnect", "*"} == {*REQUESTS}
    async with raw_page(attacked) as page:
        for name, data in REQUESTS.items():
            own = {"visitor": page.visitor} if name == "carry_out" else {}
            answer = await page.ask(name, data | own)
            assert answer.get("error") not in ("bad_request", "rules", "failed"), (name, answer)


def random_body(source: random.Random) -> str:
    """The array of an event that is wrong in at least one way, as a rule."""
    name = source.choice(NAMES)
    fields = {key: json.dumps(value) for key, value in REQUESTS.get(name, {}).items()}
    if name == "lab_boxes_print":
        fields["x"] = "0"  # it is never granted: to draw sheets takes seconds

    large = source.choice(LARGE) if source.random() < 0.005 and len(name) < 5000 else ""

    def junk() -> str:
        nonlocal large
        chosen, large = large or source.choice(JUNK), ""  # one large part, or it is too large
        return chosen

    kind = source.randrange(6)
    if kind == 0:
        return f"[{','.join([json.dumps(name), *(junk() for _ in range(source.randrange(4)))])}]"
    if kind == 1 and fields:
        del fields[source.choice(list(fields))]
    if kind == 2 or (kind > 2 and not fields):
        fields[source.choice(["x", "visitor", "room", "Room", "", "é", "seats", "\\ud800"])] = (
            junk()
        )
    if kind >= 3 and fields:
        for _ in range(source.randrange(1, 3)):
            fields[source.choice(list(fields))] = junk()
    body = ",".join(f'"{key}":{value}' for key, value in fields.items())
    return f"[{json.dumps(name)},{{{body}}}]"


@pytest.mark.parametrize("chunk", range(CHUNKS))
async def test_requests_of_the_wrong_shape(attacked: Server, chunk: int) -> None:
    source = random.Random(chunk)
    steady = Steady(attacked)
    refused = 0
    async with undisturbed(attacked), raw_page(attacked) as page:
        for number, start in enumerate(range(0, MESSAGES_PER_CHUNK, 100)):
            if number == 7:
                steady.begin()
            bodies = [random_body(source) for _ in range(min(100, MESSAGES_PER_CHUNK - start))]
            for body, answer in zip(bodies, await page.ask_all(bodies), strict=True):
                if answer.get("ok") is not True:
                    assert answer.get("error") != "failed", (body[:300], answer)
                    assert_refusal(answer)
                    refused += 1
        await page.ask("stop", {"id": "a"})
    steady.check()
    assert refused > MESSAGES_PER_CHUNK * 0.8


# Other people's rooms.


async def test_other_peoples_rooms(attacked: Server) -> None:
    source = random.Random(1)
    async with Client(attacked) as ann, Client(attacked) as bob:
        rooms = [
            await ann.create("connect4", ME, FRIEND),
            await ann.create("connect4", ME, player("greedy")),
            await ann.create("tictactoe", ME, ME),
        ]
        await bob.join(rooms[0])
        await ann.move(rooms[0], "d1")
        before = [await ann.join(room) for room in rooms]
        acts = (
            "move",
            "random",
            "takeback",
            "draw",
            "decline",
            "resign",
            "reset",
            "rematch",
            "open",
        )
        async with undisturbed(attacked) as beside, raw_page(attacked) as eve:
            for _ in range(OTHERS_MESSAGES // 100):
                bodies = []
                wanted = []
                for _ in range(100):
                    act = source.choice(acts)
                    exists = source.random() < 0.8
                    room = (
                        source.choice([*rooms, beside.room])
                        if exists
                        else secrets.token_urlsafe(12)
                    )
                    if not room:
                        room, exists = ROOM, False
                    data: View = {"room": room}
                    if act in ("move", "random"):
                        data["ply"] = source.choice((0, 1, 2, 5, 41, 676))
                    if act == "move":
                        data["move"] = source.choice(("d1", "a1", "d2", "z9", "4"))
                    if act == "open":
                        data["open"] = source.random() < 0.5
                    bodies.append(json.dumps([act, data]))
                    wanted.append("no_seat" if exists else "no_room")
                answers = await eve.ask_all(bodies)
                for answer in answers:
                    assert_refusal(answer)
                assert [answer["error"] for answer in answers] == wanted
            # To look is allowed, and gives nobody a seat.
            for room in rooms[:2]:
                assert (await eve.ask("join", {"room": room}))["state"]["you"] == []
        for room, state in zip(rooms, before, strict=True):
            now = await ann.join(room)
            assert (now["moves"], now["version"]) == (state["moves"], state["version"])


# Players that are not for strangers.

HOSTILE_PLAYERS = [
    *("gomocup:/bin/sh", "gomocup:./pbrain-x", "gomocup:sh -c 'touch /tmp/owned'"),
    *("connectx:/etc/passwd", "exec:/bin/sh", "os.system:x", "/bin/sh", "file:///etc/passwd"),
    *("../../../etc/passwd", "perfect:book=/etc/passwd", "greedy:evaluation=/etc/passwd"),
    *("menace", "menace:file=/etc/passwd"),
    *(
        f"menace:brain={name}"
        for name in ("../../etc/passwd", "/etc/passwd", "..", "", "\0", "nobody", "a\nb")
    ),
    *("engine", "engine:x", "player", "person", "__class__", ":", "::::", " ", "\ud800", "é" * 300),
    *("level", "level:0", "level:11", "level:5,threads=no", "solver:table_mb=1e9"),
    *(f"random:seed={seed}" for seed in ("__import__('os')", "-1", "1e999")),
    *(f"alphabeta:depth={depth}" for depth in ("0", "-5", "9" * 20, "NaN", "1,depth=2")),
    *(f"alphabeta:seconds={seconds}" for seconds in ("-1", "nan", "inf")),
    *("alphabeta:threads=0", "alphabeta:table_mb=99999999999", "alphabeta:book=/etc/passwd"),
    *("python:os:getcwd", "python:os:system:ls", " Python:subprocess:run", "python:"),
    *("alphabeta:=", "alphabeta:,,,,", "alphabeta:" + "depth=1," * 36),
]


async def test_players_that_are_not_for_strangers(attacked: Server) -> None:
    source = random.Random(2)
    bodies = []
    for number in range(PLAYER_TEXTS):
        text = HOSTILE_PLAYERS[number % len(HOSTILE_PLAYERS)]
        if number >= len(HOSTILE_PLAYERS):
            place = source.randrange(len(text) + 1)
            text = (
                text[:place]
                + source.choice(["/", "\0", ":", "=", ",", "é", " ", "x"])
                + text[place:]
            )
        wish: View = {"rules": "tictactoe", "moves": [], "engine": text, "id": "a", "seconds": 1}
        bodies.append(json.dumps(["analyse", wish]))
        wish = {"rules": "tictactoe", "first": ME, "second": player(text)}
        bodies.append(json.dumps(["create", wish]))
    async with undisturbed(attacked), raw_page(attacked) as page:
        for start in range(0, len(bodies), 100):
            part = bodies[start : start + 100]
            for body, answer in zip(part, await page.ask_all(part), strict=True):
                if answer["ok"] and start >= 2 * len(HOSTILE_PLAYERS):
                    continue  # a letter more has made it a player
                assert_refusal(answer)
                assert (body, answer["error"]) in [(body, "player"), (body, "bad_request")]


async def test_players_have_what_the_server_allows(attacked: Server) -> None:
    async with Client(attacked) as me:
        greed = "alphabeta:seconds=86400,threads=256,table_mb=32768"
        room = await me.create("gomoku", ME, player(greed))
        text = me.state(room)["seats"]["second"]["text"]
        options = dict(part.split("=") for part in text.partition(":")[2].split(","))
        assert float(options["seconds"]) <= 10
        assert int(options["threads"]) <= 2
        assert int(options["table_mb"]) <= 32


# Events that belong to the server.


async def test_a_page_cannot_pretend_to_have_come_or_gone(attacked: Server) -> None:
    async with raw_page(attacked) as page, Client(attacked) as ann:
        room = await ann.create("tictactoe", ME, ME)
        mine = (await page.ask("create", REQUESTS["create"]))["room"]
        await page.ask("join", {"room": mine})
        environ = {"asgi.scope": {"client": ["203.0.113.1", 1]}}
        coming: list[list[Any]] = [
            [environ, {"visitor": ann.visitor}],
            [environ, {"visitor": "x" * 32}],
            [{}, {"visitor": "x" * 32}],
            [],
            [1],
            [None, None],
            [{"asgi.scope": 5}],
            [{"asgi.scope": {"client": 5}}, {"visitor": "x" * 32}],
        ]
        going: list[list[Any]] = [[], ["transport close"], [1, 2, 3], [{}]]
        for name, datas in (("connect", coming), ("disconnect", going), ("*", going)):
            for data in datas:
                assert_refusal(await page.ask(name, *data))
        # It is still who it was.
        games = await page.ask("games", {})
        assert [game["room"] for game in games["games"]] == [mine]
        assert (await page.ask("resign", {"room": room}))["error"] == "no_seat"
    # Nobody is counted who is not there.
    while b"\nenligne_sockets 0.0\n" not in (await get(attacked, "/metrics"))[2]:
        await asyncio.sleep(0.05)


# The limits.


@pytest.fixture(scope="module")
def strict_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with the usual rates, and few rooms and connections for an address; it goes on
    answering who asks too much."""
    settings = {"rooms_per_minute": 8, "sockets_per_address": 6, "refusals": 10**6}
    with Server(tmp_path_factory.mktemp("strict"), "--log", settings=settings) as server:
        yield server
        assert "Traceback" not in server.log


@pytest.mark.parametrize(
    "body", ['["games",{}]', '["games",5]', '["join",{"room":"nobodyhasthis"}]', '["nothing",{}]']
)
async def test_floods(strict_server: Server, body: str) -> None:
    async with Client(strict_server) as calm, raw_page(strict_server) as page:
        room = await calm.create("tictactoe", ME, ME) if body == '["games",{}]' else ""
        flood = asyncio.ensure_future(page.ask_all([body] * FLOOD))
        if room:
            await calm.move(room, "a1")
        answers = await flood
        codes = [answer.get("error", "ok") for answer in answers]
        assert codes.count("too_many") > FLOOD / 2
        assert not room or codes.count("ok") >= 90
        for answer in answers:
            if not answer["ok"]:
                assert_refusal(answer)
        # Nothing that a page can say gives it more.
        granted = 0
        for _ in range(5):
            await page.ask_all(['["disconnect"]', '["connect",{},{"visitor":"' + "x" * 32 + '"}]'])
            answers = await page.ask_all(['["games",{}]'] * 90)
            granted += sum(answer["ok"] for answer in answers)
        assert granted < 300
        while not (await page.ask("games", {}))["ok"]:
            await asyncio.sleep(0.05)
        assert (await calm.ask("games"))["games"] is not None


async def test_too_many_rooms_and_connections(strict_server: Server) -> None:
    async with Client(strict_server) as me, Client(strict_server) as tab:
        answers = [await each.call("create", REQUESTS["create"]) for each in (me, tab) * 10]
        codes = [answer.get("error", "ok") for answer in answers]
        assert codes.count("ok") <= 8
        assert set(codes) == {"ok", "too_many"}
        # A rematch is a room too.
        assert (await me.call("rematch", {"room": ROOM}))["error"] in ("too_many", "no_room")
    opening = [Client(strict_server).open() for _ in range(7)]
    ends = await asyncio.gather(*opening, return_exceptions=True)
    people = [end for end in ends if isinstance(end, Client)]
    refused = [end for end in ends if isinstance(end, socketio.exceptions.ConnectionError)]
    assert 0 < len(people) <= 6
    assert len(people) + len(refused) == 7
    # Who leaves makes room.
    await people.pop().close()
    again = Client(strict_server)
    while not again.is_open:
        with suppress(socketio.exceptions.ConnectionError):
            await again.open()
        await asyncio.sleep(0.05)
    for each in (*people, again):
        await each.close()
