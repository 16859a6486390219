"""What every player owes to its opponents."""

from pathlib import Path

import pytest

from enligne import FinishedError, Position, RulesError
from enligne.engines import Limit
from enligne.engines.solver import Solver
from enligne.learning import Brain, Menace, Store
from enligne.players import PLAYERS, Player, create
from tests.engines.test_engines import TEXTS as ENGINE_TEXTS
from tests.engines.test_engines import open_positions
from tests.programs import FIRST_FREE, peer

TEXTS = {
    "level": "level:4,seed=1",
    "perfect": "perfect:table_mb=4,threads=1",
    "menace": "menace:brain=contract,seed=1",
    "gomocup": peer(),
    "connectx": f"connectx:{FIRST_FREE}",
    "python": "python:tests.players.own:first",
} | ENGINE_TEXTS
RULES = ["tictactoe", "5x4:4+gravity", "4x4:3+exact", "6x5:5"]
#: Those who do not play by all of them: one has boxes for one game, one plays five in a row, one
#: where stones do not fall.
PLAYED = {
    "menace": ["tictactoe"],
    "gomocup": ["6x5:5"],
    "gomoku": ["tictactoe", "4x4:3+exact", "6x5:5"],
}
#: Other programs answer when the machine lets them; the others keep to any time.
PROGRAMS = ("gomocup", "connectx")


def pairs(*, are_played: bool) -> list[tuple[str, str]]:
    """Every player with each of the rules that it plays by, or does not."""
    return [
        (name, rules)
        for name in TEXTS
        for rules in RULES
        if (rules in PLAYED.get(name, RULES)) == are_played
    ]


@pytest.fixture(autouse=True)
def brain(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ENLIGNE_BRAINS", str(tmp_path))
    Store().create(Brain("contract", Menace("tictactoe", side="random")))


@pytest.fixture(params=TEXTS)
def player(request: pytest.FixtureRequest, brain: None) -> Player:
    del brain  # it must be there
    return create(TEXTS[request.param])


def test_every_player_is_under_contract() -> None:
    assert list(TEXTS) == list(PLAYERS)


def test_the_text_makes_the_player_again(player: Player) -> None:
    assert create(player.text).text == player.text
    assert player.about


@pytest.mark.parametrize(("name", "rules"), pairs(are_played=True))
def test_moves_are_legal(name: str, rules: str) -> None:
    player = create(TEXTS[name])
    limit = Limit(seconds=300 if name in PROGRAMS else 0.2)
    for position in open_positions(rules, 10, seed=1):
        assert player.choose(position, limit).move in position.legal_moves


@pytest.mark.parametrize(("name", "rules"), pairs(are_played=False))
def test_other_rules_are_refused(name: str, rules: str) -> None:
    player = create(TEXTS[name])
    for position in open_positions(rules, 10, seed=1):
        with pytest.raises(RulesError):
            player.choose(position, Limit(seconds=300))


def test_a_finished_game_has_no_move(player: Player) -> None:
    with pytest.raises(FinishedError, match="the game is over"):
        player.choose(Position("tictactoe", "xxx/oo1/3"))


@pytest.mark.parametrize("rules", ["tictactoe", "5x4:4+gravity", "4x4:4+gravity", "4x3:3"])
def test_perfect_never_lets_a_result_slip_against_any_reply(rules: str) -> None:
    """Follows every reply to the player, for both sides, and asks the solver before and after."""
    player = create("perfect:table_mb=4,threads=1")
    solver = Solver(table_mb=4)
    seen: set[Position] = set()
    start = Position(rules)
    frontier = [start, *(start.play(move) for move in start.legal_moves)]
    while frontier and len(seen) < 1500:
        position = frontier.pop()
        if position in seen:
            continue
        seen.add(position)
        verdict, moves = solver.verdict(position), solver.verdicts(position) or {}
        move = player.choose(position).move
        assert move is not None
        assert moves[move] == verdict.score, repr(position)
        after = position.play(move)
        frontier += [
            reply for move in after.legal_moves if (reply := after.play(move)).outcome() is None
        ]
    assert len(seen) > 20


def test_perfect_searches_where_it_cannot_solve() -> None:
    choice = create("perfect:seconds=0.2,table_mb=4").choose(Position("gomoku"))
    assert not choice.analysis.score.is_exact
