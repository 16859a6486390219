"""Addresses and names of machines: what they look like, and which belong together."""

from __future__ import annotations

import ipaddress
import re
from urllib.parse import urlsplit

_NAME = re.compile(r"[a-z0-9_]([a-z0-9_.-]*[a-z0-9_])?")
_AUTHORITY = re.compile(r"(?P<host>\[[0-9a-f:.]+\]|[a-z0-9_.-]+)(:[0-9]{1,5})?")

#: Of IPv6 a household or a rented machine has at least so much: its addresses are one.
_PREFIX = 64


def address_key(address: str) -> str:
    """By what the limits for an address count: IPv4 as it is, IPv6 by its /64."""
    try:
        found = ipaddress.ip_address(plain_address(address))
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv6Address):
        return str(ipaddress.IPv6Network((found, _PREFIX), strict=False))
    return str(found)


def plain_address(address: str) -> str:
    """An address as its network writes it: a socket for both kinds tells IPv4 as IPv6."""
    if address.startswith("::ffff:"):
        return address.removeprefix("::ffff:")
    return address.partition("%")[0]  # without the name of the interface


def is_loopback(address: str) -> bool:
    try:
        return ipaddress.ip_address(plain_address(address)).is_loopback
    except ValueError:
        return False


def is_address(host: str) -> bool:
    """Whether a host is told by its number, and so by no name that somebody else could own."""
    try:
        ipaddress.ip_address(host.strip("[]"))
    except ValueError:
        return False
    return True


def host_of(authority: str) -> str | None:
    """The host of ``host:port``, small and without a dot at its end; None where it is none."""
    found = _AUTHORITY.fullmatch(authority.lower())
    return found and found["host"].removesuffix(".")


def host_name(text: str) -> str:
    """Raises:
    ValueError: the text is no name of a host.
    """
    if not _NAME.fullmatch(text.lower()):
        raise ValueError("it is a name such as games.example")
    return text.lower()


def network(text: str) -> ipaddress.IPv4Network | ipaddress.IPv6Network:
    """Raises:
    ValueError: the text is neither an address nor a network.
    """
    try:
        return ipaddress.ip_network(text)
    except ValueError:
        raise ValueError("it is an address or a network such as 10.0.0.0/8") from None


def site(text: str) -> str:
    """An address of a site as a browser's Origin writes it.

    Raises:
        ValueError: the text is none.
    """
    parts = urlsplit(text.lower().removesuffix("/"))
    if parts.scheme not in ("http", "https") or text.count("/") > 2 + text.endswith("/"):
        raise ValueError("it is an address such as https://games.example")
    if host_of(parts.netloc) is None:
        raise ValueError("it is an address such as https://games.example")
    return f"{parts.scheme}://{parts.netloc}"
