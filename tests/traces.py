"""An independent judge of traces: the rules of alpha-beta once more, node by node, with the naive
referee for everything that belongs to the game."""

from collections import Counter
from dataclasses import dataclass, field

from enligne import Position, _core
from enligne.engines import Analysis
from enligne.engines.searches import EVALUATIONS
from enligne.engines.trace import ENDS, KINDS, Trace
from tests.naive import NaiveGame, Spot

WIN = 1_000_000
INFINITY = WIN + 1
DECIDED = WIN - 1000

Stones = frozenset[tuple[Spot, int]]


@dataclass(frozen=True)
class Switches:
    """What the search was told to do."""

    cut: bool = False
    probe: bool = False
    order: str = "none"
    deepen: bool = False
    table: bool = False
    evaluation: str = "lines"
    all_moves: bool = False


@dataclass(frozen=True)
class Stored:
    """What the table must know of a position: the last that was stored."""

    value: int
    depth: int
    bound: str


@dataclass
class Judge:
    """Follows a trace from its first row to its last, and complains of what cannot be."""

    trace: Trace
    position: Position
    switches: Switches
    seen: Counter[str] = field(default_factory=Counter)
    _table: dict[Stones, Stored] = field(default_factory=dict)

    def judge(self, analysis: Analysis) -> None:
        """Every row, and that they add up to what the search said of itself."""
        trace = self.trace
        for row in trace.roots:
            self._node(row, self._root_game())
        assert len(trace) - len(trace.roots) + trace.left_out == analysis.nodes == trace.nodes
        depths = [trace.depths[row] for row in trace.roots]
        assert depths == [trace.iterations[row] for row in trace.roots]
        if self.switches.deepen:
            assert depths == list(range(1, len(depths) + 1))
        else:
            assert len(depths) == 1
        if not trace.left_out:
            assert self.seen["table"] == analysis.table_hits
            assert max(trace.plies) == analysis.selective_depth or "minimax" in self.seen
        last = trace[trace.roots[-1]]
        if last.end == "stopped":
            return
        assert last.value == analysis.score
        assert last.depth == analysis.depth
        best = [
            row
            for row in trace.children(last.row)
            if trace.move(trace.moves[row]) == analysis.move and KINDS[trace.kinds[row]] != "probe"
        ]
        if not trace.left_out:
            assert [-trace.values[row] for row in best] == [trace.values[last.row]]

    def _root_game(self) -> NaiveGame:
        game = NaiveGame(self.position.rules)
        for side in (0, 1):
            stones = self.position._handle.stones(side)
            game.stones |= dict.fromkeys(map(tuple, stones), side)  # type: ignore[arg-type]
        return game

    def _node(self, row: int, game: NaiveGame) -> None:
        """A row whose window and move have been judged, and all below it."""
        trace, switches = self.trace, self.switches
        end = ENDS[trace.ends[row]]
        self.seen[end] += 1
        self.seen[KINDS[trace.kinds[row]]] += 1
        stones, value, depth = len(game.stones), trace.values[row], trace.depths[row]
        children, unvisited = trace.children(row), list(map(self._cell, trace.unvisited_moves(row)))
        assert trace.iterations[row] == trace.depths[trace.line(row)[0]]
        assert depth == trace.iterations[row] - trace.plies[row] >= 0
        is_leaf = end not in ("all", "alpha", "beta", "stopped")
        assert not (is_leaf and children)
        match end:
            case "win":
                assert game.winner == (stones + 1) % 2
                assert value == stones - WIN
            case "draw":
                assert game.winner is None
                assert game.is_full
                assert value == 0
            case _:
                assert not game.is_over
        legal = game.legal_moves()
        match end:
            case "depth":
                assert depth == 0
                assert value == self._evaluation(row)
            case "can_win":
                winning = self._winning(game, legal, stones % 2)
                assert switches.order == "threats"
                assert winning
                assert set(unvisited[: len(winning)]) == winning
                assert value == WIN - stones - 1
            case "cannot_parry":
                winning = self._winning(game, legal, (stones + 1) % 2)
                assert switches.order == "threats"
                assert depth >= 2
                assert not self._winning(game, legal, stones % 2)
                assert len(winning) >= 2
                assert set(unvisited[: len(winning)]) == winning
                assert value == stones + 2 - WIN
            case "table":
                self._known(row, game)
            case "all" | "alpha" | "beta":
                assert depth > 0
                self._inner(row, game, legal)
            case "stopped":
                self._stopped(row, game)
        if end in ("can_win", "cannot_parry"):
            assert set(unvisited) == legal
        if end in ("win", "draw", "depth", "table", "stopped"):
            assert end == "stopped" or not unvisited
        assert len(unvisited) == len(set(unvisited)) == trace.unvisited[row]

    def _inner(self, row: int, game: NaiveGame, legal: set[Spot]) -> None:
        """A node whose children were visited: their windows, the cut, the value."""
        trace, switches = self.trace, self.switches
        end = ENDS[trace.ends[row]]
        is_root = trace.parents[row] < 0
        unvisited = list(map(self._cell, trace.unvisited_moves(row)))
        is_forced = bool(trace.forced[row])
        if is_forced:
            winning = self._winning(game, legal, (len(game.stones) + 1) % 2)
            assert switches.order == "threats"
            assert not self._winning(game, legal, len(game.stones) % 2)
            assert len(winning) == 1
            assert set(unvisited) == legal - winning
        best, visited, floor = self._children(row, game)
        assert len(visited) == len(set(visited))
        if self._is_whole(row):
            assert {*visited, *unvisited} == legal
            assert not {*visited} & {*unvisited}
            assert trace.values[row] == best
        if switches.order == "none" and not is_root:
            wanted = [*visited, *unvisited]
            assert wanted == sorted(wanted)
        beta = trace.betas[row]
        if end == "all":
            assert is_forced or not unvisited
        else:
            assert switches.cut
            assert not is_forced
            assert unvisited
            assert trace.values[row] >= beta
            assert end == ("beta" if trace.plies[row] % 2 == 0 else "alpha")
        if not is_root:
            bound = "exact"
            if switches.cut and best >= beta:
                bound = "lower"
            elif switches.cut and best <= floor:
                bound = "upper"
            stones = frozenset(game.stones.items())
            self._table[stones] = Stored(trace.values[row], trace.depths[row], bound)

    def _children(self, row: int, game: NaiveGame) -> tuple[int, list[Spot], int]:
        """Judges the windows of all children; the best value, the moves, and the first alpha."""
        trace, switches = self.trace, self.switches
        floor = alpha = trace.alphas[row]
        beta = trace.betas[row]
        is_root = trace.parents[row] < 0
        if is_root:
            assert (alpha, beta) == (-INFINITY, INFINITY)
        best = -INFINITY
        visited: list[Spot] = []
        waiting = list(reversed(trace.children(row)))
        while waiting:
            child = waiting.pop()
            assert not (switches.cut and alpha >= beta), "a child was visited behind a cut"
            move = self._cell(trace.moves[child])
            if is_root:
                alpha = best if switches.cut and not switches.all_moves else -INFINITY
            after = self._after(game, move)
            asks = switches.cut and switches.probe and not after.is_over and bool(visited)
            if asks and beta - alpha > 1 and alpha > -INFINITY:
                self._asked(child, "probe", -alpha - 1, -alpha)
                self._node(child, after)
                value = -trace.values[child]
                is_stopped = ENDS[trace.ends[child]] == "stopped"
                if alpha < value < beta and not is_stopped and (waiting or self._is_whole(row)):
                    child = waiting.pop()
                    assert self._cell(trace.moves[child]) == move
                    self._asked(child, "again", -beta, -alpha)
                    self._node(child, after)
                    value = -trace.values[child]
            else:
                self._asked(child, "full", -beta, -alpha)
                self._node(child, after)
                value = -trace.values[child]
            visited.append(move)
            best = max(best, value)
            if switches.cut:
                alpha = max(alpha, value)
        return best, visited, floor

    def _is_whole(self, row: int) -> bool:
        """Whether every child that was visited is in the trace."""
        return row not in self.trace.left_out_below

    def _asked(self, row: int, kind: str, alpha: int, beta: int) -> None:
        trace = self.trace
        asked = (KINDS[trace.kinds[row]], trace.alphas[row], trace.betas[row])
        assert asked == (kind, alpha, beta)
        assert alpha < beta

    def _known(self, row: int, game: NaiveGame) -> None:
        """A table hit: what was stored of these stones last allows this answer."""
        trace, switches = self.trace, self.switches
        alpha, beta, value = trace.alphas[row], trace.betas[row], trace.values[row]
        stored = self._table[frozenset(game.stones.items())]
        assert switches.table
        assert value == stored.value
        assert stored.depth == trace.depths[row] or abs(value) > DECIDED
        assert not (switches.cut and switches.probe and beta - alpha > 1)
        match stored.bound:
            case "lower":
                assert value >= beta
            case "upper":
                assert value <= alpha

    def _stopped(self, row: int, game: NaiveGame) -> None:
        """The search ended here: below, only the last child may be stopped too."""
        self._children(row, game)
        children = self.trace.children(row)
        ends = [ENDS[self.trace.ends[child]] for child in children]
        assert "stopped" not in ends[:-1]

    def _evaluation(self, row: int) -> int:
        position = self.trace.position_at(row)
        return _core.evaluate(position._handle, EVALUATIONS[self.switches.evaluation])

    def _cell(self, number: int) -> Spot:
        column, row = divmod(number, self.position.rules.height + 1)
        return (column, row)

    @staticmethod
    def _after(game: NaiveGame, move: Spot) -> NaiveGame:
        assert move in game.legal_moves()
        after = NaiveGame(game.rules, dict(game.stones))
        after.play(move)
        return after

    def _winning(self, game: NaiveGame, legal: set[Spot], side: int) -> set[Spot]:
        """Where a stone of a side would win at once."""
        found = set()
        for cell in legal:
            after = NaiveGame(game.rules, dict(game.stones))
            if len(after.stones) % 2 != side:
                # A stone somewhere else that counts for nobody, so that the other side moves.
                after.stones[(-9, -9)] = 2
            after.play(cell)
            if after.winner == side:
                found.add(cell)
        return found
