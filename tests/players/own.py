"""Players of one's own, for the tests."""

from collections.abc import Sequence
from typing import ClassVar

from enligne import Analysis, Choice, Engine, Heuristic, Limit, Move, Player, Position
from enligne.engines import Option, Request


def first(position: Position) -> Move:
    """Plays the first legal move."""
    return position.legal_moves[0]


def last(position: Position, limit: Limit | None) -> str:
    del limit
    return str(position.legal_moves[-1])


def broken(position: Position) -> Move:
    raise RuntimeError(f"no idea of {position.text}")


def cheat(position: Position) -> object:
    return position.ply


class Nth(Player):
    """Plays the n-th legal move, or the last."""

    options: ClassVar[Sequence[Option]] = (Option("n", 0, "which", most=25),)

    def decide(self, request: Request) -> Choice:
        moves = request.position.legal_moves
        return Choice(moves[min(int(self.values["n"] or 0), len(moves) - 1)])


class Middle(Engine):
    """Looks at the move in the middle."""

    def search(self, request: Request) -> Analysis:
        moves = request.position.legal_moves
        return Analysis(Heuristic(0), (moves[len(moves) // 2],), depth=1)


class Plain:
    """No player by birth. Each game has one of its own."""

    def __init__(self) -> None:
        self.asked = 0

    def choose(self, position: Position) -> Move:
        assert self.asked == position.ply // 2, "one for each game"
        self.asked += 1
        return position.legal_moves[0]
