"""The page draws boards in the colours of the library's drawings."""

from __future__ import annotations

import re
import urllib.request
from typing import TYPE_CHECKING

from enligne.server.views import board_colours
from enligne.svg.themes import THEMES, Style

if TYPE_CHECKING:
    from tests.server.helpers import Server


def test_both_themes_are_told_and_the_visitors_choice_comes_before_the_devices() -> None:
    light, device, chosen = re.findall(r"([^{}]*)\{((?:--[\w-]+:[^;]+;)+)\}", board_colours())
    assert light[0] == ":root"
    assert device[0] == ":root:not([data-theme=light])"
    assert chosen[0] == ":root[data-theme=dark]"
    assert device[1] == chosen[1]
    for theme, variables in (("light", light[1]), ("dark", chosen[1])):
        found = dict(re.findall(r"--([\w-]+):([^;]+);", variables))
        for style in Style:
            surface = THEMES[theme].surfaces[style]
            assert found[f"{style.value}-board"] == surface.board
            assert found[f"{style.value}-first"] == surface.first.fill
            assert found[f"{style.value}-second-rim"] == surface.second.rim


def test_they_are_served_as_a_style_sheet(server: Server) -> None:
    with urllib.request.urlopen(f"{server.address}/boards.css") as answer:
        assert answer.headers.get_content_type() == "text/css"
        assert answer.read().decode() == board_colours()
