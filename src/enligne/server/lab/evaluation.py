"""The Evaluation room: what an evaluation sees in a position, cell by cell.

``lab_evaluation`` asks with a line as "position" does, and with the name of an evaluation; one
that these rules do not have becomes ``lines``. It answers with::

    {"position": the view of the position,
     "choices": ["report", "filters", "lines"],      the evaluations for these rules
     "name": "report",                               the one that is shown
     "now": 103,                                     of the position, from the side to move; null
                                                     where only cells have a value
     "player": "greedy:evaluation=report",           who plays by it without search
     "plays": "d1",                                  and its move
     "engine": "alphabeta:evaluation=report",        who searches with it
     "cells": {"a1": a cell, …},                     every legal move; none when the game is over
     …}                                              and what the evaluation counts, see below

A cell has ``heat``, the number of the map (null where the game ends there or is lost by force),
``value``, the evaluation of the position after that move for the side that moved, and ``note``:
"win", "draw" where the game ends, "loss" where the other side wins next, or null. Further

``report``   heat is what the move adds: "threes" and "twos" that it makes. The position has
             "rows": {"first": {"long": [["a1", "b1", "c1"], …], "short": […]}, "second": …},
             "lengths": [3, 2], "weights": [100, 3].
``lines``    heat is what the move adds: "own", by its own open lines, "others", by lines that it
             closes to the other side, and "threats". The position has "lines": {"first": [69, 2,
             0, 0], …}, the open lines by the number of stones on them, "factor", how much more
             each further stone counts, "threats": {"first": ["c3"], …}, those that count, and
             "threat", what each of them does.
``filters``  heat is what the cell is worth: "sums" in the four "directions" (columns and rows to
             the next cell), with the "weights" from the nearest cell on; "blocks" where it is a
             block before anything else.
``gomoku``   heat is the evaluation after the move. "own" and "others" are the patterns that a
             stone of the side to move, or of the other, would make there, the strongest first.
"""

from __future__ import annotations

import struct
from functools import cache
from itertools import combinations_with_replacement
from typing import TYPE_CHECKING, Any, Literal

from enligne import _core, bits, engines
from enligne.engines.filters import DIRECTIONS, filter_sums
from enligne.engines.gomoku import TECHNIQUES, Gomoku
from enligne.engines.score import Draw, Heuristic, Loss, Win
from enligne.engines.searches import EVALUATIONS, AlphaBeta
from enligne.engines.simple import Greedy
from enligne.move import FIRST, SECOND, Move
from enligne.players import PlayerSpec
from enligne.server.messages import Line, decode
from enligne.server.views import View, cells, position_view

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from enligne.engines import Score
    from enligne.game import Game
    from enligne.move import Side
    from enligne.position import Position
    from enligne.rules import Rules
    from enligne.server.pool import Pool

Name = Literal["report", "filters", "lines", "gomoku"]

#: What the report's formula gives the rows one and two stones short of a run.
ROW_WEIGHTS = (100, 3)
#: What a threat counts that its side will get when columns fill up.
THREAT = 30
#: The patterns of a line, weakest first: see core/play/gomoku/patterns.h.
PATTERNS = (
    *("dead", "one", "open_one", "two", "open_two", "open_two_3"),
    *("three", "open_three", "open_three_2", "four", "open_four", "five"),
)
_GOMOKU = PlayerSpec.of(Gomoku, depth=1, table_mb=1, without="+".join(TECHNIQUES))


class EvaluationWish(Line, kw_only=True):
    evaluation: Name = "lines"


class Evaluations:
    """Answers for the room.

    Args:
        game: reads a line.
    """

    def __init__(self, pool: Pool, game: Callable[[Line], Game]) -> None:
        self._pool = pool
        self._game = game
        self.requests: dict[str, Callable[..., Awaitable[View]]] = {
            "lab_evaluation": self._on_evaluation
        }

    async def _on_evaluation(self, page: str, data: Any, _: object) -> View:
        wish = decode(data, EvaluationWish)
        position = self._game(wish).position
        job = self._pool.submit(
            f"evaluation {page}", lambda *_: evaluation_view(position, wish.evaluation)
        )
        try:
            found: View = await job.future
            return found
        finally:
            self._pool.cancel(job)

    def forget(self, page: str) -> None:
        """Nothing goes on after an answer."""


