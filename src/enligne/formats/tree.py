"""Trees of moves, as files have them, played through into variations."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from enligne.errors import RecordError
from enligne.game import Game
from enligne.record import DEEPEST_NESTING, Variation

if TYPE_CHECKING:
    from collections.abc import Iterator

    from enligne.engines.score import Score
    from enligne.move import Move, Side


@dataclass
class Node:
    """What a file says in one place, and how it goes on from there.

    Args:
        line, byte: where it stands, as in a :class:`~enligne.RecordError`.
        move: the move; None where there are remarks only.
        side: whose move the file says that it is, if it does.
        flaw: why the move is none.
        children: what follows, the usual way first.
    """

    line: int = 0
    byte: int | None = None
    move: Move | None = None
    side: Side | None = None
    flaw: str = ""
    comment: str = ""
    score: Score | None = None
    seconds: float | None = None
    seconds_left: float | None = None
    children: list[Node] = field(default_factory=list)

    @property
    def is_remark(self) -> bool:
        return self.move is None and not self.flaw


def grow(root: Variation, tree: Node) -> Iterator[RecordError]:
    """Plays the moves of a tree: the first of each node's children goes on, the others are
    variations. Tells what cannot be played; that alone is left out, with what follows it."""
    waiting = [(root, tree, 0)]
    while waiting:
        variation, last, depth = waiting.pop()
        node: Node | None = last
        while node is not None:
            _remark(variation, node)
            children, is_end = _moves_after(node, variation)
            node = None
            after, position = len(variation.game.moves), variation.game.position
            for place, (remark, child) in enumerate(children):
                try:
                    if place == 0 and not is_end:
                        _play(variation.game, child)
                        node = child
                        continue
                    if depth == DEEPEST_NESTING:
                        raise ValueError(f"variations are nested more than {depth} deep")
                    other = Variation(Game(position))
                    _remark(other, remark)
                    _play(other.game, child)
                    variation.variations.setdefault(after, []).append(other)
                    waiting.append((other, child, depth + 1))
                except ValueError as error:
                    yield RecordError(str(error), line=child.line, byte=child.byte, keeps_game=True)


def _moves_after(node: Node, variation: Variation) -> tuple[list[tuple[Node, Node]], bool]:
    """The moves that follow, each with the remark before it; and whether all of them are variations
    because nothing follows first.

    A remark without a move that stands before a variation is one on that variation; any other is
    made where it stands.
    """
    is_end = bool(node.children) and node.children[0].is_remark and not node.children[0].children
    found: list[tuple[Node, Node]] = []
    waiting = node.children[::-1]
    is_first = True
    while waiting:
        child = waiting.pop()
        below = child.children
        if not child.is_remark:
            found.append((Node(), child))
        elif not is_first and len(below) == 1 and not below[0].is_remark:
            found.append((child, below[0]))
        else:
            _remark(variation, child)
            waiting += below[::-1]
        is_first = False
    return found, is_end


def _play(game: Game, node: Node) -> None:
    if node.flaw:
        raise ValueError(node.flaw)
    assert node.move is not None
    number = game.position.ply + 1
    if node.side not in (None, game.side):
        raise ValueError(
            f"move {number}: {node.move} is not the {node.side} side's: they take turns"
        )
    try:
        game.push(node.move)
    except ValueError as error:
        raise ValueError(f"move {number}: {error}") from None


def _remark(variation: Variation, node: Node) -> None:
    number = len(variation.game.moves)
    if node.comment:
        kept = variation.comments.get(number)
        variation.comments[number] = f"{kept}\n{node.comment}" if kept else node.comment
    if node.score is not None:
        variation.scores[number] = node.score
    if node.seconds is not None:
        variation.seconds[number] = node.seconds
    if node.seconds_left is not None:
        variation.seconds_left[number] = node.seconds_left
