"""The line mode: a command a line in, answers out, the same through pipes as for a person."""

from __future__ import annotations

import re
import sys
from typing import TYPE_CHECKING

from enligne import text
from enligne.bits import whole_rows
from enligne.engines.filters import filter_values
from enligne.errors import IllegalMoveError
from enligne.move import FIRST, SECOND
from enligne.rules import shortened
from enligne.terminal import words
from enligne.terminal.thinking import Work

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from enligne.move import Side
    from enligne.position import Position
    from enligne.terminal.local_game import LocalGame
    from enligne.terminal.participants import First
    from enligne.terminal.thinking import Advice, Adviser

HELP = """\
  CELL         play there: {cell}
  print        the board
  moves        the moves so far
  undo         take back your last move, and the reply to it
  hint         a good move
  eval         what the position is worth
  scores       how far each side has got: 1000 for a complete run of {run}, less in
               proportion to its longest run
  score CELL   what the evaluation of the Gomoku report gives that cell
  save FILE    write the game to a file; 'save! FILE' writes over one that is there
  resign       give the game up
  new          begin a new game; 'new me', 'new them' or 'new random' says who begins
  help         these commands
  quit         leave the table"""

_BEGINNERS: dict[str, First] = {"me": "me", "them": "them", "random": "random"}
# What may be meant as a cell, legal or not: it is the board that says what is wrong with it.
_LIKE_A_CELL = re.compile(r"[a-z][0-9]+|[0-9]+|[a-z]")
# The report's own words for two of the commands.
_REPORTS_SCORE = re.compile(r"pr ?([a-z][0-9]+)")

#: What the Gomoku report gives a complete run.
_COMPLETE = 1000


