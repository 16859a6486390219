"""Several learning curves as one: their median and quartiles."""

from __future__ import annotations

import itertools
from statistics import quantiles
from typing import TYPE_CHECKING

from enligne.learning.curve import LOSSES, Curve

if TYPE_CHECKING:
    from collections.abc import Sequence


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
