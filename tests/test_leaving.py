"""Python ends quietly, with the right exit code, whatever still searches."""

import os
import random

import pytest
from benchmarks.leaving import Case, cases, complaint

from tests.programs import python

#: One ending each; `python -m benchmarks.leaving` tries them all, again and again.
SOME = [
    *("generator, end", "generator, exception", "threads of a generator, interrupt"),
    *("generator of the oracle, end", "thread, exit", "thread of many searches, end"),
    *("solver, exception", "training, end", "perft, exit", "asynchronous generator, end"),
    *("analysis", "asyncio", "tasks"),
]


@pytest.mark.skipif(os.name != "posix", reason="sends signals")
@pytest.mark.parametrize(
    "case", [each for each in cases() if each.name in SOME], ids=lambda c: c.name
)
def test_the_end_is_quiet(case: Case) -> None:
    assert complaint(case, random.Random(case.name)) == ""


def test_all_that_is_named_is_there() -> None:
    assert set(SOME) <= {each.name for each in cases()}


def test_a_program_that_searches_at_its_very_end() -> None:
    done = python(
        "-c",
        "import atexit\n"
        "def last():\n"
        "    print(engine.analyse(Game('tictactoe')).score)\n"
        "atexit.register(last)\n"  # called after all that the package registers
        "from enligne import Game, engines\n"
        "engine = engines.create('minimax:depth=2')\n",
    )
    assert done.output == "+1\n"
    assert (done.code, done.errors) == (0, "")


@pytest.mark.skipif(not hasattr(os, "fork"), reason="forks")
def test_a_child_does_not_wait_for_the_threads_of_its_parent() -> None:
    done = python(
        "-c",
        "import os, sys, threading, time\n"
        "from enligne import Game, Limit, engines\n"
        "engine = engines.create('gomoku')\n"
        "work = lambda: engine.analyse(Game('gomoku'), Limit(seconds=600))\n"
        "threading.Thread(target=work, daemon=True).start()\n"
        "time.sleep(0.2)\n"
        "child = os.fork()\n"
        "if child == 0:\n"
        "    sys.exit(7)\n"
        "print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))\n",
    )
    assert (done.code, done.output, done.errors) == (0, "7\n", "")
