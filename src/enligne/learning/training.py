"""Training: games against a sparring partner, and the curve that they draw."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from enligne import _core
from enligne.learning.curve import Curve
from enligne.learning.lesson import Lesson
from enligne.learning.sparring import CorePartner, partner_of
from enligne.move import Side
from enligne.position import Position

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from enligne.learning.menace import Menace
    from enligne.learning.sparring import Opponent

#: How many points a curve has unless told otherwise.
POINTS = 100
#: How long the core may be busy before Python looks up, for progress and Ctrl-C.
_SECONDS_AT_ONCE = 0.05


def train(
    machine: Menace,
    sparring: str | CorePartner | Opponent = "coach",
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
        every: measure after so many games; a hundred times in all unless given.
        on_progress: called many times a second.

    Returns:
        The exact loss probabilities before, during and after the training.

    Raises:
        PlayerTextError: there is no such partner.
        ValueError: a number is below 1.
    """
    curve = Curve()
    for _ in course(machine, sparring, games, every=every, curve=curve):
        if on_progress is not None:
            on_progress(machine)
    return curve


def course(
    machine: Menace,
    sparring: str | CorePartner | Opponent,
    games: int,
    *,
    every: int | None = None,
    curve: Curve,
) -> Iterator[int]:
    """The same as steps: yields the games played so far many times a second, and adds to a curve.
    Whoever has enough just stops asking."""
    if games < 1 or (every is not None and every < 1):
        raise ValueError(f"games {games}, every {every}: they are at least 1")
    partner = partner_of(sparring)
    every = every or max(1, games // POINTS)
    start = machine.games
    curve.measure(machine)
    chunk = 1
    while (done := machine.games - start) < games:
        until_point = min(every - done % every, games - done)
        now = time.perf_counter()
        played = min(chunk, until_point)
        _play(machine, partner, played)
        spent = time.perf_counter() - now
        # As many games as fit the time, found by doubling.
        chunk = max(1, min(2 * played, int(played * _SECONDS_AT_ONCE / max(spent, 1e-9))))
        if played == until_point:
            curve.measure(machine)
        yield machine.games - start


def _play(machine: Menace, partner: CorePartner | Opponent, games: int) -> None:
    if isinstance(partner, CorePartner):
        seat = getattr(_core.Seat, machine.side.upper())
        wins, draws, losses = machine._core.train(games, seat, partner.kind, partner.perfect_share)
        machine.results.wins += wins
        machine.results.draws += draws
        machine.results.losses += losses
        return
    for _ in range(games):
        side = Side(machine._core.toss()) if machine.side == "lot" else machine.sides[0]
        _play_one(machine, side, partner)


def _play_one(machine: Menace, side: Side, opponent: Opponent) -> None:
    lesson = Lesson(machine, side)
    position = Position(machine.rules)
    while (outcome := position.outcome()) is None:
        chosen = lesson.draw(position) if position.side is side else opponent.choose(position)
        if chosen is None or chosen.move is None:
            lesson.learn(position.side.other)
            return
        position = position.play(chosen.move)
    lesson.learn(outcome.winner)
