"""Where settings come from: an option, else an environment variable, else a file, else their
default. An error names the one that it is in."""

from __future__ import annotations

import difflib
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, get_type_hints

import msgspec

from enligne.server.passwords import hide_passwords
from enligne.server.settings import About, Settings

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

_PREFIX = "ENLIGNE_"

#: Names the file.
CONFIG_VARIABLE = f"{_PREFIX}CONFIG"

#: Variables that are not the server's alone.
_OTHERS = {CONFIG_VARIABLE, f"{_PREFIX}BRAINS"}


@dataclass(frozen=True, slots=True)
class Setting:
    """A field of :class:`Settings` that an operator may set."""

    name: str
    kind: Any
    about: About
    usual: Any

    @property
    def option(self) -> str:
        return f"--{self.name.replace('_', '-')}"

    @property
    def variable(self) -> str:
        return f"{_PREFIX}{self.name.upper()}"

    @property
    def is_switch(self) -> bool:
        return isinstance(self.usual, bool)

    @property
    def is_list(self) -> bool:
        return isinstance(self.usual, tuple)

    @property
    def value(self) -> str:
        """What stands for the value in the help."""
        if self.is_list:
            return "TEXT,…"
        numbers = (msgspec.inspect.IntType, msgspec.inspect.FloatType)
        kind = msgspec.inspect.type_info(self.kind)
        kinds = kind.types if isinstance(kind, msgspec.inspect.UnionType) else (kind,)
        return "N" if any(isinstance(each, numbers) for each in kinds) else "TEXT"

    @property
    def default(self) -> str:
        """The default in words."""
        if self.about.default:
            return self.about.default
        if self.is_switch:
            return "yes" if self.usual else "no"
        if self.usual is None or self.usual == ():
            return "none"
        return f"{self.usual:g}" if isinstance(self.usual, float) else str(self.usual)

    def read(self, text: str) -> Any:
        """The value that a text stands for; a list has commas.

        Raises:
            ValueError: it stands for none.
        """
        return self._convert(
            [part.strip() for part in text.split(",") if part.strip()] if self.is_list else text,
            strict=False,
        )

    def take(self, value: Any) -> Any:
        """The same for a value of a file."""
        return self._convert(value, strict=True)

    def _convert(self, value: Any, *, strict: bool) -> Any:
        try:
            found = msgspec.convert(value, self.kind, strict=strict)
        except msgspec.ValidationError as error:
            reason = str(error).partition(" - at ")[0].replace("`", "")
            raise _wrong(value, f"{reason[:1].lower()}{reason[1:]}") from None
        if self.about.check is not None and found is not None:
            for each in found if self.is_list else [found]:
                try:
                    self.about.check(each)
                except ValueError as error:
                    raise _wrong(each, str(error)) from None
        return found


def _wrong(value: object, reason: str) -> ValueError:
    return ValueError(f"{hide_passwords(str(value))!r}: {reason}")


def _all() -> Iterator[Setting]:
    hints = get_type_hints(Settings, include_extras=True)
    for each in msgspec.structs.fields(Settings):
        about = next(part for part in hints[each.name].__metadata__ if isinstance(part, About))
        usual = None if each.default is msgspec.NODEFAULT else each.default
        yield Setting(each.name, each.type, about, usual)


#: In the order of the help.
SETTINGS = tuple(_all())
_BY_NAME = {each.name: each for each in SETTINGS}


def read_settings(
    options: Mapping[str, Any], environment: Mapping[str, str], config: str | None = None
) -> Settings:
    """The settings of a server.

    Args:
        options: values by the names of settings.
        environment: the variables.
        config: a TOML file, else that of the variable ``ENLIGNE_CONFIG``.

    Raises:
        OSError: the file cannot be read.
        ValueError: a name or value of the environment or the file is wrong.
    """
    path = config or environment.get(CONFIG_VARIABLE)
    told = _from_file(Path(path)) if path else {}
    told |= _from_environment(environment)
    return Settings(**told | dict(options))


def _from_file(path: Path) -> dict[str, Any]:
    try:
        keys = tomllib.loads(path.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ValueError(f"{path}: {error}") from None
    for key in keys:
        if key not in _BY_NAME:
            near = [repr(each.name) for each in _near(key)]
            raise ValueError(f"{path}: there is no setting {key!r}{_guess(near)}")
    return {key: _named(f"{path}: {key}", _BY_NAME[key].take, value) for key, value in keys.items()}


def _from_environment(environment: Mapping[str, str]) -> dict[str, Any]:
    by_variable = {each.variable: each for each in SETTINGS}
    told = {}
    for variable, text in environment.items():
        if not variable.startswith(_PREFIX) or variable in _OTHERS:
            continue
        if variable not in by_variable:
            near = [each.variable for each in _near(variable.removeprefix(_PREFIX).lower())]
            raise ValueError(f"{variable}: there is no such setting{_guess(near)}")
        setting = by_variable[variable]
        told[setting.name] = _named(variable, setting.read, text)
    return told


def _named(source: str, read: Callable[[Any], Any], value: Any) -> Any:
    try:
        return read(value)
    except ValueError as error:
        raise ValueError(f"{source}: {error}") from None


def _near(name: str) -> list[Setting]:
    """The settings that may be meant by a name: one that is like it, else those with a word that
    is."""
    if like := difflib.get_close_matches(name, _BY_NAME, 1):
        return [_BY_NAME[like[0]]]
    words = {word for each in _BY_NAME for word in each.split("_")}
    found = difflib.get_close_matches(name, sorted(words), 1, 0.75)
    return [each for each in SETTINGS if set(found) & set(each.name.split("_"))]


def _guess(near: list[str]) -> str:
    return f"; did you mean {' or '.join(near)}?" if near else ""
