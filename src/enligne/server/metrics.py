"""What the server counts, for Prometheus."""

from __future__ import annotations

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
