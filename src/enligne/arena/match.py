"""Matches and tournaments as a call: ``arena.play("alphabeta:depth=6", "greedy", "connect4")``."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Unpack

from enligne.arena.output import write_all
from enligne.arena.plan import Plan, PlanTerms
from enligne.arena.statistics import Estimate, estimate, pair_counts
from enligne.arena.tournament import Tournament

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from enligne.arena.results import Results, Tally
    from enligne.arena.sprt import SprtStatus
    from enligne.arena.tournament import Listener
    from enligne.players import PlayerLike
    from enligne.rules import Rules


@dataclass(frozen=True, slots=True)
class Match:
    """A match that was played, as its first player sees it."""

    results: Results

    @property
    def record(self) -> Tally:
        """Wins, draws and losses."""
        return self.results.tally(0)

    @property
    def sprt(self) -> SprtStatus | None:
        """Where its test stands; None without one."""
        return self.results.sprt

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


class Interrupted(KeyboardInterrupt):
    """Ctrl-C during a match or a tournament, with what was played until then."""

    def __init__(self, results: Results) -> None:
        super().__init__(f"after {len(results.games)} of {results.scheduled} games")
        self.results = results


def play_plan(
    plan: Plan,
    *,
    folder: str | Path | None = None,
    resume: bool = False,
    on: str | None = None,
    processes: int | None = None,
    watch: Callable[[Tournament], Listener] | None = None,
) -> Results:
    """Plays a match or a tournament.

    Args:
        folder: where each game is written down as soon as it is over; at the end, an interrupt
            included, records, figures and a report are there, too.
        resume: whether to go on with what the folder has.
        on, processes: as for :meth:`Tournament.run`.
        watch: is told of the tournament before it begins; what it answers is told of each game.

    Raises:
        ValueError: it cannot be played like that; the text says why.
        OSError: a file cannot be read or written.
        ParallelError: there are no workers.
        Interrupted: someone pressed Ctrl-C.
    """
    with Tournament(plan, folder, resume=resume) as tournament:
        interrupt = None
        listener = None if watch is None else watch(tournament)
        try:
            tournament.run(on=on, processes=processes, listener=listener)
        except KeyboardInterrupt as error:
            interrupt = error
        results = tournament.results
        if folder is not None:
            write_all(folder, results, sprt=plan.test)
    if interrupt is not None:
        raise Interrupted(results) from interrupt
    return results


def play(
    first: PlayerLike,
    second: PlayerLike,
    rules: Rules | str,
    *,
    folder: str | Path | None = None,
    resume: bool = False,
    on: str | None = None,
    processes: int | None = None,
    watch: Callable[[Tournament], Listener] | None = None,
    **terms: Unpack[PlanTerms],
) -> Match:
    """Plays a match between two players, 100 games unless told, each opening from both sides.

    Args:
        first, second: their texts, or as values; functions, classes and objects of your own.
        terms: as in a :class:`Plan`; all others are those of
            :func:`play_plan`, which also says what is raised.
    """
    plan = Plan.checked((first, second), rules, **terms)
    return Match(
        play_plan(plan, folder=folder, resume=resume, on=on, processes=processes, watch=watch)
    )


def play_tournament(
    players: Sequence[PlayerLike],
    rules: Rules | str,
    *,
    folder: str | Path | None = None,
    resume: bool = False,
    on: str | None = None,
    processes: int | None = None,
    watch: Callable[[Tournament], Listener] | None = None,
    **terms: Unpack[PlanTerms],
) -> Results:
    """Plays a tournament; ``games`` is the number between each two players who meet. Otherwise as
    :func:`play`."""
    plan = Plan.checked(players, rules, **terms)
    return play_plan(plan, folder=folder, resume=resume, on=on, processes=processes, watch=watch)
