"""What an operator may tell a server.

A setting is one field of :class:`Settings`. Its option of ``enligne serve``, its environment
variable, its key in a file, the help and the table in ``docs/deploy.md`` all come from that field:
see :mod:`enligne.server.sources`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

from msgspec import Meta, Struct, field

from enligne import _core
from enligne.files import user_data_folder
from enligne.server import addresses

if TYPE_CHECKING:
    from collections.abc import Callable

Count = Annotated[int, Meta(ge=1)]
Port = Annotated[int, Meta(ge=0, le=65535)]
Amount = Annotated[float, Meta(gt=0, le=1e9)]
Number = Annotated[float, Meta(ge=0, le=1e9)]
Texts = tuple[str, ...]

#: What a search process needs besides a table.
_SEARCH_MB = 128


@dataclass(frozen=True, slots=True)
class About:
    """What is said of a setting.

    Args:
        text: what it is, in a line.
        default: the default in words, where the value does not say it.
        begins: the heading of the settings from this one on.
        check: raises a ValueError for a value, or one of a list, that its type lets pass.
    """

    text: str
    default: str = ""
    begins: str = ""
    check: Callable[[str], object] | None = None


def default_database() -> str:
    """SQLite, among the user's data."""
    return f"sqlite:///{user_data_folder() / 'server.sqlite3'}"


