"""The line mode: a command a line in, answers out, the same through pipes as for a person."""

from __future__ import annotations

import re
import sys
from typing import TYPE_CHECKING

from enligne import text
from enligne.engines.filters import filter_values
from enligne.errors import IllegalMoveError
from enligne.move import FIRST, SECOND
from enligne.rules import shortened
from enligne.terminal import words
from enligne.terminal.advice import verdict
from enligne.terminal.runs import run_score
from enligne.terminal.thinking import Work

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from enligne.move import Side
    from enligne.terminal.advice import Advice, Adviser
    from enligne.terminal.seats import First
    from enligne.terminal.table import Table

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


class LineMode:
    """A table in lines.

    Args:
        is_interactive: a person types, and is prompted.
    """

    def __init__(self, table: Table, adviser: Adviser, *, is_interactive: bool) -> None:
        self._table = table
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
        if self._table.is_on:
            say("The input has ended, and the game with it.")

    def _greet(self) -> None:
        table = self._table
        spelt = "" if str(table.rules) == table.rules.text else f" ({table.rules.text})"
        say(f"{table.rules}{spelt}: {words.describe(table.rules)}. {words.sides(table)}.")
        say("'help' lists the commands.")
        if not self._go_on():
            self._show()

    def _lines(self) -> Iterator[str]:
        if not self._is_interactive:
            yield from sys.stdin
            return
        while True:
            try:
                yield input(f"{'' if self._table.outcome else _symbol(self._table.game.side)}> ")
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
        table = self._table
        has_moved = False
        while table.awaits_player:
            name = table.seat.name
            move = table.accept(Work(table.question()).answer)
            if move is not None:
                say(f"{name} plays {move}")
            has_moved = True
        if has_moved:
            self._show()
        return has_moved

    def _show(self) -> None:
        table = self._table
        say(text.board(table.position, last=table.last))
        if table.outcome is not None:
            say(words.outcome(table))

    def _play(self, cell: str) -> None:
        table = self._table
        if table.outcome is not None:
            raise IllegalMoveError("the game is over: 'new' begins another, 'undo' takes back")
        name, side = table.seat.name, table.game.side
        move = table.play(cell)
        who = name if len(table.people) == 1 else _symbol(side)
        say(f"{who} play{'' if who == 'you' else 's'} {move}")
        if not table.awaits_player:
            self._show()

    def _help(self, _: str) -> None:
        rules = self._table.rules
        cell = "d1, or a column: d or 4" if rules.gravity else "b2"
        say(HELP.format(cell=cell, run=rules.run))

    def _print(self, _: str) -> None:
        self._show()
        if self._table.outcome is None:
            say(f"{_symbol(self._table.game.side)} to move")

    def _moves(self, _: str) -> None:
        game = self._table.game
        pairs = words.numbered(game.moves, game.start.side)
        for number, first, second in pairs:
            say(f"{number}. {first or '...'} {second}".rstrip())
        if not pairs:
            say("no move was played yet")

    def _undo(self, _: str) -> None:
        taken = self._table.undo()
        say(f"took back {' '.join(map(str, taken))}" if taken else "the game goes on")
        if not self._table.awaits_player:
            self._show()

    def _advice(self) -> Advice:
        if self._table.outcome is not None:
            raise ValueError("the game is over: there is nothing to advise")
        position = self._table.position
        answer = Work(lambda stop: self._adviser.ask(position, stop)).answer
        if isinstance(answer, BaseException):
            raise answer
        return answer

    def _hint(self, _: str) -> None:
        say(f"hint: {self._advice().move}")

    def _evaluate(self, _: str) -> None:
        found = self._advice()
        guess = "" if found.score.is_exact else f", {found.score} at depth {found.depth}"
        say(f"{verdict(found, self._named)}{guess}")

    def _named(self, side: Side) -> str:
        return _symbol(side)

    def _scores(self, _: str) -> None:
        position = self._table.position
        say(", ".join(f"{_symbol(side)} {run_score(position, side)}" for side in (FIRST, SECOND)))

    def _score(self, cell: str) -> None:
        if not cell:
            raise ValueError("the score of which cell? Write 'score b2'")
        position = self._table.position
        move = position.move(cell)
        say(f"{move}: {filter_values(position)[move]}")

    def _save(self, name: str) -> None:
        say(f"saved to {self._table.save(name)}")

    def _save_over(self, name: str) -> None:
        say(f"saved to {self._table.save(name, over=True)}")

    def _resign(self, _: str) -> None:
        self._table.resign()
        self._show()

    def _new(self, first: str) -> None:
        if first and first.lower() not in _BEGINNERS:
            raise ValueError(f"new {shortened(first)}: who begins is me, them or random")
        self._table.renew(_BEGINNERS.get(first.lower()))
        say(f"A new game. {words.sides(self._table)}.")
        if not self._table.awaits_player:
            self._show()


def _symbol(side: Side) -> str:
    return "xo"[side]


def say(line: str) -> None:
    """An answer, which whoever reads the other end has at once."""
    print(line, flush=True)


def run_lines(table: Table, adviser: Adviser) -> int:
    """The line mode on standard input and output; the exit code."""
    if hasattr(sys.stdin, "reconfigure"):
        sys.stdin.reconfigure(errors="replace")  # such a line is an unknown word, no more
    LineMode(table, adviser, is_interactive=sys.stdin.isatty()).run()
    return 0
