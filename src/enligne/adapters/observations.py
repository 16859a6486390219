"""What environments for learning programs show of a game: planes and a mask, text, or pixels."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from enligne import text
from enligne.extras import missing
from enligne.move import FIRST, SECOND
from enligne.svg.themes import THEMES, Style

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy import int8, uint8
    from numpy.typing import NDArray

    from enligne.batch import OneGame
    from enligne.move import Side
    from enligne.rules import Rules

try:
    import numpy as np
    from gymnasium import spaces
except ImportError:
    raise missing("Gymnasium", "adapters") from None

RENDER_MODES = ("human", "ansi", "rgb_array")

Observation = dict[str, "NDArray[int8]"]

_CELL = 24  # pixels
_STONE = 0.4  # the radius, of a cell


def space(rules: Rules) -> spaces.Dict:
    """What :func:`observed` gives."""
    planes = (2, rules.height, rules.width)
    return spaces.Dict(
        {
            "observation": spaces.Box(0, 1, planes, np.int8),
            "action_mask": spaces.Box(0, 1, (rules.action_count,), np.int8),
        }
    )


def observed(game: OneGame, side: Side) -> Observation:
    """The stones of a side and those of the other, as :meth:`enligne.Position.array` has them, and
    the legal actions, of which there are none while the other is to move. Copies."""
    if side is game.side:
        return {
            "observation": game.array.astype(np.int8),
            "action_mask": game.legal_mask.astype(np.int8),
        }
    planes = game.planes if side is FIRST else game.planes[::-1]
    mask = np.zeros(len(game.legal_mask), np.int8)
    return {"observation": planes.astype(np.int8), "action_mask": mask}


def check_mode(mode: str | None) -> None:
    """Refuses a mode that there is not.

    Raises:
        ValueError: it is none of ``RENDER_MODES``.
    """
    if mode is not None and mode not in RENDER_MODES:
        raise ValueError(f"render_mode={mode!r}: it is one of {', '.join(RENDER_MODES)}")


def rendered(game: OneGame, mode: str | None) -> Any:
    """The game as a mode wants it: pixels, text, or printed and None."""
    if mode == "rgb_array":
        return pixels(game)
    if mode is None:
        return None
    board = text.board(game.position)
    if mode == "ansi":
        return board
    print(board)
    return None


def pixels(game: OneGame) -> NDArray[uint8]:
    """The board as rows of pixels from the top, red, green and blue."""
    surface = THEMES["light"].surfaces[Style.of(game.rules)]
    paints = {
        None: _rgb(surface.empty),
        FIRST: _rgb(surface.first.fill),
        SECOND: _rgb(surface.second.fill),
    }
    owner = game.planes[0] + 2 * game.planes[1]
    colours = np.array([paints[None], paints[FIRST], paints[SECOND]], np.uint8)[owner[::-1]]
    picture: NDArray[uint8] = colours.repeat(_CELL, axis=0).repeat(_CELL, axis=1)
    outside = np.tile(~_disc(), (game.rules.height, game.rules.width))
    picture[outside] = _rgb(surface.board)
    return picture


@cache
def _disc() -> NDArray[np.bool_]:
    """Which pixels of a cell are a stone."""
    place = (np.arange(_CELL) + 0.5) / _CELL - 0.5
    inside: NDArray[np.bool_] = place[:, None] ** 2 + place[None, :] ** 2 < _STONE**2
    return inside


@cache
def _rgb(colour: str) -> tuple[int, int, int]:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def metadata(name: str) -> Mapping[str, Any]:
    """What both kinds of environments tell of themselves."""
    return {"name": name, "render_modes": list(RENDER_MODES), "render_fps": 2}
