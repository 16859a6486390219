"""What a finished game was worth, move by move, and how accurately each side played.

>>> from enligne import FIRST, Game
>>> from enligne.review import review
>>> found = review(Game("tictactoe", "a1 a2 b2 c3 c1"))
>>> [str(each.kind) for each in found.moves]
['best', 'mistake', 'best', 'best', 'best']
>>> found.accuracy(FIRST)
100.0
"""

from __future__ import annotations

import functools
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import TYPE_CHECKING

from enligne import engines
from enligne.engines import Draw, Limit, Loss, Stop, Win
from enligne.engines.score import chance
from enligne.engines.solver import Solver, score_of_end, score_of_move
from enligne.errors import PlayerTextError, RulesError
from enligne.progress import interruptible
from enligne.record import Record
from enligne.spec import PlayerSpec

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from enligne.engines import Engine, Score
    from enligne.game import Game
    from enligne.move import Move, Side
    from enligne.position import Position
    from enligne.rules import Rules

    Create = Callable[[PlayerSpec], Engine]

__all__ = [
    "BLUNDER",
    "MISTAKE",
    "SECONDS",
    "SLOW_PLIES",
    "Fault",
    "JudgedMove",
    "MoveKind",
    "Review",
    "Why",
    "analyst",
    "judge",
    "judged_moves",
    "mean_accuracy",
    "review",
]

#: How much later a win, or sooner a loss, makes a move slow that keeps the result, in plies.
SLOW_PLIES = 6
#: The share of a point from which giving it away is a mistake, where scores are estimates.
MISTAKE = 0.1
#: The share from which it is a blunder, if the result is then another one.
BLUNDER = 0.3
#: The time for a move, unless a limit says otherwise.
SECONDS = 1.0
#: For the line of a mistake, which is in the solver's table as a rule.
_LINE = Limit(seconds=0.5)
#: Moves of it in the words, and of those that were better.
_TOLD = 9
_BETTER_TOLD = 3
_SOLVER = PlayerSpec.of(Solver, table_mb=32)


class MoveKind(StrEnum):
    """What a move was."""

    BEST = "best"
    #: It keeps the result, though not in the best way.
    GOOD = "good"
    #: It keeps the result, but wins much later or loses much sooner.
    SLOW = "slow"
    #: A win becomes a draw, or a draw a loss.
    MISTAKE = "mistake"
    #: A win becomes a loss.
    BLUNDER = "blunder"
    #: There was no other.
    FORCED = "forced"


class Fault(StrEnum):
    """What was wrong with a move."""

    #: It wins later than it must.
    LATER = "later"
    #: It loses sooner than it must.
    SOONER = "sooner"
    #: It gives something away.
    WORSE = "worse"


@dataclass(frozen=True, slots=True)
class Why:
    """Why a move was not the best: what a sentence about it says, in whatever language.

    Args:
        better: some of the moves that were.
        line: the beginning of what it allows, the move itself first, where that is known.
        goes_on: whether the line does.
        is_proven: whether the line is best play, or else what an engine expects.
    """

    fault: Fault
    better: tuple[Move, ...]
    line: tuple[Move, ...]
    goes_on: bool
    is_proven: bool


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
        line: best play after a mistake, the move itself first, as far as it is known; what the
            engine expects where nothing is proven.
    """

    position: Position
    move: Move
    score: Score
    best_score: Score
    best: tuple[Move, ...]
    engine: str
    is_proven: bool
    line: tuple[Move, ...] = ()

    @property
    def side(self) -> Side:
        """Who made it."""
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
        """What it was, by its score and the best one."""
        if len(self.position.legal_moves) == 1:
            return MoveKind.FORCED
        if self.score == self.best_score:
            return MoveKind.BEST
        drop = _result(self.best_score) - _result(self.score)
        if self.score.is_exact and self.best_score.is_exact:
            if drop == 0:
                return MoveKind.SLOW if self.delay >= SLOW_PLIES else MoveKind.GOOD
            return MoveKind.BLUNDER if drop == 2 else MoveKind.MISTAKE
        # A win that is not proven any more may still be one.
        if drop > 0 and self.lost > BLUNDER:
            return MoveKind.BLUNDER
        return MoveKind.MISTAKE if self.lost > MISTAKE else MoveKind.GOOD

    @property
    def delay(self) -> int:
        """By how many plies it wins later, or loses sooner, than the best move."""
        match self.score, self.best_score:
            case Win(plies), Win(least):
                return plies - least
            case Loss(plies), Loss(most):
                return most - plies
        return 0

    @property
    def why(self) -> Why | None:
        """What there is to say of it; None for a move with which nothing was wrong."""
        match self.kind, self.score:
            case MoveKind.SLOW, Win():
                fault = Fault.LATER
            case MoveKind.SLOW, _:
                fault = Fault.SOONER
            case MoveKind.MISTAKE | MoveKind.BLUNDER, _:
                fault = Fault.WORSE
            case _:
                return None
        told, goes_on = self.line[:_TOLD], len(self.line) > _TOLD
        return Why(fault, self.best[:_BETTER_TOLD], told, goes_on, self.score.is_exact)

    @property
    def explanation(self) -> str:
        """What the move allowed, in words; empty where there is nothing to say. The page makes
        sentences of the same :attr:`why`, in its visitor's language."""
        if (why := self.why) is None:
            return ""
        better = " or ".join(map(str, why.better))
        match why.fault, self.best_score, self.score:
            case Fault.LATER, Win(least), Win(plies):
                return f"{better} wins sooner: in {_plies(least)}, not in {plies}"
            case Fault.SOONER, Loss(most), Loss(plies):
                return f"{better} holds out longer: {_plies(most)}, not {plies}"
        by = ""
        if why.line:
            how = "by" if why.is_proven else "perhaps by"
            by = f", {how} {' '.join(map(str, why.line))}{' …' * why.goes_on}"
        return f"{better} {self._kept}; this {self._allowed}{by}"

    @property
    def _kept(self) -> str:
        match self.best_score:
            case Win(plies):
                return f"wins in {_plies(plies)}"
            case Draw():
                return "draws"
        return f"keeps about {chance(self.best_score, self.engine):.0%} of the point"

    @property
    def _allowed(self) -> str:
        match self.score:
            case Loss(plies):
                return f"loses in {_plies(plies)}"
            case Draw():
                return "is a draw"
        return f"keeps about {chance(self.score, self.engine):.0%} of the point"


