"""A bare Socket.IO server that answers every ``move`` with what it was asked: the least that one
message can cost with the libraries that Enligne's server uses.

    python -m benchmarks.server_echo --port 0
"""

from __future__ import annotations

import argparse
import socket
from typing import Any

import socketio
import uvicorn


async def echo(_: str, data: Any) -> Any:
    return data


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--port", type=int, default=0)
    listener = socket.socket()
    listener.bind(("127.0.0.1", parser.parse_args().port))
    listener.listen(2048)
    server = socketio.AsyncServer(async_mode="asgi", ping_interval=10, ping_timeout=10)
    server.on("move", echo)
    print(f"The echo is at http://127.0.0.1:{listener.getsockname()[1]}/", flush=True)
    config = uvicorn.Config(socketio.ASGIApp(server), log_config=None, ws="websockets-sansio")
    uvicorn.Server(config).run(sockets=[listener])


if __name__ == "__main__":
    main()
