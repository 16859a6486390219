"""The Matchboxes exhibit: a machine that trains live, plays in slow motion and can be kept.

A page has one machine as long as it is connected; the least used one is forgotten where there are
too many, and the page makes it again from its address.
"""

from __future__ import annotations

import asyncio
import base64
import functools
import time
from collections import OrderedDict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import msgspec

from enligne.engines import Stop
from enligne.learning import VARIANTS, Brain, Training
from enligne.learning.variant import OPTIONS
from enligne.rules import Rules
from enligne.server.contract import lab as messages
from enligne.server.contract.refusals import RefusalError
from enligne.server.contract.words import Done
from enligne.server.lab import Exhibit
from enligne.server.lab.matchboxes import keeping, views
from enligne.server.lab.matchboxes.live_training import MOST_SECONDS, live_training
from enligne.server.lab.matchboxes.machine import LabMachine, partner_from
from enligne.server.views import Tell, option_view, rules_view

if TYPE_CHECKING:
    from collections.abc import Callable

    from enligne.learning.sparring import CorePartner, Opponent
    from enligne.server.brains import Brains
    from enligne.server.lab import Handlers
    from enligne.server.work import KeptPlayers

_MOST_MACHINES = 200
_IDLE_SECONDS = 3600.0


@dataclass(eq=False, slots=True)
class _Held:
    """The machine of a page."""

    lab: LabMachine
    used: float = field(default_factory=time.monotonic)
    saved: set[str] = field(default_factory=set)
    stop: Stop | None = None  # of its training

    def brain(self, name: str) -> Brain:
        return Brain(name, self.lab.machine, self.lab.curve)


