"""The core against a naive referee over many random games of random rules."""

from __future__ import annotations

import random

import pytest

from enligne import Cell, Position, Side, symmetries
from tests.naive import NaiveGame, random_rules

CHUNKS = 20
GAMES_PER_CHUNK = 1000


def outcome_of(position: Position) -> tuple[bool, Side | None]:
    outcome = position.outcome()
    return outcome is not None, None if outcome is None else outcome.winner


def check(position: Position, naive: NaiveGame) -> None:
    assert outcome_of(position) == (naive.is_over, naive.winner)
    assert set(position.winning_cells) == naive.winning_cells
    assert set(position.legal_moves) == naive.legal_moves()
    assert len(position.legal_moves) == len(naive.legal_moves())


def check_images(position: Position, naive: NaiveGame) -> None:
    canonical, back = position.canonical()
    assert canonical.image(back) == position
    for symmetry in symmetries(position.rules):
        image = position.image(symmetry)
        assert outcome_of(image) == outcome_of(position)
        assert set(image.winning_cells) == {symmetry(cell) for cell in position.winning_cells}
        assert set(image.legal_moves) == {symmetry(move) for move in position.legal_moves}
        assert image.canonical().position == canonical
        assert image.image(symmetry.inverse) == position
        if not naive.is_over:
            move = next(iter(position.legal_moves))
            assert image.play(symmetry(move)) == position.play(move).image(symmetry)


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_core_agrees_with_the_naive_referee(chunk: int) -> None:
    source = random.Random(chunk)
    wins = draws = 0
    for _ in range(GAMES_PER_CHUNK):
        rules = random_rules(source)
        position, naive = Position(rules), NaiveGame(rules)
        positions = [position]
        # Looking at everything at every ply of a 26x26 game would take too long.
        looks = {source.randrange(rules.cell_count) for _ in range(3)}
        look_at_images = source.choice(sorted(looks))
        check(position, naive)
        while not naive.is_over:
            move = source.choice(list(position.legal_moves))
            naive.play(move)
            position = position.play(move)
            positions.append(position)
            assert outcome_of(position) == (naive.is_over, naive.winner)
            if position.ply in looks:
                check(position, naive)
            if position.ply == look_at_images:
                check_images(position, naive)
        check(position, naive)
        if source.random() < 0.2:
            check_images(position, naive)
        assert {cell: position[Cell(*cell)] for cell in naive.stones} == naive.stones
        # What was reached by play can also be set up, and is then the same position.
        assert Position(rules, position.text) == position
        assert hash(Position(rules, position.text)) == hash(position)
        wins += naive.winner is not None
        draws += naive.winner is None
    assert wins > GAMES_PER_CHUNK / 5
    assert draws > GAMES_PER_CHUNK / 20
