"""All rooms: one lock each, changes stored before they are told, players asked for their moves."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections import OrderedDict
from contextlib import asynccontextmanager, suppress
from typing import TYPE_CHECKING, Any, Protocol

from enligne import players
from enligne.engines import Limit
from enligne.errors import PlayerTextError
from enligne.move import FIRST, SECOND, Side
from enligne.position import Position
from enligne.rules import Rules
from enligne.server.allowed import Opponents, brain_of, engine_of, teach
from enligne.server.refusals import RefusalError
from enligne.server.room import GameClock, Room, Seat, new_room
from enligne.server.views import View, analysis_view, box_view, rules_view, score_view

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable

    from enligne.engines import Analysis, Stop
    from enligne.players import Choice
    from enligne.server.leases import Leases
    from enligne.server.messages import Create
    from enligne.server.metrics import Metrics
    from enligne.server.settings import Settings
    from enligne.server.storage import Storage
    from enligne.server.work import Job, KeptPlayers, Workers

_log = logging.getLogger("enligne.rooms")

_ROOMS_KEPT = 20_000
_GAMES_LISTED = 50
_SECONDS_BETWEEN_NEWS = 0.2
_SECONDS_BETWEEN_ROUNDS = 2.0
_SECONDS_TO_WATCH = 0.8
_TRIES = 5


class Audience(Protocol):
    """The pages that follow a room, told by the sides that they have."""

    async def tell(self, event: str, room: str, sides: list[Side] | None, data: View) -> None: ...


class _FailedError(Exception):
    """A player raised an error instead of choosing a move."""


class _RoomLock:
    """For one request at a time, kept while somebody holds it or waits for it."""

    def __init__(self) -> None:
        self.lock = asyncio.Lock()
        self.users = 0


class Rooms:
    """The rooms of this server."""

    def __init__(
        self,
        settings: Settings,
        storage: Storage,
        workers: Workers,
        leases: Leases,
        audience: Audience,
        metrics: Metrics,
    ) -> None:
        self.opponents = Opponents(settings)
        self._settings = settings
        self._storage = storage
        self._workers = workers
        self._leases = leases
        self._audience = audience
        self._metrics = metrics
        self._rooms: OrderedDict[str, Room] = OrderedDict()
        self._locks: dict[str, _RoomLock] = {}
        self._hinted: set[str] = set()
        self._watchers: dict[str, dict[str, int]] = {}
        self._thinking: dict[str, tuple[int, asyncio.Task[None], Job | None]] = {}
        self._flags: dict[str, asyncio.TimerHandle] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    # Requests.

    def rules(self, text: str) -> Rules:
        """Rules that may be played here.

        Raises:
            RulesError: the text does not describe rules.
            RefusalError: the board is too large.
        """
        rules = Rules.of(text)
        most = self._settings.largest_side
        if max(rules.width, rules.height) > most:
            raise RefusalError("rules", f"boards here have sides of at most {most}", most=most)
        return rules

    async def create(self, visitor: str, wish: Create) -> str:
        rules = self.rules(wish.rules)
        position = Position(rules, wish.start)
        seats = []
        for seat in (wish.first, wish.second):
            if seat.kind == "me":
                seats.append(Seat("person", visitor))
            elif seat.kind == "friend":
                seats.append(Seat("person"))
            else:
                if seat.text is None:
                    raise RefusalError("bad_request", "which player? Its text is missing")
                spec = self.opponents.checked(seat.text)
                self.opponents.check_plays(spec, rules)
                seats.append(Seat("player", text=spec.text, level=self.opponents.level(spec)))
        clock = _clock(wish.clock.seconds, wish.clock.increment) if wish.clock else None
        room = new_room(secrets.token_urlsafe(12), position, seats, clock)
        await self._store_new(room, visitor)
        return room.id

    async def join(
        self, room_id: str, visitor: str, *, takes_seat: bool
    ) -> tuple[View, list[Side]]:
        """What a visitor sees of a room, after taking a free seat in it if asked to."""
        for _ in range(_TRIES):
            async with self._opened(room_id) as room:
                before = room.data()
                has_taken = takes_seat and room.take_seat(visitor)
                if (room.flag() or has_taken) and not await self._store(
                    room, before, visitor if has_taken else None
                ):
                    continue  # another process was faster: look again
                self._ensure_thinking(room)
                self._watch_clock(room)
                sides = room.sides_of(visitor)
                return room.view(sides), sides
        raise RefusalError("busy", "the room is changing too fast: try again")

    async def act(self, room_id: str, act: Callable[[Room], None]) -> int:
        """Changes a room, stores it and tells everyone. The new version is the answer."""
        for _ in range(_TRIES):
            async with self._opened(room_id) as room:
                before = room.data()
                if room.flag():
                    await self._store(room, before)
                    raise RefusalError("finished", f"the game is over: {room.outcome}")
                try:
                    act(room)
                except BaseException:
                    self._forget(room)  # what it did halfway is dropped
                    raise
                if not await self._store(room, before):
                    continue  # another process was faster: look again
                return room.version
        raise RefusalError("busy", "the room is changing too fast: try again")

    async def rematch(self, room_id: str, visitor: str) -> str:
        """A new room with the sides changed; the same one for both who ask."""
        for _ in range(_TRIES):
            async with self._opened(room_id) as room:
                if not room.sides_of(visitor):
                    raise RefusalError("no_seat", "you have no seat in this room")
                if room.outcome is None:
                    raise RefusalError("not_finished", "the game is not over yet")
                if room.rematch is not None:
                    return room.rematch
                seats = [Seat(**seat.data()) for seat in reversed(room.seats)]
                clock = _clock(room.clock.seconds, room.clock.increment) if room.clock else None
                again = new_room(secrets.token_urlsafe(12), room.game.start, seats, clock)
                before = room.data()
                room.rematch = again.id
                if await self._store(room, before, also=again):
                    self._metrics.created.inc()
                    return again.id
        raise RefusalError("busy", "the room is changing too fast: try again")

    async def hint(self, room_id: str, visitor: str) -> View:
        """What the best player here would do; for each visitor one at a time."""
        async with self._opened(room_id) as room:
            position = room.game.position
            if room.outcome is not None:
                raise RefusalError("finished", f"the game is over: {room.outcome}")
        if visitor in self._hinted:
            raise RefusalError("too_many", "a hint is on its way already")
        spec = self.opponents.checked("perfect:seconds=1")

        def work(own: KeptPlayers, stop: Stop) -> Choice:
            return own.player(spec).choose(position, Limit(seconds=1.0), stop=stop)

        self._hinted.add(visitor)
        try:
            choice: Choice = await self._workers.submit(
                f"hint {visitor}", work, is_patient=True
            ).future
        finally:
            self._hinted.discard(visitor)
        engine = engine_of(spec, position.rules)
        score = choice.analysis and score_view(choice.analysis.score, engine)
        return {"move": str(choice.move), "score": score}

    async def games(self, visitor: str) -> list[View]:
        """The games in which a visitor has a seat, the newest first."""
        found = []
        for stored in await self._storage.rooms_of(visitor, _GAMES_LISTED):
            room = Room.from_data(stored.id, stored.version, stored.document)
            sides = room.sides_of(visitor)
            others = [room.seats[side] for side in (FIRST, SECOND) if side not in sides]
            found.append(
                {
                    "room": stored.id,
                    "rules": rules_view(room.game.rules),
                    "moves": room.ply,
                    "outcome": room.data()["outcome"],
                    "you": [str(side) for side in sides],
                    "opponent": others[0].text if others else "",
                    "level": others[0].level if others else None,
                    "turn": room.outcome is None and room.game.side in sides,
                    "updated": stored.updated,
                }
            )
        return found

    # Who follows a room.

    async def enter(self, room: str, visitor: str) -> None:
        watchers = self._watchers.setdefault(room, {})
        watchers[visitor] = watchers.get(visitor, 0) + 1
        await self._leases.present(room, [visitor])

    async def depart(self, room_id: str, visitor: str) -> None:
        """A connection is gone. When nobody follows a room any more, its player stops thinking."""
        watchers = self._watchers.get(room_id)
        if watchers is None:
            return
        watchers[visitor] = watchers.get(visitor, 1) - 1
        if watchers[visitor] <= 0:
            watchers.pop(visitor, None)
            with suppress(Exception):  # what was said of who is there ends by itself
                await self._leases.absent(room_id, visitor)
        if not watchers:
            self._watchers.pop(room_id, None)
            self._stop_thinking(room_id)
            if (timer := self._flags.pop(room_id, None)) is not None:
                timer.cancel()
        if watchers or self._leases.is_shared:
            await self.tell_again(room_id)

    async def tell_again(self, room_id: str) -> None:
        """Tells everyone how the room is, though no move was made: who is there has changed."""
        with suppress(RefusalError):
            async with self._opened(room_id) as room:
                await self._tell(room)

    async def close(self) -> None:
        for room_id in list(self._thinking):
            self._stop_thinking(room_id)
        for timer in self._flags.values():
            timer.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def look_after(self) -> None:
        """Goes round for ever: takes over rooms whose thinker is gone, sweeps abandoned ones."""
        last_sweep = 0.0
        while True:
            await asyncio.sleep(_SECONDS_BETWEEN_ROUNDS)
            for room_id, watchers in list(self._watchers.items()):
                await self._look_after(room_id)
                with suppress(Exception):
                    await self._leases.present(room_id, list(watchers))
            if time.time() - last_sweep > 600:
                last_sweep = time.time()
                try:
                    gone = await self._storage.sweep(
                        idle_since=time.time() - 86400 * self._settings.idle_days,
                        unplayed_since=time.time() - 86400,
                    )
                except Exception:
                    _log.exception("sweeping rooms failed")
                    continue
                if gone:
                    _log.info("abandoned rooms removed", extra={"count": gone})

    async def _look_after(self, room_id: str) -> None:
        """Sees to it that somebody thinks for a room: the process that did may be gone, the queue
        may have been full, the database may have failed."""
        room = self._rooms.get(room_id)
        if room_id in self._thinking:
            return
        if room is not None and room.thinker is None and not self._leases.is_shared:
            return
        try:
            async with self._opened(room_id) as now:
                self._ensure_thinking(now)
                self._watch_clock(now)
        except RefusalError:
            return
        except Exception:
            _log.exception("looking after a room failed", extra={"room": room_id})

    # Inside.

    @asynccontextmanager
    async def _opened(self, room_id: str) -> AsyncIterator[Room]:
        """A room, for one request at a time."""
        lock = self._locks.setdefault(room_id, _RoomLock())
        lock.users += 1
        try:
            async with lock.lock:
                room = self._rooms.get(room_id)
                if room is None or self._leases.is_shared:
                    stored = await self._storage.load(room_id)
                    if stored is None:
                        raise RefusalError("no_room", "there is no such room")
                    if room is None or room.version != stored.version:
                        room = Room.from_data(room_id, stored.version, stored.document)
                self._keep(room)
                room.followers = set(self._watchers.get(room_id, ()))
                if self._leases.is_shared:
                    with suppress(Exception):  # only who is there would be told wrong
                        room.followers |= await self._leases.visitors(room_id)
                yield room
        finally:
            lock.users -= 1
            if not lock.users:
                del self._locks[room_id]

    def _keep(self, room: Room) -> None:
        self._rooms[room.id] = room
        self._rooms.move_to_end(room.id)
        while len(self._rooms) > _ROOMS_KEPT:
            self._rooms.popitem(last=False)
        self._metrics.rooms.set(len(self._rooms))

    def _forget(self, room: Room) -> None:
        self._rooms.pop(room.id, None)

    async def _store_new(self, room: Room, visitor: str | None) -> None:
        people = room.persons() | ({visitor} if visitor is not None else set())
        await self._storage.create(room.id, room.data(), people)
        self._keep(room)
        self._metrics.created.inc()

    async def _store(
        self,
        room: Room,
        before: dict[str, Any] | None,
        visitor: str | None = None,
        also: Room | None = None,
    ) -> bool:
        """Stores a changed room and tells everyone; False when another process was faster.
        Another new room may be stored with it, both or none."""
        # A game that is taken back and ends again has taught already.
        teaches = room.outcome is not None and not room.has_taught
        room.has_taught |= teaches
        data = room.data()
        if data == before:
            return True
        other = (also.id, also.data(), also.persons()) if also is not None else None
        try:
            is_stored = await self._storage.save(room.id, room.version, data, visitor, other)
        except BaseException:
            self._forget(room)
            raise
        if not is_stored:
            self._forget(room)
            return False
        room.version += 1
        if self._is_thinking_of_the_past(room):
            self._stop_thinking(room.id)
        await self._tell(room)
        self._ensure_thinking(room)
        self._watch_clock(room)
        if teaches:
            self._teach(room)
        return True

    async def _tell(self, room: Room) -> None:
        view = room.view([])
        for sides in ([], [FIRST], [SECOND], [FIRST, SECOND]):
            yours = view | {"you": [str(side) for side in sides]}
            await self._audience.tell("state", room.id, sides, yours)

    # Players.

    def _is_thinking_of_the_past(self, room: Room) -> bool:
        thinking = self._thinking.get(room.id)
        return thinking is not None and (thinking[0] != room.ply or room.thinker is None)

    def _stop_thinking(self, room_id: str) -> None:
        thinking = self._thinking.pop(room_id, None)
        if thinking is None:
            return
        _, task, job = thinking
        if job is not None:
            self._workers.cancel(job)
        task.cancel()

    def _ensure_thinking(self, room: Room) -> None:
        """Asks the player to move, if it is one and nobody has asked it yet."""
        seat = room.thinker
        if seat is None or room.id in self._thinking or room.id not in self._watchers:
            return
        task = asyncio.create_task(self._think(room.id, room.ply, room.game.position, seat, room))
        self._thinking[room.id] = (room.ply, task, None)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _think(
        self, room_id: str, ply: int, position: Position, seat: Seat, room: Room
    ) -> None:
        start = time.perf_counter()
        try:
            if not await self._leases.acquire(room_id):
                return
            try:
                choice = await self._choice(room_id, ply, position, seat.text, self._time_of(room))
            except _FailedError:
                _log.exception("a player failed", extra={"player": seat.text, "room": room_id})
                self._thinking.pop(room_id, None)
                await self.act(room_id, lambda now: now.fail(ply))
                return
            if not room.persons():  # people watch: at a pace that they can follow
                await asyncio.sleep(max(0.0, _SECONDS_TO_WATCH - (time.perf_counter() - start)))
            self._thinking.pop(room_id, None)
            await self.act(
                room_id,
                lambda now: now.answer(
                    ply, choice.move, box_view(choice.drawn) if choice.drawn else None
                ),
            )
            self._metrics.reply_seconds.observe(time.perf_counter() - start)
        except RefusalError as refusal:
            if refusal.code not in ("stale", "finished", "no_room"):
                _log.warning("a player could not answer", extra={"reason": refusal.text})
        except asyncio.CancelledError:
            pass
        except Exception:
            # Not the player's fault: it is asked again on the next round.
            _log.exception("a player could not be asked", extra={"room": room_id})
        finally:
            current = self._thinking.get(room_id)
            if current is not None and current[1] is asyncio.current_task():
                del self._thinking[room_id]
            if self._leases.is_shared:
                with suppress(Exception):
                    await self._leases.release(room_id)

    def _time_of(self, room: Room) -> float:
        """How long a player may think: a part of what its clock has, where there is one."""
        if room.clock is None:
            return self._settings.seconds
        left = room.clock.left_of(room.game.side, room.game.side, time.time())
        return max(0.01, min(self._settings.seconds, left / 20 + 0.8 * room.clock.increment))

    async def _choice(
        self, room_id: str, ply: int, position: Position, text: str, seconds: float
    ) -> Choice:
        loop = asyncio.get_running_loop()
        try:
            spec = players.parse(text)
        except PlayerTextError as error:
            raise _FailedError from error
        engine = engine_of(spec, position.rules)
        about: dict[str, Any] = {"room": room_id, "ply": ply, "queue": 0, "player": text}

        def hear(analysis: Analysis) -> None:
            view = analysis_view(analysis, engine)
            del view["moves"]
            about.update(view, queue=0)

        def report(analysis: Analysis) -> None:
            loop.call_soon_threadsafe(hear, analysis)

        def work(own: KeptPlayers, stop: Stop) -> Choice:
            return own.player(spec).choose(
                position, Limit(seconds=seconds), stop=stop, listener=report
            )

        job = self._workers.submit(room_id, work)
        if (thinking := self._thinking.get(room_id)) is not None:
            self._thinking[room_id] = (ply, thinking[1], job)
        last_renewal = time.monotonic()
        told: tuple[int, int | None] | None = None
        while True:
            done, _ = await asyncio.wait({job.future}, timeout=_SECONDS_BETWEEN_NEWS)
            if done:
                try:
                    choice: Choice = job.future.result()
                except RefusalError:
                    raise
                except Exception as error:
                    raise _FailedError from error
                # Its last thought stays: that of a quick player would otherwise never be seen.
                thought = choice.analysis
                if thought is not None and (thought.depth or thought.score.is_exact):
                    hear(thought)
                    await self._audience.tell("thinking", room_id, None, dict(about))
                return choice
            about["queue"] = self._workers.place(job)
            now = (about["queue"], about.get("depth"))
            if now != told:
                told = now
                await self._audience.tell("thinking", room_id, None, dict(about))
            if self._leases.is_shared and time.monotonic() - last_renewal > 2:
                last_renewal = time.monotonic()
                await self._leases.renew(room_id)

    def _teach(self, room: Room) -> None:
        """Lets a matchbox machine learn from a game that a person played against it to the end."""
        outcome = room.outcome
        if not self._settings.teaches or outcome is None or not room.persons():
            return
        for side in (FIRST, SECOND):
            seat = room.seats[side]
            name = None if seat.is_person else brain_of(players.parse(seat.text))
            if name is not None and (outcome.termination.is_on_board or outcome.winner != side):
                work = asyncio.to_thread(teach, name, room.game, side)
                task = asyncio.ensure_future(work)
                self._tasks.add(task)
                task.add_done_callback(self._tasks.discard)

    # Clocks.

    def _watch_clock(self, room: Room) -> None:
        """Looks at the room again when the side to move has no time left."""
        if (old := self._flags.pop(room.id, None)) is not None:
            old.cancel()
        seconds = room.flags_in()
        if seconds is None or room.id not in self._watchers:
            return

        def ring() -> None:
            task = asyncio.ensure_future(self._look_at_clock(room.id))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

        self._flags[room.id] = asyncio.get_running_loop().call_later(seconds + 0.01, ring)

    async def _look_at_clock(self, room_id: str) -> None:
        with suppress(RefusalError):
            async with self._opened(room_id) as room:
                before = room.data()
                if room.flag():
                    await self._store(room, before)


def _clock(seconds: float, increment: float) -> GameClock:
    return GameClock(seconds, increment, [seconds, seconds])
