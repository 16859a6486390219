"""Connections before they are requests: how many there may be, and who is kept out."""

from __future__ import annotations

import asyncio
import ipaddress
import resource
import sys
from collections import Counter
from typing import TYPE_CHECKING

from enligne.server.addresses import address_key, network, plain_address

if TYPE_CHECKING:
    from enligne.server.pace import Paces
    from enligne.server.settings import Settings

#: Connections that the system keeps until they are accepted, which happens for all at once.
BACKLOG = 256

#: Files that are no connections of visitors: the database, search processes, what waits to be
#: accepted.
_OTHER_FILES = 2 * BACKLOG


def raise_file_limit(settings: Settings) -> int:
    """Lets this process have a file for every connection; says how many connections it can have.
    Where the system does not allow as many as the settings do, that is said in a line."""
    wanted = settings.connections + _OTHER_FILES
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        soft = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    if soft == resource.RLIM_INFINITY or soft >= wanted:
        return settings.connections
    fits = max(soft - _OTHER_FILES, soft // 2)
    print(
        f"Only {fits} connections are possible, not {settings.connections}: this system lets a"
        f" process open {soft} files (raise it with 'ulimit -n {wanted}' or LimitNOFILE={wanted}).",
        file=sys.stderr,
    )
    return fits


class Door:
    """Counts open connections, and keeps those out that are too many.

    A connection *waits* while it has sent no whole request that is still to be answered. Where
    there is no room, a newcomer takes the place of the one that has waited longest, of the same
    address or else of the address that has most of them: whoever opens connections and sends
    nothing is in nobody's way.

    Args:
        most: connections in all.
        settings: what an address may have, and the proxies for which that does not hold.
        paces: of addresses; who goes on asking though refused is not even heard.
    """

    def __init__(self, most: int, settings: Settings, paces: Paces) -> None:
        self._paces = paces
        self._most = most
        self._most_for_address = settings.connections_per_address
        self._proxies = [network(each) for each in settings.trusted_proxies]
        self._open: dict[asyncio.Transport, str] = {}
        self._by_address: Counter[str] = Counter()
        self._waiting: dict[str, dict[asyncio.Transport, None]] = {}

    def admit(self, transport: asyncio.Transport) -> None:
        """Lets a new connection in, or ends it, or another one."""
        peer = plain_address((transport.get_extra_info("peername") or ("",))[0])
        address = address_key(peer)
        is_proxy = self._is_proxy(peer)
        if self._paces.of(address).is_owing and not is_proxy:
            transport.abort()
            return
        self._open[transport] = address
        self._by_address[address] += 1
        self.waits(transport)
        if self._by_address[address] > self._most_for_address and not is_proxy:
            self._end_one_of(address)
        elif len(self._open) > self._most:
            self._end_one_of(max(self._waiting, key=lambda each: len(self._waiting[each])))

    def waits(self, transport: asyncio.Transport) -> None:
        """A connection has no request any more, or none yet."""
        if (address := self._open.get(transport)) is not None:
            self._waiting.setdefault(address, {})[transport] = None

    def asks(self, transport: asyncio.Transport) -> None:
        """A connection has sent a whole request."""
        waiting = self._waiting.get(address := self._open.get(transport, ""), {})
        waiting.pop(transport, None)
        if not waiting:
            self._waiting.pop(address, None)

    def leave(self, transport: asyncio.Transport) -> None:
        """A connection has ended."""
        self.asks(transport)
        address = self._open.pop(transport, None)
        if address is not None:
            self._by_address[address] -= 1
            if not self._by_address[address]:
                del self._by_address[address]

    def _end_one_of(self, address: str) -> None:
        oldest = next(iter(self._waiting[address]))
        self.leave(oldest)
        oldest.abort()

    def _is_proxy(self, peer: str) -> bool:
        if not self._proxies:
            return False
        found = ipaddress.ip_address(peer)
        return any(found in each for each in self._proxies)


class Timer:
    """Ends a connection unless it is stopped in time."""

    def __init__(self, transport: asyncio.Transport, seconds: float) -> None:
        self._transport = transport
        self._seconds = seconds
        self._handle: asyncio.TimerHandle | None = None

    def run(self, is_needed: bool) -> None:
        """Starts it if it does not run, or stops it."""
        if is_needed and self._handle is None:
            loop = asyncio.get_running_loop()
            self._handle = loop.call_later(self._seconds, self._transport.abort)
        elif not is_needed and self._handle is not None:
            self._handle.cancel()
            self._handle = None
