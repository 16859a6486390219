"""All positions of a small game, generated; a clear refusal where they are too many."""

from __future__ import annotations

from functools import lru_cache
from math import comb
from typing import TYPE_CHECKING

from enligne import _core
from enligne.errors import RulesError
from enligne.symmetry import symmetries

if TYPE_CHECKING:
    from enligne.rules import Rules

#: The most positions that a machine may have, up to symmetry.
MOST_POSITIONS = 2_000_000


@lru_cache(maxsize=2)
def graph_of(rules: Rules, *, symmetry: bool) -> _core.Graph:
    """Every unfinished position of the rules, each once up to symmetry unless that is off.

    Raises:
        RulesError: they are too many for matchboxes; the text says how many about.
    """
    shares = len(symmetries(rules)) if symmetry else 1
    # Before either side has a run's worth of stones nobody can have won.
    least = _arrangements(rules, 2 * (rules.run - 1)) // shares
    graph = None
    if least <= 10 * MOST_POSITIONS:
        graph = _core.Graph.make(
            *rules.shape,
            symmetry,
            MOST_POSITIONS,
        )
    if graph is None:
        most = _arrangements(rules, rules.cell_count) // shares
        raise RulesError(
            f"{rules} has too many positions for matchboxes: more than {MOST_POSITIONS:,} and at"
            f" most about {_rounded(most)}{' up to symmetry' * symmetry}"
        )
    return graph


def _arrangements(rules: Rules, most_stones: int) -> int:
    """How many ways there are to place at most n stones of both sides in turn, runs or not.
    With gravity not all of them can come about."""
    ways = [1]  # to choose the occupied cells, by their number
    if rules.gravity:
        for _ in range(rules.width):
            ways = [
                sum(ways[max(0, count - rules.height) : count + 1])
                for count in range(len(ways) + rules.height)
            ]
    else:
        ways = [comb(rules.cell_count, count) for count in range(rules.cell_count + 1)]
    return sum(number * comb(n, n // 2) for n, number in enumerate(ways) if n <= most_stones)


def _rounded(number: int) -> str:
    return f"{number:,}" if number < 10**9 else f"10^{len(str(number)) - 1}"
