"""Pieces of the page that several parts of it use."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence


def card(title: str, note: str, body: str, kind: str = "") -> str:
    heading = f"<h2>{title}</h2>" if title else ""
    words = f'<p class="note">{note}</p>' if note else ""
    return f'<section class="card {kind}">{heading}{words}{body}</section>'


def figure(plot: str) -> str:
    return f"<figure>{plot}</figure>"


def tiles(tiles: Sequence[tuple[str, str, str]]) -> str:
    return (
        '<dl class="tiles">'
        + "".join(
            f'<div class="tile"><dt>{name}</dt><dd class="value">{value}</dd><dd>{note}</dd></div>'
            for name, value, note in tiles
        )
        + "</dl>"
    )
