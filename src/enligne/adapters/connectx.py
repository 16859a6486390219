"""Players in Kaggle's ConnectX: as a function for its environment, or as a file to submit, which
needs nothing of this package. Files of others are players here as ``connectx:FILE.py``."""

from __future__ import annotations

import pprint
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

from enligne import players
from enligne.engines import Limit
from enligne.engines.score import chance_unit
from enligne.errors import PlayerTextError
from enligne.move import FIRST, SECOND, Cell, Side
from enligne.players.levels import EQUAL
from enligne.players.levels.skills import skill
from enligne.position import Position
from enligne.rules import Rules

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from enligne.players import PlayerLike, PlayerSpec
    from enligne.spec import Value

_FILE = Path(__file__).with_name("connectx_file.py")
_SETTINGS = re.compile(r"^SETTINGS: .*$", re.MULTILINE)
_SHARE = 0.7  # of the time for a move
_DEEPEST = 100


def agent(player: PlayerLike) -> Callable[[Any, Any], int]:
    """A player as a function for Kaggle's environment, by this package:
    ``env.run([connectx.agent("level:5"), "negamax"])``.

    Raises:
        PlayerTextError: there is no such player.
    """
    chooses = players.create(player)

    def play(observation: Any, configuration: Any) -> int:
        position = position_of(observation, configuration)
        seconds = _SHARE * getattr(configuration, "actTimeout", 2.0)
        return chooses.choose(position, Limit(seconds=seconds)).move.column

    return play


def position_of(observation: Any, configuration: Any) -> Position:
    """The position that is shown to an agent.

    Raises:
        RulesError: such rules cannot be played here.
        PositionError: no game leads to such a board.
    """
    rules = Rules(configuration.columns, configuration.rows, configuration.inarow, gravity=True)
    stones: dict[Side, list[Cell]] = {FIRST: [], SECOND: []}
    for place, mark in enumerate(observation.board):
        row, column = divmod(place, rules.width)
        if mark:
            stones[Side(mark - 1)].append(Cell(column, rules.height - 1 - row))
    return Position.from_stones(rules, stones[FIRST], stones[SECOND])


def exported(player: PlayerLike) -> str:
    """A player as a file for Kaggle, which plays by itself on any board: ``random``, ``greedy``,
    ``minimax`` and ``alphabeta`` with the evaluation of lines, and ``level:1`` to ``level:8``. It
    looks as deep as the player does, or as its time allows: Python is slower than the core.

    Raises:
        PlayerTextError: there is no such player, or none that is Python alone can be.
    """
    settings = _settings(players.parse(player))
    written = pprint.pformat(settings, width=80, sort_dicts=False, compact=True)
    text, count = _SETTINGS.subn(
        lambda _: f"SETTINGS: dict[str, Any] = {written}", _FILE.read_text()
    )
    assert count == 1
    return text


def _settings(spec: PlayerSpec) -> Mapping[str, Value]:
    values = spec.values
    if values.get("evaluation", "lines") != "lines":
        raise PlayerTextError(f"{spec}: only the evaluation of lines can be exported")
    match spec.name:
        case "random":
            return {"player": "random", "seed": _text(values["seed"])}
        case "greedy":
            return {"player": "greedy"}
        case "minimax" | "alphabeta":
            if values.get("nodes") is not None:
                raise PlayerTextError(f"{spec}: a limit of nodes cannot be exported")
            depth = values["depth"] or _DEEPEST
            return {"player": "search", "depth": depth, "seconds": values.get("seconds")}
        case "level":
            return _level(spec)
    raise PlayerTextError(
        f"{spec} cannot be exported: only random, greedy, minimax, alphabeta and level:1 to level:8"
        " can be written in Python alone"
    )


def _level(spec: PlayerSpec) -> Mapping[str, Value]:
    number = spec.values["level"]
    assert isinstance(number, int)
    mine = skill(number, Rules.of("connect4"))  # the same for every board with gravity
    if mine.flawless:
        raise PlayerTextError(f"{spec} cannot be exported: it asks the solver, level:8 does not")
    return {
        "player": "level",
        "depth": mine.engine.values["depth"],
        "slip": mine.slip,
        "blind": mine.blind,
        "takes_wins": mine.takes_wins,
        "minds_threats": mine.minds_threats,
        "equal": EQUAL,
        "unit": chance_unit(mine.engine.name),
        "seed": spec.values["seed"],
    }


def _text(seed: Value) -> str | None:
    """A seed as the engine of random moves uses it."""
    return None if seed is None else str(seed)
