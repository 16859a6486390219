"""A live game: its game, seats, clock and offers. No input or output; legality is the core's."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import msgspec

from enligne.game import Game
from enligne.move import FIRST, SECOND, Side
from enligne.outcome import Outcome, Termination
from enligne.record import Record
from enligne.rules import Rules
from enligne.server.contract import games, words
from enligne.server.contract.refusals import RefusalError
from enligne.server.rooms.clock import GameClock
from enligne.server.views import cells, outcome_view, rules_view, side_view, stones_view

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Container, Mapping

    from enligne.move import Move
    from enligne.position import Position


@dataclass(slots=True)
class Seat:
    """A person, by a secret that only they know, or a player by its text."""

    kind: str
    visitor: str | None = None  # the digest of the secret; None while the seat is free
    name: str | None = None  # of a person, as they chose it
    text: str = ""
    level: int | None = None
    owner: str | None = None  # the visitor whose machine it is, where it is one; shown to nobody

    @property
    def is_person(self) -> bool:
        return self.kind == "person"

    @property
    def is_free(self) -> bool:
        return self.is_person and self.visitor is None

    def data(self) -> dict[str, Any]:
        if self.is_person:
            named = {} if self.name is None else {"name": self.name}
            return {"kind": "person", "visitor": self.visitor} | named
        data = {"kind": "player", "text": self.text, "level": self.level}
        return data if self.owner is None else data | {"owner": self.owner}

    def view(self, followers: Container[str | None]) -> games.Seat:
        if not self.is_person:
            return games.PlayerSeat(self.text, self.level)
        return games.PersonSeat(self.visitor is not None, self.visitor in followers, self.name)


SIDES = (FIRST, SECOND)


@dataclass(slots=True)
class Room:
    """A room. Its methods change it or refuse; where ``is_changed`` the caller stores it."""

    id: str
    game: Game
    seats: list[Seat]
    version: int = 1
    clock: GameClock | None = None
    takeback: Side | None = None  # who has asked for one
    draw: Side | None = None  # who has offered one
    box: games.Box | None = None
    rematch: str | None = None
    series: games.Series = field(default_factory=games.Series)
    opened: float | None = None  # when it was shown in the lobby, by the server's time
    has_taught: bool = False  # a matchbox machine learns from a game once
    is_changed: bool = field(default=False, compare=False)

    @classmethod
    def from_data(
        cls, room: str, version: int, data: Mapping[str, Any], now: Callable[[], float]
    ) -> Room:
        """A room from what :meth:`data` told, with the server's time."""
        found = cls(room, Game(Rules.of(data["rules"]), start=data["start"]), [])
        found.update(version, data, now)
        return found

    def update(self, version: int, data: Mapping[str, Any], now: Callable[[], float]) -> None:
        """Makes it the room that another process has stored: only what is new is played."""
        moves = data["moves"]
        if self.outcome is not None or moves[: self.ply] != self.moves:
            self.game = Game(self.game.rules, start=self.game.start)
        for move in moves[self.ply :]:
            self.game.push(move)
        if (ended := data["outcome"]) is not None and self.outcome is None:
            winner = None if ended["winner"] is None else Side[ended["winner"].upper()]
            self.game.end(winner, Termination(ended["termination"]))
        self.version = version
        self.seats = [Seat(**seat) for seat in data["seats"]]
        self.clock = GameClock.from_data(data["clock"], now) if data["clock"] else None
        self.takeback = None if data["offer"] is None else Side(data["offer"])
        draw = data.get("draw")
        self.draw = None if draw is None else Side(draw)
        self.series = msgspec.convert(data.get("series", {}), games.Series)
        self.box = msgspec.convert(data["box"], games.Box | None)
        self.rematch = data["rematch"]
        self.opened = data.get("opened")
        self.has_taught = data.get("has_taught", ended is not None)
        self.is_changed = False
        if self.clock is not None and self.clock.since is None and self._is_timed:
            self._run_clock()  # which a backup has stopped

    def data(self) -> dict[str, Any]:
        """All that is stored."""
        start = self.game.start
        return {
            "rules": self.game.rules.text,
            "start": start.text if start.ply else None,
            "moves": self.moves,
            "seats": [seat.data() for seat in self.seats],
            "clock": self.clock.data() if self.clock else None,
            "outcome": outcome_view(self.game.outcome()),
            "offer": None if self.takeback is None else int(self.takeback),
            "draw": None if self.draw is None else int(self.draw),
            "series": msgspec.to_builtins(self.series),
            "box": self.box,
            "rematch": self.rematch,
            "opened": self.opened,
            "has_taught": self.has_taught,
        }

    @property
    def outcome(self) -> Outcome | None:
        return self.game.outcome()

    @property
    def moves(self) -> list[str]:
        return cells(self.game.moves)

    @property
    def legal(self) -> list[str]:
        """The cells to which a stone can be moved; none when the game is over."""
        return cells(self.game.legal_moves) if self.outcome is None else []

    @property
    def winning(self) -> list[str]:
        """Every cell of every winning run."""
        return [] if self.outcome is None else cells(self.game.position.winning_cells)

    @property
    def ply(self) -> int:
        """How many moves were played in this room."""
        return self.game.position.ply - self.game.start.ply

    @property
    def thinker(self) -> Seat | None:
        """The player that is to move; None when it is a person, or the game is over."""
        seat = self.seats[self.game.side]
        return None if seat.is_person or self.outcome is not None else seat

    def sides_of(self, visitor: str) -> list[Side]:
        return [side for side in SIDES if self.seats[side].visitor == visitor]

    def persons(self) -> set[str]:
        return {seat.visitor for seat in self.seats if seat.visitor is not None}

    @property
    def is_open(self) -> bool:
        """Whether anybody may join from the lobby."""
        return self.opened is not None and self._can_wait

    @property
    def _can_wait(self) -> bool:
        """Whether one person waits for another to begin."""
        is_new = self.outcome is None and self.ply == 0
        return is_new and [seat.is_free for seat in self.seats].count(True) == 1 == len(
            self.persons()
        )

    # What visitors may do. Each raises a RefusalError and changes nothing where they may not.

    def take_seat(self, visitor: str, name: str | None = None) -> bool:
        """Gives a visitor without a seat a free one, if there is one."""
        if self.sides_of(visitor):
            return False
        for seat in self.seats:
            if seat.is_free:
                seat.visitor = visitor
                seat.name = name
                self.opened = None
                self._run_clock()
                return True
        return False

    def rename(self, visitor: str, name: str | None) -> None:
        """Calls a visitor something else."""
        for side in self._sides(visitor):
            self.is_changed |= self.seats[side].name != name
            self.seats[side].name = name

    def forget_names(self) -> None:
        for seat in self.seats:
            seat.name = None

    def open_to_all(self, visitor: str, now: float) -> None:
        """Lets anybody join, from now on by the server's time."""
        self._sides(visitor)
        if not self._can_wait:
            raise RefusalError("stale", "this game waits for nobody")
        self.opened = now
        self.is_changed = True

    def close_to_all(self, visitor: str | None = None) -> None:
        """Only who has the link may join, unless there is somebody already."""
        if visitor is not None:
            self._sides(visitor)
        self.is_changed |= self.opened is not None
        self.opened = None

    def move(self, visitor: str, ply: int, move: str, lag: float = 0.0) -> None:
        """A move, whose message took at most this lag on its way."""
        self._check_turn(visitor, ply)
        self._push(self.game.position.move(move), lag)

    def random_move(self, visitor: str, ply: int, lag: float = 0.0) -> None:
        self._check_turn(visitor, ply)
        self._push(random.choice(list(self.game.legal_moves)), lag)

    def answer(self, ply: int, move: Move | None, box: games.Box | None) -> None:
        """The move of a player, or its resignation."""
        if self.ply != ply or self.thinker is None:
            raise RefusalError("stale", "the game has gone on meanwhile")
        if move is None:
            self._end(self.game.side.other, Termination.RESIGNATION)
            return
        self._push(move)
        self.box = box

    def fail(self, ply: int) -> None:
        """The player to move cannot: it loses."""
        if self.ply == ply and self.thinker is not None:
            self._end(self.game.side.other, Termination.CRASH)

    def resign(self, visitor: str) -> None:
        sides = self._sides(visitor)
        self._refuse_if_over()
        side = self.game.side if self.game.side in sides else sides[0]
        self._end(side.other, Termination.RESIGNATION)

    def take_back(self, visitor: str) -> None:
        """Takes back to the visitor's last turn: at once where nobody else is concerned, else
        when the other person asks for it too."""
        sides = self._sides(visitor)
        outcome = self.outcome
        if outcome is not None and not outcome.termination.is_on_board:
            raise RefusalError("finished", "a game that was given up or lost on time stays so")
        others = [seat for side, seat in zip(SIDES, self.seats, strict=True) if side not in sides]
        is_granted = self.takeback is not None and self.takeback not in sides
        if is_granted and self.takeback is not None:
            sides = [self.takeback]  # who asked first gets a move back
        if not any(self._mover(index) in sides for index in range(self.ply)):
            raise RefusalError("nothing", "there is no move of yours to take back")
        if any(seat.is_person for seat in others) and not is_granted:
            self.is_changed |= self.takeback != sides[0]
            self.takeback = sides[0]
            return
        if self.clock is not None:
            self.clock.stop(self.game.side)  # what it has thought until now is gone
        while True:
            mover = self._mover(len(self.game.moves) - 1)
            self.game.pop()
            if mover in sides:
                break
        self.takeback = self.draw = None
        self.box = None
        self._run_clock()

    def offer_draw(self, visitor: str) -> None:
        """Offers a draw to the other person, or agrees to theirs."""
        sides = self._sides(visitor)
        self._refuse_if_over()
        if len(self.persons()) < 2:
            raise RefusalError("alone", "a draw is agreed between two people")
        if self.draw is not None and self.draw not in sides:
            self._end(None, Termination.AGREEMENT)
            return
        self.is_changed |= self.draw is None
        self.draw = sides[0]

    def decline(self, visitor: str) -> None:
        """Declines whatever the other person has offered."""
        sides = self._sides(visitor)
        if all(offer is None or offer in sides for offer in (self.takeback, self.draw)):
            raise RefusalError("stale", "there is no offer to decline any more")
        if self.takeback not in sides:
            self.takeback = None
        if self.draw not in sides:
            self.draw = None
        self.is_changed = True

    def reset(self, visitor: str) -> None:
        """Back to the start, where only this visitor plays."""
        self._sides(visitor)
        if self.persons() - {visitor} or any(seat.is_free for seat in self.seats):
            raise RefusalError("not_alone", "only who plays without other people can begin anew")
        self.game = Game(self.game.rules, start=self.game.start)
        self.rematch = None
        self.has_taught = False
        self.takeback = self.draw = None
        self.box = None
        self.clock = self.clock and self.clock.again()
        self._run_clock()

    def begin_rematch(self, room: str) -> Room:
        """A room of this name for the rematch, with the sides changed; this one remembers it."""
        seats = [Seat(**seat.data()) for seat in reversed(self.seats)]
        again = new_room(room, self.game.start, seats, self.clock and self.clock.again())
        again.series = self._series_after()
        self.rematch = room
        self.is_changed = True
        return again

    def flag(self, lag: float | None = None) -> bool:
        """Ends the game if the side to move has no time left, the lag taken off: what was measured
        of the one whose message has come, else the most that could be."""
        if self.flags_in(lag) != 0:
            return False
        self._end(self.game.side.other, Termination.TIME)
        return True

    def flags_in(self, lag: float | None = None) -> float | None:
        """Seconds until the side to move has no time left, and no lag to its credit."""
        if self.clock is None or self.clock.since is None:
            return None
        side = self.game.side
        return max(0.0, self.clock.left_of(side, side) + self.clock.credit(side, lag))

    # What they see.

    def view(self, sides: list[Side], followers: Collection[str], number: int = 0) -> games.Room:
        """The room as a visitor with these sides sees it, while these follow it, after the change
        of this number."""
        game, start = self.game, self.game.start
        rules, outcome = rules_view(game.rules), outcome_view(self.outcome)
        return games.Room(
            room=self.id,
            version=self.version,
            number=number,
            rules=rules,
            start=start.text if start.ply else None,
            moves=self.moves,
            first_to_move=side_view(start.side),
            position=words.Picture(
                rules,
                game.position.ply,
                side_view(game.side),
                stones_view(game.position),
                self.legal,
                self.winning,
                outcome,
            ),
            seats=self.seats_view(followers),
            you=[side_view(side) for side in sides],
            clock=self.clock_view(),
            outcome=outcome,
            offers=self.offers_view(),
            box=self.box,
            rematch=self.rematch,
            series=self.series,
            spectators=self.spectators(followers),
            open=self.is_open,
        )

    def seats_view(self, followers: Container[str | None]) -> games.Seats:
        first, second = self.seats
        return games.Seats(first.view(followers), second.view(followers))

    def offers_view(self) -> games.Offers:
        takeback, draw = (
            None if offer is None else side_view(offer) for offer in (self.takeback, self.draw)
        )
        return games.Offers(takeback, draw)

    def clock_view(self) -> games.Clock | None:
        return None if self.clock is None else self.clock.view(self.game.side)

    def spectators(self, followers: Collection[str]) -> int:
        return len(followers) - len(self.persons() & set(followers))

    def record(self) -> str:
        names = [seat.name or seat.text for seat in self.seats]
        return Record(self.game, first=names[0], second=names[1]).text

    # Inside.

    def _check_turn(self, visitor: str, ply: int) -> None:
        sides = self._sides(visitor)
        self._refuse_if_over()
        if ply != self.ply:
            raise RefusalError("stale", "the game has gone on meanwhile")
        if self.game.side not in sides:
            raise RefusalError("not_your_turn", "it is not your turn")
        if any(seat.is_free for seat in self.seats):
            raise RefusalError("waiting", "the other seat is still free")

    def _push(self, move: Move, lag: float = 0.0) -> None:
        side = self.game.side
        self.game.push(move)
        self.takeback = None
        if self.draw is not side:
            self.draw = None  # who moves on has not agreed
        if self.clock is not None:
            self.clock.punch(side, lag)
        self._run_clock()

    def _end(self, winner: Side | None, termination: Termination) -> None:
        self.game.end(winner, termination)
        self.takeback = self.draw = None
        if self.clock is not None:
            self.clock.stop(self.game.side)
        self.is_changed = True

    def _run_clock(self) -> None:
        """After a change: the clock runs for the side to move from the second move on, when all
        seats are taken."""
        self.is_changed = True
        if self.clock is not None:
            self.clock.run(runs=self._is_timed)

    @property
    def _is_timed(self) -> bool:
        is_open = any(seat.is_free for seat in self.seats)
        return self.outcome is None and self.ply > 0 and not is_open

    def _sides(self, visitor: str) -> list[Side]:
        sides = self.sides_of(visitor)
        if not sides:
            raise RefusalError("no_seat", "you have no seat in this room")
        return sides

    def _refuse_if_over(self) -> None:
        if (outcome := self.outcome) is not None:
            raise RefusalError("finished", f"the game is over: {outcome}")

    def _series_after(self) -> games.Series:
        """With this game in it, for those who have changed sides."""
        before, winner = self.series, self.outcome and self.outcome.winner
        return games.Series(
            first=before.second + (winner is SECOND),
            second=before.first + (winner is FIRST),
            draws=before.draws + (winner is None),
        )

    def _mover(self, index: int) -> Side:
        """Whose the move of this number was."""
        return Side((int(self.game.start.side) + index) % 2)


def new_room(
    room: str, position: Position, seats: list[Seat], clock: GameClock | None = None
) -> Room:
    """A room whose game begins from a position that is not finished.

    Raises:
        RefusalError: the game is over in it.
    """
    if (outcome := position.outcome()) is not None:
        raise RefusalError("finished", f"the game is over in this position: {outcome}")
    return Room(room, Game(position.rules, start=position), seats, clock=clock)
