"""The atlas of solved games."""

import json
import re
from pathlib import Path

import pytest

from enligne import Cell, Position, Rules, atlas, parallel
from enligne.atlas import Atlas, boards
from enligne.engines import Draw, Loss, Win
from enligne.errors import AtlasError
from tests.naive import naive_of, plain_scores
from tests.programs import output, run

SMALL = [
    rules
    for rules in boards([3, 4], gravity=True, most_sum=7, most_cells=12)
    if rules.width == 3  # the plain minimax has no table
]


def fill(path: Path, wanted: list[Rules]) -> Atlas:
    found = Atlas(path)
    with parallel.create(processes=2) as pool:
        found.fill(wanted, pool, table_mb=1)
    return found


def test_entries_are_those_of_plain_minimax(tmp_path: Path) -> None:
    found = fill(tmp_path / "x.atlas", SMALL)
    for rules in SMALL:
        entry = found.entries[rules.text]
        scores = plain_scores(naive_of(Position(rules)))
        best = max(scores.values())
        left_half = {move: score for move, score in scores.items() if 2 * move[0] < rules.width}
        assert entry.score == best
        assert set(entry.first) == {
            str(Cell(*move)) for move, score in left_half.items() if score == best
        }


def test_an_interrupted_atlas_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "x.atlas"
    fill(path, SMALL[:2])
    before = path.read_text()
    path.write_text(before + '{"rules": "3x4:4+gra')  # ended in the middle of a line
    found = fill(path, SMALL)
    assert path.read_text().startswith(before)
    assert set(found.entries) == {rules.text for rules in SMALL}
    assert len(path.read_text().splitlines()) == len(SMALL)


def test_a_cut_line_is_told(tmp_path: Path) -> None:
    path = tmp_path / "x.atlas"
    fill(path, SMALL[:2])
    whole = path.read_bytes()
    cut = whole[:-5]
    path.write_bytes(cut)
    shown = run("atlas", "show", str(path))
    assert shown.code == 0
    assert len(shown.output.splitlines()) == 1
    assert "x.atlas: the last line was cut; its board is left out" in shown.errors
    assert path.read_bytes() == cut  # who only looks changes nothing
    built = run("atlas", "build", str(path), "--sum", "7", "--cells", "9", "--runs", "3", "4")
    assert built.code == 0
    (line,) = built.errors.splitlines()
    assert "x.atlas: the last line was cut; its board is solved again" in line
    assert not Atlas(path).is_cut
    again = run("atlas", "build", str(path), "--sum", "7", "--cells", "9", "--runs", "3", "4")
    assert (again.code, again.output, again.errors) == (0, "", "")


def test_a_damaged_line_is_named(tmp_path: Path) -> None:
    path = tmp_path / "x.atlas"
    fill(path, SMALL[:2])
    path.write_text(path.read_text() + '{"rules": "3x3:3"}\n')
    with pytest.raises(AtlasError, match=r"x\.atlas:3: the line is not an entry"):
        Atlas(path)
    assert run("atlas", "show", str(path)).code == 2
    path.write_bytes(b"\xff\xfe\n")
    with pytest.raises(AtlasError, match=r"x\.atlas:1: "):
        Atlas(path)


def test_what_is_known_of_a_board() -> None:
    assert atlas.best_play(Rules.of("tictactoe")) == Draw()
    assert atlas.best_play(Rules.of("connect4")) == Win(41)
    assert atlas.best_play(Rules.of("6x4:4+gravity")) == Loss(24)
    assert atlas.best_play(Rules.of("3x4:3")) == atlas.best_play(Rules.of("4x3:3")) == Win(7)
    assert atlas.best_play(Rules.of("gomoku")) is None


def test_the_command(tmp_path: Path) -> None:
    path = tmp_path / "x.atlas"
    assert "there is no such board" in run("atlas", "build", str(path), "--runs", "99").errors
    assert not path.exists()
    built = output("atlas", "build", str(path), "--sum", "7", "--processes", "1")
    assert sorted(built.splitlines()) == sorted(output("atlas", "show", str(path)).splitlines())
    grid = output("atlas", "show", str(path), "--grid")
    assert grid == ("4 in a row, with gravity\nheight   3  4\n     3   .  =\n     4   =  .\n\n")
    first = json.loads(path.read_text().splitlines()[0])
    assert first["rules"] == "3x4:4+gravity"


def test_the_document_shows_what_is_shipped(tmp_path: Path) -> None:
    docs = Path(__file__).parents[1] / "docs"
    assert output("atlas", "show").rstrip() in (docs / "atlas.md").read_text()
    picture = tmp_path / "atlas.svg"
    output("atlas", "show", "--picture", str(picture))
    assert picture.read_bytes() == (docs / "pictures" / "atlas.svg").read_bytes()
    results = re.findall('class="result"[^>]*>([^<]*)<title>([^<:]*:[^<:]*): ', picture.read_text())
    assert {rules: text for text, rules in results} == {
        rules: str(getattr(entry.score, "plies", "=")) for rules, entry in atlas.shipped().items()
    }


#: Four in a row with gravity, by the height and then from width 4 on: + - = for the side that
#: begins, and the ply with which the game ends. John Tromp published the results up to a sum of 15
#: on his page about Connect 4, Christophe Steininger these and the plies with his solver c4.
PUBLISHED = {
    4: "=16 =20 -24 =28 -32 -36 -40 -44 -48",
    5: "=20 =25 =30 =35 +39 +41 +47 +51",
    6: "=24 =30 -36 +41 -48 -52 +59",
    7: "=28 =35 +41 =49 +53 +55",
    8: "=32 =40 -48 +55 -62",
    9: "=36 =45 +53 =63",
    10: "=40 =50 -60 +69",
    11: "=44 =55 +63",
}


def test_what_was_published_agrees() -> None:
    published = {
        Rules(width, height, 4, gravity=True).text: result
        for height, row in PUBLISHED.items()
        for width, result in enumerate(row.split(), 4)
    }
    compared = published.keys() & atlas.shipped().keys()
    assert {Rules.of("connect4").text, "6x6:4+gravity", "8x5:4+gravity"} <= compared
    for text in compared:
        score, rules = atlas.shipped()[text].score, Rules.of(text)
        found = f"={rules.cell_count}"
        if isinstance(score, Win | Loss):
            found = f"{'+' if isinstance(score, Win) else '-'}{score.plies}"
        assert (text, found) == (text, published[text])
