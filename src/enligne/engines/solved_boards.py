"""The boards that were solved when the package was made: what the empty board of each is worth."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING

import msgspec

from enligne.engines.solver import score_of_move, score_of_verdict
from enligne.errors import AtlasError
from enligne.move import Move
from enligne.notation import parse_cell
from enligne.position import Position
from enligne.rules import Rules
from enligne.symmetry import symmetries

if TYPE_CHECKING:
    from enligne.engines.score import Score


@dataclass(frozen=True, slots=True)
class Entry:
    """A solved game.

    Args:
        rules: their text.
        verdict: of the empty board, as :class:`~enligne.engines.solver.Solved` has it.
        first: the first moves that keep it, of those that look alike one.
        nodes: of the empty board alone.
        seconds: of the empty board alone, with one thread.
    """

    rules: str
    verdict: int
    first: tuple[str, ...]
    nodes: int
    seconds: float

    @property
    def score(self) -> Score:
        """The result and when it comes about."""
        return score_of_verdict(self.verdict, Position(self.rules))


def read_entries(data: bytes, name: str) -> dict[str, Entry]:
    """The entries of a file, by the text of their rules.

    Raises:
        AtlasError: a line is not an entry.
    """
    entries: dict[str, Entry] = {}
    for number, line in enumerate(data.splitlines(), 1):
        try:
            entry = msgspec.json.decode(line, type=Entry)
            Rules.of(entry.rules)
        except (msgspec.MsgspecError, ValueError):
            raise AtlasError(f"{name}:{number}: the line is not an entry of an atlas") from None
        entries[entry.rules] = entry
    return entries


@cache
def shipped() -> dict[str, Entry]:
    """The entries that come with the package, by the text of their rules."""
    path = resources.files("enligne") / "data" / "games.atlas"
    return read_entries(path.read_bytes(), str(path))


def entry_of(rules: Rules) -> Entry | None:
    """The entry of these rules, or of the same board on its side where there is no gravity."""
    if not rules.gravity and rules.width < rules.height:
        rules = replace(rules, width=rules.height, height=rules.width)
    return shipped().get(rules.text)


def best_first_moves(rules: Rules) -> dict[Move, Score]:
    """The first moves that keep the result of the empty board, with their score; nothing where it
    is not known."""
    entry = entry_of(rules)
    if entry is None:
        return {}
    kept_as = Rules.of(entry.rules)
    cells = [parse_cell(text, kept_as) for text in entry.first]
    if (kept_as.width, kept_as.height) != (rules.width, rules.height):
        cells = [type(cell)(cell.row, cell.column) for cell in cells]
    empty = Position(rules)
    moves = sorted({turn(Move(*cell)) for turn in symmetries(rules) for cell in cells})
    return {move: score_of_move(empty, move, entry.verdict) for move in moves}
