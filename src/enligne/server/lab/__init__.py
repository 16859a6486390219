"""What the exhibits of the Lab ask for: real searches, boards, evaluations and matchboxes, as data.

Each exhibit of the page has a module here that answers its requests. The page draws; it holds no
rule of any game and computes no value of any search.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Any

from enligne.server.work import PageTasks

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping

    from enligne.game import Game
    from enligne.server.allowed import AllowedPlayers
    from enligne.server.contract.words import Answer, GameRequest
    from enligne.server.settings import Settings
    from enligne.server.views import Tell
    from enligne.server.work import Workers

    Handlers = Mapping[str, Callable[[str, Any, Tell], Awaitable[Answer]]]


class Exhibit(ABC):
    """A page of the Lab, as the server knows it. It knows a visitor's page by its connection.

    Args:
        game: reads the game of a request.
    """

    def __init__(
        self,
        settings: Settings,
        workers: Workers,
        allowed: AllowedPlayers,
        game: Callable[[GameRequest], Game],
    ) -> None:
        self._settings = settings
        self._workers = workers
        self._allowed = allowed
        self._game = game
        self._tasks = PageTasks()

    @property
    @abstractmethod
    def requests(self) -> Handlers:
        """By name what answers a request, given the connection, what it asks and a way to tell the
        page more later."""

    def forget(self, page: str) -> None:
        """Ends what a page has running; it is gone."""
        self._tasks.stop(page)

    async def close(self) -> None:
        """Ends what all pages have running."""
        self._tasks.close()
