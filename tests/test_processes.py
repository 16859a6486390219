"""A program ends with all that it started, wherever that went."""

import subprocess
import sys
from collections.abc import Iterator

import pytest

from enligne import processes
from enligne.processes import Family
from tests.programs import PATIENCE, is_running, wait_until_gone

#: Starts a program that leaves its session and loses its parent, and tells its number.
ORPHAN = ["sh", "-c", "sh -c 'setsid sleep 1000 & echo $!'; sleep 1000"]

#: Has a family of its own within that of its caller.
NESTED = [
    sys.executable,
    "-c",
    (
        "import time\n"
        "from enligne.processes import Family\n"
        "print(Family(['sleep', '1000']).process.pid, flush=True)\n"
        "time.sleep(1000)"
    ),
]


@pytest.fixture
def families() -> Iterator[list[Family]]:
    started: list[Family] = []
    yield started
    processes.end_families(started)
    for family in started:
        family.process.wait(PATIENCE)
        family.process.stdout.close()


def started(families: list[Family], words: list[str], group: str = "") -> tuple[Family, int]:
    """A family, and the number that its program tells."""
    family = Family(words, group=group, stdout=subprocess.PIPE)
    families.append(family)
    number = int(family.process.stdout.readline())
    assert is_running(number)
    return family, number


@pytest.mark.parametrize("words", [ORPHAN, NESTED])
@pytest.mark.parametrize("is_killed", [False, True])
def test_all_of_a_family_end(families: list[Family], words: list[str], is_killed: bool) -> None:
    """Also when its program was killed before, so that nobody descends from it."""
    family, number = started(families, words)
    other, spared = started(families, words)
    if is_killed:
        family.process.kill()
        family.process.wait()
        assert is_running(number)
    family.end()
    wait_until_gone(number)
    wait_until_gone(family.process.pid)
    assert is_running(spared)
    assert is_running(other.process.pid)


def test_a_group_ends_and_no_other(families: list[Family]) -> None:
    one, other = started(families, NESTED, "pool-1"), started(families, NESTED, "pool-2")
    processes.end_group("pool-1")
    wait_until_gone(one[1])
    wait_until_gone(one[0].process.pid)
    assert is_running(other[1])


def test_memory_is_that_of_the_whole_family(families: list[Family]) -> None:
    words = [
        sys.executable,
        "-c",
        (
            "import subprocess, sys\n"
            "code = 'import time; a = bytearray(50 << 20); print(1, flush=True); time.sleep(900)'\n"
            "subprocess.run([sys.executable, '-c', code])"
        ),
    ]
    family = Family(words, stdout=subprocess.PIPE)
    families.append(family)
    family.process.stdout.readline()
    assert 50 < family.resident_mb() < 500
