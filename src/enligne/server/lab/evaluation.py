"""The Evaluation exhibit: what an evaluation sees in a position, cell by cell."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, cast

from enligne import _core, bits, engines
from enligne.engines.filters import DIRECTIONS, filter_sums, weights
from enligne.engines.gomoku import TECHNIQUES, Gomoku
from enligne.engines.score import Draw, Heuristic, Loss, Win
from enligne.engines.searches import EVALUATIONS, AlphaBeta
from enligne.engines.simple import Greedy
from enligne.move import FIRST, SECOND, Move
from enligne.players import PlayerSpec
from enligne.server.contract import prices
from enligne.server.contract.lab import (
    BothCounts,
    BothRows,
    CellValue,
    EvaluationAnswer,
    EvaluationName,
    EvaluationRequest,
    Pattern,
    Rows,
)
from enligne.server.contract.words import Stones
from enligne.server.lab import Exhibit
from enligne.server.views import cells, position_view
from enligne.server.work import Task, tasks

if TYPE_CHECKING:
    from collections.abc import Iterable

    from msgspec import Raw

    from enligne.engines import Score
    from enligne.move import Side
    from enligne.position import Position
    from enligne.rules import Rules
    from enligne.server.lab import Handlers
    from enligne.server.sockets import Connection

_GOMOKU = PlayerSpec.of(Gomoku, depth=1, table_mb=1, without="+".join(TECHNIQUES))


class Evaluations(Exhibit):
    """Answers for the exhibit."""

    @property
    def requests(self) -> Handlers:
        return {"lab_evaluation": self._on_evaluation}

    async def _on_evaluation(self, page: Connection, wish: EvaluationRequest) -> Raw:
        rules = self._board.rules(wish)
        price = prices.game(wish) + prices.of_evaluation(rules)
        found: Raw = await self._gate.look(page.asker, Task(evaluation_of, wish), price=price)
        return found


def evaluation_of(_: object, wish: EvaluationRequest) -> Raw:
    """What an evaluation sees in the last position of a game."""
    return tasks.encoded(evaluation_view(tasks.played(wish).position, wish.evaluation))


def choices(rules: Rules) -> list[EvaluationName]:
    """The evaluations for these rules."""
    shape = (rules.width, rules.height, rules.run, rules.gravity, rules.exact)
    usual: list[EvaluationName] = ["report", "filters", "lines"]
    return [*usual, "gomoku"] if _core.Gomoku.supports(*shape) else usual


def evaluation_view(position: Position, wanted: EvaluationName) -> EvaluationAnswer:
    """What an evaluation sees in a position."""
    offered = choices(position.rules)
    name = wanted if wanted in offered else "lines"
    about = EvaluationAnswer(
        position=position_view(position),
        choices=offered,
        name=name,
        now=None,
        player=None,
        plays=None,
        engine=None,
        cells={},
    )
    if position.outcome() is None:
        {"report": _report, "filters": _filters, "gomoku": _gomoku, "lines": _lines}[name](
            position, about
        )
    return about


# Each of these completes what is told of a position in which the game goes on.


def _values(position: Position, about: EvaluationAnswer) -> None:
    """What evaluations of positions have in common: the value after each move, and who plays by
    it one ply ahead."""
    player = Greedy(evaluation=about.name)
    found = player.analyse(position, all_moves=True)
    evaluation = EVALUATIONS[about.name]
    now = about.now = _core.evaluate(position._handle, evaluation)
    for move in position.legal_moves:
        after = position.play(move)
        is_over = after.outcome() is not None
        value = None if is_over else -_core.evaluate(after._handle, evaluation)
        heat = None if value is None else value - now
        about.cells[str(move)] = CellValue(heat=heat, value=value, note=_note(found.moves[move]))
    about.player = player.text
    about.plays = str(found.move)
    about.engine = PlayerSpec.of(AlphaBeta, evaluation=about.name).text


def _note(score: Score) -> Literal["win", "draw", "loss"] | None:
    match score:
        case Win():
            return "win"
        case Loss():
            return "loss"
        case Draw():
            return "draw"
    return None


# The report's formula: rows one and two stones short of a run.


def _report(position: Position, about: EvaluationAnswer) -> None:
    _values(position, about)
    rules = position.rules
    own = position.bits(position.side)
    lengths = about.lengths = (rules.run - 1, rules.run - 2)
    for name, cell in about.cells.items():
        bit = 1 << bits.bit_of(position.move(name), rules)
        cell.threes, cell.twos = (
            len(bits.rows(own | bit, length, rules)) - len(bits.rows(own, length, rules))
            for length in lengths
        )

    def rows(side: Side) -> Rows:
        found = (bits.rows(position.bits(side), length, rules) for length in lengths)
        return Rows(*([cells(bits.cells_of(row, rules)) for row in each] for each in found))

    about.rows = BothRows(rows(FIRST), rows(SECOND))
    about.weights = [_core.REPORT_LONG_ROW, _core.REPORT_SHORT_ROW]


# Open lines, and with gravity threats by the parity of their row.


def _lines(position: Position, about: EvaluationAnswer) -> None:
    _values(position, about)
    side, other = position.side, position.side.other
    own, others = worth_of_lines(position, side), worth_of_lines(position, other)
    for name, cell in about.cells.items():
        after = position.play(name)
        gained = worth_of_lines(after, side) - own
        closed = others - worth_of_lines(after, other)
        cell.own, cell.others = gained, closed
        cell.threats = None if cell.heat is None else cell.heat - gained - closed
    handle = position._handle
    about.lines = BothCounts(*(_core.open_lines(handle, each) for each in (FIRST, SECOND)))
    about.factor = _core.line_factor(position.rules.gravity)
    about.threats = Stones(*(cells(counted_threats(position, each)) for each in (FIRST, SECOND)))
    about.threat = _core.THREAT_WORTH


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


def _filters(position: Position, about: EvaluationAnswer) -> None:
    player = Greedy(evaluation="filters")
    for move, sums in filter_sums(position).items():
        about.cells[str(move)] = CellValue(
            heat=sums.worth,
            value=sums.worth,
            note=None,
            sums=list(sums.by_direction),
            blocks=sums.blocks,
        )
    about.player = player.text
    about.plays = str(player.analyse(position).move)
    about.engine = engines.best_for(position.rules)
    about.directions = list(DIRECTIONS)
    about.weights = list(weights(position.rules.run))


# The patterns of the Gomoku engine.


def _gomoku(position: Position, about: EvaluationAnswer) -> None:
    found = engines.create(_GOMOKU).analyse(position, all_moves=True)
    own, others = patterns(position)
    for move, score in found.moves.items():
        value = score.value if isinstance(score, Heuristic) else None
        about.cells[str(move)] = CellValue(
            heat=value, value=value, note=_note(score), own=own[move], others=others[move]
        )
    about.player = "gomoku:depth=1"
    about.plays = str(found.move)
    about.engine = "gomoku"


def patterns(position: Position) -> tuple[dict[Move, list[Pattern]], dict[Move, list[Pattern]]]:
    """The patterns that a stone on each empty cell would make, the strongest first: for the side
    to move and for the other. Lines on which nothing can come about any more are left out."""
    dead, *names = _core.gomoku_patterns()
    strength = {name: number for number, name in enumerate(names)}

    def seen(found: Iterable[str]) -> list[Pattern]:
        alive = (each for each in found if each != dead)
        return cast("list[Pattern]", sorted(alive, key=strength.__getitem__, reverse=True))

    every = _core.cell_patterns(position._handle)
    return (
        {Move(*each.cell): seen(each.own) for each in every},
        {Move(*each.cell): seen(each.others) for each in every},
    )
