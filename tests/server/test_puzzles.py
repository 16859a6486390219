"""Puzzles over the wire."""

from datetime import date

from enligne import Game
from enligne.puzzles import of_the_day, shipped
from tests.server.helpers import Client


async def test_a_puzzle_comes_with_its_solution(me: Client) -> None:
    for number in (1, len(shipped()) // 2, len(shipped())):
        puzzle = shipped()[number - 1]
        told = await me.ask("puzzle", number=number)
        assert (told["number"], told["day"]) == (number, None)
        assert (told["theme"], told["depth"], told["band"]) == (
            *(puzzle.theme, puzzle.depth),
            puzzle.band,
        )
        assert told["position"]["text"] == puzzle.position.text
        assert told["line"] == list(map(str, puzzle.solution))
        game = Game(puzzle.rules, puzzle.moves)
        assert told["last"] == (str(game.peek()) if game.moves else None)
        for move, position in zip(told["line"], told["after"], strict=True):
            game.push(move)
            assert position["text"] == game.position.text


async def test_the_puzzle_of_today(me: Client) -> None:
    told = await me.ask("puzzle")
    assert told["number"] == of_the_day(date.fromisoformat(told["day"]), shipped())


async def test_puzzles_of_a_kind(me: Client) -> None:
    told = await me.ask("puzzles", rules="connect4", theme="zugzwang", order="rising")
    wanted = [each for each in shipped() if each.theme == "zugzwang"]
    assert told["count"] == len(wanted)
    found = [shipped()[number - 1] for number in told["numbers"]]
    assert len(set(told["numbers"])) == len(found) == min(60, len(wanted))
    assert {each.theme for each in found} == {"zugzwang"}
    assert [each.ease for each in found] == sorted((each.ease for each in found), reverse=True)
    none = await me.ask("puzzles", rules="tictactoe", theme="zugzwang")
    assert (none["numbers"], none["count"]) == ([], 0)


async def test_what_is_not_there_is_refused(me: Client) -> None:
    assert await me.refused("puzzle", number=len(shipped()) + 1) == "bad_request"
    assert await me.refused("puzzle", number=0) == "bad_request"
    assert await me.refused("puzzles", theme="luck") == "bad_request"
    assert await me.refused("puzzles", rules="0x0:1") == "rules"
