"""Hints: what the best player here would do."""

from __future__ import annotations

from typing import TYPE_CHECKING

from enligne.engines import Limit
from enligne.server.allowed import engine_of
from enligne.server.refusals import RefusalError
from enligne.server.views import View, score_view

if TYPE_CHECKING:
    from enligne.engines import Stop
    from enligne.players import Choice
    from enligne.position import Position
    from enligne.server.allowed import AllowedPlayers
    from enligne.server.work import KeptPlayers, Workers

_PLAYER = "perfect:seconds=1"
_SECONDS = 1.0


class Hints:
    """For each visitor one at a time."""

    def __init__(self, workers: Workers, allowed: AllowedPlayers) -> None:
        self._workers = workers
        self._allowed = allowed
        self._visitors: set[str] = set()

    async def hint(self, position: Position, visitor: str) -> View:
        """A move in a position that is not finished.

        Raises:
            RefusalError: the visitor waits for another one, or the queue is full.
        """
        if visitor in self._visitors:
            raise RefusalError("too_many", "a hint is on its way already")
        spec = self._allowed.checked(_PLAYER)

        def work(own: KeptPlayers, stop: Stop) -> Choice:
            return own.player(spec).choose(position, Limit(seconds=_SECONDS), stop=stop)

        self._visitors.add(visitor)
        try:
            job = self._workers.submit(f"hint {visitor}", work, is_patient=True)
            choice: Choice = await job.future
        finally:
            self._visitors.discard(visitor)
        engine = engine_of(spec, position.rules)
        score = choice.analysis and score_view(choice.analysis.score, engine)
        return {"move": str(choice.move), "score": score}
