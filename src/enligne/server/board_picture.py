"""A board as PNG, in the shape that previews of links have. Messengers show no SVG."""

from __future__ import annotations

from typing import TYPE_CHECKING

from enligne import svg
from enligne.server.work.tasks import played
from enligne.svg import drawing

if TYPE_CHECKING:
    from enligne.server.contract.words import GameRequest

#: In pixels.
WIDTH, HEIGHT = 1200, 630
_MARGIN = 30


def draw(_: object, wish: GameRequest) -> bytes:
    """The last position of a game, without a letter: what fonts there are, nobody knows.

    Raises:
        RulesError, NotationError, PositionError, IllegalMoveError: there is no such game.
    """
    import resvg_py

    game = played(wish)
    canvas = drawing.Canvas.of(game.rules, coordinates=False, theme="light")
    most = WIDTH - 2 * _MARGIN, HEIGHT - 2 * _MARGIN
    scale = min(most[0] / canvas.width, most[1] / canvas.height)
    board = svg.board(
        game.position,
        last=game.peek() if game.moves else None,
        coordinates=False,
        size=round(scale * canvas.width),
    )
    x, y = (WIDTH - scale * canvas.width) / 2, (HEIGHT - scale * canvas.height) / 2
    middle = drawing.tagged("g", board, {"transform": f"translate({x:.0f} {y:.0f})"})
    card = drawing.picture("card", (WIDTH, HEIGHT), (WIDTH, HEIGHT), [middle])
    paper = canvas.theme.background
    return bytes(resvg_py.svg_to_bytes(svg_string=card, background=paper, skip_system_fonts=True))
