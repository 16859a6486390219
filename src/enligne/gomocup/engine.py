"""The engine's side of the protocol, by our engines.

The protocol itself is in the core (``core/edge/gomocup``), where ``pbrain-enligne``, the program
without Python, has it from, too.
"""

from __future__ import annotations

import random

import enligne
from enligne import _core
from enligne.engines import Stop
from enligne.gomocup.engine_search import EngineSearch


class GomocupEngine(_core.GomocupEngine):
    """Takes command after command, and returns the lines of each reply.

    Args:
        text: of an engine; the best there is for the rules unless given.
        seed: chooses the openings of swap2.

    Raises:
        PlayerTextError: there is no such engine or option, or a value is wrong.
    """

    def __init__(self, text: str | None = None, seed: int | None = None) -> None:
        self._stop = Stop()
        if seed is None:
            seed = random.getrandbits(64)
        super().__init__(EngineSearch(text, self._stop), enligne.__version__, seed)

    def run(self, source: int = 0, sink: int = 1) -> bool:
        """Answers the lines of an open file, by another one, until END or its end: both stop a
        search at once. False when nobody reads the answers any more."""
        return self.serve(self._stop, source, sink)
