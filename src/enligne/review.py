"""What a finished game was worth, move by move, and how accurately each side played.

>>> from enligne import FIRST, Game
>>> from enligne.review import review
>>> found = review(Game("tictactoe", "a1 a2 b2 c3 c1"))
>>> [str(each.kind) for each in found.moves]
['best', 'lost', 'best', 'best', 'best']
>>> found.accuracy(FIRST)
100.0
"""

from __future__ import annotations

import functools
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING

from enligne import engines
from enligne.engines import Draw, Limit, Loss, Stop, Win
from enligne.engines.score import chance
from enligne.engines.solver import Solver, score_of_verdict
from enligne.errors import PlayerTextError, RulesError
from enligne.progress import interruptible
from enligne.record import Record
from enligne.spec import PlayerSpec

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from enligne.engines import Engine, Score
    from enligne.game import Game
    from enligne.move import Move, Side
    from enligne.position import Position
    from enligne.rules import Rules

    Create = Callable[[PlayerSpec], Engine]

#: The share of a point from which a move that is not the best is a slip, and from which a win or
#: a draw counts as thrown away.
SLIP = 0.1
LOST = 0.3
#: For a move, unless a limit says otherwise.
SECONDS = 1.0
_SOLVER = PlayerSpec.of(Solver, table_mb=32)


class MoveKind(StrEnum):
    """What a move was: the best, one that kept the result, one that gave some of it away, one that
    lost it, or the only one there was."""

    BEST = "best"
    KEPT = "kept"
    SLIP = "slip"
    LOST = "lost"
    FORCED = "forced"


@dataclass(frozen=True, slots=True)
class JudgedMove:
    """A move and what it was worth. Scores are those of the side that moved.

    Args:
        position: the position before it.
        score: what the move leads to.
        best_score: what the best move leads to, which is what the position was worth.
        best: every move that is known to be as good as the best.
        engine: the name of the engine whose estimates the scores are, where they are estimates.
        is_proven: whether all that was compared is proven.
    """

    position: Position
    move: Move
    score: Score
    best_score: Score
    best: tuple[Move, ...]
    engine: str
    is_proven: bool

    @property
    def side(self) -> Side:
        return self.position.side

    @property
    def lost(self) -> float:
        """The share of a point that the move gave away."""
        return max(0.0, chance(self.best_score, self.engine) - chance(self.score, self.engine))

    @property
    def accuracy(self) -> float:
        """From 0 to 100."""
        return 100.0 * (1 - self.lost)

    @property
    def kind(self) -> MoveKind:
        if len(self.position.legal_moves) == 1:
            return MoveKind.FORCED
        if self.score == self.best_score:
            return MoveKind.BEST
        # A win that is not proven any more may still be one.
        if _result(self.score) < _result(self.best_score) and self.lost > LOST:
            return MoveKind.LOST
        return MoveKind.SLIP if self.lost > SLIP else MoveKind.KEPT


@dataclass(slots=True)
class Review:
    """The moves of a game that are judged so far."""

    game: Game
    moves: list[JudgedMove] = field(default_factory=list)

    def accuracy(self, side: Side) -> float | None:
        """The mean accuracy of a side's moves, from 0 to 100; None where it made none."""
        found = [each.accuracy for each in self.moves if each.side is side]
        return round(sum(found) / len(found), 1) if found else None


def review(
    game: Game | Record,
    *,
    engine: PlayerSpec | str | None = None,
    limit: Limit | None = None,
    on_move: Callable[[JudgedMove], None] | None = None,
) -> Review:
    """Judges every move of a game.

    Args:
        engine, limit: see :func:`judge`.
        on_move: called with each move when it is judged.

    Raises:
        PlayerTextError: there is no such engine.
        RulesError: the engine does not play by these rules.
    """
    game = game.game if isinstance(game, Record) else game
    found = Review(game)
    for judged in judged_moves(game, engine=engine, limit=limit):
        found.moves.append(judged)
        if on_move is not None:
            on_move(judged)
    return found


