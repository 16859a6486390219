"""The weights of the Gomoku engine as arrays, and as the C++ file it is built from."""

from __future__ import annotations

import textwrap
from dataclasses import dataclass
from itertools import combinations_with_replacement
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from enligne import _core

if TYPE_CHECKING:
    from numpy.typing import NDArray

COMBINATIONS = _core.GOMOKU_COMBINATIONS
THREAT_SETS = _core.GOMOKU_THREAT_SETS
UNIT = 256  # of the logistic function

FILE = Path(__file__).parents[1] / "core" / "play" / "gomoku" / "tuned_weights.h"

_HEAD = """\
// Written by `make tune` from games of the engine against itself: not to be edited.
#pragma once

#include "play/gomoku/cell_class.h"

namespace enligne::gomoku {

// clang-format off
inline constexpr Weights kTunedWeights{
    {{
"""
_TAIL = """\
    }},
};
// clang-format on

}  // namespace enligne::gomoku
"""


@dataclass(frozen=True)
class Weights:
    """In units of the logistic function; the columns of ``cells`` are mover, waiter, own, other."""

    cells: NDArray[np.float64]
    threats: NDArray[np.float64]

    def to_bytes(self) -> bytes:
        """As the core takes them."""
        return _whole(self.cells).tobytes() + _whole(self.threats).tobytes()

    def write(self, path: Path = FILE) -> None:
        rows = _lines([f"{{{','.join(map(str, row))}}}" for row in _whole(self.cells)])
        threats = _lines([str(weight) for weight in _whole(self.threats)])
        path.write_text(f"{_HEAD}{rows}    }}}},\n    {{{{\n{threats}{_TAIL}")


def _lines(items: list[str]) -> str:
    indent = " " * 8
    text = ", ".join(items) + ","
    wrapped = textwrap.fill(
        text, 100, initial_indent=indent, subsequent_indent=indent, break_on_hyphens=False
    )
    return f"{wrapped}\n"


def _whole(values: NDArray[np.float64]) -> NDArray[np.int16]:
    return np.clip(np.rint(values * UNIT), -32000, 32000).astype(np.int16)


def first_weights() -> Weights:
    """Where tuning begins: each pattern is worth twice the one before, nothing is known of how
    they combine."""
    patterns = 12
    # In the order of the core: the highest pattern last, and it decides first.
    rows = sorted(combinations_with_replacement(range(patterns), 4), key=lambda row: row[::-1])
    worth = np.array([sum(2.0**pattern for pattern in row) for row in rows])
    cells = np.stack([worth / 2**11, worth / 2**12, worth / 2**8, worth / 2**9], axis=1)
    return Weights(cells, np.zeros(THREAT_SETS))
