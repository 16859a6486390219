"""What a server does under load: many rooms at once, each playing whole games of Connect 4 through
real Socket.IO clients, beside a server that searches on its event loop.

    python -m benchmarks.server_load [--rooms 500] [--seconds 25] [--pause 2.5] [--attempts 1]

Server and clients are processes of this machine and share its cores. A visitor plays random moves
after a random pause, against the middle level, then against the next one, then against the middle
level while some people let an engine analyse. Each of these runs twice: with the search beside the
event loop, and on it.

Afterwards each visitor joins all its rooms again: what the server has must be what was
acknowledged and seen, and every change must have had a version of its own. The exit code is 1 if
a move is lost, played twice or out of place.
"""

from __future__ import annotations

import argparse
import asyncio
import math
import multiprocessing
import os
import random
import re
import secrets
import subprocess
import sys
import tempfile
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import aiohttp
import socketio

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    State = dict[str, Any]

RULES = "connect4"
MIDDLE = 2  # on the scale of five, from 0
PROCESSES = 3  # of clients
ANALYSTS = 3
ANALYSIS_SECONDS = 1.0
PATIENCE = 60.0  # seconds after which a visitor who hears nothing is stuck
QUIET_CORES = 0.3  # a run while other programs use more is repeated, where there are attempts
CHECK_SECONDS = 4.0  # over which the visitors join all their rooms again
# As the page has them.
LEAST_DELAY, MOST_DELAY = 0.3, 4.0


class Server:
    """A server process of its own."""

    def __init__(self, database: Path, port: int = 0, *, on_loop: bool = False) -> None:
        command = [sys.executable, "-m", "enligne", "serve", "--workers", "2", "--port", str(port)]
        command += ["--database", f"sqlite:///{database}"]
        command += ["--think-on-loop"] if on_loop else []
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        found = re.search(r"http://[^:]+:(\d+)/", line)
        if found is None:
            raise RuntimeError(f"the server said {line!r}")
        self.port = int(found[1])
        self.address = f"http://127.0.0.1:{self.port}"

    @property
    def cpu_seconds(self) -> float:
        """What it has used of all cores, where the system tells."""
        try:
            fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        except OSError:
            return math.nan
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def stop(self) -> None:
        self.process.terminate()
        try:
            self.process.wait(20)
        except subprocess.TimeoutExpired:
            print("the server did not stop within 20 seconds", flush=True)
            self.kill()

    def kill(self) -> None:
        """kill -9."""
        self.process.kill()
        self.process.wait()


@dataclass(frozen=True)
class Task:
    """What one process of clients does. Moments are those of :func:`time.time`."""

    address: str
    source: str | None  # the address from which its clients come
    rooms: int
    level: int
    analysts: int
    pause: float
    begin: float
    measure: float  # from here on times count
    end: float
    is_compressed: bool
    seed: int


@dataclass
class Tally:
    """What clients saw."""

    level: str = ""
    moves: int = 0  # acknowledged, at any time
    measured: int = 0  # in the time that counts
    games: int = 0
    finished: int = 0
    lost: int = 0
    twice: int = 0
    resent: int = 0
    found_stored: int = 0  # of those that were sent again
    rejoined: int = 0
    analyses: int = 0
    cpu_seconds: float = 0.0
    refusals: Counter[str] = field(default_factory=Counter)
    failures: list[str] = field(default_factory=list)
    # Seconds.
    acknowledgements: list[float] = field(default_factory=list)
    replies: list[float] = field(default_factory=list)
    waits: list[float] = field(default_factory=list)  # from a move to the reply to it
    absences: list[float] = field(default_factory=list)  # from a lost connection to the room again
    delays: list[float] = field(default_factory=list)  # of the clients' own event loops

    def add(self, other: Tally) -> None:
        self.level = other.level
        for name, value in vars(other).items():
            if name == "refusals":
                self.refusals.update(value)
            elif name != "level":
                setattr(self, name, getattr(self, name) + value)

    @property
    def is_good(self) -> bool:
        return not (self.lost or self.twice or self.failures)


def busy_seconds() -> float:
    """What all programs of this machine have used of all cores, where the system tells."""
    try:
        fields = Path("/proc/stat").read_text().split("\n")[0].split()[1:9]
    except OSError:
        return math.nan
    user, nice, system, _, _, interrupts, more_interrupts, stolen = map(int, fields)
    ticks = user + nice + system + interrupts + more_interrupts + stolen
    return ticks / os.sysconf("SC_CLK_TCK")


