"""What the exhibits of the Lab ask for: real searches, boards, evaluations and matchboxes, as data.

Each exhibit of the page has a module here that answers its requests. The page draws; it holds no
rule of any game and computes no value of any search.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING

from enligne.server.work import PageTasks

if TYPE_CHECKING:
    from collections.abc import Mapping

    from enligne.server.allowed import AllowedPlayers
    from enligne.server.analysis import AnalysisBoard
    from enligne.server.settings import Settings
    from enligne.server.sockets import Connection, Handler
    from enligne.server.work import Gate

    Handlers = Mapping[str, Handler]


class Exhibit(ABC):
    """A page of the Lab, as the server knows it.

    Args:
        board: reads the positions of requests.
    """

    def __init__(
        self, settings: Settings, gate: Gate, allowed: AllowedPlayers, board: AnalysisBoard
    ) -> None:
        self._settings = settings
        self._gate = gate
        self._allowed = allowed
        self._board = board
        self._tasks = PageTasks()

    @property
    @abstractmethod
    def requests(self) -> Handlers:
        """By name what answers a request."""

    def forget(self, page: Connection) -> None:
        """Ends what a page has running; it is gone."""
        self._tasks.stop(page.sid)

    async def close(self) -> None:
        """Ends what all pages have running."""
        self._tasks.close()
