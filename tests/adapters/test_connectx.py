"""Players as files for Kaggle's ConnectX: what a file plays is what the player plays."""

import random
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from enligne import FIRST, SECOND, Game, PlayerTextError, Position, _core, arena, engines, players
from enligne.adapters import connectx, connectx_file
from enligne.engines.searches import EVALUATIONS, Minimax
from enligne.players import levels
from enligne.players.levels import skills
from enligne.spec import PlayerSpec
from tests.programs import python, run

BOARDS = ["connect4", "6x5:3+gravity", "9x6:5+gravity", "5x7:4+gravity", "4x4:3+gravity"]


def games(rules: str, count: int) -> list[Game]:
    """Random games that are not over."""
    luck = random.Random(rules)
    found: list[Game] = []
    while len(found) < count:
        game = Game(rules)
        for _ in range(luck.randrange(game.rules.cell_count)):
            if game.is_over:
                break
            game.push(luck.choice(game.legal_moves))
        if not game.is_over:
            found.append(game)
    return found


def asked(position: Position, seconds: float = 60.0) -> tuple[Any, Any]:
    """What Kaggle shows of a position."""
    rules = position.rules
    marks = {None: 0, FIRST: 1, SECOND: 2}
    board = [
        marks[position[f"{chr(97 + column)}{row}"]]
        for row in range(rules.height, 0, -1)
        for column in range(rules.width)
    ]
    observation = SimpleNamespace(board=board, mark=position.side + 1, step=position.ply)
    configuration = SimpleNamespace(
        columns=rules.width, rows=rules.height, inarow=rules.run, actTimeout=seconds
    )
    return observation, configuration


def loaded(player: str) -> ModuleType:
    module = ModuleType("submission")
    sys.modules[module.__name__] = module
    exec(connectx.exported(player), vars(module))
    return module


@pytest.mark.parametrize("rules", BOARDS)
def test_positions_look_worth_the_same(rules: str) -> None:
    for game in games(rules, 60):
        position = game.position
        board = connectx_file.Geometry.of(
            position.rules.width, position.rules.height, position.rules.run
        )
        own, others = position.bits(position.side), position.bits(position.side.other)
        expected = _core.evaluate(position._handle, EVALUATIONS["lines"])
        assert board.evaluate(own, others) == expected
        assert connectx.position_of(*asked(position)) == position


@pytest.mark.parametrize("rules", BOARDS)
@pytest.mark.parametrize(
    "player", ["minimax:depth=1", "minimax:depth=3", "greedy", "random:seed=4"]
)
def test_a_file_plays_the_moves_of_its_player(rules: str, player: str) -> None:
    ours, theirs = players.create(player), loaded(player).agent
    for game in games(rules, 8):
        assert theirs(*asked(game.position)) == ours.choose(game).move.column


@pytest.mark.parametrize("rules", BOARDS[:3])
def test_alphabeta_plays_a_best_move(rules: str) -> None:
    agent = loaded("alphabeta:depth=4").agent
    for game in games(rules, 6):
        found = engines.create("alphabeta:depth=4").analyse(game, all_moves=True)
        column = agent(*asked(game.position))
        assert found.moves[game.position.move(str(column + 1))] == found.score


@pytest.fixture
def in_order(monkeypatch: pytest.MonkeyPatch) -> None:
    """Levels that look ahead with minimax, which finds the scores of alphabeta, but tells moves
    that are as good in the order of their columns: then a seed decides all of a game."""
    usual = skills.skill

    def with_minimax(level: int, rules: Any) -> Any:
        mine = usual(level, rules)
        depth = mine.engine.values["depth"]
        return replace(mine, engine=PlayerSpec.of(Minimax, depth=depth))

    monkeypatch.setattr(levels, "skill", with_minimax)


