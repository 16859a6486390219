"""``enligne trace`` as a person runs it."""

import json
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from enligne import Game, engines
from tests.programs import output, refusal

SVG = "{http://www.w3.org/2000/svg}"
TREE = "[[3, 12, 8], [2, 4, 6], [14, 5, 2]]"


def tree_lines(text: str) -> list[str]:
    """The lines of the nodes themselves, without those of what is cut or not shown."""
    lines = text.split("\n\n", 1)[1].splitlines()
    return [line for line in lines if " = " in line]


def test_the_tree_as_text() -> None:
    text = output("trace", "connect4", "444433", "--engine", "alphabeta:depth=3,deepen=off")
    found = engines.create("alphabeta:depth=3,deepen=off").analyse(
        Game("connect4", "444433").position, trace=10_000
    )
    assert found.trace is not None
    assert f"{found.score}, {' '.join(map(str, found.pv))}; {found.nodes} nodes" in text
    lines = tree_lines(text)
    assert len(lines) == len(found.trace)
    for line, node in zip(lines, found.trace, strict=True):
        # How far a line is indented says how deep the node is.
        indent = len(re.match(r"[│├└─ ]*", line)[0])  # type: ignore[index]
        assert indent == 3 * node.ply
        if node.move is not None:
            assert line[indent:].split()[0] == str(node.move)
        assert ("cut by" in line) == node.is_cut
        assert ("horizon" in line) == (node.end == "depth")
    cut = [line for line in text.splitlines() if "─ cut: " in line]
    assert len(cut) == sum(node.is_cut for node in found.trace)


def test_what_is_not_shown_is_counted() -> None:
    arguments = ("trace", "connect4", "4444", "--engine", "alphabeta:depth=4")
    whole = output(*arguments, "--most", "100000")
    last = len(tree_lines(whole)) - 1
    for more in (("--plies", "1"), ("--plies", "2"), ("--most", "30"), ("--most", "3")):
        part = output(*arguments, *more)
        hidden = sum(int(each.replace(",", "")) for each in re.findall(r"… ([\d,]+) node", part))
        assert len(tree_lines(part)) - 1 + hidden == last
    first = tree_lines(output(*arguments, "--depth", "1"))
    assert len(first) < 20
    assert first[0].startswith("root, depth 1")


def test_the_trace_as_json(tmp_path: Path) -> None:
    file = tmp_path / "tree.json"
    arguments = ("trace", "tictactoe", "b2 a1", "--engine", "alphabeta:depth=4")
    assert output(*arguments, "--most", "50", "--json", str(file)) == ""
    data = json.loads(file.read_text())
    found = engines.create("alphabeta:depth=4").analyse(
        Game("tictactoe", "b2 a1").position, trace=50
    )
    assert {key: data[key] for key in found.trace.to_json()} == found.trace.to_json()
    assert (data["engine"], data["score"]) == ("alphabeta:depth=4", found.score.data)
    assert json.loads(output(*arguments, "--json", "-"))["left_out"] == 0


@pytest.mark.parametrize(
    ("arguments", "nodes", "boards"),
    [
        (("tictactoe", "b2 a1 c1 a3", "--engine", "alphabeta:depth=2,order=none"), 16, True),
        (("connect4", "4444", "--engine", "minimax:depth=3"), 399, False),
        (("connect4", "4444", "--engine", "minimax:depth=5", "--plies", "2"), 57, False),
        (("gomoku", "h8", "--engine", "alphabeta:depth=1"), 225, False),
        (("--tree", TREE, "--theme", "dark"), 11, False),
    ],
)
def test_the_tree_as_a_picture(arguments: tuple[str, ...], nodes: int, boards: bool) -> None:
    picture = ElementTree.fromstring(output("trace", *arguments, "--svg", "-"))
    groups = [each for each in picture.iter(f"{SVG}g") if "node" in each.get("class", "").split()]
    assert len(groups) == nodes
    assert [each.tag for each in picture[:2]] == [f"{SVG}title", f"{SVG}desc"]
    assert all(group[0].tag == f"{SVG}title" for group in groups)
    assert (len(list(picture.iter(f"{SVG}svg"))) > 1) == boards
    width, height = map(float, picture.attrib["viewBox"].split()[2:])
    boxes = []
    for group in groups:
        rect = group.find(f"{SVG}rect")
        box = [float(rect.attrib[name]) for name in ("x", "y", "width", "height")]
        assert box[0] >= 0
        assert box[0] + box[2] <= width
        assert box[1] + box[3] <= height
        boxes.append(box)
    # No node lies on another.
    for number, (x, y, wide, tall) in enumerate(boxes):
        for other_x, other_y, *_ in boxes[:number]:
            assert abs(x - other_x) >= wide or abs(y - other_y) >= tall
    assert not re.search(r"https?://(?!www\.w3\.org)", ElementTree.tostring(picture, "unicode"))


def test_the_textbook() -> None:
    text = output("trace", "--tree", "-", stdin=TREE)
    assert "10 nodes" in text
    assert "cut by alpha" in text
    assert "12 nodes" in output("trace", "--tree", TREE, "--engine", "minimax")
    probing = output("trace", "--tree", TREE, "--engine", "alphabeta")
    assert "probe" in probing


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        ((), "what to search? Give RULES, or --tree LISTS"),
        (("connect4", "--engine", "solver"), "solver has no trace; minimax and alphabeta have"),
        (("connect4", "--engine", "alphabeta:threads=2"), "a trace is of one thread"),
        (("connect4", "--depth", "9"), "there is no tree of depth 9: there is 1 to 3"),
        (("connect4", "1212121"), "the game is over"),
        (("connect4", "--json", "a", "--svg", "b"), "not both"),
        (("connect4", "--tree", TREE), "not both"),
        (("--tree", "[[1, 2"), "is not lists such as"),
        (("--tree", "[" * 3000), "is not lists such as"),
        (("--tree", "[[1], [x]]"), "is not lists such as"),
        (("--tree", "[[1], []]"), "child 2 is an empty list"),
        (("--tree", TREE, "--engine", "greedy"), "greedy has no trace"),
        (("connect4", "--most", "0"), "is not a whole number from 1"),
        (("connect4", "--json", "/nonexistent/file"), "No such file or directory"),
    ],
)
def test_what_cannot_be_done_is_said(arguments: tuple[str, ...], complaint: str) -> None:
    assert complaint in refusal("trace", *arguments)
