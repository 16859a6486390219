"""The games as games of OpenSpiel. Importing this registers them:

>>> import pyspiel
>>> import enligne.adapters.openspiel
>>> game = pyspiel.load_game("enligne(rules=connect4)")
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from enligne.arrays import numpy
from enligne.errors import IllegalMoveError
from enligne.extras import missing
from enligne.move import FIRST, SECOND, Side
from enligne.position import Position
from enligne.rules import Rules

try:
    import pyspiel
    from open_spiel.python.observation import IIGObserverForPublicInfoGame
except ImportError:
    raise missing("OpenSpiel", "adapters") from None

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy import float32
    from numpy.typing import NDArray

NAME = "enligne"
_USUAL_RULES = "connect4"
_TYPE = pyspiel.GameType(
    short_name=NAME,
    long_name="Enligne: m,n,k games with and without gravity",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
    information=pyspiel.GameType.Information.PERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=2,
    min_num_players=2,
    provides_information_state_string=True,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification={"rules": _USUAL_RULES},
)


class AlignmentGame(pyspiel.Game):  # type: ignore[misc]
    """A game of OpenSpiel. Its parameter ``rules`` is a text of rules.

    Raises:
        RulesError: the rules cannot be played.
    """

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        params = dict(params or {})
        self.rules = Rules.of(params.get("rules", _USUAL_RULES))
        info = pyspiel.GameInfo(
            num_distinct_actions=self.rules.action_count,
            max_chance_outcomes=0,
            num_players=2,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=self.rules.cell_count,
        )
        super().__init__(_TYPE, info, params)

    def new_initial_state(self, state: Position | None = None) -> AlignmentState:
        """A state at the start of a game, or in a position."""
        return AlignmentState(self, state or Position(self.rules))

    def make_py_observer(
        self, iig_obs_type: Any = None, params: Mapping[str, Any] | None = None
    ) -> PlanesObserver | IIGObserverForPublicInfoGame:
        is_board = iig_obs_type is None or (
            iig_obs_type.public_info and not iig_obs_type.perfect_recall
        )
        if is_board:
            return PlanesObserver(self.rules, params)
        return IIGObserverForPublicInfoGame(iig_obs_type, params)


class AlignmentState(pyspiel.State):  # type: ignore[misc]
    """A state of OpenSpiel: player 0 has the first side, and actions are those of
    :meth:`enligne.Move.action`. ``position`` is the position."""

    def __init__(self, game: AlignmentGame, position: Position) -> None:
        super().__init__(game)
        self.position = position

    def current_player(self) -> int:
        if self.position.is_over:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(self.position.side)

    def _legal_actions(self, player: int) -> list[int]:
        del player
        rules = self.position.rules
        return sorted(move.action(rules) for move in self.position.legal_moves)

    def _apply_action(self, action: int) -> None:
        self.position = self.position.play(self.position.move_of(action))

    def _action_to_string(self, player: int, action: int) -> str:
        try:
            move = str(self.position.move_of(action))
        except IllegalMoveError:  # it is asked for those of other positions, too
            move = str(action)
        return f"{'xo'[player]}:{move}"

    def is_terminal(self) -> bool:
        return self.position.is_over

    def returns(self) -> list[float]:
        outcome = self.position.outcome()
        if outcome is None or outcome.winner is None:
            return [0.0, 0.0]
        return [1.0 if side is outcome.winner else -1.0 for side in (FIRST, SECOND)]

    def __str__(self) -> str:
        return self.position.text


class PlanesObserver:
    """The planes of :meth:`enligne.Position.array`, the observer's own stones first."""

    def __init__(self, rules: Rules, params: Mapping[str, Any] | None) -> None:
        if params:
            raise ValueError(f"there are no parameters of an observation: {params}")
        self._planes = numpy().zeros((2, rules.height, rules.width), "float32")
        self.tensor: NDArray[float32] = self._planes.reshape(-1)
        self.dict = {"observation": self._planes}

    def set_from(self, state: AlignmentState, player: int) -> None:
        self._planes[:] = state.position.array(Side(player))

    def string_from(self, state: AlignmentState, player: int) -> str:
        del player
        return state.position.text


pyspiel.register_game(_TYPE, AlignmentGame)
