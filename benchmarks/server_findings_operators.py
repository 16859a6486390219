"""Findings 10 to 20: what an operator met. Each function repeats one and says in a line what was
seen."""

from __future__ import annotations

import asyncio
import http.client
import json
import re
import resource
import sqlite3
import subprocess
import time
from contextlib import ExitStack, closing, suppress
from typing import TYPE_CHECKING, Any

from benchmarks.server_findings_strangers import one_page, within
from benchmarks.server_games import FRIEND, ME, RULES, Plan, run_people
from benchmarks.server_hooks import BrokenConnect, Statements, WallClock
from benchmarks.server_page import LostError, Page, RefusedError
from benchmarks.server_processes import Clients, Server, temporary_folder
from benchmarks.server_services import PostgreSQL, Redis

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

ROOMS_DUE = 200_000
IDLE_ROOMS = 250
MOVES = ("a", "b", "c", "d", "e", "f", "g") * 3


def finding_10(command: Sequence[str]) -> str:
    """health when the database file is removed"""

    async def play(room: str, first: Page, second: Page, since: int) -> int:
        for ply in range(since, since + 10):
            move = {"room": room, "ply": ply, "move": MOVES[ply]}
            if not (await (first, second)[ply % 2].ask("move", move))[0].get("ok"):
                return ply - since
        return 10

    async def scenario(server: Server) -> tuple[str, int, int]:
        first, second = await one_page(server, 1), await one_page(server, 2)
        made = await first.grant("create", {"rules": RULES, "first": ME, "second": FRIEND})
        await second.grant("join", {"room": made["room"]})
        await play(made["room"], first, second, 0)
        for file in server.file.parent.glob(f"{server.file.name}*"):
            file.unlink()
        await asyncio.sleep(1)
        acknowledged = await play(made["room"], first, second, 10)
        await asyncio.sleep(1)
        return made["room"], acknowledged, server.fetch(server.health)[0]

    async def moves(server: Server, room: str) -> int:
        page = await one_page(server)
        answer, _, _ = await page.ask("watch", {"room": room})
        return len(answer["state"]["moves"]) if answer.get("ok") else 0

    with temporary_folder() as folder:
        with Server(command, folder) as server:
            room, acknowledged, status = asyncio.run(scenario(server))
        with Server(command, folder) as server:
            there = asyncio.run(moves(server, room))
    harms = {"no file may grow": _fill_disk, "pages damaged": _damage_pages}
    seen = [f"{name}: {_health_after(command, harm)}" for name, harm in harms.items()]
    return (
        f"removed: {acknowledged} of 10 moves acknowledged afterwards, health answers {status},"
        f" after a restart the room has {there} moves; {'; '.join(seen)}"
    )


def _fill_disk(server: Server) -> None:
    """As a full disk does: it can still be read."""
    _, hard = resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE)
    resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (0, hard))


def _damage_pages(server: Server) -> None:
    """All but the first, which says that it is a database."""
    with closing(sqlite3.connect(server.file)) as database:
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    with server.file.open("r+b") as file:
        file.seek(4096)
        file.write(b"\xff" * (server.file.stat().st_size - 4096))


def _health_after(command: Sequence[str], harm: Callable[[Server], None]) -> str:
    """Whether a room can be made after something happened, and what health says then."""

    async def scenario(server: Server) -> str:
        page = await one_page(server)
        wish = {"rules": RULES, "first": ME, "second": FRIEND}
        await page.grant("create", wish)
        harm(server)
        await asyncio.sleep(1.5)
        answer = (await page.ask("create", wish))[0]
        made = "made" if answer["ok"] else answer["error"]
        return f"a new room {made}, health {server.fetch(server.health)[0]}"

    with temporary_folder() as folder, Server(command, folder) as server:
        return asyncio.run(scenario(server))


