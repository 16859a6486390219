"""``enligne gomocup`` and ``enligne compliance``: the Gomocup protocol, spoken and checked."""

from __future__ import annotations

import signal
import sys
from typing import TYPE_CHECKING

from enligne import _core
from enligne.cli.commands import add_command, positive_number

if TYPE_CHECKING:
    import argparse

    from enligne.cli.commands import Commands
    from enligne.gomocup.compliance import Finding

_WIDTH = 110
_INDENT = " " * 28


def add_to(commands: Commands) -> None:
    parser = add_command(
        commands,
        "gomocup",
        run_gomocup,
        summary="an engine for Piskvork and other Gomocup managers",
        details="Answers the commands of the Gomocup protocol, line by line, until END or the end\n"
        "of the input. It plays rule 0 (five or more win) and rule 1 (exactly five win) on any\n"
        f"size up to {_core.LARGEST_SIDE}, and keeps the time and memory it is given.\n"
        "'pbrain-enligne' is the same command under the name that managers look for.",
        examples="  enligne gomocup\n  enligne gomocup --engine alphabeta:threads=2",
    )
    parser.add_argument(
        "--engine",
        metavar="TEXT",
        help="an engine and its options (default: the best there is for the rules);"
        " 'enligne analyse gomoku --engine help' lists them",
    )
    parser = add_command(
        commands,
        "compliance",
        run_compliance,
        summary="check any Gomocup engine against the protocol",
        details="Starts an engine for each point of the protocol, asks it, and prints a line with\n"
        "ok or FAILED and what was said: START 15 -> OK. Points that engines may leave out are\n"
        "marked optional. COMMAND is one argument, such as './pbrain-x --fast'; without it,\n"
        "Enligne checks itself. The exit code is 1 when a point fails that is not optional.",
        examples="  enligne compliance --only about,start,begin\n"
        "  enligne compliance --only turn-time --seconds 0.2 --tolerance 1 --json",
    )
    parser.add_argument("command", metavar="COMMAND", nargs="?", help="the engine's command")
    parser.add_argument(
        "--seconds",
        metavar="S",
        type=positive_number,
        default=0.5,
        help="its time for a move (default: 0.5)",
    )
    parser.add_argument(
        "--tolerance",
        metavar="S",
        type=positive_number,
        default=0.1,
        help="how much later a reply may come (default: 0.1)",
    )
    parser.add_argument("--only", metavar="POINT,…", default="", help="only these points")
    parser.add_argument("--json", action="store_true", help="print all that was said as JSON")


def run_gomocup(options: argparse.Namespace) -> int:
    from enligne.gomocup.engine import GomocupEngine

    # There is nothing to save or to say after Ctrl-C.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    if not GomocupEngine(options.engine).run():
        raise BrokenPipeError
    return 0


def main() -> int:
    """The command ``pbrain-enligne``."""
    from enligne.cli import main as enligne

    return enligne(["gomocup", *sys.argv[1:]])


def run_compliance(options: argparse.Namespace) -> int:
    from enligne.gomocup.compliance import examine, points_named
    from enligne.gomocup.compliance_conversation import Terms
    from enligne.gomocup.program import parse_command

    if options.command is None:
        words = [sys.executable, "-m", "enligne", "gomocup"]
    else:
        words = parse_command(options.command)
    points = points_named([name for name in options.only.split(",") if name])
    findings = []
    for finding in examine(words, points, Terms(options.seconds, options.tolerance)):
        findings.append(finding)
        if not options.json:
            print("\n".join(_lines(finding)), flush=True)
    if options.json:
        import json

        print(json.dumps([_as_json(finding) for finding in findings], indent=2))
    else:
        _print_total(findings)
    return 1 if any(finding.is_fatal for finding in findings) else 0


def _lines(finding: Finding) -> list[str]:
    point = finding.point
    mark = " (optional)" if point.is_optional else ""
    row = f"{finding.verdict:<12} {point.name:<14} {point.about}{mark}"
    lines = [row]
    if finding.remark:
        lines.append(_INDENT + finding.remark)
    if finding.verdict == "FAILED":
        lines += [f"{_INDENT}  {line}" for line in finding.said]
    elif said := _summary(finding.said):
        room = _WIDTH - len(_INDENT)
        lines.append(_INDENT + (said if len(said) <= room else said[: room - 1] + "…"))
    return lines


def _summary(said: tuple[str, ...]) -> str:
    """What was asked, and answered, on one line; what has no answer is left out."""
    parts = []
    asked = block = ""
    for line in said:
        direction, text = line[0], line[2:]
        if direction == "<" and asked:
            parts.append(f"{asked} -> {text}")
            asked = ""
        elif direction == ">":
            if text.endswith("BOARD"):
                block = text
            asked = f"{block} … DONE" if text == "DONE" else text[:30]
    return "; ".join(parts)


def _print_total(findings: list[Finding]) -> None:
    failed = [finding.point.name for finding in findings if finding.verdict == "FAILED"]
    fatal = [finding.point.name for finding in findings if finding.is_fatal]
    passed = sum(finding.verdict == "ok" for finding in findings)
    print(f"\n{passed} of {len(findings)} points ok", end="")
    if failed:
        print(f"; failed: {', '.join(failed)}", end="")
    print("; it does not keep to the protocol" if fatal else "; it keeps to the protocol")


def _as_json(finding: Finding) -> dict[str, object]:
    return {
        "name": finding.point.name,
        "about": finding.point.about,
        "optional": finding.point.is_optional,
        "verdict": str(finding.verdict),
        "remark": finding.remark,
        "said": list(finding.said),
        "seconds": round(finding.seconds, 3),
    }