class Settings(Struct, frozen=True, kw_only=True):
    """How a server is set up. The defaults suit one small machine on the open internet."""

    host: Annotated[
        str,
        About("the address to listen on", "127.0.0.1, this machine only", "Where it is reached"),
    ] = "127.0.0.1"
    port: Annotated[
        Port | None, About("the port to listen on", "8000, or the next one that is free")
    ] = None
    public_address: Annotated[
        str | None,
        About("where people reach it, such as https://games.example", check=addresses.site),
    ] = None
    allowed_hosts: Annotated[
        Texts,
        About(
            "further names it is asked for by, besides localhost, host and public_address",
            check=addresses.host_name,
        ),
    ] = ()
    origins: Annotated[
        Texts,
        About(
            "pages of other sites that may connect, such as https://school.example",
            check=addresses.site,
        ),
    ] = ()
    trusted_proxies: Annotated[
        Texts,
        About(
            "addresses or networks whose X-Forwarded-For and -Proto are believed",
            check=addresses.network,
        ),
    ] = ()

    database: Annotated[
        str,
        About(
            "where games are kept, such as postgresql+psycopg://user@host/name",
            "SQLite, among the user's data",
            "What it keeps",
        ),
    ] = field(default_factory=default_database)
    redis: Annotated[
        str | None, About("what several processes share, such as redis://localhost")
    ] = None
    idle_days: Annotated[
        Amount, About("after which a game that nobody goes on with is removed")
    ] = 30.0
    unplayed_days: Annotated[Amount, About("after which a room without a move is removed")] = 1.0
    keep_finished_days: Annotated[
        Amount | None, About("after which a finished game is removed", "never")
    ] = None
    sweep_seconds: Annotated[
        Amount, About("from one look for what is to be removed to the next")
    ] = 600.0

    explorer_plies: Annotated[
        int,
        Meta(ge=0, le=100),
        About("moves from the beginning of a game that the explorer counts; 0 for none"),
    ] = 12
    explorer_moves: Annotated[
        Count, About("the most moves, each in its position, whose counts are kept")
    ] = 500_000

    people_processes: Annotated[
        Count,
        About("processes that search for the opponents of people", begins="Players that think"),
    ] = 3
    other_processes: Annotated[
        Count, About("processes for all else: analyses, hints, the Lab, players among themselves")
    ] = 2
    process_mb: Annotated[
        Count,
        About(f"the most memory of one such process, at least table_mb and {_SEARCH_MB} more"),
    ] = 384
    table_mb: Annotated[Count, About("the most memory of one player's table")] = 32
    threads: Annotated[Count, About("the most threads with which one player searches")] = 2
    seconds: Annotated[Amount, About("the most for a move or an analysis")] = 10.0
    queue: Annotated[Count, About("the most that may wait for a process")] = 256
    queue_of_address: Annotated[Count, About("the most of these that wait for one address")] = 32
    largest_side: Annotated[
        int,
        Meta(ge=_core.SMALLEST_SIDE, le=_core.LARGEST_SIDE),
        About("the most columns or rows of a board"),
    ] = _core.LARGEST_SIDE
    lag_seconds: Annotated[
        Number, About("the most of a slow connection's delay that a game clock gives back")
    ] = 0.5

    requests: Annotated[
        Amount, About("a second, that one page may send", begins="What strangers may ask for")
    ] = 30.0
    requests_at_once: Annotated[Count, About("that one page may save up")] = 90
    refusals: Annotated[
        Count, About("for asking too much, within a minute, after which a page is disconnected")
    ] = 100
    requests_per_address: Annotated[
        Amount, About("a second, that one address may send, of all its pages and for them")
    ] = 60.0
    requests_per_address_at_once: Annotated[Count, About("that one address may save up")] = 400
    rooms_per_minute: Annotated[Count, About("new games from one address")] = 120
    followed_per_page: Annotated[Count, About("games that one page may follow")] = 8
    codes_per_address: Annotated[
        Count, About("codes for another device that one address may ask for in ten minutes")
    ] = 60
    wrong_codes_per_address: Annotated[Count, About("wrong ones that it may try in that time")] = 20
    sockets: Annotated[Count, About("pages that are connected, in all")] = 2000
    sockets_per_address: Annotated[Count, About("pages that are connected, of one address")] = 200
    connections: Annotated[Count, About("open network connections, in all")] = 4000
    connections_per_address: Annotated[
        Count, About("open network connections of one address; trusted proxies may have more")
    ] = 400
    request_seconds: Annotated[
        Amount, About("within which a request must have come whole, header and body")
    ] = 10.0
    keep_alive_seconds: Annotated[
        Count, About("for which a connection without a request is kept")
    ] = 5
    handshake_seconds: Annotated[
        Amount, About("within which a page that opens a socket must say who it is")
    ] = 10.0
    stall_seconds: Annotated[
        Amount, About("after which a connection that does not read what it is sent is closed")
    ] = 30.0
    header_bytes: Annotated[
        int, Meta(ge=1024), About("the most that the header of one request may have")
    ] = 16_000
    message_bytes: Annotated[Count, About("the most that one message may have")] = 64_000
    backlog_bytes: Annotated[Count, About("the most that may wait to be sent to one page")] = (
        1_000_000
    )

    names: Annotated[
        bool,
        About("people may choose a name, which others see", begins="Between people"),
    ] = True
    reactions: Annotated[bool, About("those who play may send each other one of six words")] = True
    reactions_per_minute: Annotated[Count, About("of one visitor")] = 30
    lobby: Annotated[bool, About("a game may wait for anybody, in a list on the start page")] = True
    lobby_games: Annotated[Count, About("that are shown, the newest")] = 40
    lobby_games_per_address: Annotated[Count, About("that wait for somebody")] = 20
    lobby_minutes: Annotated[Amount, About("for which a game may wait")] = 30.0
    accepted_per_minute: Annotated[
        Count, About("games of the lobby that one address may take up")
    ] = 60

    teaches: Annotated[
        bool,
        About(
            "the owner's matchbox machines learn from the games that visitors play against them",
            begins="The Lab",
        ),
    ] = False
    brains_per_visitor: Annotated[Count, About("machines that one visitor may save")] = 10
    brains_in_all: Annotated[Count, About("machines that visitors may save, in all")] = 2000
    brain_days: Annotated[
        Amount, About("after which a visitor's machine that is not used is removed")
    ] = 30.0

    metrics_host: Annotated[
        str, About("the address for metrics_port", begins="Looking after it")
    ] = "127.0.0.1"
    metrics_port: Annotated[Port | None, About("a port of its own for /metrics")] = None
    metrics_token: Annotated[
        str | None,
        About("what 'Authorization: Bearer' must say to read /metrics on the port of the page"),
    ] = None
    log: Annotated[bool, About("say on standard error what happens, a JSON object a line")] = False

    def __post_init__(self) -> None:
        least = self.table_mb + _SEARCH_MB
        if self.process_mb < least:
            raise ValueError(
                f"process_mb {self.process_mb}: with table_mb {self.table_mb}, no search process"
                f" can work with less than {least}"
            )
