"""What operators see: the numbers that the server counts, for Prometheus, and its logs, one JSON
object a line."""

from __future__ import annotations

import json
import logging
import math
import sys
import time
import traceback
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    generate_latest,
    start_http_server,
)
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily
from prometheus_client.registry import Collector

from enligne.server.passwords import hide_passwords

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from prometheus_client.core import Metric

    from enligne.server.work import Gate

_SECONDS_KEPT = 1.0
_BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)


class Metrics:
    """Counters and gauges of one server."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        registry = self._registry = CollectorRegistry()
        self._text = b""
        self._written = -math.inf
        self.requests = Counter(
            "enligne_requests",
            "Requests by event and answer",
            ["event", "answer"],
            registry=registry,
        )
        self.request_seconds = Histogram(
            "enligne_request_seconds",
            "From a request to its answer",
            ["event"],
            buckets=_BUCKETS,
            registry=registry,
        )
        self.reply_seconds = Histogram(
            "enligne_reply_seconds",
            "From a player's turn to its move, waiting included",
            buckets=_BUCKETS,
            registry=registry,
        )
        self.created = Counter("enligne_rooms_created", "Rooms made", registry=registry)
        self.rooms = Gauge("enligne_rooms_in_memory", "Rooms in memory", registry=registry)
        self.sockets = Gauge("enligne_sockets", "Open connections", registry=registry)

    def count_work(self, gate: Gate) -> None:
        """Tells of what waits at a gate and has passed it."""
        self._registry.register(_Work(gate))

    def text(self) -> bytes:
        """All of them, as Prometheus reads them, at most a second old: to write them takes as long
        as several moves."""
        if (now := self._clock()) - self._written >= _SECONDS_KEPT:
            self._text, self._written = generate_latest(self._registry), now
        return self._text

    def serve(self, host: str, port: int) -> Callable[[], None]:
        """Serves them on a port of their own, in a thread; what is returned ends that.

        Raises:
            OSError: the port is taken.
        """
        server, thread = start_http_server(port, host, self._registry)

        def stop() -> None:
            server.shutdown()
            server.server_close()
            thread.join()

        return stop


class _Work(Collector):
    def __init__(self, gate: Gate) -> None:
        self._gate = gate

    def collect(self) -> Iterator[Metric]:
        gate = self._gate
        yield GaugeMetricFamily("enligne_queue_length", "Tasks waiting for a process", gate.waiting)
        yield GaugeMetricFamily("enligne_thinking", "Tasks being done", gate.running)
        restarts = "Search processes that ended, and were started again"
        yield CounterMetricFamily("enligne_search_restarts", restarts, gate.restarts)
        refused = CounterMetricFamily(
            "enligne_work_refused", "Tasks refused, by code", labels=["code"]
        )
        for code, count in gate.refused.items():
            refused.add_metric([code], count)
        yield refused


_KNOWN = set(vars(logging.makeLogRecord({}))) | {"message", "asctime", "taskName", "color_message"}


class JsonFormatter(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, object] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "name": record.name,
            "text": record.getMessage(),
        }
        line |= {key: value for key, value in vars(record).items() if key not in _KNOWN}
        if record.exc_info:
            line["error"] = self.formatException(record.exc_info)
        return hide_passwords(json.dumps(line, default=str, ensure_ascii=False))


def set_up_logs(level: int = logging.INFO) -> None:
    """Sends everything that is logged to standard error."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonFormatter())
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(level)
    for name in ("alembic", "uvicorn.access"):
        logging.getLogger(name).setLevel(logging.WARNING)


def is_own_failure(error: BaseException) -> bool:
    """Whether an error came out of our own code, below whoever caught it, and not out of a library
    that could not read what a stranger sent."""
    frames = [frame for frame, _ in traceback.walk_tb(error.__traceback__)]
    return any(frame.f_globals.get("__name__", "").startswith("enligne.") for frame in frames[1:])


class _OwnFailures(logging.Filter):
    """Lets pass what a person must look into."""

    def filter(self, record: logging.LogRecord) -> bool:
        if record.exc_info and record.exc_info[1] is not None:
            return is_own_failure(record.exc_info[1])
        return record.name == "uvicorn.error"


def quieten_transport() -> None:
    """Stops libraries from writing a traceback for every broken frame that somebody sends. What
    fails in our own code is logged."""
    for name in ("engineio.server", "socketio.server", "uvicorn.error"):
        logger = logging.getLogger(name)
        logger.setLevel(logging.ERROR)
        logger.addFilter(_OwnFailures())