class LineMode:
    """A local game in lines.

    Args:
        is_interactive: a person types, and is prompted.
    """

    def __init__(self, local: LocalGame, adviser: Adviser, *, is_interactive: bool) -> None:
        self._local = local
        self._adviser = adviser
        self._is_interactive = is_interactive
        self._commands: dict[str, Callable[[str], None]] = {
            "help": self._help,
            "print": self._print,
            "moves": self._moves,
            "undo": self._undo,
            "hint": self._hint,
            "eval": self._evaluate,
            "scores": self._scores,
            "test": self._scores,
            "score": self._score,
            "save": self._save,
            "save!": self._save_over,
            "resign": self._resign,
            "new": self._new,
        }

    def run(self) -> None:
        """Plays until there is no more input, or enough."""
        self._greet()
        for line in self._lines():
            if not self._obey(line):
                return
            self._go_on()
        if self._local.is_on:
            say("The input has ended, and the game with it.")

    def _greet(self) -> None:
        local = self._local
        spelt = "" if str(local.rules) == local.rules.text else f" ({local.rules.text})"
        say(f"{local.rules}{spelt}: {words.describe(local.rules)}. {words.sides(local)}.")
        say("'help' lists the commands.")
        if not self._go_on():
            self._show()

    def _lines(self) -> Iterator[str]:
        if not self._is_interactive:
            yield from sys.stdin
            return
        while True:
            try:
                yield input(f"{'' if self._local.outcome else _symbol(self._local.game.side)}> ")
            except EOFError:
                print()
                return

    def _obey(self, line: str) -> bool:
        """Does what a line says; False if it says that it is enough."""
        given = line.strip()
        lowered = given.lower()
        word, _, rest = given.partition(" ")
        if not given:
            return True
        if lowered in ("quit", "exit"):
            return False
        try:
            if command := self._commands.get(word.lower()):
                command(rest.strip())
            elif match := _REPORTS_SCORE.fullmatch(lowered):
                self._score(match[1])
            elif _LIKE_A_CELL.fullmatch(lowered):
                self._play(lowered)
            else:
                say(f"unknown word {shortened(word)}: 'help' lists the commands")
        except FileExistsError as error:
            say(f"{error}: 'save! {rest.strip()}' writes over it")
        except OSError as error:
            say(f"{rest.strip()}: {error.strerror or error}")
        except ValueError as error:
            say(str(error))
        return True

    def _go_on(self) -> bool:
        """Lets players move while it is their turn; shows where that leads, if anywhere."""
        local = self._local
        has_moved = False
        while local.awaits_player:
            name = local.to_move.name
            move = local.accept(Work(local.question()).answer)
            if move is not None:
                say(f"{name} plays {move}")
            has_moved = True
        if has_moved:
            self._show()
        return has_moved

    def _show(self) -> None:
        local = self._local
        say(text.board(local.position, last=local.last))
        if local.outcome is not None:
            say(words.outcome(local))

    def _play(self, cell: str) -> None:
        local = self._local
        if local.outcome is not None:
            raise IllegalMoveError("the game is over: 'new' begins another, 'undo' takes back")
        name, side = local.to_move.name, local.game.side
        move = local.play(cell)
        who = name if len(local.people) == 1 else _symbol(side)
        say(f"{who} play{'' if who == 'you' else 's'} {move}")
        if not local.awaits_player:
            self._show()

    def _help(self, _: str) -> None:
        rules = self._local.rules
        cell = "d1, or a column: d or 4" if rules.gravity else "b2"
        say(HELP.format(cell=cell, run=rules.run))

    def _print(self, _: str) -> None:
        self._show()
        if self._local.outcome is None:
            say(f"{_symbol(self._local.game.side)} to move")

    def _moves(self, _: str) -> None:
        game = self._local.game
        pairs = words.numbered(game.moves, game.start.side)
        for number, first, second in pairs:
            say(f"{number}. {first or '...'} {second}".rstrip())
        if not pairs:
            say("no move was played yet")

    def _undo(self, _: str) -> None:
        taken = self._local.undo()
        say(f"took back {' '.join(map(str, taken))}" if taken else "the game goes on")
        if not self._local.awaits_player:
            self._show()

    def _advice(self) -> Advice:
        if self._local.outcome is not None:
            raise ValueError("the game is over: there is nothing to advise")
        position = self._local.position
        answer = Work(lambda stop: self._adviser.ask(position, stop)).answer
        if isinstance(answer, BaseException):
            raise answer
        return answer

    def _hint(self, _: str) -> None:
        say(f"hint: {self._advice().move}")

    def _evaluate(self, _: str) -> None:
        found = self._advice()
        guess = "" if found.score.is_exact else f", {found.score} at depth {found.depth}"
        say(f"{words.worth(found, _symbol)}{guess}")

    def _scores(self, _: str) -> None:
        position = self._local.position
        say(", ".join(f"{_symbol(side)} {run_score(position, side)}" for side in (FIRST, SECOND)))

    def _score(self, cell: str) -> None:
        if not cell:
            raise ValueError("the score of which cell? Write 'score b2'")
        position = self._local.position
        move = position.move(cell)
        say(f"{move}: {filter_values(position)[move]}")

    def _save(self, name: str) -> None:
        say(f"saved to {self._local.save(name)}")

    def _save_over(self, name: str) -> None:
        say(f"saved to {self._local.save(name, over=True)}")

    def _resign(self, _: str) -> None:
        self._local.resign()
        self._show()

    def _new(self, first: str) -> None:
        if first and first.lower() not in _BEGINNERS:
            raise ValueError(f"new {shortened(first)}: who begins is me, them or random")
        self._local.renew(_BEGINNERS.get(first.lower()))
        say(f"A new game. {words.sides(self._local)}.")
        if not self._local.awaits_player:
            self._show()


def _symbol(side: Side) -> str:
    return "xo"[side]


def say(line: str) -> None:
    """An answer, sent at once: a program may be waiting for it."""
    print(line, flush=True)


def run_score(position: Position, side: Side) -> int:
    """The Gomoku report's score of a side: 1000 for a complete run, less in proportion to its
    longest row of neighbouring stones. Where a longer run does not win, rows that are too long
    count for nothing."""
    rules = position.rules
    most = 0 if rules.exact else rules.run
    lengths = [length for _, _, length in whole_rows(position.bits(side), rules)]
    longest = max((n if n <= rules.run else most for n in lengths), default=0)
    return _COMPLETE * longest // rules.run


def run_lines(local: LocalGame, adviser: Adviser) -> int:
    """The line mode on standard input and output; the exit code."""
    if hasattr(sys.stdin, "reconfigure"):
        sys.stdin.reconfigure(errors="replace")  # such a line is an unknown word, no more
    LineMode(local, adviser, is_interactive=sys.stdin.isatty()).run()
    return 0
