"""Random games with variations, and files of RenLib, which the package only reads."""

from __future__ import annotations

import copy
import random
import re
from dataclasses import replace

from enligne import FIRST, SECOND, Game, Record, Rules, Termination
from enligne.engines import Draw, Heuristic, Loss, Score, Win
from enligne.formats import Format, renlib
from enligne.formats.texts import one_line
from enligne.record import Variation
from tests.naive import random_rules

LETTERS = 'ab "\\{}[]().;:#%\n\r\t1-0*é漢🎲\u2028\x85\ufeff'


def random_text(source: random.Random) -> str:
    return "".join(source.choices(LETTERS, k=source.randrange(12)))


def random_score(source: random.Random) -> Score:
    number = source.randrange(1, 40)
    return source.choice(
        [Win(number), Loss(number), Draw(), Heuristic(source.randrange(-999, 999))]
    )


def random_moves(game: Game, most: int, source: random.Random) -> None:
    for _ in range(most):
        if not game.is_over:
            game.push(source.choice(list(game.legal_moves)))


def random_remarks(
    line: Variation, depth: int, source: random.Random, *, in_library: bool = False
) -> None:
    """Remarks and variations in every place, and inside those. Another way to play the first move
    of a variation is one to play the move that this replaces, so that those have none."""
    is_inner = type(line) is Variation
    for number in range(len(line.game.moves) + 1):
        if source.random() < 0.2 and not (in_library and is_inner and number == 0):
            line.comments[number] = random_text(source) or "a remark"
        if source.random() < 0.2:
            line.scores[number] = random_score(source)
        if number and source.random() < 0.2:
            line.seconds[number] = source.randrange(10**7) / 1000
        if number and source.random() < 0.2:
            line.seconds_left[number] = source.randrange(10**7) / 1000
        if (number == 0 and is_inner) or (number == len(line.game.moves) and in_library):
            continue
        position = line.game.positions[number]
        while depth and not position.is_over and source.random() < 0.15:
            other = Variation(Game(position))
            random_moves(other.game, source.randrange(1, 9), source)
            random_remarks(other, depth - 1, source, in_library=in_library)
            line.variations.setdefault(number, []).append(other)


def random_record(
    source: random.Random, rules: Rules | None = None, *, most: int = 40, in_library: bool = False
) -> Record:
    """A game with all that a record can have; without what a library has no place for."""
    game = Game(rules or random_rules(source))
    if rules is None and source.random() < 0.2 and len(game.legal_moves) > 1:
        game.push(source.choice(list(game.legal_moves)))
        game = Game(game.position)
    random_moves(game, source.randrange(1, most), source)
    if not game.is_over and source.random() < 0.5:
        termination = source.choice([each for each in Termination if not each.is_on_board])
        game.end(source.choice([FIRST, SECOND, None]), termination)
    record = Record(
        game,
        event=random_text(source),
        date=random_text(source),
        first=random_text(source),
        second=random_text(source),
        tags={name: random_text(source) for name in ("Opening", "GN", "Seed")},
    )
    random_remarks(record, 3, source, in_library=in_library)
    return record


def rules_for(form: Format, source: random.Random) -> Rules | None:
    """Rules that a format can hold; None for any."""
    width, height = source.randint(5, 15), source.randint(5, 15)
    match form.name:
        case "psq":
            return Rules(width, height, 5, exact=source.random() < 0.3)
        case "columns":
            return Rules(min(width, 9), height, source.randint(3, 5), gravity=True)
        case "gomocalc":
            return Rules(width, height, source.randint(4, 5))
        case "renlib":
            return Rules(15, 15, 5, exact=source.random() < 0.3)
    return None


def as_held(record: Record, form: Format) -> Record:
    """A record as it comes back from a file of a form: what is left out by what it says itself,
    and texts in the forms that it knows."""
    held = form.reduced(record)
    if form.name in ("sgf", "renlib"):
        return _with_plain_texts(held, strips=form.name == "renlib")
    if form.name == "psq":
        names = [one_line(name) for name in (held.first, held.second)]
        if held.first or held.second:
            names = [name or "?" for name in names]
        times = {
            number: held.seconds.get(number, 0) for number in range(1, len(held.game.moves) + 1)
        }
        return replace(held, first=_psq_name(names[0]), second=_psq_name(names[1]), seconds=times)
    return held


def _psq_name(name: str) -> str:
    return f"'{name}'" if name.lstrip("-").isdigit() else name


def _with_plain_texts(record: Record, *, strips: bool) -> Record:
    def plain(text: str) -> str:
        if strips:
            return text.replace("\r\n", "\n").strip()
        return re.sub(r"\r\n|\n\r|\r", "\n", text)

    def settle(line: Variation) -> None:
        texts = {number: plain(text) for number, text in line.comments.items()}
        line.comments = {number: text for number, text in texts.items() if text}
        for others in line.variations.values():
            for each in others:
                settle(each)

    held = copy.deepcopy(record)
    settle(held)
    held.tags = {name: plain(text) for name, text in held.tags.items()}
    for name in ("event", "date", "first", "second"):
        setattr(held, name, plain(getattr(held, name)))
    return held


def library(record: Record) -> bytes:
    """A file of RenLib with the moves, remarks and variations of a record."""
    content = bytearray(renlib.MAGIC + bytes([3, 4]) + b"\xff" * 10)
    content += bytes([0, _flags(record, 0)]) + _remark(record, 0)
    _write_below(content, record, 0)
    return bytes(content)


def _write_below(content: bytearray, line: Variation, number: int) -> None:
    """Writes what follows a move: the next one, then the variations."""
    ways = [(line, number + 1)] if number < len(line.game.moves) else []
    ways += [(each, 1) for each in line.variations.get(number, ())]
    for place, (way, first) in enumerate(ways, 1):
        move = way.game.moves[first - 1]
        is_leaf = first == len(way.game.moves) and not way.variations.get(first)
        flags = _flags(way, first) + renlib.LEAF * is_leaf + renlib.SIBLING * (place < len(ways))
        content += bytes([move.column + 1 + 16 * (renlib.SIZE - 1 - move.row), flags])
        content += _remark(way, first)
        _write_below(content, way, first)


def _flags(line: Variation, number: int) -> int:
    return renlib.REMARK * (number in line.comments)


def _remark(line: Variation, number: int) -> bytes:
    if number not in line.comments:
        return b""
    text = line.comments[number].encode() + b"\x00"
    return text + b"\x00" * (len(text) % 2)
