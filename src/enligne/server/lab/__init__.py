"""What the exhibits of the Lab ask for: real searches, boards, evaluations and matchboxes, as data.

Each exhibit of the page has a module here that answers its requests. The page draws; it holds no
rule of any game and computes no value of any search.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping

    from enligne.server.views import Tell, View


class Exhibit(Protocol):
    """A page of the Lab, as the server knows it. It knows a visitor's page by its connection."""

    @property
    def requests(self) -> Mapping[str, Callable[[str, Any, Tell], Awaitable[View]]]:
        """By name what answers a request, given the connection, the data and a way to tell the
        page more later."""

    def forget(self, page: str) -> None:
        """Ends what a page has running; it is gone."""

    async def close(self) -> None:
        """Ends what all pages have running."""