def judged_moves(
    game: Game, *, engine: PlayerSpec | str | None = None, limit: Limit | None = None
) -> Iterator[JudgedMove]:
    """The same one by one, each as soon as it is judged."""
    create = functools.cache(engines.create)
    engine = analyst(engine, game.rules)
    for position, move in zip(game.positions, game.moves, strict=False):
        yield judge(position, move, engine=engine, limit=limit, create=create)


def judge(
    position: Position,
    move: Move,
    *,
    engine: PlayerSpec | str | None = None,
    limit: Limit | None = None,
    stop: Stop | None = None,
    create: Create = engines.create,
) -> JudgedMove:
    """Judges a legal move.

    The exact solver compares it with every other move, where it is done within the limit's seconds.
    Otherwise an engine searches for the best move and looks at what the one played leads to, in
    half the time each and equally deep.

    Args:
        engine: that engine, or its text; the one that knows most about the rules unless given.
        limit: for the whole move; a second unless given.
        stop: ends the searches early once it is set.
        create: makes an engine, or finds one that was kept.

    Raises:
        PlayerTextError, RulesError: as for :func:`review`.
    """
    limit, stop = limit or Limit(seconds=SECONDS), stop or Stop()
    search = create(analyst(engine, position.rules))
    scores = None
    if Solver.plays(position.rules):
        solver = create(_SOLVER)
        assert isinstance(solver, Solver)
        scores = interruptible(lambda: _solved(solver, position, limit, stop), stop)
    scores = scores or _searched(search, position, move, limit, stop)
    best = max(scores.values())
    return JudgedMove(
        position,
        move,
        score=scores[move],
        best_score=best,
        best=tuple(each for each, score in scores.items() if score == best),
        engine=search.name,
        is_proven=all(each.is_exact for each in scores.values()),
    )


def analyst(engine: PlayerSpec | str | None, rules: Rules) -> PlayerSpec:
    """The engine that is asked for, or the one that knows most about the rules.

    Raises:
        PlayerTextError: there is no such engine, or it does not judge positions.
        RulesError: it does not play by the rules.
    """
    if engine is None:
        return engines.parse(engines.best_for(rules)).with_options(table_mb=16)
    spec = engines.parse(engine)
    if not spec.kind.is_analyst:
        raise PlayerTextError(f"{spec} cannot judge moves: it does not say what they are worth")
    if not spec.kind.plays(rules):
        raise RulesError(f"{spec} does not play {rules}")
    return spec


def _solved(
    solver: Solver, position: Position, limit: Limit, stop: Stop
) -> dict[Move, Score] | None:
    """The score of every move; None when time was over first."""
    verdicts = solver.verdicts(position, Limit(seconds=limit.seconds or SECONDS), stop=stop)
    if verdicts is None:
        return None
    ends = {each: position.play(each) for each in verdicts}
    return {
        each: _end(after) or score_of_verdict(-verdicts[each], after).stepped_back()
        for each, after in ends.items()
    }


def _searched(
    search: Engine, position: Position, move: Move, limit: Limit, stop: Stop
) -> dict[Move, Score]:
    """The score of the move, and that of the one that a search likes best."""
    half = limit.seconds and limit.seconds / 2
    limit = Limit(seconds=half, nodes=limit.nodes, depth=limit.depth)
    best = search.analyse(position, limit, stop=stop)
    if move == best.move:
        return {move: best.score}
    if not best.score.is_exact:
        # Estimates can be compared when both look equally far ahead.
        limit = limit.and_also(Limit(depth=max(1, best.depth - 1)))
    after = position.play(move)
    score = _end(after) or search.analyse(after, limit, stop=stop).score.stepped_back()
    return {best.move: best.score, move: score}


def _end(position: Position) -> Score | None:
    """What a position is worth to the side that moved there, where the game is over."""
    outcome = position.outcome()
    if outcome is None:
        return None
    return Draw() if outcome.winner is None else Win(1)


def _result(score: Score) -> int:
    """1 for a win, 0 for a draw or what is open, -1 for a loss."""
    return 1 if isinstance(score, Win) else -1 if isinstance(score, Loss) else 0
