import json
import os
import pickle
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from subprocess import PIPE

import psutil
import pytest

from enligne import parallel
from enligne.errors import MissingExtraError, ParallelError
from enligne.parallel import Pool
from enligne.parallel.worker import pack
from tests.parallel import functions
from tests.parallel.contract import Contract, wait_for_lines
from tests.programs import PATIENCE, ROOT, is_running, python, start, wait_until, wait_until_gone


@pytest.fixture(scope="module")
def pool() -> Iterator[Pool]:
    with parallel.create(processes=2) as pool:
        yield pool
        numbers = {numbers[0] for _, numbers in pool.run(functions.ancestors, range(2))}
    assert not any(map(is_running, numbers))


class TestLocal(Contract):
    def test_an_idle_worker_killed(self, pool: Pool) -> None:
        workers = {numbers[0] for _, numbers in pool.run(functions.ancestors, range(2))}
        for number in workers:
            os.kill(number, signal.SIGKILL)
        wait_until_gone(*workers)
        assert sorted(pool.run(functions.square, range(4))) == [(n, n * n) for n in range(4)]

    def test_a_dead_worker_is_noticed_though_a_copy_holds_its_pipes(
        self, pool: Pool, tmp_path: Path
    ) -> None:
        assert list(pool.run(functions.leave_copy, [tmp_path / "died"])) == [(0, 1)]

    def test_workers_stay_for_the_next_run(self, pool: Pool) -> None:
        first = {numbers[0] for _, numbers in pool.run(functions.ancestors, range(20))}
        second = {numbers[0] for _, numbers in pool.run(functions.ancestors, range(20))}
        assert second <= first
        assert len(first) <= 2

    def test_errors_that_cannot_travel_say_what_they_can(self, pool: Pool) -> None:
        with pytest.raises(Exception, match="nobody knows it") as homeless:
            list(pool.run(functions.fail, ["type"]))
        assert type(homeless.value).__name__ == "HomelessError"
        with pytest.raises(json.JSONDecodeError, match="line 1 column 4") as broken:
            list(pool.run(functions.fail, ["json"]))
        assert broken.value.pos == 3
        with pytest.raises(functions.UnpackedError, match="UnpackedError: a lock"):
            list(pool.run(functions.fail, ["lock"]))
        with pytest.raises(RuntimeError, match="SystemExit: 3"):
            list(pool.run(functions.fail, ["exit"]))
        with pytest.raises(FileNotFoundError, match="/nowhere/at/all") as missing:
            list(pool.run(functions.fail, ["file"]))
        assert missing.value.filename == "/nowhere/at/all"
        with pytest.raises((AttributeError, TypeError), match="pickle"):
            list(pool.run(functions.fail, ["result"]))

    def test_what_a_task_starts_hears_ctrl_c(self, pool: Pool) -> None:
        assert list(pool.run(functions.interrupt, [0])) == [(0, -signal.SIGINT)]

    def test_one_run_at_a_time(self, pool: Pool) -> None:
        results = pool.run(functions.square, range(5))
        next(results)
        with pytest.raises(ParallelError, match="busy with another run"):
            next(pool.run(functions.square, range(5)))
        assert len(list(results)) == 4


def test_other_places_are_refused() -> None:
    with pytest.raises(ParallelError, match="'mars' is no place for workers: local, ray, HOST"):
        parallel.create("mars")
    with pytest.raises(ParallelError, match="0 processes"):
        parallel.create(processes=0)


def test_without_ray_its_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(MissingExtraError, match=r'pip install "enligne\[ray\]"'):
        parallel.create("ray://somewhere:10001")


KILLED = """
import sys
import time
from pathlib import Path
from enligne import parallel
from tests.parallel import functions
with parallel.create(processes=2) as pool:
    list(pool.run(functions.leave_behind, [Path(sys.argv[1])]))
"""


def descendants(number: int) -> list[int]:
    return [process.pid for process in psutil.Process(number).children(recursive=True)]


def test_nothing_outlives_a_killed_parent(tmp_path: Path) -> None:
    path = tmp_path / "numbers"
    parent = start("-c", KILLED, str(path), cwd=ROOT)
    lines = wait_for_lines(path, 2)
    told = [int(number) for number in lines[1].split()]  # a worker, and what that started
    assert all(map(is_running, told))
    numbers = [*descendants(parent.pid), *told]
    os.kill(parent.pid, signal.SIGKILL)
    wait_until_gone(*numbers)
    assert parent.communicate(timeout=PATIENCE)[1] == ""


def test_a_worker_whose_answer_nobody_reads_says_nothing(tmp_path: Path) -> None:
    path = tmp_path / "begun"
    words = [sys.executable, "-c", "from enligne.parallel.worker import main; main()"]
    worker = subprocess.Popen(words, stdin=PIPE, stdout=PIPE, stderr=PIPE)
    assert worker.stdin is not None
    assert worker.stdout is not None
    pickle.load(worker.stdout)  # it is ready
    worker.stdout.close()
    pickle.dump((pack(Path.touch), pack(path)), worker.stdin)
    worker.stdin.flush()
    wait_until(path.exists)
    assert worker.communicate(timeout=PATIENCE)[1] == b""
    assert worker.returncode == 0


def test_ctrl_c_ends_all_without_a_word(tmp_path: Path) -> None:
    hard = tmp_path / "hard.txt"
    hard.write_text("1\n2\n3\n")
    words = ("-m", "enligne", "solve", "--rules", "8x7:4+gravity", "--processes=2")
    with hard.open() as lines:
        parent = start(*words, stdin=lines, start_new_session=True)
    wait_until(lambda: len(descendants(parent.pid)) >= 2)
    family = descendants(parent.pid)
    os.killpg(parent.pid, signal.SIGINT)
    output = parent.communicate(timeout=PATIENCE)
    assert (parent.returncode, *output) == (130, "", "")
    wait_until_gone(*family)


SCRIPT = """
from enligne import parallel

class Doubled(tuple):
    pass

def double(number):
    return Doubled((number, number))

{guard}
    with parallel.create(processes=2) as pool:
        results = sorted(pool.run(double, range(3)))
    print(results, isinstance(results[0][1], Doubled))
"""


@pytest.mark.parametrize("guard", ['if __name__ == "__main__":', "if True:"])
def test_functions_of_a_script(guard: str, tmp_path: Path) -> None:
    """No worker loads the script: it would start workers of its own."""
    script = tmp_path / "script.py"
    script.write_text(SCRIPT.format(guard=guard))
    assert python(str(script)) == (0, "[(0, (0, 0)), (1, (1, 1)), (2, (2, 2))] True\n", "")


def test_what_a_task_prints_is_not_what_its_caller_prints() -> None:
    code = (
        "from enligne import parallel\n"
        "from tests.parallel import functions\n"
        "with parallel.create(processes=1) as pool:\n"
        "    print(list(pool.run(functions.talk, [5])))\n"
    )
    done = python("-c", code, cwd=ROOT)
    assert (done.code, done.output) == (0, "[(0, 5)]\n")
    assert sorted(done.errors.splitlines()) == ["printed by a task", "printed by its program"]
