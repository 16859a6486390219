"""What operators see: the numbers that the server counts, for Prometheus, and its logs, one JSON
object a line."""

from __future__ import annotations

import json
import logging
import sys
from datetime import UTC, datetime

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

_BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)


class Metrics:
    """Counters and gauges of one server."""

    def __init__(self) -> None:
        registry = self._registry = CollectorRegistry()
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
        self.waiting = Gauge("enligne_queue_length", "Players waiting to think", registry=registry)
        self.running = Gauge("enligne_thinking", "Players thinking", registry=registry)

    def text(self) -> bytes:
        return generate_latest(self._registry)


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
        return json.dumps(line, default=str, ensure_ascii=False)


def set_up_logs(level: int = logging.INFO) -> None:
    """Sends everything that is logged to standard error."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonFormatter())
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(level)
    logging.getLogger("uvicorn.access").setLevel(logging.WARNING)


def quieten_transport() -> None:
    """Stops the transport from writing a traceback for every broken frame that somebody sends.
    What fails in our own answers is logged where it does."""
    for name in ("engineio.server", "socketio.server"):
        logging.getLogger(name).setLevel(logging.CRITICAL)
