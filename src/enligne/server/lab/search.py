"""The Search exhibit: the trace of a real search, or of a small tree whose leaves anyone can edit.

``lab_search`` asks for a search::

    {"rules": "connect4", "moves": ["d1"], "start": null,  as for "position"
     "engine": "alphabeta:depth=3,probe=off",          minimax or alphabeta, with any option
     "most": 20000,                                    nodes to keep, 1 to 20000; or absent
     "all_moves": false}                               an exact score for every move; or absent

``lab_tree`` asks for the same search on a tree of nested lists, whose leaves are whole numbers as
the first side sees them::

    {"tree": [[3, 12, 8], [2, 4, 6], [14, 5, 2]],      at most 200 leaves and 6 levels of lists
     "cuts": true, "probes": false,                    these if absent
     "order": "none",                                  none | shuffle | best: of the children
     "seed": 1,                                        of the shuffle
     "side": "first"}                                  who moves at the root; the first side
                                                       wants the largest leaf

``lab_search_options`` ``{}`` answers with the options of alphabeta and their bounds here, as
"catalogue" describes those of an engine: ``{"options": […]}``.

The searches answer with::

    {"ok": true,
     "rules": the view of the rules, as "position" has it; null for a tree
     "engine": "alphabeta:depth=3,probe=off"           as it searched; null for a tree
     "side": "first" | "second"                        to move at the root
     "ply": 1                                          stones at the root; for a tree 0 or 1
     "depth": 3                                        searched to the end
     "is_complete": true                               false: a limit of time or nodes ended it
     "nodes": 57, "left_out": 0                        visited by the search; of these not kept
     "table_hits": 0, "seconds": 0.0001
     "score": {"kind": "heuristic", "value": 3, …}     as in an analysis; for the side to move
     "pv": ["d2", "d3", "d4"]
     "moves": ["a1", "a2", …]                          names of moves; "1", "2", … for a tree
     "ends": ["all", "win", …]                         names of reasons, see below
     "kinds": ["full", "probe", "again"]               how a node was asked, see below
     "scores": [["infinity", -1, -1000001], ["heuristic", 3, 3], ["win", 2, 999997], …]
     "columns": {"parent": […], "move": […], "depth": […], "iteration": […], "kind": […],
                 "alpha": […], "beta": […], "value": […], "end": […], "forced": […],
                 "cut": […], "left_out": […]},
     "cut_moves": {"12": [4, 5, 6], …}}

Each row of the columns is a node, in the order in which the search came to it: a parent always
stands before its children. All columns are lists of whole numbers of the same length.

``parent``     the row of the parent; -1 at a root. With deepening there is a root for each
               iteration, the last one last: the tree of the search that gave the score is the one
               below the last root. Roots are not counted in "nodes": without "left_out" there are
               "nodes" rows plus one for each root.
``move``       the move that led here, as an index into "moves"; -1 at a root.
``depth``      plies that were left to look ahead. ``iteration``: the depth of the whole search.
``kind``       an index into "kinds": ``full``, with the window that the parent has; ``probe``,
               only asking whether the move is better than the best so far, with a window of no
               width; ``again``, the same move once more because the probe said yes.
``alpha``, ``beta``, ``value``
               the window on entry and the value returned, for the side to move at this node, as
               indexes into "scores"; a value of -1 means none: the search was stopped. A score is
               [kind, number, rank]: ``win`` and ``loss`` in n plies from this node (a loss
               in 0: the move that led here completed a run; in a window also below 0, when a win
               higher up would come sooner; add the plies below the root to count from there),
               ``draw``, ``heuristic`` with its value, ``infinity`` with -1 or 1. The rank is the
               search's own number: ranks of equal verdicts are equal all over the tree, larger is
               better, and the same seen from the other side is the negative. What a parent makes
               of a child's value has the rank ``-rank``.
``end``        an index into "ends", why the node ended:
               ``all``           every child was visited, or the only one that counts: see "forced"
               ``win``           the move that led here completed a run
               ``draw``          the board is full
               ``leaf``          a leaf of a textbook tree
               ``depth``         the horizon: the value is the static evaluation
               ``beta``          cut: the side of the root is to move, and a child's value reached
                                 the upper end of the window
               ``alpha``         cut: the other side is to move, and a child's value reached the
                                 upper end of its window, which is the alpha of the root's side
               ``table``         known from before: the transposition table
               ``can_win``       the side to move completes a run with its next move
               ``cannot_parry``  the other side threatens two cells: only one can be taken
               ``stopped``       the search ended here: a limit of time or nodes
``forced``     1 where only the parry of a threat was looked at, all else loses at once; else 0.
``cut``        how many legal moves were never visited: cut by the bound where the end is ``alpha``
               or ``beta``; needless because of threats where it is ``can_win`` or ``cannot_parry``
               or "forced" is 1; else 0. "cut_moves" has the first 16 of them by row (its key, as
               text), as indexes into "moves", in the order in which they would have come; of
               ``can_win`` the winning ones first, of ``cannot_parry`` the threatened ones.
``left_out``   how many nodes directly or further below this one were not kept, whose nearest kept
               ancestor this is. Most rows have 0.

Refusals: ``rules``, ``notation``, ``illegal``, ``position``, ``finished`` as for "position";
``player`` for an engine that has no trace or an option that is wrong; ``bad_request`` for a tree
that is no tree, too large or too deep; ``busy`` where too many wait; ``replaced`` where the same
visitor asked for another search before this one was done.
"""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Any, Literal