def finding_11(command: Sequence[str]) -> str:
    """a damaged room, a missing column"""

    async def make(server: Server) -> list[str]:
        page = await one_page(server, visitor="v" * 40)
        wish = {"rules": RULES, "first": ME, "second": FRIEND}
        return [(await page.grant("create", wish))["room"] for _ in range(3)]

    async def ask(server: Server, event: str, data: object) -> dict[str, Any]:
        page = await one_page(server, visitor="v" * 40)
        return (await page.ask(event, data))[0]

    with temporary_folder() as folder:
        with Server(command, folder) as server:
            rooms = asyncio.run(make(server))
            file = server.file
        with closing(sqlite3.connect(file)) as database, database:
            text = database.execute("SELECT document FROM rooms WHERE id = ?", rooms[:1])
            document = json.loads(text.fetchone()[0])
            document["seats"][0]["colour"] = "red"
            database.execute(
                "UPDATE rooms SET document = ? WHERE id = ?", (json.dumps(document), rooms[0])
            )
        with Server(command, folder) as server:
            answer = asyncio.run(ask(server, "games", {}))
            listed = len(answer["games"]) if answer["ok"] else answer["error"]
        with closing(sqlite3.connect(file)) as database, database:
            database.execute("ALTER TABLE rooms RENAME COLUMN updated TO missing")
        try:
            with Server(command, folder) as server:
                status = server.fetch(server.health)[0]
                wish = {"rules": RULES, "first": ME, "second": FRIEND}
                answer = asyncio.run(ask(server, "create", wish))
                made = "made" if answer["ok"] else answer["error"]
                missing = f"starts, health answers {status}, a new room: {made}"
        except RuntimeError as error:
            missing = f"does not start ({str(error).strip().splitlines()[-1][:90]})"
    return f"of 3 games one damaged: listed {listed}; without a column it {missing}"


def finding_12(command: Sequence[str]) -> str:
    """200,000 rooms to sweep"""

    async def make(server: Server) -> None:
        page = await one_page(server)
        await page.grant("create", {"rules": RULES, "first": ME, "second": FRIEND})

    async def worst(server: Server) -> float:
        page = await one_page(server)
        most = 0.0
        until = time.monotonic() + 9
        while time.monotonic() < until:
            begin = time.monotonic()
            await page.grant("create", {"rules": RULES, "first": ME, "second": FRIEND})
            most = max(most, time.monotonic() - begin)
            await asyncio.sleep(0.1)  # as often as one address may
        return most

    with temporary_folder() as folder:
        with Server(command, folder) as server:
            asyncio.run(make(server))
            file = server.file
        _copy_rooms(file, ROOMS_DUE)
        full = file.stat().st_size
        with Server(command, folder) as server:
            waited = asyncio.run(worst(server))
            left = _count_rooms(file)
        # The next start sweeps on.
        size = sum(each.stat().st_size for each in folder.glob("rooms.sqlite3*"))
    return (
        f"the longest wait for a new room {waited:.2f} s, {left:,} rooms left after 9 s,"
        f" file {full / 1e6:.0f} -> {size / 1e6:.0f} MB"
    )


def _copy_rooms(file: Path, count: int) -> None:
    """Fills a database with copies of its one room that are long due."""
    with closing(sqlite3.connect(file)) as database, database:
        names = [row[1] for row in database.execute("PRAGMA table_info(rooms)")]
        values = {"id": "printf('%016d', n)", "updated": "1e9 + n", "stage": "0", "plies": "0"}
        columns = ", ".join(values.get(name, name) for name in names)
        database.execute(
            "WITH RECURSIVE numbers(n) AS (VALUES(1) UNION ALL SELECT n + 1 FROM numbers"
            f" WHERE n < {count}) INSERT INTO rooms ({', '.join(names)})"
            f" SELECT {columns} FROM (SELECT * FROM rooms LIMIT 1), numbers"
        )
        database.execute(
            "INSERT INTO visits (visitor, room) SELECT 'nobody' || id, id FROM rooms"
            " WHERE updated < 1.5e9"
        )


def _count_rooms(file: Path) -> int:
    with closing(sqlite3.connect(file)) as database:
        return int(database.execute("SELECT count(*) FROM rooms").fetchone()[0])


def finding_13(command: Sequence[str]) -> str:
    """the time of day is set while a clock runs"""

    async def scenario(server: Server, clock: WallClock, shift: float) -> str:
        clock.shift(0)
        first, second = await one_page(server, 1), await one_page(server, 2)
        wish = {"rules": RULES, "first": ME, "second": FRIEND, "clock": {"seconds": 300}}
        room = {"room": (await first.grant("create", wish))["room"]}
        await second.grant("join", room)
        await first.grant("join", room)
        for ply, page in enumerate((first, second)):
            await page.grant("move", room | {"ply": ply, "move": "d"})
        await asyncio.sleep(0.3)
        clock.shift(shift)
        await asyncio.sleep(1.5)
        await first.grant("leave", room)
        state = (await first.grant("join", room))["state"]
        if state["outcome"]:
            return f"{state['outcome']['termination']}, {state['outcome']['winner']} wins"
        return f"{state['clock']['first']:,.0f} s left of 300"

    with temporary_folder() as folder:
        clock = WallClock(folder)
        with Server(command, folder, environment=clock.environment) as server:
            later = asyncio.run(scenario(server, clock, 3600))
            earlier = asyncio.run(scenario(server, clock, -3600))
    return f"+1 h: {later}; -1 h: {earlier}"


