"""``enligne serve``: the server with its page."""

from __future__ import annotations

import argparse
import signal
import sys
import time
from contextlib import suppress
from typing import TYPE_CHECKING

from enligne.cli.commands import add_command, positive_int

if TYPE_CHECKING:
    import socket

    from enligne.cli.commands import Commands


def add_to(commands: Commands) -> None:
    parser = add_command(
        commands,
        "serve",
        run,
        summary="the games in a browser",
        details="Starts the server and prints its address. Games are kept in a database, SQLite\n"
        "among your data unless told otherwise. Several processes with the same --database\n"
        "and --redis share their rooms. 'enligne' alone serves on this machine and opens the\n"
        "browser.",
        examples="  enligne serve --help",
    )
    add_options(parser)


def add_options(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("--host", default="127.0.0.1", help="default: 127.0.0.1, this machine only")
    add("--port", metavar="N", type=int, default=8000, help="default: 8000, or the next free one")
    add("--database", metavar="URL", help="such as postgresql+psycopg://…")
    add("--redis", metavar="URL", help="such as redis://localhost")
    add("--workers", metavar="N", type=positive_int, help="players that think at the same time")
    add(
        "--threads",
        metavar="N",
        type=positive_int,
        help="the most threads that a visitor may ask for one player (default: 2)",
    )
    add(
        "--origin",
        metavar="URL",
        action="append",
        default=[],
        help="a further address under which the page is reached, such as https://games.example",
    )
    add("--open", action="store_true", help="open the page in a browser")
    add("--log", action="store_true", help="log what happens, as JSON lines")
    # For the benchmark that measures what the worker pool is worth.
    add("--think-on-loop", action="store_true", help=argparse.SUPPRESS)


def run_alone(_: argparse.Namespace) -> int:
    """The server as ``enligne`` alone starts it."""
    parser = argparse.ArgumentParser()
    add_options(parser)
    return run(parser.parse_args(["--open"]))


def run(options: argparse.Namespace) -> int:
    import threading

    import uvicorn
    from sqlalchemy.exc import SQLAlchemyError

    from enligne.server.app import PAGE, create_app
    from enligne.server.monitoring import set_up_logs
    from enligne.server.settings import Settings, default_database

    if not 0 <= options.port <= 65535:
        raise ValueError(f"--port {options.port}: it is from 0 to 65535")
    listener = _listener(options.host, options.port)
    port = listener.getsockname()[1]
    counts = {"workers": options.workers, "threads": options.threads}
    given = {name: count for name, count in counts.items() if count}
    settings = Settings(
        host=options.host,
        port=port,
        database=options.database or default_database(),
        redis=options.redis,
        origins=tuple(options.origin),
        think_on_loop=options.think_on_loop,
        **given,
    )
    if options.log:
        set_up_logs()
    if settings.redis:
        _check_redis(settings.redis)
    try:
        app = create_app(settings)
    except (SQLAlchemyError, ModuleNotFoundError) as error:
        reason = str(error).splitlines()[0]
        raise ValueError(f"--database {settings.database}: {reason}") from None
    address = f"http://{'localhost' if options.host == '127.0.0.1' else options.host}:{port}/"
    if not (PAGE / "index.html").is_file():
        print("The page is not built: run 'make web' first.", file=sys.stderr)
    print(f"Enligne is at {address} (Ctrl-C to stop)", flush=True)
    if options.open:
        threading.Thread(target=_open, args=(address,), daemon=True).start()
    server = uvicorn.Server(
        uvicorn.Config(
            app.asgi,
            log_config=None,
            log_level="warning",
            timeout_graceful_shutdown=5,
            ws="websockets-sansio",
        )
    )
    close_connections = server.shutdown

    async def shutdown(sockets: list[socket.socket] | None = None) -> None:
        await app.say_goodbye()
        await close_connections(sockets)

    server.shutdown = shutdown  # type: ignore[method-assign]
    for number in (signal.SIGINT, signal.SIGTERM):
        # The server heeds them itself, and sends them again when it has stopped in good order.
        signal.signal(number, lambda *_: None)
    server.run(sockets=[listener])
    return 0


def _check_redis(address: str) -> None:
    """Finds out now, and not at the first move, whether Redis can be reached."""
    try:
        from redis import Redis, RedisError
    except ModuleNotFoundError as error:
        raise ValueError(f"--redis {address}: {error}; install enligne[redis]") from None
    try:
        with Redis.from_url(address, socket_connect_timeout=5) as redis:
            redis.ping()
    except (RedisError, ValueError) as error:
        raise ValueError(f"--redis {address}: {error}") from None


def _listener(host: str, port: int) -> socket.socket:
    """Listens on the port, or on the next one that is free."""
    import socket

    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    for candidate in (port, *range(port + 1, min(port + 20, 65536))) if port else (0,):
        listener = socket.socket(family, socket.SOCK_STREAM)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind((host, candidate))
        except OSError as error:
            listener.close()
            if error.errno not in (98, 48):  # in use
                raise ValueError(
                    f"--host {host} --port {port}: {error.strerror or error}"
                ) from None
            continue
        listener.listen(2048)
        return listener
    raise ValueError(f"--port {port}: it and the next 19 are in use")


def _open(address: str) -> None:
    """Opens a browser if there is one; a server without a screen has none."""
    import webbrowser

    time.sleep(0.5)
    with suppress(webbrowser.Error, OSError):
        webbrowser.open(address)
