"""``enligne review``: what each move of a game was worth, and how accurately both sides played."""

from __future__ import annotations

import shutil
from textwrap import wrap
from typing import TYPE_CHECKING

from enligne.cli.commands import (
    add_command,
    complain_about,
    engine_text,
    positive_int,
    positive_number,
    print_json,
    read_records,
    title,
)
from enligne.move import FIRST, SECOND

if TYPE_CHECKING:
    import argparse

    from enligne.cli.commands import Commands
    from enligne.engines import Limit, Score
    from enligne.record import Record
    from enligne.review import JudgedMove, Review


def add_to(commands: Commands) -> None:
    parser = add_command(
        commands,
        "review",
        run,
        summary="judge a game move by move, with both sides' accuracy",
        details="Judges every move of the games in a file of records ('enligne match --out' and\n"
        "the page write such files): by the opening book or the exact solver where that is\n"
        "done in time, else by an engine that looks at the best move and at the one played.\n"
        "A line is printed as soon as a move is judged, with what it leads to for its side;\n"
        "~ marks estimates. Without any limit a move takes up to a second.\n\n"
        "  best     as good as any move\n"
        "  good     not the best, but the result stays the same\n"
        "  slow     wins much later, or loses much sooner, than it must\n"
        "  mistake  a win becomes a draw, or a draw a loss; or clearly worse by the estimate\n"
        "  blunder  a win becomes a loss; or nearly all is lost by the estimate\n"
        "  forced   there was no other move",
        examples="  enligne review games.txt\n"
        "  enligne review games.txt --game 2 --seconds 0.2\n"
        "  enligne review games.txt --out judged.sgf\n"
        "  enligne review games.txt --engine alphabeta:table_mb=4 --depth 6 --json",
    )
    parser.add_argument(
        "file", metavar="FILE", help="games in any format of 'enligne convert'; - is stdin"
    )
    parser.add_argument(
        "--game", metavar="N", type=positive_int, help="only the Nth game of the file"
    )
    parser.add_argument(
        "--engine", metavar="TEXT", help="for what cannot be solved; default: the rules' best"
    )
    parser.add_argument("--seconds", metavar="S", type=positive_number, help="time limit a move")
    parser.add_argument("--depth", metavar="N", type=positive_int, help="depth limit in plies")
    parser.add_argument("--nodes", metavar="N", type=positive_int, help="node limit of a search")
    parser.add_argument(
        "--out", metavar="FILE", help="write the games with scores, remarks and better moves"
    )
    parser.add_argument("--json", action="store_true", help="print the reviews as JSON")


def run(options: argparse.Namespace) -> int:
    from enligne import engines, formats
    from enligne.review import analyst, annotated, review

    options.engine = engine_text(options.engine)
    found = read_records(options.file, options.game)
    for each in found.records:
        analyst(options.engine, each.game.rules)  # says what is wrong before anything is printed
    if not found.records and not found.errors:
        raise ValueError(f"{options.file}: there is no game in it")
    limit = engines.Limit(seconds=options.seconds, nodes=options.nodes, depth=options.depth)
    reviews = []
    for index, each in enumerate(found.records):
        if options.json:
            reviews.append(review(each, engine=options.engine, limit=limit))
        else:
            print("\n" * (index > 0), end="")
            reviews.append(_print(each, options.engine, limit))
    both = list(zip(found.records, reviews, strict=True))
    if options.json:
        print_json([_as_json(*each) for each in both])
    if options.out is not None:
        formats.write(options.out, [annotated(*each) for each in both])
    return complain_about(found)


def _print(record: Record, engine: str | None, limit: Limit) -> Review:
    from enligne.review import review

    print(f"{title(record)}: {record.game.rules}")
    print(f"{'ply':>3}  {'side':<6}  {'move':<4}  {'kind':<7}  {'leads to':<11}  better")
    found = review(
        record,
        engine=engine,
        limit=limit,
        on_move=lambda judged: print(_line(judged), flush=True),
    )
    print(_summary(found))
    return found


def _line(judged: JudgedMove) -> str:
    better = ""
    if judged.score != judged.best_score:
        better = f"{' '.join(map(str, judged.best))} ({_score(judged.best_score)})"
    line = (
        f"{judged.position.ply + 1:>3}  {judged.side!s:<6}  {judged.move!s:<4}  {judged.kind:<7}"
        f"  {_score(judged.score):<11}  {better}"
    ).rstrip()
    if not judged.explanation:
        return line
    indent = " " * 21
    width = max(70, shutil.get_terminal_size().columns)
    told = wrap(judged.explanation, width, initial_indent=indent, subsequent_indent=indent)
    return "\n".join((line, *told))


def _score(score: Score) -> str:
    return str(score) if score.is_exact else f"~{score}"


def _summary(found: Review) -> str:
    accuracies = ((side, found.accuracy(side)) for side in (FIRST, SECOND))
    known = [f"{side} {accuracy:.1f} %" for side, accuracy in accuracies if accuracy is not None]
    proven = sum(each.is_proven for each in found.moves)
    return (
        f"accuracy: {', '.join(known) or 'no moves'}; {proven} of {len(found.moves)} moves proven"
    )


def _as_json(record: Record, found: Review) -> dict[str, object]:
    return {
        "first": record.first,
        "second": record.second,
        "rules": str(record.game.rules),
        "start": record.game.start.text if record.game.start.ply else None,
        "accuracy": {str(side): found.accuracy(side) for side in (FIRST, SECOND)},
        "moves": [
            {
                "ply": each.position.ply + 1,
                "side": str(each.side),
                "move": str(each.move),
                "kind": each.kind,
                "accuracy": round(each.accuracy, 1),
                "score": each.score.data,
                "best": [str(move) for move in each.best],
                "best_score": each.best_score.data,
                "proven": each.is_proven,
                "explanation": each.explanation,
                "line": [str(move) for move in each.line],
            }
            for each in found.moves
        ],
    }
