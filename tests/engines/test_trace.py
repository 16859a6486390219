"""A trace is what the search did: an independent judge follows it node by node."""

import functools
import itertools
import json
import pickle
import random
from collections import Counter

import pytest

from enligne import Game, Position, engines
from enligne.engines import Analysis, Engine, Heuristic, Limit, Loss, Trace, Win, create, trace_tree
from enligne.engines.textbook import Tree
from enligne.engines.trace import ENDS
from enligne.errors import PlayerTextError
from enligne.move import FIRST, SECOND
from tests.naive import played_on, random_rules
from tests.traces import Judge, Switches

POSITIONS = 1200
MOST = 100_000
COMBINATIONS = [
    Switches(*each)
    for each in itertools.product(
        (True, False),
        (True, False),
        ("none", "shuffle", "threats"),
        (True, False),
        (True, False),
        ("zero", "report", "lines"),
        (True, False),
    )
]
COLUMNS = ("moves", "depths", "iterations", "kinds", "alphas", "betas", "values", "ends", "forced")


@functools.cache
def alphabeta(switches: Switches) -> Engine:
    def word(is_on: bool) -> str:
        return "on" if is_on else "off"

    return create(
        f"alphabeta:cut={word(switches.cut)},probe={word(switches.probe)},order={switches.order},"
        f"deepen={word(switches.deepen)},table_mb={int(switches.table)},"
        f"evaluation={switches.evaluation},depth=676"
    )


def random_position(source: random.Random) -> Position:
    """A position of any rules in which the game goes on, more often late than early."""
    position = Position(random_rules(source))
    return played_on(position, round(position.rules.cell_count * source.random() ** 0.5), source)


def suitable_depth(position: Position, nodes: int) -> int:
    """How deep a search without cuts gets with this many nodes."""
    moves, depth, total = len(position.legal_moves), 0, 1
    while depth < 6 and total * max(1, moves) <= nodes:
        total *= max(1, moves)
        depth += 1
        moves -= not position.rules.gravity
    return max(1, depth)


def trace_of(analysis: Analysis) -> Trace:
    assert analysis.trace is not None
    return analysis.trace


def without_time(analysis: Analysis) -> tuple[object, ...]:
    return (
        *(analysis.score, analysis.pv, analysis.depth, analysis.selective_depth),
        *(analysis.nodes, analysis.table_hits, analysis.moves),
    )


@pytest.mark.parametrize("part", range(4))
def test_a_trace_agrees_with_its_search(part: int) -> None:
    """1,200 random positions, each with a combination of switches, and every combination with
    several positions; the traced search gives what the untraced one does."""
    source = random.Random(part)
    seen: Counter[str] = Counter()
    for number in range(part, POSITIONS, 4):
        switches = COMBINATIONS[number % len(COMBINATIONS)]
        position = random_position(source)
        limit = Limit(depth=suitable_depth(position, 80 if switches.cut else 50))
        engine = alphabeta(switches)
        plain = engine.analyse(position, limit, all_moves=switches.all_moves)
        traced = engine.analyse(position, limit, all_moves=switches.all_moves, trace=MOST)
        assert without_time(plain) == without_time(traced)
        assert plain.trace is None
        judge = Judge(trace_of(traced), position, switches)
        judge.judge(traced)
        assert not judge.trace.left_out
        seen += judge.seen
    missing = (set(ENDS) | {"full", "probe", "again"}) - set(seen) - {"leaf", "stopped"}
    assert not missing


def test_deeper_searches_agree_too() -> None:
    """Fewer of them, in games in which threats and the table matter."""
    for number, switches in enumerate(COMBINATIONS[::7]):
        rules, moves = [
            ("connect4", "4444323"),
            ("tictactoe", "b2"),
            ("5x4:3+gravity+exact", "3"),
            ("4x4:3", "b2 c3"),
        ][number % 4]
        position = Game(rules, moves).position
        limit = Limit(depth=4 if switches.cut else 3)
        traced = alphabeta(switches).analyse(
            position, limit, all_moves=switches.all_moves, trace=MOST
        )
        Judge(trace_of(traced), position, switches).judge(traced)


def test_the_judge_complains_of_what_is_wrong() -> None:
    """One number of a trace changed anywhere."""
    source = random.Random(9)
    switches = Switches(cut=True, probe=True, order="threats", deepen=True, table=True)
    position = Game("connect4", "4444323").position
    found = alphabeta(switches).analyse(position, Limit(depth=4), trace=MOST)
    for name in ("moves", "depths", "kinds", "alphas", "betas", "values", "ends", "unvisited"):
        for _ in range(15):
            trace = pickle.loads(pickle.dumps(trace_of(found)))
            row = source.choice([row for row in range(len(trace)) if trace.parents[row] >= 0])
            getattr(trace, name)[row] += 1
            with pytest.raises((AssertionError, IndexError, KeyError)):
                Judge(trace, position, switches).judge(found)


