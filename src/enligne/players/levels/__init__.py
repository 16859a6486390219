"""Players of ten levels, for every rules. Which engine each level uses and what it overlooks is
data, in `skills`."""

from __future__ import annotations

import random
from dataclasses import replace
from functools import cached_property
from itertools import islice
from typing import TYPE_CHECKING, ClassVar

from enligne import engines
from enligne.engines import Analysis, Engine, Limit, Loss, Win
from enligne.engines.oracle import Oracle
from enligne.engines.score import chance
from enligne.engines.solver import Solver
from enligne.players.levels.skills import LOOK_MB, MOST, Skill, skill
from enligne.players.levels.tactics import dangers, near_moves, poorest, wins
from enligne.players.player import Choice, Player
from enligne.spec import Option, PlayerSpec, Value
from enligne.symmetry import symmetries

if TYPE_CHECKING:
    from collections.abc import Sequence

    from enligne.engines import Score
    from enligne.engines.engine import Request
    from enligne.move import Move
    from enligne.position import Position

__all__ = ["EQUAL", "MOST", "Level"]

#: A move takes no longer than this.
_SECONDS = 0.9
#: Estimates that differ by less, in parts of the point, count as equal.
EQUAL = 0.03
#: Where only the best move is searched in earnest, other moves are played in the opening only,
#: and no others than these.
_OPENING_PLIES = 4
_OPENING_CHOICES = 3
#: Boards up to here are small enough to look at every answer to every move.
_LURE_CELLS = 12
#: Memory for positions seen, of the best there is.
_BEST_MB = 64


