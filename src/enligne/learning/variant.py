"""Variants of the matchbox machine: how it is filled, rewarded and punished. Data, not code."""

from __future__ import annotations

from dataclasses import asdict, dataclass, fields, replace
from typing import TYPE_CHECKING

from enligne import _core
from enligne.errors import PlayerTextError, VariantError
from enligne.rules import shortened
from enligne.spec import SWITCH, Option, format_text, parse_options, split_text

if TYPE_CHECKING:
    from collections.abc import Mapping

    from enligne.spec import Value

_MOST = 1_000_000

#: What a variant consists of.
OPTIONS = (
    Option(
        "beads",
        "1",
        "beads at its 1st, 2nd … turn, as in 8-4-2-1; the last number repeats",
        pattern=r"[1-9][0-9]{0,5}(-[1-9][0-9]{0,5}){0,31}",
    ),
    Option(
        "per", "move", "whether beads, floor and cap count for a move or a cell", ("move", "cell")
    ),
    Option("win", 0, "beads added for each one drawn in a game it won", most=_MOST),
    Option("draw", 0, "beads added for each one drawn in a drawn game", most=_MOST),
    Option("loss", 1, "beads taken for each one that pays for a lost game", most=_MOST),
    Option("blame", "all", "which of the beads drawn pay for a lost game", ("all", "last")),
    Option(
        "empty",
        "resign",
        "what an empty box does: a loss like any other, filled anew, or a loss that the bead"
        " before pays alone",
        ("resign", "refill", "charge"),
    ),
    Option("floor", 0, "a loss leaves a move at least n beads", most=_MOST),
    Option("cap", 0, "a reward leaves a move at most n beads; 0: no limit", most=_MOST),
    Option("symmetry", True, "whether turned and mirrored positions share a box", SWITCH),
)


@dataclass(frozen=True, slots=True)
class Variant:
    """How a matchbox machine is filled, rewarded and punished.

    Args:
        beads: how many each move gets at its 1st, 2nd … turn; the last number repeats.
        per: whether ``beads``, ``floor`` and ``cap`` count for a ``"move"`` up to the symmetry of
            its box, or for each ``"cell"`` that it stands for: the first corner for four.
        win, draw: beads added for each one drawn in a game that ended so.
        loss: beads taken for each one that pays for a lost game.
        blame: whether ``"all"`` beads drawn in a lost game pay for it or the ``"last"`` alone.
        empty: at an empty box, ``"resign"``, which is a loss like any other; ``"refill"`` it as at
            the start; or resign and ``"charge"`` only the bead that led there.
        floor: a loss leaves a move at least n beads.
        cap: a reward leaves a move at most n beads; 0 means no limit.
        symmetry: whether turned and mirrored positions share a box.

    Raises:
        VariantError: a value is wrong; the text says which and why.
    """

    beads: tuple[int, ...] = (1,)
    per: str = "move"
    win: int = 0
    draw: int = 0
    loss: int = 1
    blame: str = "all"
    empty: str = "resign"
    floor: int = 0
    cap: int = 0
    symmetry: bool = True

    def __post_init__(self) -> None:
        if not isinstance(self.beads, (tuple, list)):
            raise VariantError("a matchbox variant: beads are whole numbers, one for each turn")
        object.__setattr__(self, "beads", tuple(self.beads))
        values = self._values()
        for option in OPTIONS:
            value = values[option.name]
            try:
                if type(value) is not type(option.default):
                    raise PlayerTextError(f"{option.name}={value!r}: {option.about}")
                option.checked(value)
            except PlayerTextError as error:
                raise VariantError(f"a matchbox variant: {error}") from None
        if 0 < self.cap < max(self.floor, *self.beads):
            raise VariantError(
                f"a matchbox variant: cap={self.cap} is below its beads or its floor"
            )

    @classmethod
    def of(cls, variant: Variant | str) -> Variant:
        """A variant as it is, or from a text: a preset, or one with changes: ``michie:loss=2``.

        Raises:
            VariantError: there is no such preset or option, or a value is wrong.
        """
        if isinstance(variant, Variant):
            return variant
        name, rest = split_text(variant)
        if name not in VARIANTS:
            raise VariantError(
                f"{shortened(variant)} is not a matchbox variant; there are {', '.join(VARIANTS)},"
                " each with changes such as michie:loss=2,empty=refill"
            )
        base = VARIANTS[name]._values()
        try:
            return cls._of_values(base | parse_options(name, rest, OPTIONS))
        except PlayerTextError as error:
            raise VariantError(str(error)) from None

    @classmethod
    def from_data(cls, data: object) -> Variant:
        """A variant from what :meth:`data` wrote.

        Raises:
            VariantError: something is missing or wrong.
        """
        if not isinstance(data, dict):
            raise VariantError("a matchbox variant is an object")
        known = {field.name for field in fields(cls)}
        if set(data) != known:
            odd = ", ".join(sorted(map(str, set(data) ^ known)))
            raise VariantError(f"a matchbox variant: missing or unknown: {odd}")
        beads = data["beads"]
        if not isinstance(beads, list) or not all(type(each) is int for each in beads):
            raise VariantError("a matchbox variant: beads is a list of whole numbers")
        return cls(**(data | {"beads": tuple(beads)}))

    def data(self) -> dict[str, object]:
        """What a file holds of it."""
        return asdict(self) | {"beads": list(self.beads)}

    @property
    def text(self) -> str:
        """The shortest text that reads back as this variant."""
        values = self._values()
        texts = []
        for name, preset in VARIANTS.items():
            base = preset._values()
            options = [replace(option, default=base[option.name]) for option in OPTIONS]
            texts.append(format_text(name, values, options))
        return min(texts, key=len)

    def __str__(self) -> str:
        return self.text

    @property
    def details(self) -> str:
        """All of it, spelt out."""
        values = self._values()
        return ",".join(option.format(values[option.name]) for option in OPTIONS)

    @property
    def core(self) -> _core.Variant:
        """For the core."""
        core = _core.Variant()
        core.beads = list(self.beads)
        core.per = _core.Per.CELL if self.per == "cell" else _core.Per.MOVE
        core.win, core.draw, core.loss = self.win, self.draw, self.loss
        core.blame = _core.Blame.LAST if self.blame == "last" else _core.Blame.ALL
        core.empty = getattr(_core.Empty, self.empty.upper())
        core.floor, core.cap = self.floor, self.cap
        return core

    def _values(self) -> dict[str, Value]:
        """By option, with the beads as they are written."""
        return asdict(self) | {"beads": "-".join(map(str, self.beads))}

    @classmethod
    def _of_values(cls, values: Mapping[str, Value]) -> Variant:
        beads = tuple(map(int, str(values["beads"]).split("-")))
        return cls(**(dict(values) | {"beads": beads}))  # type: ignore[arg-type]


#: The known machines. Michie's of 1961; Scroggs's on the web; the student report's; and the rule
#: that Gardner gave for hexapawn, which takes only what truly loses and never stops short of it.
VARIANTS: Mapping[str, Variant] = {
    "michie": Variant(beads=(4, 3, 2, 1), win=3, draw=1),
    "scroggs": Variant(beads=(8, 4, 2, 1), win=3, draw=1),
    "report": Variant(per="cell", win=3, draw=1, floor=1, cap=100),
    "her": Variant(per="cell", blame="last", empty="charge"),
}
