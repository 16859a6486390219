"""Training: games against a sparring partner, and the curve that they draw; of one machine, or of
many to be compared."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from enligne import _core
from enligne.learning.curve import Curve
from enligne.learning.machine_game import MachineGame
from enligne.learning.menace import Menace
from enligne.learning.sparring import CorePartner, partner_of
from enligne.move import Side
from enligne.position import Position

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from enligne.learning.menace import SideName
    from enligne.learning.sparring import Opponent
    from enligne.spec import PlayerSpec

#: The next number of games, after this one, at which a machine is measured.
NextPoint = Callable[[int], int]

#: How many points a curve has unless told otherwise.
POINTS = 100
#: How long the core may be busy before Python looks up, for progress and Ctrl-C.
_SECONDS_AT_ONCE = 0.05


def train(
    machine: Menace,
    sparring: PlayerSpec | str | CorePartner | Opponent = "coach",
    games: int = 1000,
    *,
    every: int | None = None,
    on_progress: Callable[[Menace], None] | None = None,
) -> Curve:
    """Plays games from which a machine learns, and measures it on the way.

    Args:
        machine: learns, and keeps what it learnt.
        sparring: ``random``, ``perfect``, ``mix:0.5``, ``self``, ``coach`` or any player.
        games: how many.
        every: measure after every n games; a hundred times in all unless given.
        on_progress: called many times a second.

    Returns:
        The exact loss probabilities before, during and after the training.

    Raises:
        PlayerTextError: there is no such partner.
        ValueError: a number is below 1.
    """
    curve = Curve()
    for _ in Training(machine, sparring, curve).steps(games, every=every):
        if on_progress is not None:
            on_progress(machine)
    curve.measure(machine)
    return curve


class Training:
    """Games from which a machine learns, in steps of a moment: between two of them a caller can
    show progress, save or stop. The same games are played however they are divided into steps.

    Args:
        machine, sparring: as for :func:`train`.
        curve: what is measured is added to it, first the machine as it is now, unless this is a
            part of a training that has begun before.

    Raises:
        PlayerTextError: there is no such partner.
    """

    def __init__(
        self,
        machine: Menace,
        sparring: PlayerSpec | str | CorePartner | Opponent,
        curve: Curve,
        *,
        has_begun: bool = False,
    ) -> None:
        self.machine = machine
        self.partner = partner_of(sparring)
        self.curve = curve
        self._games_at_once = 1
        if not has_begun:
            curve.measure(machine)

    def steps(self, games: int, *, every: int | NextPoint | None = None) -> Iterator[int]:
        """Plays games, and yields many times a second how many it has played. The machine is
        measured at the points of its curve; at the end the caller does it.

        Args:
            every: as for :func:`train`, or what says at which numbers of games to measure.

        Raises:
            ValueError: a number is below 1.
        """
        if games < 1 or (isinstance(every, int) and every < 1):
            raise ValueError(f"games {games}, every {every}: they are at least 1")
        machine = self.machine
        start = machine.games
        next_point = every if callable(every) else _evenly(start, every or max(1, games // POINTS))
        while (done := machine.games - start) < games:
            until_point = next_point(machine.games) - machine.games
            played = min(self._games_at_once, until_point, games - done)
            now = time.perf_counter()
            _play(machine, self.partner, played)
            spent = time.perf_counter() - now
            # As many games as fit the time, found by doubling.
            fitting = int(played * _SECONDS_AT_ONCE / max(spent, 1e-9))
            self._games_at_once = max(1, min(2 * played, fitting))
            if played == until_point:
                self.curve.measure(machine)
            yield machine.games - start


def _evenly(start: int, every: int) -> NextPoint:
    return lambda games: games + every - (games - start) % every


def _play(machine: Menace, partner: CorePartner | Opponent, games: int) -> None:
    if isinstance(partner, CorePartner):
        side = getattr(_core.MachineSide, machine.side.upper())
        wins, draws, losses = machine._core.train(games, side, partner.kind, partner.perfect_share)
        machine.results.wins += wins
        machine.results.draws += draws
        machine.results.losses += losses
        return
    for _ in range(games):
        side = Side(machine._core.toss()) if machine.side == "random" else machine.sides[0]
        _play_one(machine, side, partner)


def _play_one(machine: Menace, side: Side, opponent: Opponent) -> None:
    game = MachineGame(machine, side)
    position = Position(machine.rules)
    while (outcome := position.outcome()) is None:
        move = None
        if position.side is not side:
            move = opponent.choose(position).answer
        elif (drawn := game.draw(position)) is not None:
            move = drawn.move
        if move is None:
            game.learn(position.side.other)
            return
        position = position.play(move)
    game.learn(outcome.winner)


#: Workers that nobody asked for are started when the machines would take longer than this.
_SECONDS_ALONE = 2.0


class Trainee(NamedTuple):
    """A machine, and how it is trained."""

    rules: str
    variant: str
    side: SideName
    seed: int
    sparring: str
    games: int

    def curve(self) -> Curve:
        """Trains it.

        Raises:
            ValueError: there is no such machine or partner.
        """
        machine = Menace(self.rules, variant=self.variant, side=self.side, seed=self.seed)
        return train(machine, self.sparring, self.games)


def curves_of(
    trainees: Sequence[Trainee], *, on: str | None = None, processes: int | None = None
) -> Iterator[tuple[int, Curve]]:
    """Trains machines, and gives the index and the curve of each as they finish.

    They are trained by workers where any are asked for, or where they take long. A curve depends
    on its trainee alone.

    Args:
        on, processes: see :func:`enligne.parallel.create`.
    """
    from enligne import parallel  # large, and few trainings need it

    first = 0
    if on is None and processes in (None, 1):
        start = time.perf_counter()
        for index, trainee in enumerate(trainees):
            yield index, trainee.curve()
            first = index + 1
            left = (time.perf_counter() - start) / first * (len(trainees) - first)
            if processes is None and left > _SECONDS_ALONE:
                break
    if first == len(trainees):
        return
    with parallel.create(on, processes) as pool:
        for index, curve in pool.run(Trainee.curve, trainees[first:]):
            yield first + index, curve
