"""The folder of brains: whatever happens while one is written, it holds a whole one."""

import errno
import os
from pathlib import Path

import pytest

from enligne import FIRST, SECOND, Position
from enligne.errors import BrainError
from enligne.learning import Brain, MachineGame, Menace, Store, train

BAD_NAMES = ["../x", "", "a/b", ".hidden", "x" * 65, "a b", "a\\b", "a\n", "..", ".", "a\0", "_x"]


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(tmp_path / "brains")


def new_brain(name: str = "class-a", seed: int = 1, games: int = 20) -> Brain:
    machine = Menace("tictactoe", variant="her", seed=seed)
    curve = train(machine, "random", games, every=games)
    return Brain(name, machine, curve)


def files(store: Store) -> set[str]:
    """What is in the folder, but for the locks."""
    return {path.name for path in store.folder.iterdir() if path.suffix != ".lock"}


def take_lock(store: Store, name: str) -> None:
    with store.lock(name, seconds=0.05):
        pass


def test_saving_and_loading(store: Store) -> None:
    assert store.names() == []
    assert "class-a" not in store
    brain = new_brain()
    store.save(brain)
    assert "class-a" in store
    assert store.names() == ["class-a"]
    assert files(store) == {"class-a.json"}
    assert store.path("class-a").read_text(encoding="utf-8") == brain.to_json()
    assert store.load("class-a").to_json() == brain.to_json()
    train(brain.machine, "coach", 10)
    store.save(brain)
    assert store.load("class-a").to_json() == brain.to_json()
    assert files(store) == {"class-a.json"}


def test_names_are_sorted_and_of_brains_alone(store: Store) -> None:
    for name in ("b", "a.b", "É", "a", "漢字"):
        store.save(new_brain(name))
    (store.folder / "notes.txt").write_text("x")
    (store.folder / ".hidden.json").write_text("x")
    (store.folder / "broken.json").write_text("x")
    assert store.names() == sorted(["b", "a.b", "É", "a", "漢字", "broken"])
    for name in ("b", "a.b", "É", "a", "漢字"):
        assert store.load(name).name == name
    with pytest.raises(BrainError, match=r"broken\.json: damaged, left as it is"):
        store.load("broken")


def test_a_brain_is_called_as_its_file(store: Store) -> None:
    store.save(new_brain("old"))
    store.path("old").rename(store.path("new"))
    brain = store.load("new")
    assert brain.name == "new"
    store.save(brain)
    assert store.names() == ["new"]


def test_a_brain_that_is_not_there(store: Store) -> None:
    with pytest.raises(BrainError, match="there is no brain 'nobody'; there are none yet"):
        store.load("nobody")
    store.save(new_brain("b"))
    store.save(new_brain("a"))
    for ask in (store.load, store.delete):
        with pytest.raises(BrainError, match="there is no brain 'nobody'; there are a, b"):
            ask("nobody")
    with pytest.raises(BrainError, match="there is no brain 'nobody'"):
        store.copy("nobody", "twin")
    assert store.names() == ["a", "b"]


def test_creating(store: Store) -> None:
    store.create(new_brain(seed=1))
    text = store.load("class-a").to_json()
    with pytest.raises(BrainError, match="there is a brain 'class-a' already"):
        store.create(new_brain(seed=2))
    assert store.load("class-a").to_json() == text


def test_copying(store: Store) -> None:
    original = new_brain()
    store.save(original)
    twin = store.copy("class-a", "class-b")
    assert twin.name == "class-b"
    assert store.names() == ["class-a", "class-b"]
    loaded = store.load("class-b")
    assert loaded.to_json() == twin.to_json()
    assert loaded.machine.measure() == original.machine.measure()
    for name in ("class-a", "class-b"):
        with pytest.raises(BrainError, match="already"):
            store.copy("class-a", name)
    with pytest.raises(BrainError, match="cannot be the name"):
        store.copy("class-a", "../class-c")
    assert files(store) == {"class-a.json", "class-b.json"}


def test_deleting(store: Store) -> None:
    store.save(new_brain("a"))
    store.save(new_brain("b"))
    store.delete("a")
    assert store.names() == ["b"]
    assert "a" not in store
    store.path("b").write_text("damaged")
    store.delete("b")
    assert store.names() == []
    assert files(store) == set()
    store.create(new_brain("a"))
    assert store.load("a").name == "a"


@pytest.mark.parametrize("name", BAD_NAMES)
def test_bad_names_are_refused_everywhere(store: Store, name: str) -> None:
    store.save(new_brain("a"))
    brain = new_brain("a")
    brain.name = name
    for act in (
        lambda: store.path(name),
        lambda: store.load(name),
        lambda: store.delete(name),
        lambda: store.copy("a", name),
        lambda: store.copy(name, "b"),
        lambda: store.save(brain),
        lambda: store.create(brain),
        lambda: take_lock(store, name),
    ):
        with pytest.raises(BrainError, match="cannot be the name of a brain"):
            act()
    assert store.names() == ["a"]
    assert {path.name for path in store.folder.parent.iterdir()} == {"brains"}


