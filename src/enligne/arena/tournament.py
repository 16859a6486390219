"""Tournaments and matches: plays the games of a schedule, wherever there are workers for them."""

from __future__ import annotations

import datetime
import signal
import threading
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from enligne import parallel, players
from enligne.arena.game import Conditions, observe_game
from enligne.arena.journal import Journal
from enligne.arena.plan import Plan, seeded
from enligne.arena.results import Pairing, Played, Results
from enligne.errors import JournalError
from enligne.game import Game

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from enligne.arena.sprt import SprtStatus
    from enligne.players import PlayerSpec

    Listener = Callable[["Tournament", Played], None]


@dataclass(frozen=True, slots=True)
class Task:
    """One game for a worker: all that it needs to play it anywhere."""

    pairing: Pairing
    rules: str
    players: tuple[PlayerSpec, PlayerSpec]
    names: tuple[str, str]
    conditions: Conditions
    event: str
    seed: int

    def __str__(self) -> str:
        return f"game {self.pairing.number + 1}, {self.names[0]} - {self.names[1]}"


def play_task(task: Task) -> Played:
    """Plays one game of a tournament.

    Raises:
        PlayerTextError, BrainError: there is no such player where the worker is.
        RulesError: a player does not play by these rules.
    """
    pairing = task.pairing
    game = Game(task.rules, pairing.opening)
    opening = len(game.moves)
    specs = [
        seeded(spec, task.seed, pairing.number, side) for side, spec in enumerate(task.players)
    ]
    observed = observe_game(specs[0], specs[1], game, task.conditions)
    record = observed.record
    record.event = task.event
    record.date = datetime.date.today().isoformat()
    record.first, record.second = task.names
    record.tags = {"Round": str(pairing.number + 1)}
    if opening:
        record.tags["OpeningPlies"] = str(opening)
    for side, name in enumerate(("FirstSeed", "SecondSeed")):
        if specs[side] != task.players[side]:
            record.tags[name] = str(specs[side].values["seed"])
    outcome = game.outcome()
    assert outcome is not None  # nobody stops it
    winner = None if outcome.winner is None else (pairing.first, pairing.second)[outcome.winner]
    return Played(
        pairing=pairing,
        record=record.text,
        winner=winner,
        termination=outcome.termination.value,
        reason=observed.failure,
        plies=len(game.moves) - opening,
        seconds=observed.seconds,
        moves=observed.moves,
        depth=observed.depth,
    )


def load(spec: PlayerSpec) -> None:
    """Sees whether a player can be loaded where the worker is.

    Raises:
        PlayerTextError, PlayerFailedError: it cannot.
    """
    with players.create(spec) as player:
        player.check_loads()


@contextmanager
def _undivided() -> Iterator[None]:
    """Makes Ctrl-C wait for what is done inside."""
    if threading.current_thread() is not threading.main_thread():
        yield  # only the main thread hears of it
        return
    caught = []
    before = signal.signal(signal.SIGINT, lambda *_: caught.append(True))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before or signal.default_int_handler)
        if caught:
            signal.raise_signal(signal.SIGINT)


class Tournament:
    """A tournament, or a match if there are two players.

    Args:
        plan: what is played.
        folder: where each game is written down as soon as it is over; None to keep it in memory.
        resume: go on with what the folder has.

    Raises:
        JournalError: the folder has games that are not to be resumed, or of another plan.
        OpeningsError: there are no openings.
        OSError: the folder cannot be written.
    """

    def __init__(
        self, plan: Plan, folder: str | Path | None = None, *, resume: bool = False
    ) -> None:
        self.plan = plan
        self.names = plan.names
        self._openings = plan.open_book()
        self._schedule = plan.schedule(self._openings)
        self._journal = None if folder is None else Journal(folder, plan, resume=resume)
        self._games = dict(self._journal.games) if self._journal else {}
        self._test = plan.test
        self._pairs = [0] * 5  # that count for it, by their points

    def __enter__(self) -> Tournament:
        return self

    def __exit__(self, *_: object) -> None:
        if self._journal is not None:
            self._journal.close()

    @property
    def scheduled(self) -> int:
        """How many games there will be."""
        return len(self._schedule)

    @property
    def played(self) -> int:
        """How many games were played."""
        return len(self._games)

    @property
    def results(self) -> Results:
        """What there is so far."""
        return Results(
            event=self.plan.event,
            rules=self.plan.rules,
            players=self.names,
            conditions={"openings": self._openings.about} | self.plan.about(),
            scheduled=self.scheduled,
            games=tuple(game for _, game in sorted(self._games.items())),
            sprt=self.sprt,
        )

    @property
    def sprt(self) -> SprtStatus | None:
        """Where the test of a match stands; None without one.

        Pairs count in the order of the schedule, up to the first that is not complete: which
        games are over sooner must not decide. A decision stands, whatever comes in after it.
        """
        if self._test is None:
            return None
        pair = sum(self._pairs)
        status = self._test.status(self._pairs)
        while status.decision is None and 2 * pair in self._games and 2 * pair + 1 in self._games:
            points = sum(self._games[2 * pair + place].points(0) for place in (0, 1))
            self._pairs[round(2 * points)] += 1
            pair += 1
            status = self._test.status(self._pairs)
        return status

    @property
    def is_decided(self) -> bool:
        """Whether its test needs no more games."""
        status = self.sprt
        return status is not None and status.decision is not None

    def run(
        self,
        *,
        on: str | None = None,
        processes: int | None = None,
        listener: Listener | None = None,
    ) -> Results:
        """Plays what is still to be played, or until its test is decided.

        Args:
            on: where the workers are; see :func:`enligne.parallel.create`.
            processes: how many games at the same time; as many as there are cores unless given.
            listener: is told of each game.

        Raises:
            PlayerTextError, PlayerFailedError: a player cannot be loaded, and no game was played.
            ParallelError: there are no workers, or they die.
            OSError: a game cannot be written down.
        """
        if self.played == self.scheduled or self.is_decided:
            return self.results
        with parallel.create(on, processes) as pool:
            for _ in pool.run(load, self._files()):
                pass
            for _, game in pool.run(play_task, self._tasks()):
                self._take(game)
                if listener is not None:
                    listener(self, game)
                if self._test is not None and self.is_decided:
                    break
        return self.results

    def _files(self) -> Iterator[PlayerSpec]:
        """The players that are files of somebody."""
        for spec in dict.fromkeys(self.plan.specs):
            if issubclass(spec.kind, players.Player) and spec.kind.is_file:
                yield spec

    def _take(self, game: Played) -> None:
        with _undivided():  # what is written down is also known here
            if self._journal is not None:
                self._journal.add(game)
            self._games[game.pairing.number] = game

    def _tasks(self) -> Iterator[Task]:
        conditions = self.plan.conditions
        specs = self.plan.specs
        for pairing in self._schedule:
            if (known := self._games.get(pairing.number)) is not None:
                if known.pairing != pairing:
                    raise JournalError(
                        f"game {pairing.number + 1} was played from another opening: it is of"
                        " another version"
                    )
                continue
            both = (pairing.first, pairing.second)
            yield Task(
                pairing,
                rules=self.plan.rules,
                players=(specs[both[0]], specs[both[1]]),
                names=(self.names[both[0]], self.names[both[1]]),
                conditions=conditions,
                event=self.plan.event,
                seed=self.plan.seed,
            )