@pytest.mark.parametrize("evaluation", ["zero", "report", "lines"])
def test_a_trace_of_minimax(evaluation: str) -> None:
    source = random.Random(evaluation)
    engine = create(f"minimax:depth=676,evaluation={evaluation}")
    switches = Switches(evaluation=evaluation)
    for _ in range(40):
        position = random_position(source)
        limit = Limit(depth=suitable_depth(position, 60))
        plain = engine.analyse(position, limit)
        traced = engine.analyse(position, limit, trace=MOST)
        assert without_time(plain) == without_time(traced)
        judge = Judge(trace_of(traced), position, switches)
        judge.seen["minimax"] = 1  # which says the depth it was asked for
        judge.judge(traced)
        assert traced.moves == {}
        assert engine.analyse(position, limit, all_moves=True, trace=1).moves


@pytest.mark.parametrize(
    "text", ["alphabeta", "alphabeta:order=none,table_mb=0", "minimax:depth=9"]
)
def test_what_is_left_out_is_counted(text: str) -> None:
    """The first nodes are kept, all roots, and the tree is whole as far as it goes."""
    position = Game("connect4", "443").position
    engine, limit = create(text), Limit(depth=4)
    whole = trace_of(engine.analyse(position, limit, trace=MOST))
    for most in (1, 2, 10, 57, 100):
        found = engine.analyse(position, limit, trace=most)
        trace = trace_of(found)
        kept: list[int] = []
        for row in range(len(whole)):
            if whole.parents[row] < 0 or len(kept) - sum(map(whole.roots.count, kept)) < most:
                kept.append(row)
        assert len(trace) == len(kept) == most + len(trace.roots)
        assert trace.left_out == found.nodes - most
        place = {row: number for number, row in enumerate(kept)} | {-1: -1}
        assert list(trace.parents) == [place[whole.parents[row]] for row in kept]
        for name in COLUMNS:
            columns = getattr(trace, name), getattr(whole, name)
            assert list(columns[0]) == [columns[1][row] for row in kept]
        for number, row in enumerate(kept):
            assert trace[number].unvisited == whole[row].unvisited
        below = Counter[int]()
        for row in set(range(len(whole))) - set(kept):
            above = next(each for each in reversed(whole.line(row)) if each in place)
            below[place[above]] += 1
        assert trace.left_out_below == below


@pytest.mark.parametrize("text", ["alphabeta", "alphabeta:probe=off", "minimax:depth=6"])
def test_a_search_that_was_stopped_says_where(text: str) -> None:
    position = Game("connect4", "43").position
    engine = create(text)
    for nodes in (1, 2, 3, 7, 50, 333, 1000):
        found = engine.analyse(position, Limit(nodes=nodes, depth=6), trace=MOST)
        plain = engine.analyse(position, Limit(nodes=nodes, depth=6))
        assert without_time(found) == without_time(plain)
        trace = trace_of(found)
        assert len(trace) - len(trace.roots) == found.nodes == nodes
        stopped = [row for row, end in enumerate(trace.ends) if ENDS[end] == "stopped"]
        # Those on the way from the root to the last node, and no others.
        assert stopped == [row for row in trace.line(len(trace) - 1) if row in stopped]
        assert stopped[0] == trace.roots[-1]
        assert all(trace[row].value is None for row in stopped)
        is_minimax = text.startswith("minimax")
        switches = Switches(
            cut=not is_minimax,
            probe="probe=off" not in text,
            order="none" if is_minimax else "threats",
            deepen=not is_minimax,
            table=not is_minimax,
        )
        judge = Judge(trace, position, switches)
        judge.seen["minimax"] = is_minimax
        judge.judge(found)


def test_scores_of_a_trace() -> None:
    """Wins and losses are counted from the node, draws are those that are certain."""
    position = Game("connect4", "121212").position
    trace = trace_of(create("alphabeta:depth=1,order=none").analyse(position, trace=100))
    ends = {node.move: node for node in trace if node.end == "win"}
    assert [str(move) for move in ends] == ["a4"]
    (node,) = ends.values()
    assert (node.value, node.ply, node.depth) == (Loss(0), 1, 0)
    assert trace[0].value == Win(1)
    assert trace.position_at(node.row).outcome() is not None
    late = Position("tictactoe", "xox/xo1/o1x")
    for node in trace_of(create("minimax:depth=9").analyse(late, trace=1000)):
        assert node.value.is_exact
    shallow = trace_of(create("minimax:depth=1").analyse(Position("tictactoe"), trace=100))
    assert {type(node.value) for node in shallow} == {Heuristic}


def test_who_has_no_trace_says_so() -> None:
    position = Position("tictactoe")
    for name in engines.ENGINES:
        engine = create(name)
        if engine.has_trace:
            assert engine.analyse(position, Limit(depth=1), trace=5).trace
            continue
        with pytest.raises(PlayerTextError, match=f"{name} has no trace; minimax and alphabeta"):
            engine.analyse(position, trace=5)
    with pytest.raises(PlayerTextError, match="a trace is of one thread: say threads=1"):
        create("alphabeta:threads=2,depth=2").analyse(position, trace=5)
    for most in (0, -1, 10**9, True, 2.5):
        with pytest.raises(ValueError, match="a trace keeps 1 to"):
            create("alphabeta:depth=1").analyse(position, trace=most)  # type: ignore[arg-type]


