"""Players of one's own, wherever players are asked for."""

import importlib
from collections.abc import Iterator
from pathlib import Path

import pytest

from enligne import Choice, Game, PlayerFailedError, PlayerTextError, Position, arena, players
from enligne.engines import Engine
from enligne.players import Player, Policy, own
from enligne.players.own import GROUP
from tests.players import own as mine
from tests.programs import ROOT, output, python, refusal

HERE = "tests.players.own"


def resigning(position: Position) -> None:
    assert position.ply >= 0


GIVEN = [
    *(mine.first, mine.last, mine.Nth, mine.Nth(n=2), mine.Middle, mine.Middle(), mine.Plain),
    *(lambda position: str(position.legal_moves[0]), f"python:{HERE}:first"),
    *(f"python:{HERE}:Nth:n=3", f"python:{HERE}:Middle"),
]


@pytest.mark.parametrize("given", GIVEN, ids=lambda given: players.parse(given).text)
def test_in_a_match_on_many_processes(given: players.PlayerLike) -> None:
    match = arena.play(given, "random", "tictactoe", games=4, openings="none", processes=2)
    assert match.record.games == 4
    assert not match.results.failures


def test_the_options_of_a_class() -> None:
    player = players.create(f"python:{HERE}:Nth:n=3")
    assert str(player.choose(Game("connect4")).move) == "d1"
    assert player.text == f"python:{HERE}:Nth:n=3"
    with pytest.raises(PlayerTextError, match="has no option 'm=3'; it has n"):
        players.create(f"python:{HERE}:Nth:m=3")
    with pytest.raises(PlayerTextError, match="only a class"):
        players.create(f"python:{HERE}:first:n=3")


def test_one_that_resigns_and_ones_that_fail() -> None:
    assert players.create(resigning).choose(Game("tictactoe")).is_resignation
    with pytest.raises(PlayerFailedError, match="it resigns, and has no move"):
        _ = Choice(None).move
    with pytest.raises(PlayerFailedError, match="0 is not a move: write a text such as 'd1'"):
        players.create(mine.cheat).choose(Game("tictactoe"))
    match = arena.play(mine.cheat, mine.broken, "tictactoe", games=2, openings="none")
    reasons = [game.reason for game in match.results.games]
    assert reasons[0].startswith(f"python:{HERE}:cheat illegal: 0 is not a move")
    assert reasons[1].startswith(f"python:{HERE}:broken crashed: RuntimeError: no idea of 3/3/3")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("python:", "python: which object? Write python:MODULE:NAME"),
        ("python:mine", "write python:MODULE:NAME"),
        ("python:no_such_module:best", "cannot be loaded: ModuleNotFoundError: No module named"),
        (f"python:{HERE}:nobody", "cannot be loaded: AttributeError: module"),
        (f"python:{HERE}:Sequence.nobody", "cannot be loaded: AttributeError"),
        ("python:math:pi", "3.141592653589793' is not a player"),
    ],
)
def test_what_cannot_be_loaded_stops_a_match_before_it_begins(
    text: str, reason: str, tmp_path: Path
) -> None:
    said = refusal("match", text, "greedy", "--games", "2", "--out", str(tmp_path / "cup"))
    assert reason in said
    assert not (tmp_path / "cup").exists()


def test_a_file_that_cannot_be_loaded_stops_a_match(tmp_path: Path) -> None:
    path = tmp_path / "broken.py"
    path.write_text("import no_such_module\n")
    command = ("match", f"connectx:{path}", "greedy", "--games", "2", "--quiet")
    assert "cannot be loaded: ModuleNotFoundError: No module named" in refusal(*command)


def test_strangers_cannot_name_them() -> None:
    spec = players.parse(mine.first)
    for asked in (spec, spec.text, f"python:{HERE}:first", "python:os:getcwd"):
        with pytest.raises(PlayerTextError, match="'python' is not a player here"):
            players.parse(asked, Policy())


def test_different_things_have_different_texts() -> None:
    one, other = (lambda _: "a1"), (lambda _: "b1")
    texts = [players.parse(each).text for each in (one, other, one)]
    assert texts[0] == texts[2] != texts[1]
    assert [str(players.create(text).choose(Game("3x3:3")).move) for text in texts[:2]] == [
        "a1",
        "b1",
    ]


def test_on_the_command_line_from_the_current_folder(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text("def best(position):\n    return position.legal_moves[0]\n")
    words = ("match", "python:mine:best", "random", "--games", "2", "--rules", "tictactoe")
    done = python("-m", "enligne", *words, "--quiet", cwd=tmp_path)
    assert (done.code, done.errors) == (0, "")
    assert "python:mine:best - random, tictactoe: 2 of 2 games" in done.output


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """An installed package that announces players."""
    folder = tmp_path / "strangers-1.dist-info"
    folder.mkdir()
    (folder / "METADATA").write_text("Metadata-Version: 2.1\nName: strangers\nVersion: 1\n")
    entries = {
        "simple": f"{HERE}:first",
        "nth": f"{HERE}:Nth",
        "greedy": f"{HERE}:first",
        "gone": "no_such_module:best",
    }
    lines = "".join(f"{name} = {value}\n" for name, value in entries.items())
    (folder / "entry_points.txt").write_text(f"[{GROUP}]\n{lines}")
    monkeypatch.syspath_prepend(str(tmp_path))
    importlib.invalidate_caches()
    caches = (own._announced, own.plugin)
    for cache in caches:
        cache.cache_clear()
    yield
    for cache in caches:
        cache.cache_clear()


@pytest.mark.usefixtures("package")
def test_a_package_announces_players() -> None:
    assert set(players.plugins()) > {"simple", "nth", "greedy", "gone"}
    assert str(players.create("simple").choose(Game("connect4")).move) == "a1"
    assert str(players.create("nth:n=2").choose(Game("connect4")).move) == "c1"
    assert players.parse("nth:n=2").text == "nth:n=2"
    # Nobody takes the place of a player of ours.
    assert str(players.create("greedy").choose(Game("connect4")).move) == "d1"
    with pytest.raises(PlayerTextError, match="gone: no_such_module:best cannot be loaded"):
        players.create("gone")
    with pytest.raises(PlayerTextError, match="'simple' is not a player here"):
        players.parse("simple", Policy())
    assert "simple - nth" in output(
        "match", "simple", "nth", "--rules", "tictactoe", "--games", "2", "--quiet"
    )


def test_an_engine_of_ones_own_does_all_that_engines_do() -> None:
    engine: Engine = mine.Middle()
    assert engine.text == "middle"
    assert engine.about == "Looks at the move in the middle"
    assert [str(info.move) for info in engine.analysis(Game("connect4"))] == ["d1"]
    assert isinstance(players.create(engine), Player)


def test_the_example_is_as_short_as_it_says() -> None:
    lines = (ROOT / "examples" / "player.py").read_text().splitlines()
    body = lines[lines.index("# The player") + 1 : lines.index("# The match")]
    assert len([line for line in body if line.strip()]) <= 20
