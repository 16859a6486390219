"""Charts of the report that suit every screen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from markupsafe import Markup

if TYPE_CHECKING:
    from collections.abc import Callable

    from enligne.charts.canvas import Canvas

#: The width of a chart that has the whole page, in pixels when the page is wide.
WIDE = 980


def both(
    draw: Callable[[float], Canvas], title: str, description: str, wide: float = 460
) -> Markup:
    """A chart for wide screens and one for narrow ones, since letters that shrink with a chart
    cannot be read. The style sheet of the page shows the one that suits."""
    drawn = (
        draw(width).svg(title, description, kind)
        for width, kind in ((wide, "wide"), (320, "narrow"))
    )
    return Markup("".join(drawn))
