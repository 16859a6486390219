"""The report of a match or a tournament: one page that stands alone.

It needs no file, font, script or network: it can be mailed, kept or put on any server. Its words
are in ``templates``, which escape every text from elsewhere.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from enligne import extras

if TYPE_CHECKING:
    from enligne.arena.results import Results
    from enligne.arena.sprt import Sprt

__all__ = ["html"]


def html(results: Results, *, sprt: Sprt | None = None) -> str:
    """The report as one page.

    Args:
        results: finished or not.
        sprt: the test that was run between the first two players.

    Raises:
        MissingExtraError: the extra ``plots`` is not installed.
    """
    extras.require("plots", "the report of a match")
    from enligne.arena.report.page import page

    return page(results, sprt)
