"""The table of a tournament: who stands where, who beat whom, and how they fared."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from enligne.arena.ratings import ratings
from enligne.arena.results import Tally
from enligne.outcome import Termination

if TYPE_CHECKING:
    from collections.abc import Sequence

    from enligne.arena.results import Played, Results

#: Ends of a game that are the loser's failure and not the winner's play.
FAILURES = frozenset({Termination.TIME, Termination.ILLEGAL_MOVE, Termination.CRASH})


@dataclass(frozen=True, slots=True)
class Standing:
    """A line of the table.

    Args:
        rank: from 1; players with the same rating and points share it.
        player: its place in the list of players.
        elo, error: the rating and half the width of its 95 % interval.
        superiority: how likely the player is stronger than the next one; None for the last.
        seconds_per_move, depth: on average; None where nothing is known.
        failures: games lost by time, an illegal move or a crash.
    """

    rank: int
    player: int
    name: str
    tally: Tally
    elo: float
    error: float
    superiority: float | None
    seconds_per_move: float | None
    depth: float | None
    failures: int

    @property
    def points(self) -> float:
        """The points of all its games."""
        return self.tally.points

    @property
    def games(self) -> int:
        """How many games it played."""
        return self.tally.games


def standings(results: Results) -> tuple[Standing, ...]:
    """The table, the strongest player first.

    Where all met all equally often the order is that of points: the rating then depends on
    nothing else.
    """
    count = len(results.players)
    found = ratings(results)
    tallies = [results.tally(player) for player in range(count)]
    # Rounded, for ratings that are equal but for the last digit; then by points, then by place.
    keys = [(-round(found.elo[player], 6), -tallies[player].points) for player in range(count)]
    order = sorted(range(count), key=lambda player: (keys[player], player))
    table: list[Standing] = []
    for place, player in enumerate(order):
        following = order[place + 1] if place + 1 < count else None
        is_tied = place > 0 and keys[order[place - 1]] == keys[player]
        table.append(
            Standing(
                rank=table[-1].rank if is_tied else place + 1,
                player=player,
                name=results.players[player],
                tally=tallies[player],
                elo=found.elo[player],
                error=found.error(player),
                superiority=None if following is None else found.superiority(player, following),
                seconds_per_move=seconds_per_move(results, player),
                depth=depth(results, player),
                failures=sum(has_failed(game, player) for game in results.between(player)),
            )
        )
    return tuple(table)


def crosstable(
    results: Results, order: Sequence[int] | None = None
) -> tuple[tuple[Tally | None, ...], ...]:
    """The games of each player against each: a row for each, with None against itself.

    Args:
        order: the players in rows and columns; by default as they are listed.
    """
    players = range(len(results.players)) if order is None else order
    counts = {player: {other: [0, 0, 0] for other in players} for player in players}
    for game in results.games:
        first, second = game.pairing.first, game.pairing.second
        lost = round(2 - 2 * game.points(first))  # half points: the place in a tally
        counts[first][second][lost] += 1
        counts[second][first][2 - lost] += 1
    return tuple(
        tuple(None if other == player else Tally(*counts[player][other]) for other in players)
        for player in players
    )


def has_failed(game: Played, player: int) -> bool:
    """Whether a player lost a game by a failure of its own."""
    return game.winner not in (None, player) and game.termination in FAILURES


def seconds_per_move(results: Results, player: int) -> float | None:
    """The average over all moves of a player; None if it made none."""
    seconds, moves = 0.0, 0
    for game in results.between(player):
        side = int(game.pairing.second == player)
        seconds += game.seconds[side]
        moves += game.moves[side]
    return seconds / moves if moves else None


def depth(results: Results, player: int) -> float | None:
    """The average depth over the moves of all games in which a player told it."""
    total, moves = 0.0, 0
    for game in results.between(player):
        side = int(game.pairing.second == player)
        reached = game.depth[side]
        if reached is not None:
            total += reached * game.moves[side]
            moves += game.moves[side]
    return total / moves if moves else None