class LostError(Exception):
    """The connection went before there was an answer."""


@dataclass
class Play:
    """What a visitor knows of one game."""

    room: str
    version: int = 0
    moves: list[str] = field(default_factory=list)
    state: State = field(default_factory=dict)
    sent: dict[int, str] = field(default_factory=dict)  # by ply
    acknowledged: dict[int, str] = field(default_factory=dict)
    seen: float = 0.0  # when the newest state came

    @property
    def is_over(self) -> bool:
        return self.state.get("outcome") is not None

    @property
    def is_my_turn(self) -> bool:
        return bool(self.state) and self.state["position"]["side"] in self.state["you"]

    def look(self, state: State) -> str | None:
        """Takes a newer state; the answer is what is wrong with it."""
        version, moves = state["version"], state["moves"]
        if version < self.version:
            return f"version {version} after {self.version}"
        if version == self.version and moves != self.moves:
            return f"version {version} has two lists of moves"
        if moves[: len(self.moves)] != self.moves:
            return f"moves {' '.join(self.moves)} became {' '.join(moves)}"
        self.version, self.moves, self.state = version, moves, state
        self.seen = time.perf_counter()
        return None

    def compare(self, state: State, tally: Tally) -> None:
        """Counts what the server has lost or played twice."""
        moves = state["moves"]
        mine = [ply for ply in range(len(moves)) if ("first", "second")[ply % 2] in state["you"]]
        lost = [ply for ply, move in self.acknowledged.items() if moves[ply : ply + 1] != [move]]
        twice = [ply for ply in mine if self.sent.get(ply) != moves[ply]]
        tally.lost += len(lost)
        tally.twice += len(twice)
        if lost or twice:
            tally.failures.append(
                f"room {self.room}: sent {self.sent}, acknowledged {self.acknowledged}, has {moves}"
            )
        changes = len(moves) + (state["rematch"] is not None)
        if state["version"] != 1 + changes:
            tally.failures.append(
                f"room {self.room}: version {state['version']} after {changes} changes"
            )
        if (outcome := state["outcome"]) and outcome["termination"] not in ("run", "full board"):
            tally.failures.append(f"room {self.room} ended by {outcome['termination']}")


