"""The Search exhibit: the trace of a search, or of a small tree whose leaves anyone can edit."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from enligne import players
from enligne.engines import Limit
from enligne.engines.score import Heuristic
from enligne.engines.searches import AlphaBeta
from enligne.engines.textbook import trace_tree
from enligne.engines.trace import ENDS
from enligne.errors import PlayerTextError
from enligne.move import FIRST, SECOND
from enligne.players import EnginePlayer
from enligne.server.contract.lab import (
    SearchOptions,
    SearchRequest,
    TraceAnswer,
    TraceColumns,
    TreeRequest,
)
from enligne.server.contract.refusals import RefusalError
from enligne.server.lab import Exhibit
from enligne.server.views import cells, option_view, rules_view, score_view, side_view

if TYPE_CHECKING:
    from collections.abc import Callable

    from enligne.engines import Stop
    from enligne.engines.trace import Trace
    from enligne.players import PlayerSpec
    from enligne.position import Position
    from enligne.server.lab import Handlers
    from enligne.server.work import Job, KeptPlayers

_MOST_NODES = 2_000_000
_MOST_SECONDS = 5.0
_DEEPEST = 20
_USUAL_DEPTH = 4
_MOST_LISTED = 16
_MOST_LEAVES = 200
_MOST_LEVELS = 6


class Searches(Exhibit):
    """Answers for the exhibit; each page has one search at a time."""

    def __init__(self, *surroundings: Any) -> None:
        super().__init__(*surroundings)
        self._running: dict[str, Job] = {}

    @property
    def requests(self) -> Handlers:
        return {
            "lab_search_options": self._on_options,
            "lab_search": self._on_search,
            "lab_tree": self._on_tree,
        }

    def forget(self, page: str) -> None:
        job = self._running.pop(page, None)
        if job is not None:
            self._workers.cancel(job)

    async def close(self) -> None:
        for sid in list(self._running):
            self.forget(sid)

    async def _on_options(self, *_: object) -> SearchOptions:
        options = (
            replace(each, most=_DEEPEST) if each.name == "depth" else each
            for each in AlphaBeta.options
        )
        return SearchOptions(options=[option_view(each) for each in options])

    async def _on_search(self, sid: str, wish: SearchRequest, _: object) -> TraceAnswer:
        position = self._game(wish).position
        if (outcome := position.outcome()) is not None:
            raise RefusalError("finished", f"the game is over: {outcome}")
        work = self._work(wish, position, self._engine_spec(wish.engine))
        self.forget(sid)
        job = self._running[sid] = self._workers.submit(f"lab search {sid}", work, is_patient=True)
        view: TraceAnswer | None = None
        try:
            view = await job.future
        except asyncio.CancelledError:
            if self._running.get(sid) is job:
                raise
        finally:
            is_current = self._running.get(sid) is job
            if is_current:
                self.forget(sid)
        if view is None or not is_current:
            raise RefusalError("replaced", "another search took the place of this one")
        return view

    def _engine_spec(self, text: str) -> PlayerSpec:
        """An engine with a trace, and options within what it may have."""
        # A trace is of one thread; its time is limited with the search.
        spec = players.parse(text, replace(self._allowed.policy, threads=1, seconds=None))
        if not spec.kind.has_trace:
            raise PlayerTextError(f"{spec.name} has no trace; minimax and alphabeta have")
        return spec.with_options(depth=min(int(spec.values["depth"] or _USUAL_DEPTH), _DEEPEST))

    def _work(
        self, wish: SearchRequest, position: Position, spec: PlayerSpec
    ) -> Callable[[KeptPlayers, Stop], TraceAnswer]:
        seconds = min(self._settings.seconds, _MOST_SECONDS)
        limit = Limit(seconds=seconds, nodes=_MOST_NODES)

        def work(own: KeptPlayers, stop: Stop) -> TraceAnswer:
            player = own.player(spec)
            assert isinstance(player, EnginePlayer)
            found = player.engine.analyse(
                position, limit, all_moves=wish.all_moves, stop=stop, trace=wish.most
            )
            assert found.trace is not None
            return TraceAnswer(
                rules=rules_view(position.rules),
                engine=spec.text,
                side=side_view(position.side),
                ply=position.ply,
                depth=found.depth,
                table_hits=found.table_hits,
                seconds=found.seconds,
                score=score_view(found.score, player.engine.name),
                pv=cells(found.pv),
                **_traced(found.trace),
            )

        return work

    async def _on_tree(self, _: str, wish: TreeRequest, __: object) -> TraceAnswer:
        _check_size(wish.tree)
        side = FIRST if wish.side == "first" else SECOND
        try:
            found = trace_tree(
                wish.tree,
                cuts=wish.cuts,
                probes=wish.probes,
                order=wish.order,
                seed=wish.seed,
                side=side,
            )
        except ValueError as error:
            raise RefusalError("bad_request", str(error)) from None
        return TraceAnswer(
            rules=None,
            engine=None,
            side=wish.side,
            ply=int(side),
            depth=found.trace.depths[0],
            table_hits=0,
            seconds=0.0,
            score=score_view(Heuristic(found.value), AlphaBeta.name),
            pv=[str(child + 1) for child in found.path],
            **_traced(found.trace),
        )


def _traced(trace: Trace) -> dict[str, Any]:
    """The part of an answer that is the trace itself."""
    about = trace.to_json(most_listed=_MOST_LISTED)
    about["columns"] = TraceColumns(**about["columns"])
    about["is_complete"] = ENDS[trace.ends[trace.roots[-1]]] != "stopped"
    return about


def _check_size(tree: list[Any]) -> None:
    """Refuses a tree with too many leaves or levels."""
    leaves = 0
    level: list[Any] = [tree]
    for _ in range(_MOST_LEVELS + 1):
        below = [child for node in level if isinstance(node, list) for child in node]
        leaves += sum(not isinstance(node, list) for node in level)
        if leaves > _MOST_LEAVES or len(below) > _MOST_LEAVES:
            raise RefusalError("bad_request", f"a tree has at most {_MOST_LEAVES} leaves here")
        level = below
    if level:
        raise RefusalError("bad_request", f"a tree has at most {_MOST_LEVELS} levels here")
