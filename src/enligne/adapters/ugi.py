"""The Universal Game Interface, the engine's side: answers the commands of a manager.

It is UCI for any game: a manager that does not know the rules asks the engine who is to move and
how a game ended (``query``). Moves are cells such as ``d1``, and positions after ``fen`` are our
position text.
"""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

from enligne import __version__, players
from enligne.engines import Draw, Heuristic, Limit, Loss, Stop, Win, best_for
from enligne.engines.background import Background
from enligne.errors import NotationError
from enligne.game import Game
from enligne.move import FIRST
from enligne.rules import Rules, shortened

if TYPE_CHECKING:
    from collections.abc import Callable

    from enligne.engines import Analysis
    from enligne.players import Player

#: What an engine answers that has no move.
NO_MOVE = "0000"
#: The option that says which game is played; it is no part of the protocol.
RULES_OPTION = "Rules"
_PLAYER_OPTION = "Player"
_BEST = "best"
_LARGEST = 10**9
_FOREVER = 86400.0
# Of what is left of the time for a game: what a reply may take besides thinking, and how many
# moves it has to last for at most.
_RESERVE = 0.05
_MOST_MOVES = 25


class UgiEngine:
    """Takes command after command, and writes the replies; searches meanwhile.

    No command ends it but ``quit``: of a wrong one it says ``info string`` what is wrong.

    Args:
        write: is given every line of a reply, by one thread at a time.
        player: the text of the one that chooses; the best engine for the rules unless given.
        rules: the game until the manager names another.

    Raises:
        PlayerTextError: there is no such player.
        RulesError: the rules cannot be played.
    """

    def __init__(
        self,
        write: Callable[[str], None],
        player: str | None = None,
        rules: Rules | str = "connect4",
    ) -> None:
        self._write_line = write
        self._lock = threading.Lock()
        self._player_text = player or _BEST
        if player is not None:
            players.parse(player)  # says what is wrong
        self._game = Game(Rules.of(rules))
        self._player: Player | None = None
        self._search: Background | None = None
        self._answers: dict[str, Callable[[str], None]] = {
            "ugi": self._ugi,
            "setoption": self._setoption,
            "uginewgame": self._uginewgame,
            "position": self._position,
            "go": self._go,
            "query": self._query,
        }

    def answer(self, line: str) -> bool:
        """Answers a line; false when it was the last."""
        word, _, rest = line.strip().partition(" ")
        if word == "isready":
            self._write("readyok")
        elif word == "stop":
            self.close()
        elif word == "quit":
            self.close()
            return False
        elif word in self._answers:
            self._wait()
            try:
                self._answers[word](rest.strip())
            except ValueError as error:
                self._say(f"{word}: {error}")
        elif word:
            self._say(f"unknown command {shortened(word)}")
        return True

    def close(self) -> None:
        """Ends the search, which then answers with what it has."""
        if self._search is not None:
            self._search.end()
        self._search = None

    def _wait(self) -> None:
        if self._search is not None:
            self._search.wait()
        self._search = None

    def _write(self, line: str) -> None:
        with self._lock:
            self._write_line(line)

    def _say(self, words: object) -> None:
        self._write(f"info string {' '.join(str(words).split())}")

    def _ugi(self, _: str) -> None:
        self._write(f"id name Enligne {__version__}")
        self._write("id author The Enligne authors")
        self._write(f"option name {RULES_OPTION} type string default {self._game.rules}")
        self._write(f"option name {_PLAYER_OPTION} type string default {self._player_text}")
        self._write("ugiok")

    def _setoption(self, rest: str) -> None:
        named, is_set, value = rest.removeprefix("name ").partition(" value ")
        match named.strip().lower() if is_set else "":
            case "rules":
                self._game = Game(Rules.of(value))
            case "player":
                if value != _BEST:
                    players.parse(value)
                self._player_text = value
            case _:
                raise NotationError(
                    f"{shortened(rest)}: write name {RULES_OPTION} or {_PLAYER_OPTION}, and value …"
                )
        self._player = None

    def _uginewgame(self, _: str) -> None:
        self._game = Game(self._game.rules)
        self._player = None

    def _position(self, rest: str) -> None:
        start, has_moves, moves = f"{rest} ".partition(" moves ")
        kind, _, text = start.strip().partition(" ")
        if kind not in ("startpos", "fen") or (kind == "startpos" and text):
            raise NotationError(f"{shortened(rest)}: write startpos or fen TEXT, then moves …")
        rules = self._game.rules
        self._game = Game(rules, moves if has_moves else "", start=text if kind == "fen" else None)

    def _query(self, what: str) -> None:
        game = self._game
        match what:
            case "p1turn":
                answer = str(game.side is FIRST).lower()
            case "gameover":
                answer = str(game.is_over).lower()
            case "result":
                answer = result_of(game)
            case _:
                raise NotationError(f"{shortened(what)}: ask for p1turn, gameover or result")
        self._write(f"response {answer}")

    def _go(self, rest: str) -> None:
        try:
            limit = limit_of(rest, self._game)
            if self._player is None:
                text = self._player_text
                self._player = players.create(best_for(self._game.rules) if text == _BEST else text)
            player = self._player
            player.check_plays(self._game.rules)
        except ValueError as error:
            self._say(f"go: {error}")
            self._write(f"bestmove {NO_MOVE}")  # the manager waits for it
            return
        stop, position = Stop(), self._game.position

        def think() -> None:
            try:
                choice = player.choose(
                    position, limit, stop=stop, listener=lambda found: self._write(_info(found))
                )
                if choice.analysis is not None:
                    self._write(_info(choice.analysis))
                move = NO_MOVE if choice.is_resignation else str(choice.move)
            except Exception as error:
                self._say(f"go: {error}")
                move = NO_MOVE
            self._write(f"bestmove {move}")

        self._search = Background(think, stop)


