"""What workers owe wherever they are. The tests of each place inherit it."""

import itertools
from collections.abc import Iterator
from pathlib import Path

import pytest

from enligne.errors import ParallelError, PlayerFailedError, RecordError
from enligne.parallel import LATER, Later, Pool
from tests.parallel import functions
from tests.programs import wait_until, wait_until_gone


def wait_for_lines(path: Path, count: int) -> list[str]:
    wait_until(lambda: path.exists() and path.read_text().count("\n") >= count)
    return path.read_text().splitlines()


class Contract:
    """Needs a fixture ``pool`` of two workers."""

    def test_every_task_has_its_result_once(self, pool: Pool) -> None:
        assert sorted(pool.run(functions.square, range(50))) == [(n, n * n) for n in range(50)]
        assert list(pool.run(functions.square, [])) == []

    def test_results_come_as_they_finish(self, pool: Pool, tmp_path: Path) -> None:
        late, soon = tmp_path / "late", tmp_path / "soon"
        soon.touch()
        results = pool.run(functions.wait_for, [late, soon, soon])
        assert [next(results), next(results)] == [(1, "soon"), (2, "soon")]
        late.touch()
        assert list(results) == [(0, "late")]

    def test_tasks_are_taken_one_for_each_worker(self, pool: Pool) -> None:
        taken = 0

        def endless() -> Iterator[int]:
            nonlocal taken
            while True:
                taken += 1
                yield taken

        results = pool.run(functions.square, endless())
        for count, (index, result) in enumerate(itertools.islice(results, 20), 1):
            assert result == (index + 1) ** 2
            assert taken <= count + pool.size + 1  # two may have finished at once
        results.close()
        assert sorted(pool.run(functions.square, [5, 6])) == [(0, 25), (1, 36)]

    def test_errors_have_their_own_types(self, pool: Pool) -> None:
        with pytest.raises(PlayerFailedError) as failed:
            list(pool.run(functions.fail, ["", "player", ""]))
        assert (str(failed.value), failed.value.reason) == ("it fell asleep", "silent")
        with pytest.raises(RecordError) as unread:
            list(pool.run(functions.fail, ["record"]))
        assert str(unread.value) == "games.txt:12: no game"
        assert (unread.value.file, unread.value.line) == ("games.txt", 12)
        assert "functions.py" in "".join(unread.value.__notes__)

    def test_a_task_whose_worker_died_is_run_again(self, pool: Pool, tmp_path: Path) -> None:
        tasks = [(n, tmp_path / "died" if n == 3 else None) for n in range(10)]
        results = pool.run(functions.die_at_first, tasks)
        assert sorted(results) == [(n, n * n) for n in range(10)]
        assert (tmp_path / "died").exists()

    def test_no_other_task_is_run_again(self, pool: Pool, tmp_path: Path) -> None:
        notes, path = tmp_path / "notes", tmp_path / "innocent"

        def tasks() -> Iterator[tuple[Path, Path | None] | Later]:
            yield notes, path
            while not notes.exists():
                yield LATER
            yield notes, None

        results = pool.run(functions.note_and_wait, tasks())
        assert next(results) == (1, "dies")
        path.touch()
        assert list(results) == [(0, "innocent")]
        assert sorted(notes.read_text().split()) == ["dies", "dies", "innocent"]

    def test_a_task_of_which_three_workers_died_is_named(self, pool: Pool, tmp_path: Path) -> None:
        path = tmp_path / "attempts"
        with pytest.raises(ParallelError, match=r"/attempts: 3 workers died .* code 7"):
            list(pool.run(functions.always_die, [path]))
        assert len(path.read_text().splitlines()) == 3

    def test_ctrl_c_is_for_the_main_process_alone(self, pool: Pool) -> None:
        assert len(list(pool.run(functions.interrupt, range(4)))) == 4

    def test_nothing_outlives_a_worker(self, pool: Pool, tmp_path: Path) -> None:
        path = tmp_path / "numbers"

        def tasks() -> Iterator[Path | Later]:
            yield path
            while not path.exists() or len(path.read_text().splitlines()) < 2:
                yield LATER
            raise KeyboardInterrupt  # as a person does

        with pytest.raises(KeyboardInterrupt):
            list(pool.run(functions.leave_behind, tasks()))
        first, second = path.read_text().splitlines()
        wait_until_gone(*map(int, f"{first} {second}".split()))
