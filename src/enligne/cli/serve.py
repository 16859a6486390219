"""``enligne serve``: the server with its page."""

from __future__ import annotations

import argparse
import os
import sys
import time
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from enligne.cli.commands import add_command, add_options_late
from enligne.extras import require

if TYPE_CHECKING:
    import socket
    from collections.abc import Callable

    from enligne.cli.commands import Commands
    from enligne.server.settings import Settings
    from enligne.server.sources import Setting

_PORT = 8000
_PORTS_TRIED = 20
_TO_OPEN_IT = "For others in your network: enligne serve --host 0.0.0.0, or make play HOST=0.0.0.0"


def add_to(commands: Commands) -> None:
    parser = add_command(
        commands,
        "serve",
        run,
        summary="the games in a browser",
        details="Starts the server and prints its addresses. Games are kept in a database, SQLite\n"
        "among your data unless told otherwise. Several processes with the same --database\n"
        "and --redis share their rooms. 'enligne' alone serves on this machine and opens the\n"
        "browser.\n\n"
        "Every setting is an option, an environment variable (--idle-days is ENLIGNE_IDLE_DAYS)\n"
        "and a line of a TOML file (idle_days = 30, for --config); the option comes first, the\n"
        "file last.",
        examples="  enligne serve --help",
    )
    add_options_late(parser, add_options)


def add_options(parser: argparse.ArgumentParser) -> None:
    from enligne.server.sources import CONFIG_VARIABLE, SETTINGS

    add = parser.add_argument
    add(
        "--config",
        metavar="FILE",
        help=f"a TOML file with settings; default: that of {CONFIG_VARIABLE}",
    )
    add("--open", action="store_true", help="open the page in a browser")
    group: Any = parser
    for setting in SETTINGS:
        if setting.about.begins:
            group = parser.add_argument_group(setting.about.begins)
        _add_setting(group, setting)


def _add_setting(group: argparse._ArgumentGroup, setting: Setting) -> None:
    # In a help text, a percent sign would be the beginning of a value.
    text = f"{setting.about.text}; default: {setting.default}".replace("%", "%%")
    options: dict[str, Any] = {"default": argparse.SUPPRESS, "dest": setting.name}
    options["help"] = text
    if setting.is_switch:
        group.add_argument(setting.option, action=argparse.BooleanOptionalAction, **options)
    else:
        kind = "append" if setting.is_list else "store"
        group.add_argument(
            setting.option, type=_reader(setting), metavar=setting.value, action=kind, **options
        )


def _reader(setting: Setting) -> Callable[[str], Any]:
    def read(text: str) -> Any:
        try:
            return setting.read(text)
        except ValueError as error:
            raise argparse.ArgumentTypeError(str(error)) from None

    return read


def run_alone(_: argparse.Namespace) -> int:
    """The server as ``enligne`` alone starts it."""
    parser = argparse.ArgumentParser()
    add_options(parser)
    return run(parser.parse_args(["--open"]))


def run(options: argparse.Namespace) -> int:
    require("server", "the server")
    import threading

    import msgspec
    from sqlalchemy.exc import SQLAlchemyError

    from enligne.server.app import PAGE, create_app
    from enligne.server.monitoring import set_up_logs
    from enligne.server.passwords import hide_passwords, shown_address
    from enligne.server.reach import own_address
    from enligne.server.sources import read_settings
    from enligne.server.transport import serve

    settings = read_settings(_told(options), os.environ, options.config)
    if settings.log:
        set_up_logs()
    with _listener(settings.host, settings.port) as listener:
        settings = msgspec.structs.replace(settings, port=listener.getsockname()[1])
        if settings.redis:
            _check_redis(settings.redis)
        try:
            app = create_app(settings)
        except SQLAlchemyError as error:
            shown = shown_address(settings.database)
            reason = hide_passwords(str(error).splitlines()[0])
            raise ValueError(f"database {shown}: {reason}") from None
        if not (PAGE / "index.html").is_file():
            print("The page is not built: run 'make web' first.", file=sys.stderr)
        print(*greeting(settings), sep="\n", flush=True)
        if options.open:
            page = f"{own_address(settings)}/"
            threading.Thread(target=_open, args=(page,), daemon=True).start()
        serve(app, settings, listener)
    return 0


def greeting(settings: Settings) -> list[str]:
    """Where the page is: for this computer, and for others."""
    from enligne.server.reach import network_addresses, own_address, public_address

    here = f"Enligne is at {own_address(settings)}/ (Ctrl-C to stop)"
    public, network = public_address(settings), network_addresses(settings)
    if public is not None:
        return [here, f"For others: {public}/"]
    if network is None:
        return [here, f"Only this computer can open it. {_TO_OPEN_IT}"]
    if not network:
        return [here, "Nobody else can open it: this computer is in no network"]
    return [here, f"For others in your network: {' or '.join(f'{each}/' for each in network)}"]


def _told(options: argparse.Namespace) -> dict[str, Any]:
    """The settings among the options; a list may be told in several parts."""
    from enligne.server.sources import SETTINGS

    given = {each: vars(options)[each.name] for each in SETTINGS if each.name in vars(options)}
    return {
        each.name: tuple(part for parts in value for part in parts) if each.is_list else value
        for each, value in given.items()
    }


def _check_redis(address: str) -> None:
    """Finds out now, and not at the first move, whether Redis can be reached."""
    require("redis", "news by Redis")
    from enligne.server.passwords import shown_address

    shown = shown_address(address)
    from redis import Redis, RedisError

    try:
        with Redis.from_url(address, socket_connect_timeout=5) as redis:
            redis.ping()
    except ValueError:  # whose text has parts of the address, and so perhaps of its password
        raise ValueError(f"redis {shown}: it is an address such as redis://localhost") from None
    except RedisError as error:
        raise ValueError(f"redis {shown}: {error}") from None


def _listener(host: str, port: int | None) -> socket.socket:
    """Listens on the port, or where none is named on the usual one or the next that is free."""
    import errno
    import socket

    from enligne.server.door import BACKLOG

    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    ports = range(_PORT, _PORT + _PORTS_TRIED) if port is None else (port,)
    for candidate in ports:
        listener = socket.socket(family, socket.SOCK_STREAM)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if family is socket.AF_INET6:  # "::" is everywhere, by IPv4 too, whatever the system's way
            listener.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 0)
        try:
            listener.bind((host, candidate))
        except OSError as error:
            listener.close()
            if port is None and error.errno == errno.EADDRINUSE:
                continue
            raise ValueError(f"{host} port {candidate}: {error.strerror or error}") from None
        listener.listen(BACKLOG)  # who comes now waits until the server runs
        return listener
    raise ValueError(f"{host}: the ports {ports[0]} to {ports[-1]} are in use")


def _open(address: str) -> None:
    """Opens a browser if there is one; a server without a screen has none."""
    import webbrowser

    time.sleep(0.5)
    with suppress(webbrowser.Error, OSError):
        webbrowser.open(address)