def test_a_long_name_of_any_letters_can_be_a_file(store: Store) -> None:
    """64 letters that take up to four bytes each."""
    for letter in ("x", "é", "漢", "𝒳"):
        name = letter * 64
        try:
            brain = new_brain(name)
        except BrainError:
            continue  # refused by name: as good
        store.save(brain)
        assert store.load(name).name == name


def test_the_folder_can_be_named_by_a_variable(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ENLIGNE_BRAINS", str(tmp_path / "there" / "deep"))
    assert Store().folder == tmp_path / "there" / "deep"
    assert Store().names() == []
    Store().save(new_brain())
    assert (tmp_path / "there" / "deep" / "class-a.json").is_file()
    assert Store().names() == ["class-a"]
    assert Store(tmp_path / "here").folder == tmp_path / "here"
    assert Store(str(tmp_path / "here")).folder == tmp_path / "here"
    for empty in (None, ""):
        if empty is None:
            monkeypatch.delenv("ENLIGNE_BRAINS")
        else:
            monkeypatch.setenv("ENLIGNE_BRAINS", empty)
        folder = Store().folder
        assert folder.name == "brains"
        assert "enligne" in folder.parts
        assert tmp_path not in folder.parents


@pytest.mark.parametrize(
    "failure", [OSError(errno.ENOSPC, "No space left on device"), KeyboardInterrupt()]
)
def test_a_write_that_fails_leaves_the_old_brain(
    store: Store, monkeypatch: pytest.MonkeyPatch, failure: BaseException
) -> None:
    def fail(_: int) -> None:
        raise failure

    brain = new_brain("new")
    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", fail)
        with pytest.raises(type(failure)):
            store.save(brain)
    assert store.names() == []
    assert files(store) == set()

    store.save(brain)
    text = store.path("new").read_bytes()
    train(brain.machine, "coach", 30)
    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", fail)
        for _ in range(3):
            with pytest.raises(type(failure)):
                store.save(brain)
    assert store.path("new").read_bytes() == text
    assert files(store) == {"new.json"}
    # The lock is free again, and the brain can be saved.
    store.save(brain)
    assert store.load("new").to_json() == brain.to_json()


def test_locks_can_be_nested(store: Store) -> None:
    brain = new_brain()
    with store.lock("class-a"):
        store.save(brain)
        with store.lock("class-a", seconds=1), store.lock("class-a"):
            store.save(brain)
        with store.lock("other"):
            store.save(new_brain("other"))
        store.copy("class-a", "twin")
    with store.lock("class-a", seconds=3):
        store.save(brain)
    assert store.names() == ["class-a", "other", "twin"]


def game_of(brain: Brain) -> MachineGame:
    played = MachineGame(brain.machine, FIRST)
    assert played.draw(Position("tictactoe")) is not None
    return played


def test_teaching(store: Store) -> None:
    brain = new_brain(games=20)
    store.save(brain)
    played = game_of(brain)
    # Meanwhile the saved brain has learnt more.
    later = store.load("class-a")
    train(later.machine, "coach", 30)
    store.save(later)
    before = store.load("class-a").machine
    (change,) = store.teach("class-a", played, SECOND)
    after = store.load("class-a")
    assert after.machine.games == 51
    assert after.machine.results.losses == before.results.losses + 1
    assert after.curve.games[-1] == 51
    assert change.after == change.before - 1
    assert after.machine.box(change.box.position).beads[change.bead] == change.after
    assert after.machine._core.random_state == before._core.random_state
    assert brain.machine.games == 20


def test_teaching_a_brain_that_is_gone_or_another(store: Store) -> None:
    brain = new_brain()
    with pytest.raises(BrainError, match="there is no brain 'class-a'"):
        store.teach("class-a", game_of(brain), FIRST)
    for other in (Menace("tictactoe", variant="michie"), Menace("3x3:3+gravity", variant="her")):
        store.save(Brain("class-a", other))
        text = store.path("class-a").read_bytes()
        with pytest.raises(BrainError, match="the brain 'class-a' is another machine by now"):
            store.teach("class-a", game_of(brain), FIRST)
        assert store.path("class-a").read_bytes() == text
    store.path("class-a").write_text("{")
    with pytest.raises(BrainError, match="damaged, left as it is"):
        store.teach("class-a", game_of(brain), FIRST)
    assert store.path("class-a").read_text() == "{"