def test_a_trace_as_data() -> None:
    found = create("alphabeta:depth=5").analyse(Game("connect4", "4444").position, trace=150)
    trace = trace_of(found)
    data = json.loads(json.dumps(trace.to_json(most_listed=3)))
    columns = data["columns"]
    assert {len(column) for column in columns.values()} == {len(trace)}
    for row, node in enumerate(trace):
        assert columns["parent"][row] == (-1 if node.parent is None else node.parent)
        if node.move is not None:
            assert data["moves"][columns["move"][row]] == str(node.move)
        assert data["ends"][columns["end"][row]] == node.end
        assert columns["cut"][row] == len(node.unvisited)
        listed = [data["moves"][move] for move in data["cut_moves"].get(str(row), [])]
        assert listed == [str(move) for move in node.unvisited[:3]]
        kind, number, rank = data["scores"][columns["value"][row]]
        assert rank == trace.values[row]
        assert (
            str(node.value)
            == {
                "win": f"win in {number}",
                "loss": f"loss in {number}",
                "heuristic": f"{number:+d}",
            }[kind]
        )
        if node.alpha is None:
            assert data["scores"][columns["alpha"][row]][:2] == ["infinity", -1]
    assert data["left_out"] == found.nodes - 150 == sum(columns["left_out"])
    again = pickle.loads(pickle.dumps(trace))
    assert again.to_json() == trace.to_json()


# The textbook's tree.


def naive_value(tree: Tree, is_first: bool) -> int:
    if isinstance(tree, int):
        return tree
    values = [naive_value(child, not is_first) for child in tree]
    return max(values) if is_first else min(values)


def leaf_count(tree: Tree) -> int:
    return 1 if isinstance(tree, int) else sum(map(leaf_count, tree))


def random_tree(source: random.Random, levels: int) -> Tree:
    if levels == 0 or source.random() < 0.1:
        return source.randint(-20, 20)
    return [random_tree(source, levels - 1) for _ in range(source.randint(1, 4))]


def test_the_tree_of_the_textbook() -> None:
    found = trace_tree([[3, 12, 8], [2, 4, 6], [14, 5, 2]])
    assert (found.value, found.path, found.nodes) == (3, (0, 0), 10)
    cut = [node for node in found.trace if node.is_cut]
    # The second child is worth no more than 2 when the first is worth 3: 4 and 6 do not matter.
    assert [(found.trace.path(node.row), node.end, node.unvisited) for node in cut] == [
        ([1], "alpha", (1, 2))
    ]
    assert cut[0].beta == Heuristic(-3)
    assert trace_tree([[3, 12, 8], [2, 4, 6], [14, 5, 2]], cuts=False).nodes == 12
    assert trace_tree([[3, 12, 8], [2, 4, 6], [2, 5, 14]]).nodes == 8


def test_trees_have_their_minimax_value_whatever_the_switches() -> None:
    source = random.Random(4)
    fewest: Counter[str] = Counter()
    for _ in range(80):
        tree = random_tree(source, 4)
        if isinstance(tree, int):
            continue
        for side, cuts, probes, order in itertools.product(
            (FIRST, SECOND), (True, False), (True, False), ("none", "shuffle", "best")
        ):
            found = trace_tree(tree, cuts=cuts, probes=probes, order=order, side=side, seed=3)
            expected = naive_value(tree, side is FIRST)
            assert found.value == (expected if side is FIRST else -expected)
            trace = found.trace
            leaves = [node for node in trace if node.end == "leaf"]
            if not cuts:
                assert len(leaves) == leaf_count(tree)
            elif not probes:
                fewest[order] += len(leaves)
            for node in leaves:
                leaf: Tree = tree
                for child in trace.path(node.row):
                    assert isinstance(leaf, list)
                    assert isinstance(child, int)
                    leaf = leaf[child]
                is_first = (side is FIRST) == (node.ply % 2 == 0)
                assert isinstance(leaf, int)
                assert node.value == Heuristic(leaf if is_first else -leaf)
    assert fewest["best"] < fewest["none"]


@pytest.mark.parametrize(
    ("tree", "complaint"),
    [
        (5, "a tree is a list"),
        ("ab", "a tree is a list"),
        ([], "the root is an empty list"),
        ([[1], []], "child 2 is an empty list"),
        ([[1], [2, "x"]], r"child 2\.2 is 'x', not a list or a whole number"),
        ([1.5], "child 1 is 1.5"),
        ([True], "child 1 is True"),
        ([None], "child 1 is None"),
        ([10**9], "leaves are at most"),
        ([0] * 700, "more than 676 children"),
        (eval("[" * 150 + "1" + "]" * 150), "more than 100 levels"),
    ],
)
def test_what_is_no_tree(tree: Tree, complaint: str) -> None:
    with pytest.raises(ValueError, match=complaint):
        trace_tree(tree)
    with pytest.raises(ValueError, match="is not an order"):
        trace_tree([1], order="worst")
