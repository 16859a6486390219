"""``enligne menace`` as a person runs it: typed answers, errors, exit codes."""

import re
import shlex
import signal
from pathlib import Path

import pytest

from enligne.learning import Brain, Menace, Store, report_format, train
from tests import programs

#: Without any, it is the menu.
ACTIONS = [
    *[[], ["variants"], ["train"], ["play"], ["list"], ["show"], ["copy"], ["curve"]],
    *[["compare"], ["boxes"], ["export"], ["import"], ["delete"]],
]


def run(folder: Path, *arguments: str, stdin: str = "") -> programs.Done:
    return programs.run("menace", *arguments, stdin=stdin, folder=folder)


def output(folder: Path, *arguments: str, stdin: str = "") -> str:
    return programs.output("menace", *arguments, stdin=stdin, folder=folder)


def refusal(folder: Path, *arguments: str) -> str:
    return programs.refusal("menace", *arguments, folder=folder)


@pytest.fixture
def trained(tmp_path: Path) -> Store:
    store = Store(tmp_path / "brains")
    brain = Brain("class-a", Menace("tictactoe", variant="her", seed=1))
    brain.curve = train(brain.machine, "coach", 2000)
    store.create(brain)
    return store


def test_the_examples_in_the_help_of_every_action_run(tmp_path: Path) -> None:
    have_run = set()
    for action in ACTIONS:
        text = output(tmp_path, *action, "--help")
        for line in text.split("examples:\n")[1].splitlines():
            words = shlex.split(line)
            assert words[: 2 + len(action)] == ["enligne", "menace", *action]
            if line not in have_run:
                done = run(tmp_path, *words[2:])
                assert (line, done.code, done.errors) == (line, 0, "")
                have_run.add(line)


def test_training_goes_on_where_it_stopped_and_says_how_good_the_machine_is(
    tmp_path: Path,
) -> None:
    first = output(tmp_path, "train", "x", "--games", "100", "--seed", "3")
    assert "x: her, tictactoe, first side, seed 3" in first
    assert "100: " in first
    assert "It can still lose: " in first
    second = output(tmp_path, "train", "x", "--games", "1900")
    assert "worst case   wins" in second
    assert (
        "loses 0 %\nIt can never lose with the first side: checked over all 627 positions" in second
    )
    brain = Store(tmp_path / "brains").load("x")
    other = Menace("tictactoe", variant="her", seed=3)
    train(other, "coach", 2000)
    assert brain.machine.results == other.results
    assert brain.machine._core.boxes() == other._core.boxes()


def test_a_machine_of_another_kind_is_not_overwritten(tmp_path: Path, trained: Store) -> None:
    before = trained.path("class-a").read_bytes()
    error = refusal(tmp_path, "train", "class-a", "--variant", "michie")
    assert "class-a has variant her, not michie" in error
    assert trained.path("class-a").read_bytes() == before


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["train", "x", "--rules", "connect4"], "too many positions for matchboxes"),
        (["train", "x", "--rules", "3x3"], "neither a preset"),
        (["train", "x", "--variant", "michel"], "'michel' is not a matchbox variant"),
        (["train", "x", "--variant", "michie:los=2"], "michie has no option 'los=2'"),
        (["train", "x", "--sparring", "nobody"], "'nobody' is neither a sparring partner"),
        (["train", "x", "--sparring", "mix:2"], "mix:2: the share of perfect moves"),
        (["train", "x", "--games", "0"], "'0' is not a whole number from 1"),
        (["train", "../x"], "cannot be the name of a brain"),
        (["show", "nobody"], "there is no brain 'nobody'; there are class-a"),
        (["show", "class-a", "a1", "a1"], "a1 is occupied"),
        (["play", "nobody"], "there is no brain 'nobody'"),
        (["copy", "class-a", "class-a"], "there is a brain 'class-a' already"),
        (["delete", "nobody", "--yes"], "there is no brain 'nobody'"),
        (["curve", "class-a", "--svg", "x.png"], "--svg x.png: its name ends in .svg"),
        (["curve", "class-a", "--svg", "no/such/x.svg"], "no/such"),
        (["boxes", "class-a", "--pdf", "x.svg"], "its name ends in .pdf"),
        (["compare", "her"], "'her': write VARIANT:PARTNER"),
        (["import", "y", "missing.json"], "missing.json: No such file"),
        (["import", "class-a", "-"], "-: the report's format has 627 lines, and this has 0"),
        (["dance"], "invalid choice: 'dance'"),
    ],
)
def test_bad_input_is_named(
    tmp_path: Path, trained: Store, arguments: list[str], reason: str
) -> None:
    before = trained.path("class-a").read_bytes()
    assert reason in refusal(tmp_path, *arguments)
    assert trained.names() == ["class-a"]
    assert trained.path("class-a").read_bytes() == before


