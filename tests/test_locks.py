"""A lock that programs share."""

import threading
import time
from pathlib import Path

import pytest

from enligne.locks import FileLock
from tests.programs import start

HOLD = """
import sys
from pathlib import Path
from enligne.locks import FileLock
lock = FileLock(Path(sys.argv[1]))
lock.acquire()
print("held", flush=True)
sys.stdin.read()
"""


def test_one_holds_it_at_a_time(tmp_path: Path) -> None:
    one, other = FileLock(tmp_path / "lock"), FileLock(tmp_path / "lock")
    one.acquire()
    for seconds in (0.0, 0.1):
        with pytest.raises(TimeoutError, match="is held by another program"):
            other.acquire(seconds)
    one.release()
    one.release()  # nothing more to let go of
    other.acquire()
    with pytest.raises(TimeoutError):
        one.acquire()


def test_another_program_holds_it_until_it_is_killed(tmp_path: Path) -> None:
    lock = FileLock(tmp_path / "lock")
    with start("-c", HOLD, str(lock.path)) as program:
        assert program.stdout.readline() == "held\n"
        with pytest.raises(TimeoutError):
            lock.acquire()
        program.kill()
    lock.acquire(60)


def test_a_holder_may_remove_its_file(tmp_path: Path) -> None:
    """Threads count, each with the lock, and remove the file each time: none is lost."""
    path, count, least = tmp_path / "lock", [0], threading.Barrier(4)

    def work() -> None:
        least.wait()
        for _ in range(200):
            lock = FileLock(path)
            while True:
                try:
                    lock.acquire()
                    break
                except TimeoutError:
                    pass
            seen = count[0]
            time.sleep(0)  # lets others run
            count[0] = seen + 1
            path.unlink()  # from here on another one may have a file of this name
            lock.release()

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert count == [800]


def test_without_a_folder_there_is_no_lock(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        FileLock(tmp_path / "nowhere" / "lock").acquire()
