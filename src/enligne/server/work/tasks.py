"""What search processes do for rooms and the analysis board. An exhibit of the Lab has its own.

Each is called as a :class:`~enligne.server.work.process.Task`. What is long is encoded there, so
that the server only passes it on.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

import msgspec

from enligne import formats
from enligne.engines import Limit
from enligne.errors import BrainError, NotationError
from enligne.game import Game
from enligne.learning import Brain, MachineGame, Store
from enligne.players import EnginePlayer, PlayerSpec
from enligne.players.matchbox import Matchbox
from enligne.record import Record
from enligne.review import JudgedMove, judge
from enligne.server.contract.games import ReadGame, RecordText
from enligne.server.views import analysis_view, cells, outcome_view, positions_view, rules_view

if TYPE_CHECKING:
    from enligne.engines import Analysis, Engine
    from enligne.move import Side
    from enligne.players import Choice
    from enligne.position import Position
    from enligne.server.contract.games import Read
    from enligne.server.contract.words import GameRequest
    from enligne.server.work.child import Context, KeptPlayers


def encoded(message: msgspec.Struct) -> msgspec.Raw:
    """A message as it is sent."""
    return msgspec.Raw(msgspec.json.encode(message))


def choose(
    context: Context,
    spec: PlayerSpec,
    position: Position,
    seconds: float,
    brain: str | None = None,
) -> Choice:
    """What a player plays, as a reply or as a hint. Tells what it thinks, without the scores of
    all moves.

    Args:
        brain: the text of a visitor's machine; the owner's are known by their names.
    """

    def tell(analysis: Analysis) -> None:
        context.tell(_short(analysis))

    player = context.players.player(spec) if brain is None else Matchbox.of_text(brain, spec)
    choice = player.choose(position, Limit(seconds=seconds), stop=context.stop, listener=tell)
    return replace(choice, analysis=choice.analysis and _short(choice.analysis))


def _short(analysis: Analysis) -> Analysis:
    return replace(analysis, moves={}, trace=None)


def analyse(
    context: Context, spec: PlayerSpec, position: Position, seconds: float, identifier: str
) -> msgspec.Raw:
    """An analysis with the scores of all moves; tells what is known meanwhile."""

    def tell(analysis: Analysis) -> None:
        context.tell(encoded(analysis_view(analysis, spec.name, identifier, is_final=False)))

    engine, limit = engine_of(context.players, spec), Limit(seconds=seconds)
    found = engine.analyse(position, limit, all_moves=True, stop=context.stop, listener=tell)
    return encoded(analysis_view(found, spec.name, identifier, is_final=True))


def judge_move(context: Context, wish: GameRequest, ply: int) -> JudgedMove:
    """The move of this number of a game that is reviewed."""
    game = Game(wish.rules, " ".join(wish.moves[: ply + 1]), start=wish.start)
    create = partial(engine_of, context.players)
    return judge(game.positions[-2], game.moves[-1], stop=context.stop, create=create)


def positions(_: object, wish: GameRequest) -> msgspec.Raw:
    """A game with every position on the way."""
    return encoded(positions_view(played(wish)))


def position(_: object, wish: GameRequest) -> Position:
    """The last position of a game."""
    return played(wish).position


def moves(_: object, wish: GameRequest) -> list[str]:
    """The moves of a game, each by its cell."""
    return cells(played(wish).moves)


def record(_: object, wish: GameRequest) -> RecordText:
    """The record of a game."""
    return RecordText(record=Record(played(wish)).text)


def read(_: object, wish: Read) -> ReadGame:
    """Any text that a person pasted: a record, another program's file, a position text, or moves.

    Raises:
        NotationError, RecordError, RulesError, PositionError, IllegalMoveError: it is none.
    """
    text = wish.text.strip()
    known = formats.known(text)
    if "[" in text or (known and known.name == "psq"):
        found = formats.read_text(text, format=known.name if known else "record")
        if found.records:
            return _read_view(found.records[0].game)
        raise found.errors[0] if found.errors else NotationError("there is no game in this text")
    if wish.rules is None:
        raise NotationError("which rules? Only a record names them")
    if "/" not in text:
        return _read_view(Game(wish.rules, text))
    # "rows side moves": the side to move is part of the position text where it is given.
    first, *rest = text.split(maxsplit=2)
    if rest and rest[0] in ("x", "o"):
        return _read_view(Game(wish.rules, " ".join(rest[1:]), start=f"{first} {rest[0]}"))
    return _read_view(Game(wish.rules, " ".join(rest), start=first))


def _read_view(game: Game) -> ReadGame:
    return ReadGame(
        rules=rules_view(game.rules),
        start=game.start.text if game.start.ply else None,
        moves=cells(game.moves),
        outcome=outcome_view(game.outcome()),
    )


def played(wish: GameRequest) -> Game:
    """The game of a request.

    Raises:
        RulesError, NotationError, PositionError, IllegalMoveError: there is no such game.
    """
    return Game(wish.rules, " ".join(wish.moves), start=wish.start)


def teach(_: object, name: str, game: Game, side: Side) -> None:
    """Teaches one of the owner's brains a game that it played.

    Raises:
        BrainError: it is in use, or gone.
    """
    store = Store()
    outcome = game.outcome()
    try:
        machine = store.load(name).machine
        store.teach(
            name, MachineGame.of_game(machine, game, side), outcome.winner if outcome else None
        )
    except OSError as error:
        raise BrainError(f"{name} cannot be changed: {error.strerror}") from None


def taught(_: object, text: str, game: Game, side: Side) -> str:
    """A visitor's brain after a game that it played, both as texts.

    Raises:
        BrainError: it is damaged.
    """
    brain = Brain.from_json(text)
    outcome = game.outcome()
    MachineGame.of_game(brain.machine, game, side).learn(outcome.winner if outcome else None)
    brain.curve.measure(brain.machine)
    return brain.to_json()


def engine_of(own: KeptPlayers, spec: PlayerSpec) -> Engine:
    """The engine of a spec, with its tables."""
    player = own.player(spec)
    assert isinstance(player, EnginePlayer)
    return player.engine