@pytest.mark.usefixtures("in_order")
@pytest.mark.parametrize("level", range(1, 7))
def test_levels_play_the_same_games_with_the_same_seed(
    level: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(levels, "chance", lambda score, _: engines.score.chance(score, "alphabeta"))
    rules = "5x4:3+gravity" if level > 4 else "connect4"
    for seed in range(3):
        ours = players.create(f"level:{level},seed={seed}")
        theirs = loaded(f"level:{level},seed={seed}").agent
        game = Game(rules)
        luck = random.Random(seed)
        while not game.is_over:
            move = ours.choose(game).move
            assert theirs(*asked(game.position)) == move.column
            game.push(move)
            if not game.is_over:
                game.push(luck.choice(game.legal_moves))


def test_a_file_runs_alone_and_ends_its_search(tmp_path: Path) -> None:
    path = tmp_path / "submission.py"
    assert run("connectx", "export", "alphabeta", str(path)) == (0, "", "")
    script = (
        "import sys\n"
        "from types import SimpleNamespace as N\n"
        f"names = {{}}; exec(open({str(path)!r}).read(), names)\n"
        "assert list(names)[-1] == 'agent', 'Kaggle takes the last function'\n"
        "config = N(columns=7, rows=6, inarow=4, actTimeout=0.5)\n"
        "print(names['agent'](N(board=[0] * 42, mark=1), config))\n"
        "assert not any('enligne' in name or 'numpy' in name for name in sys.modules)\n"
    )
    done = python("-S", "-c", script)
    assert (done.errors, done.code) == ("", 0)
    assert done.output.strip() in "0123456"


def test_a_file_is_a_player_here(tmp_path: Path) -> None:
    path = tmp_path / "submission.py"
    run("connectx", "export", "level:6,seed=1", str(path))
    match = arena.play(f"connectx:{path}", "random:seed=1", "5x5:4+gravity", games=4)
    assert match.results.tally(0).wins >= 3


def test_what_cannot_be_exported_is_said(tmp_path: Path) -> None:
    path = tmp_path / "submission.py"
    for player, reason in {
        "perfect": "perfect cannot be exported: only random, greedy, minimax, alphabeta and level",
        "level:9": "level:9 cannot be exported: it asks the solver, level:8 does not",
        "minimax:evaluation=report": "only the evaluation of lines can be exported",
        "alphabeta:nodes=100": "a limit of nodes cannot be exported",
        "nobody": "'nobody' is not a player",
    }.items():
        done = run("connectx", "export", player, str(path))
        assert (done.code, done.output) == (2, "")
        assert reason in done.errors
    assert not path.exists()
    assert run("connectx", "export", "random", str(tmp_path / "no" / "where.py")).code == 2


def test_players_are_agents_by_this_package() -> None:
    agent = connectx.agent("perfect")
    assert agent(*asked(Game("connect4", "121212").position)) == 0
    with pytest.raises(PlayerTextError):
        connectx.agent("nobody")


def test_in_the_environment_of_kaggle() -> None:
    """Its pins exclude other versions of what the extra installs: it is there by hand only."""
    kaggle = pytest.importorskip("kaggle_environments")
    sizes = {"columns": 6, "rows": 5, "inarow": 4}
    for settings in ({}, sizes):
        file = connectx.exported("minimax:depth=3")
        players_there: list[str | Callable[..., int]] = [file, connectx.agent("level:3,seed=1")]
        environment = kaggle.make("connectx", configuration=settings)
        environment.run([*players_there])
        configuration = environment.configuration
        rules = f"{configuration.columns}x{configuration.rows}:{configuration.inarow}+gravity"
        game = Game(rules)
        for number, step in enumerate(environment.steps[1:]):
            game.push(str(step[number % 2].action + 1))
            shown = step[0].observation
            assert connectx.position_of(shown, configuration) == game.position
        outcome = game.outcome()
        assert outcome is not None
        sign = 0 if outcome.winner is None else 1 if outcome.winner is FIRST else -1
        assert [each.reward for each in environment.state] == [sign, -sign]
