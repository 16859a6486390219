"""The same contract on a Ray cluster of two workers, started once for all of these tests."""

import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
import ray

from enligne import arena, parallel
from enligne.errors import ParallelError
from enligne.parallel import Pool, on_ray
from tests.parallel import functions
from tests.parallel.contract import Contract, wait_for_lines
from tests.programs import ROOT, start, wait_until_gone

#: A player of Connect 4 that ends the process that runs it, in the middle of a game, once.
ASSASSIN = """
import os, pathlib, signal

def agent(observation, configuration):
    died = pathlib.Path(__file__).with_name("died")
    if sum(map(bool, observation.board)) > 6 and not died.exists():
        died.touch()
        os.kill(os.getppid(), signal.SIGKILL)
    return next(column for column in range(7) if not observation.board[column])
"""


KILLED = """
import sys
from pathlib import Path
from enligne import parallel
from tests.parallel import functions
with parallel.create(sys.argv[1], processes=1) as pool:
    list(pool.run(functions.leave_behind, [Path(sys.argv[2])]))
"""


@pytest.fixture(scope="module")
def pool() -> Iterator[Pool]:
    with parallel.create("ray", processes=2) as pool:
        yield pool
        numbers = {
            number for _, found in pool.run(functions.ancestors, [0]) for number in found[:2]
        }
    assert not ray.is_initialized()
    wait_until_gone(*numbers)


class TestRay(Contract):
    def test_the_same_games_as_by_local_processes(self, pool: Pool) -> None:
        with parallel.create(processes=2) as local:
            expected = sorted(local.run(functions.play, range(20)))
        assert sorted(pool.run(functions.play, range(20))) == expected

    @pytest.mark.usefixtures("pool")
    def test_the_same_tournament_though_a_worker_dies_on_the_way(self, tmp_path: Path) -> None:
        assassin = tmp_path / "assassin.py"
        assassin.write_text(ASSASSIN)
        players = ["random", "greedy", "minimax:depth=2", f"connectx:{assassin}"]
        on_ray = arena.play_tournament(players, "connect4", games=2, on="ray", processes=2)
        assert (tmp_path / "died").exists()
        here = arena.play_tournament(players, "connect4", games=2, processes=2)
        assert on_ray.scheduled == len(on_ray.games) == 12
        assert not on_ray.failures
        for ours, theirs in zip(here.games, on_ray.games, strict=True):
            assert ours.pairing == theirs.pairing
            assert (ours.record, ours.winner) == (theirs.record, theirs.winner)

    @pytest.mark.usefixtures("pool")
    def test_players_of_ones_own(self) -> None:
        given = (lambda position: position.legal_moves[0], lambda _: None)
        match = arena.play(*given, "tictactoe", games=2, openings="none", on="ray")
        assert match.record == (2, 0, 0)
        assert not match.results.failures

    def test_a_process_of_ray_killed(self, pool: Pool, tmp_path: Path) -> None:
        """The worker, which is its child, ends with it, and the task is run again."""
        path = tmp_path / "died"
        before = [found for _, found in pool.run(functions.ancestors, [0, 0])]
        tasks = [(number, path) for number in range(8)]
        results = pool.run(functions.end_parent_at_first, tasks)
        assert sorted(results) == [(n, n) for n in range(8)]
        assert path.exists()
        after = {n for _, found in pool.run(functions.ancestors, range(8)) for n in found[:2]}
        wait_until_gone(*(n for found in before for n in found[:2] if n not in after))

    def test_a_cluster_that_was_there_is_left_alone(self, pool: Pool) -> None:
        with parallel.create("ray", processes=1) as other:
            assert other.size == 1
        assert ray.is_initialized()
        assert list(pool.run(functions.square, [3])) == [(0, 9)]

    @pytest.mark.usefixtures("pool")
    def test_no_task_outlives_a_killed_parent(self, tmp_path: Path) -> None:
        path = tmp_path / "numbers"
        address = ray.get_runtime_context().gcs_address
        environment = os.environ | {"RAY_AUTH_MODE": "token", "RAY_AUTH_TOKEN": on_ray._TOKEN}
        with start("-c", KILLED, address, str(path), cwd=ROOT, env=environment) as parent:
            lines = wait_for_lines(path, 2)
            parent.kill()
            wait_until_gone(*(int(number) for line in lines for number in line.split()))

    def test_functions_of_a_script(self, pool: Pool, monkeypatch: pytest.MonkeyPatch) -> None:
        """They travel, though other machines do not have the script."""

        def double(number: int) -> int:
            return 2 * number

        double.__module__, double.__qualname__ = "__main__", "double"
        monkeypatch.setattr(sys.modules["__main__"], "double", double, raising=False)
        assert list(pool.run(double, [1])) == [(0, 2)]


def test_nobody_at_an_address() -> None:
    with pytest.raises(ParallelError, match=r"no Ray cluster at 127.0.0.1:1: Connection refused"):
        parallel.create("127.0.0.1:1")