class Level(Player):
    """Plays as well as its level says, never quite the same way twice.

    It looks ahead with an engine, but each move that it could see, it may overlook. What a level
    overlooks and what it never does is in :mod:`enligne.players.levels.skills`.
    """

    name = "level"
    about = "one of ten levels, from level:1 that loses to a child to level:10, the best there is"
    options: ClassVar[Sequence[Option]] = (
        Option(
            "level",
            None,
            "from 1 to 10",
            least=1,
            most=MOST,
            is_bare=True,
            wanted="level:1 to level:10",
        ),
        Option("seed", None, "of what is random; another each time unless given", most=2**63 - 1),
        Option("threads", 1, "threads, for level 10", least=1, most=256),
    )

    def __init__(self, **options: Value) -> None:
        super().__init__(**options)
        level, seed = self.values["level"], self.values["seed"]
        assert isinstance(level, int)
        self.level = level
        self._random = random.Random(seed if isinstance(seed, int) else None)
        self._means = {"table_mb": _BEST_MB, "threads": self.values["threads"]}
        self._engines: dict[PlayerSpec, Engine] = {}

    def reseed(self, seed: int) -> None:
        """Begins what is random anew, as a player made with this seed would."""
        self._random.seed(seed)

    def decide(self, request: Request) -> Choice:
        request = replace(request, limit=Limit(seconds=_SECONDS).and_also(request.limit))
        mine = skill(self.level, request.position.rules)
        if self._random.random() < mine.flawless:
            return self._best(request, mine)
        return self._seen(request, mine)

    def _seen(self, request: Request, mine: Skill) -> Choice:
        """The best of what is not overlooked."""
        position = request.position
        if mine.takes_wins and (winning := wins(position)):
            move = self._random.choice(winning)
            return Choice(move, Analysis(Win(1), (move,), depth=1))
        if self._random.random() < mine.blind:
            return Choice(self._blindly(position))
        if mine.minds_threats and (threatened := dangers(position)):
            return Choice(self._random.choice(threatened))
        engine = self._engine(mine.engine)
        analysis = engine.analyse(position, request.limit, all_moves=True, stop=request.stop)
        for move in self._in_order(position, analysis, engine.name, mine):
            if self._random.random() >= mine.slip:
                return Choice(move, _thought(analysis, move))
        return Choice(self._random.choice(near_moves(position)))

    def _blindly(self, position: Position) -> Move:
        """A move that neither wins nor prevents anything, in a poor place."""
        moves = near_moves(position)
        telling = {*wins(position), *dangers(position)}
        dull = [move for move in moves if move not in telling] or moves
        return self._random.choice(poorest(dull, position.rules))

    def _in_order(
        self, position: Position, analysis: Analysis, engine: str, mine: Skill
    ) -> list[Move]:
        """The moves from the best on; those about as good in any order."""
        lure = self._lure if mine.lures and position.rules.cell_count <= _LURE_CELLS else None
        worth = {}
        for move, score in analysis.moves.items():
            edge = lure(position.play(move)) if lure else self._random.random()
            worth[move] = _worth(score, engine) + EQUAL * edge
        # The engine of Gomoku looks less deep at other moves than the best, which may seem equal.
        if engine == "gomoku" and position.ply >= _OPENING_PLIES:
            worth[analysis.move] += EQUAL
        return sorted(worth, key=lambda move: worth[move], reverse=True)

    def _best(self, request: Request, mine: Skill) -> Choice:
        """The best there is; of moves that are as good, any."""
        position, limit, stop = request.position, request.limit, request.stop
        if Solver.plays(position.rules):
            analysis = self._oracle.analyse(
                position, limit, all_moves=True, stop=stop, listener=request.listener
            )
            if not analysis.score.is_exact:
                return self._turned(position, Choice(analysis.move, replace(analysis, moves={})))
            equal = [each for each, score in analysis.moves.items() if score == analysis.score]
            move = self._pick(position, equal, mine)
            return Choice(move, replace(analysis, pv=(move,), moves={}))
        engine_spec = engines.parse(engines.best_for(position.rules))
        if position.ply < _OPENING_PLIES:
            engine = self._engine(engine_spec.with_options(nodes=20_000, table_mb=LOOK_MB))
            analysis = engine.analyse(position, limit, all_moves=True, stop=stop)
            few = replace(analysis, moves=dict(islice(analysis.moves.items(), _OPENING_CHOICES)))
            move = self._in_order(position, few, engine.name, mine)[0]
            return self._turned(position, Choice(move, _thought(analysis, move)))
        engine = self._engine(engine_spec.with_options(**self._means))
        analysis = engine.analyse(position, limit, stop=stop, listener=request.listener)
        return Choice(analysis.move, analysis)

    def _turned(self, position: Position, choice: Choice) -> Choice:
        """The choice, or its image where the position looks the same when it is turned."""
        if choice.analysis is None:
            return choice
        same = [each for each in symmetries(position.rules) if position.image(each) == position]
        turn = self._random.choice(same)
        pv = tuple(turn(move) for move in choice.analysis.pv)
        return Choice(turn(choice.move), replace(choice.analysis, pv=pv))

    def _pick(self, position: Position, moves: Sequence[Move], mine: Skill) -> Move:
        """One of the moves; if it lures, one after which the most answers are wrong."""
        if not mine.lures:
            return self._random.choice(moves)
        shuffled = self._random.sample(moves, len(moves))
        if position.rules.cell_count > _LURE_CELLS:
            return shuffled[0]
        return max(shuffled, key=lambda move: self._lure(position.play(move)))

    def _lure(self, after: Position) -> float:
        """The share of answers in a position that let a result slip."""
        if after.outcome() is not None:
            return 0.0
        verdicts = self._solver.verdicts(after)
        assert verdicts is not None
        best = _sign(max(verdicts.values()))
        return sum(_sign(verdict) < best for verdict in verdicts.values()) / len(verdicts)

    @cached_property
    def _solver(self) -> Solver:
        return Solver(**self._means)

    @cached_property
    def _oracle(self) -> Oracle:
        return Oracle(**self._means)

    def _engine(self, spec: PlayerSpec) -> Engine:
        if spec not in self._engines:
            self._engines[spec] = engines.create(spec)
        return self._engines[spec]


def _thought(analysis: Analysis, move: Move) -> Analysis:
    """What was thought of a move."""
    pv = analysis.pv if move == analysis.move else (move,)
    return replace(analysis, score=analysis.moves[move], pv=pv, moves={})


def _worth(score: Score, engine: str) -> float:
    """A number for each score, such that sooner wins and later losses are worth more."""
    match score:
        case Win(plies):
            return 2 + 1 / plies
        case Loss(plies):
            return -1 - 1 / plies
    return chance(score, engine)


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)
