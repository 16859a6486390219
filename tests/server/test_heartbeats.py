"""Pings of all pages: who is pinged when, who is gone, and what messages take on their way."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from enligne.server import heartbeats
from enligne.server.heartbeats import Heartbeats
from enligne.server.websocket import frame_of

if TYPE_CHECKING:
    from collections.abc import Callable


class Time:
    """Seconds that only the test turns on."""

    now = 100.0

    def monotonic(self) -> float:
        return self.now


class Line:
    """What a WebSocket is sent."""

    hear: Callable[[bytes], bool] | None = None
    note: Callable[[], None] | None = None

    def __init__(self) -> None:
        self.lag = 0.0
        self.frames: list[bytes] = []
        self.is_ended = False

    def write(self, frame: bytes) -> None:
        self.frames.append(frame)

    def throw_out(self) -> None:
        raise AssertionError("nobody misbehaves here")

    def end(self) -> None:
        self.is_ended = True


@pytest.fixture
def time(monkeypatch: pytest.MonkeyPatch) -> Time:
    time = Time()
    monkeypatch.setattr(heartbeats, "time", time)
    return time


async def test_a_page_is_pinged_after_each_answer(time: Time) -> None:
    beats, line = Heartbeats(25, 20), Line()
    beats.begin(line)
    for answered in range(3):
        time.now += 24
        beats.look()
        assert len(line.frames) == answered
        time.now += 1
        beats.look()
        assert line.frames == [frame_of("2")] * (answered + 1)
        time.now += 19
        beats.look()
        beats.answered(line)
        assert line.lag == 19
    assert not line.is_ended


async def test_a_page_that_does_not_answer_is_gone(time: Time) -> None:
    beats, silent, honest = Heartbeats(25, 20), Line(), Line()
    beats.begin(silent)
    time.now += 5
    beats.begin(honest)
    time.now += 20
    beats.look()
    assert (len(silent.frames), len(honest.frames)) == (1, 0)
    time.now += 20
    beats.look()
    assert (silent.is_ended, honest.is_ended) == (True, False)
    assert len(honest.frames) == 1


async def test_a_pong_that_nobody_asked_for_tells_nothing(time: Time) -> None:
    beats, line = Heartbeats(25, 20), Line()
    beats.begin(line)
    time.now += 20
    beats.answered(line)
    assert line.lag == 0
    time.now += 5
    beats.look()
    assert len(line.frames) == 1  # nor does it put the ping off
    time.now += 0.5
    beats.answered(line)
    time.now += 10
    beats.answered(line)
    assert line.lag == 0.5


async def test_who_has_left_is_forgotten(time: Time) -> None:
    beats, resting, pinged = Heartbeats(25, 20), Line(), Line()
    beats.begin(pinged)
    time.now += 25
    beats.look()
    beats.begin(resting)
    for line in (resting, pinged):
        beats.end(line)
    beats.answered(pinged)
    time.now += 100
    beats.look()
    assert resting.frames == []
    assert len(pinged.frames) == 1
    assert not resting.is_ended
    assert not pinged.is_ended
