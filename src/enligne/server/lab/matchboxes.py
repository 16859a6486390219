"""The Matchboxes room: a machine of one's own that trains live, plays in slow motion and is kept.

A page has one machine as long as it is connected; the least used one is forgotten where there are
too many, and the page makes it again from its address. Requests:

``lab_boxes_catalogue`` ``{}``: the rules, variants and options there are, and the saved brains.
``lab_boxes_create``    a machine, ``{"rules", "variant", "side", "seed", "course": [step, …]}`` or
                        a saved one, ``{"brain", "course"}``, in place of the one this page has. A
                        step is a training ``{"partner", "games"}`` or a game somebody played,
                        ``{"moves"}``: their own moves. Answers with the whole wall,
                        the colours of its beads and its curve.
``lab_boxes_curve``     the same, but the curve alone, and no machine is kept.
``lab_boxes_train``     ``{"id", "partner", "games", "rate"}``: begins a training of so many games a
                        second, 0 for as many as can be. Events ``lab_boxes`` tell what is new: the
                        boxes that changed, the points of the curve, the chances now; the last has
                        ``"final": true``, whether it was done or stopped.
``lab_boxes_stop``      ``{}``: ends the training.
``lab_boxes_play``      ``{"moves"}``: the game in which these are the visitor's moves, with the box
                        opened and the bead drawn for each move of the machine. Changes nothing.
``lab_boxes_learn``     ``{"moves"}``: the same game at its end, from which the machine learns.
``lab_boxes_weakness``  ``{}``: the shortest game that it can still lose, if there is one.
``lab_boxes_save``      ``{"name"}``: among the brains of ``enligne menace``.
``lab_boxes_export``    ``{"name", "format"}``: ``json`` or ``report``, as text.
``lab_boxes_print``     ``{"name"}``: the sheets to print, a PDF in base64.

Refusals besides those of the library: ``no_machine``, ``training`` while it trains, and
``too_many_games``, ``too_many_boxes``, ``too_many_brains``.
"""

from __future__ import annotations

import asyncio
import base64
import logging
import tempfile
import time
from collections import OrderedDict
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from enligne.engines import Stop
from enligne.errors import BrainError, RulesError
from enligne.learning import VARIANTS, Brain, Store, report_format
from enligne.learning.brain import checked_name
from enligne.rules import Rules
from enligne.server import messages
from enligne.server.lab import matchbox_machine, matchbox_views
from enligne.server.lab import matchbox_messages as wishes
from enligne.server.lab.matchbox_machine import LabMachine, partner_from
from enligne.server.messages import decode
from enligne.server.refusals import RefusalError
from enligne.server.views import View, rules_view

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from enligne.learning.sparring import CorePartner, Opponent
    from enligne.server.opponents import Opponents
    from enligne.server.pool import Players, Pool
    from enligne.server.settings import Settings

    Tell = Callable[[str, View], Awaitable[None]]
    Handler = Callable[[str, Any, Tell], Awaitable[View]]

_log = logging.getLogger("enligne.lab.matchboxes")

#: The rules of which a wall can be built: few boxes, and quickly made.
RULES = ("tictactoe", "3x3:3+gravity", "3x4:3+gravity", "4x3:3+gravity")
_MOST_MACHINES = 200
_IDLE_SECONDS = 3600.0
_MOST_BRAINS = 300
_TICK_SECONDS = 0.1  # between two events of a training
_SLICE_SECONDS = 0.08  # of a worker, before others have their turn
_TRAINING_SECONDS = 60.0  # of a worker, in all


@dataclass(eq=False, slots=True)
class _Held:
    """The machine of a page."""

    lab: LabMachine
    used: float = field(default_factory=time.monotonic)
    saved: set[str] = field(default_factory=set)
    stop: Stop | None = None
    task: asyncio.Task[None] | None = None


