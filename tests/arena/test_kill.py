"""A tournament that is killed at random moments and resumed: ``benchmarks/arena_kill.py`` does the
same at length."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest
from benchmarks.arena_kill import Victim

from tests.arena.helpers import FIRST_FREE
from tests.gomocup.helpers import peer

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize(
    ("rules", "foreign"), [("connect4", f"connectx:{FIRST_FREE}"), ("6x6:5", peer())]
)
def test_every_scheduled_game_is_there_once(tmp_path: Path, rules: str, foreign: str) -> None:
    victim = Victim(tmp_path / "cup", 12, ["random", "greedy", foreign], rules)
    luck = random.Random(rules)
    kills = [victim.kill_once(luck.uniform(0, 0.1), is_playing=True) for _ in range(2)]
    assert any(kills)
    victim.finish(600)
    victim.check()
    assert not victim.left_behind()
