"""The points of compliance about commands: what each one has to be answered."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from enligne.game import Game
from enligne.gomocup.compliance_conversation import Failure, Unsupported
from enligne.rules import Rules, shortened

if TYPE_CHECKING:
    from enligne.gomocup.compliance_conversation import Conversation

_ABOUT = re.compile(r'\s*\w+\s*=\s*"[^"]*"(\s*,\s*\w+\s*=\s*"[^"]*")*\s*,?\s*')


def about(engine: Conversation) -> str:
    return f"answered {shortened(engine.ask('ABOUT'))}"


def about_format(engine: Conversation) -> None:
    text = engine.ask("ABOUT")
    if not _ABOUT.fullmatch(text) or not re.search(r"\bname\s*=", text):
        raise Failure(f'{shortened(text)} is not of the form name="…", version="…"')


def start(engine: Conversation) -> None:
    engine.start(15)
    engine.start(20)


def start_sizes(engine: Conversation) -> str:
    played = []
    for size in (5, 10, 19, 22, 100):
        answer = engine.ask(f"START {size}")
        if not _is_ok(answer) and not _is(answer, "ERROR"):
            raise Failure(f"START {size} was answered {shortened(answer)}, neither OK nor ERROR")
        if _is_ok(answer):
            played.append(str(size))
    engine.start(20)
    return f"plays {', '.join(played) or 'none of them'}"


def rectstart(engine: Conversation) -> None:
    _supported(engine.ask("RECTSTART 20,12"))
    engine.program.send(f"INFO timeout_turn {round(1000 * engine.terms.seconds)}")
    engine.game = Game(Rules(20, 12, 5))
    engine.move("BEGIN")
    engine.turn()


def begin(engine: Conversation) -> None:
    engine.start()
    engine.move("BEGIN")


def turn(engine: Conversation) -> None:
    engine.start()
    for _ in range(3):
        engine.turn()


def board_first(engine: Conversation) -> None:
    engine.start()
    engine.board(own=[(7, 7), (8, 8)], other=[(7, 8), (8, 7)])
    engine.turn()


def board_second(engine: Conversation) -> None:
    engine.start()
    engine.board(own=[(7, 8)], other=[(7, 7), (9, 9)])
    engine.turn()


def board_order(engine: Conversation) -> None:
    engine.start()
    # All own stones, then those of the other side: an engine that takes them as laid in turn does
    # not see the four.
    four = [(3, 7), (4, 7), (5, 7), (6, 7)]
    played = engine.text(engine.board(four, [(3, 3), (5, 3), (9, 10), (11, 5)], in_turn=False))
    if played not in ("2,7", "7,7"):
        raise Failure(f"with stones in any order it does not see its four: {played}")


def restart(engine: Conversation) -> None:
    engine.start()
    engine.move("BEGIN")
    _supported(engine.ask("RESTART"))
    engine.game = Game(engine.game.rules)
    engine.turn()


def takeback(engine: Conversation) -> None:
    engine.start()
    engine.move("BEGIN")
    engine.turn()
    for _ in range(2):
        cell = engine.text(engine.game.pop())
        _supported(engine.ask(f"TAKEBACK {cell}"))
    engine.turn()


def info(engine: Conversation) -> None:
    engine.start()
    engine.program.send(
        f"INFO timeout_turn {round(1000 * engine.terms.seconds)}",
        "INFO timeout_match 1000000",
        "INFO time_left 1000000",
        "INFO max_memory 367001600",
        "INFO game_type 1",
        "INFO rule 0",
        "INFO evaluate 3,4",
        "INFO folder .",
        "INFO a_key_of_the_future 1",
    )
    if heard := engine.heard_within(_quiet(engine)):
        raise Failure(f"INFO has no answer, but there came {shortened(heard[0])}")
    engine.move("BEGIN")


def unknown(engine: Conversation) -> None:
    answer = engine.ask("DANCE 1,2")
    if not _is(answer, "UNKNOWN"):
        raise Failure(f"it answered {shortened(answer)} instead of UNKNOWN")


def junk(engine: Conversation) -> str:
    engine.start()
    engine.program.send("", "   ", "7,7", "?!", "x" * 100_000)
    engine.program.send_bytes(bytes(range(128, 256)) + b"\0\1\2\n")
    heard = engine.heard_within(_quiet(engine))
    for line in heard:
        if not _is(line, "UNKNOWN", "ERROR"):
            raise Failure(f"junk was answered {shortened(line)}, neither UNKNOWN nor ERROR")
    if not heard:
        raise Failure("junk was not answered at all")
    engine.start()
    engine.move("BEGIN")
    return f"{len(heard)} answers to 4 lines of junk"


def bad_arguments(engine: Conversation) -> None:
    for command in ("START x", "START -5"):
        _refused(engine, command)
    engine.start()
    cell = engine.text(engine.move("BEGIN"))
    for command in ("TURN", "TURN 99,99", "TURN seven", f"TURN {cell}"):
        _refused(engine, command)
    engine.turn()


def line_ends(engine: Conversation) -> None:
    engine.program.send_bytes(b"START 15\r\nINFO timeout_turn 200\r\n")
    if not _is_ok(engine.program.receive(5.0)):
        raise Failure("a line that ends with CR LF is not understood")
    engine.program.send_bytes(b"BEGIN\r\n")
    engine.game.push(engine.legal(engine.program.receive(5.0 + engine.terms.tolerance)))


def at_once(engine: Conversation) -> str:
    engine.program.pause = 0.0
    milliseconds = round(1000 * engine.terms.seconds)
    answer = engine.ask("START 15", f"INFO timeout_turn {milliseconds}", "INFO rule 0", "BEGIN")
    if not _is_ok(answer):
        raise Failure(f"START 15 was answered {shortened(answer)} instead of OK")
    engine.move()
    for number in range(5):
        engine.turn(f"INFO time_left {1_000_000 - number}")
        if engine.is_over:
            break
    return f"{len(engine.game.moves)} moves without a pause"


def swap2(engine: Conversation) -> None:
    engine.start()
    answer = engine.ask("SWAP2BOARD", "DONE", seconds=engine.patience)
    if _is(answer, "UNKNOWN", "ERROR"):
        raise Unsupported(shortened(answer))
    cells = answer.split()
    if len(cells) != 3:
        raise Failure(f"without stones it answered {shortened(answer)} instead of three cells")
    _lay(engine, cells)
    for stones, most in ((["7,7", "8,7", "9,9"], 2), (["7,7", "8,7", "9,9", "8,8", "8,6"], 1)):
        engine.start()
        _lay(engine, stones)
        answer = engine.ask("SWAP2BOARD", *stones, "DONE", seconds=engine.patience)
        if _is(answer, "SWAP"):
            continue
        cells = answer.split()
        if not 1 <= len(cells) <= most:
            raise Failure(f"to {len(stones)} stones it answered {shortened(answer)}")
        _lay(engine, cells)


def end(engine: Conversation) -> None:
    engine.start()
    engine.move("BEGIN")
    engine.program.send("END")
    _ends(engine)


def end_while_thinking(engine: Conversation) -> str:
    engine.start(seconds=20.0)
    position = engine.board_lines(own=[(7, 7), (8, 8), (3, 9)], other=[(7, 8), (8, 7), (10, 4)])
    engine.program.send(*position)
    if engine.heard_within(_quiet(engine)):
        return "it moved before END"
    engine.program.send("END")
    _ends(engine)
    return ""


def closed_input(engine: Conversation) -> None:
    engine.start()
    engine.move("BEGIN")
    engine.program.close_input()
    _ends(engine)


def _ends(engine: Conversation) -> None:
    if not engine.program.wait_for_end(1.0 + engine.terms.tolerance):
        raise Failure("it did not end within a second")


def _lay(engine: Conversation, cells: list[str]) -> None:
    for cell in cells:
        engine.game.push(engine.legal(cell))


def _supported(answer: str) -> None:
    if _is(answer, "UNKNOWN", "ERROR"):
        raise Unsupported(shortened(answer))
    if not _is_ok(answer):
        raise Failure(f"it answered {shortened(answer)}, neither OK nor UNKNOWN")


def _refused(engine: Conversation, command: str) -> None:
    answer = engine.ask(command, seconds=engine.patience)
    if not _is(answer, "ERROR", "UNKNOWN"):
        raise Failure(f"{command} was answered {shortened(answer)} instead of ERROR")


def _quiet(engine: Conversation) -> float:
    """After which nothing more is expected to come."""
    return 0.3 + min(engine.terms.tolerance, 0.5)


def _is_ok(answer: str) -> bool:
    return _is(answer, "OK")


def _is(answer: str, *words: str) -> bool:
    return answer.split()[0].upper() in words
