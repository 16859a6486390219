"""Whether an engine keeps to the Gomocup protocol, point by point."""

from __future__ import annotations

import time
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from enligne.errors import PlayerFailedError
from enligne.gomocup import compliance_commands as commands
from enligne.gomocup import compliance_play as play
from enligne.gomocup.compliance_conversation import (
    Conversation,
    Failure,
    NotChecked,
    Terms,
    Unsupported,
)
from enligne.rules import shortened

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence


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
    Point("turn-time", "timeout_turn is kept", play.turn_time),
    Point("no-time", "timeout_turn 0: at once", play.no_time, is_optional=True),
    Point("match-time", "timeout_match and time_left are kept", play.game_time),
    Point("memory", "max_memory of 350 MB is kept", play.memory),
    Point("small-memory", "max_memory of 80 MB", play.small_memory, is_optional=True),
    Point("takes-five", "wins where it can", play.takes_five),
    Point("blocks-four", "stops a four, even if lost anyway", play.blocks_four),
    Point("six-wins", "rule 0: six in a row win", play.six_wins),
    Point("exact-five", "rule 1: six in a row do not win", play.exact_five),
    Point("other-rules", "other rules: a move or ERROR", play.other_rules, is_optional=True),
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
    known = {point.name for point in POINTS}
    for name in names:
        if name not in known:
            listing = ", ".join(point.name for point in POINTS)
            raise ValueError(f"{shortened(name)} is not a point; there are {listing}")
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
