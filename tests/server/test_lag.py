"""What messages take on their way, measured by pings."""

from typing import Any

import pytest

from enligne.server import lag
from enligne.server.lag import Lag, lag_of


class Time:
    """Seconds that only the test turns on."""

    now = 100.0

    def monotonic(self) -> float:
        return self.now


async def test_the_lag_of_a_page_is_that_of_its_last_ping(monkeypatch: pytest.MonkeyPatch) -> None:
    time = Time()
    monkeypatch.setattr(lag, "time", time)
    scope: dict[str, Any] = {"type": "websocket"}
    texts = iter(["3", "hello", "3", "3"])

    async def receive() -> dict[str, Any]:
        return {"type": "websocket.receive", "text": next(texts)}

    async def send(message: dict[str, Any]) -> None:
        del message

    async def app(scope: Any, receive: Any, send: Any) -> None:
        assert lag_of(scope) == 0
        await receive()  # a pong that nobody asked for
        assert lag_of(scope) == 0
        await send({"type": "websocket.send", "text": "2"})
        time.now += 0.25
        await receive()
        assert lag_of(scope) == 0
        time.now += 0.25
        await receive()
        assert lag_of(scope) == 0.5
        time.now += 60
        await receive()
        assert lag_of(scope) == 0.5

    await Lag(app)(scope, receive, send)  # type: ignore[arg-type]


async def test_what_is_no_websocket_has_none() -> None:
    async def app(scope: Any, receive: Any, send: Any) -> None:
        del receive, send
        assert lag_of(scope) == 0

    await Lag(app)({"type": "http"}, None, None)  # type: ignore[arg-type]
