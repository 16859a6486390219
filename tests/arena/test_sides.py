"""A machine plays the side that it learned; a match that was finished can be extended."""

import json
from pathlib import Path

import pytest

from enligne import Game, Position, RulesError, arena, players
from enligne.arena.journal import plan_of
from enligne.arena.openings import no_openings
from enligne.arena.plan import Schedule
from enligne.learning import Brain, Menace, Store, train
from enligne.learning.menace import SideName
from tests.programs import output, refusal, run


@pytest.fixture(autouse=True)
def _brains(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ENLIGNE_BRAINS", str(tmp_path / "brains"))


def learned(name: str, side: SideName, games: int = 0) -> str:
    machine = Menace("tictactoe", variant="her", side=side, seed=1)
    if games:
        train(machine, "coach", games)
    Store().create(Brain(name, machine))
    return f"menace:brain={name}"


@pytest.mark.parametrize("side", ["first", "second"])
def test_a_machine_that_can_never_lose_never_does(side: SideName) -> None:
    machine = learned("a", side, 3000)
    assert Store().load("a").machine.never_loses()
    found = arena.play_tournament(
        ["solver", machine, "greedy", "random"], "tictactoe", games=20, processes=2
    )
    assert found.tally(1).losses == 0
    assert found.conditions["openings"] == "none"
    assert found.conditions["sides"] == f"{machine} always {side}"
    place = 0 if side == "first" else 1
    for game in found.games:
        both = (game.pairing.first, game.pairing.second)
        assert 1 not in both or both[place] == 1


def test_it_plays_the_other_side_only_when_told_to() -> None:
    machine = learned("a", "first")
    reason = "learned the first side only; menace:brain=a,side=any plays the other as well"
    with pytest.raises(RulesError, match=reason):
        arena.play_game("random", machine, "tictactoe")
    assert arena.play_game("random", f"{machine},side=any", "tictactoe").game.is_over
    match = arena.play(f"{machine},side=any", "random", "tictactoe", games=2, openings="random")
    assert {game.pairing.first for game in match.results.games} == {0, 1}
    with pytest.raises(ValueError, match="players 1 and 2 cannot meet: both play the first side"):
        arena.play(machine, machine, "tictactoe", games=2)
    assert (
        players.create(machine).choose(Position("tictactoe")).move in Game("tictactoe").legal_moves
    )


def test_in_the_terminal_it_has_its_side() -> None:
    machine = learned("a", "first")
    words = ("play", "tictactoe", "--plain", "--against")
    done = run(*words, machine, stdin="quit\n")
    assert done.code == 0
    assert f"{machine} has x, you have o" in done.output
    assert "learned the first side only" in refusal(*words, machine, "--first", "me")
    assert run(*words, f"{machine},side=any", "--first", "me", stdin="quit\n").code == 0


def test_the_schedule_keeps_sides() -> None:
    found = list(Schedule(3, 4, no_openings(), sides=("both", "second", "both")))
    for pairing in found:
        assert pairing.first != 1
    assert len(found) == 12


def test_a_finished_match_is_extended(tmp_path: Path) -> None:
    folder = tmp_path / "duel"
    words = ("match", "greedy", "random", "--rules", "tictactoe", "--out", str(folder), "--quiet")
    output(*words, "--games", "4")
    first = (folder / "journal.jsonl").read_text().splitlines()[1:]
    assert "4 of 4 games" in output(*words, "--games", "4", "--resume")
    assert "10 of 10 games" in output(*words, "--games", "10", "--resume")
    assert plan_of(folder).games == 10
    short = ("match", "--resume", "--out", str(folder), "--quiet")
    assert "12 of 12 games" in output(*short, "--games", "12")
    assert "12 of 12 games" in output(*short)
    kept = (folder / "journal.jsonl").read_text().splitlines()[1:]
    assert kept[:4] == first
    assert sorted(json.loads(line)["pairing"]["number"] for line in kept) == list(range(12))
    assert "begun with other arguments: games 12, now 6" in refusal(
        *words, "--games", "6", "--resume"
    )
    whole = arena.play("greedy", "random", "tictactoe", games=12)
    resumed = json.loads((folder / "results.json").read_text())["games"]
    assert [game.winner for game in whole.results.games] == [game["winner"] for game in resumed]
