"""What the protocol asks of an engine's moves: their time, its memory, and the rules."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from enligne.errors import PlayerFailedError
from enligne.gomocup.talk import Failure, Peak

if TYPE_CHECKING:
    from collections.abc import Iterable

    from enligne.gomocup.talk import Talk

_MEMORY_MB = 350
_SMALL_MEMORY_MB = 80
# Three and two of its own with a gap between: six in a row when it is filled.
_SPLIT_FIVE = [(3, 7), (4, 7), (5, 7), (7, 7), (8, 7)]
_GAP = (6, 7)
# A four that is open at one end, and the stone at the other.
_FOUR = [(3, 11), (4, 11), (5, 11), (6, 11)]
_STOPPER = (2, 11)
_LAST_OF_FIVE = (7, 11)


def turn_time(talk: Talk) -> str:
    talk.start()
    for _ in range(4):
        talk.turn()
    limit = talk.terms.seconds
    if talk.longest > limit + talk.terms.tolerance:
        raise Failure(f"a move took {talk.longest:.3f} s of {limit:.3f} s")
    return f"longest {talk.longest:.3f} s of {limit:.3f} s"


def no_time(talk: Talk) -> str:
    talk.start(seconds=0.0)
    for _ in range(3):
        talk.turn(seconds=0.0)
    if talk.longest > 0.5 + talk.terms.tolerance:
        raise Failure(f"with timeout_turn 0 a move took {talk.longest:.3f} s")
    return f"longest {talk.longest:.3f} s"


def game_time(talk: Talk) -> str:
    limit = 8 * talk.terms.seconds
    talk.start(seconds=limit / 2)
    talk.program.send(f"INFO timeout_match {round(1000 * limit)}")
    while len(talk.game.moves) < 60 and talk.play_against():
        left = round(1000 * (limit - talk.total))
        cell = talk.text(talk.game.peek())
        talk.move(f"INFO time_left {left}", f"TURN {cell}", seconds=limit)
        if talk.total > limit + talk.terms.tolerance:
            raise Failure(f"{len(talk.game.moves)} plies took {talk.total:.3f} s of {limit:.3f} s")
    return f"{talk.total:.3f} s of {limit:.3f} s for {len(talk.game.moves)} plies"


def memory(talk: Talk) -> str:
    return _memory(talk, _MEMORY_MB)


def small_memory(talk: Talk) -> str:
    return _memory(talk, _SMALL_MEMORY_MB)


def _memory(talk: Talk, limit_mb: int) -> str:
    with Peak(talk.program) as peak:
        talk.program.send(f"INFO max_memory {limit_mb << 20}")
        talk.start()
        talk.program.send(f"INFO max_memory {limit_mb << 20}")
        talk.board(own=[(7, 7), (8, 8)], other=[(7, 8), (8, 7)])
        talk.turn()
        time.sleep(0.05)
    if peak.resident_mb > limit_mb:
        raise Failure(f"it held {peak.resident_mb:.0f} MB of {limit_mb} MB")
    return f"at most {peak.resident_mb:.0f} MB of {limit_mb} MB"


def takes_five(talk: Talk) -> str:
    talk.start()
    four = [(3, 7), (4, 7), (5, 7), (6, 7)]
    talk.board(own=four, other=[(3, 3), (5, 3), (9, 10), (11, 5)])
    _expect(talk, [(2, 7), (7, 7)], "does not take the five")
    return ""


def blocks_four(talk: Talk) -> str:
    talk.start()
    own = [_STOPPER, (10, 2), (12, 12), (5, 5)]
    talk.board(own=own, other=_FOUR)
    _expect(talk, [_LAST_OF_FIVE], "does not stop the four")
    # And where it is lost anyway: an open three beside it.
    talk.start()
    own += [(1, 1), (13, 7), (0, 13)]
    talk.board(own=own, other=[*_FOUR, (8, 3), (9, 3), (10, 3)])
    _expect(talk, [_LAST_OF_FIVE], "does not stop the four where it is lost anyway")
    return ""


def six_wins(talk: Talk) -> str:
    talk.start()
    talk.board(own=[*_SPLIT_FIVE, _STOPPER], other=[*_FOUR, (12, 2), (1, 5)])
    _expect(talk, [_GAP], "by rule 0 a six wins, and is not played")
    return ""


def exact_five(talk: Talk) -> str:
    talk.start(exact=True)
    try:
        talk.board(own=[*_SPLIT_FIVE, _STOPPER], other=[*_FOUR, (12, 2), (1, 5)])
    except Failure as failure:
        if talk.said[-1].startswith("< ERROR"):
            return f"does not play rule 1: {talk.said[-1][2:]}"
        raise failure from None
    _expect(talk, [_LAST_OF_FIVE], "by rule 1 a six does not win, and the four is to be stopped")
    return ""


def other_rules(talk: Talk) -> str:
    talk.start()
    talk.program.send("INFO rule 4")
    try:
        answer = talk.ask("BEGIN", seconds=2 * talk.terms.seconds + talk.terms.tolerance + 5.0)
    except PlayerFailedError as error:
        raise Failure(f"by renju rules: {error}") from None
    if answer.startswith("ERROR"):
        return f"does not play renju: {answer}"
    talk.legal(answer)
    return "plays renju"


def _expect(talk: Talk, cells: Iterable[tuple[int, int]], complaint: str) -> None:
    played = talk.text(talk.game.peek())
    wanted = [f"{x},{y}" for x, y in cells]
    if played not in wanted:
        raise Failure(f"{complaint}: {played} instead of {' or '.join(wanted)}")