def test_a_game_shows_the_boxes_and_teaches(tmp_path: Path) -> None:
    # From boxes with one bead each, which the person can beat in one way only by luck: play the
    # same cells until the machine loses, and see the bead go.
    output(tmp_path, "train", "x", "--games", "1", "--sparring", "random", "--variant", "her")
    cells = ["a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3"]
    store = Store(tmp_path / "brains")
    for _ in range(30):
        before = store.load("x").machine
        shown = output(tmp_path, "play", "x", stdin="\n".join(cells) + "\n")
        assert re.search(r"It opens box 1 with \d+ beads?\.\n", shown)
        assert re.search(r"→ [a-c][1-3] +\d+  ●", shown)
        assert "It draws " in shown
        after = store.load("x").machine
        assert after.games == before.games + 1
        if "You win." in shown:
            assert "1 bead taken: " in shown
            assert after.results.losses == before.results.losses + 1
            assert after._core.boxes() != before._core.boxes()
            break
        assert "No bead was added or taken." in shown
    else:
        pytest.fail("it never lost")


def test_a_game_need_not_teach_and_one_broken_off_never_does(
    tmp_path: Path, trained: Store
) -> None:
    before = trained.path("class-a").read_bytes()
    cells = "a1\nb1\nc1\na2\nb2\nc2\na3\nb3\nc3\n"
    assert "It learns nothing" in output(tmp_path, "play", "class-a", "--no-learning", stdin=cells)
    assert "Broken off" in output(tmp_path, "play", "class-a", stdin="quit\n")
    shown = output(tmp_path, "play", "class-a", "--side", "first", stdin="z9\n\nb2\n")
    assert "z9 is outside the board" in shown
    assert "a1 a2 a3 b1 b2 b3 c1 c2 c3" in shown
    assert trained.path("class-a").read_bytes() == before


def test_the_menu_does_it_all(tmp_path: Path) -> None:
    answers = [
        *("klasse", "", "her", ""),  # a new machine
        *("1", "coach", "2000"),
        "6",
        *("3", "klasse-2"),
        *("7", "k.png"),
        *("8", "k.pdf"),
        *("2", "a1\nb1\nc1\na2\nb2\nc2\na3\nb3\nc3"),
        *("4", "n"),
        "nonsense",
        *("9", "klasse-2"),
        *("4", "y"),
        "klasse",
        "5",
    ]
    # The moves that a game does not need any more are read by the menu, which refuses them.
    shown = output(tmp_path, stdin="\n".join(answers) + "\n")
    assert shown.count("---- MENU ----") >= 10
    assert "It can never lose" in shown
    assert "klasse-2 is a copy of klasse." in shown
    assert "Nothing was deleted." in shown
    assert "'nonsense' is not in the menu" in shown
    assert "klasse-2 is deleted." in shown
    assert (tmp_path / "k.png").read_bytes().startswith(b"\x89PNG")
    assert (tmp_path / "k.pdf").read_bytes().startswith(b"%PDF")
    store = Store(tmp_path / "brains")
    assert store.names() == ["klasse"]
    assert store.load("klasse").machine.games >= 2001


def test_deleting_asks_first(tmp_path: Path, trained: Store) -> None:
    done = run(tmp_path, "delete", "class-a", stdin="")
    assert (done.code, "Nothing was deleted." in done.output) == (1, True)
    assert "class-a" in trained
    assert "is deleted" in output(tmp_path, "delete", "class-a", stdin="y\n")
    assert trained.names() == []


def test_export_and_import(tmp_path: Path, trained: Store) -> None:
    output(tmp_path, "export", "class-a", "a.json")
    output(tmp_path, "import", "b", "a.json")
    assert trained.load("b").machine._core.boxes() == trained.load("class-a").machine._core.boxes()
    text = output(tmp_path, "export", "class-a", "-", "--report")
    assert text.count("\n") == 627
    assert "c: report, tictactoe, random side" in output(tmp_path, "import", "c", "-", stdin=text)
    assert report_format.export(trained.load("c").machine) == text


def test_a_damaged_brain_is_named_and_left_alone(tmp_path: Path, trained: Store) -> None:
    path = trained.path("class-a")
    path.write_bytes(path.read_bytes()[:-100])
    before = path.read_bytes()
    trained.create(Brain("fine", Menace()))
    for arguments in (["show", "class-a"], ["train", "class-a"], ["play", "class-a"]):
        error = refusal(tmp_path, *arguments)
        assert "class-a.json: damaged, left as it is" in error
    listed = run(tmp_path, "list")
    assert listed.code == 2
    assert re.search(r"class-a +damaged\n", listed.output)
    assert re.search(r"fine +tictactoe", listed.output)
    assert path.read_bytes() == before


def test_another_store(tmp_path: Path) -> None:
    output(tmp_path, "train", "x", "--games", "5", "--store", "elsewhere")
    output(tmp_path, "--store", "elsewhere", "show", "x")
    assert Store(tmp_path / "elsewhere").names() == ["x"]
    assert Store(tmp_path / "brains").names() == []


def test_an_interrupted_training_is_kept(tmp_path: Path) -> None:
    store = Store(tmp_path / "brains")
    words = ("train", "x", "--games", "1000000000", "--store", str(store.folder))
    process = programs.start("-m", "enligne", "menace", *words)
    programs.wait_until(lambda: "x" in store or process.poll() is not None)  # it has saved once
    assert "another program is changing the brain 'x'" in refusal(tmp_path, "train", "x")
    process.send_signal(signal.SIGINT)
    shown, errors = process.communicate(timeout=programs.PATIENCE)
    assert process.returncode == 0
    assert "what it learnt is kept" in errors
    assert "x: her" in shown
    assert store.load("x").machine.games > 0
