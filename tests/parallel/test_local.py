from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from enligne import parallel
from enligne.errors import WorkersError
from enligne.parallel import families
from tests.parallel import functions
from tests.parallel.contract import Contract, is_running, wait_for_lines, wait_until_gone

if TYPE_CHECKING:
    from collections.abc import Iterator

    from enligne.parallel import Pool

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def pool() -> Iterator[Pool]:
    with parallel.create(processes=2) as pool:
        yield pool
        numbers = {numbers[0] for _, numbers in pool.run(functions.ancestors, range(2))}
    assert not any(map(is_running, numbers))


class TestLocal(Contract):
    def test_the_keeper_killed(self, pool: Pool, tmp_path: Path) -> None:
        path = tmp_path / "died"
        tasks = [(number, 1, path) for number in range(6)]
        results = pool.run(functions.end_ancestor_at_first, tasks)
        assert sorted(results) == [(n, n) for n in range(6)]

    def test_workers_stay_for_the_next_run(self, pool: Pool) -> None:
        first = {numbers[0] for _, numbers in pool.run(functions.ancestors, range(20))}
        second = {numbers[0] for _, numbers in pool.run(functions.ancestors, range(20))}
        assert second <= first
        assert len(first) <= 2

    def test_errors_that_cannot_travel_say_what_they_can(self, pool: Pool) -> None:
        with pytest.raises(RuntimeError, match="HomelessError: nobody knows it"):
            list(pool.run(functions.fail, ["type"]))
        with pytest.raises(FileNotFoundError, match="/nowhere/at/all") as missing:
            list(pool.run(functions.fail, ["file"]))
        assert missing.value.filename == "/nowhere/at/all"
        with pytest.raises((AttributeError, TypeError), match="pickle"):
            list(pool.run(functions.fail, ["result"]))

    def test_one_run_at_a_time(self, pool: Pool) -> None:
        results = pool.run(functions.square, range(5))
        next(results)
        with pytest.raises(WorkersError, match="busy with another run"):
            next(pool.run(functions.square, range(5)))
        assert len(list(results)) == 4


def test_other_places_are_refused() -> None:
    with pytest.raises(WorkersError, match="'mars' is no place for workers: local, ray, HOST"):
        parallel.create("mars")
    with pytest.raises(WorkersError, match="0 processes"):
        parallel.create(processes=0)


def test_without_ray_its_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(WorkersError, match=r"pip install 'enligne\[ray\]'"):
        parallel.create("ray://somewhere:10001")


def start(*words: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=ROOT,
        start_new_session=True,
    )


KILLED = """
import sys
from pathlib import Path
from enligne import parallel
from tests.parallel import functions
with parallel.create(processes=2) as pool:
    list(pool.run(functions.leave_behind, [Path(sys.argv[1])]))
"""


def test_nothing_outlives_a_killed_parent(tmp_path: Path) -> None:
    path = tmp_path / "numbers"
    parent = start("-c", KILLED, str(path))
    lines = wait_for_lines(path, 2)
    numbers = [*families.descendants(parent.pid), *map(int, lines[1].split())]
    assert len(set(numbers)) >= 4  # a keeper, a worker, and what that started
    assert all(map(is_running, numbers))
    os.kill(parent.pid, signal.SIGKILL)
    wait_until_gone(numbers)
    assert parent.communicate(timeout=10)[1] == ""


def test_nothing_outlives_parent_and_keeper(tmp_path: Path) -> None:
    path = tmp_path / "numbers"
    parent = start("-c", KILLED, str(path))
    lines = wait_for_lines(path, 2)
    keeper = families.children()[parent.pid][0]
    numbers = [*families.descendants(parent.pid), *map(int, lines[1].split())]
    os.kill(keeper, signal.SIGSTOP)  # so that it does not see its owner die
    os.kill(parent.pid, signal.SIGKILL)
    os.kill(keeper, signal.SIGKILL)
    wait_until_gone(numbers)
    parent.communicate(timeout=10)


def test_ctrl_c_ends_all_without_a_word(tmp_path: Path) -> None:
    hard = tmp_path / "hard.txt"
    hard.write_text("1\n2\n3\n")
    with hard.open() as lines:
        parent = subprocess.Popen(
            [sys.executable, "-m", "enligne", "solve", "--rules", "8x7:4+gravity", "--processes=2"],
            stdin=lines,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )
    while len(family := families.descendants(parent.pid)) < 3:
        assert parent.poll() is None
    os.killpg(parent.pid, signal.SIGINT)
    output = parent.communicate(timeout=20)
    assert (parent.returncode, *output) == (130, "", "")
    wait_until_gone(family)


SCRIPT = """
from enligne import parallel

class Doubled(tuple):
    pass

def double(number):
    return Doubled((number, number))

{guard}
    with parallel.create(processes=2) as pool:
        print(sorted(pool.run(double, range(3))))
"""


def test_functions_of_a_script(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(SCRIPT.format(guard='if __name__ == "__main__":'))
    output, errors = start(str(script)).communicate(timeout=30)
    assert (output, errors) == ("[(0, (0, 0)), (1, (1, 1)), (2, (2, 2))]\n", "")
    script.write_text(SCRIPT.format(guard="if True:"))
    output, errors = start(str(script)).communicate(timeout=30)
    assert "start pools of workers only behind `if __name__ == '__main__':`" in errors
    assert output == ""
