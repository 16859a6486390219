"""A trace as a picture: an SVG that stands alone, the root at the top, ply below ply.

As in :mod:`enligne.svg`, nothing in it has an id or a style sheet. A node is a group of class
``node`` with its row as ``data-row`` and a title that says all that is known of it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from enligne import svg
from enligne.engines.trace_scene import CHIP, FOOT, LOOKS, MARGIN, Plan, Scene, size_of
from enligne.engines.trace_text import END_WORDS, KIND_WORDS, excerpt, move_name, unvisited
from enligne.errors import DrawingError
from enligne.svg.drawing import element, picture

if TYPE_CHECKING:
    from enligne.engines.score import Score
    from enligne.engines.trace import Trace
    from enligne.engines.trace_scene import Look

#: What stands in a node for why it ended.
MARKS = {
    "win": "★",
    "draw": "=",
    "depth": "◦",
    "table": "▤",
    "can_win": "▲",
    "cannot_parry": "▼",
    "stopped": "…",
}


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
    start = trace.best_root if root is None else root
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


def node(scene: Scene, row: int) -> str:
    plan, size, each = scene.plan, scene.plan.size, scene.nodes[row]
    look, is_pv = scene.look, row in scene.pv
    left, top = plan.x[row] - size.width / 2, plan.y[row]
    frame = element(
        "rect",
        x=left,
        y=top,
        width=size.width,
        height=size.height,
        # As textbooks draw them: corners for who takes the most, round for who takes the least.
        rx=min(size.height / 2, 17) if scene.takes_least(each.ply) else 4,
        fill=_tint(look, scene.views[row].worth),
        stroke=look.pv if is_pv else look.line,
        stroke_width=2.5 if is_pv else 1.2,
        **({"stroke_dasharray": "3 3"} if each.end == "table" else {}),
    )
    inside = _card(scene, row) if size.has_window else _label(scene, row)
    return element(
        "g",
        "",
        element("title", _told(scene, row)),
        frame,
        *inside,
        class_=f"node {each.end}{' pv' * is_pv}",
        data_row=row,
    )


def _card(scene: Scene, row: int) -> list[str]:
    """All that is known of a node, with the board where there is room for one."""
    plan, size, view = scene.plan, scene.plan.size, scene.views[row]
    middle, top = plan.x[row], plan.y[row]
    left, y, ink = middle - size.width / 2, top + 6, scene.look.quiet
    parts = []
    if size.board:
        parts.append(_board(scene, row, left + (size.width - size.board) / 2, top + 6))
        y = top + size.height - 54
    name, mark = _name(scene, row), MARKS.get(scene.nodes[row].end, "")
    if row != scene.root or not size.board:
        parts.append(text(name, left + 9, y + 13, 11.5, ink))
    fits = min(10.5, 1.7 * (size.width - 8) / len(view.window))
    return [
        *parts,
        text(mark, left + size.width - 9, y + 13, 11.5, ink, anchor="end"),
        text(view.value, middle, y + 29, 15, scene.look.ink, anchor="middle", bold=True),
        text(view.window, middle, y + 43, fits, ink, anchor="middle"),
    ]


def _label(scene: Scene, row: int) -> list[str]:
    """The move and the value, for trees in which a node has little room."""
    plan, look, value = scene.plan, scene.look, scene.views[row].value
    x, y = plan.x[row], plan.y[row]
    # In a column there is no room below for what is not shown.
    hidden = plan.part.hidden.get(row, 0) if row in plan.stacked else 0
    words = [_name(scene, row), MARKS.get(scene.nodes[row].end, ""), _more(hidden)]
    head = " ".join(word for word in words if word)
    fits = min(10.5, 1.7 * (plan.size.width - 8) / len(head))
    return [
        text(head, x, y + 13, fits, look.quiet, anchor="middle"),
        text(value, x, y + 28, 13, look.ink, anchor="middle", bold=True),
    ]


def loose_ends(scene: Scene, row: int) -> str:
    """What was never visited, as branches that were cut off, and what is not shown."""
    plan, look, each = scene.plan, scene.look, scene.nodes[row]
    hidden = plan.part.hidden.get(row, 0)
    x, y = plan.stubs[row], plan.y[row] + plan.size.height + plan.size.rise
    chips = []
    if each.unvisited:
        why, names = unvisited(scene.trace, each)
        sign, ink = ("✂", look.cut) if each.is_cut else ("–", look.quiet)
        chips.append((f"{sign}{len(each.unvisited)}", f"{why}: {names}", ink))
    if hidden:
        chips.append((_more(hidden), f"{hidden:,} nodes not shown", look.quiet))
    stroke = {"stroke": chips[0][2], "stroke_width": 1.3, "stroke_dasharray": "2 4"}
    parts = [element("path", d=branch(scene, row, x, y), fill="none", **stroke)]
    for number, (label, told, ink) in enumerate(chips):
        top = y + number * 25
        frame = {"x": x - CHIP / 2, "y": top, "width": CHIP, "height": 21, "rx": 10.5}
        chip = element("rect", fill=look.paper, stroke=ink, stroke_dasharray="2 3", **frame)
        name = text(label, x, top + 14.5, 11, ink, anchor="middle", bold=True)
        parts.append(element("g", "", element("title", told), chip, name))
    return element("g", "", *parts, class_="loose", data_row=row)


def branch(scene: Scene, parent: int, x: float, y: float) -> str:
    """The way down from a node to a place below it."""
    start, top = scene.plan.x[parent], scene.plan.y[parent] + scene.plan.size.height
    bend = (top + y) / 2
    return f"M{start:.1f} {top:.1f}C{start:.1f} {bend:.1f} {x:.1f} {bend:.1f} {x:.1f} {y:.1f}"


def text(
    words: str,
    x: float,
    y: float,
    size: float,
    ink: str,
    *,
    anchor: str = "start",
    bold: bool = False,
) -> str:
    weight = {"font_weight": 600} if bold else {}
    place = {"x": x, "y": y, "font_size": size, "fill": ink, "text_anchor": anchor}
    return element("text", words, **place, **weight) if words else ""


def _board(scene: Scene, row: int, x: float, y: float) -> str:
    move = scene.nodes[row].move
    picture = svg.board(
        scene.trace.position_at(row),
        last=None if isinstance(move, int) else move,
        coordinates=False,
        theme=scene.theme,
        size=round(scene.plan.size.board),
    )
    return element("g", "", picture, transform=f"translate({x:.1f} {y:.1f})")


def _tint(look: Look, worth: Score | None) -> str:
    return (look.even, look.good, look.bad)[0 if worth is None else worth.sign]


def _name(scene: Scene, row: int) -> str:
    """The move, and whether it was asked about without a window or again."""
    each = scene.nodes[row]
    kind = {"probe": "?", "again": "!"}.get(each.kind, "")
    return f"{move_name(scene.trace, each) or 'root'}{kind}"


def _told(scene: Scene, row: int) -> str:
    each, view = scene.nodes[row], scene.views[row]
    words = [
        move_name(scene.trace, each) or "root",
        KIND_WORDS[each.kind],
        f"window {view.window}",
        f"value {view.value}",
        " ".join(unvisited(scene.trace, each)) if each.unvisited else "",
        END_WORDS[each.end] or "all",
    ]
    return ", ".join(word for word in words if word)


def _more(number: int) -> str:
    """How many there are besides, in five letters; nothing for none."""
    for unit, size in (("G", 10**9), ("M", 10**6), ("k", 10**3)):
        if number >= size:
            short = f"{number / size:.1f}" if number < 10 * size else f"{number // size}"
            return f"+{short}{unit}"
    return f"+{number}" if number else ""
