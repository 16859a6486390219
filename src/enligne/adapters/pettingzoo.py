"""The games as environments of PettingZoo: two agents in turn, with masks.

>>> from enligne.adapters import pettingzoo
>>> environment = pettingzoo.env("connect4")
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from enligne.adapters import observations
from enligne.batch import OneGame
from enligne.extras import missing
from enligne.move import FIRST, SECOND, Side
from enligne.rules import Rules

try:
    from gymnasium import spaces
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers
except ImportError:
    raise missing("PettingZoo", "adapters") from None

if TYPE_CHECKING:
    from collections.abc import Mapping

    from enligne.adapters.observations import Observation

AGENTS = ("player_0", "player_1")


def env(
    rules: Rules | str = "connect4", *, render_mode: str | None = None
) -> AECEnv[Any, Any, Any]:
    """The game with PettingZoo's usual checks around it: an illegal action loses the game.

    Args:
        rules: rules or their text.
        render_mode: ``human`` prints the board, ``ansi`` is its text, ``rgb_array`` its pixels.

    Raises:
        RulesError: the rules cannot be played.
        ValueError: there is no such mode.
    """
    game: AECEnv[Any, Any, Any] = AlignmentEnv(rules, render_mode=render_mode)
    game = wrappers.TerminateIllegalWrapper(game, illegal_reward=-1)
    game = wrappers.AssertOutOfBoundsWrapper(game)
    return wrappers.OrderEnforcingWrapper(game)


class AlignmentEnv(AECEnv[str, "Observation", int]):  # type: ignore[misc]
    """The game itself. ``player_0`` is the first side; who wins gets 1, who loses -1.

    An observation has the planes of :meth:`enligne.Position.array`, the agent's own stones first,
    and the ``action_mask``; actions are those of :meth:`enligne.Move.action`. :func:`env` says what
    the arguments are.
    """

    metadata: ClassVar[dict[str, Any]] = {
        **observations.metadata("enligne_v0"),
        "is_parallelizable": False,
    }

    def __init__(self, rules: Rules | str = "connect4", *, render_mode: str | None = None) -> None:
        super().__init__()
        observations.check_mode(render_mode)
        self.rules = Rules.of(rules)
        self.render_mode = render_mode
        self.possible_agents = list(AGENTS)
        self.observation_spaces: Mapping[str, spaces.Space[Any]] = {
            agent: observations.space(self.rules) for agent in AGENTS
        }
        self.action_spaces: Mapping[str, spaces.Space[Any]] = {
            agent: spaces.Discrete(self.rules.action_count) for agent in AGENTS
        }
        self._game = OneGame(self.rules)

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:
        """Begins a game. Nothing in it is random, so that a seed changes nothing."""
        del seed, options
        self._game.reset()
        self.agents = list(AGENTS)
        self.rewards = dict.fromkeys(AGENTS, 0.0)
        self._cumulative_rewards = dict.fromkeys(AGENTS, 0.0)
        self.terminations = dict.fromkeys(AGENTS, False)
        self.truncations = dict.fromkeys(AGENTS, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in AGENTS}
        self.agent_selection = AGENTS[0]

    def observe(self, agent: str) -> Observation:
        return observations.observed(self._game, Side(AGENTS.index(agent)))

    def step(self, action: int | None) -> None:
        """Plays the action of the agent whose turn it is; None once the game is over.

        Raises:
            IllegalMoveError: the action is not legal. What :func:`env` makes never gets this far.
        """
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        assert action is not None
        self._game.step(int(action))
        winner = self._game.winner
        for side, each in zip((FIRST, SECOND), AGENTS, strict=True):
            self.rewards[each] = 0.0 if winner is None else 1.0 if side is winner else -1.0
            self.terminations[each] = self._game.is_over
        self._cumulative_rewards[agent] = 0.0
        self.agent_selection = AGENTS[self._game.ply % 2]
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def render(self) -> Any:
        return observations.rendered(self._game, self.render_mode)

    def close(self) -> None:
        """There is nothing to close."""
