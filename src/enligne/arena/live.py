"""A tournament while it runs: a table on a terminal, lines elsewhere."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Protocol, TextIO

from enligne import extras
from enligne.arena.summary import difference, short_name, standings_table
from enligne.progress import bar

if TYPE_CHECKING:
    from rich.console import Group
    from rich.live import Live

    from enligne.arena.results import Played, Results
    from enligne.arena.tournament import Tournament

_BETWEEN_TABLES = 0.5
_BETWEEN_LINES = 2.0


class View(Protocol):
    """Is told of each game, and closed at the end."""

    def __call__(self, tournament: Tournament, game: Played) -> None: ...

    def close(self) -> None: ...


def watch(tournament: Tournament, stream: TextIO) -> View:
    """A view of a tournament that fits where it is shown."""
    if stream.isatty() and extras.has("terminal"):
        return TerminalView(tournament, stream)
    return LineView(stream)


class LineView:
    """A line now and then, and one for each failure."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._last = time.monotonic()

    def __call__(self, tournament: Tournament, game: Played) -> None:
        if game.reason:
            self._say(failure_line(game))
        now = time.monotonic()
        if now - self._last >= _BETWEEN_LINES:
            self._last = now
            self._say(progress_line(tournament.results))

    def close(self) -> None:
        pass

    def _say(self, line: str) -> None:
        print(line, file=self._stream, flush=True)


class TerminalView:
    """The table, with a bar that shows how far it has come."""

    def __init__(self, tournament: Tournament, stream: TextIO) -> None:
        from rich.console import Console
        from rich.live import Live

        self._console = Console(file=stream, highlight=False)
        self._bar = bar(self._console)
        self._task = self._bar.add_task("", completed=tournament.played)
        self._count(tournament)
        self._table = self._drawn(tournament) if tournament.played else ""
        self._next = 0.0
        self._live: Live = Live(
            get_renderable=self._drawing,
            console=self._console,
            transient=True,  # the caller prints the last table
            refresh_per_second=4,
        )
        self._live.start()

    def __call__(self, tournament: Tournament, game: Played) -> None:
        if game.reason:
            self._console.print(failure_line(game), markup=False, soft_wrap=True)
        self._count(tournament)
        start = time.monotonic()
        if start >= self._next:
            self._table = self._drawn(tournament)
            now = time.monotonic()
            # A table of very many games takes a while: most of the time is for playing.
            self._next = now + max(_BETWEEN_TABLES, 20 * (now - start))

    def close(self) -> None:
        self._live.stop()

    def _drawn(self, tournament: Tournament) -> str:
        results = tournament.results
        table = standings_table(results, self._console.width)
        return table if len(results.players) > 2 else f"{table}\n\n{difference(results)}"

    def _count(self, tournament: Tournament) -> None:
        played, scheduled = tournament.played, tournament.scheduled
        words = f"{played}/{scheduled} games"
        self._bar.update(self._task, completed=played, total=scheduled, description=words)

    def _drawing(self) -> Group:
        """Called by another thread, too: it looks only at what is replaced as a whole."""
        from rich.console import Group
        from rich.text import Text

        table = [Text(f"\n{self._table}", no_wrap=True, overflow="ellipsis")] if self._table else []
        return Group(self._bar, *table)


def progress_line(results: Results) -> str:
    """How far it has come, and who has how many points."""
    points = sorted(
        ((results.points(place), name) for place, name in enumerate(results.players)),
        key=lambda each: -each[0],
    )
    table = ", ".join(f"{short_name(name)} {point:g}" for point, name in points)
    return f"{len(results.games)}/{results.scheduled} games: {table}"


def failure_line(game: Played) -> str:
    """The game that a player lost because it failed."""
    return f"game {game.pairing.number + 1}: {game.reason}"
