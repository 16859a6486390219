"""Without the packages of other projects: one line that says what to install."""

import pytest

from tests.programs import python

ADVICE = 'is not installed: pip install "enligne[adapters]"'


@pytest.mark.parametrize(
    ("adapter", "package", "name"),
    [
        ("pettingzoo", "pettingzoo", "PettingZoo"),
        ("gymnasium", "gymnasium", "Gymnasium"),
        ("openspiel", "pyspiel", "OpenSpiel"),
        ("gymnasium", "numpy", "Gymnasium"),
    ],
)
def test_an_adapter_says_which_extra_it_needs(adapter: str, package: str, name: str) -> None:
    done = python(
        "-c", f"import sys; sys.modules[{package!r}] = None; import enligne.adapters.{adapter}"
    )
    assert done.code == 1
    assert done.errors.splitlines()[-1] == f"enligne.errors.MissingExtraError: {name} {ADVICE}"


def test_a_match_says_it_in_one_line() -> None:
    script = (
        "import sys; sys.modules['pyspiel'] = None\n"
        "from enligne.cli import main\n"
        "sys.exit(main(['match', 'openspiel:mcts', 'random', '--games', '2']))"
    )
    done = python("-c", script)
    assert (done.code, done.output) == (2, "")
    assert done.errors == f"enligne: error: openspiel: OpenSpiel {ADVICE}\n"


def test_the_rest_needs_none_of_them() -> None:
    script = (
        "import sys\n"
        "for name in ('pettingzoo', 'gymnasium', 'pyspiel', 'numpy'): sys.modules[name] = None\n"
        "import enligne.adapters.connectx, enligne.adapters.ugi, enligne.adapters.ugi_player\n"
        "print(enligne.adapters.connectx.agent('greedy'))"
    )
    done = python("-c", script)
    assert (done.code, done.errors) == (0, "")
