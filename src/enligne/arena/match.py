"""A match as a call: ``arena.play("alphabeta:depth=6", "greedy", rules="connect4")``."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Unpack

from enligne.arena.plan import Plan, PlanTerms
from enligne.arena.statistics import Estimate, estimate, pair_counts
from enligne.arena.tournament import Tournament

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from enligne.arena.results import Results, Tally
    from enligne.arena.sprt import Verdict
    from enligne.arena.tournament import Listener
    from enligne.rules import Rules


@dataclass(frozen=True, slots=True)
class Match:
    """A match that was played, as its first player sees it."""

    results: Results
    verdict: Verdict | None = None

    @property
    def record(self) -> Tally:
        """Wins, draws and losses."""
        return self.results.tally(0)

    @property
    def estimate(self) -> Estimate:
        """Score, Elo with its interval, and likelihood of superiority."""
        return estimate(pair_counts(self.results, 0, 1))

    @property
    def elo(self) -> float:
        """The Elo difference, infinite for who won or lost everything."""
        return self.estimate.elo

    def __str__(self) -> str:
        one, other = self.results.players
        wins, draws, losses = self.record
        return f"{one} - {other}: {wins} won, {draws} drawn, {losses} lost"


def play(
    first: str,
    second: str,
    rules: Rules | str,
    *,
    folder: str | Path | None = None,
    resume: bool = False,
    on: str | None = None,
    processes: int | None = None,
    listener: Listener | None = None,
    **terms: Unpack[PlanTerms],
) -> Match:
    """Plays a match between two players, 100 games unless told, each opening from both sides.

    Args:
        first, second: their texts.
        folder, resume: where it is written down game by game, and whether to go on with it.
        on, processes, listener: as for :meth:`~enligne.arena.tournament.Tournament.run`.
        terms: as in a :class:`~enligne.arena.plan.Plan`.

    Raises:
        ValueError: it cannot be played like that; the text says why.
        OSError: a file cannot be read or written.
        ParallelError: there are no workers.
    """
    plan = Plan.checked((first, second), rules, **terms)
    with Tournament(plan, folder, resume=resume) as match:
        results = match.run(on=on, processes=processes, listener=listener)
        return Match(results, match.verdict)


def play_tournament(
    players: Sequence[str],
    rules: Rules | str,
    *,
    folder: str | Path | None = None,
    resume: bool = False,
    on: str | None = None,
    processes: int | None = None,
    listener: Listener | None = None,
    **terms: Unpack[PlanTerms],
) -> Results:
    """Plays a tournament; ``games`` is the number between each two players who meet. Otherwise as
    :func:`play`."""
    plan = Plan.checked(players, rules, **terms)
    with Tournament(plan, folder, resume=resume) as tournament:
        return tournament.run(on=on, processes=processes, listener=listener)
