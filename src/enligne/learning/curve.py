"""Learning curves: exact loss probabilities as games go by."""

from __future__ import annotations

import itertools
from dataclasses import dataclass, field
from statistics import quantiles
from typing import TYPE_CHECKING

from enligne.errors import BrainError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from enligne.learning.menace import Menace

#: The columns of a curve beside the games.
LOSSES = ("worst_case", "perfect", "random")


@dataclass(slots=True)
class Curve:
    """The probability that a machine loses, after each of some numbers of games.

    ``worst_case`` is against an opponent that knows the boxes, ``perfect`` against one that plays
    perfectly, ``random`` against one that plays any move. All are exact. Where the machine's side
    is drawn at random they are the means of both sides.
    """

    games: list[int] = field(default_factory=list)
    worst_case: list[float] = field(default_factory=list)
    perfect: list[float] = field(default_factory=list)
    random: list[float] = field(default_factory=list)

    def measure(self, machine: Menace) -> None:
        """Adds the machine as it is now, if its last point is of fewer games."""
        if self.games and self.games[-1] >= machine.games:
            return
        measures = machine.measure()
        self.games.append(machine.games)
        for name in LOSSES:
            getattr(self, name).append(getattr(measures, name).loss)

    def extend(self, later: Curve) -> None:
        """Appends the points of a later curve that are past the end of this one."""
        end = self.games[-1] if self.games else -1
        for index, games in enumerate(later.games):
            if games > end:
                self.games.append(games)
                for name in LOSSES:
                    getattr(self, name).append(getattr(later, name)[index])

    @property
    def never_loses_from(self) -> int | None:
        """The first number of games from which on the worst case was no loss; None if never."""
        first = None
        for games, loss in zip(self.games, self.worst_case, strict=True):
            if loss > 0:
                first = None
            elif first is None:
                first = games
        return first

    def thinned(self, most: int) -> Curve:
        """A curve of at most ``most`` points over the same games, the last one kept."""
        count = len(self.games)
        kept: list[int] = list(range(count))
        if count > most:
            last = max(1, most - 1)
            kept = [i * (count - 1) // last for i in range(most)] if most > 1 else [count - 1]
        return Curve(
            [self.games[i] for i in kept],
            *([getattr(self, name)[i] for i in kept] for name in LOSSES),
        )

    def data(self) -> dict[str, list[float]]:
        """What a file holds of it."""
        return {"games": list(self.games)} | {name: list(getattr(self, name)) for name in LOSSES}

    @classmethod
    def from_data(cls, data: object) -> Curve:
        """A curve from what :meth:`data` wrote.

        Raises:
            BrainError: something is missing or wrong.
        """
        if not isinstance(data, dict) or set(data) != {"games", *LOSSES}:
            raise BrainError(f"a curve has games, {', '.join(LOSSES)}")
        curve = cls(**data)
        columns = [curve.games, *(getattr(curve, name) for name in LOSSES)]
        if not all(
            isinstance(column, list) and len(column) == len(columns[0]) for column in columns
        ):
            raise BrainError("a curve has lists of the same length")
        games = curve.games
        if not all(type(each) is int and each >= 0 for each in games) or not all(
            a < b for a, b in itertools.pairwise(games)
        ):
            raise BrainError("the games of a curve are whole numbers that rise")
        if not all(
            type(each) in (int, float) and 0 <= each <= 1 for c in columns[1:] for each in c
        ):
            raise BrainError("the losses of a curve are probabilities")
        return curve


def quartiles(curves: Sequence[Curve]) -> tuple[Curve, Curve, Curve]:
    """The lower quartile, the median and the upper quartile after each number of games, of those
    curves that reach it."""
    games = sorted({each for curve in curves for each in curve.games})
    three = Curve(list(games)), Curve(list(games)), Curve(list(games))
    for name in LOSSES:
        columns = [_interpolated(curve, name, games) for curve in curves]
        for values in zip(*columns, strict=True):
            known = [value for value in values if value is not None]
            cuts = quantiles(known, n=4, method="inclusive") if len(known) > 1 else known * 3
            for curve, cut in zip(three, cuts, strict=True):
                getattr(curve, name).append(cut)
    return three


def _interpolated(curve: Curve, name: str, games: Sequence[int]) -> list[float | None]:
    """A column of a curve after other numbers of games; None before its start and past its end."""
    found: dict[int, float] = {}
    points = list(zip(curve.games, getattr(curve, name), strict=True))
    wanted = iter(games)
    each = next(wanted, None)
    for (start, before), (end, after) in itertools.pairwise([points[0], *points]):
        while each is not None and each <= end:
            if each >= start:
                share = (each - start) / (end - start) if end > start else 1
                found[each] = before + share * (after - before) if share < 1 else after
            each = next(wanted, None)
    return [found.get(each) for each in games]