class Client:
    """A connection that comes back by itself, as the page's does."""

    def __init__(self, task: Task, session: aiohttp.ClientSession, tally: Tally, seed: str) -> None:
        self.tally = tally
        self.luck = random.Random(seed)
        self._task = task
        self._session = session
        self._secret = secrets.token_urlsafe(33)
        self._socket: Any = None
        self._waiting: set[asyncio.Future[Any]] = set()
        self._online = asyncio.Event()
        self._offline = asyncio.Event()
        self._lost_at: float | None = None
        self._keeper: asyncio.Task[None] | None = None

    def open(self) -> None:
        self._keeper = asyncio.create_task(self._stay())

    async def close(self) -> None:
        assert self._keeper is not None
        self._keeper.cancel()
        await asyncio.gather(self._keeper, return_exceptions=True)
        if self._socket is not None:
            await self._socket.disconnect()

    async def ask(self, event: str, data: object) -> tuple[State, float, float]:
        """The answer to a request, when it was sent and when the answer came.

        Raises:
            LostError: the connection went before there was one.
        """
        await self._online.wait()
        return await self._ask_now(event, data)

    async def insist(self, event: str, data: object) -> State:
        """Asks until it is granted. For what may be asked twice."""
        while True:
            try:
                answer, _, _ = await self.ask(event, data)
            except LostError:
                continue
            if answer["ok"]:
                return answer
            self.tally.refusals[f"{event}: {answer['error']}"] += 1
            if answer["error"] not in ("busy", "too_many"):
                raise RuntimeError(f"{event} {data} was refused: {answer['text']}")
            await asyncio.sleep(self.luck.uniform(0.5, 1.5))

    async def _ask_now(self, event: str, data: object) -> tuple[State, float, float]:
        future: asyncio.Future[tuple[State, float]] = asyncio.get_running_loop().create_future()

        def hear(answer: State) -> None:
            if not future.done():
                future.set_result((answer, time.perf_counter()))

        self._waiting.add(future)
        sent = time.perf_counter()
        try:
            if self._socket is None:
                raise LostError
            await self._socket.emit(event, data, callback=hear)
            if not (await asyncio.wait({future}, timeout=PATIENCE))[0]:
                self.tally.failures.append(f"{event} {data}: no answer in {PATIENCE:.0f} seconds")
                raise LostError
            if future.cancelled():
                raise LostError
            answer, came = future.result()
        except (LostError, socketio.exceptions.SocketIOError):
            await asyncio.sleep(0.05)  # the loop notices it before the next request
            raise LostError from None
        finally:
            self._waiting.discard(future)
            future.cancel()
        return answer, sent, came

    async def _stay(self) -> None:
        """Connects, and again whenever the connection is lost."""
        while True:
            delay = LEAST_DELAY
            while not await self._connect():
                await asyncio.sleep(delay * self.luck.uniform(0.5, 1.5))
                delay = min(2 * delay, MOST_DELAY)
            await self._offline.wait()
            await asyncio.sleep(LEAST_DELAY * self.luck.uniform(0.5, 1.5))

    async def _connect(self) -> bool:
        self._offline.clear()
        opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        socket = socketio.AsyncClient(
            reconnection=False,  # the page's pauses are other ones
            handle_sigint=False,
            http_session=self._session,
            websocket_extra_options={"compress": 15} if self._task.is_compressed else {},
        )
        socket.on("connect", lambda: None if opened.done() else opened.set_result(None))
        socket.on("state", self.on_state)
        socket.on("analysis", self.on_analysis)
        try:
            await socket.connect(
                self._task.address,
                auth={"visitor": self._secret},
                transports=["websocket"],
                wait=False,  # it would not notice a server that dies meanwhile
            )
            reading = socket.eio.read_loop_task
            reading.add_done_callback(lambda _: self._lose(socket))
            await asyncio.wait({opened, reading}, timeout=20, return_when=asyncio.FIRST_COMPLETED)
            if not opened.done() or reading.done():
                raise LostError
            self._socket = socket
            await self.on_connected()
        except Exception as error:  # whatever the library makes of a server that is not there
            self.tally.refusals[f"connection: {type(error).__name__}"] += 1
            self._lose(socket)
            await asyncio.gather(socket.eio.disconnect(abort=True), return_exceptions=True)
            return False
        if self._offline.is_set():
            return False
        if self._lost_at is not None:
            self.tally.absences.append(time.perf_counter() - self._lost_at)
            self.tally.rejoined += 1
            self._lost_at = None
        self._online.set()
        return True

    def _lose(self, socket: Any) -> None:
        if self._socket is not socket:
            return
        self._socket = None
        if self._lost_at is None:
            self._lost_at = time.perf_counter()
        self._online.clear()
        self._offline.set()
        for future in self._waiting:
            if not future.done():
                future.cancel()

    async def on_connected(self) -> None:
        """What is to be done at each connection before anything else."""

    def on_state(self, state: State) -> None: ...
    def on_analysis(self, analysis: State) -> None: ...


