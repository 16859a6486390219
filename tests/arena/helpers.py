"""Players for the tests of the arena, and matches of them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from enligne.players import Choice, Player

if TYPE_CHECKING:
    from collections.abc import Callable

    from enligne.engines import Limit
    from enligne.engines.engine import Request
    from enligne.position import Position

#: A ConnectX file that plays everywhere.
FIRST_FREE = Path(__file__).parent / "first_free.py"


class Scripted(Player):
    """Does what a function says."""

    name = "scripted"
    about = "for tests"

    def __init__(self, script: Callable[[Position, Limit | None], Choice]) -> None:
        super().__init__()
        self._script = script

    def _choose(self, request: Request) -> Choice:
        return self._script(request.position, request.limit)


def first_move(position: Position, limit: Limit | None = None) -> Choice:
    del limit
    return Choice(next(iter(position.legal_moves)))
