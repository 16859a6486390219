"""Whether an engine keeps to the Gomocup protocol, point by point."""

from __future__ import annotations

import time
from dataclasses import dataclass
from enum import StrEnum
from functools import partial
from typing import TYPE_CHECKING

from enligne.errors import PlayerFailedError
from enligne.gomocup import compliance_commands as commands
from enligne.gomocup.compliance_conversation import (
    Conversation,
    Failure,
    MemoryPeak,
    NotChecked,
    Terms,
    Unsupported,
)
from enligne.rules import shortened

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

# Three and two of its own with a gap between: six in a row when it is filled.
_SPLIT_FIVE = [(3, 7), (4, 7), (5, 7), (7, 7), (8, 7)]
_GAP = (6, 7)
# A four that is open at one end, and the stone at the other.
_FOUR = [(3, 11), (4, 11), (5, 11), (6, 11)]
_STOPPER = (2, 11)
_LAST_OF_FIVE = (7, 11)


class ComplianceVerdict(StrEnum):
    """What came of a point."""

    OK = "ok"
    FAILED = "FAILED"
    UNSUPPORTED = "unsupported"
    NOT_CHECKED = "not checked"


@dataclass(frozen=True, slots=True)
class Point:
    """One thing asked of an engine; ``check`` may return a remark, or raises what it found."""

    name: str
    about: str
    check: Callable[[Conversation], str | None]
    is_optional: bool = False


@dataclass(frozen=True, slots=True)
class Finding:
    """What came of one point, why, and what was said: ``>`` to the engine, ``<`` by it."""

    point: Point
    verdict: ComplianceVerdict
    remark: str
    said: tuple[str, ...]
    seconds: float

    @property
    def is_fatal(self) -> bool:
        """Whether the engine fails what it must do."""
        return self.verdict is ComplianceVerdict.FAILED and not self.point.is_optional


# About moves: their time, the memory, and the rules.


def turn_time(engine: Conversation) -> str:
    engine.start()
    for _ in range(4):
        engine.turn()
    limit = engine.terms.seconds
    if engine.longest > limit + engine.terms.tolerance:
        raise Failure(f"a move took {engine.longest:.3f} s of {limit:.3f} s")
    return f"longest {engine.longest:.3f} s of {limit:.3f} s"


def no_time(engine: Conversation) -> str:
    engine.start(seconds=0.0)
    for _ in range(3):
        engine.turn(seconds=0.0)
    if engine.longest > 0.5 + engine.terms.tolerance:
        raise Failure(f"with timeout_turn 0 a move took {engine.longest:.3f} s")
    return f"longest {engine.longest:.3f} s"


def game_time(engine: Conversation) -> str:
    limit = 8 * engine.terms.seconds
    engine.start(seconds=limit / 2)
    engine.program.send(f"INFO timeout_match {round(1000 * limit)}")
    while len(engine.game.moves) < 60 and engine.play_against():
        left = round(1000 * (limit - engine.total))
        cell = engine.text(engine.game.peek())
        engine.move(f"INFO time_left {left}", f"TURN {cell}", seconds=limit)
        if engine.total > limit + engine.terms.tolerance:
            raise Failure(
                f"{len(engine.game.moves)} plies took {engine.total:.3f} s of {limit:.3f} s"
            )
    return f"{engine.total:.3f} s of {limit:.3f} s for {len(engine.game.moves)} plies"


def memory(engine: Conversation, limit_mb: int = 350) -> str:
    with MemoryPeak(engine.program) as peak:
        engine.program.send(f"INFO max_memory {limit_mb << 20}")
        engine.start()
        engine.program.send(f"INFO max_memory {limit_mb << 20}")
        engine.board(own=[(7, 7), (8, 8)], other=[(7, 8), (8, 7)])
        engine.turn()
        time.sleep(0.05)
    if peak.resident_mb > limit_mb:
        raise Failure(f"it held {peak.resident_mb:.0f} MB of {limit_mb} MB")
    return f"at most {peak.resident_mb:.0f} MB of {limit_mb} MB"


small_memory = partial(memory, limit_mb=80)


def takes_five(engine: Conversation) -> None:
    engine.start()
    four = [(3, 7), (4, 7), (5, 7), (6, 7)]
    engine.board(own=four, other=[(3, 3), (5, 3), (9, 10), (11, 5)])
    _expect(engine, [(2, 7), (7, 7)], "does not take the five")


def blocks_four(engine: Conversation) -> None:
    engine.start()
    own = [_STOPPER, (10, 2), (12, 12), (5, 5)]
    engine.board(own=own, other=_FOUR)
    _expect(engine, [_LAST_OF_FIVE], "does not stop the four")
    # And where it is lost anyway: an open three beside it.
    engine.start()
    own += [(1, 1), (13, 7), (0, 13)]
    engine.board(own=own, other=[*_FOUR, (8, 3), (9, 3), (10, 3)])
    _expect(engine, [_LAST_OF_FIVE], "does not stop the four where it is lost anyway")


def six_wins(engine: Conversation) -> None:
    engine.start()
    engine.board(own=[*_SPLIT_FIVE, _STOPPER], other=[*_FOUR, (12, 2), (1, 5)])
    _expect(engine, [_GAP], "by rule 0 a six wins, and is not played")


