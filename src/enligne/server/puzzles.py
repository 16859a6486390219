"""Puzzles: the one of today, any other by its number, and some of a kind."""

from __future__ import annotations

import random
from datetime import UTC, date, datetime
from functools import cache, lru_cache
from typing import TYPE_CHECKING

from enligne.game import Game
from enligne.puzzles import of_the_day, shipped
from enligne.rules import Rules
from enligne.server.contract import puzzles as contract
from enligne.server.contract.refusals import RefusalError
from enligne.server.views import cells, position_view

if TYPE_CHECKING:
    from collections.abc import Mapping

    from enligne.puzzles import Puzzle
    from enligne.server.sockets import Connection, Handler

#: As many as somebody solves in one go.
_MOST = 60


class Puzzles:
    """Answers requests; ``handlers`` has one for each by its name."""

    def __init__(self) -> None:
        self.handlers: Mapping[str, Handler] = {"puzzle": self._puzzle, "puzzles": self._puzzles}

    async def _puzzle(self, _: Connection, wish: contract.PuzzleRequest) -> contract.PuzzleTask:
        day = datetime.now(UTC).date()
        if wish.number is None:
            return task_view(_number_of(day), day)
        if wish.number > len(shipped()):
            raise RefusalError("bad_request", f"there are {len(shipped())} puzzles")
        return task_view(wish.number)

    async def _puzzles(
        self, _: Connection, wish: contract.PuzzlesRequest
    ) -> contract.PuzzleNumbers:
        rules = None if wish.rules is None else Rules.of(wish.rules).text
        wanted = (rules, wish.theme, wish.depth, wish.band)
        found = [
            number
            for number, kind in enumerate(_kinds(), 1)
            if all(wish in (None, own) for wish, own in zip(wanted, kind, strict=True))
        ]
        numbers = random.sample(found, min(len(found), _MOST))
        if wish.order == "rising":
            numbers.sort(key=lambda number: -shipped()[number - 1].ease)
        return contract.PuzzleNumbers(numbers=numbers, count=len(found))


@cache
def _kinds() -> list[tuple[str, str, int, int]]:
    """Rules, theme, depth and band of each puzzle."""
    return [(each.rules, each.theme, each.depth, each.band) for each in shipped()]


@lru_cache(maxsize=2)
def _number_of(day: date) -> int:
    return of_the_day(day, shipped())


def puzzle_of(day: date) -> Puzzle:
    """The one of a day."""
    return shipped()[_number_of(day) - 1]


def task_view(number: int, day: date | None = None) -> contract.PuzzleTask:
    """What the page is told of a puzzle."""
    puzzle: Puzzle = shipped()[number - 1]
    game = Game(puzzle.rules, puzzle.moves + puzzle.line)
    before = game.moves[: puzzle.ply]
    position, *after = map(position_view, game.positions[puzzle.ply :])
    return contract.PuzzleTask(
        number=number,
        day=None if day is None else day.isoformat(),
        theme=puzzle.theme,
        depth=puzzle.depth,
        band=puzzle.band,
        last=str(before[-1]) if before else None,
        line=cells(game.moves[puzzle.ply :]),
        position=position,
        after=after,
    )
