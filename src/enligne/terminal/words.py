"""What both modes say about a table, in the same words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from enligne.move import FIRST, Side
from enligne.outcome import Termination
from enligne.terminal.seats import YOU
from enligne.terminal.sides import side_name

if TYPE_CHECKING:
    from collections.abc import Sequence

    from enligne.move import Move
    from enligne.rules import Rules
    from enligne.terminal.seats import Seat
    from enligne.terminal.table import Table


def describe(rules: Rules) -> str:
    """The rules in words: "15 x 15, 5 in a row"."""
    run = f"exactly {rules.run} in a row" if rules.exact else f"{rules.run} in a row"
    falls = ", stones fall" if rules.gravity else ""
    return f"{rules.width} x {rules.height}, {run}{falls}"


def capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def titled(seat: Seat) -> str:
    """A name at the head of a sentence; that of a player stays as it is written."""
    return capital(seat.name) if seat.is_person else seat.name


def outcome(table: Table) -> str:
    """How the game ended, one sentence: "You win with d1 d2 d3 d4."; empty while it goes on."""
    ended = table.outcome
    if ended is None:
        return ""
    if ended.winner is None:
        reason = "the board is full" if ended.termination is Termination.FULL else ended.termination
        return f"A draw: {reason}."
    winner, loser = table.seats[ended.winner], table.seats[ended.winner.other].name
    wins = f"{titled(winner)} {'win' if winner.name == YOU else 'wins'}"
    match ended.termination:
        case Termination.RUN:
            cells = " ".join(map(str, sorted(table.position.winning_cells)))
            return f"{wins} with {cells}."
        case Termination.RESIGNATION:
            return f"{wins}: {loser} {'have' if loser == YOU else 'has'} resigned."
    return f"{wins} ({ended.termination}). {table.failure}".strip()


def turn(table: Table, *, is_paused: bool = False) -> str:
    """Whose move it is, or how the game ended."""
    if table.outcome is not None:
        return outcome(table)
    if table.awaits_person:
        stone = side_name(table.rules, table.game.side)
        is_alone = len(table.people) == 1
        return f"Your move: {stone}." if is_alone else f"{capital(stone)} to move."
    if is_paused:
        return "Paused: space goes on, '.' makes one move."
    return f"{table.seat.name} is thinking …"


def sides(table: Table) -> str:
    """Who has which stones, as line mode writes them: "You have x, greedy has o"."""
    first, second = table.seats
    return f"{titled(first)} {_has(first)} x, {second.name} {_has(second)} o"


def _has(seat: Seat) -> str:
    return "have" if seat.name == YOU else "has"


def numbered(moves: Sequence[Move], lead: Side = FIRST) -> list[tuple[int, str, str]]:
    """The moves in pairs, each with its number; the first place is empty where the second side
    had the first move."""
    texts = [""] * lead + [str(move) for move in moves]
    if len(texts) % 2:
        texts.append("")
    return [
        (number, first, second)
        for number, (first, second) in enumerate(zip(texts[::2], texts[1::2], strict=True), 1)
    ]