def choices(rules: Rules) -> list[Name]:
    """The evaluations for these rules."""
    shape = (rules.width, rules.height, rules.run, rules.gravity, rules.exact)
    usual: list[Name] = ["report", "filters", "lines"]
    return [*usual, "gomoku"] if _core.Gomoku.supports(*shape) else usual


def evaluation_view(position: Position, wanted: Name) -> View:
    """What an evaluation sees in a position."""
    offered = choices(position.rules)
    name = wanted if wanted in offered else "lines"
    about: View = {"position": position_view(position), "choices": offered, "name": name}
    if position.outcome() is not None:
        return about | {"now": None, "player": None, "plays": None, "engine": None, "cells": {}}
    match name:
        case "report":
            return about | _report(position)
        case "filters":
            return about | _filters(position)
        case "gomoku":
            return about | _gomoku(position)
    return about | _lines(position)


def _shared(position: Position, name: str) -> View:
    """What evaluations of positions have in common: the value after each move, and who plays by
    it one ply ahead."""
    player = Greedy(evaluation=name)
    found = player.analyse(position, all_moves=True)
    evaluation = EVALUATIONS[name]
    now = _core.evaluate(position._handle, evaluation)
    about = {}
    for move in position.legal_moves:
        after = position.play(move)
        is_over = after.outcome() is not None
        value = None if is_over else -_core.evaluate(after._handle, evaluation)
        heat = None if value is None else value - now
        about[str(move)] = {"heat": heat, "value": value, "note": _note(found.moves[move])}
    return {
        "now": now,
        "player": player.text,
        "plays": str(found.move),
        "engine": PlayerSpec.of(AlphaBeta, evaluation=name).text,
        "cells": about,
    }


def _note(score: Score) -> str | None:
    match score:
        case Win():
            return "win"
        case Loss():
            return "loss"
        case Draw():
            return "draw"
    return None


def _by_side(position: Position) -> tuple[int, int]:
    """The stones of the side to move, and of the other."""
    return position.bits(position.side), position.bits(position.side.other)


# The report's formula: rows one and two stones short of a run.


def _report(position: Position) -> View:
    rules = position.rules
    own, _ = _by_side(position)
    about = _shared(position, "report")
    lengths = (rules.run - 1, rules.run - 2)
    for name, cell in about["cells"].items():
        bit = 1 << bits.bit_of(position.move(name), rules)
        for key, length in zip(("threes", "twos"), lengths, strict=True):
            before = len(bits.rows(own, length, rules))
            cell[key] = len(bits.rows(own | bit, length, rules)) - before
    rows = {
        str(side): {
            key: [cells(bits.cells_of(row, rules)) for row in found]
            for key, found in zip(("long", "short"), report_rows(position, side), strict=True)
        }
        for side in (FIRST, SECOND)
    }
    return about | {"rows": rows, "lengths": lengths, "weights": ROW_WEIGHTS}


def report_rows(position: Position, side: Side) -> tuple[list[int], list[int]]:
    """The rows of one side that are one and two stones short of a run, as bits."""
    rules, stones = position.rules, position.bits(side)
    return bits.rows(stones, rules.run - 1, rules), bits.rows(stones, rules.run - 2, rules)


# Open lines, and with gravity threats by the parity of their row.


def _lines(position: Position) -> View:
    rules = position.rules
    own, others = _by_side(position)
    about = _shared(position, "lines")
    factor = line_factor(rules)
    through: dict[str, list[int]] = {name: [0, 0] for name in about["cells"]}
    bit_names = {1 << bits.bit_of(position.move(name), rules): name for name in through}
    empty = sum(bit_names)
    for line in bits.lines(rules):
        mine, theirs = (line & own).bit_count(), (line & others).bit_count()
        if mine and theirs:
            continue
        adds = _worth(mine + 1, factor, rules) - _worth(mine, factor, rules) if not theirs else 0
        closes = _worth(theirs, factor, rules)
        for bit in bits.ones(line & empty):
            parts = through[bit_names[1 << bit]]
            parts[0] += adds
            parts[1] += closes
    for name, (adds, closes) in through.items():
        cell = about["cells"][name]
        cell["own"], cell["others"] = adds, closes
        cell["threats"] = None if cell["heat"] is None else cell["heat"] - adds - closes
    counted = counted_threats(position)
    return about | {
        "lines": {str(side): open_lines(position, side) for side in (FIRST, SECOND)},
        "factor": factor,
        "threats": {str(side): cells(found) for side, found in counted.items()},
        "threat": THREAT,
    }


