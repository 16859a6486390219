"""Wins by fours once more, as plainly as they can be searched: to test the core's search by."""

from enligne import Cell, Position
from tests.naive import Windows


class PlainFours:
    """Tries every four of the side to move, and the one reply that each leaves."""

    def __init__(self, position: Position) -> None:
        self.board = Windows.of(position)
        self._known: dict[frozenset[tuple[object, int]], bool] = {}

    def first_moves(self) -> set[Cell]:
        """The moves that win at once, or by a four and more of them."""
        board, side = self.board, self.board.side
        at_once = board.wins(side)
        return at_once | {cell for cell in set(board.empty) - at_once if self._wins_after(cell)}

    def _wins_after(self, cell: Cell) -> bool:
        """Whether a move that does not win at once is a four that begins a win."""
        board, side = self.board, self.board.side
        board.play(cell)
        fives = board.wins(side)
        result = bool(fives) and not board.wins(1 - side)
        if result and len(fives) == 1:
            (reply,) = fives
            board.play(reply)
            result = self.is_won()
            board.take_back(reply)
        board.take_back(cell)
        return result

    def is_won(self) -> bool:
        """Whether the side to move wins by fours."""
        board, side = self.board, self.board.side
        if board.wins(side):
            return True
        dangers = board.wins(1 - side)
        if len(dangers) > 1:
            return False
        key = frozenset(board.owner.items())
        if key not in self._known:
            fours = dangers.intersection(board.fours(side)) if dangers else set(board.fours(side))
            self._known[key] = any(self._wins_after(cell) for cell in sorted(fours))
        return self._known[key]

    def holding_moves(self) -> set[Cell]:
        """The moves after which the other side does not win by fours."""
        found = set()
        for cell in sorted(self.board.empty):
            self.board.play(cell)
            if not self.is_won():
                found.add(cell)
            self.board.take_back(cell)
        return found
