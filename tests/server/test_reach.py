"""Where a server says that it is: to those who start it, and to pages that send links."""

import os
import re
import socket
import urllib.request
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import psutil
import pytest

from enligne.cli.serve import greeting
from enligne.server import reach
from enligne.server.front import Hosts
from enligne.server.settings import Settings
from tests.programs import PATIENCE, start
from tests.server.helpers import Client, Server

V4, V6, LINK = socket.AF_INET, socket.AF_INET6, socket.AF_PACKET

#: A machine with a cable, a network for guests, containers, and something that is off.
INTERFACES = {
    "lo": [(V4, "127.0.0.1"), (V6, "::1")],
    "docker0": [(V4, "172.17.0.1")],
    "br-1a2b": [(V4, "172.18.0.1")],
    "off0": [(V4, "10.9.9.9")],
    "guests": [(V4, "10.0.7.1"), (V6, "fe80::2%guests")],
    "eth0": [(LINK, "00:11:22:33:44:55"), (V4, "192.168.1.7"), (V6, "fd00::7"), (V6, "fe80::1")],
    "auto0": [(V4, "169.254.3.3")],
}


@pytest.fixture
def machine(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Makes this machine another one."""

    def be(interfaces: dict[str, Any], *leading: str) -> None:
        addresses = {
            name: [SimpleNamespace(family=family, address=address) for family, address in those]
            for name, those in interfaces.items()
        }
        stats = {name: SimpleNamespace(isup=name != "off0") for name in interfaces}
        monkeypatch.setattr(psutil, "net_if_addrs", lambda: addresses)
        monkeypatch.setattr(psutil, "net_if_stats", lambda: stats)
        out = {V6 if ":" in each else V4: each for each in leading}
        monkeypatch.setattr(reach, "_leading_out", out.get)

    return be


def test_the_machine_in_its_networks(machine: Callable[..., None]) -> None:
    machine(INTERFACES, "192.168.1.7", "fd00::7")
    assert reach.network_addresses(Settings(host="0.0.0.0", port=8000)) == [
        "http://192.168.1.7:8000",  # which leads out
        "http://10.0.7.1:8000",
    ]
    assert reach.network_addresses(Settings(host="::", port=80)) == [
        "http://192.168.1.7:80",
        "http://[fd00::7]:80",
        "http://10.0.7.1:80",
    ]


def test_a_machine_that_leads_nowhere(machine: Callable[..., None]) -> None:
    machine(INTERFACES)
    found = reach.network_addresses(Settings(host="0.0.0.0", port=1))
    assert found == ["http://10.0.7.1:1", "http://192.168.1.7:1"]
    machine({"lo": INTERFACES["lo"]})
    assert reach.network_addresses(Settings(host="0.0.0.0", port=1)) == []
    many = {f"eth{number}": [(V4, f"10.0.0.{number}")] for number in range(1, 30)}
    machine(many, "10.0.0.20")
    found = reach.network_addresses(Settings(host="0.0.0.0", port=1))
    assert found is not None
    assert (len(found), found[0]) == (4, "http://10.0.0.20:1")


@pytest.mark.parametrize("host", ["127.0.0.1", "127.0.0.9", "::1", "localhost"])
def test_a_server_for_its_own_machine(host: str) -> None:
    assert reach.network_addresses(Settings(host=host, port=1)) is None


def test_a_server_at_one_address() -> None:
    for host, told in (("192.168.1.7", "192.168.1.7"), ("fd00::7", "[fd00::7]")):
        settings = Settings(host=host, port=8000)
        assert reach.network_addresses(settings) == [f"http://{told}:8000"]
        assert reach.own_address(settings) == f"http://{told}:8000"


def test_the_public_address_is_told_as_a_site() -> None:
    assert reach.public_address(Settings(public_address="https://Games.Example/")) == (
        "https://games.example"
    )
    assert reach.public_address(Settings()) is None


def test_nothing_is_sent(monkeypatch: pytest.MonkeyPatch) -> None:
    """The only sockets are for datagrams, and nobody sends one."""
    asked: list[str] = []

    class Watched:
        """A socket that knows nothing else than where its datagrams would go."""

        def __init__(self, _: socket.AddressFamily, kind: socket.SocketKind) -> None:
            assert kind is socket.SOCK_DGRAM

        def __enter__(self) -> "Watched":
            return self

        def __exit__(self, *_: object) -> None:
            asked.append("closed")

        def connect(self, place: tuple[str, int]) -> None:
            asked.append(place[0])

        def getsockname(self) -> tuple[str, int]:
            return "192.168.1.7", 1

    monkeypatch.setattr(socket, "socket", Watched)
    reach.network_addresses(Settings(host="::", port=1))
    # They are set apart for documents: nobody has them.
    assert asked == ["192.0.2.1", "closed", "2001:db8::1", "closed"]


# What is printed.

HERE = r"Enligne is at http://localhost:\d+/ \(Ctrl-C to stop\)"


def test_a_server_prints_addresses_that_open(tmp_path: Path) -> None:
    """By the variable that ``make play HOST=0.0.0.0`` sets."""
    few = {"ENLIGNE_PEOPLE_PROCESSES": "1", "ENLIGNE_OTHER_PROCESSES": "1"}
    environment = os.environ | few | {"ENLIGNE_HOST": "0.0.0.0"}
    database = f"sqlite:///{tmp_path / 'rooms.sqlite3'}"
    arguments = ("-m", "enligne", "serve", "--port", "0", "--database", database)
    process = start(*arguments, env=environment)
    try:
        here, others = (process.stdout.readline().strip() for _ in range(2))
        assert re.fullmatch(HERE, here)
        for address in re.findall(r"http://\S+/", f"{here} {others}"):
            with urllib.request.urlopen(f"{address}health/live", timeout=PATIENCE) as answer:
                assert answer.status == 200
    finally:
        process.terminate()
        process.communicate(timeout=PATIENCE)
    port = int(here.split(":")[2].partition("/")[0])
    assert [here, others] == greeting(Settings(host="0.0.0.0", port=port))


def test_what_is_printed(machine: Callable[..., None]) -> None:
    machine(INTERFACES, "192.168.1.7")
    here, others = greeting(Settings(host="0.0.0.0", port=8000))
    assert re.fullmatch(HERE, here)
    assert others == (
        "For others in your network: http://192.168.1.7:8000/ or http://10.0.7.1:8000/"
    )
    here, others = greeting(Settings(port=8000))
    assert re.fullmatch(HERE, here)
    assert others.startswith("Only this computer can open it.")
    assert "enligne serve --host 0.0.0.0" in others
    assert "make play HOST=0.0.0.0" in others
    here, others = greeting(Settings(port=8000, public_address="https://games.example"))
    assert re.fullmatch(HERE, here)
    assert others == "For others: https://games.example/"
    machine({})
    assert "no network" in greeting(Settings(host="::", port=8000))[1]


def test_what_is_printed_is_known_here(machine: Callable[..., None]) -> None:
    machine(INTERFACES, "192.168.1.7")
    for host in ("0.0.0.0", "::", "192.168.1.7", "fd00::7", "127.0.0.1", "::1", "games.example"):
        settings = Settings(host=host, port=8000)
        for address in (reach.own_address(settings), *(reach.network_addresses(settings) or ())):
            assert Hosts(settings).knows(address.removeprefix("http://")), address
    assert Hosts(Settings(public_address="https://games.example")).knows("games.example")


# What pages are told.


async def test_the_machines_own_pages_are_told_its_networks(tmp_path: Path) -> None:
    with Server(tmp_path, "--host", "0.0.0.0") as server:
        expected = reach.network_addresses(Settings(host="0.0.0.0", port=server.port))
        async with Client(server) as me:
            assert await me.ask("reach") == {"public": None, "network": expected}
        # A page of somebody else, for whom a proxy of this machine asks, is not.
        async with Client(server, headers={"X-Forwarded-For": "203.0.113.7"}) as other:
            assert await other.ask("reach") == {"public": None, "network": None}


async def test_everybody_is_told_the_public_address(server: Server, tmp_path: Path) -> None:
    async with Client(server) as me:
        assert await me.ask("reach") == {"public": None, "network": None}
    settings = {"public_address": "https://games.example/"}
    with Server(tmp_path, settings=settings) as public:
        async with Client(public) as me:
            assert await me.ask("reach") == {"public": "https://games.example", "network": None}
