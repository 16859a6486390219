"""The games as environments of Gymnasium: one side is yours, any player has the other.

Importing this registers ``enligne/connect4-v0`` and the other presets:

>>> import gymnasium
>>> import enligne.adapters.gymnasium
>>> environment = gymnasium.make("enligne/connect4-v0", opponent="level:3")
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Literal

from enligne import players
from enligne.adapters import observations
from enligne.batch import OneGame
from enligne.errors import IllegalMoveError, PlayerFailedError
from enligne.extras import missing
from enligne.move import FIRST, SECOND, Side
from enligne.rules import PRESETS, Rules

try:
    import gymnasium
    from gymnasium import spaces
except ImportError:
    raise missing("Gymnasium", "adapters") from None

if TYPE_CHECKING:
    from numpy import bool_
    from numpy.typing import NDArray

    from enligne.adapters.observations import Observation
    from enligne.engines import Limit
    from enligne.players import Player, PlayerLike

_SIDES = {"first": (FIRST,), "second": (SECOND,), "either": (FIRST, SECOND)}
_SEEDS = 2**31


class AgainstPlayer(gymnasium.Env["Observation", int]):
    """Games against a player. A game won is worth 1, one lost -1, and a draw 0.

    An observation has the planes of :meth:`enligne.Position.array`, your own stones first, and the
    ``action_mask``; actions are those of :meth:`enligne.Move.action`. An action that is not legal
    loses the game, and ``info["illegal"]`` says why.

    Args:
        rules: rules or their text.
        opponent: a player or its text, such as ``level:3``. One with a seed among its options plays
            the same games again after ``reset(seed=…)`` with the same seed.
        side: yours: ``first``, ``second``, or ``either``, drawn anew for each game.
        limit: of the opponent, besides its own.
        render_mode: ``human`` prints the board, ``ansi`` is its text, ``rgb_array`` its pixels.

    Raises:
        RulesError: the rules cannot be played, or not by the opponent.
        PlayerTextError: there is no such player.
        ValueError: there is no such side or mode.
    """

    metadata: ClassVar[dict[str, Any]] = {**observations.metadata("enligne")}  # type: ignore[misc]

    def __init__(
        self,
        rules: Rules | str = "connect4",
        opponent: PlayerLike = "random",
        *,
        side: Literal["first", "second", "either"] = "first",
        limit: Limit | None = None,
        render_mode: str | None = None,
    ) -> None:
        observations.check_mode(render_mode)
        if side not in _SIDES:
            raise ValueError(f"side={side!r}: it is one of {', '.join(_SIDES)}")
        self.rules = Rules.of(rules)
        self.render_mode = render_mode
        self.observation_space = observations.space(self.rules)  # type: ignore[assignment]
        self.action_space = spaces.Discrete(self.rules.action_count)  # type: ignore[assignment]
        self._spec = players.parse(opponent)
        self._opponent = self._made(opponent)
        self._sides = _SIDES[side]
        self._limit = limit
        self._side = self._sides[0]
        self._game = OneGame(self.rules)

    def _made(self, opponent: PlayerLike) -> Player:
        player = players.create(opponent)
        player.check_plays(self.rules)
        return player

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begins a game, in which the opponent has moved if it has the first side.

        Raises:
            PlayerFailedError: the opponent owes its move.
        """
        super().reset(seed=seed, options=options)
        if seed is not None:
            seeded = self._spec.with_seed(int(self.np_random.integers(_SEEDS)))
            if seeded != self._spec:
                self._opponent.close()
                self._opponent = self._made(seeded)
        self._game.reset()
        self._side = self._sides[int(self.np_random.integers(len(self._sides)))]
        if self._side is SECOND and not self._answer():
            raise PlayerFailedError("it resigned before its first move", reason="resigned")
        self._show()
        return self._observed(), {}

    def step(self, action: int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Plays your move and the opponent's answer.

        Raises:
            PlayerFailedError: the opponent owes its move.
        """
        try:
            self._game.step(int(action))
        except IllegalMoveError as error:
            return self._observed(), -1.0, True, False, {"illegal": str(error)}
        has_resigned = not self._game.is_over and not self._answer()
        self._show()
        reward = 1.0 if has_resigned else self._reward()
        return self._observed(), reward, has_resigned or self._game.is_over, False, {}

    def _answer(self) -> bool:
        """Plays the opponent's move; false where it resigns."""
        choice = self._opponent.choose(self._game.position, self._limit)
        if choice.is_resignation:
            return False
        self._game.step(choice.move.action(self.rules))
        return True

    def _reward(self) -> float:
        winner: Side | None = self._game.winner
        return 0.0 if winner is None else 1.0 if winner is self._side else -1.0

    def _observed(self) -> Observation:
        return observations.observed(self._game, self._side)

    def action_masks(self) -> NDArray[bool_]:
        """Which actions are legal, as some programs that learn ask for it."""
        return self._game.legal_mask.copy()

    def _show(self) -> None:
        if self.render_mode == "human":
            self.render()

    def render(self) -> Any:
        return observations.rendered(self._game, self.render_mode)

    def close(self) -> None:
        """Ends the program that the opponent is, if it is one."""
        self._opponent.close()


for _name in PRESETS:
    gymnasium.register(
        f"enligne/{_name}-v0",
        entry_point=f"{__name__}:{AgainstPlayer.__name__}",
        kwargs={"rules": _name},
    )
