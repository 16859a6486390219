"""What both modes say about a game, in the same words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from enligne.engines import Draw, Heuristic, Loss, Win, best_for
from enligne.engines.score import chance, lead
from enligne.move import FIRST, Side
from enligne.outcome import Termination
from enligne.svg.themes import Style

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from enligne.move import Move
    from enligne.rules import Rules
    from enligne.terminal.local_game import LocalGame
    from enligne.terminal.participants import Participant
    from enligne.terminal.thinking import Advice

#: What the only person who plays is called.
YOU = "you"

#: What the two sides are called: after their stones, which look different from rules to rules.
SIDE_NAMES = {
    Style.HOLES: ("red", "yellow"),
    Style.GRID: ("cross", "nought"),
    Style.LINES: ("black", "white"),
}


def side_name(rules: Rules, side: Side) -> str:
    """Red, cross, black …"""
    return SIDE_NAMES[Style.of(rules)][side]


def describe(rules: Rules) -> str:
    """The rules in words: "15 x 15, 5 in a row"."""
    run = f"exactly {rules.run} in a row" if rules.exact else f"{rules.run} in a row"
    falls = ", stones fall" if rules.gravity else ""
    return f"{rules.width} x {rules.height}, {run}{falls}"


def capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def titled(who: Participant) -> str:
    """A name at the head of a sentence; that of a player stays as it is written."""
    return capital(who.name) if who.is_person else who.name


def outcome(local: LocalGame) -> str:
    """How the game ended, one sentence: "You win with d1 d2 d3 d4."; empty while it goes on."""
    ended = local.outcome
    if ended is None:
        return ""
    if ended.winner is None:
        reason = "the board is full" if ended.termination is Termination.FULL else ended.termination
        return f"A draw: {reason}."
    winner = local.participants[ended.winner]
    loser = local.participants[ended.winner.other].name
    wins = f"{titled(winner)} {'win' if winner.name == YOU else 'wins'}"
    match ended.termination:
        case Termination.RUN:
            cells = " ".join(map(str, sorted(local.position.winning_cells)))
            return f"{wins} with {cells}."
        case Termination.RESIGNATION:
            return f"{wins}: {loser} {'have' if loser == YOU else 'has'} resigned."
    return f"{wins} ({ended.termination}). {local.failure}".strip()


def turn(local: LocalGame, *, is_paused: bool = False) -> str:
    """Whose move it is, or how the game ended."""
    if local.outcome is not None:
        return outcome(local)
    if local.awaits_person:
        stone = side_name(local.rules, local.game.side)
        is_alone = len(local.people) == 1
        return f"Your move: {stone}." if is_alone else f"{capital(stone)} to move."
    if is_paused:
        return "Paused: space goes on, '.' makes one move."
    return f"{local.to_move.name} is thinking …"


def sides(local: LocalGame) -> str:
    """Who has which stones, as line mode writes them: "You have x, greedy has o"."""
    first, second = local.participants
    return f"{titled(first)} {_has(first)} x, {second.name} {_has(second)} o"


def _has(who: Participant) -> str:
    return "have" if who.name == YOU else "has"


def numbered(moves: Sequence[Move], begins: Side = FIRST) -> list[tuple[int, str, str]]:
    """The moves in pairs, each with its number; the first place is empty where the second side
    had the first move."""
    texts = [""] * begins + [str(move) for move in moves]
    if len(texts) % 2:
        texts.append("")
    return [
        (number, first, second)
        for number, (first, second) in enumerate(zip(texts[::2], texts[1::2], strict=True), 1)
    ]


def worth(advice: Advice, named: Callable[[Side], str]) -> str:
    """What a position is worth, in words: "black wins in 5 plies".

    Args:
        named: the name of a side.
    """
    side, score = advice.position.side, advice.score
    match score:
        case Win(plies):
            return f"{named(side)} wins in {_plies(plies)}"
        case Loss(plies):
            return f"{named(side.other)} wins in {_plies(plies)}"
        case Draw():
            return "a draw with best play"
    assert isinstance(score, Heuristic)
    share = chance(score, best_for(advice.position.rules))
    adverb = {"even": None, "slight": "slightly ", "better": "", "much": "much "}[lead(share)]
    if adverb is None:
        return "about even"
    return f"{named(side if share > 0.5 else side.other)} is {adverb}better"


def _plies(count: int) -> str:
    return f"{count} ply" if count == 1 else f"{count} plies"


def evaluation(advice: Advice) -> str:
    """What a position is worth, as a sentence; an estimate with its score and depth."""
    rules = advice.position.rules
    said = capital(worth(advice, lambda side: side_name(rules, side)))
    if advice.score.is_exact:
        return f"{said}."
    return f"{said} ({advice.score}, depth {advice.depth})."
