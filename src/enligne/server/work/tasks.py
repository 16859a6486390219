"""What search processes do for rooms and the analysis board. An exhibit of the Lab has its own.

Each is called as a :class:`~enligne.server.work.process.Task`. What is long is encoded there, so
that the server only passes it on.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

import msgspec

from enligne.engines import Limit
from enligne.players import EnginePlayer, PlayerSpec
from enligne.players.matchbox import Matchbox
from enligne.review import JudgedMove, judge
from enligne.server.views import analysis_view, positions_view

if TYPE_CHECKING:
    from enligne.engines import Analysis, Engine
    from enligne.game import Game
    from enligne.move import Move
    from enligne.players import Choice
    from enligne.position import Position
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


def judge_move(context: Context, position: Position, move: Move) -> JudgedMove:
    """A move of a game that is reviewed."""
    create = partial(engine_of, context.players)
    return judge(position, move, stop=context.stop, create=create)


def positions(_: Context, game: Game) -> msgspec.Raw:
    """A game with every position on the way."""
    return encoded(positions_view(game))


def engine_of(own: KeptPlayers, spec: PlayerSpec) -> Engine:
    """The engine of a spec, with its tables."""
    player = own.player(spec)
    assert isinstance(player, EnginePlayer)
    return player.engine
