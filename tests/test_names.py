"""What is public can be had, and is used by a program without an error of types."""

import ast
import doctest
import inspect
from collections.abc import Sequence
from pathlib import Path
from types import FunctionType, ModuleType

import pytest

import enligne
from enligne import Game, NotationError, Position, RulesError, engines, players
from tests.programs import ROOT, python
from tests.public import public_modules, public_objects

USER = ROOT / "examples" / "every_name.py"


def names_in(path: Path) -> set[str]:
    tree = ast.parse(path.read_text())
    found = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            found.add(f"{node.value.id}.{node.attr}")
    return found


def test_a_user_has_every_public_name() -> None:
    """`make types` checks that file strictly, with mypy and with pyright, and `test_documents` runs
    it."""
    used = names_in(USER)
    for name in public_objects():
        assert name.removeprefix("enligne.") in used, name


@pytest.mark.parametrize("name", public_objects())
def test_every_public_object_says_what_it_is(name: str) -> None:
    """Classes and functions, and what can be called or read of classes."""
    found = public_objects()[name]
    if not isinstance(found, type | FunctionType):
        return  # a constant, which the reference describes
    assert "__doc__" in vars(found) or isinstance(found, FunctionType)
    assert inspect.getdoc(found)
    for member, value in vars(found).items():
        if isinstance(value, FunctionType | property | classmethod | staticmethod):
            assert member.startswith("_") or inspect.getdoc(getattr(found, member)), member


@pytest.mark.parametrize("module", public_modules(), ids=lambda module: module.__name__)
def test_examples_in_docstrings_are_true(module: ModuleType) -> None:
    assert doctest.testmod(module).failed == 0


def test_names_are_found_when_they_are_used() -> None:
    assert set(enligne.__all__) <= set(dir(enligne))
    for name in enligne.__all__:
        assert getattr(enligne, name) is not None
    with pytest.raises(AttributeError, match="module 'enligne' has no attribute 'nobody'"):
        _ = enligne.nobody  # type: ignore[attr-defined]
    script = (
        "import sys, enligne\n"
        "assert not {'enligne.engines', 'enligne.players', 'numpy', 'asyncio'} & set(sys.modules)\n"
        "print(enligne.engines.create('greedy'), enligne.Win(3), enligne.arena.play)\n"
    )
    done = python("-c", script)
    assert (done.code, done.errors) == (0, "")
    assert done.output.startswith("engines.create('greedy') win in 3 <function play")


def test_natural_ways_to_write_it() -> None:
    game = Game("connect4", "121212")
    for given in (game, game.position):
        assert str(engines.create("greedy").analyse(given).move) == "a4"
        assert str(players.create("greedy").choose(given).move) == "a4"
    assert Game(game.position, "a").is_over
    assert Game(game.position).start == game.position
    with pytest.raises(ValueError, match="a game has one start"):
        Game(game.position, start=game.position)
    with pytest.raises(TypeError, match="5 is neither a position nor a game: write Position"):
        engines.create("greedy").analyse(5)  # type: ignore[arg-type]
    with pytest.raises(NotationError, match=r"3 is not a move: .* position.move_of\(3\) is"):
        game.push(3)  # type: ignore[arg-type]
    with pytest.raises(NotationError, match="None is not a move: write a text such as 'd1'"):
        Position("gomoku").play(None)  # type: ignore[arg-type]
    with pytest.raises(RulesError, match="'7' is not rules: write a text such as 'connect4'"):
        Game(7)  # type: ignore[arg-type]


def test_copies_and_legal_moves() -> None:
    game = Game("connect4", "4455")
    twin = game.copy()
    twin.push("a")
    twin.resign()
    assert (len(game.moves), len(twin.moves)) == (4, 5)
    assert (game.is_over, twin.is_over, twin.position.is_over) == (False, True, False)
    assert twin.copy() == twin
    moves = game.legal_moves
    assert isinstance(moves, Sequence)
    assert [str(moves[0]), str(moves[-1])] == ["a1", "g1"]
    assert moves[1:3] == list(moves)[1:3]
    assert list(reversed(moves)) == list(moves)[::-1]
    assert (moves.index("d"), moves.count("d3"), moves.count("d4")) == (3, 1, 0)
    assert "e3" in moves
    with pytest.raises(IndexError):
        _ = moves[7]


def test_who_won_is_never_falsy() -> None:
    outcome = Game("connect4", "1212121").outcome()
    assert outcome is not None
    assert outcome.winner
