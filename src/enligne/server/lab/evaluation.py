"""The Evaluation exhibit: what an evaluation sees in a position, cell by cell.

``lab_evaluation`` asks with a game as "position" does, and with the name of an evaluation; one
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

from typing import TYPE_CHECKING, Any, Literal

from enligne import _core, bits, engines
from enligne.engines.filters import DIRECTIONS, filter_sums, weights
from enligne.engines.gomoku import TECHNIQUES, Gomoku
from enligne.engines.score import Draw, Heuristic, Loss, Win
from enligne.engines.searches import EVALUATIONS, AlphaBeta
from enligne.engines.simple import Greedy
from enligne.move import FIRST, SECOND, Move
from enligne.players import PlayerSpec
from enligne.server.lab import Exhibit
from enligne.server.messages import GameRequest, decode
from enligne.server.views import View, cells, position_view

if TYPE_CHECKING:
    from collections.abc import Iterable

    from enligne.engines import Score
    from enligne.move import Side
    from enligne.position import Position
    from enligne.rules import Rules
    from enligne.server.lab import Handlers

Name = Literal["report", "filters", "lines", "gomoku"]

_GOMOKU = PlayerSpec.of(Gomoku, depth=1, table_mb=1, without="+".join(TECHNIQUES))


class EvaluationWish(GameRequest, kw_only=True):
    evaluation: Name = "lines"


class Evaluations(Exhibit):
    """Answers for the exhibit."""

    @property
    def requests(self) -> Handlers:
        return {"lab_evaluation": self._on_evaluation}

    async def _on_evaluation(self, page: str, data: Any, _: object) -> View:
        wish = decode(data, EvaluationWish)
        position = self._game(wish).position
        found: View = await self._workers.run(
            f"evaluation {page}",
            lambda *_: evaluation_view(position, wish.evaluation),
            is_patient=False,
        )
        return found


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


# The report's formula: rows one and two stones short of a run.


def _report(position: Position) -> View:
    rules = position.rules
    own = position.bits(position.side)
    about = _shared(position, "report")
    lengths = (rules.run - 1, rules.run - 2)
    for name, cell in about["cells"].items():
        bit = 1 << bits.bit_of(position.move(name), rules)
        for key, length in zip(("threes", "twos"), lengths, strict=True):
            before = len(bits.rows(own, length, rules))
            cell[key] = len(bits.rows(own | bit, length, rules)) - before
    rows = {
        str(side): {
            key: [
                cells(bits.cells_of(row, rules))
                for row in bits.rows(position.bits(side), length, rules)
            ]
            for key, length in zip(("long", "short"), lengths, strict=True)
        }
        for side in (FIRST, SECOND)
    }
    worth = (_core.REPORT_LONG_ROW, _core.REPORT_SHORT_ROW)
    return about | {"rows": rows, "lengths": lengths, "weights": worth}


# Open lines, and with gravity threats by the parity of their row.


def _lines(position: Position) -> View:
    about = _shared(position, "lines")
    side, other = position.side, position.side.other
    own, others = worth_of_lines(position, side), worth_of_lines(position, other)
    for name, cell in about["cells"].items():
        after = position.play(name)
        cell["own"] = worth_of_lines(after, side) - own
        cell["others"] = others - worth_of_lines(after, other)
        heat = cell["heat"]
        cell["threats"] = None if heat is None else heat - cell["own"] - cell["others"]
    return about | {
        "lines": {str(side): _core.open_lines(position._handle, side) for side in (FIRST, SECOND)},
        "factor": _core.line_factor(position.rules.gravity),
        "threats": {str(side): cells(counted_threats(position, side)) for side in (FIRST, SECOND)},
        "threat": _core.THREAT_WORTH,
    }


def worth_of_lines(position: Position, side: Side) -> int:
    """What the open lines of a side add to the evaluation."""
    factor = _core.line_factor(position.rules.gravity)
    counts = _core.open_lines(position._handle, side)
    return sum(count * factor ** (stones - 1) for stones, count in enumerate(counts) if stones)


def counted_threats(position: Position, side: Side) -> list[Move]:
    """The threats that count: with gravity on a board of even height, those on the rows that
    their side gets when columns fill up, and not right above one of the other side."""
    return sorted(Move(*cell) for cell in _core.counted_threats(position._handle, side))


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
        "weights": list(weights(position.rules.run)),
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
    dead, *names = _core.gomoku_patterns()
    strength = {name: number for number, name in enumerate(names)}

    def seen(found: Iterable[str]) -> list[str]:
        return sorted((each for each in found if each != dead), key=strength.__getitem__)[::-1]

    every = _core.cell_patterns(position._handle)
    return (
        {Move(*each.cell): seen(each.own) for each in every},
        {Move(*each.cell): seen(each.others) for each in every},
    )
