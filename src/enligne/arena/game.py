"""One game between two players, and its record."""

from __future__ import annotations

from contextlib import ExitStack
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from enligne import players
from enligne.errors import IllegalMoveError, PlayerFailedError
from enligne.game import Game
from enligne.outcome import Termination
from enligne.record import Record

if TYPE_CHECKING:
    from enligne.engines import Limit, Stop
    from enligne.players import Player
    from enligne.position import Position
    from enligne.rules import Rules

#: How a game ends when a player fails for a reason of its own. A program that answers with an
#: error has broken down, too.
_TERMINATIONS = {
    "crashed": Termination.CRASH,
    "error": Termination.CRASH,
    "silent": Termination.TIME,
    "illegal": Termination.ILLEGAL_MOVE,
}


@runtime_checkable
class _Closing(Protocol):
    def close(self) -> None: ...


def play_game(
    first: Player | str,
    second: Player | str,
    rules: Rules | str,
    *,
    start: Position | str | None = None,
    limit: Limit | None = None,
    stop: Stop | None = None,
    event: str = "",
) -> Record:
    """Plays a game to its end. Who fails to move loses it, and a remark at the end of the record
    says why.

    Args:
        first, second: players or their texts; programs among them are ended with the game.
        start: where it begins, if not on the empty board.
        limit: for each move.
        stop: ends the game early, without an outcome.

    Raises:
        PlayerTextError, BrainError: there is no such player.
        RulesError: a player does not play by these rules.
    """
    game = Game(rules, start=start)
    with ExitStack() as stack:
        pair = []
        for given in (first, second):
            player = players.create(given) if isinstance(given, str) else given
            if isinstance(player, _Closing):
                stack.callback(player.close)
            pair.append(player)
        remark = _play(game, pair, limit, stop)
    record = Record(game, event=event, first=pair[0].text, second=pair[1].text)
    if remark:
        record.comments[len(game.moves)] = remark
    return record


def _play(game: Game, pair: list[Player], limit: Limit | None, stop: Stop | None) -> str:
    """Plays until the game has an outcome or the stop is set; what there is to remark then."""
    while game.outcome() is None and not (stop is not None and stop.is_set()):
        side = game.side
        player = pair[side]
        try:
            move = player.choose(game.position, limit, stop=stop).move
            if move is None:
                game.resign()
            else:
                game.push(move)
        except PlayerFailedError as error:
            if error.reason not in _TERMINATIONS:  # stopped: nobody's fault
                return str(error)
            game.end(side.other, _TERMINATIONS[error.reason])
            return f"{player.text} {error.reason}: {error}"
        except IllegalMoveError as error:
            game.end(side.other, Termination.ILLEGAL_MOVE)
            return f"{player.text} illegal: {error}"
    return ""
