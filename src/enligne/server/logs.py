"""Structured logs: one JSON object a line."""

from __future__ import annotations

import json
import logging
import sys
from datetime import UTC, datetime

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


def set_up(level: int = logging.INFO) -> None:
    """Sends everything that is logged to standard error."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonFormatter())
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(level)
    logging.getLogger("uvicorn.access").setLevel(logging.WARNING)


def quieten() -> None:
    """Stops the transport from writing a traceback for every broken frame that somebody sends.
    What fails in our own answers is logged where it does."""
    for name in ("engineio.server", "socketio.server"):
        logging.getLogger(name).setLevel(logging.CRITICAL)
