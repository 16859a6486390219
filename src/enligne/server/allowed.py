"""The players that a visitor may ask for, and what they may use."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from enligne import players
from enligne.engines import ENGINES, best_for
from enligne.errors import PlayerTextError
from enligne.players import PlayerSpec
from enligne.players.levels import MOST, Level
from enligne.server.contract import games
from enligne.server.views import option_view

if TYPE_CHECKING:
    from enligne.rules import Rules
    from enligne.server.settings import Settings

#: Whose lists of engines are kept.
_RULES_KEPT = 32

#: Of players.
_TEXTS_KEPT = 256

_CHOSEN_OTHERWISE = ("menace", "level")


class AllowedPlayers:
    """Everyone who can be played against here: nobody who starts a program, and of files only
    saved brains."""

    def __init__(self, settings: Settings) -> None:
        self.policy = players.Policy(
            threads=settings.threads, seconds=settings.seconds, table_mb=settings.table_mb
        )
        self._parsed = lru_cache(_TEXTS_KEPT)(lambda text: players.parse(text, self.policy))
        #: Those who play by these rules, with all that can be set.
        self.engines = lru_cache(_RULES_KEPT)(self._engines)

    def checked(self, text: str) -> PlayerSpec:
        """The player that a text names, with what it asks for cut down to what it may have.

        Raises:
            PlayerTextError: there is no such player, or it is not for strangers. That there is
                the brain which it names is for :class:`~enligne.server.brains.Brains` to say.
        """
        return self._parsed(text)

    def check_plays(self, spec: PlayerSpec, rules: Rules) -> None:
        """Refuses a player that does not play by these rules.

        Raises:
            PlayerTextError: it does not.
        """
        if not spec.kind.plays(rules):
            # Without the options that it was granted rather than asked for.
            raise PlayerTextError(f"{spec.name} does not play {rules}")

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

    def _engines(self, rules: Rules) -> list[games.EngineAbout]:
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


def engine_of(spec: PlayerSpec, rules: Rules) -> str:
    """The name of the engine whose estimates a player's are."""
    return spec.name if spec.name in ENGINES else best_for(rules)


def brain_of(spec: PlayerSpec) -> str | None:
    """The name of the brain that a player plays from."""
    brain = spec.values.get("brain")
    return None if brain is None else str(brain)
