"""A file for Kaggle's ConnectX that is a player here, too: ``connectx:examples/connectx.py``.

It wins if it can, else blocks, else plays as near to the middle as it can without giving the cell
above away. Called as a script it plays one game against itself and prints it.
"""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any


def landing(board: list[int], column: int, columns: int, rows: int) -> int | None:
    """The lowest empty cell of a column; None if it is full."""
    for row in reversed(range(rows)):
        if board[row * columns + column] == 0:
            return row * columns + column
    return None


def wins(board: list[int], cell: int, mark: int, configuration: Any) -> bool:
    """Whether a stone on a cell makes a run."""
    columns, rows = configuration.columns, configuration.rows
    row, column = divmod(cell, columns)
    for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
        run = 1
        for sign in (1, -1):
            y, x = row + sign * down, column + sign * right
            while 0 <= y < rows and 0 <= x < columns and board[y * columns + x] == mark:
                run += 1
                y, x = y + sign * down, x + sign * right
        if run >= configuration.inarow:
            return True
    return False


def agent(observation: Any, configuration: Any) -> int:
    """The column to play, from 0."""
    board, mark = observation.board, observation.mark
    columns, rows = configuration.columns, configuration.rows
    cells = {column: landing(board, column, columns, rows) for column in range(columns)}
    free = {column: cell for column, cell in cells.items() if cell is not None}
    for stone in (mark, 3 - mark):
        for column, cell in free.items():
            if wins(board, cell, stone, configuration):
                return column

    def gives_away(column: int) -> bool:
        above = free[column] - columns
        return above >= 0 and wins(board, above, 3 - mark, configuration)

    return min(free, key=lambda column: (gives_away(column), abs(2 * column - columns + 1)))


def main() -> None:
    """Plays a game of Connect 4 against itself."""
    configuration = SimpleNamespace(columns=7, rows=6, inarow=4, timeout=2)
    board = [0] * 42
    moves = ""
    for step in range(42):
        mark = step % 2 + 1
        column = agent(SimpleNamespace(board=board, mark=mark, step=step), configuration)
        moves += str(column + 1)
        cell = landing(board, column, 7, 6)
        assert cell is not None
        is_over = wins(board, cell, mark, configuration)
        board[cell] = mark
        if is_over:
            break
    print(moves)


if __name__ == "__main__":
    main()
