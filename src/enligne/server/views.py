"""What the page is told, as plain data. Pure functions."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from enligne.engines.score import Draw, Heuristic, Loss, Win, chance, lead
from enligne.move import FIRST, SECOND
from enligne.rules import PRESETS
from enligne.svg.themes import THEMES, Style

if TYPE_CHECKING:
    from collections.abc import Iterable

    from enligne.engines import Analysis, Option, Score
    from enligne.game import Game
    from enligne.learning import DrawnBead
    from enligne.move import Cell
    from enligne.outcome import Outcome
    from enligne.position import Position
    from enligne.rules import Rules
    from enligne.svg.themes import Theme

View = dict[str, Any]
#: Tells a page an event of this name.
Tell = Callable[[str, View], Awaitable[None]]

_NAMES = {rules: name for name, rules in PRESETS.items()}


def rules_view(rules: Rules) -> View:
    return {
        "text": rules.text,
        "name": _NAMES.get(rules),
        "width": rules.width,
        "height": rules.height,
        "run": rules.run,
        "gravity": rules.gravity,
        "exact": rules.exact,
        "style": Style.of(rules).value,
    }


def outcome_view(outcome: Outcome | None) -> View | None:
    if outcome is None:
        return None
    winner = None if outcome.winner is None else str(outcome.winner)
    return {"winner": winner, "termination": outcome.termination.value}


def cells(moves: Iterable[Cell]) -> list[str]:
    return [str(move) for move in moves]


def position_view(position: Position) -> View:
    return {
        "rules": rules_view(position.rules),
        "ply": position.ply,
        "side": str(position.side),
        "text": position.text,
        "stones": _stones(position),
        "legal": cells(position.legal_moves),
        "winning": cells(position.winning_cells),
        "outcome": outcome_view(position.outcome()),
    }


def game_view(game: Game) -> View:
    """A game as far as it goes, with every position on the way."""
    positions = [position_view(position) for position in game.positions]
    return {"position": positions[-1], "positions": positions}


def score_view(score: Score, engine: str) -> View:
    """A score by the engine of this name."""
    share = chance(score, engine)
    worth = {"exact": score.is_exact, "chance": round(share, 4), "lead": lead(share)}
    match score:
        case Win(plies):
            return {"kind": "win", "plies": plies} | worth
        case Loss(plies):
            return {"kind": "loss", "plies": plies} | worth
        case Draw():
            return {"kind": "draw"} | worth
        case Heuristic(value):
            return {"kind": "heuristic", "value": value} | worth
    raise AssertionError(score)


def analysis_view(analysis: Analysis, engine: str) -> View:
    return {
        "depth": analysis.depth,
        "nodes": analysis.nodes,
        "seconds": analysis.seconds,
        "score": score_view(analysis.score, engine),
        "source": analysis.source,
        "pv": cells(analysis.pv),
        "moves": [
            {"move": str(move), "score": score_view(score, engine)}
            for move, score in analysis.moves.items()
        ]
        or None,
    }


def box_view(draw: DrawnBead) -> View | None:
    """The matchbox that was opened; None where no bead needed to be drawn."""
    if draw.box.is_forced:
        return None
    return {
        "number": draw.box.number,
        "position": draw.box.position.text,
        "stones": _stones(draw.box.position),
        "beads": [[str(move), count] for move, count in draw.box.beads.items()],
        "bead": str(draw.bead),
        "move": str(draw.move),
    }


def option_view(option: Option) -> View:
    if set(option.choices) == {"on", "off"}:
        kind = "switch"
    elif option.choices:
        kind = "choice"
    elif option.pattern:
        kind = "text"
    else:
        kind = "number" if isinstance(option.least, float) else "whole"
    return {
        "name": option.name,
        "about": option.about,
        "default": option.default,
        "choices": list(option.choices),
        "least": option.least,
        "most": None if option.most == float("inf") else option.most,
        "kind": kind,
        "pattern": option.pattern,
    }


def _stones(position: Position) -> View:
    return {
        "first": cells(position.stones(FIRST)),
        "second": cells(position.stones(SECOND)),
    }


def board_colours() -> str:
    """A variable for each colour: ``--holes-board``, ``--lines-first``, ``--lines-first-rim`` …

    The theme is the visitor's choice, ``data-theme`` of the page, or else what the device has.
    Inside a class ``holes``, ``grid`` or ``lines`` they are ``--board``, ``--first`` … too.
    """
    light, dark = _variables(THEMES["light"]), _variables(THEMES["dark"])
    looks = (
        # What the page writes on a board has the page's own ink.
        _rule(f".{style}", {name: f"var(--{style}-{name})" for name in colours if name != "ink"})
        for style, colours in _colours(THEMES["light"]).items()
    )
    return (
        _rule(":root", light)
        + f"@media (prefers-color-scheme:dark){{{_rule(':root:not([data-theme=light])', dark)}}}"
        + _rule(":root[data-theme=dark]", dark)
        + "".join(looks)
    )


def _rule(selector: str, variables: dict[str, str]) -> str:
    declared = "".join(f"--{name}:{value};" for name, value in variables.items())
    return f"{selector}{{{declared}}}"


def _variables(theme: Theme) -> dict[str, str]:
    return {
        f"{style}-{name}": colour
        for style, colours in _colours(theme).items()
        for name, colour in colours.items()
    }


def _colours(theme: Theme) -> dict[str, dict[str, str]]:
    """By look and name; the fill of a side's stones has the name of the side."""
    found: dict[str, dict[str, str]] = {}
    for style, surface in theme.surfaces.items():
        colours = found[style.value] = {}
        for name, colour in asdict(surface).items():
            if isinstance(colour, str):
                colours[name] = colour
                continue
            colours[name] = colour.pop("fill")
            colours |= {f"{name}-{part}": each for part, each in colour.items()}
    return found
