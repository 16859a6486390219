"""What an answer turns out to cost beyond its price, charged to those it is for: how long a game is
that has to be read, nobody knows before."""

from __future__ import annotations

from contextlib import contextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    #: Takes so many requests away, allowed or not.
    Account = Callable[[float], None]

_account: ContextVar[Account | None] = ContextVar("account", default=None)


@contextmanager
def charged_to(account: Account) -> Iterator[None]:
    """Whatever is charged within, and within what is begun there, is this one's."""
    token = _account.set(account)
    try:
        yield
    finally:
        _account.reset(token)


def charge(requests: float) -> None:
    """Charges whom this is done for, if it is done for somebody."""
    if requests > 0 and (account := _account.get()) is not None:
        account(requests)
