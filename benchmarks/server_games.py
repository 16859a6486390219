"""People who play on a server while it is measured: rooms of two people, and rooms against a
player of the server. Each comes from an address of its own, reconnects as the page does, and sends
a move again until it is acknowledged.
"""

from __future__ import annotations

import asyncio
import itertools
import math
import random
import time
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache, partial
from typing import TYPE_CHECKING, Any

from benchmarks.server_figures import Wait  # noqa: TC001
from benchmarks.server_page import Answer, LostError, Page, RefusedError, source
from benchmarks.server_processes import raise_file_limit
from enligne import Game

if TYPE_CHECKING:
    from collections.abc import Sequence

RULES = "connect4"
ME, FRIEND = {"kind": "me"}, {"kind": "friend"}
# As the page has them.
LEAST_DELAY, MOST_DELAY = 0.3, 4.0
GRACE = 5.0  # seconds for the last answers
SHORTEST_GAME = 36  # plies: a room is made seldom
EXCHANGES = 3  # of moves against a player in one room: nobody can have four in a row by then
CONNECTING = 20  # at the same time


@dataclass(frozen=True)
class Plan:
    """What a process of people does.

    Args:
        ports: of the servers; the people of a room are at different ones, where there are.
        rooms: of two people.
        machine_rooms: of one person against a player.
        player: of these.
        pause: seconds between two moves in a room; 0 for none.
        is_echo: the server is a bare echo, without rooms.
        first_visitor: the number of the first, from which their addresses come.
    """

    ports: tuple[int, ...]
    rooms: int
    machine_rooms: int = 0
    player: str = "level:2"
    pause: float = 4.0
    is_echo: bool = False
    first_visitor: int = 0


@dataclass
class Played:
    """What people saw.

    Args:
        acknowledgements: how long each move waited for its acknowledgement.
        heard: how long until the other person's page heard of it.
        replies: how long until the player's reply to it was heard.
        ledger: by room the moves planned, and how many of them were acknowledged.
        resent, found_stored: moves sent again, and those of them that had been stored.
    """

    acknowledgements: list[Wait] = field(default_factory=list)
    heard: list[Wait] = field(default_factory=list)
    replies: list[Wait] = field(default_factory=list)
    ledger: dict[str, tuple[tuple[str, ...], int]] = field(default_factory=dict)
    resent: int = 0
    found_stored: int = 0
    reconnected: int = 0
    absences: list[Wait] = field(default_factory=list)
    refusals: Counter[str] = field(default_factory=Counter)
    failures: list[str] = field(default_factory=list)


@cache
def games() -> Sequence[tuple[str, ...]]:
    """Long games of Connect 4, always the same."""
    luck = random.Random(1)
    found: list[tuple[str, ...]] = []
    while len(found) < 20:
        game = Game(RULES)
        while game.outcome() is None:
            game.push(luck.choice(list(game.legal_moves)))
        if len(game.moves) >= SHORTEST_GAME:
            found.append(tuple(map(str, game.moves)))
    return found


