"""What the protocol asks of an engine, command by command."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from enligne.game import Game
from enligne.gomocup.talk import Failure, Unsupported
from enligne.rules import Rules, shortened

if TYPE_CHECKING:
    from enligne.gomocup.talk import Talk

_ABOUT = re.compile(r'\s*\w+\s*=\s*"[^"]*"(\s*,\s*\w+\s*=\s*"[^"]*")*\s*,?\s*')


def about(talk: Talk) -> str:
    return f"answered {shortened(talk.ask('ABOUT'))}"


def about_format(talk: Talk) -> str:
    text = talk.ask("ABOUT")
    if not _ABOUT.fullmatch(text) or not re.search(r"\bname\s*=", text):
        raise Failure(f'{shortened(text)} is not of the form name="…", version="…"')
    return ""


def start(talk: Talk) -> str:
    for size in (15, 20):
        talk.start(size)
    return ""


def start_sizes(talk: Talk) -> str:
    played = []
    for size in (5, 10, 19, 22, 100):
        answer = talk.ask(f"START {size}")
        if not _is_ok(answer) and not _is(answer, "ERROR"):
            raise Failure(f"START {size} was answered {shortened(answer)}, neither OK nor ERROR")
        if _is_ok(answer):
            played.append(str(size))
    talk.start(20)
    return f"plays {', '.join(played) or 'none of them'}"


def rectstart(talk: Talk) -> str:
    _supported(talk.ask("RECTSTART 20,12"))
    talk.program.send(f"INFO timeout_turn {round(1000 * talk.terms.seconds)}")
    talk.game = Game(Rules(20, 12, 5))
    talk.move("BEGIN")
    talk.turn()
    return ""


def begin(talk: Talk) -> str:
    talk.start()
    talk.move("BEGIN")
    return ""


def turn(talk: Talk) -> str:
    talk.start()
    for _ in range(3):
        talk.turn()
    return ""


def board_first(talk: Talk) -> str:
    talk.start()
    talk.board(own=[(7, 7), (8, 8)], other=[(7, 8), (8, 7)])
    talk.turn()
    return ""


def board_second(talk: Talk) -> str:
    talk.start()
    talk.board(own=[(7, 8)], other=[(7, 7), (9, 9)])
    talk.turn()
    return ""


def board_order(talk: Talk) -> str:
    talk.start()
    # One own stone after the other, then those of the other side: whoever takes them in turn for
    # one and the other side would not see the four.
    four = [(3, 7), (4, 7), (5, 7), (6, 7)]
    played = talk.text(talk.board(four, [(3, 3), (5, 3), (9, 10), (11, 5)], in_turn=False))
    if played not in ("2,7", "7,7"):
        raise Failure(f"with stones in any order it does not see its four: {played}")
    return ""


def restart(talk: Talk) -> str:
    talk.start()
    talk.move("BEGIN")
    _supported(talk.ask("RESTART"))
    talk.game = Game(talk.game.rules)
    talk.turn()
    return ""


def takeback(talk: Talk) -> str:
    talk.start()
    talk.move("BEGIN")
    talk.turn()
    for _ in range(2):
        cell = talk.text(talk.game.pop())
        _supported(talk.ask(f"TAKEBACK {cell}"))
    talk.turn()
    return ""


def info(talk: Talk) -> str:
    talk.start()
    talk.program.send(
        f"INFO timeout_turn {round(1000 * talk.terms.seconds)}",
        "INFO timeout_match 1000000",
        "INFO time_left 1000000",
        "INFO max_memory 367001600",
        "INFO game_type 1",
        "INFO rule 0",
        "INFO evaluate 3,4",
        "INFO folder .",
        "INFO a_key_of_the_future 1",
    )
    if heard := talk.heard_within(_quiet(talk)):
        raise Failure(f"INFO has no answer, but there came {shortened(heard[0])}")
    talk.move("BEGIN")
    return ""


def unknown(talk: Talk) -> str:
    answer = talk.ask("DANCE 1,2")
    if not _is(answer, "UNKNOWN"):
        raise Failure(f"it answered {shortened(answer)} instead of UNKNOWN")
    return ""


def junk(talk: Talk) -> str:
    talk.start()
    talk.program.send("", "   ", "7,7", "?!", "x" * 100_000)
    talk.program.send_bytes(bytes(range(128, 256)) + b"\0\1\2\n")
    heard = talk.heard_within(_quiet(talk))
    for line in heard:
        if not _is(line, "UNKNOWN", "ERROR"):
            raise Failure(f"junk was answered {shortened(line)}, neither UNKNOWN nor ERROR")
    if not heard:
        raise Failure("junk was not answered at all")
    talk.start()
    talk.move("BEGIN")
    return f"{len(heard)} answers to 4 lines of junk"


def bad_arguments(talk: Talk) -> str:
    for command in ("START x", "START -5"):
        _refused(talk, command)
    talk.start()
    cell = talk.text(talk.move("BEGIN"))
    for command in ("TURN", "TURN 99,99", "TURN seven", f"TURN {cell}"):
        _refused(talk, command)
    talk.turn()
    return ""


def line_ends(talk: Talk) -> str:
    talk.program.send_bytes(b"START 15\r\nINFO timeout_turn 200\r\n")
    if not _is_ok(talk.program.receive(5.0)):
        raise Failure("a line that ends with CR LF is not understood")
    talk.program.send_bytes(b"BEGIN\r\n")
    talk.game.push(talk.legal(talk.program.receive(5.0 + talk.terms.tolerance)))
    return ""


def at_once(talk: Talk) -> str:
    talk.program.pause = 0.0
    milliseconds = round(1000 * talk.terms.seconds)
    answer = talk.ask("START 15", f"INFO timeout_turn {milliseconds}", "INFO rule 0", "BEGIN")
    if not _is_ok(answer):
        raise Failure(f"START 15 was answered {shortened(answer)} instead of OK")
    talk.move()
    for number in range(5):
        talk.turn(f"INFO time_left {1_000_000 - number}")
        if talk.is_over:
            break
    return f"{len(talk.game.moves)} moves without a pause"


def swap2(talk: Talk) -> str:
    talk.start()
    answer = talk.ask("SWAP2BOARD", "DONE", seconds=_patience(talk))
    if _is(answer, "UNKNOWN", "ERROR"):
        raise Unsupported(shortened(answer))
    cells = answer.split()
    if len(cells) != 3:
        raise Failure(f"without stones it answered {shortened(answer)} instead of three cells")
    _lay(talk, cells)
    for stones, most in ((["7,7", "8,7", "9,9"], 2), (["7,7", "8,7", "9,9", "8,8", "8,6"], 1)):
        talk.start()
        _lay(talk, stones)
        answer = talk.ask("SWAP2BOARD", *stones, "DONE", seconds=_patience(talk))
        if _is(answer, "SWAP"):
            continue
        cells = answer.split()
        if not 1 <= len(cells) <= most:
            raise Failure(f"to {len(stones)} stones it answered {shortened(answer)}")
        _lay(talk, cells)
    return ""


def end(talk: Talk) -> str:
    talk.start()
    talk.move("BEGIN")
    talk.program.send("END")
    return _ends(talk)


def end_while_thinking(talk: Talk) -> str:
    talk.start(seconds=20.0)
    position = talk.board_lines(own=[(7, 7), (8, 8), (3, 9)], other=[(7, 8), (8, 7), (10, 4)])
    talk.program.send(*position)
    if talk.heard_within(_quiet(talk)):
        return "it moved before END"
    talk.program.send("END")
    return _ends(talk)


def closed_input(talk: Talk) -> str:
    talk.start()
    talk.move("BEGIN")
    talk.program.close_input()
    return _ends(talk)


def _ends(talk: Talk) -> str:
    if not talk.program.wait_for_end(1.0 + talk.terms.tolerance):
        raise Failure("it did not end within a second")
    return ""


def _lay(talk: Talk, cells: list[str]) -> None:
    for cell in cells:
        talk.game.push(talk.legal(cell))


def _supported(answer: str) -> None:
    if _is(answer, "UNKNOWN", "ERROR"):
        raise Unsupported(shortened(answer))
    if not _is_ok(answer):
        raise Failure(f"it answered {shortened(answer)}, neither OK nor UNKNOWN")


def _refused(talk: Talk, command: str) -> None:
    answer = talk.ask(command, seconds=_patience(talk))
    if not _is(answer, "ERROR", "UNKNOWN"):
        raise Failure(f"{command} was answered {shortened(answer)} instead of ERROR")


def _quiet(talk: Talk) -> float:
    """After which nothing more is expected to come."""
    return 0.3 + min(talk.terms.tolerance, 0.5)


def _patience(talk: Talk) -> float:
    return 2 * talk.terms.seconds + talk.terms.tolerance + 5.0


def _is_ok(answer: str) -> bool:
    return _is(answer, "OK")


def _is(answer: str, *words: str) -> bool:
    return answer.split()[0].upper() in words
