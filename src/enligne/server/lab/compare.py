"""The Compare exhibit: one position through one technique after another, minimax to solver, and
what is known of it at the end.

``lab_compare`` asks with a game as "position" does, an identifier, and ``seconds`` for each rung;
``depth`` where it is not the one that suits the position. It answers with the rungs::

    {"depth": 7, "seconds": 3.0, "threads": 2,
     "rungs": [{"name": "minimax", "text": "minimax:depth=7", "skipped": null}, …,
               {"name": "oracle", "text": "oracle", "skipped": "rules"}]}

A rung is skipped where the game cannot be solved ("rules") or the server lends nobody more than one
thread ("threads"). Then, as ``lab_compare`` events, each rung when it begins and when
it has ended, and a last one::

    {"id": "c1", "rung": 0, "state": "running"}
    {"id": "c1", "rung": 0, "state": "ended", "finished": true, "nodes": 918292, "seconds": 0.234,
     "move": "d3", "score": a score}
    {"id": "c1", "final": true}

With "finished" false the time was over first: nodes and seconds are only as far as it went, there
is no move and no score, and of the solver no number of nodes. The oracle, which counts no nodes,
also has the "moves" that are proven, each with its score. ``lab_compare_stop`` ends it. Each
engine is new, so that the same position gives the same nodes, but for several threads.
"""

from __future__ import annotations

import asyncio
import math
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any

from msgspec import Meta

from enligne import engines
from enligne.engines import Limit
from enligne.engines.oracle import Oracle
from enligne.engines.searches import AlphaBeta, Minimax, available_threads
from enligne.engines.solver import Solver, score_of_verdict
from enligne.players import PlayerSpec
from enligne.server.lab import Exhibit
from enligne.server.messages import GameRequest, Identifier, RefusalError, StopRequest, decode
from enligne.server.views import Tell, View, score_view

if TYPE_CHECKING:
    from enligne.engines import Stop
    from enligne.position import Position
    from enligne.rules import Rules
    from enligne.server.lab import Handlers
    from enligne.server.work import KeptPlayers

#: How many positions minimax should look at, at most, where nobody has named a depth.
_SUITABLE = 4e6
_DEEPEST = 30


class CompareWish(GameRequest, kw_only=True):
    id: Identifier
    seconds: Annotated[float, Meta(gt=0, le=3600)]
    depth: Annotated[int, Meta(ge=1, le=_DEEPEST)] | None = None


@dataclass(frozen=True, slots=True)
class Rung:
    """One step of the ladder: an engine, or why there is none."""

    name: str
    spec: PlayerSpec
    skipped: str | None = None


def ladder(rules: Rules, depth: int, threads: int) -> list[Rung]:
    """The rungs, each with one technique more than the one before."""
    full = PlayerSpec.of(AlphaBeta, depth=depth)
    table = full.with_options(deepen=False)
    order = table.with_options(table_mb=0)
    unsolved = None if Solver.plays(rules) else "rules"
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


def measured(spec: PlayerSpec, position: Position, seconds: float, stop: Stop) -> View:
    """Asks a new engine, for at most n seconds."""
    engine = engines.create(spec)
    limit = Limit(seconds=seconds)
    if isinstance(engine, Solver):
        return _solved(engine, position, limit, stop)
    if isinstance(engine, Oracle):
        return _known(engine, position, limit, stop)
    found = engine.analyse(position, limit, stop=stop)
    depth = min(int(engine.values["depth"] or 0), position.rules.cell_count - position.ply)
    is_finished = found.depth >= depth or (found.depth > 0 and found.score.is_exact)
    about: View = {"finished": is_finished, "nodes": found.nodes, "seconds": found.seconds}
    if is_finished:
        about |= {"move": str(found.move), "score": score_view(found.score, engine.name)}
    return about


def _solved(solver: Solver, position: Position, limit: Limit, stop: Stop) -> View:
    start = time.perf_counter()
    verdict = solver.verdict(position, limit, stop=stop)
    took = time.perf_counter() - start
    if verdict is None:
        return {"finished": False, "nodes": None, "seconds": took}
    best = solver.best(position, limit, stop=stop)
    score = score_view(score_of_verdict(verdict.score, position), solver.name)
    move = None if best is None else str(best.move)
    return {"finished": True, "nodes": verdict.nodes, "seconds": took, "move": move, "score": score}


def _known(oracle: Oracle, position: Position, limit: Limit, stop: Stop) -> View:
    found = oracle.analyse(position, limit, all_moves=True, stop=stop)
    moves = [
        {"move": str(move), "score": score_view(score, oracle.name)}
        for move, score in found.moves.items()
        if score.is_exact
    ]
    about: View = {"finished": False, "nodes": None, "seconds": found.seconds, "moves": moves}
    if found.score.is_exact:
        score = score_view(found.score, oracle.name)
        about |= {"finished": True, "move": str(found.move), "score": score}
    return about


class Comparisons(Exhibit):
    """Runs ladders, one at a time for each page."""

    @property
    def requests(self) -> Handlers:
        return {"lab_compare": self._on_compare, "lab_compare_stop": self._on_stop}

    async def _on_compare(self, page: str, data: Any, tell: Tell) -> View:
        wish = decode(data, CompareWish)
        position = self._game(wish).position
        if (outcome := position.outcome()) is not None:
            raise RefusalError("finished", f"the game is over: {outcome}")
        depth = min(
            wish.depth or suitable_depth(position), position.rules.cell_count - position.ply
        )
        seconds = min(wish.seconds, self._settings.seconds)
        threads = min(self._settings.threads, available_threads())
        rungs = ladder(position.rules, depth, threads)
        work = self._climb(page, wish.id, position, rungs, seconds, tell)
        self._tasks.start(page, "lab_compare", wish.id, work, tell)
        return {
            "depth": depth,
            "seconds": seconds,
            "threads": threads,
            "rungs": [
                {"name": rung.name, "text": rung.spec.text, "skipped": rung.skipped}
                for rung in rungs
            ],
        }

    async def _on_stop(self, page: str, data: Any, _: Tell) -> View:
        self._tasks.stop(page, decode(data, StopRequest).id)
        return {}

    async def _climb(
        self,
        page: str,
        identifier: str,
        position: Position,
        rungs: list[Rung],
        seconds: float,
        tell: Tell,
    ) -> None:
        for number, rung in enumerate(rungs):
            if rung.skipped is not None:
                continue
            about = {"id": identifier, "rung": number}
            spec = rung.spec.limited(self._allowed.policy)
            found = await self._measure(page, position, spec, seconds, about, tell)
            await tell("lab_compare", about | {"state": "ended"} | found)
        await tell("lab_compare", {"id": identifier, "final": True})

    async def _measure(
        self,
        page: str,
        position: Position,
        spec: PlayerSpec,
        seconds: float,
        about: View,
        tell: Tell,
    ) -> View:
        loop = asyncio.get_running_loop()
        has_begun = asyncio.Event()

        def work(_: KeptPlayers, stop: Stop) -> View:
            loop.call_soon_threadsafe(has_begun.set)
            return measured(spec, position, seconds, stop)

        job = self._workers.submit(f"compare {page}", work, is_patient=True)
        beginning = asyncio.ensure_future(has_begun.wait())
        try:
            futures: set[asyncio.Future[Any]] = {job.future, beginning}
            await asyncio.wait(futures, return_when=asyncio.FIRST_COMPLETED)
            if not job.future.done():
                await tell("lab_compare", about | {"state": "running"})
            found: View = await job.future
            return found
        finally:
            beginning.cancel()
            self._workers.cancel(job)
