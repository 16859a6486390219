"""The one move that holds a position."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from enligne.move import Move


class Defence(NamedTuple):
    """The move, and in how many moves of its own the other side wins after the worst other one."""

    move: Move
    depth: int