class Person:
    """Somebody whose page reconnects by itself."""

    def __init__(self, number: int, port: int, played: Played) -> None:
        self.number = number
        self.room: str | None = None  # in which they are, and will be again
        self.page: Page | None = None
        self._port = port
        self._played = played
        self._luck = random.Random(number)
        self._visitor: str | None = None

    async def online(self) -> Page:
        """The page, with its connection and in its room again."""
        delay = LEAST_DELAY
        lost = time.monotonic()
        is_again = self.page is not None
        while self.page is None or not self.page.is_open:
            try:
                page = await Page.open(
                    self._port, address=source(self.number), visitor=self._visitor
                )
                self._visitor = page.visitor
                if self.room is not None:
                    await page.grant("join", {"room": self.room})
                self.page = page
                if is_again:
                    self._played.reconnected += 1
                    self._played.absences.append((lost, time.monotonic()))
            except LostError:
                self._played.refusals["connection"] += 1
                await asyncio.sleep(delay * self._luck.uniform(0.5, 1.5))
                delay = min(2 * delay, MOST_DELAY)
            except RefusedError as refused:
                await self._come_back(refused, "join")
        return self.page

    async def insist(self, event: str, data: object) -> tuple[Answer, float, float, bool]:
        """Asks until it is granted, or refused for good: the answer, when it was first asked and
        when the answer came, and whether it was asked more than once."""
        asked = time.monotonic()
        is_again = False
        while True:
            page = await self.online()
            try:
                answer, _, came = await page.ask(event, data)
            except LostError:
                is_again = True
                continue
            if answer.get("ok", True) or answer["error"] not in ("busy", "too_many", "failed"):
                return answer, asked, came, is_again
            await self._come_back(RefusedError(answer), event)
            is_again = True

    async def obtain(self, event: str, data: object) -> Answer:
        answer, _, _, _ = await self.insist(event, data)
        if not answer["ok"]:
            raise RefusedError(answer)
        return answer

    async def _come_back(self, refused: RefusedError, event: str) -> None:
        self._played.refusals[f"{event}: {refused.code}"] += 1
        await asyncio.sleep(refused.seconds or self._luck.uniform(0.3, 1.0))

    def close(self) -> None:
        if self.page is not None:
            self.page.close()


class Table:
    """A room, game after game.

    Args:
        number: of the table among those of its process.
    """

    def __init__(self, number: int, plan: Plan, played: Played) -> None:
        self.plan = plan
        self.played = played
        self.luck = random.Random(number)
        self.number = number
        self.people: list[Person] = []
        self.room = ""
        self.version = 0
        self._next = 0.0  # when the next move is due

    def seat(self, first: int, count: int) -> None:
        ports = self.plan.ports
        self.people = [
            Person(first + each, ports[(self.number + each) % len(ports)], self.played)
            for each in range(count)
        ]

    async def prepare(self) -> None:
        """Connects, and makes the first room."""
        for person in self.people:
            await person.online()
        await self.begin()

    async def begin(self) -> None:
        raise NotImplementedError

    async def play(self, begin: float, until: float) -> None:
        raise NotImplementedError

    async def leave(self) -> None:
        room, self.room = self.room, ""
        for person in self.people:
            person.room = None
            await person.obtain("leave", {"room": room})

    def start_clock(self, begin: float, share: float) -> None:
        """The first move is due within a pause, so that not all rooms move at once."""
        self._next = begin + self.plan.pause * share

    async def wait(self, until: float) -> bool:
        """Waits until the next move is due; False when the time is over then."""
        now = time.monotonic()
        self._next = max(self._next, now)
        if self._next >= until:
            await asyncio.sleep(max(0.0, until - now))
            return False
        await asyncio.sleep(self._next - now)
        self._next += self.plan.pause * self.luck.uniform(0.8, 1.2)
        return True

    async def move(self, person: Person, event: str, ply: int, **more: str) -> Wait:
        """Makes a move, and waits for its acknowledgement."""
        asked = time.monotonic()
        try:
            answer, asked, came, is_again = await person.insist(
                event, {"room": self.room, "ply": ply, **more}
            )
        except asyncio.CancelledError:
            self.played.acknowledgements.append((asked, math.inf))
            raise
        self.played.resent += is_again
        if answer.get("ok", self.plan.is_echo):
            self.version = answer.get("version", 0)
        elif is_again and answer["error"] in ("stale", "finished"):
            self.played.found_stored += 1  # but the server died before it said so
            self.version += 1
        else:
            raise RefusedError(answer)
        self.played.acknowledgements.append((asked, came))
        return asked, came


