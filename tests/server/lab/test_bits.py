"""The Bits room: the numbers that are told hold the position, and every step can be redone."""

import random

from enligne import FIRST, SECOND, Game
from enligne.server.lab.bits import bits_view
from tests.server.helpers import Client, plain


def test_numbers_and_steps() -> None:
    position = Game("connect4", "4141414").position
    view = plain(bits_view(position))
    assert (view["stride"], view["words"]) == (7, 1)
    for side in (FIRST, SECOND):
        told = view["sides"][str(side)]
        number = position.bits(side)
        assert int(told["decimal"]) == int(told["hex"], 16) == int(told["binary"], 2) == number
        assert len(told["binary"]) == len(view["layout"]) == 49
        cells = [view["layout"][bit] for bit in range(49) if number >> bit & 1]
        assert cells == [str(cell) for cell in position.stones(side)]
    up, *others = view["sides"]["first"]["tests"]
    assert (up["direction"], up["distance"]) == ("up", 1)
    assert up["cells"] == ["d1", "d2", "d3", "d4"]
    assert int(up["starts"], 16) == 1 << 21
    operations = [(step["operation"], step["distance"]) for step in up["steps"]]
    assert operations == [(">>", 1), ("&", 0), (">>", 2), ("&", 0)]
    assert [other["distance"] for other in others] == [6, 7, 8]
    assert not any(other["cells"] for other in others)


def test_a_large_board_in_words() -> None:
    source = random.Random(2)
    game = Game("26x26:5+exact")
    for _ in range(40):
        game.push(source.choice(list(game.legal_moves)))
    view = plain(bits_view(game.position))
    assert view["words"] == 11
    assert {len(test["steps"]) for test in view["sides"]["first"]["tests"]} == {2 * 3 + 4}
    assert int(view["sides"]["second"]["decimal"]) == game.position.bits(SECOND)


async def test_over_the_wire(me: Client) -> None:
    answer = await me.ask("lab_bits", rules="tictactoe", moves=["b2", "a1"])
    assert answer["sides"]["first"]["decimal"] == str(1 << 5)
    assert await me.refused("lab_bits", rules="tictactoe", moves=["b2", "b2"]) == "illegal"
    assert await me.refused("lab_bits", rules="0x0:9", moves=[]) == "rules"
