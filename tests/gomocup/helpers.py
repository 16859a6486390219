"""Engines for the tests that are programs of their own, and what is left of them."""

from __future__ import annotations

import shlex
import sys
import time
from pathlib import Path

import psutil

PEER = Path(__file__).parent / "peer.py"

#: How long anything may take before a test gives up; nothing here is expected to come near it.
PATIENCE = 120.0


def peer_words(way: str = "") -> list[str]:
    """The command of an engine that misbehaves in some way; see ``peer.py``."""
    return [sys.executable, "-I", "-S", str(PEER), *([way] if way else [])]


def peer(way: str = "") -> str:
    """The text of a player that misbehaves in some way."""
    return f"gomocup:{shlex.join(peer_words(way))}"


def is_running(number: int) -> bool:
    """Whether a process is there, and not only its exit code."""
    try:
        return psutil.Process(number).status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False


def gone(number: int) -> bool:
    """Waits for a process to be gone."""
    deadline = time.monotonic() + PATIENCE
    while is_running(number) and time.monotonic() < deadline:
        time.sleep(0.01)
    return not is_running(number)