class Matchboxes:
    """Answers the requests of the room; a machine belongs to a connection."""

    def __init__(self, settings: Settings, pool: Pool, opponents: Opponents) -> None:
        self._settings = settings
        self._pool = pool
        self._opponents = opponents
        self._held: OrderedDict[str, _Held] = OrderedDict()
        self.requests: dict[str, Handler] = {
            "lab_boxes_catalogue": self._catalogue,
            "lab_boxes_create": self._create,
            "lab_boxes_curve": self._curve,
            "lab_boxes_train": self._train,
            "lab_boxes_stop": self._stop,
            "lab_boxes_play": self._play,
            "lab_boxes_learn": self._learn,
            "lab_boxes_weakness": self._weakness,
            "lab_boxes_save": self._save,
            "lab_boxes_export": self._export,
            "lab_boxes_print": self._print,
        }

    def forget(self, sid: str) -> None:
        """A page is gone, and its machine with it."""
        held = self._held.pop(sid, None)
        if held is not None:
            _end(held)

    async def close(self) -> None:
        for sid in list(self._held):
            self.forget(sid)

    # Which machine.

    def _keep(self, sid: str, lab: LabMachine) -> _Held:
        self.forget(sid)
        now = time.monotonic()
        for other, held in list(self._held.items()):
            if len(self._held) < _MOST_MACHINES and held.used > now - _IDLE_SECONDS:
                break
            self.forget(other)
        held = self._held[sid] = _Held(lab)
        return held

    def _machine(self, sid: str, *, may_train: bool = False) -> _Held:
        held = self._held.get(sid)
        if held is None:
            raise RefusalError("no_machine", "this page has no machine, or it was cleared away")
        if held.task is not None and not may_train:
            raise RefusalError("training", "the machine is training: stop that first")
        held.used = time.monotonic()
        self._held.move_to_end(sid)
        return held

    async def _made(self, sid: str, data: Any) -> LabMachine:
        wish = decode(data, wishes.CreateMachine)
        if wish.brain is None and (rules := Rules.of(wish.rules)) not in map(Rules.of, RULES):
            raise RulesError(f"{rules} is not for this wall; there are {', '.join(RULES)}")

        def work(_: Players, stop: Stop) -> LabMachine:
            if wish.brain is not None:
                lab = _loaded(wish.brain)
            else:
                lab = LabMachine.create(wish.rules, wish.variant, wish.side, wish.seed)
            for step in wish.course:
                self._follow(lab, step, stop)
            return lab

        lab: LabMachine = await self._work(sid, work)
        return lab

    def _follow(self, lab: LabMachine, step: wishes.Step, stop: Stop) -> None:
        """Lets a new machine go through a step of its course."""
        if step.moves is not None:
            lab.learn(step.moves)
            return
        if step.partner is None or step.games is None:
            raise RefusalError("bad_request", "a step has a partner and games, or moves")
        _, partner = partner_from(step.partner, lab.machine, self._opponents)
        lab.check_games(step.games, partner)
        until = lab.machine.games + step.games
        lab.train(partner, until, stop, is_end=True, seconds=_TRAINING_SECONDS)
        if lab.machine.games < until:
            raise RefusalError("busy", "that training takes too long to be repeated")

    async def _work(self, sid: str, work: Callable[[Players, Stop], Any], key: str = "") -> Any:
        job = self._pool.submit(key or f"boxes {sid}", work, is_patient=True)
        try:
            return await job.future
        finally:
            self._pool.cancel(job)

    # Requests.

    async def _catalogue(self, _: str, data: Any, tell: Tell) -> View:
        del tell
        decode(data, messages.Nothing)
        rules = {Rules.of(each).text for each in RULES}
        brains = await asyncio.to_thread(self._opponents.brains)
        return {
            "rules": [rules_view(Rules.of(each)) for each in RULES],
            "variants": {
                name: dict(part.split("=", 1) for part in variant.details.split(","))
                for name, variant in VARIANTS.items()
            },
            "options": matchbox_views.options_view(),
            "brains": [each["name"] for each in brains if each["rules"] in rules],
            "most_games": matchbox_machine.MOST_GAMES,
        }

    async def _create(self, sid: str, data: Any, tell: Tell) -> View:
        del tell
        lab = await self._made(sid, data)
        about = await asyncio.to_thread(lab.about)
        self._keep(sid, lab)
        return about

    async def _curve(self, sid: str, data: Any, tell: Tell) -> View:
        del tell
        lab = await self._made(sid, data)
        return {
            "variant": lab.machine.variant.text,
            "curve": lab.curve.data(),
            "games": lab.machine.games,
        }

    async def _train(self, sid: str, data: Any, tell: Tell) -> View:
        wish = decode(data, wishes.Train)
        held = self._machine(sid)
        lab = held.lab
        text, partner = await asyncio.to_thread(
            partner_from, wish.partner, lab.machine, self._opponents
        )
        if self._machine(sid) is not held:
            raise RefusalError("no_machine", "this page has another machine by now")
        lab.check_games(wish.games, partner)
        held.stop = Stop()
        held.task = asyncio.create_task(self._training(sid, held, wish, partner, tell))
        return {"partner": text}

    async def _training(
        self, sid: str, held: _Held, wish: wishes.Train, partner: CorePartner | Opponent, tell: Tell
    ) -> None:
        news: View
        try:
            await self._slices(sid, held, wish, partner, tell)
            return
        except RefusalError as error:
            news = error.answer()
        except Exception:
            _log.exception("a training failed")
            news = RefusalError("failed", "something went wrong here: it is noted").answer()
        finally:
            held.task = held.stop = None
        await tell("lab_boxes", {"id": wish.id, "final": True} | news)

    async def _slices(
        self, sid: str, held: _Held, wish: wishes.Train, partner: CorePartner | Opponent, tell: Tell
    ) -> None:
        """The training, slice by slice: as many games as are due, or as fit the time."""
        lab, stop = held.lab, held.stop
        assert stop is not None
        first = lab.machine.games
        end = first + wish.games
        begun, worked = time.monotonic(), 0.0
        points = len(lab.curve.games)
        while True:
            due = end
            if wish.rate:
                elapsed = time.monotonic() - begun
                due = min(end, first + 1 + int(wish.rate * elapsed))

            def work(_: Players, ended: Stop, due: int = due) -> float:
                del ended
                start = time.monotonic()
                lab.train(partner, due, stop, is_end=False, seconds=_SLICE_SECONDS)
                return time.monotonic() - start

            if due > lab.machine.games:
                worked += await self._work(sid, work)
            held.used = time.monotonic()
            is_over = lab.machine.games >= end or stop.is_set() or worked > _TRAINING_SECONDS
            if is_over:
                lab.curve.measure(lab.machine)
                # Whoever hears that it is over may ask for more at once.
                held.task = held.stop = None
            news = lab.progress(points)
            points = len(lab.curve.games)
            await tell(
                "lab_boxes",
                {"id": wish.id, "done": lab.machine.games - first, "final": is_over} | news,
            )
            if is_over:
                return
            await asyncio.sleep(_TICK_SECONDS)

    async def _stop(self, sid: str, data: Any, tell: Tell) -> View:
        del tell
        decode(data, messages.Nothing)
        held = self._held.get(sid)
        if held is not None and held.stop is not None:
            held.stop.set()
        return {}

    async def _play(self, sid: str, data: Any, tell: Tell) -> View:
        del tell
        wish = decode(data, wishes.Play)
        return self._machine(sid).lab.play(wish.moves).view()

    async def _learn(self, sid: str, data: Any, tell: Tell) -> View:
        del tell
        wish = decode(data, wishes.Play)
        lab = self._machine(sid).lab
        points = len(lab.curve.games)
        changes = lab.learn(wish.moves)
        return {"changes": [matchbox_views.change_view(each) for each in changes]} | lab.progress(
            points
        )

    async def _weakness(self, sid: str, data: Any, tell: Tell) -> View:
        del tell
        decode(data, messages.Nothing)
        return self._machine(sid).lab.weakness()

    async def _save(self, sid: str, data: Any, tell: Tell) -> View:
        del tell
        name = decode(data, wishes.Save).name
        held = self._machine(sid)
        brain = self._brain(held, name)
        await asyncio.to_thread(_write, brain, is_new=name not in held.saved)
        held.saved.add(name)
        return {"name": name}

    async def _export(self, sid: str, data: Any, tell: Tell) -> View:
        del tell
        wish = decode(data, wishes.Export)
        brain = self._brain(self._machine(sid), wish.name)
        if wish.format == "report":
            return {"file": f"{wish.name}-AI.txt", "text": report_format.export(brain.machine)}
        return {"file": f"{wish.name}.json", "text": brain.to_json()}

    async def _print(self, sid: str, data: Any, tell: Tell) -> View:
        del tell
        name = checked_name(decode(data, wishes.Save).name)
        held = self._machine(sid)
        # A copy: the machine may go on while the sheets are drawn, which takes seconds.
        brain = Brain.from_json(self._brain(held, name).to_json())
        side = held.lab.side

        def work(_: Players, stop: Stop) -> bytes:
            del stop
            from enligne.learning.sheets import write_sheets

            with tempfile.TemporaryDirectory(prefix="enligne-") as folder:
                path = Path(folder) / "boxes.pdf"
                write_sheets(brain.machine, path, title=name, side=side)
                return path.read_bytes()

        # One at a time for all: it is the one thing here that is slow in Python itself.
        content = await self._work(sid, work, key="sheets")
        return {"file": f"{name}.pdf", "content": base64.b64encode(content).decode()}

    @staticmethod
    def _brain(held: _Held, name: str) -> Brain:
        return Brain(name, held.lab.machine, held.lab.curve)


def _end(held: _Held) -> None:
    if held.stop is not None:
        held.stop.set()
    if held.task is not None:
        held.task.cancel()


def _loaded(name: str) -> LabMachine:
    """A copy of a saved brain."""
    brain = Store().load(name)
    if brain.machine.rules not in map(Rules.of, RULES):
        raise RulesError(f"{brain.machine.rules} is not for this wall")
    matchbox_machine.check_wall(brain.machine)
    return LabMachine(brain.machine, brain.curve)


def _write(brain: Brain, *, is_new: bool) -> None:
    store = Store()
    if not is_new:
        store.save(brain)
        return
    if len(store.names()) >= _MOST_BRAINS:
        raise RefusalError("too_many_brains", "too many machines are saved here already")
    if brain.name in store:
        raise RefusalError("taken", f"there is a brain {brain.name} already", name=brain.name)
    try:
        store.create(brain)
    except OSError as error:
        raise BrainError(f"it cannot be saved: {error.strerror}") from None
