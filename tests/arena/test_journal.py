"""The journal: whatever moment it is cut off at, what was written down is there."""

from dataclasses import replace
from pathlib import Path

import pytest

from enligne.arena.journal import NAME, Journal, plan_of
from enligne.arena.plan import Plan
from enligne.errors import JournalError
from tests.arena.made import played

PLAN = Plan(("greedy", "random"), "connect4", games=10, time="1", event="A cup")
GAMES = [
    played(0, 0, (0, 1), 0, record='[Event "Ünïcode"]\n\n1. d1 *\n', depth=(3.5, None)),
    played(1, 0, (1, 0), None),
    played(2, 1, (0, 1), 1, termination="crash", reason="greedy crashed: it ended\r\nbadly"),
]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    with Journal(tmp_path / "cup", PLAN) as journal:
        for game in GAMES:
            journal.add(game)
    return tmp_path / "cup"


def test_what_was_written_is_read_again(folder: Path) -> None:
    with Journal(folder, PLAN, resume=True) as journal:
        assert journal.games == {game.pairing.number: game for game in GAMES}
    assert plan_of(folder) == PLAN


def test_cut_off_anywhere_whole_lines_are_kept(folder: Path) -> None:
    path = folder / NAME
    content = path.read_bytes()
    more = played(7, 3, (1, 0), 1)
    ends = [place + 1 for place, byte in enumerate(content) if byte == ord("\n")]
    near = {end + step for end in ends for step in (-1, 0, 1)} - {len(content) + 1}
    for size in sorted(near | set(range(0, len(content), 53))):
        path.write_bytes(content[:size])
        whole = content[:size].count(b"\n")
        kept = GAMES[: max(0, whole - 1)]
        with Journal(folder, PLAN, resume=True) as journal:
            assert list(journal.games.values()) == kept
            journal.add(more)
        with Journal(folder, PLAN, resume=True) as journal:
            assert list(journal.games.values()) == [*kept, more]


def test_games_are_not_overwritten(folder: Path) -> None:
    before = (folder / NAME).read_bytes()
    with pytest.raises(JournalError, match="has games already"):
        Journal(folder, PLAN)
    assert (folder / NAME).read_bytes() == before


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"games": 6}, "games 10, now 6"),
        ({"players": ("greedy", "solver")}, "players greedy random, now greedy solver"),
        ({"time": ""}, "time 1, now none"),
        ({"seed": 2, "depth": 3}, "seed 1, now 2; depth none, now 3"),
        ({"digest": "x"}, "the file of openings has changed"),
    ],
)
def test_another_plan_is_refused_with_the_difference(
    folder: Path, change: dict[str, object], reason: str
) -> None:
    before = (folder / NAME).read_bytes()
    with pytest.raises(JournalError, match=f"begun with other arguments: {reason}"):
        Journal(folder, replace(PLAN, **change), resume=True)  # type: ignore[arg-type]
    assert (folder / NAME).read_bytes() == before


def test_only_one_writes_at_a_time(folder: Path) -> None:
    with (
        Journal(folder, PLAN, resume=True),
        pytest.raises(JournalError, match="someone is playing there already"),
    ):
        Journal(folder, PLAN, resume=True)
    Journal(folder, PLAN, resume=True).close()


@pytest.mark.parametrize("line", [b"{}\n", b"nonsense\n", b'{"journal":1}\n', b"\xff\n"])
def test_a_line_that_is_none_is_named(folder: Path, line: bytes) -> None:
    path = folder / NAME
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join([*lines[:2], line, *lines[2:]]))
    with pytest.raises(JournalError, match=f"{NAME}:3: this is not a line of a journal"):
        Journal(folder, PLAN, resume=True)
    path.write_bytes(line)
    with pytest.raises(JournalError, match=f"{NAME}:1: "):
        plan_of(folder)


def test_another_version_is_refused(folder: Path) -> None:
    path = folder / NAME
    path.write_bytes(path.read_bytes().replace(b'{"journal":1', b'{"journal":9', 1))
    with pytest.raises(JournalError, match="it is of version 9, and 1 is known"):
        plan_of(folder)


def test_nothing_to_go_on_with(tmp_path: Path) -> None:
    with pytest.raises(JournalError, match="has no games to go on with"):
        plan_of(tmp_path)
    Journal(tmp_path, PLAN, resume=True).close()
    assert plan_of(tmp_path) == PLAN