def exact_five(engine: Conversation) -> str:
    engine.start(exact=True)
    try:
        engine.board(own=[*_SPLIT_FIVE, _STOPPER], other=[*_FOUR, (12, 2), (1, 5)])
    except Failure as failure:
        if engine.said[-1].startswith("< ERROR"):
            return f"does not play rule 1: {engine.said[-1][2:]}"
        raise failure from None
    _expect(engine, [_LAST_OF_FIVE], "by rule 1 a six does not win, and the four is to be stopped")
    return ""


def other_rules(engine: Conversation) -> str:
    engine.start()
    engine.program.send("INFO rule 4")
    try:
        answer = engine.ask("BEGIN", seconds=engine.patience)
    except PlayerFailedError as error:
        raise Failure(f"by renju rules: {error}") from None
    if answer.startswith("ERROR"):
        return f"does not play renju: {answer}"
    engine.legal(answer)
    return "plays renju"


def _expect(engine: Conversation, cells: Iterable[tuple[int, int]], complaint: str) -> None:
    played = engine.text(engine.game.peek())
    wanted = [f"{x},{y}" for x, y in cells]
    if played not in wanted:
        raise Failure(f"{complaint}: {played} instead of {' or '.join(wanted)}")


POINTS = (
    Point("about", "ABOUT is answered with a line", commands.about),
    Point("about-format", "in the form of keywords", commands.about_format, is_optional=True),
    Point("start", "START 15 and START 20", commands.start),
    Point("start-sizes", "other sizes: OK or ERROR", commands.start_sizes),
    Point("rectstart", "a game on 20 x 12", commands.rectstart, is_optional=True),
    Point("begin", "BEGIN: a legal move", commands.begin),
    Point("turn", "TURN: legal moves", commands.turn),
    Point("board-first", "BOARD as the first side", commands.board_first),
    Point("board-second", "BOARD as the second side", commands.board_second),
    Point("board-order", "stones of BOARD in any order", commands.board_order),
    Point("restart", "RESTART: a new game", commands.restart, is_optional=True),
    Point("takeback", "TAKEBACK frees the cells", commands.takeback, is_optional=True),
    Point("info", "every INFO is taken silently", commands.info),
    Point("unknown", "an unknown command: UNKNOWN", commands.unknown),
    Point("junk", "junk is answered, and it goes on", commands.junk),
    Point("bad-arguments", "wrong arguments: ERROR", commands.bad_arguments, is_optional=True),
    Point("line-ends", "lines may end with CR LF", commands.line_ends),
    Point("at-once", "commands right after its move", commands.at_once),
    Point("turn-time", "timeout_turn is kept", turn_time),
    Point("no-time", "timeout_turn 0: at once", no_time, is_optional=True),
    Point("match-time", "timeout_match and time_left are kept", game_time),
    Point("memory", "max_memory of 350 MB is kept", memory),
    Point("small-memory", "max_memory of 80 MB", small_memory, is_optional=True),
    Point("takes-five", "wins where it can", takes_five),
    Point("blocks-four", "stops a four, even if lost anyway", blocks_four),
    Point("six-wins", "rule 0: six in a row win", six_wins),
    Point("exact-five", "rule 1: six in a row do not win", exact_five),
    Point("other-rules", "other rules: a move or ERROR", other_rules, is_optional=True),
    Point("swap2", "SWAP2BOARD with 0, 3 and 5 stones", commands.swap2, is_optional=True),
    Point("end", "END ends it", commands.end),
    Point("end-early", "END while it thinks", commands.end_while_thinking, is_optional=True),
    Point("closed-input", "so does the end of its input", commands.closed_input),
)


def points_named(names: Sequence[str]) -> list[Point]:
    """The points with these names, in their own order; all of them where none is named.

    Raises:
        ValueError: there is no such point.
    """
    known = [point.name for point in POINTS]
    for name in names:
        if name not in known:
            raise ValueError(f"{shortened(name)} is not a point; there are {', '.join(known)}")
    return [point for point in POINTS if not names or point.name in names]


def examine(words: Sequence[str], points: Sequence[Point], terms: Terms) -> Iterator[Finding]:
    """Checks an engine, started anew for each point, and yields what came of each."""
    for point in points:
        yield _examine(words, point, terms)


def _examine(words: Sequence[str], point: Point, terms: Terms) -> Finding:
    begin = time.monotonic()
    said: list[str] = []
    try:
        engine = Conversation(words, terms)
        said = engine.said
        try:
            remark, verdict = point.check(engine) or "", ComplianceVerdict.OK
        finally:
            engine.program.close()
    except (Failure, PlayerFailedError) as failure:
        remark, verdict = str(failure), ComplianceVerdict.FAILED
    except Unsupported as answer:
        remark, verdict = f"it answered {answer}", ComplianceVerdict.UNSUPPORTED
    except NotChecked as reason:
        remark, verdict = str(reason), ComplianceVerdict.NOT_CHECKED
    return Finding(point, verdict, remark, tuple(said), time.monotonic() - begin)
