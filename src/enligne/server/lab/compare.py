"""The Compare exhibit: one position through one technique after another, minimax to solver, and
what is known of it at the end.

Each engine is new, so that the same position gives the same nodes, but for several threads.
"""

from __future__ import annotations

import math
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import msgspec

from enligne import engines
from enligne.engines import Limit
from enligne.engines.oracle import Oracle
from enligne.engines.searches import AlphaBeta, Minimax, available_threads
from enligne.engines.solver import Solver, score_of_verdict
from enligne.players import PlayerSpec
from enligne.server.contract import lab
from enligne.server.contract.words import Done
from enligne.server.lab import Exhibit
from enligne.server.views import move_scores, score_view
from enligne.server.work import Task, Tasks

if TYPE_CHECKING:
    from enligne.engines import Stop
    from enligne.position import Position
    from enligne.rules import Rules
    from enligne.server.contract.games import StopRequest
    from enligne.server.contract.lab import RungName, Skipped
    from enligne.server.lab import Handlers
    from enligne.server.sockets import Connection
    from enligne.server.work.child import Context

#: How many positions minimax should look at, at most, where nobody has named a depth.
_SUITABLE = 4e6


@dataclass(frozen=True, slots=True)
class Rung:
    """One step of the ladder: an engine, or why there is none."""

    name: RungName
    spec: PlayerSpec
    skipped: Skipped | None = None


def ladder(rules: Rules, depth: int, threads: int) -> list[Rung]:
    """The rungs, each with one technique more than the one before."""
    full = PlayerSpec.of(AlphaBeta, depth=depth)
    table = full.with_options(deepen=False)
    order = table.with_options(table_mb=0)
    unsolved: Skipped | None = None if Solver.plays(rules) else "rules"
    return [
        Rung("minimax", PlayerSpec.of(Minimax, depth=depth)),
        Rung("cut", order.with_options(order="none")),
        Rung("order", order),
        Rung("table", table),
        Rung("deepen", full),
        Rung(
            "threads",
            full.with_options(threads=max(2, threads)),
            None if threads > 1 else "threads",
        ),
        Rung("solver", PlayerSpec.of(Solver, book="none"), unsolved),
        Rung("oracle", PlayerSpec.of(Oracle), unsolved),
    ]


def suitable_depth(position: Position) -> int:
    """How deep minimax gets in a moment: every ply multiplies by the number of moves."""
    moves = max(2, len(position.legal_moves))
    depth = int(math.log(_SUITABLE) / math.log(moves))
    return max(1, min(depth, position.rules.cell_count - position.ply, 12))


def measured(spec: PlayerSpec, position: Position, seconds: float, stop: Stop) -> lab.RungResult:
    """Asks a new engine, for at most n seconds."""
    engine = engines.create(spec)
    limit = Limit(seconds=seconds)
    if isinstance(engine, Solver):
        return _solved(engine, position, limit, stop)
    if isinstance(engine, Oracle):
        return _known(engine, position, limit, stop)
    found = engine.analyse(position, limit, stop=stop)
    depth = min(int(engine.values["depth"] or 0), position.rules.cell_count - position.ply)
    result = lab.RungResult(
        finished=found.depth >= depth or (found.depth > 0 and found.score.is_exact),
        nodes=found.nodes,
        seconds=found.seconds,
    )
    if result.finished:
        result.move, result.score = str(found.move), score_view(found.score, engine.name)
    return result


def _solved(solver: Solver, position: Position, limit: Limit, stop: Stop) -> lab.RungResult:
    start = time.perf_counter()
    verdict = solver.verdict(position, limit, stop=stop)
    took = time.perf_counter() - start
    if verdict is None:
        return lab.RungResult(finished=False, nodes=None, seconds=took)
    best = solver.best(position, limit, stop=stop)
    return lab.RungResult(
        finished=True,
        nodes=verdict.nodes,
        seconds=took,
        move=None if best is None else str(best.move),
        score=score_view(score_of_verdict(verdict.score, position), solver.name),
    )


def _known(oracle: Oracle, position: Position, limit: Limit, stop: Stop) -> lab.RungResult:
    found = oracle.analyse(position, limit, all_moves=True, stop=stop)
    proven = {move: score for move, score in found.moves.items() if score.is_exact}
    result = lab.RungResult(
        finished=found.score.is_exact,
        nodes=None,
        seconds=found.seconds,
        moves=move_scores(proven, oracle.name),
    )
    if result.finished:
        result.move, result.score = str(found.move), score_view(found.score, oracle.name)
    return result


def climb(context: Context, spec: PlayerSpec, position: Position, seconds: float) -> lab.RungResult:
    """A rung, in a search process; tells when it begins."""
    context.tell("begun")
    return measured(spec, position, seconds, context.stop)


class Comparisons(Exhibit):
    """Runs ladders, one at a time for each page."""

    def __init__(self, *surroundings: Any) -> None:
        super().__init__(*surroundings)
        self._telling = Tasks()

    @property
    def requests(self) -> Handlers:
        return {"lab_compare": self._on_compare, "lab_compare_stop": self._on_stop}

    async def _on_compare(self, page: Connection, wish: lab.CompareRequest) -> lab.LadderAnswer:
        position = await self._board.open_position(page, wish)
        depth = min(
            wish.depth or suitable_depth(position), position.rules.cell_count - position.ply
        )
        seconds = min(wish.seconds, self._settings.seconds)
        threads = min(self._settings.threads, available_threads())
        rungs = ladder(position.rules, depth, threads)
        work = self._climb(page, wish.id, position, rungs, seconds)
        self._tasks.start(page.sid, "lab_compare", wish.id, work, page.tell)
        return lab.LadderAnswer(
            depth=depth,
            seconds=seconds,
            threads=threads,
            rungs=[lab.Rung(rung.name, rung.spec.text, rung.skipped) for rung in rungs],
        )

    async def _on_stop(self, page: Connection, wish: StopRequest) -> Done:
        self._tasks.stop(page.sid, wish.id)
        return Done()

    async def _climb(
        self,
        page: Connection,
        identifier: str,
        position: Position,
        rungs: list[Rung],
        seconds: float,
    ) -> None:
        tell = self._telling.teller("lab_compare", page.tell)
        for number, rung in enumerate(rungs):
            if rung.skipped is not None:
                continue
            running = lab.RungRunning(identifier, number)

            def hear(_: object, running: lab.RungRunning = running) -> None:
                tell(running)

            spec = rung.spec.limited(self._allowed.policy)
            task = Task(climb, spec, position, seconds)
            threads = int(spec.values.get("threads") or 1)
            found: lab.RungResult = await self._gate.run(
                page.task_asker, task, price=seconds * threads, listener=hear
            )
            ended = lab.RungEnded(id=identifier, rung=number, **msgspec.structs.asdict(found))
            await page.tell("lab_compare", ended)
        await page.tell("lab_compare", lab.LadderEnded(identifier))