class Visitor(Client):
    """Plays one game after the other."""

    def __init__(self, task: Task, session: aiohttp.ClientSession, tally: Tally, seed: str) -> None:
        super().__init__(task, session, tally, seed)
        self._plays: dict[str, Play] = {}
        self._now: Play | None = None
        self._news = asyncio.Event()

    async def play(self, level: str) -> None:
        """Plays until the time is over."""
        seats = {"first": {"kind": "me"}, "second": {"kind": "player", "text": level}}
        room = (await self.insist("create", {"rules": RULES, **seats}))["room"]
        while True:
            self._now = play = self._plays[room] = Play(room)
            self.tally.games += 1
            self.on_state((await self.insist("join", {"room": room}))["state"])
            while await self._turn(play):
                await self._move(play)
            if not play.is_over or await self._think():
                return
            self.tally.finished += 1
            next_room = (await self.insist("rematch", {"room": room}))["room"]
            self._now = None
            await self.insist("leave", {"room": room})
            room = next_room

    async def check(self) -> None:
        """Joins all rooms again, and compares."""
        for play in self._plays.values():
            self._now = None
            state = (await self.insist("join", {"room": play.room}))["state"]
            if (wrong := play.look(state)) is not None:
                self.tally.failures.append(f"room {play.room}: {wrong}")
            play.compare(state, self.tally)
            await self.insist("leave", {"room": play.room})

    async def on_connected(self) -> None:
        """After a lost connection: joins its room, in which every acknowledged move must be."""
        if (play := self._now) is None:
            return
        answer, _, _ = await self._ask_now("join", {"room": play.room})
        if not answer["ok"]:
            self.tally.failures.append(f"room {play.room}: {answer['text']}")
            return
        self.on_state(answer["state"])
        play.compare(answer["state"], self.tally)

    def on_state(self, state: State) -> None:
        play = self._plays.get(state["room"])
        if play is None:
            return
        if (wrong := play.look(state)) is not None:
            self.tally.failures.append(f"room {play.room}: {wrong}")
        self._news.set()

    async def _think(self) -> bool:
        """A random pause; whether the time is over then."""
        seconds = self._task.pause * self.luck.uniform(0.2, 1.8)
        await asyncio.sleep(max(0.0, min(seconds, self._task.end - time.time())))
        return time.time() >= self._task.end

    async def _turn(self, play: Play) -> bool:
        """Waits for its turn and thinks; False when the game or the time is over."""
        await self._hear(play, lambda: play.is_my_turn or play.is_over)
        return not play.is_over and not await self._think()

    async def _hear(self, play: Play, is_enough: Any) -> None:
        while not is_enough():
            self._news.clear()
            try:
                await asyncio.wait_for(self._news.wait(), PATIENCE)
            except TimeoutError:
                raise RuntimeError(f"room {play.room}: nothing in {PATIENCE:.0f} seconds") from None

    async def _move(self, play: Play) -> None:
        ply = len(play.moves)
        move = play.sent[ply] = self.luck.choice(play.state["position"]["legal"])
        is_resent = False
        while True:
            try:
                # The column alone: only the ply tells a move that is sent again from the next.
                request = {"room": play.room, "ply": ply, "move": move[0]}
                answer, sent, came = await self.ask("move", request)
                break
            except LostError:
                is_resent = True
                self.tally.resent += 1
        if answer["ok"]:
            play.acknowledged[ply] = move
            self.tally.moves += 1
        elif is_resent and answer["error"] in ("stale", "finished"):
            # It was stored, but the server died before it said so.
            play.acknowledged[ply] = move
            self.tally.found_stored += 1
        else:
            raise RuntimeError(f"room {play.room}, move {move} at {ply}: {answer['text']}")
        await self._hear(play, lambda: len(play.moves) > ply + 1 or play.is_over)
        if not is_resent and time.time() - (time.perf_counter() - sent) >= self._task.measure:
            self.tally.measured += 1
            self.tally.acknowledgements.append(came - sent)
            if len(play.moves) > ply + 1:
                self.tally.replies.append(max(0.0, play.seen - came))
                self.tally.waits.append(play.seen - sent)


class Analyst(Client):
    """Lets an engine analyse one position after the other."""

    def __init__(self, task: Task, session: aiohttp.ClientSession, tally: Tally, seed: str) -> None:
        super().__init__(task, session, tally, seed)
        self._is_final = asyncio.Event()

    async def play(self) -> None:
        while time.time() < self._task.end:
            moves = [self.luck.choice("abcdefg") + "1"]
            wish = {"id": "a", "rules": RULES, "moves": moves, "engine": "alphabeta"}
            self._is_final.clear()
            await self.insist("analyse", {**wish, "seconds": ANALYSIS_SECONDS})
            await asyncio.wait_for(self._is_final.wait(), PATIENCE)
            self.tally.analyses += 1
            await asyncio.sleep(self._task.pause * self.luck.uniform(0.2, 1.8))

    def on_analysis(self, analysis: State) -> None:
        if analysis.get("final") or not analysis.get("ok", True):
            self._is_final.set()


def run_clients(task: Task) -> Tally:
    """What a process of clients does."""
    return asyncio.run(_run_clients(task))