def mean_accuracy(moves: Iterable[JudgedMove], side: Side) -> float | None:
    """The mean accuracy of a side's moves, from 0 to 100; None where it made none."""
    found = [each.accuracy for each in moves if each.side is side]
    return round(sum(found) / len(found), 1) if found else None


@dataclass(slots=True)
class Review:
    """The moves of a game that are judged so far."""

    game: Game
    moves: list[JudgedMove] = field(default_factory=list)

    def accuracy(self, side: Side) -> float | None:
        """The mean accuracy of a side's moves, from 0 to 100; None where it made none."""
        return mean_accuracy(self.moves, side)


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


def annotated(record: Record, review: Review) -> Record:
    """A record with what a review found: the score of every move, and where one was not the best
    what there is to say of it, with the best move as a variation."""
    found = replace(
        record,
        comments=dict(record.comments),
        scores=dict(record.scores),
        variations={after: list(others) for after, others in record.variations.items()},
    )
    for number, judged in enumerate(review.moves, 1):
        if not review.game.positions[number].is_over:
            found.scores[number] = judged.score.stepped_on()
        if not judged.explanation:
            continue
        told = (found.comments.get(number), f"{judged.kind}: {judged.explanation}")
        found.comments[number] = " ".join(text for text in told if text)
        better = found.add_variation(number - 1, str(judged.best[0]))
        if not better.game.is_over:
            better.scores[1] = judged.best_score.stepped_on()
    return found


def judged_moves(
    game: Game, *, engine: PlayerSpec | str | None = None, limit: Limit | None = None
) -> Iterator[JudgedMove]:
    """Judges the moves of a game as :func:`review` does, and yields each as soon as it is
    judged."""
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
    limit = (limit or Limit()).or_else(Limit(seconds=SECONDS))
    stop = stop or Stop()
    search = create(analyst(engine, position.rules))
    scores = None
    solver = _exact(create)
    seconds = limit.seconds or SECONDS
    if Solver.plays(position.rules) and not solver.is_hopeless(position, seconds):
        scores = interruptible(lambda: _solved(solver, position, limit, stop), stop)
    expected: tuple[Move, ...] = ()
    if scores is None:
        scores, expected = _searched(search, position, move, limit, stop)
    best = max(scores.values())
    judged = JudgedMove(
        position,
        move,
        score=scores[move],
        best_score=best,
        best=tuple(each for each, score in scores.items() if score == best),
        engine=search.name,
        is_proven=all(each.is_exact for each in scores.values()),
    )
    if judged.kind not in (MoveKind.MISTAKE, MoveKind.BLUNDER):
        return judged
    if not judged.is_proven:
        return replace(judged, line=(move, *expected) if expected else ())
    reply = _exact(create).line(position.play(move), _LINE, stop=stop)
    return replace(judged, line=(move, *reply))


def _exact(create: Create) -> Solver:
    solver = create(_SOLVER)
    assert isinstance(solver, Solver)
    return solver


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
    return {each: score_of_move(position, each, verdicts[each]) for each in verdicts}


def _searched(
    search: Engine, position: Position, move: Move, limit: Limit, stop: Stop
) -> tuple[dict[Move, Score], tuple[Move, ...]]:
    """The score of the move, and that of the one that a search likes best; and how it expects the
    game to go on after the move."""
    half = limit.seconds and limit.seconds / 2
    limit = Limit(seconds=half, nodes=limit.nodes, depth=limit.depth)
    best = search.analyse(position, limit, stop=stop)
    if move == best.move:
        return {move: best.score}, ()
    if not best.score.is_exact:
        # Estimates can be compared when both look equally far ahead.
        limit = limit.and_also(Limit(depth=max(1, best.depth - 1)))
    after = position.play(move)
    if after.outcome() is not None:
        return {best.move: best.score, move: score_of_end(after)}, ()
    reply = search.analyse(after, limit, stop=stop)
    return {best.move: best.score, move: reply.score.stepped_back()}, tuple(reply.pv)


def _plies(count: int) -> str:
    return f"{count} ply" if count == 1 else f"{count} plies"


def _result(score: Score) -> int:
    """1 for a win, 0 for a draw or what is open, -1 for a loss."""
    return 1 if isinstance(score, Win) else -1 if isinstance(score, Loss) else 0