def result_of(game: Game) -> str:
    """How a game ended, in a word of the protocol."""
    outcome = game.outcome()
    if outcome is None:
        return "none"
    if outcome.winner is None:
        return "draw"
    return "p1win" if outcome.winner is FIRST else "p2win"


def limit_of(text: str, game: Game) -> Limit:
    """The limit that ``go`` names.

    Raises:
        NotationError: it names none, or something that is no whole number.
    """
    words = text.split()
    if words == ["infinite"]:
        return Limit(seconds=_FOREVER)
    numbers: dict[str, int] = {}
    for name, number in zip(words[::2], words[1::2], strict=False):
        if not number.removeprefix("-").isdecimal() or len(number) > 18:
            raise NotationError(f"{name} {shortened(number)}: it is a whole number")
        numbers[name] = min(int(number), _LARGEST)
    mine = "p1" if game.side is FIRST else "p2"
    if len(words) % 2 == 0:
        if "movetime" in numbers:
            return Limit(seconds=max(numbers["movetime"], 1) / 1000)
        if "depth" in numbers:
            return Limit(depth=max(numbers["depth"], 1), seconds=_FOREVER)
        if "nodes" in numbers:
            return Limit(nodes=max(numbers["nodes"], 1), seconds=_FOREVER)
        if f"{mine}time" in numbers:
            left = numbers[f"{mine}time"] / 1000 - _RESERVE
            moves = (game.rules.cell_count - game.position.ply + 1) // 2
            share = left / min(moves, _MOST_MOVES) + numbers.get(f"{mine}inc", 0) / 1000
            return Limit(seconds=max(min(share, left), 0.001))
    raise NotationError(
        f"{shortened(text)}: write movetime, depth or nodes with a number, infinite, or p1time …"
    )


def _info(found: Analysis) -> str:
    match found.score:
        case Win(plies):
            score = f"mate {plies}"
        case Loss(plies):
            score = f"mate -{plies}"
        case Heuristic(value):
            score = f"cp {value}"
        case Draw() | _:
            score = "cp 0"
    speed = round(found.nodes / found.seconds) if found.seconds > 0 else 0
    parts = (
        f"info depth {found.depth} seldepth {found.selective_depth} score {score}",
        f"time {found.seconds * 1000:.0f} nodes {found.nodes} nps {speed}",
        f"pv {' '.join(map(str, found.pv))}",
    )
    return " ".join(parts)
