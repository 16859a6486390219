"""One game between two players, its record, and what was seen of it."""

from __future__ import annotations

import time
from contextlib import ExitStack
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from enligne import players
from enligne.arena.adjudication import Adjudication, Judge
from enligne.arena.time_control import GameClock, TimeControl
from enligne.errors import IllegalMoveError, PlayerFailedError, RulesError
from enligne.game import Game
from enligne.move import Side
from enligne.outcome import Termination
from enligne.record import Record

if TYPE_CHECKING:
    from collections.abc import Sequence

    from enligne.engines import Limit, Score, Stop
    from enligne.players import Choice, Player, PlayerLike
    from enligne.position import Position
    from enligne.rules import Rules

#: How a game ends when a player fails for a reason of its own. A program that answers with an
#: error has broken down, too.
_TERMINATIONS = {
    "crashed": Termination.CRASH,
    "error": Termination.CRASH,
    "silent": Termination.TIME,
    "late": Termination.TIME,
    "illegal": Termination.ILLEGAL_MOVE,
}


@dataclass(frozen=True, slots=True)
class Conditions:
    """How a game is played.

    Args:
        time: what the clocks allow; a player that needs more loses. None for no clocks.
        limit: of each move besides.
        adjudication: when the game is ended early.
    """

    time: TimeControl | None = None
    limit: Limit | None = None
    adjudication: Adjudication = field(default_factory=Adjudication)


@dataclass(frozen=True, slots=True)
class ObservedGame:
    """A game with what was seen of it.

    Args:
        record: its record; a remark at its end says why a player failed or why it was adjudicated.
            Played with clocks, it has the time and the score of every move.
        failure: why a player failed; empty if none did.
        seconds: what the first and the second side used in all.
        moves: how many moves each made.
        depth: the mean depth of their searches, where they tell.
    """

    record: Record
    failure: str
    seconds: tuple[float, float]
    moves: tuple[int, int]
    depth: tuple[float | None, float | None]


def play_game(
    first: PlayerLike,
    second: PlayerLike,
    rules: Rules | str,
    *,
    start: Position | str | None = None,
    opening: str = "",
    limit: Limit | None = None,
    stop: Stop | None = None,
    event: str = "",
) -> Record:
    """Plays a game to its end. Who fails to move loses it, and a remark at the end of the record
    says why.

    Args:
        first, second: players, or what makes them; programs among them are ended with the game.
        start: where it begins, if not on the empty board.
        opening: moves to begin with.
        limit: for each move.
        stop: ends the game early, without an outcome.

    Raises:
        PlayerTextError, BrainError: there is no such player.
        RulesError: a player does not play by these rules, or this side.
        NotationError, PositionError, IllegalMoveError: no game begins like that.
    """
    game = Game(rules, opening, start=start)
    observed = observe_game(first, second, game, Conditions(limit=limit), stop=stop)
    observed.record.event = event
    return observed.record


def observe_game(
    first: PlayerLike,
    second: PlayerLike,
    game: Game,
    conditions: Conditions | None = None,
    *,
    stop: Stop | None = None,
) -> ObservedGame:
    """Plays a game on to its end, and sees what it takes; otherwise as :func:`play_game`."""
    with ExitStack() as stack:
        pair = []
        for side, given in zip(Side, (first, second), strict=True):
            player = players.create(given)
            player.check_side(side)
            stack.callback(player.close)
            pair.append(player)
        referee = _Referee(game, pair, conditions or Conditions(), stop)
        remark = referee.play()
    record = Record(game, first=pair[0].text, second=pair[1].text)
    if conditions is not None and conditions.time is not None:
        record.scores.update(referee.scores)
        record.seconds.update(referee.seconds_of_moves)
        if conditions.time.increment is not None:
            record.seconds_left.update(referee.seconds_left)
    if remark:
        record.comments[len(game.moves)] = remark
    return ObservedGame(
        record,
        remark if referee.has_failed else "",
        seconds=(referee.seconds[0], referee.seconds[1]),
        moves=(referee.moves[0], referee.moves[1]),
        depth=(_mean(referee.depths[0]), _mean(referee.depths[1])),
    )


class _Referee:
    """Asks the players in turn, keeps the clocks, and decides how the game ends."""

    def __init__(
        self, game: Game, pair: Sequence[Player], conditions: Conditions, stop: Stop | None
    ) -> None:
        self._game = game
        self._pair = pair
        self._stop = stop
        self._clock = GameClock(conditions.time, conditions.limit)
        self._judge = Judge(conditions.adjudication)
        self.has_failed = False
        self.seconds = [0.0, 0.0]
        self.moves = [0, 0]
        self.depths: tuple[list[int], list[int]] = ([], [])
        # Of each move, by its number in the game.
        self.scores: dict[int, Score] = {}
        self.seconds_of_moves: dict[int, float] = {}
        self.seconds_left: dict[int, float] = {}

    def play(self) -> str:
        """Plays until the game has an outcome or the stop is set; what there is to remark then."""
        game = self._game
        for side in (game.side, game.side.other):
            # What a program needs to start is not taken from its time for a move.
            if game.outcome() is None:
                try:
                    self._pair[side].prepare(game.rules)
                except PlayerFailedError as error:
                    return self._failed(side, error.reason, str(error))
        while game.outcome() is None and not (self._stop is not None and self._stop.is_set()):
            if remark := self._move():
                return remark
        return ""

    def _move(self) -> str:
        """Has one move made; a remark if that was the end for a reason that needs one."""
        game = self._game
        side = game.side
        start = time.perf_counter()
        try:
            limit = self._clock.limit(game.position)
            choice = self._pair[side].choose(game.position, limit, stop=self._stop)
        except PlayerFailedError as error:
            self.seconds[side] += time.perf_counter() - start
            return self._failed(side, error.reason, str(error))
        except RulesError:
            raise  # a player that should not be here
        except Exception as error:
            return self._failed(side, "crashed", f"{type(error).__name__}: {error}")
        spent = time.perf_counter() - start
        self.seconds[side] += spent
        if late := self._clock.spend(side, spent):
            return self._failed(side, "late", late)
        number = len(game.moves) + 1
        remark = self._take(choice, side)
        if len(game.moves) == number:
            self.seconds_of_moves[number] = round(spent, 3)
            self.seconds_left[number] = round(self._clock.left(side) or 0.0, 3)
            if choice.analysis is not None and not game.position.is_over:
                self.scores[number] = choice.analysis.score.stepped_on()
        return remark

    def _take(self, choice: Choice, side: Side) -> str:
        game = self._game
        if choice.is_resignation:
            game.resign()
            return ""
        try:
            game.push(choice.move)
        except IllegalMoveError as error:
            return self._failed(side, "illegal", str(error))
        self.moves[side] += 1
        analysis = choice.analysis
        if analysis is not None and analysis.depth:
            self.depths[side].append(analysis.depth)
        if game.outcome() is None:
            score = None if analysis is None else analysis.score
            if (found := self._judge.outcome(game.position, score, side)) is not None:
                outcome, remark = found
                game.end(outcome.winner, outcome.termination)
                return remark
        return ""

    def _failed(self, side: Side, reason: str, text: str) -> str:
        if reason not in _TERMINATIONS:  # stopped: nobody's fault
            return text
        self.has_failed = True
        self._game.end(side.other, _TERMINATIONS[reason])
        return f"{self._pair[side].text} {reason}: {text}"


def _mean(depths: Sequence[int]) -> float | None:
    return sum(depths) / len(depths) if depths else None
