"""``enligne analyse``: what an engine makes of a position, live while it deepens."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from enligne.cli.commands import (
    add_command,
    add_position_arguments,
    engine_text,
    positive_int,
    positive_number,
    print_json,
)
from enligne.game import Game
from enligne.rules import Rules

if TYPE_CHECKING:
    import argparse

    from enligne.cli.commands import Commands
    from enligne.engines import Analysis, Engine, Limit

_BY = {"book": " by the opening book", "solver": " by the solver"}
_SECONDS_FOR_PROOF = 1.0


def add_to(commands: Commands) -> None:
    parser = add_command(
        commands,
        "analyse",
        run,
        summary="what an engine makes of a position, live while it deepens",
        details="Analyses the position after the moves, played from the empty board or from a\n"
        "position text, and prints a line each time the engine has got deeper.\n"
        "Without any limit a searching engine takes a second; Ctrl-C ends it earlier.\n\n"
        "Scores are those of the side to move: a win or loss in so many plies, a draw, or an\n"
        "estimate such as +12. What is proven by book or solver is said first, whichever\n"
        "engine is chosen; its own estimates stand beside it.",
        examples="  enligne analyse connect4 4444\n"
        "  enligne analyse connect4 4444 --engine alphabeta:seconds=0.5\n"
        "  enligne analyse gomoku h8 i9 --engine alphabeta --depth 3\n"
        '  enligne analyse tictactoe "x2/1o1/3 x" --engine minimax:depth=7 --all\n'
        "  enligne analyse connect4 44 --engine alphabeta --depth 8 --json",
    )
    add_position_arguments(parser)
    parser.add_argument(
        "--engine",
        metavar="TEXT",
        help="an engine and its options (default: the rules' best); --engine help lists them",
    )
    parser.add_argument("--seconds", metavar="S", type=positive_number, help="time limit")
    parser.add_argument("--depth", metavar="N", type=positive_int, help="depth limit in plies")
    parser.add_argument("--nodes", metavar="N", type=positive_int, help="node limit")
    parser.add_argument("--all", action="store_true", help="the score of every legal move")
    parser.add_argument("--json", action="store_true", help="print the final analysis as JSON")


def run(options: argparse.Namespace) -> int:
    from enligne import engines

    if options.engine == "help":
        _list_engines()
        return 0
    rules = Rules.of(options.rules)
    engine = engines.create(engine_text(options.engine) or engines.best_for(rules))
    game = Game.from_texts(rules, options.text)
    limit = engines.Limit(seconds=options.seconds, nodes=options.nodes, depth=options.depth)
    proven = _proven(engine, game, options)
    if proven is not None and not options.json:
        print(f"proven{_BY.get(proven.source, '')}: {proven.move}, {proven.score}", flush=True)
    final = _follow(engine, game, limit, options)
    if options.json:
        truth = None if proven is None else _as_json(proven)
        print_json(_as_json(final) | {"engine": engine.text, "proven": truth})
        return 0
    print(f"\n{game}\n{engine.text} plays {final.move}: {final.score}{_why(engine, final, proven)}")
    known = {} if proven is None else proven.moves
    for move in known or final.moves:
        score = final.moves.get(move)
        if move in known:
            print(f"  {move!s:<4} {known[move]}" + (f" ({engine.name}: {score})" if score else ""))
        else:
            print(f"  {move!s:<4} {score}")
    return 0


def _proven(engine: Engine, game: Game, options: argparse.Namespace) -> Analysis | None:
    """What is proven, where the engine is not one that finds out by itself."""
    from enligne import engines
    from enligne.engines.oracle import Oracle
    from enligne.engines.solver import Solver

    if engine.name in (Oracle.name, Solver.name) or game.outcome() is not None:
        return None
    limit = engines.Limit(seconds=options.seconds or _SECONDS_FOR_PROOF)
    return Oracle(table_mb=16).proven(game.position, limit, all_moves=options.all)


def _follow(engine: Engine, game: Game, limit: Limit, options: argparse.Namespace) -> Analysis:
    final = None
    with suppress(KeyboardInterrupt):  # which ends the search, not the program
        for final in engine.analysis(game.position, limit, all_moves=options.all):
            if not options.json:
                print(_line(final), flush=True)
    if final is None:
        raise KeyboardInterrupt
    return final


def _line(analysis: Analysis) -> str:
    pv = " ".join(map(str, analysis.pv))
    return (
        f"depth {analysis.depth:>2}/{analysis.selective_depth:<2} {analysis.score!s:>12}"
        f" {analysis.nodes:>12,} nodes {analysis.table_hits:>10,} hits"
        f" {analysis.seconds:>8.3f} s  {pv}"
    )


def _why(engine: Engine, analysis: Analysis, proven: Analysis | None) -> str:
    if analysis.source in _BY:
        return f", proven{_BY[analysis.source]}"
    if analysis.score.is_exact:
        return ""
    return ", what it believes" if proven else ", an estimate" if engine.name == "oracle" else ""


def _as_json(analysis: Analysis) -> dict[str, object]:
    return {
        "score": analysis.score.data,
        "exact": analysis.score.is_exact,
        "source": analysis.source,
        "pv": [str(move) for move in analysis.pv],
        "depth": analysis.depth,
        "selective_depth": analysis.selective_depth,
        "nodes": analysis.nodes,
        "table_hits": analysis.table_hits,
        "seconds": round(analysis.seconds, 6),
        "moves": {str(move): score.data for move, score in analysis.moves.items()},
    }


def _list_engines() -> None:
    from enligne.engines import ENGINES

    for name, kind in ENGINES.items():
        print(f"{name:<12} {kind.about}")
        for option in kind.options:
            choices = f" ({'|'.join(option.choices)})" if option.choices else ""
            default = "" if option.default is None else f", default {option.format(option.default)}"
            print(f"    {option.name:<12} {option.about}{choices}{default}")