def line_factor(rules: Rules) -> int:
    """How much more each further stone on an open line counts."""
    return 2 if rules.gravity else 4


def _worth(stones: int, factor: int, rules: Rules) -> int:
    """Of an open line with so many stones; a whole run is not the evaluation's to judge."""
    return factor ** (stones - 1) if 0 < stones < rules.run else 0


def open_lines(position: Position, side: Side) -> list[int]:
    """The lines that the other side has not entered, by the number of stones on them."""
    own, others = position.bits(side), position.bits(side.other)
    counts = [0] * position.rules.run
    for line in bits.lines(position.rules):
        if not line & others and (stones := (line & own).bit_count()) < len(counts):
            counts[stones] += 1
    return counts


def counted_threats(position: Position) -> dict[Side, list[Move]]:
    """The threats that count: with gravity on a board of even height, those on the rows that
    their side gets when columns fill up, and not right above one of the other side."""
    rules = position.rules
    found: dict[Side, list[Move]] = {FIRST: [], SECOND: []}
    if not rules.gravity or rules.height % 2:
        return found
    wins = {side: _winning_cells(position, side) for side in (FIRST, SECOND)}
    for side in (FIRST, SECOND):
        found[side] = [
            cell
            for cell in sorted(wins[side])
            if cell.row % 2 == int(side)
            and (cell.row == 0 or Move(cell.column, cell.row - 1) not in wins[side.other])
        ]
    return found


def _winning_cells(position: Position, side: Side) -> set[Move]:
    """The empty cells on which a stone would complete a run, whether or not it can be played."""
    rules, stones = position.rules, position.bits(side)
    # All that a stone could complete is in lines that are one stone short.
    near = {
        bit
        for line in bits.lines(rules)
        if (line & stones).bit_count() == rules.run - 1
        for bit in bits.ones(line & ~stones)
    }
    cell_of = bits.layout(rules)
    taken = stones | position.bits(side.other)
    return {
        cell
        for bit in near
        if not taken >> bit & 1
        and (cell := cell_of[bit]) is not None
        and any(test.starts for test in bits.win_tests(stones | 1 << bit, rules))
    }


# The directional filters.


def _filters(position: Position) -> View:
    player = Greedy(evaluation="filters")
    about = {
        str(move): {
            "heat": sums.worth,
            "value": sums.worth,
            "note": None,
            "sums": sums.by_direction,
            "blocks": sums.blocks,
        }
        for move, sums in filter_sums(position).items()
    }
    return {
        "now": None,
        "player": player.text,
        "plays": str(player.analyse(position).move),
        "engine": engines.best_for(position.rules),
        "cells": about,
        "directions": DIRECTIONS,
        "weights": list(range(position.rules.run, 1, -1)),
    }


# The patterns of the Gomoku engine.


def _gomoku(position: Position) -> View:
    engine = engines.create(_GOMOKU)
    found = engine.analyse(position, all_moves=True)
    own, others = patterns(position)
    about = {
        str(move): {
            "heat": score.value if isinstance(score, Heuristic) else None,
            "value": score.value if isinstance(score, Heuristic) else None,
            "note": _note(score),
            "own": own[move],
            "others": others[move],
        }
        for move, score in found.moves.items()
    }
    return {
        "now": None,
        "player": "gomoku:depth=1",
        "plays": str(found.move),
        "engine": "gomoku",
        "cells": about,
    }


def patterns(position: Position) -> tuple[dict[Move, list[str]], dict[Move, list[str]]]:
    """The patterns that a stone on each empty cell would make, the strongest first: for the side
    to move and for the other. Lines on which nothing can come about any more are left out."""
    data, _, _ = _core.gomoku_features(position._handle)
    own: dict[Move, list[str]] = {}
    others: dict[Move, list[str]] = {}
    names = _combinations()
    for number, mine, theirs, _ in struct.iter_unpack("=4H", data):
        cell = Move(number % 32, number // 32)
        own[cell], others[cell] = names[mine], names[theirs]
    return own, others


@cache
def _combinations() -> list[list[str]]:
    """The four patterns of a cell by the number of their combination: in the core's order, that
    of their sorted numbers read from the largest."""
    every = combinations_with_replacement(range(len(PATTERNS)), 4)
    ordered = sorted(tuple(reversed(each)) for each in every)
    return [[PATTERNS[pattern] for pattern in each if pattern] for each in ordered]
