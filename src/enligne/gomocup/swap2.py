"""The opening by swap2: one side lays three stones, the other chooses.

The side that chooses takes the first side (SWAP), or the second with the next move, or lays two
more stones and leaves the choice to the other.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from enligne.move import Move
from enligne.symmetry import symmetries

if TYPE_CHECKING:
    import random
    from collections.abc import Sequence

    from enligne.engines import Analysis
    from enligne.position import Position
    from enligne.rules import Rules

#: Three stones each, of the first, the second and the first side, as columns and rows from the
#: middle. Random ones, of which those were kept where a strong engine sees neither side ahead, on
#: 15 x 15 by both rules and on 20 x 20.
OPENINGS: Sequence[tuple[tuple[int, int], ...]] = (
    ((-1, 4), (0, 4), (-3, 6)),
    ((2, -5), (3, -6), (-3, -6)),
    ((-1, -5), (-3, -3), (-3, 0)),
    ((3, 3), (3, 1), (5, -2)),
    ((-4, -4), (-5, -3), (-4, 2)),
    ((-2, -3), (-1, -5), (3, -6)),
)

# Where nothing else fits: no board has less room than this.
_SMALL_OPENING = ((0, 0), (1, 1), (-1, 1))

# How many of the last depths must agree on who is better.
_AGREEING_DEPTHS = 3


def opening(rules: Rules, luck: random.Random) -> list[Move]:
    """Three stones that leave both sides about the same chances, chosen and turned at random.

    Those that do not fit a small board move to its edge.
    """
    middle = ((rules.width - 1) // 2, (rules.height - 1) // 2)
    for offsets in (*luck.sample(OPENINGS, len(OPENINGS)), _SMALL_OPENING):
        cells = [
            Move(
                min(max(middle[0] + column, 0), rules.width - 1),
                min(max(middle[1] + row, 0), rules.height - 1),
            )
            for column, row in offsets
        ]
        if len(set(cells)) == len(cells):
            break
    turned = luck.choice(symmetries(rules))
    return [turned(cell) for cell in cells]


def reply(position: Position, found: Sequence[Analysis]) -> tuple[Move, ...]:
    """What to answer to three or five stones, with the second side to move: no cell for SWAP, one
    to stay with the second side, two to leave the choice to the other.

    Args:
        found: what a search found, depth by depth, the last one being its answer.
    """
    answer = found[-1]
    signs = {each.score.sign for each in found[-_AGREEING_DEPTHS:]}
    if position.ply == 3 and signs >= {-1, 1} and len(answer.pv) >= 2:
        # The search cannot tell who is better, so nobody is: after the best two moves, too.
        return answer.pv[:2]
    return () if answer.score.sign < 0 else answer.pv[:1]