async def _run_clients(task: Task) -> Tally:
    tally = Tally()
    connector = aiohttp.TCPConnector(limit=0, local_addr=(task.source, 0) if task.source else None)
    jar = aiohttp.DummyCookieJar()
    async with aiohttp.ClientSession(connector=connector, cookie_jar=jar) as session:
        watch = asyncio.create_task(_watch(task, tally))
        first = Client(task, session, tally, f"{task.seed} catalogue")
        first.open()
        scale = (await first.insist("catalogue", {"rules": RULES}))["scale"]
        tally.level = scale[task.level]["text"]
        await first.close()
        visitors = [Visitor(task, session, tally, f"{task.seed} {n}") for n in range(task.rooms)]
        analysts = [
            Analyst(task, session, tally, f"{task.seed} analyst {n}") for n in range(task.analysts)
        ]

        async def visit(number: int, visitor: Visitor) -> None:
            ramp = task.measure - task.begin - 1
            await asyncio.sleep(max(0, task.begin + ramp * number / task.rooms - time.time()))
            visitor.open()
            await visitor.play(tally.level)

        async def analyse(analyst: Analyst) -> None:
            await asyncio.sleep(max(0, task.measure - 1 - time.time()))
            analyst.open()
            await analyst.play()

        await _all(
            [visit(*each) for each in enumerate(visitors)] + [analyse(each) for each in analysts],
            tally,
        )
        watch.cancel()
        await asyncio.sleep(1)  # for the last replies

        async def check(visitor: Visitor) -> None:
            await asyncio.sleep(visitor.luck.uniform(0, CHECK_SECONDS))
            await visitor.check()
            await visitor.close()

        await _all([check(each) for each in visitors], tally)
        await _all([each.close() for each in analysts], tally)
    return tally


async def _all(works: Iterable[Any], tally: Tally) -> None:
    for result in await asyncio.gather(*works, return_exceptions=True):
        if isinstance(result, BaseException):
            tally.failures.append(f"{type(result).__name__}: {result}")


async def _watch(task: Task, tally: Tally) -> None:
    """Measures what the clients themselves need, and how late they are."""
    await asyncio.sleep(max(0, task.measure - time.time()))
    used = time.process_time()
    try:
        while time.time() < task.end:
            start = time.perf_counter()
            await asyncio.sleep(0.05)
            tally.delays.append(time.perf_counter() - start - 0.05)
    finally:
        tally.cpu_seconds = time.process_time() - used


def shared_out(task: Task, processes: int) -> list[Task]:
    """A task for each process of clients. Visitors of one process come from one address, as
    those behind one router do: the server counts what an address asks for."""
    return [
        replace(
            task,
            source=f"127.0.0.{2 + number}" if sys.platform == "linux" else None,
            rooms=len(range(number, task.rooms, processes)),
            analysts=len(range(number, task.analysts, processes)),
            seed=1000 * task.seed + number,
        )
        for number in range(processes)
    ]


def client_processes() -> ProcessPoolExecutor:
    return ProcessPoolExecutor(PROCESSES, multiprocessing.get_context("spawn"))


def percentile(values: Sequence[float], part: float) -> float:
    """The value below which this part of them is."""
    if not values:
        return math.nan
    return sorted(values)[min(len(values) - 1, int(part * len(values)))]


@dataclass(frozen=True)
class Run:
    """What one run showed."""

    tally: Tally
    seconds: float
    server_cores: float
    all_cores: float

    @property
    def client_cores(self) -> float:
        return self.tally.cpu_seconds / self.seconds

    @property
    def other_cores(self) -> float:
        return self.all_cores - self.server_cores - self.client_cores

    def cells(self) -> dict[str, str]:
        tally = self.tally
        cells = {"moves of visitors a second": f"{tally.measured / self.seconds:.0f}"}
        for name, values in (
            ("acknowledgement, ms: p50 / p95 / p99 / most", tally.acknowledgements),
            ("reply after it, ms: p50 / p95 / p99 / most", tally.replies),
            ("move to reply, ms: p50 / p95 / p99 / most", tally.waits),
        ):
            times = [1000 * percentile(values, part) for part in (0.5, 0.95, 0.99, 1)]
            cells[name] = " / ".join(
                f"{each:.1f}" if each < 10 else f"{each:.0f}" for each in times
            )
        refused = ", ".join(f"{name} {count}" for name, count in sorted(tally.refusals.items()))
        return cells | {
            "moves acknowledged in all": f"{tally.moves:,}",
            "games, of which finished": f"{tally.games:,}, {tally.finished:,}",
            "moves lost, played twice": f"{tally.lost}, {tally.twice}",
            "other failures": str(len(tally.failures)),
            "connections lost and regained": str(tally.rejoined),
            "requests refused and asked again": refused or "0",
            "analyses": str(tally.analyses),
            "cores used by server, clients, others": (
                f"{self.server_cores:.2f}, {self.client_cores:.2f}, {self.other_cores:.2f}"
            ),
            "clients' own delay, ms: p50 / p95": (
                f"{1000 * percentile(tally.delays, 0.5):.1f}"
                f" / {1000 * percentile(tally.delays, 0.95):.1f}"
            ),
        }


