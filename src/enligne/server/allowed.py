"""The players that a visitor may ask for, and what they may use."""

from __future__ import annotations

from typing import TYPE_CHECKING

from enligne import players
from enligne.engines import ENGINES, best_for
from enligne.errors import BrainError, PlayerTextError
from enligne.learning.store import Store
from enligne.players import PlayerSpec
from enligne.players.levels import MOST, Level
from enligne.server.contract import games
from enligne.server.views import option_view

if TYPE_CHECKING:
    from enligne.rules import Rules
    from enligne.server.settings import Settings


_MOST_BRAINS = 50
_CHOSEN_OTHERWISE = ("menace", "level")


class AllowedPlayers:
    """Everyone who can be played against here: nobody who starts a program, and files only
    those of saved brains."""

    def __init__(self, settings: Settings) -> None:
        self.policy = players.Policy(
            threads=settings.threads, seconds=settings.seconds, table_mb=settings.table_mb
        )
        self._brains = Store()
        self._known: dict[tuple[str, int], str] = {}  # the rules of brains, by name and time

    def checked(self, text: str) -> PlayerSpec:
        """The player that a text names, with what it asks for cut down to what it may have.

        Raises:
            PlayerTextError: there is no such player, or it is not for strangers.
            BrainError: there is no such brain.
        """
        spec = players.parse(text, self.policy)
        brain = brain_of(spec)
        if brain is not None and brain not in self._brains.names():
            raise BrainError(f"there is no brain {brain[:40]!r}")
        return spec

    def check_plays(self, spec: PlayerSpec, rules: Rules) -> None:
        """Refuses a player that does not play by these rules.

        Raises:
            PlayerTextError: it does not.
        """
        plays = spec.kind.plays(rules)
        if (brain := brain_of(spec)) is not None:
            its_rules = {each.name: each.rules for each in self.brains()}
            plays = its_rules.get(brain) == rules.text
        if not plays:
            # Without the options that it was granted rather than asked for.
            raise PlayerTextError(f"{spec if brain else spec.name} does not play {rules}")

    @staticmethod
    def level(spec: PlayerSpec) -> int | None:
        """Which of the levels a player is, from 1."""
        level = spec.values.get("level")
        return level if isinstance(level, int) else None

    @staticmethod
    def scale() -> list[games.Level]:
        """The levels, which play by any rules."""
        return [
            games.Level(level, PlayerSpec.of(Level, level=level).text)
            for level in range(1, MOST + 1)
        ]

    def engines(self, rules: Rules) -> list[games.EngineAbout]:
        """Those who play by these rules, with all that can be set."""
        kinds = [players.PLAYERS[name] for name in self.policy.kinds]
        return [
            games.EngineAbout(
                kind.name,
                kind.about,
                kind.is_analyst,
                [option_view(each) for each in kind.options if not each.is_file],
            )
            for kind in kinds
            if kind.name not in _CHOSEN_OTHERWISE and kind.plays(rules)
        ]

    def brains(self) -> list[games.BrainAbout]:
        """The saved matchbox machines that can be read, by name, with their rules."""
        found = []
        known: dict[tuple[str, int], str] = {}
        for name in self._brains.names()[:_MOST_BRAINS]:
            try:
                key = (name, self._brains.path(name).stat().st_mtime_ns)
                known[key] = self._known.get(key) or self._brains.load(name).machine.rules.text
            except (BrainError, OSError):
                continue
            found.append(games.BrainAbout(name, known[key]))
        self._known = known
        return found


def engine_of(spec: PlayerSpec, rules: Rules) -> str:
    """The name of the engine whose estimates a player's are."""
    return spec.name if spec.name in ENGINES else best_for(rules)


def brain_of(spec: PlayerSpec) -> str | None:
    """The name of the brain that a player plays from."""
    brain = spec.values.get("brain")
    return None if brain is None else str(brain)
