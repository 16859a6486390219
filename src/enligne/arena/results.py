"""What a match or a tournament has come to: the games that were scheduled, and those played."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

    from enligne.arena.sprt import SprtStatus


@dataclass(frozen=True, slots=True)
class Pairing:
    """One scheduled game.

    Args:
        number: its place in the schedule, from 0.
        pair: the two games of one opening between the same two players share it.
        first, second: who has which side, as places in the list of players.
        opening: moves as text; empty for none.
    """

    number: int
    pair: int
    first: int
    second: int
    opening: str


@dataclass(frozen=True, slots=True)
class Played:
    """A game that was played.

    Args:
        record: the text of its record.
        winner: the player who won, as a place in the list; None for a draw.
        termination: the value of a :class:`~enligne.outcome.Termination`.
        reason: why a player failed; empty mostly.
        plies: moves played after the opening.
        seconds: the time that the first and the second side used in all.
        moves: how many moves each made after the opening.
        depth: the mean depth of their searches, where they tell.
    """

    pairing: Pairing
    record: str
    winner: int | None
    termination: str
    reason: str
    plies: int
    seconds: tuple[float, float]
    moves: tuple[int, int]
    depth: tuple[float | None, float | None]

    def points(self, player: int) -> float:
        """What the game is worth to a player who had a part in it: 1, 0.5 or 0."""
        return 0.5 if self.winner is None else float(self.winner == player)


class Tally(NamedTuple):
    """Games counted by how they ended for one of the players."""

    wins: int
    draws: int
    losses: int

    @property
    def games(self) -> int:
        """How many there are."""
        return sum(self)

    @property
    def points(self) -> float:
        """What they are worth, a draw being half a point."""
        return self.wins + self.draws / 2


@dataclass(frozen=True, slots=True)
class Results:
    """The games of a match or a tournament, all of them or those that there are so far.

    Args:
        event: its name.
        rules: the rules as text.
        players: their texts, made unique; everywhere else a player is a place in this list.
        conditions: how they play, for people to read: ``{"time": "1 s a move", …}``.
        scheduled: how many games there will be.
        games: in the order of their numbers; some may be missing while it runs.
        sprt: where the test of a match stands; None without one.
    """

    event: str
    rules: str
    players: tuple[str, ...]
    conditions: dict[str, str]
    scheduled: int
    games: tuple[Played, ...]
    sprt: SprtStatus | None = None

    def between(self, player: int, other: int | None = None) -> Iterator[Played]:
        """The games of a player, all or those against one other."""
        for game in self.games:
            both = (game.pairing.first, game.pairing.second)
            if player in both and (other is None or other in both):
                yield game

    def tally(self, player: int, other: int | None = None) -> Tally:
        """The wins, draws and losses of a player, in all or against one other."""
        points = [game.points(player) for game in self.between(player, other)]
        return Tally(points.count(1.0), points.count(0.5), points.count(0.0))

    def points(self, player: int, other: int | None = None) -> float:
        """The points of a player, in all or against one other."""
        return self.tally(player, other).points

    @property
    def failures(self) -> tuple[Played, ...]:
        """The games that a player lost because it failed."""
        return tuple(game for game in self.games if game.reason)

    @property
    def is_complete(self) -> bool:
        """Whether every scheduled game was played."""
        return len(self.games) == self.scheduled
