"""Memory that is not needed any more, given back without keeping anybody waiting for long."""

from __future__ import annotations

import asyncio
import ctypes
import gc
from contextlib import suppress

_SECONDS_BETWEEN = 10.0
#: Collections of young objects since the last time, from which on it is worth it: idle pages cost
#: nothing.
_WORTH_IT = 20
_COLLECTIONS_BETWEEN_WHOLE = 50


def settle() -> None:
    """After the start: all that is there now stays, and need not be looked at again and again for
    garbage; the whole of the rest not as often as Python would."""
    gc.collect()
    gc.freeze()
    young, middle, _ = gc.get_threshold()
    gc.set_threshold(young, middle, _COLLECTIONS_BETWEEN_WHOLE)


async def tidy_up() -> None:
    """Looks for garbage now and then, for ever: when nobody asks for anything any more, Python
    would leave what those before have left."""
    trim = None
    with suppress(OSError, AttributeError):  # only the GNU library has it
        trim = ctypes.CDLL(None).malloc_trim
    before = 0
    while True:
        await asyncio.sleep(_SECONDS_BETWEEN)
        if (now := gc.get_stats()[0]["collections"]) - before < _WORTH_IT:
            continue
        before = now
        gc.collect()
        if trim is not None:
            trim(0)