class TwoPeople(Table):
    """A room of two people."""

    async def begin(self) -> None:
        if self.plan.is_echo:
            self.room = "a-room-of-16-let"
            return
        first, second = self.people
        made = await first.obtain("create", {"rules": RULES, "first": ME, "second": FRIEND})
        self.room = made["room"]
        for person in (first, second):
            joined = await person.obtain("join", {"room": self.room})
            person.room = self.room
        self.version = joined["state"]["version"]

    async def play(self, begin: float, until: float) -> None:
        self.start_clock(begin, self.luck.random())
        while True:
            game = self.luck.choice(games())
            for ply, move in enumerate(game):
                if not await self.wait(until):
                    return
                other = self.people[1 - ply % 2].page
                heard = None if other is None else other.expect(self.room, self.version + 1)
                # The column alone: only the ply tells a move that is sent again from the next.
                asked, _ = await self.move(self.people[ply % 2], "move", ply, move=move[0])
                if self.plan.is_echo:
                    continue
                self.played.ledger[self.room] = (game, ply + 1)
                if heard is not None:
                    heard.add_done_callback(partial(self._hear, asked))
            if not self.plan.is_echo:
                await self.leave()
                await self.begin()

    def _hear(self, asked: float, done: asyncio.Future[float]) -> None:
        if not done.cancelled() and done.exception() is None:
            self.played.heard.append((asked, done.result()))


class AgainstPlayer(Table):
    """A room against a player of the server. Random moves, which the server makes itself: nothing
    of its states has to be read."""

    async def begin(self) -> None:
        (person,) = self.people
        seat = {"kind": "player", "text": self.plan.player}
        made = await person.obtain("create", {"rules": RULES, "first": ME, "second": seat})
        self.room = person.room = made["room"]
        await person.obtain("join", {"room": self.room})

    async def play(self, begin: float, until: float) -> None:
        self.start_clock(begin, self.luck.random())
        (person,) = self.people
        while True:
            for exchange in range(EXCHANGES):
                if not await self.wait(until):
                    return
                page = await person.online()
                # A room begins with version 1; the reply to a move is the version after it.
                reply = page.expect(self.room, 2 * exchange + 3)
                asked, _ = await self.move(person, "random", 2 * exchange)
                try:
                    self.played.replies.append((asked, await reply))
                except LostError:
                    break
                except asyncio.CancelledError:
                    self.played.replies.append((asked, math.inf))
                    raise
            await self.leave()
            await self.begin()


def run_people(pipe: Any, plan: Plan) -> None:
    """The work of a process of people; see :class:`benchmarks.server_processes.Clients`."""
    raise_file_limit()
    asyncio.run(_run(pipe, plan))


async def _run(pipe: Any, plan: Plan) -> None:
    played = Played()
    games()
    pairs = [TwoPeople(number, plan, played) for number in range(plan.rooms)]
    alone = [AgainstPlayer(number, plan, played) for number in range(plan.machine_rooms)]
    for number, table in enumerate(pairs):
        table.seat(plan.first_visitor + 2 * number, 2)
    for number, single in enumerate(alone):
        single.seat(plan.first_visitor + 2 * plan.rooms + number, 1)
    tables: list[Table] = [*pairs, *alone]
    limit = asyncio.Semaphore(CONNECTING)

    async def prepare(table: Table) -> None:
        async with limit:
            await table.prepare()

    await asyncio.gather(*map(prepare, tables))
    pipe.send(None)
    until = await asyncio.to_thread(pipe.recv)
    begin = time.monotonic()
    tasks = [asyncio.create_task(table.play(begin, until)) for table in tables]
    _, late = await asyncio.wait(tasks, timeout=until - begin + GRACE)
    for task in late:
        task.cancel()
    for result in await asyncio.gather(*tasks, return_exceptions=True):
        if isinstance(result, Exception):
            played.failures.append(f"{type(result).__name__}: {result}")
    for person in itertools.chain.from_iterable(each.people for each in tables):
        person.close()
    pipe.send(played)


async def compare(port: int, ledger: dict[str, tuple[tuple[str, ...], int]]) -> tuple[int, int]:
    """How many acknowledged moves a server has lost, and in how many rooms it has others than
    were planned."""
    lost = strange = 0
    person = Person(0, port, Played())
    for room, (game, acknowledged) in ledger.items():
        answer, _, _, _ = await person.insist("watch", {"room": room})
        moves = answer["state"]["moves"] if answer["ok"] else []
        lost += max(0, acknowledged - len(moves))
        strange += tuple(moves) != game[: len(moves)]
        with suppress(RefusedError):
            await person.obtain("leave", {"room": room})
    person.close()
    return lost, strange
