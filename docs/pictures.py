"""Draws the pictures of the README and the docs into docs/pictures, and the small icon of the page:
``python docs/pictures.py``."""

from __future__ import annotations

import re
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING

import resvg_py
from PIL import Image

from enligne import Cell, Game, Position, atlas, atlas_picture, svg

if TYPE_CHECKING:
    from collections.abc import Sequence

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "docs" / "pictures"
FAVICON = ROOT / "web" / "public" / "favicon.ico"
THEMES: tuple[svg.ThemeName, ...] = ("light", "dark")

TIC_TAC_TOE = Game("tictactoe", "b2 a2 c1 b1 c3 c2 a1")
CONNECT_4 = Game("connect4", "4545545444335533666621323")
GOMOKU = Game(
    "gomoku",
    "h8 i7 i9 g7 h7 h6 j8 f8 i5 d10 e9 h10 g9 f9 f10 e11 d8 g11 c7 b6 i8 k8 j9 g6 h9 k9 k10 l11"
    " j7 j10 k6 g10 l5",
)


def pictures() -> dict[str, str]:
    """Every picture by the name of its file."""
    drawn: dict[str, str] = {}
    for theme in THEMES:
        drawn[f"hero-{theme}.svg"] = hero(theme)
        drawn[f"tictactoe-{theme}.svg"] = finished(TIC_TAC_TOE, theme)
        drawn[f"connect4-{theme}.svg"] = finished(CONNECT_4, theme)
        drawn[f"gomoku-{theme}.svg"] = svg.board(
            GOMOKU.position, last=GOMOKU.peek(), numbers=GOMOKU.moves, theme=theme
        )
        drawn[f"analysis-{theme}.svg"] = analysis(theme)
    drawn["atlas.svg"] = atlas_picture.svg(atlas.shipped().values()).rstrip()
    return drawn


def hero(theme: svg.ThemeName) -> str:
    """Three games side by side."""
    games = [TIC_TAC_TOE, CONNECT_4, GOMOKU]
    boards = [finished(game, theme, coordinates=False) for game in games]
    return side_by_side(boards, "Tic-tac-toe, Connect 4 and Gomoku", height=300, gap=20)


def finished(game: Game, theme: svg.ThemeName, *, coordinates: bool = True) -> str:
    return svg.board(game.position, coordinates=coordinates, theme=theme)


def analysis(theme: svg.ThemeName) -> str:
    """What each move leads to, and an arrow to the best."""
    game = Game("connect4", "444454433325321367312255552")
    values = {move: -value(game.position.play(move)) for move in game.legal_moves}
    words = {1: "win", 0: "draw", -1: "loss"}
    best = max(values, key=lambda move: values[move])
    return svg.board(
        game.position,
        last=game.peek(),
        marks={move: words[value] for move, value in values.items()},
        arrows=[(Cell(best.column, game.rules.height - 1), best)],
        theme=theme,
    )


@cache
def value(position: Position) -> int:
    """What best play leads to for the side to move: 1, 0 or -1. For ends of games: no engine."""
    outcome = position.outcome()
    if outcome is not None:
        return 0 if outcome.winner is None else -1
    return max(-value(position.play(move)) for move in position.legal_moves)


def side_by_side(boards: Sequence[str], title: str, *, height: int, gap: int) -> str:
    """Pictures in one row, all of the same height."""
    nested = []
    left = 0
    for board in boards:
        match = re.search(r'viewBox="0 0 (\d+) (\d+)" width="\d+" height="\d+"', board)
        assert match is not None, "a board has a size"
        width = round(height * int(match[1]) / int(match[2]))
        place = f'viewBox="0 0 {match[1]} {match[2]}" x="{left}" width="{width}" height="{height}"'
        nested.append(board.replace(match[0], place, 1))
        left += width + gap
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {left - gap} {height}"'
        f' width="{left - gap}" height="{height}" role="img"><title>{title}</title>'
        f"{''.join(nested)}</svg>"
    )


def favicon() -> bytes:
    """The icon of the page for those who know no SVG."""
    icon = (ROOT / "web" / "src" / "icon.svg").read_text(encoding="utf-8")
    drawn = Image.open(BytesIO(resvg_py.svg_to_bytes(svg_string=icon, width=48, height=48)))
    file = BytesIO()
    drawn.save(file, "ico", sizes=[(16, 16), (32, 32), (48, 48)])
    return file.getvalue()


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    for name, picture in pictures().items():
        (FOLDER / name).write_text(picture + "\n", encoding="utf-8")
    FAVICON.write_bytes(favicon())


if __name__ == "__main__":
    main()
