"""Where a server is reached: by its own machine, and by others. Nothing is sent anywhere to find
out."""

from __future__ import annotations

import ipaddress
import socket
from functools import cache
from typing import TYPE_CHECKING

import psutil

from enligne.server.addresses import is_loopback, plain_address, site

if TYPE_CHECKING:
    from enligne.server.settings import Settings

#: Networks of containers and virtual machines on this one: nobody else is in them.
_WITHIN = ("br-", "cni", "docker", "lxc", "vboxnet", "veth", "virbr", "vmnet")
#: More to choose from helps nobody.
_MOST = 4
#: Addresses that nobody has, far away.
_FAR = {socket.AF_INET: "192.0.2.1", socket.AF_INET6: "2001:db8::1"}


def own_address(settings: Settings) -> str:
    """Where the server's own machine opens it."""
    has_localhost = settings.host == "127.0.0.1" or _is_everywhere(settings.host)
    return _address("localhost" if has_localhost else settings.host, settings.port)


def public_address(settings: Settings) -> str | None:
    """Where everybody opens it, if the operator has told that."""
    return None if settings.public_address is None else site(settings.public_address)


def network_addresses(settings: Settings) -> list[str] | None:
    """Where others in its networks open it, the likeliest first; None where it listens to its own
    machine alone."""
    if _is_everywhere(settings.host):
        hosts = _own_hosts(socket.AF_INET6 if ":" in settings.host else socket.AF_INET)
        return [_address(host, settings.port) for host in hosts]
    return None if _is_here(settings.host) else [_address(settings.host, settings.port)]


def _address(host: str, port: int | None) -> str:
    return f"http://{f'[{host}]' if ':' in host else host}:{port}"


def _is_everywhere(host: str) -> bool:
    try:
        return ipaddress.ip_address(host or "0.0.0.0").is_unspecified
    except ValueError:
        return False


@cache  # a name is looked up once, before anybody waits for that
def _is_here(host: str) -> bool:
    try:
        # The name of a machine may mean nothing but itself.
        return is_loopback(host if ":" in host else socket.gethostbyname(host))
    except OSError:
        return False


def _own_hosts(listens: socket.AddressFamily) -> list[str]:
    """The addresses of this machine for others; those of IPv6 where it listens to both kinds."""
    families = [socket.AF_INET, socket.AF_INET6][: 2 if listens is socket.AF_INET6 else 1]
    about = psutil.net_if_stats()
    found = [
        plain_address(each.address)
        for family in families
        for name, those in psutil.net_if_addrs().items()
        if name in about and about[name].isup and not name.startswith(_WITHIN)
        for each in those
        if each.family is family and _is_for_others(each.address)
    ]
    leading = [_leading_out(family) for family in families]
    return sorted(dict.fromkeys(found), key=lambda host: host not in leading)[:_MOST]


def _is_for_others(address: str) -> bool:
    found = ipaddress.ip_address(plain_address(address))
    return not (found.is_loopback or found.is_link_local or found.is_unspecified)


def _leading_out(family: socket.AddressFamily) -> str | None:
    """The address from which this machine asks others: a socket for datagrams that is told where
    they would go, of which none does, has it."""
    try:
        with socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.connect((_FAR[family], 9))
            return str(probe.getsockname()[0])
    except OSError:
        return None
