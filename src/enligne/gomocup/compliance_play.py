"""The points of compliance about moves: their time, the memory, and the rules."""

from __future__ import annotations

import time
from functools import partial
from typing import TYPE_CHECKING

from enligne.errors import PlayerFailedError
from enligne.gomocup.compliance_conversation import Failure, MemoryPeak

if TYPE_CHECKING:
    from collections.abc import Iterable

    from enligne.gomocup.compliance_conversation import Conversation

# Three and two of its own with a gap between: six in a row when it is filled.
_SPLIT_FIVE = [(3, 7), (4, 7), (5, 7), (7, 7), (8, 7)]
_GAP = (6, 7)
# A four that is open at one end, and the stone at the other.
_FOUR = [(3, 11), (4, 11), (5, 11), (6, 11)]
_STOPPER = (2, 11)
_LAST_OF_FIVE = (7, 11)


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
