"""Canvases as PNG and PDF, by matplotlib. It is imported when something is painted, and its
settings are as they were afterwards. The same canvas gives the same bytes."""

from __future__ import annotations

import threading
from contextlib import contextmanager
from io import BytesIO
from typing import TYPE_CHECKING, Any, Literal

from enligne import extras

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from matplotlib.figure import Figure

    from enligne.charts.canvas import Canvas, Shape

#: Units of a canvas in an inch, as a page has pixels.
UNITS_PER_INCH = 96
_POINTS = 72 / UNITS_PER_INCH
_DOTS_PER_INCH = 220

_SETTINGS = {
    # It comes with matplotlib: texts are as wide on every machine.
    "font.family": "sans-serif",
    "font.sans-serif": ["DejaVu Sans"],
    "text.parse_math": False,
    "pdf.fonttype": 42,
}
# The settings of matplotlib are those of the whole process.
_settings_lock = threading.Lock()

_ALIGNMENTS = {"start": "left", "middle": "center", "end": "right"}


def painted(canvas: Canvas, kind: Literal["png", "pdf"], title: str, description: str) -> bytes:
    """The canvas as a file of this kind.

    Raises:
        MissingExtraError: matplotlib is not installed.
    """
    extras.require("plots", f"a picture as {kind.upper()}")
    told = {"Description": description, "Software": None}
    if kind == "pdf":
        told = {"Subject": description, "CreationDate": None}
    content = BytesIO()
    with _settings():
        figure, about = _figure(canvas), {"Title": title, **told}
        figure.savefig(content, format=kind, dpi=_DOTS_PER_INCH, metadata=about)
    return content.getvalue()


def pdf_pages(pages: Sequence[Canvas], title: str) -> bytes:
    """One file of many pages.

    Raises:
        MissingExtraError: matplotlib is not installed.
    """
    extras.require("plots", "a picture as PDF")
    from matplotlib.backends.backend_pdf import PdfPages

    content = BytesIO()
    with _settings(), PdfPages(content, metadata={"Title": title, "CreationDate": None}) as file:
        for page in pages:
            file.savefig(_figure(page))
    return content.getvalue()


def text_width(text: str, size: float, *, is_bold: bool = False) -> float:
    """How wide a text is when it is painted.

    Raises:
        MissingExtraError: matplotlib is not installed.
    """
    extras.require("plots", "a picture as PDF")
    from matplotlib.font_manager import FontProperties
    from matplotlib.textpath import text_to_path

    font = FontProperties(family="DejaVu Sans", size=size, weight=700 if is_bold else 400)
    return float(text_to_path.get_text_width_height_descent(text, font, ismath=False)[0])


@contextmanager
def _settings() -> Iterator[None]:
    """Gives matplotlib our settings meanwhile, whatever the user's are; for one at a time."""
    import matplotlib

    with _settings_lock, matplotlib.rc_context():
        matplotlib.rcdefaults()
        matplotlib.rcParams.update(_SETTINGS)
        yield


def _figure(canvas: Canvas) -> Figure:
    """All shapes in one collection, in their order, and the texts above them."""
    from matplotlib.collections import PathCollection
    from matplotlib.figure import Figure
    from matplotlib.transforms import Affine2D

    figure = Figure((canvas.width / UNITS_PER_INCH, canvas.height / UNITS_PER_INCH))
    shapes = [shape for shape in canvas.shapes if shape.tag != "text"]
    looks = [_look(shape) for shape in shapes]
    if shapes:
        fills, strokes, widths, dashes = zip(*looks, strict=True)
        place = Affine2D().scale(1 / canvas.width, -1 / canvas.height).translate(0, 1)
        drawn = PathCollection(
            [_outline(shape) for shape in shapes],
            facecolors=fills,
            edgecolors=strokes,
            linewidths=widths,
            linestyles=dashes,
            capstyle=canvas.cap,
            joinstyle="round",
            transform=place + figure.transFigure,
        )
        figure.add_artist(drawn)
    for shape in canvas.shapes:
        if shape.tag == "text":
            _write(figure, canvas, shape)
    return figure


def _outline(shape: Shape) -> Any:
    from matplotlib.patches import BoxStyle
    from matplotlib.path import Path

    values: Any = shape.values
    if shape.tag == "circle":
        return Path.circle((values["cx"], values["cy"]), values["r"])
    if shape.tag == "rect":
        style = BoxStyle.Round(pad=0, rounding_size=values["rx"])
        return style(values["x"], values["y"], values["width"], values["height"], 1)
    return Path(shape.points, closed=shape.is_closed)


def _look(shape: Shape) -> tuple[Any, Any, float, Any]:
    """The fill, the stroke, its width and its dashes."""
    from matplotlib.colors import to_rgba

    values: Any = shape.values
    width = values.get("stroke_width", 1)
    opacity = values.get("opacity", 1)
    fill, stroke = values.get("fill", "#000000"), values.get("stroke", "none")
    gaps = [float(each) / width for each in values.get("stroke_dasharray", "").split()]
    return (
        to_rgba(fill, None if fill == "none" else opacity),
        to_rgba(stroke, None if stroke == "none" else opacity),
        width * _POINTS,
        (0, gaps) if gaps else "solid",
    )


def _write(figure: Figure, canvas: Canvas, shape: Shape) -> None:
    values: Any = shape.values
    figure.text(
        values["x"] / canvas.width,
        1 - values["y"] / canvas.height,
        shape.text,
        color=values.get("fill", "#000000"),
        fontsize=values.get("font_size", 12) * _POINTS,
        fontweight="bold" if values.get("font_weight", 400) >= 600 else "normal",
        horizontalalignment=_ALIGNMENTS[values["text_anchor"]],
        verticalalignment="baseline",
        rotation=90 if "transform" in values else 0,
    )
