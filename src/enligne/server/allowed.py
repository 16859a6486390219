"""The players that a visitor may ask for, and what they may use."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any

from enligne.engines import ENGINES, best_for
from enligne.engines.options import format_text, parse_options, split_text
from enligne.errors import BrainError, PlayerTextError
from enligne.learning.machine_game import MachineGame
from enligne.learning.store import Store
from enligne.players import PLAYERS
from enligne.players.levels.skills import MOST
from enligne.server.views import option_view

if TYPE_CHECKING:
    from enligne.game import Game
    from enligne.move import Side
    from enligne.rules import Rules
    from enligne.server.settings import Settings


_log = logging.getLogger("enligne.allowed")
_MOST_BRAINS = 50
_CHOSEN_OTHERWISE = ("menace", "level")


class Opponents:
    """Everyone who can be played against here: nobody who starts a program, and files only
    those of saved brains."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._brains = Store()
        self._known: dict[tuple[str, int], str] = {}  # the rules of brains, by name and time

    def checked(self, text: str) -> str:
        """A player text with what it asks for cut down to what it may have.

        Raises:
            PlayerTextError: there is no such player, or it is not for strangers.
            BrainError: there is no such brain.
        """
        name, rest = split_text(text)
        kind: Any = ENGINES.get(name) or PLAYERS.get(name)
        if kind is None or not kind.is_harmless:
            known = [each for each in (*PLAYERS, *ENGINES) if self._is_harmless(each)]
            raise PlayerTextError(
                f"{name[:40]!r} is not a player here; there are {', '.join(known)}"
            )
        values = parse_options(name, rest, kind.options)
        if "threads" in values:
            values["threads"] = min(values["threads"] or 1, self._settings.threads)
        for key, bound in (
            ("seconds", self._settings.seconds),
            ("table_mb", self._settings.table_mb),
        ):
            if key in values:
                value = values[key]
                values[key] = bound if value is None else min(value, bound)
        if name == "level" and values["level"] is None:
            raise PlayerTextError(f"level: which? Write level:1 to level:{MOST}")
        if name == "menace" and values["brain"] not in self._brains.names():
            raise BrainError(f"there is no brain {str(values['brain'])[:40]!r}")
        return format_text(name, values, kind.options)

    def check_plays(self, text: str, rules: Rules) -> None:
        """Refuses a player that does not play by these rules.

        Raises:
            PlayerTextError: it does not.
        """
        name = split_text(text)[0]
        if name == "menace":
            its_rules = {each["name"]: each["rules"] for each in self.brains()}
            plays = its_rules.get(brain_of(text) or "") == rules.text
        else:
            kind: Any = ENGINES.get(name) or PLAYERS[name]
            plays = kind.plays(rules)
        if not plays:
            raise PlayerTextError(f"{text} does not play {rules}")

    @staticmethod
    def level(text: str) -> int | None:
        """Which of the levels a player is, from 1."""
        name, rest = split_text(text)
        if name != "level":
            return None
        level = parse_options(name, rest, PLAYERS[name].options)["level"]
        return level if isinstance(level, int) else None

    @staticmethod
    def scale() -> list[dict[str, Any]]:
        """The levels, which play by any rules."""
        return [{"level": level, "text": f"level:{level}"} for level in range(1, MOST + 1)]

    def engines(self, rules: Rules) -> list[dict[str, Any]]:
        """Those who play by these rules, with all that can be set."""
        kinds: list[Any] = [*ENGINES.values(), *PLAYERS.values()]
        return [
            {
                "name": kind.name,
                "about": kind.about,
                "analyses": kind.name in ENGINES and kind.name != "random",
                "options": [option_view(option) for option in kind.options],
            }
            for kind in kinds
            if kind.is_harmless and kind.name not in _CHOSEN_OTHERWISE and kind.plays(rules)
        ]

    def brains(self) -> list[dict[str, str]]:
        """The saved matchbox machines that can be read, by name, with their rules."""
        found = []
        known: dict[tuple[str, int], str] = {}
        for name in self._brains.names()[:_MOST_BRAINS]:
            try:
                key = (name, self._brains.path(name).stat().st_mtime_ns)
                known[key] = self._known.get(key) or self._brains.load(name).machine.rules.text
            except (BrainError, OSError):
                continue
            found.append({"name": name, "rules": known[key]})
        self._known = known
        return found

    @staticmethod
    def _is_harmless(name: str) -> bool:
        kind: Any = ENGINES.get(name) or PLAYERS[name]
        return bool(kind.is_harmless)


def engine_of(text: str, rules: Rules) -> str:
    """The name of the engine whose estimates a player's are."""
    name = split_text(text)[0]
    return name if name in ENGINES else best_for(rules)


def brain_of(text: str) -> str | None:
    """The name of the brain that a player text names."""
    name, rest = split_text(text)
    if name != "menace":
        return None
    return str(parse_options(name, rest, PLAYERS[name].options)["brain"])


def teach(name: str, game: Game, side: Side) -> None:
    """Teaches a saved brain a game that it played; one that is in use or gone learns nothing."""
    store = Store()
    outcome = game.outcome()
    try:
        machine = store.load(name).machine
        played = MachineGame.of_game(machine, game, side)
        store.teach(name, played, outcome.winner if outcome else None)
    except (BrainError, OSError) as error:
        _log.warning("a brain could not learn", extra={"brain": name, "reason": str(error)})
