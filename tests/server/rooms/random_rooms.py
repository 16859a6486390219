"""Random rooms, and what visitors, players and time may do to them."""

import random
from dataclasses import dataclass, field

from enligne import Position, Rules
from enligne.server.contract.games import Box
from enligne.server.contract.words import Stones
from enligne.server.rooms.clock import GameClock
from enligne.server.rooms.room import Room, Seat, new_room

ANN, BOB, EVE = "a" * 64, "b" * 64, "e" * 64
VISITORS = (ANN, BOB, EVE)
RULES = ("tictactoe", "4x4:3", "4x3:3+gravity", "5x4:4+gravity", "5x5:4+exact", "connect4")
BOX = Box(1, "3/3/3 x", Stones([], []), [("b2", 4)], "b2", "b2")


class Time:
    """A server's time that only the test turns on."""

    def __init__(self) -> None:
        self.now = 1_000_000.0

    def __call__(self) -> float:
        return self.now


def person(visitor: str | None) -> Seat:
    return Seat("person", visitor)


def machine() -> Seat:
    return Seat("player", text="greedy", level=2)


def random_room(source: random.Random, time: Time) -> Room:
    rules = Rules.of(source.choice(RULES))
    position = Position(rules)
    for _ in range(source.choice((0, 0, 0, 1, 2, 3))):
        position = position.play(source.choice(list(position.legal_moves)))
    seats = source.choice(
        [
            (person(ANN), person(ANN)),
            (person(ANN), person(BOB)),
            (person(ANN), person(None)),
            (person(None), person(ANN)),
            (person(None), person(None)),
            (person(ANN), machine()),
            (machine(), person(ANN)),
            (machine(), person(None)),
            (machine(), machine()),
        ]
    )
    clock = GameClock.new(30.0, 2.0, 0.0, time) if source.random() < 0.7 else None
    return new_room("r" * 16, position, list(seats), clock)


@dataclass
class Action:
    """Something that a visitor, a player or time does to a room."""

    name: str
    visitor: str = ""
    ply: int = 0
    move: str = ""
    seconds: float = 0.0
    box: Box | None = field(default=None)

    def do(self, room: Room, time: Time) -> None:
        match self.name:
            case "move":
                room.move(self.visitor, self.ply, self.move)
            case "random":
                room.random_move(self.visitor, self.ply)
            case "take_back":
                room.take_back(self.visitor)
            case "draw":
                room.offer_draw(self.visitor)
            case "decline":
                room.decline(self.visitor)
            case "resign":
                room.resign(self.visitor)
            case "reset":
                room.reset(self.visitor)
            case "take_seat":
                room.take_seat(self.visitor, self.move)
            case "rename":
                room.rename(self.visitor, self.move or None)
            case "open":
                room.open_to_all(self.visitor, time())
            case "close":
                room.close_to_all(self.visitor)
            case "answer":
                move = room.game.position.move(self.move) if self.move else None
                room.answer(self.ply, move, self.box)
            case "fail":
                room.fail(self.ply)
            case "flag":
                room.flag()
            case "wait":
                time.now += self.seconds


def random_action(room: Room, source: random.Random) -> Action:
    weights = {
        "move": 10,
        "random": 3,
        "take_back": 3,
        "draw": 0.7,
        "decline": 2,
        "resign": 0.3,
        "reset": 0.7,
        "take_seat": 1,
        "rename": 0.5,
        "open": 0.5,
        "close": 0.5,
        "answer": 6,
        "fail": 0.2,
        "flag": 5,
        "wait": 4,
    }
    name = source.choices(list(weights), list(weights.values()))[0]
    legal = [str(move) for move in room.game.legal_moves]
    # Mostly what could be granted, or rooms would never get anywhere.
    seat = room.seats[room.game.side].visitor
    return Action(
        name,
        seat if seat and source.random() < 0.7 else source.choice(VISITORS),
        source.choice((room.ply,) * 8 + (room.ply - 1, room.ply + 1)),
        source.choice(legal * 3 + ["z9", "a1", "a9", "", "d", "44"]) if legal else "a1",
        source.choice((0.5, 2.0, 9.0, 31.0)),
        BOX,
    )