class Matchboxes(Exhibit):
    """Answers the requests of the exhibit; a machine belongs to a connection.

    Args:
        brains: those that are saved.
        visitor_of: whose page a connection is.
    """

    def __init__(
        self, *surroundings: Any, brains: Brains, visitor_of: Callable[[str], str]
    ) -> None:
        super().__init__(*surroundings)
        self._brains = brains
        self._visitor_of = visitor_of
        self._held: OrderedDict[str, _Held] = OrderedDict()

    @property
    def requests(self) -> Handlers:
        return {
            "lab_boxes_catalogue": self._catalogue,
            "lab_boxes_create": self._create,
            "lab_boxes_curve": self._curve,
            "lab_boxes_train": self._train,
            "lab_boxes_stop": self._stop,
            "lab_boxes_play": self._play,
            "lab_boxes_learn": self._learn,
            "lab_boxes_weakness": self._weakness,
            "lab_boxes_save": self._save,
            "lab_boxes_remove": self._remove,
            "lab_boxes_export": self._export,
            "lab_boxes_print": self._print,
        }

    def forget(self, page: str) -> None:
        """A page is gone, and its machine with it."""
        held = self._held.pop(page, None)
        if held is not None and held.stop is not None:
            held.stop.set()
        super().forget(page)

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

    def _machine(self, sid: str) -> _Held:
        held = self._held.get(sid)
        if held is None:
            raise RefusalError("no_machine", "this page has no machine, or it was cleared away")
        if held.stop is not None:
            raise RefusalError("training", "the machine is training: stop that first")
        held.used = time.monotonic()
        self._held.move_to_end(sid)
        return held

    async def _made(self, sid: str, wish: messages.MachineSpec) -> LabMachine:
        if wish.brain is None:
            keeping.check_rules(Rules.of(wish.rules))

        brain = None
        if wish.brain is not None:
            brain = await self._brains.load(self._visitor_of(sid), wish.brain)

        def work(_: KeptPlayers, stop: Stop) -> LabMachine:
            if brain is not None:
                lab = keeping.load(brain)
            else:
                lab = LabMachine.create(wish.rules, wish.variant, wish.side, wish.seed)
            for step in wish.course:
                self._follow(lab, step, stop)
            return lab

        lab: LabMachine = await self._workers.run(f"boxes {sid}", work)
        return lab

    def _follow(self, lab: LabMachine, step: messages.CourseStep, stop: Stop) -> None:
        """Lets a new machine go through a step of its course."""
        if step.moves is not None:
            lab.learn(step.moves)
            return
        if step.partner is None or step.games is None:
            raise RefusalError("bad_request", "a step has a partner and games, or moves")
        _, partner = partner_from(step.partner, lab.machine, self._allowed)
        lab.check_games(step.games, partner)
        until = lab.machine.games + step.games
        training = Training(lab.machine, partner, lab.curve)
        lab.train(training, until, stop, seconds=MOST_SECONDS)
        lab.curve.measure(lab.machine)
        if lab.machine.games < until:
            raise RefusalError("busy", "that training takes too long to be repeated")

    # Requests.

    async def _catalogue(self, sid: str, *_: object) -> messages.BoxesCatalogue:
        rules = {Rules.of(each).text for each in keeping.RULES}
        brains = await self._brains.about(self._visitor_of(sid))
        return messages.BoxesCatalogue(
            rules=[rules_view(Rules.of(each)) for each in keeping.RULES],
            variants={
                name: dict(part.split("=", 1) for part in variant.details.split(","))
                for name, variant in VARIANTS.items()
            },
            options=[option_view(option) for option in OPTIONS],
            brains=[each for each in brains if each.rules in rules],
            most_games=messages.MOST_GAMES,
        )

    async def _create(self, sid: str, wish: messages.MachineSpec, _: Tell) -> messages.Wall:
        lab = await self._made(sid, wish)
        about = await asyncio.to_thread(lab.about)
        self._keep(sid, lab)
        return about

    async def _curve(self, sid: str, wish: messages.MachineSpec, _: Tell) -> messages.CurveAnswer:
        lab = await self._made(sid, wish)
        return messages.CurveAnswer(
            variant=lab.machine.variant.text,
            curve=views.curve_view(lab.curve),
            games=lab.machine.games,
        )

    async def _train(self, sid: str, wish: messages.TrainRequest, tell: Tell) -> messages.Partner:
        held = self._machine(sid)
        lab = held.lab
        text, partner = await asyncio.to_thread(
            partner_from, wish.partner, lab.machine, self._allowed
        )
        if self._machine(sid) is not held:
            raise RefusalError("no_machine", "this page has another machine by now")
        lab.check_games(wish.games, partner)
        held.stop = Stop()
        work = self._training(sid, held, wish, partner, tell)
        self._tasks.start(sid, "lab_boxes", wish.id, work, tell)
        return messages.Partner(partner=text)

    async def _training(
        self,
        sid: str,
        held: _Held,
        wish: messages.TrainRequest,
        partner: CorePartner | Opponent,
        tell: Tell,
    ) -> None:
        stop = held.stop
        assert stop is not None
        submit = functools.partial(self._workers.run, f"boxes {sid}")
        try:
            async for news in live_training(held.lab, wish, partner, stop, submit):
                held.used = time.monotonic()
                if news.final:  # a page that hears so may ask for more at once
                    held.stop = None
                await tell("lab_boxes", news)
        finally:
            if held.stop is stop:  # not that of the next training
                held.stop = None

    async def _stop(self, sid: str, *_: object) -> Done:
        held = self._held.get(sid)
        if held is not None and held.stop is not None:
            held.stop.set()
        return Done()

    async def _play(self, sid: str, wish: messages.PlayRequest, _: Tell) -> messages.PlayedGame:
        return self._machine(sid).lab.play(wish.moves).view()

    async def _learn(self, sid: str, wish: messages.PlayRequest, _: Tell) -> messages.Learnt:
        lab = self._machine(sid).lab
        points = len(lab.curve.games)
        changes = [views.change_view(each) for each in lab.learn(wish.moves)]
        return messages.Learnt(changes=changes, **msgspec.structs.asdict(lab.progress(points)))

    async def _weakness(self, sid: str, *_: object) -> messages.Weakness:
        return self._machine(sid).lab.weakness()

    async def _save(self, sid: str, wish: messages.NamedMachine, _: Tell) -> messages.SavedMachine:
        name = wish.name
        held = self._machine(sid)
        brain = held.brain(name)
        rules, text = brain.machine.rules.text, brain.to_json()
        is_new = name not in held.saved
        await self._brains.save(self._visitor_of(sid), name, rules, text, is_new=is_new)
        held.saved.add(name)
        return messages.SavedMachine(name=name)

    async def _remove(self, sid: str, wish: messages.NamedMachine, _: Tell) -> Done:
        await self._brains.remove(self._visitor_of(sid), wish.name)
        return Done()

    async def _export(self, sid: str, wish: messages.ExportRequest, _: Tell) -> messages.TextFile:
        return keeping.export(self._machine(sid).brain(wish.name), wish.format)

    async def _print(self, sid: str, wish: messages.NamedMachine, _: Tell) -> messages.PrintedFile:
        name = wish.name
        held = self._machine(sid)
        # A copy: the machine may go on while the sheets are drawn, which takes seconds.
        brain = Brain.from_json(held.brain(name).to_json())
        side = held.lab.side
        # One at a time for all: it is the one thing here that is slow in Python itself.
        content = await self._workers.run("sheets", lambda *_: keeping.sheets(brain, side))
        return messages.PrintedFile(file=f"{name}.pdf", content=base64.b64encode(content).decode())
