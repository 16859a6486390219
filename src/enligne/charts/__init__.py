"""Everything that is plotted: shapes on a canvas, scales, axes and legends.

A shape has a kind, such as ``grid`` or ``curve``. How kinds look is said by the style sheet of the
page a chart is put into, so that it follows the light and the dark page, or by a table of looks
where a chart is a file of its own. A canvas becomes SVG without any library; the same canvas
becomes PNG or PDF by ``enligne.charts.painting``.
"""

from __future__ import annotations

from enligne.charts.canvas import Canvas, Shape

__all__ = ["Canvas", "Shape"]
