"""The Bits exhibit: a position as the two numbers that hold it, and the win test on them.

``lab_bits`` asks with a game as "position" does, and answers with::

    {"position": the view of the position,
     "stride": 7,                                  bits in a column, its sentinel included
     "word": 64, "words": 1,                       how many bits a word has, and words a number
     "layout": ["a1", …, "a6", null, "b1", …],     the cell of each bit; null for a sentinel
     "sides": {"first": a number, "second": a number}}

Each side has::

    {"decimal": "2097152", "hex": "200000", "binary": "…001000…",    the number, no prefix
     "tests": [{"direction": "up", "step": [0, 1],  columns and rows to the next cell of a run
                "distance": 1,                     the same in bits
                "steps": [{"operation": ">>", "distance": 1, "of": "stones", "hex": "…"},
                          {"operation": "&", "distance": 0, "of": "found", "hex": "…"}, …],
                "starts": "0",                     the first bit of every run, in hexadecimal
                "cells": []},                      every cell of every run
               …]}                                 in the directions up, falling, right, rising

The operations are ``>>`` and ``<<``, shifts of the stones or of what was found so far, and ``&``
and ``& ~``, which combine what was found so far with what was shifted last. The steps are those
of the core for these rules; only its words of 64 bits are one long number here.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from enligne import _core, bits
from enligne.move import FIRST, SECOND
from enligne.server.lab import Exhibit
from enligne.server.messages import GameRequest, decode
from enligne.server.views import View, cells, position_view

if TYPE_CHECKING:
    from enligne.move import Side
    from enligne.position import Position
    from enligne.server.lab import Handlers


class Numbers(Exhibit):
    """Answers for the exhibit."""

    @property
    def requests(self) -> Handlers:
        return {"lab_bits": self._on_bits}

    async def _on_bits(self, _: str, data: Any, __: object) -> View:
        wish = decode(data, GameRequest)
        return await asyncio.to_thread(lambda: bits_view(self._game(wish).position))


def bits_view(position: Position) -> View:
    """A position in bits."""
    layout = bits.layout(position.rules)
    return {
        "position": position_view(position),
        "stride": bits.stride(position.rules),
        "word": _core.WORD_BITS,
        "words": len(position._handle.words(FIRST)),
        "layout": [None if cell is None else str(cell) for cell in layout],
        "sides": {str(side): _side_view(position, side) for side in (FIRST, SECOND)},
    }


def _side_view(position: Position, side: Side) -> View:
    rules, stones = position.rules, position.bits(side)
    length = rules.width * bits.stride(rules)
    return {
        "decimal": str(stones),
        "hex": f"{stones:0{-(-length // 4)}x}",
        "binary": f"{stones:0{length}b}",
        "tests": [
            {
                "direction": test.direction.value,
                "step": test.direction.step,
                "distance": test.distance,
                "steps": [_step_view(step) for step in test.steps],
                "starts": f"{test.starts:x}",
                "cells": cells(sorted(test.cells(rules))),
            }
            for test in bits.win_tests(stones, rules)
        ],
    }


def _step_view(step: bits.Step) -> View:
    return {
        "operation": step.operation.value,
        "distance": step.distance,
        "of": "stones" if step.of_stones else "found",
        "hex": f"{step.bits:x}",
    }
