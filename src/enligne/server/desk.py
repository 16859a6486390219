"""The analysis desk: positions set up and read, engines asked about them, games reviewed."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING, Any

from enligne import engines
from enligne.engines import ENGINES, Draw, Limit, Loss, Win, best_for
from enligne.engines.chance import chance
from enligne.engines.solver import Solver, score_of_verdict
from enligne.errors import IllegalMoveError, NotationError, PositionError, RecordError
from enligne.game import Game
from enligne.notation import parse_cell
from enligne.players import EnginePlayer, PlayerSpec
from enligne.position import Position
from enligne.record import Record, scan
from enligne.server.refusals import RefusalError
from enligne.server.views import (
    View,
    analysis_view,
    cells,
    line_view,
    outcome_view,
    position_view,
    rules_view,
    score_view,
)

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Coroutine

    from enligne.engines import Analysis, Engine, Score, Stop
    from enligne.move import Move
    from enligne.rules import Rules
    from enligne.server.messages import Analyse, Line, Read, Review, SetUp
    from enligne.server.opponents import Opponents
    from enligne.server.pool import Job, Players, Pool
    from enligne.server.settings import Settings

    Tell = Callable[[str, View], Awaitable[None]]

_log = logging.getLogger("enligne.desk")
_REVIEW_SECONDS = 1.0


class Desk:
    """Answers about positions that are in no room. Each visitor has one analysis at a time."""

    def __init__(
        self,
        settings: Settings,
        pool: Pool,
        opponents: Opponents,
        rules: Callable[[str], Rules],
    ) -> None:
        self._settings = settings
        self._pool = pool
        self._opponents = opponents
        self._rules = rules
        self._running: dict[str, tuple[str, asyncio.Task[None]]] = {}

    def game(self, line: Line) -> Game:
        return Game(self._rules(line.rules), " ".join(line.moves), start=line.start)

    def position(self, line: Line) -> View:
        return line_view(self.game(line))

    def record(self, line: Line) -> View:
        return {"record": Record(self.game(line)).text}

    def set_up(self, wish: SetUp) -> View:
        rules = self._rules(wish.rules)
        try:
            sides = [
                [parse_cell(cell, rules) for cell in side] for side in (wish.first, wish.second)
            ]
        except IllegalMoveError as error:
            raise PositionError(str(error), flaw="outside") from None
        return {"position": position_view(Position.from_stones(rules, *sides))}

    def read(self, wish: Read) -> View:
        """Whatever somebody pasted: a record, a position text, or moves."""
        text = wish.text.strip()
        if "[" in text:
            found = next(iter(scan(text)), None)
            if isinstance(found, RecordError):
                raise found
            if found is None:
                raise NotationError("there is no game in this text")
            self._rules(found.game.rules.text)
            return _read_view(found.game)
        if wish.rules is None:
            raise NotationError("which rules? Only a record names them")
        rules = self._rules(wish.rules)
        first, *rest = text.split(maxsplit=2) if "/" in text else [""]
        if "/" not in text:
            return _read_view(Game(rules, text))
        # "rows side moves": the side to move is part of the position text where it is given.
        if rest and rest[0] in ("x", "o"):
            return _read_view(Game(rules, " ".join(rest[1:]), start=f"{first} {rest[0]}"))
        return _read_view(Game(rules, " ".join(rest), start=first))

    # What takes time.

    def analyse(self, visitor: str, wish: Analyse, tell: Tell) -> None:
        """Begins an analysis in place of the one that this visitor has running."""
        position = self.game(wish).position
        if (outcome := position.outcome()) is not None:
            raise RefusalError("finished", f"the game is over: {outcome}")
        spec = self._opponents.checked(wish.engine)
        if spec.name not in ENGINES:
            raise RefusalError("player", f"{spec} tells nothing but its moves: choose an engine")
        self._opponents.check_plays(spec, position.rules)
        seconds = min(wish.seconds, self._settings.seconds)
        work = self._analyse(visitor, wish.id, position, spec, seconds, tell)
        self._begin(visitor, "analysis", wish.id, work, tell)

    def review(self, visitor: str, wish: Review, tell: Tell) -> None:
        """Begins a review of a game, move by move."""
        game = self.game(wish)
        if not game.moves:
            raise RefusalError("nothing", "there is no move to review")
        work = self._review(visitor, wish.id, game, tell)
        self._begin(visitor, "review", wish.id, work, tell)

    def stop(self, visitor: str, wanted: str | None = None) -> None:
        """Ends what a visitor has running, or only that of this identifier."""
        running = self._running.get(visitor)
        if running is not None and wanted in (None, running[0]):
            del self._running[visitor]
            running[1].cancel()

    async def close(self) -> None:
        for visitor in list(self._running):
            self.stop(visitor)

    def _begin(
        self, visitor: str, event: str, identifier: str, work: Coroutine[Any, Any, None], tell: Tell
    ) -> None:
        self.stop(visitor)

        async def guarded() -> None:
            try:
                await work
            except RefusalError as error:
                refusal = error
            except ValueError as error:
                refusal = RefusalError("player", str(error))
            except Exception:
                _log.exception("an analysis failed")
                refusal = RefusalError("failed", "something went wrong here: it is noted")
            else:
                return
            await tell(event, {"id": identifier, "final": True} | refusal.answer())

        task = asyncio.create_task(guarded())
        self._running[visitor] = (identifier, task)

        def done(finished: asyncio.Task[None]) -> None:
            work.close()  # where it never began
            if self._running.get(visitor, ("", None))[1] is finished:
                del self._running[visitor]

        task.add_done_callback(done)

    async def _analyse(
        self,
        visitor: str,
        identifier: str,
        position: Position,
        spec: PlayerSpec,
        seconds: float,
        tell: Tell,
    ) -> None:
        loop = asyncio.get_running_loop()
        news: asyncio.Queue[Analysis] = asyncio.Queue()

        def report(analysis: Analysis) -> None:
            loop.call_soon_threadsafe(news.put_nowait, analysis)

        def work(own: Players, stop: Stop) -> Analysis:
            return _engine(own, spec).analyse(
                position, Limit(seconds=seconds), all_moves=True, stop=stop, listener=report
            )

        job = self._pool.submit(f"desk {visitor}", work, is_patient=True)
        try:
            await self._follow(job, identifier, spec.name, news, tell)
        finally:
            self._pool.cancel(job)

    async def _follow(
        self, job: Job, identifier: str, engine: str, news: asyncio.Queue[Analysis], tell: Tell
    ) -> None:
        async def say(analysis: Analysis, *, is_final: bool) -> None:
            about = {"id": identifier, "final": is_final}
            await tell("analysis", about | analysis_view(analysis, engine))

        while True:
            await asyncio.wait({job.future}, timeout=0.15)
            latest = None
            while not news.empty():
                latest = news.get_nowait()
            if job.future.done():
                break
            if latest is not None:
                await say(latest, is_final=False)
        await say(job.future.result(), is_final=True)

    async def _review(self, visitor: str, identifier: str, game: Game, tell: Tell) -> None:
        plies: list[View] = []
        accuracies: dict[str, list[float]] = {"first": [], "second": []}
        total = len(game.moves)
        for index, move in enumerate(game.moves):
            position = game.positions[index]
            job = self._pool.submit(f"desk {visitor}", _judge(position, move), is_patient=True)
            try:
                scores: dict[Move, Score] = await job.future
            finally:
                self._pool.cancel(job)
            ply = _judged(index, position, move, scores)
            accuracies[ply["side"]].append(ply.pop("accuracy"))
            plies.append(ply)
            is_done = index + 1 == total
            accuracy = {
                side: round(sum(each) / len(each), 1) if each else None
                for side, each in accuracies.items()
            }
            await tell(
                "review",
                {
                    "id": identifier,
                    "done": index + 1,
                    "total": total,
                    "plies": plies if is_done else [ply],
                    "accuracy": accuracy if is_done else None,
                },
            )


def _engine(own: Players, spec: PlayerSpec) -> Engine:
    player = own.player(spec)
    assert isinstance(player, EnginePlayer)
    return player.engine


def _judge(position: Position, move: Move) -> Callable[[Players, Stop], dict[Move, Score]]:
    """The score of every move where the solver gets there in time; else of the move and of the
    one that a search likes best."""

    def work(own: Players, stop: Stop) -> dict[Move, Score]:
        if Solver.plays(position.rules):
            solver = _engine(own, PlayerSpec.of(Solver, table_mb=32))
            assert isinstance(solver, Solver)
            verdicts = solver.verdicts(position, Limit(seconds=_REVIEW_SECONDS), stop=stop)
            if verdicts is not None:
                ends = {each: position.play(each) for each in verdicts}
                return {
                    each: _end(after) or score_of_verdict(-verdicts[each], after).stepped_back()
                    for each, after in ends.items()
                }
        search = _engine(own, engines.parse(best_for(position.rules)).with_options(table_mb=16))
        limit = Limit(seconds=_REVIEW_SECONDS / 2)
        best = search.analyse(position, limit, stop=stop)
        if move == best.move:
            return {move: best.score}
        if not best.score.is_exact:
            # Estimates can be compared when both look equally far ahead.
            limit = limit.and_also(Limit(depth=max(1, best.depth - 1)))
        after = position.play(move)
        score = _end(after) or search.analyse(after, limit, stop=stop).score.stepped_back()
        return {best.move: best.score, move: score}

    return work


def _end(position: Position) -> Score | None:
    """What a position is worth to the side that moved there, where the game is over."""
    outcome = position.outcome()
    if outcome is None:
        return None
    return Draw() if outcome.winner is None else Win(1)


def _judged(index: int, position: Position, move: Move, scores: dict[Move, Score]) -> View:
    engine = best_for(position.rules)
    best = max(scores.values())
    score = scores[move]
    chance_lost = max(0.0, chance(best, engine) - chance(score, engine))
    if len(position.legal_moves) == 1:
        kind = "forced"
    elif score == best:
        kind = "best"
    # A win that is not proven any more may still be one.
    elif _class(score) < _class(best) and chance_lost > 0.3:
        kind = "lost"
    elif chance_lost > 0.1:
        kind = "slip"
    else:
        kind = "kept"
    return {
        "ply": index,
        "move": str(move),
        "side": str(position.side),
        "score": score_view(score, engine),
        "best": cells(each for each, value in scores.items() if value == best),
        "best_score": score_view(best, engine),
        "kind": kind,
        "exact": all(each.is_exact for each in scores.values()),
        "accuracy": 100.0 * (1 - chance_lost),
    }


def _class(score: Score) -> int:
    """A win, something open, or a loss."""
    return 1 if isinstance(score, Win) else -1 if isinstance(score, Loss) else 0


def _read_view(game: Game) -> View:
    return {
        "rules": rules_view(game.rules),
        "start": game.start.text if game.start.ply else None,
        "moves": cells(game.moves),
        "outcome": outcome_view(game.outcome()),
    }