def measure(options: argparse.Namespace, level: int, analysts: int, *, on_loop: bool) -> Run:
    with tempfile.TemporaryDirectory() as folder, client_processes() as processes:
        server = Server(Path(folder) / "rooms.sqlite3", on_loop=on_loop)
        begin = time.time() + 2  # the clients' processes start meanwhile
        start = begin + 1 + options.rooms / 60
        end = start + options.seconds
        task = Task(
            address=server.address,
            source=None,
            rooms=options.rooms,
            level=level,
            analysts=analysts,
            pause=options.pause,
            begin=begin,
            measure=start,
            end=end,
            is_compressed=not options.uncompressed,
            seed=options.seed,
        )
        tally = Tally()
        try:
            futures = [processes.submit(run_clients, each) for each in shared_out(task, PROCESSES)]
            time.sleep(max(0, start - time.time()))
            used, busy = server.cpu_seconds, busy_seconds()
            time.sleep(max(0, end - time.time()))
            used, busy = server.cpu_seconds - used, busy_seconds() - busy
            for future in futures:
                tally.add(future.result())
        finally:
            server.stop()
    return Run(tally, options.seconds, used / options.seconds, busy / options.seconds)


def quietest(options: argparse.Namespace, level: int, analysts: int, *, on_loop: bool) -> Run:
    """The run that other programs of this machine disturbed least; one that was quiet enough is
    the last. A wrong one ends them all."""
    best: Run | None = None
    for _ in range(options.attempts):
        run = measure(options, level, analysts, on_loop=on_loop)
        if not run.tally.is_good:
            return run
        if best is None or not best.other_cores <= run.other_cores:
            best = run
        if not best.other_cores > QUIET_CORES:
            break
        print(f"(others used {run.other_cores:.2f} cores meanwhile)", flush=True)
    assert best is not None
    return best


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rooms", type=int, default=500)
    parser.add_argument("--seconds", type=float, default=25, help="that count, of each run")
    parser.add_argument("--pause", type=float, default=2.5, help="mean, before a move, in seconds")
    parser.add_argument("--only", type=int, help="only this pair, from 1")
    parser.add_argument(
        "--attempts", type=int, default=1, help="most for each run, on a machine that others use"
    )
    parser.add_argument("--uncompressed", action="store_true", help="browsers compress")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    print(
        f"{options.rooms} rooms, {options.seconds:.0f} seconds each, a pause of"
        f" {options.pause} seconds before a move on average; {os.cpu_count()} cores\n"
    )
    is_good = True
    pairs = (
        ("the middle level", MIDDLE, 0),
        ("the next level", MIDDLE + 1, 0),
        (f"the middle level, {ANALYSTS} people analyse", MIDDLE, ANALYSTS),
    )
    for number, (name, level, analysts) in enumerate(pairs, 1):
        if options.only not in (None, number):
            continue
        beside = quietest(options, level, analysts, on_loop=False)
        on_loop = quietest(options, level, analysts, on_loop=True)
        print(f"| {name}: {beside.tally.level} | search beside the loop | search on the loop |")
        print("| --- | --- | --- |")
        for (row, cell), other in zip(
            beside.cells().items(), on_loop.cells().values(), strict=True
        ):
            print(f"| {row} | {cell} | {other} |")
        print(flush=True)
        for failure in (beside.tally.failures + on_loop.tally.failures)[:10]:
            print(failure, flush=True)
        is_good = is_good and beside.tally.is_good and on_loop.tally.is_good
    print("no move was lost or played twice" if is_good else "FAILED")
    sys.exit(0 if is_good else 1)


if __name__ == "__main__":
    main()
