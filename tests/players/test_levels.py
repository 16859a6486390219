"""The ten levels: what each may overlook, what it never does, and that each is better than the
last."""

import itertools
import random

import pytest

from enligne import Game, Position, players
from enligne.engines.solver import Solver
from enligne.move import Move
from enligne.outcome import Outcome
from enligne.players import Player
from enligne.players.levels.skills import MOST
from enligne.players.levels.tactics import dangers, wins

LEVELS = range(1, MOST + 1)
RULES = ["tictactoe", "connect4", "gomoku", "4x4:3+exact", "8x7:5+gravity", "10x10:3", "6x9:4"]


def random_positions(rules: str, count: int, seed: int) -> list[Position]:
    """Positions of unfinished games of random moves near the middle."""
    luck = random.Random(seed)
    found: list[Position] = []
    while len(found) < count:
        game = Game(rules)
        for _ in range(luck.randrange(2, 14)):
            moves = [*game.legal_moves]
            middle = (game.rules.width / 2, game.rules.height / 2)
            moves.sort(key=lambda move: abs(move.column - middle[0]) + abs(move.row - middle[1]))
            game.push(luck.choice(moves[:16]))
            if game.outcome() is not None:
                break
        else:
            if len(game.legal_moves) > 1:
                found.append(game.position)
    return found


def played(game: Game, first: Player, second: Player, *, most: int = 1000) -> Game:
    """The game, after it was played to its end or to some length."""
    while game.outcome() is None and len(game.moves) < most:
        game.push((first, second)[game.side].choose(game.position).move or "")
    return game


def winner_after(position: Position, move: Move) -> Outcome | None:
    outcome = position.play(move).outcome()
    return outcome if outcome is not None and outcome.winner is not None else None


@pytest.mark.parametrize("rules", RULES)
def test_wins_and_dangers_are_what_the_rules_say(rules: str) -> None:
    for position in random_positions(rules, 6 if rules == "gomoku" else 30, seed=1):
        expected = [move for move in position.legal_moves if winner_after(position, move)]
        assert wins(position) == expected
        if expected:
            continue
        # A player that plays elsewhere leaves the other side exactly these.
        threatened = set(dangers(position))
        for elsewhere in position.legal_moves:
            after = position.play(elsewhere)
            if after.outcome() is not None:
                continue
            left = {move for move in after.legal_moves if winner_after(after, move)}
            above = Move(elsewhere.column, min(elsewhere.row + 1, 25))
            # With gravity, a move may open the cell above it.
            assert left - {above} == threatened - {elsewhere, above}


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("level", range(3, MOST + 1))
def test_from_the_third_on_a_win_in_one_is_taken(rules: str, level: int) -> None:
    player = players.create(f"level:{level},seed=1")
    winnable = [each for each in random_positions(rules, 60, seed=2) if wins(each)][:6]
    assert winnable
    for position in winnable:
        assert player.choose(position).move in wins(position)


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("rules", ["tictactoe", "connect4"])
def test_they_play_differently_from_game_to_game(rules: str, level: int) -> None:
    games = set()
    for seed in range(4):
        start = "ddddddcc" if rules == "connect4" else ""
        player = players.create(f"level:{level},seed={seed}")
        games.add(tuple(played(Game(rules, start), player, player, most=20).moves))
    assert len(games) > 1


def test_the_same_seed_plays_the_same_game() -> None:
    one, other = (
        played(Game("connect4"), *(players.create(f"level:{level},seed=5") for level in (4, 6)))
        for _ in range(2)
    )
    assert one == other


def score(above: str, below: str, rules: str, games: int) -> float:
    total = 0.0
    pair = [players.create(above), players.create(below)]
    for number in range(games):
        seats = pair if number % 2 == 0 else pair[::-1]
        outcome = played(Game(rules), *seats).outcome()
        assert outcome is not None
        total += 0.5 if outcome.winner is None else seats[outcome.winner] is pair[0]
    return total / games


@pytest.mark.parametrize(
    ("rules", "games", "levels"),
    [("tictactoe", 40, (1, 4, 7, 10)), ("connect4", 12, (1, 3, 5, 7)), ("gomoku", 10, (1, 3, 6))],
)
def test_better_levels_beat_worse_ones(rules: str, games: int, levels: tuple[int, ...]) -> None:
    for low, high in itertools.pairwise(levels):
        assert score(f"level:{high},seed=1", f"level:{low},seed=2", rules, games) > 0.6


def test_the_last_one_never_lets_a_result_slip_where_the_game_is_solved() -> None:
    player = players.create("level:10,seed=3")
    solver = Solver()
    for position in random_positions("tictactoe", 40, seed=4):
        verdicts = solver.verdicts(position) or {}
        move = player.choose(position).move
        assert move is not None
        assert verdicts[move] == max(verdicts.values())
