"""Random openings that are balanced, and differ from each other."""

from __future__ import annotations

import heapq
import random
from typing import TYPE_CHECKING

from enligne.arena.adjudication import is_in_reach, proven_score
from enligne.arena.openings import SMALL_BOARD, Openings, usual_plies
from enligne.engines import Heuristic
from enligne.engines.oracle import estimator
from enligne.errors import OpeningsError
from enligne.move import Move
from enligne.notation import format_moves
from enligne.position import Position

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from enligne.rules import Rules

# How hard an engine looks at an opening: nodes and not time, so that a seed always gives the same.
_NODES = 5000
_TABLE_MB = 4
# Of this many, the one nearest to even is taken.
_CHOICE = 4
# After this many draws without anything new there is taken to be nothing new.
_PATIENCE = 2000
# On larger boards without gravity stones stay near the middle and near each other.
_FROM_MIDDLE = 3
_FROM_STONES = 2


def random_openings(rules: Rules, plies: int | None = None, seed: int = 1) -> Openings:
    """Random moves that leave neither side with a proven win: draws where the exact solver has the
    score almost at once; elsewhere, of each four the one that an engine finds nearest to even. No
    two are the same up to symmetry.

    Raises:
        OpeningsError: the board has no room for that many plies, or no such opening.
    """
    plies = usual_plies(rules) if plies is None else plies
    if plies >= rules.cell_count:
        raise OpeningsError(f"{plies} plies of {rules.cell_count}: no game is left to play")
    source = RandomOpenings(rules, plies, seed)
    by = "the solver" if source.is_proven else source.engine.name
    found = Openings(f"random, {plies} plies, balanced by {by}", source)
    try:
        found[0]
    except OpeningsError:
        raise OpeningsError(
            f"no random opening of {plies} plies on {rules} is balanced:"
            " another number of plies may help, or openings 'none'"
        ) from None
    return found


class RandomOpenings:
    """Draws openings without end, or until there are no more."""

    def __init__(self, rules: Rules, plies: int, seed: int) -> None:
        self._rules = rules
        self._plies = plies
        self._luck = random.Random(f"openings/{rules.text}/{plies}/{seed}")
        self._seen: set[Position] = set()
        self.engine = estimator(rules)(nodes=_NODES, table_mb=_TABLE_MB)
        self.is_proven = is_in_reach(rules, plies)

    def __iter__(self) -> Iterator[str]:
        waiting: list[tuple[int, int, str]] = []  # how uneven, in order of coming
        number = 0
        is_over = False
        while True:
            for _ in range(_CHOICE):
                fresh = None if is_over else self._fresh()
                if fresh is None:
                    is_over = True
                    break
                heapq.heappush(waiting, (fresh[0], number, fresh[1]))
                number += 1
            if not waiting:
                return
            yield heapq.heappop(waiting)[2]

    def _fresh(self) -> tuple[int, str] | None:
        """An opening that is new and balanced, with how uneven it looks; None if none is found."""
        misses = 0
        while misses < _PATIENCE:
            position, moves = self._drawn()
            canonical = position.canonical().position
            if position.outcome() is not None or canonical in self._seen:
                misses += 1
                continue
            self._seen.add(canonical)
            misses = 0
            if (value := self._unevenness(position)) is not None:
                return value, format_moves(moves, self._rules)
        return None

    def _drawn(self) -> tuple[Position, list[Move]]:
        position = Position(self._rules)
        moves: list[Move] = []
        while len(moves) < self._plies and position.outcome() is None:
            move = self._luck.choice(self._candidates(position, moves))
            moves.append(move)
            position = position.play(move)
        return position, moves

    def _candidates(self, position: Position, moves: Sequence[Move]) -> list[Move]:
        rules = self._rules
        if rules.gravity or rules.cell_count <= SMALL_BOARD:
            return list(position.legal_moves)
        if not moves:
            middle = Move(rules.width // 2, rules.height // 2)
            return _near([middle], _FROM_MIDDLE, position)
        return _near(moves, _FROM_STONES, position)

    def _unevenness(self, position: Position) -> int | None:
        """How far from even a position is; None if one side wins it."""
        score = proven_score(position)
        if score is None:
            score = self.engine.analyse(position).score
        if isinstance(score, Heuristic):
            return abs(score.value)
        return 0 if score == -score else None


def _near(cells: Iterable[Move], distance: int, position: Position) -> list[Move]:
    return [
        move
        for move in position.legal_moves
        if any(
            max(abs(move.column - cell.column), abs(move.row - cell.row)) <= distance
            for cell in cells
        )
    ]
