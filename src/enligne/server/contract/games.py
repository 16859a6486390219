"""The messages about rooms and the analysis board."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import UNSET, Meta, Struct, UnsetType, field

from enligne.server.contract.words import (
    Answer,
    BrainAbout,
    Cell,
    Cells,
    EngineOption,
    GameRequest,
    Identifier,
    Kept,
    MoveScore,
    Outcome,
    PersonName,
    Picture,
    PlayerText,
    Ply,
    Position,
    PositionText,
    Request,
    RoomId,
    Rules,
    RulesText,
    Score,
    Secret,
    Side,
    Stones,
)

# What can be played here.


class CatalogueRequest(Request):
    rules: RulesText


class Level(Struct):
    level: int
    text: str


class EngineAbout(Struct):
    """One who plays by the rules asked for. With ``analyses`` it tells scores; the others only
    choose moves."""

    name: str
    about: str
    analyses: bool
    options: list[EngineOption]


class Limits(Struct):
    side: tuple[int, int]
    run: tuple[int, int]
    seconds: float


class Catalogue(Answer):
    rules: Rules
    presets: list[Rules]
    scale: list[Level]
    engines: list[EngineAbout]
    #: The engine that knows most about positions of these rules.
    analyst: str
    #: What the empty board is worth to the side that begins, where that is known.
    best_play: Literal["win", "draw", "loss"] | None
    brains: list[BrainAbout]
    limits: Limits


class Reach(Answer):
    """Where others open this server."""

    #: As its operator has told.
    public: str | None
    #: The machine itself in its networks, the likeliest first: told to its own pages alone. Null
    #: where it listens to nobody else.
    network: list[str] | None


# Rooms.


class SeatWish(Request):
    kind: Literal["me", "friend", "player"]
    text: PlayerText | None = None


class ClockWish(Request):
    seconds: Annotated[float, Meta(ge=5, le=86400)]
    increment: Annotated[float, Meta(ge=0, le=3600)] = 0.0


class Create(Request):
    rules: RulesText
    first: SeatWish
    second: SeatWish
    start: PositionText | None = None
    clock: ClockWish | None = None
    #: Of this visitor.
    name: PersonName | None = None
    #: Whether anybody may join from the lobby.
    open: bool = False


class InRoom(Request):
    room: RoomId


class Join(InRoom):
    #: For the seat that is taken.
    name: PersonName | None = None


class MoveRequest(Request):
    room: RoomId
    #: How many moves were played before it.
    ply: Ply
    move: Cell


class RandomMove(Request):
    room: RoomId
    ply: Ply


class NewRoom(Answer):
    room: str


class Changed(Answer):
    version: int


class PersonSeat(Struct, tag_field="kind", tag="person"):
    taken: bool
    online: bool
    name: str | None


class PlayerSeat(Struct, tag_field="kind", tag="player"):
    text: str
    #: 1 to 10; null for a player that is none of the levels.
    level: int | None


Seat = PersonSeat | PlayerSeat


class Seats(Struct):
    first: Seat
    second: Seat


class Clock(Struct):
    """Seconds left at the time of sending."""

    seconds: float
    increment: float
    first: float
    second: float
    running: Side | None


class Box(Struct):
    """The matchbox that was opened for the last move of a machine."""

    number: int
    position: str
    stones: Stones
    beads: list[tuple[str, int]]
    bead: str
    move: str


class Offers(Struct):
    """Who asks the other person for it."""

    takeback: Side | None
    draw: Side | None


class Series(Struct):
    """The games before this one, of which it is the rematch: what those who now have these sides
    have won."""

    first: int = 0
    second: int = 0
    draws: int = 0


class Room(Struct):
    room: str
    version: int
    #: Of the last change that is in it.
    number: int
    rules: Rules
    start: str | None
    moves: list[str]
    #: Sides alternate from here on.
    first_to_move: Side
    position: Picture
    seats: Seats
    #: The sides this visitor holds: both at one screen, none for a spectator.
    you: list[Side]
    clock: Clock | None
    outcome: Outcome | None
    offers: Offers
    box: Box | None
    #: The room of the rematch, once there is one.
    rematch: str | None
    series: Series
    spectators: int
    #: Whether anybody may join from the lobby.
    open: bool


class Change(Struct):
    """What is new in a room. What is left out is as it was."""

    room: str
    version: int
    number: int
    #: The number of the change before it. Who has not seen that one asks for the room again.
    after: int
    #: How many moves stay, where some were taken back.
    kept: int | UnsetType = UNSET
    #: Those that were played then.
    moves: list[str] | UnsetType = UNSET
    #: The cells that are legal moves no longer, and those that have become so.
    illegal: list[str] | UnsetType = UNSET
    legal: list[str] | UnsetType = UNSET
    winning: list[str] | UnsetType = UNSET
    outcome: Outcome | UnsetType | None = UNSET
    seats: Seats | UnsetType = UNSET
    clock: Clock | UnsetType = UNSET
    offers: Offers | UnsetType = UNSET
    box: Box | UnsetType | None = UNSET
    rematch: str | UnsetType | None = UNSET
    spectators: int | UnsetType = UNSET
    open: bool | UnsetType = UNSET


class Joined(Answer):
    state: Room


class Texts(Answer):
    position: str
    record: str


class Hint(Answer):
    move: str
    score: Score | None


class GameSummary(Struct):
    room: str
    rules: Rules
    moves: int
    #: What lies on the board, where the game began with an empty one; the cell of the last move.
    stones: Stones | None
    last: str | None
    outcome: Outcome | None
    you: list[Side]
    opponent: str
    #: Of the opponent on the scale of these rules, where it is one of the levels.
    level: int | None
    #: Of the opponent, where it is a person who told one.
    name: str | None
    turn: bool
    #: Whether a seat is still free, so that nobody can move.
    waiting: bool
    updated: float


class Place(Request):
    """Where a page of a list ends: the time of its last game, and the room."""

    updated: float
    room: RoomId


class GamesRequest(Request):
    """A page of the list: the first, or the one after this place."""

    after: Place | None = None


class Games(Answer):
    games: list[GameSummary]
    #: Where this page ends; null for the last.
    next: Place | None


class RecordsRequest(Request):
    """A part of the file: the first, or the one after this number."""

    after: Annotated[int, Meta(ge=0, lt=2**53)] = 0


class Records(Answer):
    text: str
    #: The number of the next part; null when there is none.
    next: int | None


class Forgotten(Answer):
    """How many games are gone, and in how many a seat is free again."""

    removed: int
    left: int


# Two browsers of one visitor.


class CarryOut(Request):
    """Asks for a code; the secret is this visitor's own."""

    visitor: Secret
    #: What only this browser remembers and the other one shall know too, by its names.
    kept: Kept = field(default_factory=dict)


