"""The Bits exhibit: a position as the two numbers that hold it, and the win test on them.

The operations are ``>>`` and ``<<``, shifts of the stones or of what was found so far, and ``&``
and ``& ~``, which combine what was found so far with what was shifted last. The steps are those
of the core for these rules; only its words of 64 bits are one long number here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from enligne import _core, bits
from enligne.move import FIRST, SECOND
from enligne.server.contract import prices
from enligne.server.contract.lab import BitsAnswer, BitStep, BothBits, SideBits, WinTest
from enligne.server.lab import Exhibit
from enligne.server.views import cells, position_view
from enligne.server.work import Task, tasks

if TYPE_CHECKING:
    from msgspec import Raw

    from enligne.move import Side
    from enligne.position import Position
    from enligne.server.contract.words import GameRequest
    from enligne.server.lab import Handlers
    from enligne.server.sockets import Connection


class Numbers(Exhibit):
    """Answers for the exhibit."""

    @property
    def requests(self) -> Handlers:
        return {"lab_bits": self._on_bits}

    async def _on_bits(self, page: Connection, wish: GameRequest) -> Raw:
        rules = self._board.rules(wish)
        price = prices.game(wish) + prices.of_bits(rules)
        found: Raw = await self._gate.look(page.asker, Task(bits_of, wish), price=price)
        return found


def bits_of(_: object, wish: GameRequest) -> Raw:
    """The last position of a game in bits."""
    return tasks.encoded(bits_view(tasks.played(wish).position))


def bits_view(position: Position) -> BitsAnswer:
    """A position in bits."""
    layout = bits.layout(position.rules)
    return BitsAnswer(
        position=position_view(position),
        stride=bits.stride(position.rules),
        word=_core.WORD_BITS,
        words=len(position._handle.words(FIRST)),
        layout=[None if cell is None else str(cell) for cell in layout],
        sides=BothBits(_side_view(position, FIRST), _side_view(position, SECOND)),
    )


def _side_view(position: Position, side: Side) -> SideBits:
    rules, stones = position.rules, position.bits(side)
    length = rules.width * bits.stride(rules)
    tests = [
        WinTest(
            test.direction.value,
            test.direction.step,
            test.distance,
            [_step_view(step) for step in test.steps],
            f"{test.starts:x}",
            cells(sorted(test.cells(rules))),
        )
        for test in bits.win_tests(stones, rules)
    ]
    return SideBits(str(stones), f"{stones:0{-(-length // 4)}x}", f"{stones:0{length}b}", tests)


def _step_view(step: bits.Step) -> BitStep:
    return BitStep(
        step.operation.value,
        step.distance,
        "stones" if step.of_stones else "found",
        f"{step.bits:x}",
    )
