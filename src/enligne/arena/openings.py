"""Openings: the moves from which games begin, so that players who know no chance differ."""

from __future__ import annotations

import hashlib
import re
from pathlib import Path
from typing import TYPE_CHECKING

from enligne import formats
from enligne.errors import OpeningsError
from enligne.game import Game
from enligne.move import Move
from enligne.notation import format_moves
from enligne.rules import shortened

if TYPE_CHECKING:
    from collections.abc import Iterable

    from enligne.rules import Rules

_OFFSETS = re.compile(
    r"\s*-?[0-9]{1,2}\s*,\s*-?[0-9]{1,2}(?:\s*,\s*-?[0-9]{1,2}\s*,\s*-?[0-9]{1,2})*"
)

#: Formats with a game on each line, which are read as openings of one here.
_LINES = ("columns", "gomocalc")

#: Cells up to which an opening may have its stones anywhere.
SMALL_BOARD = 49


class Openings:
    """Openings in order, found when they are asked for. When there are no more they repeat.

    Args:
        about: what they are, for people.
        found: their texts.
    """

    def __init__(self, about: str, found: Iterable[str]) -> None:
        self._about = about
        self._source = iter(found)
        self._texts: list[str] = []
        self._is_exhausted = False
        self._asked = 0

    def __getitem__(self, number: int) -> str:
        """The opening of a round, from 0.

        Raises:
            OpeningsError: there is none at all.
        """
        self._asked = max(self._asked, number + 1)
        while len(self._texts) <= number and not self._is_exhausted:
            text = next(self._source, None)
            if text is None:
                self._is_exhausted = True
            else:
                self._texts.append(text)
        if not self._texts:
            raise OpeningsError(f"there are no openings: {self._about}")
        return self._texts[number % len(self._texts)]

    @property
    def about(self) -> str:
        """What they are, and whether they repeat by now."""
        if self._is_exhausted and self._asked > len(self._texts) > 1:
            return f"{self._about}; {len(self._texts)} different, which repeat"
        return self._about


def no_openings() -> Openings:
    """The empty board every time."""
    return Openings("none", [""])


def file_openings(path: str | Path, rules: Rules, plies: int | None = None) -> Openings:
    """The openings of a file: one on each line, as moves or as Gomocup's offsets from the middle
    of the board (``0,0, -1,-1``), with remarks behind ``#``; or games, as records or in another
    format of :mod:`enligne.formats`, of which the first plies are taken.

    Raises:
        OSError: the file cannot be read.
        OpeningsError: a line is no opening, or there is none.
    """
    path = Path(path)
    content = path.read_bytes()
    known = formats.known(content)
    if known is not None and known.name not in _LINES:
        texts = _from_records(path, rules, usual_plies(rules) if plies is None else plies)
    else:
        texts = _from_lines(path, content.decode("utf-8", errors="replace"), rules)
    if not texts:
        raise OpeningsError(f"{path}: there is no opening in it")
    return Openings(f"{len(texts)} from {path.name}", texts)


def file_digest(path: str | Path) -> str:
    """A short text that tells one content of a file from another.

    Raises:
        OSError: the file cannot be read.
    """
    return hashlib.sha256(Path(path).read_bytes()).hexdigest()[:16]


def _from_lines(path: Path, text: str, rules: Rules) -> list[str]:
    texts = []
    for number, line in enumerate(text.splitlines(), 1):
        if moves := line.partition("#")[0].strip("\ufeff \t"):
            try:
                texts.append(_checked(_moves_of(moves, rules), rules))
            except ValueError as error:
                raise OpeningsError(f"{path}:{number}: {error}") from None
    return texts


def _from_records(path: Path, rules: Rules, plies: int) -> list[str]:
    found = formats.read(path, rules=rules)
    if found.errors:
        raise OpeningsError(str(found.errors[0]))
    texts = []
    for number, each in enumerate(found.records, 1):
        try:
            if each.game.rules != rules:
                raise OpeningsError(f"it is of {each.game.rules}, not of {rules}")
            if each.game.start.ply:
                raise OpeningsError("it does not start on the empty board")
            texts.append(_checked(format_moves(each.game.moves[:plies], rules), rules))
        except ValueError as error:
            raise OpeningsError(f"{path}: game {number}: {error}") from None
    return texts


def _moves_of(text: str, rules: Rules) -> str:
    """The moves of a line, also where they are offsets. With gravity numbers are columns."""
    if rules.gravity or not _OFFSETS.fullmatch(text):
        return text
    numbers = [int(number) for number in text.split(",")]
    moves = []
    for right, down in zip(numbers[::2], numbers[1::2], strict=True):
        # As there, columns and rows count from the top left, and an even board has its middle
        # behind the half.
        column, row = rules.width // 2 + right, rules.height - 1 - rules.height // 2 - down
        if not rules.has((column, row)):
            raise OpeningsError(f"{right},{down} from the middle is outside the board of {rules}")
        moves.append(Move(column, row))
    return format_moves(moves, rules)


def _checked(moves: str, rules: Rules) -> str:
    game = Game(rules, moves)
    if (outcome := game.outcome()) is not None:
        raise OpeningsError(f"{shortened(moves)} is a whole game, {outcome}")
    return format_moves(game.moves, rules)


def usual_plies(rules: Rules) -> int:
    """How long a random opening is unless told."""
    if rules.cell_count <= 16:
        return 2
    if rules.gravity:
        return 6 if rules.cell_count >= 36 else 4
    return 5 if rules.cell_count > SMALL_BOARD else 3
