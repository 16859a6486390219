"""What search processes do with the machines of the Matchboxes exhibit.

Between two tasks a machine is kept by the server as the bytes of a pickle, which only these
functions read; those that change it give a new one back. What pages are told is encoded here.
"""

from __future__ import annotations

import base64
import pickle
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

import msgspec

from enligne import players
from enligne.errors import PlayerTextError
from enligne.learning import Brain, Training
from enligne.learning.sparring import CorePartner
from enligne.players import PlayerSpec
from enligne.server.contract.lab import CurveAnswer, Learnt, PrintedFile, TrainingProgress
from enligne.server.contract.prices import MOST_COURSE_SECONDS
from enligne.server.contract.refusals import RefusalError
from enligne.server.lab.matchboxes import keeping
from enligne.server.lab.matchboxes.machine import LabMachine, check_games
from enligne.server.lab.matchboxes.views import change_view, curve_view
from enligne.server.work.tasks import encoded

if TYPE_CHECKING:
    from collections.abc import Sequence

    from enligne.engines import Stop
    from enligne.learning.menace import SideName
    from enligne.learning.sparring import Opponent
    from enligne.players import Choice, Player
    from enligne.position import Position
    from enligne.rules import Rules
    from enligne.server.work.child import Context

#: Whom a machine trains against.
Partner = CorePartner | PlayerSpec


@dataclass(frozen=True, slots=True)
class Lesson:
    """A training of a course."""

    partner: Partner
    games: int


@dataclass(frozen=True, slots=True)
class Plan:
    """Which machine is made, and what it goes through: trainings, and games in which somebody
    played these moves. With the text of a brain it is a copy of that."""

    rules: str = "tictactoe"
    variant: str = "her"
    side: SideName = "first"
    seed: int = 0
    brain: str | None = None
    course: Sequence[Lesson | Sequence[str]] = ()


@dataclass(frozen=True, slots=True)
class Kept:
    """A machine between two tasks, and what the server needs to know of it meanwhile.

    Args:
        games: that it has played in its life.
        player_games: those of them against players that are not the core's.
        points: of its curve.
        boxes: on its wall.
    """

    packed: bytes
    rules: Rules
    games: int
    player_games: int
    points: int
    boxes: int


def make(context: Context, plan: Plan) -> tuple[Kept, msgspec.Raw]:
    """A machine, and all there is to tell of it.

    Raises:
        RulesError, VariantError, BrainError, PlayerTextError, IllegalMoveError, ValueError: there
            is no such machine, partner or game.
        RefusalError: it is too large, its games are too many, or its course takes too long.
    """
    lab = _made(context, plan)
    about = encoded(lab.about())
    return _kept(lab), about


def curve(context: Context, plan: Plan) -> msgspec.Raw:
    """The curve of such a machine, which is not kept; raises as :func:`make`."""
    lab = _made(context, plan)
    machine = lab.machine
    return encoded(
        CurveAnswer(variant=machine.variant.text, curve=curve_view(lab.curve), games=machine.games)
    )


def train(
    context: Context,
    machine: Kept,
    partner: Partner,
    until: int,
    identifier: str,
    first: int,
    end: int,
    seconds: float,
) -> tuple[Kept, msgspec.Raw]:
    """Trains up to a number of games, or as many as fit the time; gives the machine and what is
    new.

    Args:
        identifier: of the training, for the page.
        first, end: the numbers of games at which it begins and ends; the end is a point of the
            curve.

    Raises:
        PlayerTextError: the partner does not play by these rules.
    """
    lab = _unpacked(machine)
    if until > lab.machine.games:
        sparring = _sparring(partner, lab, context.stop)
        training = Training(lab.machine, sparring, lab.curve, has_begun=True)
        lab.train(training, until, context.stop, seconds=seconds)
    games = lab.machine.games
    if games >= end:
        lab.curve.measure(lab.machine)
    news = TrainingProgress(
        id=identifier,
        done=games - first,
        final=games >= end,
        **msgspec.structs.asdict(lab.progress(machine.points)),
    )
    return _kept(lab), encoded(news)


def play(_: object, machine: Kept, moves: Sequence[str]) -> msgspec.Raw:
    """The game in which these are somebody's moves; nothing has changed afterwards.

    Raises:
        IllegalMoveError, RefusalError: there is no such game.
    """
    return encoded(_unpacked(machine).play(moves).view())


