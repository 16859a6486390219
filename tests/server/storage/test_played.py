"""What the explorer counts: each finished game once, by position up to symmetry."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from enligne import Game, Position, Rules
from enligne.server.played_moves import LEAST_PLIES, Place, counted_moves
from enligne.server.storage import played
from enligne.server.storage.backup import restore_backup, write_backup
from enligne.symmetry import symmetries
from tests.server.storage.helpers import ANN, execute, opened, room_id

RULES = ("tictactoe", "connect4", "5x4:4", "4x4:3", "gomoku")
PLIES = 6


def random_game(rules: str, seed: int, plies: int = 99) -> Game:
    source = random.Random(seed)
    game = Game(rules)
    while game.outcome() is None and len(game.moves) < plies:
        game.push(source.choice(list(game.legal_moves)))
    return game


def finished(moves: list[str], rules: str = "3x3:3", **more: object) -> dict[str, Any]:
    """The document of a game that the first side has won, however."""
    return {
        "rules": rules,
        "start": None,
        "moves": moves,
        "seats": [{"kind": "person", "visitor": ANN}, {"kind": "player", "text": "greedy"}],
        "outcome": {"winner": "first", "termination": "resignation"},
    } | more


def totals(address: str) -> dict[int, int]:
    """How many games each position saw go on."""
    rows = execute(address, "SELECT position, SUM(games) AS games FROM played GROUP BY position")
    return {row.position: int(row.games) for row in rows}


@pytest.mark.parametrize("rules", RULES)
def test_images_of_a_game_are_the_same_game(rules: str) -> None:
    for seed in range(5):
        game = random_game(rules, seed, 12)
        for symmetry in symmetries(rules):
            image = Game(rules)
            for move in game.moves:
                image.push(symmetry(move))
            documents = [
                finished([str(move) for move in each.moves], rules) for each in (game, image)
            ]
            first, second = (list(counted_moves(each, 12)) for each in documents)
            assert first == second


@pytest.mark.parametrize("rules", RULES)
def test_a_name_stands_for_the_moves_that_are_the_same(rules: str) -> None:
    """By the definition: two moves are the same if they lead to images of each other."""

    def naive(position: Position) -> str:
        return min(position.image(each).text for each in symmetries(position.rules))

    for seed, plies in enumerate((0, 1, 2, 3)):
        position = random_game(rules, seed, plies).position
        place = Place.of(position)
        for move in random.Random(seed).sample(list(position.legal_moves), 5):
            same = {
                each
                for each in position.legal_moves
                if naive(position.play(each)) == naive(position.play(move))
            }
            assert place.moves(place.name(move)) <= same
            # Where no stone lies that could have been played another way, they are all.
            if plies == 0:
                assert place.moves(place.name(move)) == same


def test_positions_by_other_rules_are_others() -> None:
    keys = {Place.of(Position(Rules.of(each))).key for each in (*RULES, "3x3:3+gravity")}
    assert len(keys) == len(RULES) + 1


@pytest.mark.parametrize(
    "more",
    [
        {"seats": [{"kind": "player", "text": "greedy"}] * 2},
        {"start": "3/3/2o x"},
        {"moves": ["a1", "b2", "c3"]},
        {"outcome": {"winner": "first", "termination": "crash"}},
    ],
)
def test_what_is_no_game_of_people_is_not_counted(more: dict[str, Any]) -> None:
    moves = ["a1", "b2", "c3", "c1", "a3"]
    assert len(list(counted_moves(finished(moves), PLIES))) == 5
    assert list(counted_moves(finished(moves) | more, PLIES)) == []
    assert len(moves) > LEAST_PLIES


async def test_counts_are_those_of_all_finished_games(address: str) -> None:
    """Against a plain count of the same games, which were there before."""
    expected: Counter[int] = Counter()
    async with opened(address) as storage:
        for seed in range(3 * played.GAMES_A_STEP):
            game = random_game(("tictactoe", "connect4")[seed % 2], seed)
            document = finished([str(move) for move in game.moves], game.rules.text)
            await storage.create(room_id(), document, {ANN})
            expected.update(Place.of(each).key for each in game.positions[:-1][:PLIES])
        await storage.create("playing", finished(["a1"] * 5, outcome=None), {ANN})
        await storage.create("damaged", finished(["a9"] * 5), {ANN})
        execute(address, "UPDATE rooms SET document = '{' WHERE id = 'damaged'")
        steps = [await storage.run(lambda each: played.count_some(each, PLIES)) for _ in range(5)]
    assert sum(steps) == 3 * played.GAMES_A_STEP + 1
    assert max(steps) == played.GAMES_A_STEP
    assert steps[-1] == 0
    assert totals(address) == dict(expected)


async def test_a_game_is_counted_once(address: str) -> None:
    moves = ["a1", "b2", "c3", "c1", "a3"]
    over, going_on = finished(moves), finished(moves[:-1], outcome=None)
    empty = Place.of(Position("tictactoe")).key
    async with opened(address) as storage:

        async def count() -> int:
            return await storage.run(lambda each: played.count_some(each, PLIES))

        await storage.create("room", going_on, {ANN})
        assert await storage.save("room", 1, over, ends=True)
        # A rematch is noted before anybody has counted.
        assert await storage.save("room", 2, over | {"rematch": "another"})
        assert await count() == 1
        # Noted after that; taken back, and over once more.
        assert await storage.save("room", 3, over)
        assert await storage.save("room", 4, going_on)
        assert await storage.save("room", 5, over)
        assert await count() == 0
        assert totals(address)[empty] == 1
        # Begun anew it is another game.
        assert await storage.save("room", 6, going_on | {"moves": []})
        assert await storage.save("room", 7, over, ends=True)
        assert await count() == 1
        assert totals(address)[empty] == 2
        # Counts stay when the game is swept or deleted.
        await storage.delete_games(ANN)
    assert totals(address)[empty] == 2


async def test_a_backup_brings_games_and_each_is_counted_once(address: str, tmp_path: Path) -> None:
    file = tmp_path / "backup"
    over = finished(["a1", "b2", "c3", "c1", "a3"])
    empty = Place.of(Position("tictactoe")).key

    async def count() -> None:
        async with opened(address) as storage:
            await storage.run(lambda each: played.count_some(each, PLIES))

    async with opened(address) as storage:
        await storage.create("kept", over, {ANN})
        await storage.create("removed", over, {ANN})
    await count()
    assert totals(address)[empty] == 2
    write_backup(address, file, lambda *_: None)
    execute(address, "DELETE FROM played")
    execute(address, "DELETE FROM rooms WHERE id = 'removed'")
    restore_backup(address, file, lambda *_: None, replaces=True)
    await count()
    assert totals(address)[empty] == 1


async def test_what_is_played_least_goes_first(address: str) -> None:
    async with opened(address) as storage:
        for seed in range(8):
            game = random_game("tictactoe", seed)
            moves = [str(move) for move in game.moves]
            for _ in range(1 + seed % 2):
                await storage.create(room_id(), finished(moves), {ANN})
        while await storage.run(lambda each: played.count_some(each, PLIES)):
            pass
        kept = "SELECT games, ply FROM played ORDER BY games DESC, ply"
        before = execute(address, kept)
        most = len(before) // 2
        while await storage.run(lambda each: played.prune(each, most)):
            pass
        assert execute(address, kept) == before[:most]
