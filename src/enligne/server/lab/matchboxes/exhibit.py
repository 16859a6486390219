"""The Matchboxes exhibit: a machine that trains live, plays in slow motion and can be kept.

A page has one machine as long as it is connected; the least used one is forgotten where there are
too many, and the page makes it again from its address.
"""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from enligne.learning import VARIANTS
from enligne.learning.sparring import CorePartner
from enligne.learning.variant import OPTIONS
from enligne.rules import Rules
from enligne.server.contract import lab as messages
from enligne.server.contract import prices
from enligne.server.contract.refusals import RefusalError, try_again
from enligne.server.contract.words import Done
from enligne.server.lab import Exhibit
from enligne.server.lab.matchboxes import keeping, tasks
from enligne.server.lab.matchboxes.live_training import live_training
from enligne.server.lab.matchboxes.machine import check_games, partner_from
from enligne.server.lab.matchboxes.tasks import Kept, Lesson, Plan
from enligne.server.views import option_view, rules_view
from enligne.server.work import Task

if TYPE_CHECKING:
    from collections.abc import Iterator

    from msgspec import Raw

    from enligne.server.brains import Brains
    from enligne.server.lab import Handlers
    from enligne.server.lab.matchboxes.tasks import Partner
    from enligne.server.sockets import Connection

_MOST_MACHINES = 200
_IDLE_SECONDS = 3600.0


@dataclass(eq=False, slots=True)
class _Held:
    """The machine of a page."""

    machine: Kept
    used: float = field(default_factory=time.monotonic)
    saved: set[str] = field(default_factory=set)
    stop: asyncio.Event | None = None  # of its training
    is_changing: bool = False


