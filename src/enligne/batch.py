"""Thousands of games at once, or one, stepped in the core, as NumPy arrays.

>>> from enligne import batch
>>> games = batch.Games("connect4", 1000, seed=1)
>>> while not games.is_over.all():
...     games.step(games.random_actions())
>>> games.planes.shape
(1000, 2, 6, 7)
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from enligne import _core
from enligne.arrays import numpy
from enligne.errors import FinishedError, IllegalMoveError
from enligne.move import FIRST, SECOND, Side
from enligne.position import Position
from enligne.rules import Rules

if TYPE_CHECKING:
    from numpy import bool_, int8, int64, uint8
    from numpy.typing import ArrayLike, NDArray

_MOST = 10_000_000

__all__ = ["Games"]


class Games:
    """Games of the same rules, each with a number from 0, that are played at the same time.

    The arrays are views of the games: they change with every step, and cannot be written.

    Args:
        rules: rules or their text.
        count: how many games.
        seed: of :meth:`random_actions`.

    Raises:
        RulesError: the rules cannot be played.
        ValueError: there is no such number of games.
        ImportError: NumPy is not installed.
    """

    def __init__(self, rules: Rules | str, count: int, *, seed: int = 0) -> None:
        self._np = np = numpy()
        self.rules = Rules.of(rules)
        if not 1 <= count <= _MOST:
            raise ValueError(f"{count} games: from 1 to {_MOST:,}")
        height, width = self.rules.height, self.rules.width
        self._batch = _core.Batch.make(*self.rules.shape, count)
        self._planes = np.zeros((count, 2, height, width), np.uint8)
        self._masks = np.zeros((count, self.rules.action_count), np.bool_)
        self._results = np.zeros(count, np.uint8)
        self._arrays = (self._planes, self._masks, self._results)
        self._batch.seed(seed % 2**64)
        self.reset()
        #: The stones of both sides, as ``planes[game][side][row][column]``.
        self.planes: NDArray[uint8] = _read_only(self._planes)
        #: Whether each action of each game is legal; none is when it is over.
        self.legal_masks: NDArray[bool_] = _read_only(self._masks)

    def __len__(self) -> int:
        return len(self._results)

    def __repr__(self) -> str:
        return f"<{len(self)} games of {self.rules}>"

    @property
    def is_over(self) -> NDArray[bool_]:
        """Which games are over."""
        found: NDArray[bool_] = self._results != _OPEN
        return found

    @property
    def winners(self) -> NDArray[int8]:
        """Who won each game, 0 for the first side, 1 for the second, -1 for nobody (yet)."""
        np = self._np
        winners: NDArray[int8] = np.full(len(self), -1, np.int8)
        winners[self._results == _FIRST_WINS] = 0
        winners[self._results == _SECOND_WINS] = 1
        return winners

    @property
    def plies(self) -> NDArray[int64]:
        """How many stones each game has on the board; odd where the second side is to move."""
        plies: NDArray[int64] = self._planes.sum(axis=(1, 2, 3), dtype=self._np.int64)
        return plies

    def step(self, actions: ArrayLike) -> None:
        """Plays an action in each game that is not over; those for other games do not matter.

        Args:
            actions: a whole number for each game: see :meth:`enligne.Move.action`.

        Raises:
            IllegalMoveError: one is not legal, and then no game is stepped.
            ValueError: there are more or fewer than games, or they are not whole numbers.
        """
        wanted = self._per_game(actions, "iu", "a whole number").astype("int64", order="C")
        wrong = self._batch.step(wanted, *self._arrays)
        if wrong >= 0:
            try:
                self.position(wrong).move_of(int(wanted[wrong]))
            except IllegalMoveError as error:
                raise IllegalMoveError(f"game {wrong}: {error}") from None

    def reset(self, which: ArrayLike | None = None) -> None:
        """Begins games anew: all, or those for which an array of booleans says so, as
        ``games.reset(games.is_over)``.

        Raises:
            ValueError: it is not a boolean for each game.
        """
        np = self._np
        chosen = np.ones(len(self), np.bool_)
        if which is not None:
            chosen = self._per_game(which, "b", "a boolean").copy(order="C")
        self._batch.reset(chosen.view(np.uint8), *self._arrays)

    def random_actions(self) -> NDArray[int64]:
        """A legal action for each game, all as likely; 0 for those that are over."""
        actions: NDArray[int64] = self._np.empty(len(self), self._np.int64)
        self._batch.random_actions(actions, *self._arrays)
        return actions

    def arrays(self) -> NDArray[uint8]:
        """The planes of each game as its side to move sees them: its own stones first. A copy."""
        planes: NDArray[uint8] = self._np.empty_like(self._planes)
        self._batch.write_planes(planes)
        return planes

    def position(self, game: int) -> Position:
        """The position of one game.

        Raises:
            IndexError: there is no such game.
        """
        return Position.from_array(self.rules, self._planes[game], FIRST)

    def _per_game(self, values: ArrayLike, kinds: str, what: str) -> NDArray[int64]:
        array: NDArray[int64] = self._np.asarray(values)
        if array.shape != (len(self),) or array.dtype.kind not in kinds:
            raise ValueError(
                f"{array.dtype} of shape {array.shape}: it is {what} for each of {len(self)} games"
            )
        return array


class OneGame:
    """One game stepped by actions, for programs that learn from one at a time.

    The arrays are views of the game: they change with every step, and cannot be written. Who keeps
    them copies them.

    Args:
        rules: rules or their text.
        seed: of :meth:`random_action`.

    Raises:
        RulesError: the rules cannot be played.
        ImportError: NumPy is not installed.
    """

    __slots__ = ("_core", "array", "is_over", "legal_mask", "planes", "rules")

    def __init__(self, rules: Rules | str, *, seed: int = 0) -> None:
        np = numpy()
        self.rules = Rules.of(rules)
        shape = (2, self.rules.height, self.rules.width)
        planes, array = np.zeros(shape, np.uint8), np.zeros(shape, np.uint8)
        mask = np.zeros(self.rules.action_count, np.bool_)
        self._core = _core.OneGame(*self.rules.shape, planes, array, mask)
        self._core.seed(seed % 2**64)
        #: The stones of the first side and of the second: ``planes[side][row][column]``.
        self.planes: NDArray[uint8] = _read_only(planes)
        #: The same as the side to move sees them: its own stones first.
        self.array: NDArray[uint8] = _read_only(array)
        #: Whether each action is legal; none is when the game is over.
        self.legal_mask: NDArray[bool_] = _read_only(mask)
        #: Whether the game is over.
        self.is_over = False

    def __repr__(self) -> str:
        return f"<a game of {self.rules} after {self.ply} moves>"

    @property
    def ply(self) -> int:
        """How many stones are on the board."""
        return self._core.ply

    @property
    def side(self) -> Side:
        """The side to move; after the end, the one whose turn it would be."""
        return Side(self._core.ply & 1)

    @property
    def winner(self) -> Side | None:
        """Who won; None while the game goes on, and after a draw."""
        return _WINNERS.get(self._core.result)

    @property
    def legal_actions(self) -> list[int]:
        """The legal actions, in order; none when the game is over."""
        return self._core.legal_actions()

    @property
    def position(self) -> Position:
        """The position now."""
        return Position.from_array(self.rules, self.planes, FIRST)

    def step(self, action: int) -> None:
        """Plays an action: see :meth:`enligne.Move.action`.

        Raises:
            IllegalMoveError: it is not legal, and then nothing is played.
            TypeError: it is not a whole number.
        """
        is_over = self._core.step(action)
        if is_over is None:
            self.position.move_of(action)  # says why not
        else:
            self.is_over = is_over

    def reset(self) -> None:
        """Begins anew."""
        self._core.reset()
        self.is_over = False

    def random_action(self) -> int:
        """A legal action, all as likely.

        Raises:
            FinishedError: the game is over.
        """
        if self.is_over:
            raise FinishedError("there is no action: the game is over")
        return self._core.random_action()


def _read_only(array: NDArray[Any]) -> NDArray[Any]:
    view = array.view()
    view.flags.writeable = False
    return view


_OPEN = _core.Result.OPEN.value
_FIRST_WINS = _core.Result.FIRST_WINS.value
_SECOND_WINS = _core.Result.SECOND_WINS.value
_WINNERS = {_core.Result.FIRST_WINS: FIRST, _core.Result.SECOND_WINS: SECOND}
