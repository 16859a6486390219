"""Bots of OpenSpiel as players: ``openspiel:mcts`` in a text, or any bot by :class:`Bot`."""

from __future__ import annotations

import random
from itertools import chain, zip_longest
from typing import TYPE_CHECKING, Any, ClassVar

from enligne.errors import PlayerFailedError, PlayerTextError
from enligne.move import FIRST, SECOND, Move
from enligne.players.player import Choice, Player
from enligne.spec import ByOptions, Option, Value

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from enligne.engines.engine import Request
    from enligne.move import Cell
    from enligne.position import Position
    from enligne.rules import Rules

_SEEDS = 2**31
# As in OpenSpiel's own examples.
_EXPLORATION = 2.0
_MEMORY_MB = 256


class Bot:
    """Any bot of OpenSpiel as a player, which is a function of a position.

    The bot plays OpenSpiel's own ``connect_four`` or ``mnk``, which its compiled bots need; only
    where a longer run does not win, the game of :mod:`enligne.adapters.openspiel`.

    Args:
        make: given a game of OpenSpiel and the number of a player there, 0 or 1, makes the bot.

    Raises:
        ImportError: OpenSpiel is not installed.
    """

    def __init__(self, make: Callable[[Any, int], Any]) -> None:
        import enligne.adapters.openspiel  # noqa: F401  # says what is missing

        self._make = make
        self._bots: dict[tuple[Rules, int], tuple[Any, Any]] = {}

    def __reduce__(self) -> tuple[object, ...]:
        return Bot, (self._make,)  # bots cannot be copied

    def __call__(self, position: Position) -> Move:
        """The move of the bot.

        Raises:
            PlayerFailedError: it is not legal.
        """
        key = position.rules, int(position.side)
        if key not in self._bots:
            game = _game(position.rules)
            self._bots[key] = game, self._make(game, key[1])
        game, bot = self._bots[key]
        action = bot.step(_state(game, position))
        try:
            return _move(action, position)
        except ValueError as error:
            raise PlayerFailedError(f"it answered {action}: {error}", reason="illegal") from None


class OpenSpielBot(ByOptions, Player):
    """A bot that OpenSpiel has itself: Monte Carlo tree search, or random moves."""

    name = "openspiel"
    about = "a bot of OpenSpiel: mcts, its Monte Carlo tree search, or random"
    options: ClassVar[Sequence[Option]] = (
        Option("bot", "mcts", "which", ("mcts", "random"), is_bare=True),
        Option("simulations", 1000, "of mcts, for each move", least=1, most=10**9),
        Option("seed", None, "of what is random; another each time unless given", most=_SEEDS),
    )

    def __init__(self, **options: Value) -> None:
        super().__init__(**options)
        seed = self.values["seed"]
        self._seed = int(seed) if seed is not None else random.randrange(_SEEDS)
        try:
            self._bot = Bot(self._made)
        except ImportError as error:
            raise PlayerTextError(f"openspiel: {error}") from None

    @staticmethod
    def plays(rules: Rules) -> bool:
        # Its compiled bots break down on games that are not compiled.
        return not rules.exact

    def decide(self, request: Request) -> Choice:
        self.check_plays(request.position.rules)
        return Choice(self._bot(request.position))

    def _made(self, game: Any, player: int) -> Any:
        import pyspiel

        if self.values["bot"] == "random":
            return pyspiel.make_uniform_random_bot(player, self._seed)
        evaluator = pyspiel.RandomRolloutEvaluator(n_rollouts=1, seed=self._seed)
        return pyspiel.MCTSBot(
            game,
            evaluator,
            _EXPLORATION,
            self.values["simulations"],
            _MEMORY_MB,
            solve=True,
            seed=self._seed,
            verbose=False,
        )


def _game(rules: Rules) -> Any:
    """The game of OpenSpiel with these rules."""
    import pyspiel

    if rules.exact:
        return pyspiel.load_game("enligne", {"rules": rules.text})
    if rules.gravity:
        sizes = {"rows": rules.height, "columns": rules.width, "x_in_row": rules.run}
        return pyspiel.load_game("connect_four", sizes)
    return pyspiel.load_game("mnk", {"m": rules.width, "n": rules.height, "k": rules.run})


def _state(game: Any, position: Position) -> Any:
    """A state of such a game."""
    rules = position.rules
    if rules.exact:
        return game.new_initial_state(position)
    if rules.gravity:
        signs = {None: ".", FIRST: "x", SECOND: "o"}
        board = [
            [signs[position[Move(column, row)]] for column in range(rules.width)]
            for row in range(rules.height)
        ]
        told = {"board": board, "current_player": signs[position.side]}
        return game.new_initial_state({**told, "is_terminal": False, "winner": ""})
    state = game.new_initial_state()
    both = zip_longest(position.stones(FIRST), position.stones(SECOND))
    for cell in chain.from_iterable(both):
        if cell is not None:
            state.apply_action(_action(cell, rules))
    return state


def _action(cell: Cell, rules: Rules) -> int:
    """Of ``mnk``, which counts from the top."""
    return (rules.height - 1 - cell.row) * rules.width + cell.column


def _move(action: int, position: Position) -> Move:
    rules = position.rules
    if rules.gravity or rules.exact:
        return position.move_of(action)
    row, column = divmod(action, rules.width)
    return position.move(Move(column, rules.height - 1 - row))