from msgspec import Meta

from enligne import players
from enligne.engines import Limit
from enligne.engines.searches import AlphaBeta
from enligne.engines.textbook import trace_tree
from enligne.engines.trace import ENDS
from enligne.errors import PlayerTextError
from enligne.move import FIRST, SECOND
from enligne.players import EnginePlayer
from enligne.server.lab import Exhibit
from enligne.server.messages import GameRequest, Nothing, PlayerText, RefusalError, Request, decode
from enligne.server.views import View, cells, option_view, rules_view, score_view

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


class SearchWish(GameRequest, kw_only=True):
    engine: PlayerText
    most: Annotated[int, Meta(ge=1, le=20_000)] = 20_000
    all_moves: bool = False


class TreeWish(Request):
    tree: list[Any]
    cuts: bool = True
    probes: bool = False
    order: Literal["none", "shuffle", "best"] = "none"
    seed: Annotated[int, Meta(ge=0, le=2**32)] = 1
    side: Literal["first", "second"] = "first"


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

    async def _on_options(self, _: str, data: Any, __: object) -> View:
        decode(data, Nothing)
        options = (
            replace(each, most=_DEEPEST) if each.name == "depth" else each
            for each in AlphaBeta.options
        )
        return {"options": [option_view(each) for each in options]}

    async def _on_search(self, sid: str, data: Any, _: object) -> View:
        wish = decode(data, SearchWish)
        position = self._game(wish).position
        if (outcome := position.outcome()) is not None:
            raise RefusalError("finished", f"the game is over: {outcome}")
        work = self._work(wish, position, self._engine_spec(wish.engine))
        self.forget(sid)
        job = self._running[sid] = self._workers.submit(f"lab search {sid}", work, is_patient=True)
        view: View | None = None
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
        self, wish: SearchWish, position: Position, spec: PlayerSpec
    ) -> Callable[[KeptPlayers, Stop], View]:
        seconds = min(self._settings.seconds, _MOST_SECONDS)
        limit = Limit(seconds=seconds, nodes=_MOST_NODES)

        def work(own: KeptPlayers, stop: Stop) -> View:
            player = own.player(spec)
            assert isinstance(player, EnginePlayer)
            found = player.engine.analyse(
                position, limit, all_moves=wish.all_moves, stop=stop, trace=wish.most
            )
            assert found.trace is not None
            return {
                "rules": rules_view(position.rules),
                "engine": spec.text,
                "side": str(position.side),
                "ply": position.ply,
                "depth": found.depth,
                "table_hits": found.table_hits,
                "seconds": found.seconds,
                "score": score_view(found.score, player.engine.name),
                "pv": cells(found.pv),
            } | _trace_view(found.trace)

        return work

    async def _on_tree(self, _: str, data: Any, __: object) -> View:
        wish = decode(data, TreeWish)
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
        return {
            "rules": None,
            "engine": None,
            "side": wish.side,
            "ply": int(side),
            "depth": found.trace.depths[0],
            "table_hits": 0,
            "seconds": 0.0,
            "score": {"kind": "heuristic", "value": found.value, "exact": False},
            "pv": [str(child + 1) for child in found.path],
        } | _trace_view(found.trace)


def _trace_view(trace: Trace) -> View:
    is_complete = ENDS[trace.ends[trace.roots[-1]]] != "stopped"
    return {"is_complete": is_complete} | trace.to_json(most_listed=_MOST_LISTED)


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
