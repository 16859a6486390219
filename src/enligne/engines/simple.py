"""The engines that do not search: random moves, and one ply ahead."""

from __future__ import annotations

import random
import time
from typing import TYPE_CHECKING, ClassVar

from enligne import _core
from enligne.engines.engine import Analysis, Engine, Request
from enligne.engines.filters import filter_values
from enligne.engines.score import Draw, Heuristic, Loss, Score, Win
from enligne.engines.searches import EVALUATIONS
from enligne.spec import Option, Value

if TYPE_CHECKING:
    from collections.abc import Sequence

    from enligne.move import Move
    from enligne.position import Position


class Random(Engine):
    """Plays any legal move. With a seed, the same moves in the same order of calls."""

    name = "random"
    about = "any legal move"
    is_analyst = False
    options: ClassVar[Sequence[Option]] = (
        Option("seed", None, "to play the same moves again", most=2**32),
    )

    def __init__(self, **options: Value) -> None:
        super().__init__(**options)
        seed = self.values["seed"]
        self._random = random.Random(None if seed is None else str(seed))

    def search(self, request: Request) -> Analysis:
        start = time.perf_counter()
        moves = list(request.position.legal_moves)
        choice = self._random.choice(moves)
        nothing: Score = Heuristic(0)
        return Analysis(
            nothing,
            (choice,),
            nodes=1,
            seconds=time.perf_counter() - start,
            moves=dict.fromkeys(moves, nothing) if request.all_moves else {},
        )


class Greedy(Engine):
    """Looks one ply ahead: wins if it can, else blocks, else takes the best-looking position.

    With ``filters`` it looks at cells instead, and does what the Gomoku report's player did.
    """

    name = "greedy"
    about = "wins if it can, else blocks, else the best-looking position"
    options: ClassVar[Sequence[Option]] = (
        Option(
            "evaluation",
            "lines",
            "what a position looks worth; filters: a cell, as in the Gomoku report",
            (*EVALUATIONS, "filters"),
        ),
    )

    def search(self, request: Request) -> Analysis:
        start = time.perf_counter()
        position = request.position
        scores = self._scores(position)
        # Of moves that look alike the first is taken; the sort keeps their order.
        ranked = sorted(scores.items(), key=lambda each: each[1], reverse=True)
        best, score = ranked[0]
        if isinstance(score, Loss):  # whatever it does: it does what looks best all the same
            best = max(scores, key=lambda move: self._looks(position.play(move)))
        return Analysis(
            score,
            (best,),
            depth=1,
            selective_depth=1,
            nodes=len(scores),
            seconds=time.perf_counter() - start,
            moves=dict(ranked) if request.all_moves else {},
        )

    def _scores(self, position: Position) -> dict[Move, Score]:
        if self.values["evaluation"] == "filters":
            return {move: Heuristic(value) for move, value in filter_values(position).items()}
        return {move: self._score(position, move) for move in position.legal_moves}

    def _score(self, position: Position, move: Move) -> Score:
        after = position.play(move)
        outcome = after.outcome()
        if outcome is not None:
            return Draw() if outcome.winner is None else Win(1)
        if _core.has_winning_move(after._handle):
            return Loss(2)
        return Heuristic(self._looks(after))

    def _looks(self, after: Position) -> int:
        """What a position looks worth to the side that moved there."""
        return -_core.evaluate(after._handle, EVALUATIONS[str(self.values["evaluation"])])
