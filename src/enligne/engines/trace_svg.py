"""A trace as a picture: an SVG that stands alone, the root at the top, ply below ply.

As in :mod:`enligne.svg`, nothing in it has an id or a style sheet. A node is a group of class
``node`` with its row as ``data-row`` and a title that says all that is known of it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from enligne import svg
from enligne.engines.score import Heuristic, Loss, Win
from enligne.engines.trace_layout import CHIP, FOOT, MARGIN, Plan, size_of
from enligne.engines.trace_text import (
    END_WORDS,
    KIND_WORDS,
    Seen,
    excerpt,
    move_name,
    name_of,
    seen,
)
from enligne.errors import DrawingError
from enligne.svg.drawing import element, tagged

if TYPE_CHECKING:
    from enligne.engines.score import Score
    from enligne.engines.trace import Node, Trace


@dataclass(frozen=True, slots=True)
class Look:
    """The colours of a picture."""

    paper: str
    ink: str
    quiet: str
    line: str
    node: str
    good: str  # for the side of the root
    bad: str
    even: str
    pv: str
    cut: str
    band: str


LOOKS = {
    "light": Look(
        paper="#ffffff",
        ink="#1f2933",
        quiet="#5b6672",
        line="#b3bcc6",
        node="#ffffff",
        good="#cfe6fb",
        bad="#fde0c2",
        even="#eceff3",
        pv="#0b5cad",
        cut="#b3261e",
        band="#f6f8fa",
    ),
    "dark": Look(
        paper="#0d1117",
        ink="#e6edf3",
        quiet="#9aa5b1",
        line="#4a5663",
        node="#161b22",
        good="#12395f",
        bad="#5a3310",
        even="#232a33",
        pv="#6cb6ff",
        cut="#ff8a80",
        band="#12171e",
    ),
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
        plies: so many plies below the root, whatever would fit.
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
    return _Picture(plan, LOOKS[theme], theme).drawn(title)


class _Picture:
    """Draws a plan."""

    def __init__(self, plan: Plan, look: Look, theme: svg.ThemeName) -> None:
        self.plan = plan
        self.look = look
        self.theme = theme
        self.trace = plan.trace
        self.nodes = {row: plan.trace[row] for row in plan.part.rows}
        self.views = {row: seen(plan.trace, node) for row, node in self.nodes.items()}
        self.pv = self._pv()

    def drawn(self, title: str) -> str:
        plan = self.plan
        width = max(plan.width + MARGIN, 560.0)
        height = plan.height + FOOT + MARGIN
        shift = max(0.0, (width - plan.width - MARGIN) / 2)
        if shift:
            plan.shift(plan.part.rows[0], shift)
        layers = [
            element("title", title),
            element("desc", self._description()),
            element("rect", width=width, height=height, fill=self.look.paper),
            *self._levels(width),
            self._text(title, MARGIN, 36, 19, self.look.ink, bold=True),
            self._text(self._subtitle(), MARGIN, 58, 13, self.look.quiet),
            *(self._edge(row) for row in plan.part.rows if row != plan.part.rows[0]),
            *(self._loose_ends(row) for row in plan.part.rows if row in plan.stubs),
            *(self._node(row) for row in plan.part.rows),
            *self._legend(height - FOOT + 22),
        ]
        return tagged(
            "svg",
            "".join(layers),
            {
                "xmlns": "http://www.w3.org/2000/svg",
                "viewBox": f"0 0 {width:.0f} {height:.0f}",
                "width": round(width),
                "height": round(height),
                "role": "img",
                "class": f"enligne tree {self.theme}",
                "font-family": "system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,"
                "sans-serif",
                "stroke-linecap": "round",
                "stroke-linejoin": "round",
            },
        )

    # What is known of the whole.

    def _pv(self) -> set[int]:
        """The rows of the line of play that the root's value comes from."""
        row = self.plan.part.rows[0]
        line = {row}
        while True:
            value = self.trace.values[row]
            kept = self.plan.part.children[row]
            best = [each for each in kept if -self.trace.values[each] == value]
            # Of a move asked twice the second answer counts, and of equals the first move.
            best = [each for each in best if self.nodes[each].kind != "probe"] or best
            if not best or self.nodes[row].value is None:
                return line
            row = best[0]
            line.add(row)

    def _subtitle(self) -> str:
        trace, part = self.trace, self.plan.part
        root = self.nodes[part.rows[0]]
        shown = len(part.rows) - 1
        below = shown + sum(part.hidden.values())
        nodes = f"{below:,} nodes" if shown == below else f"{shown:,} of {below:,} nodes shown"
        if trace.position is None:
            whose = "values for the first side"
        else:
            whose = f"values for the {trace.position.side} side, wins counted in plies from the top"
        return f"depth {root.depth}, {nodes}; {whose}"

    def _description(self) -> str:
        root = self.plan.part.rows[0]
        cut = sum(node.is_cut for node in self.nodes.values())
        return (
            f"A search tree, {self._subtitle()}. The root is worth {self.views[root].value};"
            f" {cut} nodes were cut."
        )

    def _levels(self, width: float) -> list[str]:
        """A band for each ply, with the side that moves there."""
        plan, size = self.plan, self.plan.size
        tops: dict[int, float] = {}
        ends: dict[int, float] = {}
        for row in plan.part.rows:
            ply = self.nodes[row].ply
            tops[ply] = min(tops.get(ply, plan.y[row]), plan.y[row])
            ends[ply] = max(ends.get(ply, 0), plan.y[row] + size.height)
        inner = [row for row in plan.part.rows if plan.part.children[row] or row in plan.stubs]
        drawn = []
        for ply, top in tops.items():
            if ply % 2 == 0:
                band = {"y": top - 12, "width": width, "height": ends[ply] - top + 24}
                drawn.append(element("rect", x=0, fill=self.look.band, **band))
            is_second = (self.trace.first_ply + ply) % 2 == 1
            middle = (top + min(ends[ply], top + size.height)) / 2
            side = "second side" if is_second else "first side"
            is_least = is_second if self.trace.position is None else ply % 2 == 1
            drawn.append(self._text(side, MARGIN, middle - 2, 12.5, self.look.ink, bold=True))
            if any(self.nodes[row].ply == ply for row in inner):
                wants = "takes the least" if is_least else "takes the most"
                drawn.append(self._text(wants, MARGIN, middle + 14, 11, self.look.quiet))
        return drawn

    # Its parts.

    def _edge(self, row: int) -> str:
        plan, parent = self.plan, self.nodes[row].parent
        assert parent is not None
        x1, y1 = plan.x[parent], plan.y[parent] + plan.size.height
        x2, y2 = plan.x[row], plan.y[row]
        if row in plan.stacked:
            rail, middle = x2 - plan.size.width / 2 - 8, y2 + plan.size.height / 2
            start = plan.x[parent] - plan.size.width / 2 + 10
            path = f"M{start:.1f} {y1:.1f}V{y1 + 8:.1f}H{rail:.1f}V{middle:.1f}H{rail + 8:.1f}"
        else:
            bend = (y1 + y2) / 2
            path = f"M{x1:.1f} {y1:.1f}C{x1:.1f} {bend:.1f} {x2:.1f} {bend:.1f} {x2:.1f} {y2:.1f}"
        is_pv = row in self.pv
        stroke = self.look.pv if is_pv else self.look.line
        dashes = {"stroke_dasharray": "5 4"} if self.nodes[row].kind == "probe" else {}
        return element(
            "path",
            class_="edge",
            d=path,
            fill="none",
            stroke=stroke,
            stroke_width=3 if is_pv else 1.5,
            **dashes,
        )

    def _loose_ends(self, row: int) -> str:
        """What was never visited, as branches that were cut off, and what is not shown."""
        plan, node = self.plan, self.nodes[row]
        hidden = plan.part.hidden.get(row, 0)
        x1, y1 = plan.x[row], plan.y[row] + plan.size.height
        x2, y2 = plan.stubs[row], y1 + plan.size.rise
        bend = (y1 + y2) / 2
        chips = []
        if node.unvisited:
            names = " ".join(name_of(self.trace, move) for move in node.unvisited[:30])
            if node.is_cut:
                chips.append((f"✂{len(node.unvisited)}", f"cut: {names}", self.look.cut))
            else:
                needless = f"–{len(node.unvisited)}", f"needless: {names}", self.look.quiet
                chips.append(needless)
        if hidden:
            chips.append((f"+{_short(hidden)}", f"{hidden:,} nodes not shown", self.look.quiet))
        curve = f"M{x1:.1f} {y1:.1f}C{x1:.1f} {bend:.1f} {x2:.1f} {bend:.1f} {x2:.1f} {y2:.1f}"
        stroke = {"stroke": chips[0][2], "stroke_width": 1.3, "stroke_dasharray": "2 4"}
        parts = [element("path", d=curve, fill="none", **stroke)]
        for number, (label, told, ink) in enumerate(chips):
            top = y2 + number * 25
            frame = {"x": x2 - CHIP / 2, "y": top, "width": CHIP, "height": 21, "rx": 10.5}
            drawn = [
                element("title", told),
                element("rect", fill=self.look.paper, stroke=ink, stroke_dasharray="2 3", **frame),
                self._text(label, x2, top + 14.5, 11, ink, anchor="middle", bold=True),
            ]
            parts.append(tagged("g", "".join(drawn), {}))
        return tagged("g", "".join(parts), {"class": "loose", "data-row": row})

    def _node(self, row: int) -> str:
        plan, size, node, view = self.plan, self.plan.size, self.nodes[row], self.views[row]
        left, top = plan.x[row] - size.width / 2, plan.y[row]
        is_pv = row in self.pv
        # As textbooks draw them: corners for who takes the most, round for who takes the least.
        is_second = (self.trace.first_ply + node.ply) % 2 == 1
        is_least = is_second if self.trace.position is None else node.ply % 2 == 1
        frame = element(
            "rect",
            x=left,
            y=top,
            width=size.width,
            height=size.height,
            rx=min(size.height / 2, 17) if is_least else 4,
            fill=self._tint(view.worth),
            stroke=self.look.pv if is_pv else self.look.line,
            stroke_width=2.5 if is_pv else 1.2,
            **({"stroke_dasharray": "3 3"} if node.end == "table" else {}),
        )
        parts = [element("title", self._told(node, view)), frame]
        middle = plan.x[row]
        name = move_name(self.trace, node) or "root"
        mark = _MARKS.get(node.end, "")
        kind = {"probe": "?", "again": "!"}.get(node.kind, "")
        look = self.look
        if size.has_window:
            y = top + 6
            if size.board:
                parts.append(self._board(row, left + (size.width - size.board) / 2, top + 6))
                y = top + size.height - 54
            ink = look.quiet
            if node.parent is not None or not size.board:
                parts.append(self._text(name + kind, left + 9, y + 13, 11.5, ink))
            parts.append(self._text(mark, left + size.width - 9, y + 13, 11.5, ink, anchor="end"))
            place = (middle, y + 29)
            parts.append(self._text(view.value, *place, 15, look.ink, anchor="middle", bold=True))
            fits = min(10.5, 1.7 * (size.width - 8) / len(view.window))
            parts.append(self._text(view.window, middle, y + 43, fits, ink, anchor="middle"))
        else:
            # In a column there is no room below for what is not shown.
            hidden = plan.part.hidden.get(row, 0) if row in plan.stacked else 0
            words = [f"{name}{kind}", mark, f"+{_short(hidden)}" if hidden else ""]
            head = " ".join(word for word in words if word)
            fits = min(10.5, 1.7 * (size.width - 8) / len(head))
            parts.append(self._text(head, middle, top + 13, fits, look.quiet, anchor="middle"))
            place = (middle, top + 28)
            parts.append(self._text(view.value, *place, 13, look.ink, anchor="middle", bold=True))
        classes = f"node {node.end}{' pv' * is_pv}"
        return tagged("g", "".join(parts), {"class": classes, "data-row": row})

    def _board(self, row: int, x: float, y: float) -> str:
        node = self.nodes[row]
        position = self.trace.position_at(row)
        picture = svg.board(
            position,
            last=None if node.move is None or isinstance(node.move, int) else node.move,
            coordinates=False,
            theme=self.theme,
            size=round(self.plan.size.board),
        )
        return picture.replace("<svg ", f'<svg x="{x:.1f}" y="{y:.1f}" ', 1)

    def _tint(self, worth: Score | None) -> str:
        match worth:
            case Win():
                return self.look.good
            case Loss():
                return self.look.bad
            case Heuristic(value) if value:
                return self.look.good if value > 0 else self.look.bad
        return self.look.even

    def _told(self, node: Node, view: Seen) -> str:
        name = move_name(self.trace, node) or "root"
        words = [KIND_WORDS[node.kind], f"window {view.window}", f"value {view.value}"]
        if node.unvisited:
            moves = " ".join(name_of(self.trace, move) for move in node.unvisited[:30])
            words.append(f"{'cut' if node.is_cut else 'needless'} {moves}")
        return ", ".join([name, *(word for word in words if word), END_WORDS[node.end] or "all"])

    def _legend(self, top: float) -> list[str]:
        """Only what is in the picture."""
        ends = {node.end for node in self.nodes.values()}
        kinds = {node.kind for node in self.nodes.values()}
        items = [f"{_MARKS[end]} {END_WORDS[end]}" for end in _MARKS if end in ends]
        items += [
            words
            for kind, words in (("probe", "? probe"), ("again", "! asked again"))
            if kind in kinds
        ]
        if any(node.is_cut for node in self.nodes.values()):
            items.append("✂ moves cut")
        if any(node.unvisited and not node.is_cut for node in self.nodes.values()):
            items.append("– needless: threats decide")
        if self.plan.part.hidden:
            items.append("+ nodes not shown")
        left, look = MARGIN, self.look
        window = "below a value: the window on entry \u2003" * self.plan.size.has_window
        first = f"{window}blue line: the best play"
        return [
            self._text(first, left, top + 10, 12, look.quiet),
            self._text(" \u2003".join(items), left, top + 30, 12, look.quiet),
        ]

    @staticmethod
    def _text(
        text: str,
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
        return element("text", text, **place, **weight) if text else ""


def _short(number: int) -> str:
    """A number in four letters."""
    for unit, size in (("G", 10**9), ("M", 10**6), ("k", 10**3)):
        if number >= size:
            return f"{number / size:.1f}{unit}" if number < 10 * size else f"{number // size}{unit}"
    return str(number)


#: What stands in a node for why it ended.
_MARKS = {
    "win": "★",
    "draw": "=",
    "depth": "◦",
    "table": "▤",
    "can_win": "▲",
    "cannot_parry": "▼",
    "stopped": "…",
}
