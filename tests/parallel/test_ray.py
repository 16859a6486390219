"""The same contract on a Ray cluster of two workers, started once for all of these tests."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import pytest
import ray

from enligne import arena, parallel
from enligne.errors import WorkersError
from tests.parallel import functions
from tests.parallel.contract import Contract, is_running, wait_until_gone

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from enligne.parallel import Pool

#: A player of Connect 4 that ends whoever runs it, in the middle of a game, once.
ASSASSIN = """
import os, pathlib, signal

def agent(observation, configuration):
    died = pathlib.Path(__file__).with_name("died")
    if sum(map(bool, observation.board)) > 6 and not died.exists():
        died.touch()
        os.kill(os.getppid(), signal.SIGKILL)
    return next(column for column in range(7) if not observation.board[column])
"""

# One cluster for all, though the tests run in two processes.
pytestmark = pytest.mark.xdist_group("ray")


def test_the_same_tournament_though_a_worker_dies_on_the_way(tmp_path: Path) -> None:
    """On a cluster of its own: the workers of a pool hold the cores of theirs."""
    assassin = tmp_path / "assassin.py"
    assassin.write_text(ASSASSIN)
    players = ["random", "greedy", "minimax:depth=2", f"connectx:{assassin}"]
    on_ray = arena.play_tournament(players, "connect4", games=4, on="ray", processes=2)
    assert (tmp_path / "died").exists()
    here = arena.play_tournament(players, "connect4", games=4, processes=2)
    assert on_ray.scheduled == len(on_ray.games) == 24
    assert not on_ray.failures
    for one, other in zip(on_ray.games, here.games, strict=True):
        assert (one.pairing, one.record, one.winner) == (other.pairing, other.record, other.winner)


@pytest.fixture(scope="module")
def pool() -> Iterator[Pool]:
    with parallel.create("ray", processes=2) as pool:
        yield pool
        numbers = {
            number for _, found in pool.run(functions.ancestors, [0]) for number in found[:3]
        }
    assert not ray.is_initialized()
    wait_until_gone(list(numbers))


class TestRay(Contract):
    def test_the_same_games_as_by_local_processes(self, pool: Pool) -> None:
        with parallel.create(processes=2) as local:
            expected = sorted(local.run(functions.play, range(20)))
        assert sorted(pool.run(functions.play, range(20))) == expected

    def test_a_seat_of_the_cluster_killed(self, pool: Pool, tmp_path: Path) -> None:
        """Its worker, a process further, ends with it."""
        path = tmp_path / "died"
        before = [found for _, found in pool.run(functions.ancestors, [0, 0])]
        assert all(is_running(number) for found in before for number in found[:3])
        tasks = [(number, 2, path) for number in range(8)]
        results = pool.run(functions.end_ancestor_at_first, tasks)
        assert sorted(results) == [(n, n) for n in range(8)]
        assert path.exists()
        after = {n for _, found in pool.run(functions.ancestors, range(8)) for n in found[:3]}
        wait_until_gone([n for found in before for n in found[:3] if n not in after])

    def test_a_cluster_that_was_there_is_left_alone(self, pool: Pool) -> None:
        with parallel.create("ray", processes=1) as other:
            assert other.size == 1
        assert ray.is_initialized()
        assert list(pool.run(functions.square, [3])) == [(0, 9)]

    def test_functions_of_a_script_stay_at_home(
        self, pool: Pool, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def homeless(task: int) -> int:
            return task

        homeless.__module__, homeless.__qualname__ = "__main__", "homeless"
        monkeypatch.setattr(sys.modules["__main__"], "homeless", homeless, raising=False)
        with pytest.raises(WorkersError, match="put the function in a module"):
            list(pool.run(homeless, [1]))


def test_nobody_at_an_address() -> None:
    with pytest.raises(WorkersError, match=r"no Ray cluster at 127.0.0.1:1: Connection refused"):
        parallel.create("127.0.0.1:1")
