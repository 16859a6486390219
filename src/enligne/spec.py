"""Players as values: a name and options, and the text that says the same: ``name:key=value,…``.

Texts are read at the edges, where a command, a message or a file names a player; everything behind
passes a :class:`PlayerSpec`. No other module takes such texts apart or puts them together.
"""

from __future__ import annotations

import math
import re
from abc import ABC
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from enligne.errors import PlayerTextError
from enligne.rules import shortened

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from enligne.players import Policy
    from enligne.rules import Rules

Value = int | float | str | bool | None

SWITCH = ("on", "off")

# As many characters as the longest number with a fraction takes.
_LONGEST_NUMBER = 24


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
        is_bare: whether it is written without its name, before all others: ``level:5``.
        is_rest: whether it is everything behind the colon, and the only option.
        wanted: how it is written, where it must not be missing.
        is_file: whether it may name a file instead of a choice, which no policy grants.
    """

    name: str
    default: Value
    about: str
    choices: tuple[str, ...] = ()
    least: float = 0
    most: float = math.inf
    pattern: str = ""
    is_bare: bool = False
    is_rest: bool = False
    wanted: str = ""
    is_file: bool = False

    def parse(self, text: str) -> Value:
        """Reads a value.

        Raises:
            PlayerTextError: it is not one of the choices, not a number, or out of bounds.
        """
        if self.is_rest:
            return text.strip()
        if self.choices and not self.is_file:
            if text not in self.choices:
                raise PlayerTextError(
                    f"{self.name}={shortened(text)}: it is one of {', '.join(self.choices)}"
                )
            return text == "on" if set(self.choices) == set(SWITCH) else text
        if self.pattern:
            if not re.fullmatch(self.pattern, text):
                raise PlayerTextError(f"{self.name}={shortened(text)}: {self.about}")
            return text
        wants_fraction = isinstance(self.least, float)
        try:
            # Python would also read underscores, spaces and digits of other scripts.
            is_plain = text.isascii() and "_" not in text and text == text.strip()
            if not is_plain or len(text) > _LONGEST_NUMBER:
                raise ValueError
            value = float(text) if wants_fraction else int(text)
        except ValueError:
            kind = "a number" if wants_fraction else "a whole number"
            raise PlayerTextError(f"{self.name}={shortened(text)}: it is {kind}") from None
        if not self.least <= value <= self.most:
            upper = "" if self.most == math.inf else f" and at most {_written(self.most)}"
            least = _written(self.least)
            raise PlayerTextError(f"{self.name}={text}: it is at least {least}{upper}")
        return value

    def checked(self, value: Value) -> Value:
        """A value that may be set; None only where that is the default.

        Raises:
            PlayerTextError: as for its text.
        """
        if value is None and self.default is None:
            return None
        return self.parse(_written(value))

    def format(self, value: Value) -> str:
        """A value as it stands in a text."""
        text = _written(value)
        return text if self.is_bare or self.is_rest else f"{self.name}={text}"


def _written(value: Value) -> str:
    if isinstance(value, bool):
        return "on" if value else "off"
    if isinstance(value, float) and float(short := f"{value:g}") == value:
        return short
    return str(value)


class Kind(ABC):
    """What engines and players share: each is made with options, and has a text. Every subclass
    is a kind of player, named like the class unless it says otherwise.

    Raises:
        PlayerTextError: there is no such option, a value is wrong, or one is missing.
    """

    name: ClassVar[str]
    about: ClassVar[str]
    options: ClassVar[Sequence[Option]] = ()
    #: Whether what it says about a position is worth reading.
    is_analyst: ClassVar[bool] = False
    #: Whether it can tell every node that it visits.
    has_trace: ClassVar[bool] = False

    def __init_subclass__(cls, **rest: object) -> None:
        super().__init_subclass__(**rest)
        if "name" not in vars(cls):
            cls.name = cls.__name__.lower()
        if "about" not in vars(cls):
            cls.about = (cls.__doc__ or cls.name).strip().partition("\n")[0].rstrip(".")

    def __init__(self, **options: Value) -> None:
        self.spec = PlayerSpec.of(type(self), **options)
        self.values = self.spec.values

    @property
    def text(self) -> str:
        """The text that makes this one again."""
        return self.spec.text

    @staticmethod
    def plays(rules: Rules) -> bool:
        """Whether it plays by these rules, as far as that is known without making one."""
        del rules
        return True


class ByOptions(Kind):
    """A kind whose copy, in a pickle or by :mod:`copy`, is a new one with the same options: it
    holds something that cannot be copied, such as tables or a program."""

    def __reduce__(self) -> tuple[object, ...]:
        return _made, (type(self), self.spec.given)


def _made(kind: type[Kind], given: tuple[tuple[str, Value], ...]) -> Kind:
    return kind(**dict(given))


@dataclass(frozen=True, slots=True, eq=False)
class PlayerSpec:
    """Which player, and how it is set up. Those with the same values are equal.

    Args:
        kind: an engine or a player.
        given: the options that were written, in the order of the kind.
    """

    kind: type[Kind]
    given: tuple[tuple[str, Value], ...] = ()

    @classmethod
    def of(cls, kind: type[Kind], /, **options: Value) -> PlayerSpec:
        """A kind with these options, the others at their defaults.

        Raises:
            PlayerTextError: there is no such option, a value is wrong, or one is missing.
        """
        if unknown := set(options) - {option.name for option in kind.options}:
            raise _no_option(kind.name, min(unknown), kind.options)
        given: dict[str, Value] = {}
        for option in kind.options:
            if option.name in options:
                try:
                    given[option.name] = option.checked(options[option.name])
                except PlayerTextError as error:
                    raise PlayerTextError(f"{kind.name}: {error}") from None
            if option.wanted and given.get(option.name) in (None, ""):
                raise PlayerTextError(f"{kind.name}: which {option.name}? Write {option.wanted}")
        return cls(kind, tuple(given.items()))

    @classmethod
    def parse(
        cls, text: str, kinds: Mapping[str, type[Kind]], what: str = "a player"
    ) -> PlayerSpec:
        """Reads a text.

        Args:
            kinds: those there are, by name.
            what: the name of such a thing in an error.

        Raises:
            PlayerTextError: there is no such kind or option, or a value is wrong.
        """
        name, rest = split_text(text)
        if name not in kinds:
            raise unknown_kind(name, what, kinds)
        return cls.of(kinds[name], **parse_options(name, rest, kinds[name].options))

    @property
    def name(self) -> str:
        """The name of its kind."""
        return self.kind.name

    @property
    def values(self) -> dict[str, Value]:
        """The value of every option."""
        return {option.name: option.default for option in self.kind.options} | dict(self.given)

    @property
    def text(self) -> str:
        """The shortest text that reads back as this."""
        return format_text(self.name, self.values, self.kind.options)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, PlayerSpec) and self._key == other._key

    def __hash__(self) -> int:
        return hash(self._key)

    @property
    def _key(self) -> tuple[object, ...]:
        return self.kind, *self.values.values()

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"players.parse({self.text!r})"

    def with_options(self, **options: Value) -> PlayerSpec:
        """The same with other values of these options.

        Raises:
            PlayerTextError: there is no such option, or a value is wrong.
        """
        return self.of(self.kind, **dict(self.given) | options)

    def with_seed(self, seed: int) -> PlayerSpec:
        """The same with a seed, if it plays at random and has none."""
        is_unseeded = "seed" in self.values and self.values["seed"] is None
        return self.with_options(seed=seed) if is_unseeded else self

    def limited(self, policy: Policy) -> PlayerSpec:
        """The same within what a policy grants. It has one thread unless it asks for more.

        Raises:
            PlayerTextError: the policy does not allow this kind.
        """
        if self.name not in policy.kinds:
            raise unknown_kind(self.name, "a player here", policy.kinds)
        values = self.values
        for option in self.kind.options:
            if option.is_file and values[option.name] not in option.choices:
                raise PlayerTextError(f"{self.name}: {option.name} cannot be chosen here")
        granted: dict[str, Value] = {}
        for name in ("threads", "seconds", "table_mb"):
            most, asked = getattr(policy, name), values.get(name)
            if name in values and most is not None:
                usual = 1 if name == "threads" else most
                granted[name] = min(usual if asked is None else asked, most)
        return self.with_options(**granted)


def split_text(text: str) -> tuple[str, str]:
    """The name in a text, and what stands behind the colon."""
    name, _, rest = text.strip().partition(":")
    return name.lower(), rest


def parse_options(owner: str, text: str, options: Sequence[Option]) -> dict[str, Value]:
    """The options that ``key=value,key=value`` gives.

    Raises:
        PlayerTextError: an option is unknown, given twice, or has a wrong value.
    """
    known = {option.name: option for option in options}
    first = options[0] if options else None
    if first is not None and first.is_rest:
        return {first.name: text.strip()}
    values: dict[str, Value] = {}
    for number, part in enumerate(text.split(",") if text else []):
        name, equals, value = part.strip().partition("=")
        if number == 0 and not equals and first is not None and first.is_bare:
            name, equals, value = first.name, "=", name
        if name not in known:
            raise _no_option(owner, part, options)
        if not equals:
            raise PlayerTextError(f"{owner}: {name} needs a value: {name}=…")
        if name in values:
            raise PlayerTextError(f"{owner}: {name} is given twice")
        try:
            values[name] = known[name].parse(value)
        except PlayerTextError as error:
            raise PlayerTextError(f"{owner}: {error}") from None
    return values


def format_text(owner: str, values: Mapping[str, Value], options: Sequence[Option]) -> str:
    """The shortest text with these values."""
    parts = [
        option.format(values[option.name])
        for option in options
        if values[option.name] != option.default
    ]
    return f"{owner}:{','.join(parts)}" if parts else owner


def _no_option(owner: str, name: str, options: Sequence[Option]) -> PlayerTextError:
    listing = ", ".join(option.name for option in options) or "none"
    return PlayerTextError(f"{owner} has no option {shortened(name)}; it has {listing}")


def unknown_kind(
    name: str, what: str, known: Mapping[str, object] | Sequence[str]
) -> PlayerTextError:
    """The error that names those there are."""
    return PlayerTextError(f"{shortened(name)} is not {what}; there are {', '.join(known)}")
