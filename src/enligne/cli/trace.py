"""``enligne trace``: every node of a real search, as text, JSON or a picture."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

from enligne.cli.commands import (
    add_command,
    add_picture_options,
    add_position_arguments,
    engine_text,
    positive_int,
    write_output,
)

if TYPE_CHECKING:
    import argparse

    from enligne.cli.commands import Commands
    from enligne.engines.trace import Trace

_MOST = 400
_MOST_JSON = 20_000
#: What is kept to choose from: all of a search that anyone wants to look at.
_KEPT = 500_000


def add_to(commands: Commands) -> None:
    parser = add_command(
        commands,
        "trace",
        run,
        summary="every node of a real search, as text or as a picture",
        details="Searches the position after the moves with minimax or alphabeta and prints the\n"
        "tree: each move with its window on entry, the value returned, why the node ended\n"
        "and the moves that were cut. Windows and values are those of the side to move at\n"
        "the root, wins counted in plies from there. A search that deepens has a tree for\n"
        "each depth; shown is the last that was finished and is small enough to be kept whole.\n"
        "With --tree the same search runs on a textbook's tree: lists of lists, with what\n"
        "each leaf is worth to the first side.",
        examples='  enligne trace tictactoe "b2 a1 c1 a3" --engine alphabeta:depth=2,order=none\n'
        "  enligne trace connect4 4444 --engine alphabeta:depth=4 --plies 2\n"
        "  enligne trace connect4 444433 --engine alphabeta:depth=4 --svg tree.svg\n"
        "  enligne trace connect4 --engine minimax:depth=5 --most 20000 --json tree.json\n"
        '  enligne trace --tree "[[3, 12, 8], [2, 4, 6], [14, 5, 2]]"',
    )
    add = parser.add_argument
    add_position_arguments(parser, is_optional=True)
    add(
        "--engine",
        metavar="TEXT",
        help="minimax or alphabeta with options; default: alphabeta:depth=3,"
        " of a tree alphabeta:order=none,probe=off",
    )
    add("--tree", metavar="LISTS", help="a textbook's tree instead of a position; - is stdin")
    add(
        "--most",
        metavar="N",
        type=positive_int,
        help=f"nodes to show, whole plies first; the others are counted; default: {_MOST},"
        f" in JSON {_MOST_JSON}",
    )
    add("--plies", metavar="N", type=positive_int, help="show only N plies below the root")
    add("--depth", metavar="N", type=positive_int, help="show the tree of this depth, not the last")
    add("--json", metavar="FILE", help="write the trace, all depths, as JSON; - is stdout")
    add_picture_options(parser)


def run(options: argparse.Namespace) -> int:
    if options.json is not None and options.svg is not None:
        raise ValueError("either --json FILE or --svg FILE, not both")
    most = options.most or (_MOST if options.json is None else _MOST_JSON)
    kept = max(most, _KEPT) if options.json is None else most
    if options.tree is not None:
        trace, head, facts, verdict = _tree(options, kept)
    else:
        trace, head, facts, verdict = _search(options, kept)
    if options.json is not None:
        import json

        write_output(options.json, json.dumps(facts | trace.to_json(), separators=(",", ":")))
        return 0
    root = _root(trace, options.depth)
    if options.svg is not None:
        from enligne.engines import trace_svg

        picture = trace_svg.draw(
            trace,
            title=head,
            root=root,
            most=most,
            plies=options.plies,
            theme=options.theme,
        )
        write_output(options.svg, picture)
        return 0
    from enligne.engines import trace_text

    part = trace_text.excerpt(trace, root, most=most, plies=options.plies)
    print(head)
    print(_summary(trace, root, facts, verdict))
    print()
    for line in trace_text.lines(trace, part):
        print(line)
    return 0


def _search(options: argparse.Namespace, kept: int) -> tuple[Trace, str, dict[str, Any], str]:
    from enligne import engines
    from enligne.game import Game
    from enligne.notation import format_moves
    from enligne.rules import Rules

    if options.rules is None:
        raise ValueError("what to search? Give RULES, or --tree LISTS")
    engine = engines.create(engine_text(options.engine) or "alphabeta:depth=3")
    game = Game.from_texts(Rules.of(options.rules), options.text)
    found = engine.analyse(game.position, trace=kept)
    assert found.trace is not None
    after = f" after {format_moves(game.moves, game.rules)}" if game.moves else ""
    facts = {
        "rules": game.rules.text,
        "position": game.position.text,
        "engine": engine.text,
        "side": str(game.side),
        "score": found.score.data,
        "pv": [str(move) for move in found.pv],
        "depth": found.depth,
        "table_hits": found.table_hits,
    }
    return found.trace, f"{engine.text}, {game.rules}{after}", facts, str(found.score)


def _tree(options: argparse.Namespace, kept: int) -> tuple[Trace, str, dict[str, Any], str]:
    from enligne import engines

    if options.rules is not None:
        raise ValueError("either RULES or --tree LISTS, not both")
    engine = engines.create(engine_text(options.engine) or "alphabeta:order=none,probe=off")
    if not engine.has_trace:
        raise ValueError(f"{engine.name} has no trace; minimax and alphabeta have")
    values = engine.values
    order = str(values.get("order", "none"))
    found = engines.trace_tree(
        _lists(sys.stdin.read() if options.tree == "-" else options.tree),
        cuts=bool(values.get("cut", False)),
        probes=bool(values.get("probe", False)),
        order="best" if order == "threats" else order,
        seed=int(values.get("seed") or 0),
        most=kept,
    )
    facts = {
        "engine": engine.text,
        "side": "first",
        "score": engines.Heuristic(found.value).data,
        "pv": [str(child + 1) for child in found.path],
        "depth": found.trace.depths[0],
        "table_hits": 0,
    }
    return found.trace, f"{engine.text}, a textbook's tree", facts, str(found.value)


def _lists(text: str) -> Any:
    import json

    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        shown = text.strip() if len(text) <= 40 else f"{text[:37]}…"
        raise ValueError(f"--tree: {shown!r} is not lists such as [[3, 12], [2, 4]]") from None


def _root(trace: Trace, depth: int | None) -> int:
    if depth is None:
        return trace.best_root
    depths = {trace.depths[row]: row for row in trace.roots}
    if depth not in depths:
        raise ValueError(f"there is no tree of depth {depth}: there is {_listing(list(depths))}")
    return depths[depth]


def _listing(numbers: list[int]) -> str:
    return str(numbers[0]) if len(numbers) == 1 else f"{numbers[0]} to {numbers[-1]}"


def _summary(trace: Trace, root: int, facts: dict[str, Any], verdict: str) -> str:
    pv = " ".join(facts["pv"])
    depths = [trace.depths[row] for row in trace.roots]
    trees = f", depths {_listing(depths)}" if len(depths) > 1 else ""
    if root != trace.roots[-1]:
        trees += f", here {trace.depths[root]}"
    return f"{facts['side']} side to move: {verdict}, {pv}; {trace.nodes:,} nodes{trees}"