def finding_14(command: Sequence[str]) -> str:
    """Redis away"""

    async def joined(server: Server, room: object, visitor: int) -> str:
        page = await one_page(server, visitor)
        try:
            answer, _, _ = await asyncio.wait_for(page.ask("join", room), 5)
        except (TimeoutError, LostError):
            return "no answer"
        return "yes" if answer.get("ok") else str(answer.get("error"))

    async def scenario(server: Server, redis: Redis) -> str:
        page = await one_page(server, 1)
        wish = {"rules": RULES, "first": ME, "second": ME}
        room = {"room": (await page.grant("create", wish))["room"]}
        await page.grant("join", room)
        redis.kill()
        await asyncio.sleep(0.5)
        status = server.fetch(server.health)[0]
        meanwhile = await joined(server, room, 2)
        move, _, _ = await page.ask("move", room | {"ply": 0, "move": "d"})
        moved = "yes" if move.get("ok") else move.get("error")
        redis.start()
        after = [await joined(server, room, 3 + each) for each in range(3)]
        return (
            f"while it is away: join {meanwhile}, move {moved}, health {status}; the first joins"
            f" after its return: {', '.join(after)}"
        )

    with (
        temporary_folder() as folder,
        Redis() as redis,
        Server(command, folder, "--redis", redis.address) as server,
    ):
        return asyncio.run(scenario(server, redis))


def finding_15(command: Sequence[str]) -> str:
    """250 idle rooms, two processes on PostgreSQL and Redis"""
    with ExitStack() as stack:
        folder = stack.enter_context(temporary_folder())
        postgresql = stack.enter_context(PostgreSQL())
        redis = stack.enter_context(Redis())
        database = postgresql.new_database()
        servers = [
            stack.enter_context(
                Server(command, folder, "--redis", redis.address, database=database)
            )
            for _ in range(2)
        ]
        ports = tuple(server.port for server in servers)
        clients = Clients(run_people, Plan(ports, IDLE_ROOMS, pause=1e6))
        stack.callback(clients.stop)
        clients.wait_until_ready()
        clients.go(time.monotonic() + 1e6)
        time.sleep(2)
        before = [server.cpu_seconds for server in servers]
        time.sleep(6)
        cores = [
            (server.cpu_seconds - start) / 6 for server, start in zip(servers, before, strict=True)
        ]
    return f"{' + '.join(f'{100 * each:.1f}' for each in cores)} % of a core"


def finding_16(command: Sequence[str]) -> str:
    """limits as options"""
    done = subprocess.run([*command, "--help"], capture_output=True, text=True, check=False)
    options = set(re.findall(r"^\s+(--[a-z-]+)", done.stdout, re.MULTILINE))
    wanted = ("requests", "rooms", "sockets", "queue", "seconds", "days", "connections", "message")
    found = [name for name in wanted if any(name in option for option in options)]
    return f"{len(options)} options; of limits there are {', '.join(found) or 'none'}"


async def finding_17(server: Server) -> str:
    """X-Forwarded-For from this machine"""
    pages = [await Page.open(server.port, address="127.0.0.1") for _ in range(15)]
    made, refusal = 0, ""

    async def fill(page: Page) -> None:
        nonlocal made, refusal
        for _ in range(90):
            try:
                await page.grant("create", {"rules": "tictactoe", "first": ME, "second": ME})
                made += 1
            except RefusedError as error:
                refusal = error.code
                return
            except LostError:
                return

    await asyncio.gather(*map(fill, pages))
    forged = "X-Forwarded-For: 198.51.100.7\r\n"
    page = await Page.open(server.port, address="127.0.0.1", headers=forged)
    answer, _, _ = await page.ask("create", {"rules": "tictactoe", "first": ME, "second": ME})
    believed = "believed" if answer.get("ok") else "not believed"
    return (
        f"one address makes {made:,} rooms ({refusal or 'no limit'}); with the header: {believed}"
    )


