"""The Search exhibit: the trace of a search, or of a small tree whose leaves anyone can edit."""

from __future__ import annotations

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
from enligne.server.contract import prices
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
from enligne.server.work import Task, tasks

if TYPE_CHECKING:
    from msgspec import Raw

    from enligne.engines.trace import Trace
    from enligne.players import PlayerSpec
    from enligne.position import Position
    from enligne.server.lab import Handlers
    from enligne.server.sockets import Connection
    from enligne.server.work.child import Context

_MOST_NODES = 2_000_000
_MOST_SECONDS = 5.0
_DEEPEST = 20
_USUAL_DEPTH = 4
_MOST_LISTED = 16
_MOST_LEAVES = 200
_MOST_LEVELS = 6


class Searches(Exhibit):
    """Answers for the exhibit; each page has one search at a time."""

    @property
    def requests(self) -> Handlers:
        return {
            "lab_search_options": self._on_options,
            "lab_search": self._on_search,
            "lab_tree": self._on_tree,
        }

    async def _on_options(self, *_: object) -> SearchOptions:
        options = (
            replace(each, most=_DEEPEST) if each.name == "depth" else each
            for each in AlphaBeta.options
        )
        return SearchOptions(options=[option_view(each) for each in options])

    async def _on_search(self, page: Connection, wish: SearchRequest) -> Raw:
        position = await self._board.open_position(page, wish)
        spec = self._engine_spec(wish.engine)
        limit = Limit(seconds=min(self._settings.seconds, _MOST_SECONDS), nodes=_MOST_NODES)
        task = Task(search, position, spec, limit, wish.all_moves, wish.most)
        self._gate.replace(page.task_asker.connection)
        found: Raw = await self._gate.run(page.task_asker, task, price=prices.trace(wish))
        return found

    def _engine_spec(self, text: str) -> PlayerSpec:
        """An engine with a trace, and options within what it may have."""
        # A trace is of one thread; its time is limited with the search.
        spec = players.parse(text, replace(self._allowed.policy, threads=1, seconds=None))
        if not spec.kind.has_trace:
            raise PlayerTextError(f"{spec.name} has no trace; minimax and alphabeta have")
        return spec.with_options(depth=min(int(spec.values["depth"] or _USUAL_DEPTH), _DEEPEST))

    async def _on_tree(self, _: Connection, wish: TreeRequest) -> TraceAnswer:
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


def search(
    context: Context, position: Position, spec: PlayerSpec, limit: Limit, all_moves: bool, most: int
) -> Raw:
    """A search with its trace, in a search process."""
    engine = tasks.engine_of(context.players, spec)
    found = engine.analyse(position, limit, all_moves=all_moves, stop=context.stop, trace=most)
    assert found.trace is not None
    return tasks.encoded(
        TraceAnswer(
            rules=rules_view(position.rules),
            engine=spec.text,
            side=side_view(position.side),
            ply=position.ply,
            depth=found.depth,
            table_hits=found.table_hits,
            seconds=found.seconds,
            score=score_view(found.score, engine.name),
            pv=cells(found.pv),
            **_traced(found.trace),
        )
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
