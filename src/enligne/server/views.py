"""What the page is told of the library's things, as the contract has it. Pure functions."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from dataclasses import asdict
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from enligne.engines.score import Draw, Heuristic, Loss, Win, chance, lead
from enligne.move import FIRST, SECOND
from enligne.rules import PRESETS
from enligne.server.contract import games, words
from enligne.svg.themes import THEMES, Style

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from msgspec import Raw, Struct

    from enligne.engines import Analysis, Option, Score
    from enligne.game import Game
    from enligne.learning import DrawnBead
    from enligne.move import Cell, Move, Side
    from enligne.outcome import Outcome
    from enligne.position import Position
    from enligne.rules import Rules
    from enligne.svg.themes import Theme

#: Tells a page an event of this name; what it says may be encoded already.
Tell = Callable[[str, "Struct | Raw"], Coroutine[Any, Any, None]]

_NAMES = {rules: name for name, rules in PRESETS.items()}


@lru_cache(maxsize=1000)
def rules_view(rules: Rules) -> words.Rules:
    return words.Rules(
        rules.text,
        _NAMES.get(rules),
        rules.width,
        rules.height,
        rules.run,
        rules.gravity,
        rules.exact,
        Style.of(rules).value,
    )


def side_view(side: Side) -> words.Side:
    return "first" if side is FIRST else "second"


def outcome_view(outcome: Outcome | None) -> words.Outcome | None:
    if outcome is None:
        return None
    winner = None if outcome.winner is None else side_view(outcome.winner)
    return words.Outcome(winner, outcome.termination.value)


# There are few cells, and each is told often.
_cell = lru_cache(maxsize=None)(str)


def cells(moves: Iterable[Cell]) -> list[str]:
    return list(map(_cell, moves))


def position_view(position: Position) -> words.Position:
    return words.Position(
        rules_view(position.rules),
        position.ply,
        side_view(position.side),
        stones_view(position),
        cells(position.legal_moves),
        cells(position.winning_cells),
        outcome_view(position.outcome()),
        position.text,
    )


def stones_view(position: Position) -> words.Stones:
    return words.Stones(cells(position.stones(FIRST)), cells(position.stones(SECOND)))


def positions_view(game: Game) -> games.Positions:
    """A game as far as it goes, with every position on the way."""
    positions = [position_view(position) for position in game.positions]
    return games.Positions(position=positions[-1], positions=positions)


def score_view(score: Score, engine: str) -> words.Score:
    """A score by the engine of this name."""
    share = chance(score, engine)
    worth = (score.is_exact, round(share, 4), lead(share))
    match score:
        case Win(plies):
            return words.Score("win", *worth, plies=plies)
        case Loss(plies):
            return words.Score("loss", *worth, plies=plies)
        case Draw():
            return words.Score("draw", *worth)
        case Heuristic(value):
            return words.Score("heuristic", *worth, value=value)
    raise AssertionError(score)


def move_scores(moves: Mapping[Move, Score], engine: str) -> list[words.MoveScore]:
    return [words.MoveScore(str(move), score_view(score, engine)) for move, score in moves.items()]


def analysis_view(
    analysis: Analysis, engine: str, identifier: str, *, is_final: bool
) -> games.Analysis:
    """What the engine of this name says, in the task of this identifier."""
    return games.Analysis(
        identifier,
        analysis.depth,
        analysis.nodes,
        analysis.seconds,
        score_view(analysis.score, engine),
        analysis.source,
        cells(analysis.pv),
        move_scores(analysis.moves, engine) or None,
        is_final,
    )


def box_view(draw: DrawnBead) -> games.Box | None:
    """The matchbox that was opened; None where no bead needed to be drawn."""
    if draw.box.is_forced:
        return None
    return games.Box(
        draw.box.number,
        draw.box.position.text,
        stones_view(draw.box.position),
        [(str(move), count) for move, count in draw.box.beads.items()],
        str(draw.bead),
        str(draw.move),
    )


def option_view(option: Option) -> words.EngineOption:
    if set(option.choices) == {"on", "off"}:
        kind = "switch"
    elif option.choices:
        kind = "choice"
    elif option.pattern:
        kind = "text"
    else:
        kind = "number" if isinstance(option.least, float) else "whole"
    return words.EngineOption(
        option.name,
        option.about,
        option.default,
        list(option.choices),
        option.least,
        None if option.most == float("inf") else option.most,
        kind,  # type: ignore[arg-type]
        option.pattern,
    )


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