class Matchboxes(Exhibit):
    """Answers the requests of the exhibit; a machine belongs to a connection.

    Args:
        brains: those that are saved.
    """

    def __init__(self, *surroundings: Any, brains: Brains) -> None:
        super().__init__(*surroundings)
        self._brains = brains
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

    def forget(self, page: Connection) -> None:
        """A page is gone, and its machine with it."""
        self._drop(page.sid)

    def _drop(self, sid: str) -> None:
        self._held.pop(sid, None)
        self._tasks.stop(sid)

    # Which machine.

    def _keep(self, page: Connection, machine: Kept) -> None:
        self._drop(page.sid)
        now = time.monotonic()
        for other, held in list(self._held.items()):
            if len(self._held) < _MOST_MACHINES and held.used > now - _IDLE_SECONDS:
                break
            self._drop(other)
        self._held[page.sid] = _Held(machine)

    def _machine(self, page: Connection) -> _Held:
        held = self._held.get(page.sid)
        if held is None:
            raise RefusalError("no_machine", "this page has no machine, or it was cleared away")
        if held.stop is not None:
            raise RefusalError("training", "the machine is training: stop that first")
        held.used = time.monotonic()
        self._held.move_to_end(page.sid)
        return held

    @contextmanager
    def _changing(self, page: Connection) -> Iterator[_Held]:
        """The machine of a page, for one change at a time."""
        held = self._machine(page)
        if held.is_changing:
            raise try_again("too_many", "the machine is learning", 1)
        held.is_changing = True
        try:
            yield held
        finally:
            held.is_changing = False

    async def _plan(self, page: Connection, wish: messages.MachineSpec) -> tuple[Plan, float]:
        """Which machine is made, and what that costs."""
        rules = Rules.of(wish.rules)
        brain = None
        if wish.brain is None:
            keeping.check_rules(rules)
        else:
            brain = await self._brains.load(page.visitor, wish.brain)
        course = [self._step(each) for each in wish.course]
        lessons = (each for each in course if isinstance(each, Lesson))
        seconds = sum(prices.of_training(each.partner, each.games, rules) for each in lessons)
        seconds += prices.GLANCE * (1 + len(course) / 10)
        plan = Plan(wish.rules, wish.variant, wish.side, wish.seed, brain, course)
        return plan, min(seconds, prices.MOST_COURSE_SECONDS)

    def _step(self, step: messages.CourseStep) -> Lesson | list[str]:
        if step.moves is not None:
            return step.moves
        if step.partner is None or step.games is None:
            raise RefusalError("bad_request", "a step has a partner and games, or moves")
        return Lesson(partner_from(step.partner, self._allowed), step.games)

    async def _ask(
        self, page: Connection, task: Task, price: float = prices.GLANCE, *, is_look: bool = False
    ) -> Any:
        return await self._gate.run(page.asker, task, price=price, is_look=is_look)

    # Requests.

    async def _catalogue(self, page: Connection, _: object) -> messages.BoxesCatalogue:
        rules = {Rules.of(each).text for each in keeping.RULES}
        brains = await self._brains.about(page.visitor)
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

    async def _create(self, page: Connection, wish: messages.MachineSpec) -> Raw:
        plan, price = await self._plan(page, wish)
        machine: Kept
        about: Raw
        machine, about = await self._ask(page, Task(tasks.make, plan), price)
        self._keep(page, machine)
        return about

    async def _curve(self, page: Connection, wish: messages.MachineSpec) -> Raw:
        plan, price = await self._plan(page, wish)
        found: Raw = await self._ask(page, Task(tasks.curve, plan), price)
        return found

    async def _train(self, page: Connection, wish: messages.TrainRequest) -> messages.Partner:
        held = self._machine(page)
        if held.is_changing:
            raise try_again("too_many", "the machine is learning", 1)
        partner = partner_from(wish.partner, self._allowed)
        text = wish.partner.strip().lower()
        if not isinstance(partner, CorePartner):
            self._allowed.check_plays(partner, held.machine.rules)
            text = partner.text
        check_games(wish.games, partner, held.machine.games, held.machine.player_games)
        held.stop = asyncio.Event()
        work = self._training(page, held, wish, partner)
        self._tasks.start(page.sid, "lab_boxes", wish.id, work, page.tell)
        return messages.Partner(partner=text)

    async def _training(
        self, page: Connection, held: _Held, wish: messages.TrainRequest, partner: Partner
    ) -> None:
        stop = held.stop
        assert stop is not None

        async def run(task: Task, price: float) -> tuple[Kept, Raw]:
            found: tuple[Kept, Raw] = await self._gate.run(page.task_asker, task, price=price)
            return found

        try:
            training = live_training(held.machine, wish, partner, stop, run)
            async for machine, news, is_over in training:
                held.machine, held.used = machine, time.monotonic()
                if is_over:  # a page that hears so may ask for more at once
                    held.stop = None
                await page.tell("lab_boxes", news)
        finally:
            if held.stop is stop:  # not that of the next training
                held.stop = None

    async def _stop(self, page: Connection, _: object) -> Done:
        held = self._held.get(page.sid)
        if held is not None and held.stop is not None:
            held.stop.set()
        return Done()

    async def _play(self, page: Connection, wish: messages.PlayRequest) -> Raw:
        task = Task(tasks.play, self._machine(page).machine, wish.moves)
        found: Raw = await self._ask(page, task, is_look=True)
        return found

    async def _learn(self, page: Connection, wish: messages.PlayRequest) -> Raw:
        news: Raw
        with self._changing(page) as held:
            held.machine, news = await self._ask(page, Task(tasks.learn, held.machine, wish.moves))
        return news

    async def _weakness(self, page: Connection, _: object) -> Raw:
        task = Task(tasks.weakness, self._machine(page).machine)
        found: Raw = await self._ask(page, task, is_look=True)
        return found

    async def _save(self, page: Connection, wish: messages.NamedMachine) -> messages.SavedMachine:
        name = wish.name
        held = self._machine(page)
        rules, text = await self._ask(page, Task(tasks.saved, held.machine, name))
        is_new = name not in held.saved
        await self._brains.save(page.visitor, name, rules, text, is_new=is_new)
        held.saved.add(name)
        return messages.SavedMachine(name=name)

    async def _remove(self, page: Connection, wish: messages.NamedMachine) -> Done:
        await self._brains.remove(page.visitor, wish.name)
        return Done()

    async def _export(self, page: Connection, wish: messages.ExportRequest) -> Raw:
        task = Task(tasks.export, self._machine(page).machine, wish.name, wish.format)
        found: Raw = await self._ask(page, task)
        return found

    async def _print(self, page: Connection, wish: messages.NamedMachine) -> Raw:
        machine = self._machine(page).machine
        task = Task(tasks.sheets, machine, wish.name)
        found: Raw = await self._ask(page, task, prices.of_sheets(machine.boxes))
        return found
