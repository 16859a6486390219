"""A game on this terminal: the game, who plays it, and what they may do.

Nothing here is shown or read: the line mode and the full screen are two views of a local game.
"""

from __future__ import annotations

from contextlib import suppress
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

from enligne import formats
from enligne.errors import IllegalMoveError, PlayerFailedError, RecordError
from enligne.game import Game
from enligne.move import FIRST, SECOND, Move, Side
from enligne.outcome import Outcome, Termination
from enligne.record import Record
from enligne.terminal.participants import by_side

if TYPE_CHECKING:
    from collections.abc import Callable

    from enligne.engines import Limit, Stop
    from enligne.players import Choice
    from enligne.position import Position
    from enligne.rules import Rules
    from enligne.terminal.participants import First, Pair, Participant

_FAILURES = {"silent": Termination.TIME, "illegal": Termination.ILLEGAL_MOVE}


class LocalGame:
    """A game and its two participants.

    Args:
        game: the game as it stands.
        participants: who has the first side, and who the second.
        first: who begins the next game, where one person plays one player.
        limit: for each move of a player.
        begins_here: new games begin where this one stands now, else at its start.
        path: the file that this game came from, which it may be saved to again.
    """

    def __init__(
        self,
        game: Game,
        participants: Pair,
        *,
        first: First = "me",
        limit: Limit | None = None,
        begins_here: bool = False,
        path: Path | None = None,
    ) -> None:
        self.game = game
        self.participants = participants
        self.first: First = first
        self.limit = limit
        self.beginning = _copy(game) if begins_here else Game(game.rules, start=game.start)
        self.path = path
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
    def to_move(self) -> Participant:
        """Who is to move."""
        return self.participants[self.game.side]

    @property
    def people(self) -> list[Side]:
        return [side for side in (FIRST, SECOND) if self.participants[side].is_person]

    @property
    def awaits_person(self) -> bool:
        return self.outcome is None and self.to_move.is_person

    @property
    def awaits_player(self) -> bool:
        return self.outcome is None and not self.to_move.is_person

    def play(self, move: Move | str) -> Move:
        """A person moves.

        Raises:
            NotationError, IllegalMoveError: the text names no move, or none that is legal now.
        """
        if self.awaits_player:
            raise IllegalMoveError(f"it is not your move: {self.to_move.name} is thinking")
        return self.game.push(move)

    def question(self) -> Callable[[Stop], Choice]:
        """Asks the player to move for its choice, when it is called. That may take long and be done
        in another thread; nothing changes here."""
        player, position, limit = self.to_move.player, self.position, self.limit
        assert player is not None, "people are not asked here"
        return lambda stop: player.choose(position, limit, stop=stop)

    def accept(self, choice: Choice | BaseException) -> Move | None:
        """What a player answered is done: its move, its resignation, or its failure, which loses
        the game. The move, if there is one."""
        if isinstance(choice, BaseException):
            self._fail(choice)
            return None
        if choice.is_resignation:
            self.game.resign()
            return None
        try:
            return self.game.push(choice.move)
        except IllegalMoveError as error:
            self._fail(PlayerFailedError(str(error), reason="illegal"))
            return None

    def _fail(self, error: BaseException) -> None:
        reason = error.reason if isinstance(error, PlayerFailedError) else "crashed"
        self.failure = f"{self.to_move.name} failed: {' '.join(str(error).split()) or reason}"
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
            return []
        count = self._undo_count()
        self.failure = ""
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
            me, them = self.participants[person], self.participants[person.other]
            self.participants = by_side(me, them, self.first, self.game.side)
        self.failure = ""
        self.path = None

    @property
    def record(self) -> Record:
        kept = Record(
            self.game,
            date=date.today().isoformat(),
            first=self.participants[FIRST].text,
            second=self.participants[SECOND].text,
        )
        if self.failure:
            kept.comments[len(self.game.moves)] = self.failure
        return kept

    def save(self, name: str, *, over: bool = False) -> Path:
        """Writes the game as a record, or in the format that its extension says, whole or not at
        all.

        Args:
            over: write over a file that is there. One that this game came from or was saved to
                needs no leave.

        Raises:
            ValueError: no name is given, or the format cannot hold the game.
            FileExistsError: there is such a file.
            OSError: it cannot be written.
        """
        if not name.strip():
            raise ValueError("save to which file?")
        path = Path(name.strip()).expanduser()
        if path.exists() and not over and not (self.path and _is_same(path, self.path)):
            raise FileExistsError(f"{path} exists")
        formats.write(path, [self.record])
        self.path = path
        return path

    def close(self) -> None:
        """Ends the programs among the players."""
        for each in self.participants:
            if each.player is not None:
                each.player.close()


def load(path: str, number: int | None = None) -> Record:
    """The game of a file, of whatever format.

    Args:
        number: which one, from 1, where there are several.

    Raises:
        RecordError: it cannot be read.
        ValueError: there is none, or it is not said which.
        OSError: the file cannot be read.
    """
    # The place of a broken record among the others is kept.
    found = [each for each in formats.scan(path) if isinstance(each, Record) or not each.keeps_game]
    if not found:
        raise ValueError(f"{path}: there is no game in it")
    if number is None and len(found) > 1:
        raise ValueError(f"{path}: it holds {len(found)} games; --game N says which")
    if number is not None and not 1 <= number <= len(found):
        raise ValueError(f"{path}: there is no game {number}: it holds {len(found)}")
    wanted = found[(number or 1) - 1]
    if isinstance(wanted, RecordError):
        raise wanted
    return wanted


def _is_same(path: Path, other: Path) -> bool:
    """Whether two names are those of one file."""
    with suppress(OSError):
        return path.samefile(other)
    return False


def _copy(game: Game) -> Game:
    """The same moves, without an end that was declared."""
    copy = Game(game.rules, start=game.start)
    for move in game.moves:
        copy.push(move)
    return copy
