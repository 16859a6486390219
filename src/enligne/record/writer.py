"""Records as text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from enligne.move import FIRST, Side
from enligne.record.annotations import annotation
from enligne.record.model import OWN_TAGS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from enligne.record.model import Record, Variation

OPEN = "*"
_LINE_WIDTH = 80


def text_of(record: Record) -> str:
    """A record as text.

    Raises:
        ValueError: a variation does not begin where it is said to.
    """
    game = record.game
    outcome = game.outcome()
    tags = {
        "Event": record.event,
        "Date": record.date,
        "First": record.first,
        "Second": record.second,
        "Rules": str(game.rules),
        "Start": game.start.text if game.start.ply else "",
        "Result": outcome.result if outcome else OPEN,
        "Termination": outcome.termination.value if outcome else "",
    }
    return _text(tags | record.tags, _line(record, game.start.side, 0))


def record_text(tags: Mapping[str, str], moves: Iterable[str], *, begins: Side = FIRST) -> str:
    """The record of a game that is known to be right: nothing is played.

    Args:
        tags: what is known about it, by the names and in the order that a record has; Result is
            among them, and one of a record's own that is empty is left out.
        begins: the side that has the first move.
    """
    words = []
    for ply, move in enumerate(moves):
        if (ply + begins) % 2 == FIRST or ply == 0:
            words.append(_number(ply, begins))
        words.append(move)
    return _text(tags, words)


def _text(tags: Mapping[str, str], words: Iterable[str]) -> str:
    lines = [
        f'[{name} "{_escaped(value, "")}"]'
        for name, value in tags.items()
        if value or name not in OWN_TAGS
    ]
    return "\n".join([*lines, "", *_wrapped([*words, tags["Result"]]), ""])


def _line(variation: Variation, begins: Side, ply: int) -> Iterator[str]:
    """The words of a variation.

    Args:
        begins: the side that has the first move of the record.
        ply: how many plies of the record were played before it.
    """
    yield from _remark(variation, 0)
    needs_number = True
    for number, move in enumerate(variation.game.moves, 1):
        here = ply + number - 1
        if needs_number or (here + begins) % 2 == FIRST:
            yield _number(here, begins)
        yield str(move)
        yield from _remark(variation, number)
        needs_number = False
        for other in variation.variations_after(number - 1):
            yield from _bracketed(_line(other, begins, here))
            needs_number = True
    for other in variation.variations_after(len(variation.game.moves)):
        yield from _bracketed(_line(other, begins, ply + len(variation.game.moves)))


def _number(ply: int, begins: Side) -> str:
    number, side = divmod(ply + begins, 2)  # begins is 1 for the second side
    return f"{number + 1}{'.' if side == FIRST else '...'}"


def _remark(variation: Variation, number: int) -> Iterator[str]:
    numbers = annotation(variation, number)
    comment = variation.comments.get(number)
    if comment is not None:
        text = _escaped(comment, "{}")
        # What looks like a number of ours, and is a person's remark, stays one.
        text = f"\\{text}" if text.startswith("[%") else text
        yield f"{{{numbers} {text}}}" if numbers else f"{{{text}}}"
    elif numbers:
        yield f"{{{numbers}}}"


def _bracketed(words: Iterator[str]) -> Iterator[str]:
    waiting = ""
    for number, word in enumerate(words):
        if waiting:
            yield waiting
        waiting = f"({word}" if number == 0 else word
    yield f"{waiting})"


def _wrapped(words: Iterable[str]) -> Iterator[str]:
    """Lines of words, none broken, so that comments keep their spaces."""
    line = ""
    for word in words:
        if line and len(line) + 1 + len(word) > _LINE_WIDTH:
            yield line
            line = word
        else:
            line = f"{line} {word}" if line else word
    if line:
        yield line


def _escaped(text: str, brackets: str) -> str:
    result = text.replace("\\", "\\\\").replace('"', '\\"')
    for bracket in brackets:
        result = result.replace(bracket, "\\" + bracket)
    return result.replace("\n", "\\n").replace("\r", "\\r")
