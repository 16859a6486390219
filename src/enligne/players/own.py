"""Players of your own: functions, classes and objects, by themselves or named by a text."""

from __future__ import annotations

import importlib
import inspect
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from enligne.engines import Engine
from enligne.errors import IllegalMoveError, NotationError, PlayerFailedError, PlayerTextError
from enligne.players.player import Choice, EnginePlayer, Player
from enligne.rules import shortened
from enligne.spec import Kind, Option, PlayerSpec, Value, parse_options

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from importlib.metadata import EntryPoint

    from enligne.engines.engine import Request
    from enligne.move import Side
    from enligne.position import Position
    from enligne.rules import Rules

#: Where packages announce their players.
GROUP = "enligne.players"

#: What can be a player: a function of a position, and of a limit if it takes two arguments, that
#: answers with a move; a class of such, of which each game gets one of its own; or a player.
PlayerLike = PlayerSpec | Player | Engine | type[Any] | Callable[..., Any] | str


class Own(Player):
    """Your own player: ``python:MODULE:NAME``, a function, a class or a player in a module that
    Python finds, the current folder included. Behind a third colon stand options of a class."""

    name = "python"
    about = "your own player in a Python module: python:MODULE:NAME, a function or a class"
    options: ClassVar[Sequence[Option]] = (
        Option(
            "object", None, "a module and a name in it", is_rest=True, wanted="python:MODULE:NAME"
        ),
    )

    is_file = True

    def __init__(self, **options: Value) -> None:
        super().__init__(**options)
        self._player = self._made()

    def _made(self) -> Player:
        return player_of(*_loaded(str(self.values["object"])))

    @property
    def begins_on_empty_board(self) -> bool:  # type: ignore[override]
        return self._player.begins_on_empty_board

    @property
    def sides(self) -> Sequence[Side]:
        return self._player.sides

    def check_plays(self, rules: Rules) -> None:
        self._player.check_plays(rules)

    def check_loads(self) -> None:
        self._player.check_loads()

    def prepare(self, rules: Rules) -> None:
        self._player.prepare(rules)

    def close(self) -> None:
        self._player.close()

    def decide(self, request: Request) -> Choice:
        return self._player.decide(request)


class Function(Player):
    """Plays what a function answers: a move, its text, a :class:`Choice`, or None to resign."""

    def __init__(self, function: Callable[..., object]) -> None:
        super().__init__()
        self._function = function
        self._wants_limit = _takes_two(function)

    def decide(self, request: Request) -> Choice:
        position = request.position
        arguments = (position, request.limit) if self._wants_limit else (position,)
        return _choice(self._function(*arguments), position)


def _takes_two(function: Callable[..., object]) -> bool:
    try:
        inspect.signature(function).bind(None, None)
    except (TypeError, ValueError):
        return False
    return True


def _choice(answer: object, position: Position) -> Choice:
    if isinstance(answer, Choice):
        return answer
    if answer is None:
        return Choice(None)
    try:
        return Choice(position.move(answer))  # type: ignore[arg-type]  # it says what is wrong
    except (IllegalMoveError, NotationError) as error:
        raise PlayerFailedError(str(error), reason="illegal") from None


def player_of(given: object, options: Mapping[str, Value] | None = None) -> Player:
    """The player that something is.

    Raises:
        PlayerTextError: it is none.
    """
    options = options or {}
    if isinstance(given, type):
        made = given(**options)
        if isinstance(made, type):
            raise PlayerTextError(f"{given!r} makes classes, not players")
        return player_of(made)
    if options:
        raise PlayerTextError(f"{_name(given)} is not a class: it has no options")
    if isinstance(given, Player):
        return given
    if isinstance(given, Engine):
        return EnginePlayer(given)
    if callable(given):
        return Function(given)
    if callable(choose := getattr(given, "choose", None)):
        return Function(choose)
    raise PlayerTextError(
        f"{shortened(repr(given))} is not a player: it is neither a function of a position, nor has"
        " it a method choose"
    )


_specs: dict[str, tuple[object, PlayerSpec]] = {}


def spec_of(given: object) -> PlayerSpec:
    """Something as a value, which :func:`known` then finds by its text. The same thing has the same
    value.

    Raises:
        PlayerTextError: it is no player.
    """
    if not (isinstance(given, Kind) or callable(given) or hasattr(given, "choose")):
        player_of(given)  # says what is wrong
    if isinstance(given, EnginePlayer | Player | Engine) and _is_its_text(given):
        return given.spec
    base = f"{Own.name}:{_name(given)}"
    text, number = base, 1
    while text in _specs and _specs[text][0] is not given:
        number += 1
        text = f"{base}#{number}"
    if text not in _specs:
        _specs[text] = (given, PlayerSpec(_kind(text, given)))
    return _specs[text][1]


def _is_its_text(given: Player | Engine) -> bool:
    """Whether the text of a player says all about it, as of those of this package."""
    return type(given).__module__.startswith("enligne.") and not isinstance(given, Own)


def known(text: str) -> PlayerSpec | None:
    """What was given to :func:`spec_of` before, by its text."""
    found = _specs.get(text.strip())
    return None if found is None else found[1]


def _kind(name: str, given: object) -> type[Kind]:
    """A kind of player that holds what was given. It travels to other processes whole."""

    def made(_: Own) -> Player:
        return player_of(given)

    about = (inspect.getdoc(given) or name).partition("\n")[0]
    parts = {"name": name, "about": about, "options": (), "_made": made}
    return type("OwnPlayer", (Own,), parts)


def _name(given: object) -> str:
    named = given if hasattr(given, "__qualname__") else type(given)
    return f"{named.__module__}:{named.__qualname__}"


def _loaded(text: str) -> tuple[object, dict[str, Value]]:
    """What ``MODULE:NAME`` names, and the options behind it."""
    module_name, _, rest = text.partition(":")
    path, _, options = rest.partition(":")
    if not module_name or not path:
        raise PlayerTextError(f"python:{text}: write python:MODULE:NAME")
    here = str(Path.cwd())
    if not {"", here} & set(sys.path):
        sys.path.insert(0, here)  # as Python itself does
    try:
        found: object = importlib.import_module(module_name)
        for name in path.split("."):
            found = getattr(found, name)
    except Exception as error:
        reason = f"{type(error).__name__}: {error}"
        raise PlayerTextError(f"python:{text} cannot be loaded: {reason}") from None
    if not options:
        return found, {}
    if not (isinstance(found, type) and issubclass(found, Kind)):
        raise PlayerTextError(f"python:{text}: only a class of players or engines has options")
    return found, parse_options(found.name, options, found.options)


@cache
def _announced() -> Mapping[str, EntryPoint]:
    from importlib.metadata import entry_points  # takes a while, and is seldom needed

    return {each.name: each for each in entry_points(group=GROUP)}


def plugins() -> Sequence[str]:
    """The names of players that installed packages announce."""
    return tuple(_announced())


@cache
def plugin(name: str) -> type[Kind]:
    """The kind of player that a package announces under a name.

    Raises:
        KeyError: none does.
        PlayerTextError: it cannot be loaded, or is no player.
    """
    entry = _announced()[name]
    try:
        found = entry.load()
    except Exception as error:
        reason = f"{type(error).__name__}: {error}"
        raise PlayerTextError(f"{name}: {entry.value} cannot be loaded: {reason}") from None
    if isinstance(found, type) and issubclass(found, Kind):
        return found if found.name == name else type(found.__name__, (found,), {"name": name})
    return _kind(name, found)