def finding_18(command: Sequence[str]) -> str:
    """Host, headers, metrics, passwords"""

    def ask(server: Server, path: str, **headers: str) -> http.client.HTTPResponse:
        connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=5)
        connection.request("GET", path, headers=headers)
        response = connection.getresponse()
        response.read()
        return response

    socket_path = "/socket.io/?EIO=4&transport=polling"
    with temporary_folder() as folder, Server(command, folder) as server:
        foreign = ask(server, socket_path, Host="evil.example", Origin="http://evil.example")
        scheme = ask(server, socket_path, Origin=f"ftp://127.0.0.1:{server.port}")
        policy = ask(server, "/").getheader("Content-Security-Policy") or ""
        sources = re.search(r"connect-src ([^;]+)", policy)
        headed = ask(server, socket_path).getheader("X-Content-Type-Options")
        # As somebody far away asks for it through a proxy.
        metrics = ask(server, "/metrics", **{"X-Forwarded-For": "198.51.100.7"}).status
        wrong = "postgresql+psycopg://somebody:pa55word@127.0.0.1:1/x"
        done = subprocess.run(
            [*command, "--port", "0", "--database", wrong],
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
        traced = _is_traced(command)
    echoed = "told" if "pa55word" in done.stdout + done.stderr else "hidden"
    return (
        f"a foreign Host {foreign.status}, ftp as Origin {scheme.status}, connect-src"
        f" {sources and sources[1]}, Socket.IO answers {'with' if headed else 'without'} headers,"
        f" /metrics for strangers {metrics}, the password {echoed}, a failure of our own logged"
        f" {'with' if traced else 'without'} its traceback"
    )


def _is_traced(command: Sequence[str]) -> bool:
    """Whether the log says where a failure of the server's own code comes from."""
    with temporary_folder() as folder:
        broken = BrokenConnect(folder)
        start = Server(command, folder, "--log", environment=broken.environment)
        with start as server, suppress(LostError):
            asyncio.run(one_page(server))
        return "Traceback" in server.log


def finding_19(command: Sequence[str]) -> str:
    """backup, restore, a list that ends"""

    async def listed(server: Server) -> tuple[int, bool]:
        page = await one_page(server)
        for _ in range(60):
            await page.grant("create", {"rules": RULES, "first": ME, "second": FRIEND})
        answer = await page.grant("games", {})
        return len(answer["games"]), any(key not in ("ok", "games") for key in answer)

    async def own(server: Server) -> tuple[list[str], str]:
        """What a visitor can do with all their games; and a room whose game is over."""
        page = await one_page(server, visitor="v" * 40)
        wish = {"rules": RULES, "first": ME, "second": ME}
        room = (await page.grant("create", wish))["room"]
        await page.grant("join", {"room": room})
        await page.grant("move", {"room": room, "ply": 0, "move": "d"})
        await page.grant("resign", {"room": room})
        other = await one_page(server, 1)
        asks: dict[str, tuple[Page, str, object]] = {
            "download": (page, "records", {}),
            "delete": (other, "forget_games", {}),
            "carry": (page, "carry_out", {"visitor": "v" * 40}),
        }
        does = {
            name: (await who.ask(event, data))[0]["ok"] for name, (who, event, data) in asks.items()
        }
        return [name for name, is_done in does.items() if is_done], room

    async def is_there(server: Server, room: str) -> bool:
        return bool((await (await one_page(server)).ask("watch", {"room": room}))[0]["ok"])

    program = list(command)[: list(command).index("serve")]
    there = [
        name
        for name in ("backup", "restore")
        if not subprocess.run(
            [*program, name, "--help"], capture_output=True, check=False
        ).returncode
    ]
    with temporary_folder() as folder:
        with Server(command, folder) as server:
            count, has_pages = asyncio.run(listed(server))
            answered, room = asyncio.run(own(server))
        days = 40 * 86400
        with closing(sqlite3.connect(server.file)) as database, database:
            database.execute("UPDATE rooms SET updated = updated - ? WHERE id = ?", (days, room))
        with Server(command, folder) as server:
            time.sleep(5)  # it sweeps some seconds after its start
            kept = asyncio.run(is_there(server, room))
    return (
        f"commands: {', '.join(there) or 'none'}; of 60 games {count} listed,"
        f" {'with' if has_pages else 'without'} a next page; a visitor can"
        f" {', '.join(answered) or 'neither download, nor delete, nor carry'}; a finished game of"
        f" 40 days ago is {'there' if kept else 'gone'}"
    )


def finding_20(command: Sequence[str]) -> str:
    """how SQLite commits"""
    with temporary_folder() as folder:
        statements = Statements(folder)
        with Server(command, folder, environment=statements.environment) as server:
            asyncio.run(_make_room(server))
        with suppress(StopIteration):
            return next(each for each in statements.seen if "synchronous" in each.lower())
    return "no PRAGMA synchronous"


async def _make_room(server: Server) -> str:
    async def make() -> float:
        page = await one_page(server)
        await page.grant("create", {"rules": RULES, "first": ME, "second": FRIEND})
        return 0.0

    return await within(make())
