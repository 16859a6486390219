"""Several programs at one folder of brains, and programs that are killed."""

import os
import random
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from enligne import FIRST
from enligne.errors import BrainError
from enligne.learning import Store, train
from tests.learning.test_store import files, game_of, new_brain, take_lock
from tests.programs import start


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(tmp_path / "brains")


@contextmanager
def program(code: str, *arguments: object) -> Iterator[subprocess.Popen[str]]:
    """Another program, which is ended whatever happens."""
    process = start("-c", code, *map(str, arguments))
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


HOLD = """
import sys
from enligne.learning import Store

with Store(sys.argv[1]).lock("class-a"):
    print("held", flush=True)
    sys.stdin.readline()
print("free", flush=True)
"""


def test_another_program_that_holds_the_lock(store: Store) -> None:
    brain = new_brain()
    store.save(brain)
    text = store.path("class-a").read_bytes()
    train(brain.machine, "coach", 10)
    with program(HOLD, store.folder) as other:
        assert other.stdout.readline() == "held\n"
        acts: list[Callable[[], object]] = [
            lambda: store.save(brain),
            lambda: store.create(brain),
            lambda: store.delete("class-a"),
            lambda: take_lock(store, "class-a"),
        ]
        for act in acts:
            with pytest.raises(BrainError, match="another program is changing the brain 'class-a'"):
                act()
        # Reading needs no lock, and other brains are free.
        assert store.load("class-a").machine.games == 20
        store.copy("class-a", "twin")
        assert store.path("class-a").read_bytes() == text
        other.stdin.write("\n")
        other.stdin.flush()
        assert other.stdout.readline() == "free\n"
    store.save(brain)
    assert store.load("class-a").machine.games == 30


def test_teaching_waits_for_another_program(store: Store) -> None:
    brain = new_brain()
    store.save(brain)
    with program(HOLD, store.folder) as other:
        assert other.stdout.readline() == "held\n"
        stdin = other.stdin
        release = threading.Timer(0.3, lambda: (stdin.write("\n"), stdin.flush()))
        release.start()
        store.teach("class-a", game_of(brain), FIRST)
        release.join()
    assert store.load("class-a").machine.games == 21


def test_the_lock_of_a_killed_program_is_free(store: Store) -> None:
    with program(HOLD, store.folder) as other:
        assert other.stdout.readline() == "held\n"
        other.kill()
        other.wait()
        store.save(new_brain())
    assert store.load("class-a").machine.games == 20


TRAIN = """
import sys
from contextlib import nullcontext
from enligne.errors import BrainError
from enligne.learning import Store, train
from tests.programs import start

store, waits, rounds = Store(sys.argv[1]), sys.argv[2] == "wait", int(sys.argv[3])
print("ready", flush=True)
sys.stdin.readline()
saved = told = 0
for _ in range(rounds):
    try:
        with store.lock("class-a", seconds=300) if waits else nullcontext():
            brain = store.load("class-a")
            brain.curve.extend(train(brain.machine, "coach", 5))
            store.save(brain)
        saved += 1
    except BrainError as error:
        assert "another program is changing the brain" in str(error), error
        told += 1
print(saved, told, flush=True)
"""


@pytest.mark.parametrize("how", ["wait", "try"])
def test_two_programs_that_train_the_same_brain(store: Store, how: str) -> None:
    store.save(new_brain(games=1))
    rounds = 40
    with (
        program(TRAIN, store.folder, how, rounds) as first,
        program(TRAIN, store.folder, how, rounds) as second,
    ):
        both = (first, second)
        for each in both:
            assert each.stdout.readline() == "ready\n"
        for each in both:
            each.stdin.write("\n")
            each.stdin.flush()
        # A reader always finds a whole brain meanwhile.
        while any(each.poll() is None for each in both):
            assert store.load("class-a").machine.games % 5 == 1
        results = []
        for each in both:
            assert each.returncode == 0, each.stderr and each.stderr.read()
            results.append([int(word) for word in each.stdout.readline().split()])
    assert all(saved + told == rounds for saved, told in results)
    games = store.load("class-a").machine.games
    if how == "wait":
        # Nobody was told to come back, and no game was lost.
        assert results == [[rounds, 0], [rounds, 0]]
        assert games == 1 + 5 * 2 * rounds
    else:
        # One may be told each time, but not both.
        assert 1 < games <= 1 + 5 * sum(saved for saved, _ in results)
    assert files(store) == {"class-a.json"}


def test_two_threads_that_train_the_same_brain(store: Store) -> None:
    """Within a program too, each works or is told."""
    store.save(new_brain(games=1))
    wrong: list[BaseException] = []

    def work() -> None:
        try:
            for _ in range(25):
                with suppress(BrainError), store.lock("class-a"):
                    brain = store.load("class-a")
                    train(brain.machine, "coach", 5)
                    store.save(brain)
        except BaseException as error:
            wrong.append(error)

    threads = [threading.Thread(target=work) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []
    games = store.load("class-a").machine.games
    assert games % 5 == 1
    assert games > 1
    assert files(store) == {"class-a.json"}


ENDLESS = """
import sys
from enligne.learning import Store, train
from tests.programs import start

store = Store(sys.argv[1])
brain = store.load("class-a")
while True:
    brain.curve.extend(train(brain.machine, "coach", 7, every=7))
    store.save(brain)
    print(brain.machine.games, flush=True)
"""


@pytest.mark.skipif(os.name != "posix", reason="there is no kill -9")
def test_a_program_killed_while_it_saves(store: Store) -> None:
    source = random.Random(8)
    store.save(new_brain(games=1))
    promised = 1
    for _ in range(15):
        with program(ENDLESS, store.folder) as trainer:
            assert trainer.stdout is not None
            assert trainer.stderr is not None
            promised = int(trainer.stdout.readline())
            time.sleep(source.uniform(0, 0.06))
            trainer.kill()
            assert trainer.wait() == -9
            rest = trainer.stdout.read()
            assert trainer.stderr.read() == ""
        # The last line may be cut off: a number counts when its line is whole.
        whole = rest[: rest.rfind("\n") + 1].split()
        promised = int(whole[-1]) if whole else promised
        brain = store.load("class-a")
        assert brain.machine.games >= promised
        assert brain.machine.games % 7 == 1
        assert brain.curve.games[-1] == brain.machine.games
        assert store.names() == ["class-a"]
    assert promised > 100
    # What a killed program left behind is gone with the next save.
    brain = store.load("class-a")
    store.save(brain)
    assert files(store) == {"class-a.json"}
    assert store.load("class-a").to_json() == brain.to_json()
    store.delete("class-a")
    assert store.names() == []
