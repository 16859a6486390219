"""The players of rooms: asked for their moves, one at a time for each room and by one process;
asked for hints; and taught, where they are matchbox machines, by the games that people play."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import deque
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from enligne import players
from enligne.errors import BrainError, PlayerTextError
from enligne.move import FIRST, SECOND
from enligne.server.allowed import brain_of, engine_of
from enligne.server.contract import prices
from enligne.server.contract.games import Hint
from enligne.server.contract.games import Thinking as ThinkingNews
from enligne.server.contract.refusals import RefusalError
from enligne.server.views import box_view, cells, score_view
from enligne.server.work import Asker, SearchFailedError, Share, Task, tasks

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Container

    from enligne.engines import Analysis
    from enligne.move import Side
    from enligne.players import Choice
    from enligne.position import Position
    from enligne.server.allowed import AllowedPlayers
    from enligne.server.brains import Brains
    from enligne.server.monitoring import Metrics
    from enligne.server.rooms.room import Room, Seat
    from enligne.server.settings import Settings
    from enligne.server.work import Gate, Job, Tasks

    Act = Callable[[str, Callable[[Room], None]], Awaitable[int]]
    TellThought = Callable[[ThinkingNews], Awaitable[None]]

_log = logging.getLogger("enligne.rooms")

_SECONDS_BETWEEN_NEWS = 0.2
_SECONDS_TO_WATCH = 0.8
_HINTS_BY = "perfect:seconds=1"
_HINT_SECONDS = 1.0
#: Searches that a player may lose through its process before it has failed itself.
_MOST_FAILURES = 3


class _FailedError(Exception):
    """A player raised an error instead of choosing a move."""


@dataclass(slots=True)
class _Thought:
    """What is being thought about in a room: the number of moves before, and who does it."""

    ply: int
    task: asyncio.Task[None]
    job: Job | None = None


class Thinking:
    """The players that think now.

    Args:
        act: changes a room; what a player chose takes the same way as what a person does.
        tell: tells the followers of a room what its player thinks.
        retry: told of a room whose player could not be asked, through no fault of its own.
        address_of: where those come from who follow a room, best of these persons.
    """

    def __init__(
        self,
        settings: Settings,
        gate: Gate,
        allowed: AllowedPlayers,
        brains: Brains,
        metrics: Metrics,
        tasks: Tasks,
        act: Act,
        tell: TellThought,
        retry: Callable[[str], None],
        address_of: Callable[[str, Container[str]], str],
    ) -> None:
        self._settings = settings
        self._gate = gate
        self._allowed = allowed
        self._brains = brains
        self._metrics = metrics
        self._tasks = tasks
        self._act = act
        self._tell = tell
        self._retry = retry
        self._address_of = address_of
        self._thoughts: dict[str, _Thought] = {}

    def __contains__(self, room_id: object) -> bool:
        return room_id in self._thoughts

    def start(self, room: Room) -> None:
        """Asks the player to move, if it is one and nobody has asked it yet."""
        if room.thinker is not None and room.id not in self._thoughts:
            self._thoughts[room.id] = _Thought(room.ply, self._tasks.start(self._think(room)))

    def stop(self, room_id: str) -> None:
        thought = self._thoughts.pop(room_id, None)
        if thought is None:
            return
        if thought.job is not None:
            self._gate.cancel(thought.job)
        thought.task.cancel()

    def stop_past(self, room: Room) -> None:
        """Stops a player that thinks about a position that is not on the board any more."""
        thought = self._thoughts.get(room.id)
        if thought is not None and (thought.ply != room.ply or room.thinker is None):
            self.stop(room.id)

    def close(self) -> None:
        for room_id in list(self._thoughts):
            self.stop(room_id)

    async def hint(self, position: Position, asker: Asker) -> Hint:
        """A move in a position that is not finished.

        Raises:
            RefusalError: too much waits already.
        """
        spec = self._allowed.checked(_HINTS_BY)
        task = Task(tasks.choose, spec, position, _HINT_SECONDS)
        choice: Choice = await self._gate.run(asker, task, price=_HINT_SECONDS)
        engine = engine_of(spec, position.rules)
        analysis = choice.analysis
        score = None if analysis is None else score_view(analysis.score, engine)
        return Hint(move=str(choice.move), score=score)

    def teach(self, room: Room) -> None:
        """Lets machines learn from a game that is over."""
        for pupil in pupils(room, owners_too=self._settings.teaches):
            self._tasks.start(self._teach(room, pupil))

    async def _teach(self, room: Room, pupil: Pupil) -> None:
        """One that is in use or gone learns nothing."""
        asker = Asker(f"{room.id} {pupil.side}", self._address_of(room.id, room.persons()))

        async def run(task: Task) -> Any:
            return await self._gate.run(asker, task, price=prices.GLANCE)

        try:
            await self._brains.teach(pupil.visitor, pupil.brain, room.game, pupil.side, run)
        except (BrainError, RefusalError) as error:
            about = {"brain": pupil.brain, "reason": str(error)}
            _log.warning("a brain could not learn", extra=about)
        except Exception:
            _log.exception("a brain could not learn", extra={"brain": pupil.brain})

    async def _think(self, room: Room) -> None:
        room_id, ply, seat = room.id, room.ply, room.thinker
        assert seat is not None
        start = time.perf_counter()
        try:
            try:
                choice = await self._patient_choice(room, seat)
            except _FailedError as failed:
                about = {"player": seat.text, "room": room_id}
                if isinstance(failed.__cause__, BrainError):  # it is gone: nobody's fault
                    _log.warning("a player failed", extra=about | {"reason": str(failed.__cause__)})
                else:
                    _log.exception("a player failed", extra=about)
                self._thoughts.pop(room_id, None)
                await self._act(room_id, lambda now: now.fail(ply))
                return
            if not room.persons():  # people watch: at a pace that they can follow
                await asyncio.sleep(max(0.0, _SECONDS_TO_WATCH - (time.perf_counter() - start)))
            self._thoughts.pop(room_id, None)
            box = box_view(choice.drawn) if choice.drawn else None
            await self._act(room_id, lambda now: now.answer(ply, choice.answer, box))
            self._metrics.reply_seconds.observe(time.perf_counter() - start)
        except RefusalError as refusal:
            if refusal.code not in ("stale", "finished", "no_room"):
                self._retry(room_id)
                _log.warning("a player could not answer", extra={"reason": refusal.text})
        except asyncio.CancelledError:
            pass
        except Exception:
            self._retry(room_id)
            _log.exception("a player could not be asked", extra={"room": room_id})
        finally:
            thought = self._thoughts.get(room_id)
            if thought is not None and thought.task is asyncio.current_task():
                del self._thoughts[room_id]

    def _seconds(self, room: Room) -> float:
        """How long a player may think: a part of what its clock has, where there is one."""
        if room.clock is None:
            return self._settings.seconds
        left = room.clock.left_of(room.game.side, room.game.side)
        return max(0.01, min(self._settings.seconds, left / 20 + 0.8 * room.clock.increment))

    async def _patient_choice(self, room: Room, seat: Seat) -> Choice:
        """What a player chooses, however often it has to be asked: where too much waits, and where
        the process that searched for it has ended, which may be its own fault a few times.

        Raises:
            _FailedError: it cannot choose.
        """
        ply, position = room.ply, room.game.position
        failures = 0
        while True:
            try:
                return await self._choice(room, ply, position, seat)
            except SearchFailedError as error:
                failures += 1
                if failures == _MOST_FAILURES:
                    raise _FailedError from error
            except RefusalError as refusal:
                if "seconds" not in refusal.values:
                    raise
                await asyncio.sleep(float(str(refusal.values["seconds"])))

    async def _choice(self, room: Room, ply: int, position: Position, seat: Seat) -> Choice:
        """What the player of a seat chooses; meanwhile everyone is told what it thinks."""
        try:
            spec = players.parse(seat.text)
            brain = None  # of a visitor: the owner's are known by their names
            if seat.owner is not None:
                brain = await self._brains.load_own(seat.owner, brain_of(spec) or "")
        except (PlayerTextError, BrainError) as error:
            raise _FailedError from error
        engine = engine_of(spec, position.rules)
        latest: deque[Analysis] = deque(maxlen=1)
        room_id = room.id
        about = ThinkingNews(room_id, ply, 0, seat.text)

        def hear(analysis: Analysis) -> None:
            about.queue = 0
            about.depth = analysis.depth
            about.nodes = analysis.nodes
            about.seconds = analysis.seconds
            about.score = score_view(analysis.score, engine)
            about.source = analysis.source
            about.pv = cells(analysis.pv)

        seconds = self._seconds(room)
        job = self._gate.ask(
            Asker(room_id, self._address_of(room_id, room.persons())),
            Task(tasks.choose, spec, position, seconds, brain),
            price=prices.of_thinking(spec, position.rules, seconds),
            share=Share.PEOPLE if room.persons() else Share.OTHERS,
            listener=latest.append,
        )
        if (thought := self._thoughts.get(room_id)) is not None:
            thought.job = job
        told: object = None
        while not (await asyncio.wait({job.future}, timeout=_SECONDS_BETWEEN_NEWS))[0]:
            about.queue = self._gate.place(job)
            if latest:
                hear(latest.pop())
            now = (about.queue, about.depth)
            if now != told:
                told = now
                await self._tell(about)
        try:
            choice: Choice = job.future.result()
        except RefusalError:
            raise
        except Exception as error:
            raise _FailedError from error
        # Its last thought stays: that of a quick player would otherwise never be seen.
        last = choice.analysis
        if last is not None and (last.depth or last.score.is_exact):
            hear(last)
            await self._tell(about)
        return choice


@dataclass(frozen=True, slots=True)
class Pupil:
    """A brain that learns from a game: whose it is, if not the owner's, and its side."""

    visitor: str | None
    brain: str
    side: Side


def pupils(room: Room, *, owners_too: bool) -> list[Pupil]:
    """The brains that learn from a game that is over: those against which a person played to the
    end; a visitor's own from games of that visitor alone, the owner's only if they may. A brain
    learns nothing from an opponent that gave up."""
    outcome = room.outcome
    persons = room.persons()
    if outcome is None or not persons:
        return []
    found = []
    for side in (FIRST, SECOND):
        seat = room.seats[side]
        brain = None if seat.is_person else brain_of(players.parse(seat.text))
        may_learn = owners_too if seat.owner is None else persons == {seat.owner}
        if brain is None or not may_learn:
            continue
        if outcome.termination.is_on_board or outcome.winner != side:
            found.append(Pupil(seat.owner, brain, side))
    return found
