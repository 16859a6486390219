"""The options of engines and players, and the text that names them: ``name:key=value,…``."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from enligne.errors import PlayerTextError
from enligne.rules import shortened

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

Value = int | float | str | bool | None


@dataclass(frozen=True, slots=True)
class Option:
    """One option: its type follows from its choices, its bounds and its default.

    Args:
        name: as it is written in a text.
        default: None where it may be left out.
        about: a line for people.
        choices: the words it may be; ``on`` and ``off`` for a switch.
        least, most: bounds of a number; a number with a ``float`` bound may have a fraction.
        pattern: what a text must look like, where the option is one.
        is_bare: whether it may be written without its name, before all others: ``level:5``.
    """

    name: str
    default: Value
    about: str
    choices: tuple[str, ...] = ()
    least: float = 0
    most: float = math.inf
    pattern: str = ""
    is_bare: bool = False

    def parse(self, text: str) -> Value:
        """Reads a value.

        Raises:
            PlayerTextError: it is not one of the choices, not a number, or out of bounds.
        """
        if self.choices:
            if text not in self.choices:
                raise PlayerTextError(
                    f"{self.name}={shortened(text)}: it is one of {', '.join(self.choices)}"
                )
            return text == "on" if set(self.choices) == {"on", "off"} else text
        if self.pattern:
            if not re.fullmatch(self.pattern, text):
                raise PlayerTextError(f"{self.name}={shortened(text)}: {self.about}")
            return text
        wants_fraction = isinstance(self.least, float)
        try:
            # Python would also read underscores, spaces and digits of other scripts.
            if not text.isascii() or "_" in text or text != text.strip() or len(text) > 20:
                raise ValueError
            value = float(text) if wants_fraction else int(text)
        except ValueError:
            kind = "a number" if wants_fraction else "a whole number"
            raise PlayerTextError(f"{self.name}={shortened(text)}: it is {kind}") from None
        if not self.least <= value <= self.most:
            upper = "" if self.most == math.inf else f" and at most {self.most:g}"
            raise PlayerTextError(f"{self.name}={text}: it is at least {self.least:g}{upper}")
        return value

    def format(self, value: Value) -> str:
        if isinstance(value, bool):
            value = "on" if value else "off"
        text = f"{value:g}" if isinstance(value, float) else str(value)
        return text if self.is_bare else f"{self.name}={text}"


SWITCH = ("on", "off")


def split_text(text: str) -> tuple[str, str]:
    """The name of an engine or player, and what stands behind the colon."""
    name, _, rest = text.strip().partition(":")
    return name.lower(), rest


def parse_options(owner: str, text: str, options: Sequence[Option]) -> dict[str, Value]:
    """Reads ``key=value,key=value``; what is not named has its default.

    Raises:
        PlayerTextError: an option is unknown, given twice, or has a wrong value.
    """
    known = {option.name: option for option in options}
    values: dict[str, Value] = {}
    bare = options[0].name if options and options[0].is_bare else None
    for number, part in enumerate(text.split(",") if text else []):
        name, equals, value = part.strip().partition("=")
        if number == 0 and not equals and bare is not None:
            name, equals, value = bare, "=", name
        if name not in known or not equals:
            listing = ", ".join(known) or "none"
            raise PlayerTextError(f"{owner} has no option {shortened(part)}; it has {listing}")
        if name in values:
            raise PlayerTextError(f"{owner}: {name} is given twice")
        try:
            values[name] = known[name].parse(value)
        except PlayerTextError as error:
            raise PlayerTextError(f"{owner}: {error}") from None
    return {option.name: option.default for option in options} | values


def format_text(owner: str, values: Mapping[str, Value], options: Sequence[Option]) -> str:
    """The shortest text with these values."""
    parts = [
        option.format(values[option.name])
        for option in options
        if values[option.name] != option.default
    ]
    return f"{owner}:{','.join(parts)}" if parts else owner
