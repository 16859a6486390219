"""A trace as a picture: an SVG that stands alone, the root at the top, ply below ply.

As in :mod:`enligne.svg`, nothing in it has an id or a style sheet. A node is a group of class
``node`` with its row as ``data-row`` and a title that says all that is known of it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from enligne.engines.trace_layout import FOOT, MARGIN, Plan, size_of
from enligne.engines.trace_nodes import MARKS, branch, loose_ends, node, text
from enligne.engines.trace_scene import LOOKS, Scene
from enligne.engines.trace_text import END_WORDS, excerpt
from enligne.errors import DrawingError
from enligne.svg.drawing import element, picture

if TYPE_CHECKING:
    from enligne import svg
    from enligne.engines.trace import Trace


def draw(
    trace: Trace,
    *,
    title: str,
    root: int | None = None,
    most: int = 400,
    plies: int | None = None,
    theme: svg.ThemeName = "light",
) -> str:
    """Draws the tree below a root; by default the last, whose search gave the result.

    Args:
        title: stands above the tree.
        most: nodes at most, as whole plies.
        plies: this many plies below the root, whatever would fit.
        theme: ``light`` or ``dark``.

    Raises:
        DrawingError: there is no such theme or root.
    """
    if theme not in LOOKS:
        raise DrawingError(f"{theme!r} is not a theme; themes are {' and '.join(LOOKS)}")
    if root is not None and root not in trace.roots:
        raise DrawingError(f"row {root} is not a root; roots are {trace.roots}")
    start = trace.roots[-1] if root is None else root
    part = excerpt(trace, start, most=most, plies=plies)
    plan = Plan(trace, part, size_of(trace, part))
    plan.place()
    width = max(plan.width + MARGIN, 560.0)
    height = plan.height + FOOT + MARGIN
    if shift := max(0.0, (width - plan.width - MARGIN) / 2):
        plan.shift(start, shift)
    scene = Scene(plan, theme)
    look = scene.look
    layers = [
        element("title", title),
        element("desc", scene.description),
        element("rect", width=width, height=height, fill=look.paper),
        *_levels(scene, width),
        text(title, MARGIN, 36, 19, look.ink, bold=True),
        text(scene.subtitle, MARGIN, 58, 13, look.quiet),
        *(_edge(scene, row) for row in part.rows if row != start),
        *(loose_ends(scene, row) for row in part.rows if row in plan.stubs),
        *(node(scene, row) for row in part.rows),
        *_legend(scene, height - FOOT + 22),
    ]
    size = round(width), round(height)
    return picture(f"enligne tree {theme}", (f"{width:.0f}", f"{height:.0f}"), size, layers)


def _levels(scene: Scene, width: float) -> list[str]:
    """A band for each ply, with the side that moves there."""
    plan, look, high = scene.plan, scene.look, scene.plan.size.height
    tops: dict[int, float] = {}
    ends: dict[int, float] = {}
    inner: set[int] = set()
    for row in plan.part.rows:
        ply = scene.nodes[row].ply
        tops[ply] = min(tops.get(ply, plan.y[row]), plan.y[row])
        ends[ply] = max(ends.get(ply, 0), plan.y[row] + high)
        if plan.part.children[row] or row in plan.stubs:
            inner.add(ply)
    drawn = []
    for ply, top in tops.items():
        if ply % 2 == 0:
            band = {"y": top - 12, "width": width, "height": ends[ply] - top + 24}
            drawn.append(element("rect", x=0, fill=look.band, **band))
        middle = (top + min(ends[ply], top + high)) / 2
        side = "second side" if scene.is_second(ply) else "first side"
        drawn.append(text(side, MARGIN, middle - 2, 12.5, look.ink, bold=True))
        if ply in inner:
            wants = "takes the least" if scene.takes_least(ply) else "takes the most"
            drawn.append(text(wants, MARGIN, middle + 14, 11, look.quiet))
    return drawn


def _edge(scene: Scene, row: int) -> str:
    plan, parent = scene.plan, scene.nodes[row].parent
    assert parent is not None
    x, y = plan.x[row], plan.y[row]
    if row in plan.stacked:
        rail, middle = x - plan.size.width / 2 - 8, y + plan.size.height / 2
        start, top = plan.x[parent] - plan.size.width / 2 + 10, plan.y[parent] + plan.size.height
        path = f"M{start:.1f} {top:.1f}V{top + 8:.1f}H{rail:.1f}V{middle:.1f}H{rail + 8:.1f}"
    else:
        path = branch(scene, parent, x, y)
    is_pv = row in scene.pv
    dashes = {"stroke_dasharray": "5 4"} if scene.nodes[row].kind == "probe" else {}
    return element(
        "path",
        class_="edge",
        d=path,
        fill="none",
        stroke=scene.look.pv if is_pv else scene.look.line,
        stroke_width=3 if is_pv else 1.5,
        **dashes,
    )


def _legend(scene: Scene, top: float) -> list[str]:
    """Only what is in the picture."""
    nodes = scene.nodes.values()
    ends, kinds = {node.end for node in nodes}, {node.kind for node in nodes}
    items = [
        *(f"{MARKS[end]} {END_WORDS[end]}" for end in MARKS if end in ends),
        *(["? probe"] if "probe" in kinds else []),
        *(["! asked again"] if "again" in kinds else []),
        *(["✂ moves cut"] if any(node.is_cut for node in nodes) else []),
    ]
    if any(node.unvisited and not node.is_cut for node in nodes):
        items.append("– needless: threats decide")
    if scene.plan.part.hidden:
        items.append("+ nodes not shown")
    window = "below a value: the window on entry \u2003" * scene.plan.size.has_window
    return [
        text(f"{window}blue line: the best play", MARGIN, top + 10, 12, scene.look.quiet),
        text(" \u2003".join(items), MARGIN, top + 30, 12, scene.look.quiet),
    ]