class CarryCode(Answer):
    code: str
    seconds: int


class CarryIn(Request):
    """A code as a person typed it."""

    code: Annotated[str, Meta(min_length=1, max_length=40)]


class Carried(Answer):
    """The secret of the visitor that this page is from now on, and what the other browser kept."""

    visitor: str
    kept: dict[str, str]


class Thinking(Struct):
    """Several times a second while a player thinks, and once more when it has chosen."""

    room: str
    ply: int
    #: Place in the queue; 0: being computed now.
    queue: int
    player: str
    depth: int | UnsetType = UNSET
    nodes: int | UnsetType = UNSET
    seconds: float | UnsetType = UNSET
    score: Score | UnsetType = UNSET
    source: str | UnsetType = UNSET
    pv: list[str] | UnsetType = UNSET


# The analysis board.


class Positions(Answer):
    """One for each ply; ``position`` is the last."""

    position: Position
    positions: list[Position]


class SetUp(Request):
    rules: RulesText
    first: Cells
    second: Cells


class SetUpPosition(Answer):
    position: Position


class Read(Request):
    """Any text that a person pasted: a record, another program's file, a position, or moves."""

    text: Annotated[str, Meta(min_length=1, max_length=20000)]
    rules: RulesText | None = None


class ReadGame(Answer):
    rules: Rules
    start: str | None
    moves: list[str]
    outcome: Outcome | None


class RecordText(Answer):
    record: str


class Analyse(GameRequest, kw_only=True):
    id: Identifier
    engine: PlayerText
    seconds: Annotated[float, Meta(gt=0, le=3600)]


class ReviewRequest(GameRequest, kw_only=True):
    id: Identifier


class StopRequest(Request):
    id: Identifier


class Analysis(Struct):
    id: str
    depth: int
    nodes: int
    seconds: float
    score: Score
    #: What the score rests on.
    source: Literal["book", "solver", "search"]
    pv: list[str]
    moves: list[MoveScore] | None
    final: bool


class PlayedMove(Struct):
    """How often a move was played in games of people on this server, and how those ended."""

    #: It, and those that are the same by symmetry.
    moves: list[str]
    first: int
    draws: int
    second: int


class Explored(Answer):
    #: How many moves of a game are counted, from its beginning; 0 for none.
    plies: int
    #: The most frequent first.
    moves: list[PlayedMove]


class Why(Struct):
    """What a sentence about a move says that was not the best."""

    #: It wins later than it must, loses sooner, or gives something away.
    fault: Literal["later", "sooner", "worse"]
    #: Some of the moves that were better.
    better: list[str]
    #: The beginning of the line.
    line: list[str]
    goes_on: bool
    #: Whether the line is best play; else it is what an engine expects.
    exact: bool


class ReviewedPly(Struct):
    ply: int
    move: str
    side: Side
    score: Score
    best: list[str]
    best_score: Score
    kind: Literal["best", "good", "slow", "mistake", "blunder", "forced"]
    exact: bool
    #: Best play from a mistake on, or what an engine expects where nothing is proven.
    line: list[str]
    #: Null for a move with which nothing was wrong.
    why: Why | None


class Judged(Answer):
    move: ReviewedPly


class Accuracy(Struct):
    """From 0 to 100; null for a side that had no choice."""

    first: float | None
    second: float | None


class Review(Struct):
    """The move judged last; when done, all of them and the accuracy."""

    id: str
    done: int
    total: int
    plies: list[ReviewedPly]
    accuracy: Accuracy | None


class Closing(Struct):
    """The server stops: reconnect by yourself."""
