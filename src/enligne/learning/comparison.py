"""Many machines, trained each from nothing, to be compared."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, NamedTuple

from enligne import parallel
from enligne.learning.menace import Menace
from enligne.learning.training import train

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from enligne.learning.curve import Curve
    from enligne.learning.menace import SideName

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