def learn(_: object, machine: Kept, moves: Sequence[str]) -> tuple[Kept, msgspec.Raw]:
    """The machine after it learnt from such a game, and what is new.

    Raises:
        IllegalMoveError, RefusalError: there is no such game, or it is not over.
    """
    lab = _unpacked(machine)
    points = len(lab.curve.games)
    changes = [change_view(each) for each in lab.learn(moves)]
    news = Learnt(changes=changes, **msgspec.structs.asdict(lab.progress(points)))
    return _kept(lab), encoded(news)


def weakness(_: object, machine: Kept) -> msgspec.Raw:
    """The shortest game that it can still lose."""
    return encoded(_unpacked(machine).weakness())


def saved(_: object, machine: Kept, name: str) -> tuple[str, str]:
    """It as it is kept: its rules, and its text.

    Raises:
        BrainError: there can be no such name.
    """
    brain = _brain(machine, name)
    return brain.machine.rules.text, brain.to_json()


def export(_: object, machine: Kept, name: str, file_format: str) -> msgspec.Raw:
    """It as a file: its name and text."""
    return encoded(keeping.export(_brain(machine, name), file_format))


def sheets(_: object, machine: Kept, name: str) -> msgspec.Raw:
    """Its boxes to print: the name of a file, and a PDF in base64."""
    lab = _unpacked(machine)
    content = keeping.sheets(Brain(name, lab.machine, lab.curve), lab.side)
    return encoded(PrintedFile(file=f"{name}.pdf", content=base64.b64encode(content).decode()))


def _made(context: Context, plan: Plan) -> LabMachine:
    if plan.brain is not None:
        lab = keeping.load(plan.brain)
    else:
        lab = LabMachine.create(plan.rules, plan.variant, plan.side, plan.seed)
    deadline = time.monotonic() + MOST_COURSE_SECONDS
    for step in plan.course:
        if isinstance(step, Lesson):
            _follow(context, lab, step, deadline - time.monotonic())
        else:
            lab.learn(step)
    return lab


def _follow(context: Context, lab: LabMachine, lesson: Lesson, seconds: float) -> None:
    """Lets a machine go through a lesson."""
    sparring = _sparring(lesson.partner, lab, context.stop)
    check_games(lesson.games, lesson.partner, lab.machine.games, lab.player_games)
    until = lab.machine.games + lesson.games
    training = Training(lab.machine, sparring, lab.curve)
    lab.train(training, until, context.stop, seconds=seconds)
    lab.curve.measure(lab.machine)
    if lab.machine.games < until:
        raise RefusalError("too_many_games", "that course takes too long to be repeated")


def _kept(lab: LabMachine) -> Kept:
    machine = lab.machine
    boxes = machine.box_count(lab.side)
    points = len(lab.curve.games)
    packed = pickle.dumps(lab)
    return Kept(packed, machine.rules, machine.games, lab.player_games, points, boxes)


def _unpacked(machine: Kept) -> LabMachine:
    lab: LabMachine = pickle.loads(machine.packed)
    return lab


def _brain(machine: Kept, name: str) -> Brain:
    lab = _unpacked(machine)
    return Brain(name, lab.machine, lab.curve)


def _sparring(partner: Partner, lab: LabMachine, stop: Stop) -> CorePartner | Opponent:
    if isinstance(partner, CorePartner):
        return partner
    rules = lab.machine.rules
    if not partner.kind.plays(rules):
        raise PlayerTextError(f"{partner.name} does not play {rules}")
    return _NewEachGame(partner, lab, stop)


class _NewEachGame:
    """A player that is made anew for each game, by the number of the game: what it plays depends
    neither on the games before nor on how a training was cut into slices."""

    def __init__(self, spec: PlayerSpec, lab: LabMachine, stop: Stop) -> None:
        if "table_mb" in spec.values:
            spec = spec.with_options(table_mb=1)  # its boards are small
        self._spec = spec
        self._machine = lab.machine
        self._stop = stop
        self._player: Player | None = None
        self._game = -1

    def choose(self, position: Position) -> Choice:
        if self._player is None or self._game != self._machine.games:
            self._game = self._machine.games
            self._player = players.create(self._of_game())
        return self._player.choose(position, stop=self._stop)

    def _of_game(self) -> PlayerSpec:
        if "seed" not in self._spec.values:
            return self._spec
        seed = self._spec.values["seed"]
        first = seed if isinstance(seed, int) else self._machine.seed
        return self._spec.with_options(seed=(first + self._game) % 2**32)
