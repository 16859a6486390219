"""Thousands of games at once, stepped in the core, as NumPy arrays.

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
from enligne.errors import IllegalMoveError
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
        from enligne.move import FIRST

        return Position.from_array(self.rules, self._planes[game], FIRST)

    def _per_game(self, values: ArrayLike, kinds: str, what: str) -> NDArray[int64]:
        array: NDArray[int64] = self._np.asarray(values)
        if array.shape != (len(self),) or array.dtype.kind not in kinds:
            raise ValueError(
                f"{array.dtype} of shape {array.shape}: it is {what} for each of {len(self)} games"
            )
        return array


def _read_only(array: NDArray[Any]) -> NDArray[Any]:
    view = array.view()
    view.flags.writeable = False
    return view


_OPEN = _core.Result.OPEN.value
_FIRST_WINS = _core.Result.FIRST_WINS.value
_SECOND_WINS = _core.Result.SECOND_WINS.value
