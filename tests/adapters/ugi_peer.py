"""An engine for the Universal Game Interface that misbehaves as it is told: ``python ugi_peer.py
illegal``. It plays Connect 4, the first column that is not full, and uses nothing of Enligne."""

from __future__ import annotations

import sys
import time

ROWS, COLUMNS = 6, "abcdefg"


def say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def move(way: str, moves: list[str]) -> str:
    match way:
        case "illegal":
            return "bestmove z9"
        case "none":
            return "bestmove 0000"
        case "empty":
            return "bestmove"
        case "crash":
            sys.stderr.write("it all went wrong\n")
            sys.exit(3)
        case "hang":
            time.sleep(600)
    free = next(each for each in COLUMNS if sum(m[0] == each for m in moves) < ROWS)
    return f"bestmove {free}"


def main(way: str) -> None:
    moves: list[str] = []
    for line in sys.stdin:
        word, *rest = line.split()
        if word == "ugi":
            say("id name peer")
            say("option name Hash type spin default 1 min 1 max 2")
            say("ugiok")
        elif word == "isready":
            say("readyok")
        elif word == "position":
            assert rest[0] == "startpos", line
            moves = rest[2:]
        elif word == "query":
            turn = len(moves) % 2 == (1 if way == "turns" else 0)
            say("response " + ("none" if rest[0] == "result" else str(turn).lower()))
        elif word == "go":
            say("info depth 1 score cp 0")
            say(move(way, moves))
        elif word == "quit":
            return


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "")
