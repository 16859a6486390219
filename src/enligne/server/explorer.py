"""The explorer: which moves were played in a position on this server, and how those games ended."""

from __future__ import annotations

from typing import TYPE_CHECKING

from enligne.server.contract import games
from enligne.server.played_moves import Place
from enligne.server.storage import played
from enligne.server.views import cells

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sqlalchemy import Connection as Database

    from enligne.position import Position
    from enligne.server.analysis import AnalysisBoard
    from enligne.server.contract.words import GameRequest
    from enligne.server.settings import Settings
    from enligne.server.sockets import Connection, Handler
    from enligne.server.storage import Storage

#: As many as somebody looks at.
_MOST = 40


class Explorer:
    """Answers requests; ``handlers`` has one for each by its name."""

    def __init__(self, settings: Settings, storage: Storage, board: AnalysisBoard) -> None:
        self._plies = settings.explorer_plies
        self._storage = storage
        self._board = board
        self.handlers: Mapping[str, Handler] = {"explore": self._explore}

    async def _explore(self, page: Connection, wish: GameRequest) -> games.Explored:
        position = await self._board.position(page, wish)
        moves: list[games.PlayedMove] = []
        if position.ply < self._plies and position.outcome() is None:
            moves = await self._storage.run(lambda database: _moves_in(database, position))
        return games.Explored(plies=self._plies, moves=moves)


def _moves_in(database: Database, position: Position) -> list[games.PlayedMove]:
    """On the thread of the database: what is the same by symmetry takes a while to tell."""
    place = Place.of(position)
    found = []
    for name, counts in played.moves_in(database, place.key, _MOST):
        draws = counts.games - counts.first_wins - counts.second_wins
        same = cells(sorted(place.moves(name)))
        found.append(games.PlayedMove(same, counts.first_wins, draws, counts.second_wins))
    return found
