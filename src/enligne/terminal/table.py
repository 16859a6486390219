"""The table that a game is played at: the game, who sits there, and what they may do.

Nothing here is shown or read: the line mode and the full screen are two views of a table.
"""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

from enligne.errors import IllegalMoveError, PlayerFailedError
from enligne.game import Game
from enligne.move import FIRST, SECOND, Move, Side
from enligne.outcome import Outcome, Termination
from enligne.record import Record
from enligne.terminal.files import is_same, write_whole
from enligne.terminal.seats import seated

if TYPE_CHECKING:
    from collections.abc import Callable

    from enligne.engines import Limit, Stop
    from enligne.players import Choice
    from enligne.position import Position
    from enligne.rules import Rules
    from enligne.terminal.seats import First, Pair, Seat

_FAILURES = {"silent": Termination.TIME, "illegal": Termination.ILLEGAL_MOVE}


class Table:
    """A game and its two seats.

    Args:
        game: the game as it stands.
        seats: who has the first side, and who the second.
        first: who begins the next game, where one person plays one player.
        limit: for each move of a player.
        begins_here: new games begin where this one stands now, else at its start.
        path: the file that this game came from, which it may be saved to again.
    """

    def __init__(
        self,
        game: Game,
        seats: Pair,
        *,
        first: First = "me",
        limit: Limit | None = None,
        begins_here: bool = False,
        path: Path | None = None,
    ) -> None:
        self.game = game
        self.seats = seats
        self.first: First = first
        self.limit = limit
        self.beginning = _copy(game) if begins_here else Game(game.rules, start=game.start)
        self.path = path
        #: Grows with every change, so that a thought that comes too late is known for one.
        self.version = 0
        #: Why the last player failed, in its own words.
        self.failure = ""

    @property
    def rules(self) -> Rules:
        return self.game.rules

    @property
    def position(self) -> Position:
        return self.game.position

    @property
    def outcome(self) -> Outcome | None:
        return self.game.outcome()

    @property
    def is_on(self) -> bool:
        """Whether a game is going on: begun, and not over."""
        return self.outcome is None and bool(self.game.moves)

    @property
    def last(self) -> Move | None:
        return self.game.moves[-1] if self.game.moves else None

    @property
    def seat(self) -> Seat:
        """Who is to move."""
        return self.seats[self.game.side]

    @property
    def people(self) -> list[Side]:
        return [side for side in (FIRST, SECOND) if self.seats[side].is_person]

    @property
    def awaits_person(self) -> bool:
        return self.outcome is None and self.seat.is_person

    @property
    def awaits_player(self) -> bool:
        return self.outcome is None and not self.seat.is_person

    def play(self, move: Move | str) -> Move:
        """A person moves.

        Raises:
            NotationError, IllegalMoveError: the text names no move, or none that is legal now.
        """
        if self.awaits_player:
            raise IllegalMoveError(f"it is not your move: {self.seat.name} is thinking")
        played = self.game.push(move)
        self.version += 1
        return played

    def question(self) -> Callable[[Stop], Choice]:
        """What asks the player to move for its choice. It may take long, and be done in another
        thread; nothing changes here."""
        player, position, limit = self.seat.player, self.position, self.limit
        assert player is not None, "people are not asked here"
        return lambda stop: player.choose(position, limit, stop=stop)

    def accept(self, choice: Choice | BaseException) -> Move | None:
        """What a player answered is done: its move, its resignation, or its failure, which loses
        the game. The move, if there is one."""
        self.version += 1
        if isinstance(choice, BaseException):
            self._fail(choice)
            return None
        if choice.move is None:
            self.game.resign()
            return None
        try:
            return self.game.push(choice.move)
        except IllegalMoveError as error:
            self._fail(PlayerFailedError(str(error), reason="illegal"))
            return None

    def _fail(self, error: BaseException) -> None:
        reason = error.reason if isinstance(error, PlayerFailedError) else "crashed"
        self.failure = f"{self.seat.name} failed: {' '.join(str(error).split()) or reason}"
        self.game.end(self.game.side.other, _FAILURES.get(reason, Termination.CRASH))

    def resign(self) -> Side:
        """A person gives the game up: the one there is, or of two the one to move. Their side.

        Raises:
            ValueError: the game is over already, or no person plays.
        """
        people = self.people
        if not people:
            raise ValueError("nobody here can resign: both sides are players")
        side = self.game.side if len(people) == 2 else people[0]
        self.game.resign(side)
        self.version += 1
        return side

    def undo(self) -> list[Move]:
        """Takes back an end that the board does not show; else a move, and with it the reply of
        a player, so that the person is to move again. The moves taken back, the last one first.

        Raises:
            ValueError: there is nothing to take back.
        """
        outcome = self.outcome
        if outcome is not None and not outcome.termination.is_on_board:
            self.game = _copy(self.game)
            self.failure = ""
            self.version += 1
            return []
        count = self._undo_count()
        self.failure = ""
        self.version += 1
        return [self.game.pop() for _ in range(count)]

    def _undo_count(self) -> int:
        count = len(self.game.moves)
        if not count:
            raise ValueError("no move was played yet")
        people = self.people
        if len(people) != 1:
            return 1
        # Sides alternate, so one of the last two positions before this one is the person's.
        wanted = 2 if self.game.side is people[0] else 1
        if wanted > count:
            raise ValueError("there is no move of yours to take back")
        return wanted

    def renew(self, first: First | None = None) -> None:
        """Begins a new game where this one began; who begins it may be chosen anew."""
        self.first = first or self.first
        self.game = _copy(self.beginning)
        people = self.people
        if len(people) == 1:
            person = people[0]
            me, them = self.seats[person], self.seats[person.other]
            self.seats = seated(me, them, self.first, self.game.side)
        self.failure = ""
        self.path = None
        self.version += 1

    @property
    def record(self) -> Record:
        kept = Record(
            self.game,
            date=date.today().isoformat(),
            first=self.seats[FIRST].text,
            second=self.seats[SECOND].text,
        )
        if self.failure:
            kept.comments[len(self.game.moves)] = self.failure
        return kept

    def save(self, name: str, *, over: bool = False) -> Path:
        """Writes the game as a record, whole or not at all.

        Args:
            over: write over a file that is there. One that this game came from or was saved to
                needs no leave.

        Raises:
            ValueError: no name is given.
            FileExistsError: there is such a file.
            OSError: it cannot be written.
        """
        if not name.strip():
            raise ValueError("save to which file?")
        path = Path(name.strip()).expanduser()
        if path.exists() and not over and not (self.path and is_same(path, self.path)):
            raise FileExistsError(f"{path} exists")
        write_whole(path, self.record)
        self.path = path
        return path

    def close(self) -> None:
        """Ends the programs among the players."""
        for seat in self.seats:
            seat.close()


def _copy(game: Game) -> Game:
    """The same moves, without an end that was declared."""
    copy = Game(game.rules, start=game.start)
    for move in game.moves:
        copy.push(move)
    return copy
