"""Tournaments of players of every kind, honest and hostile."""

import json
import random
from collections.abc import Callable
from pathlib import Path

import pytest
from benchmarks.arena_kill import Victim

from enligne import PlayerTextError, RulesError, Termination, arena
from enligne.arena import Plan, Results, Tournament
from enligne.arena.plan import seeded
from enligne.errors import BrainError, JournalError
from enligne.learning import Brain, Menace, Store, train
from enligne.outcome import Outcome
from enligne.players import parse
from enligne.record import Record, read
from tests.programs import FIRST_FREE, peer


@pytest.fixture
def brain(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A trained machine, and the file that it is kept in."""
    monkeypatch.setenv("ENLIGNE_BRAINS", str(tmp_path / "brains"))
    machine = Menace("tictactoe", side="random", seed=1)
    train(machine, "random", 200)
    Store().create(Brain("class-a", machine))
    return Store().path("class-a")


def check(results: Results) -> None:
    """What holds of every tournament that is over."""
    assert results.is_complete
    assert [game.pairing.number for game in results.games] == list(range(results.scheduled))
    for game in results.games:
        record = Record.parse(game.record)
        both = (game.pairing.first, game.pairing.second)
        assert (record.first, record.second) == tuple(results.players[each] for each in both)
        outcome = record.game.outcome()
        assert outcome is not None
        winner = None if game.winner is None else both.index(game.winner)
        assert outcome == Outcome(winner, Termination(game.termination))  # type: ignore[arg-type]
        assert game.plies == sum(game.moves)
        opening = int(record.tags.get("OpeningPlies", 0))
        assert game.plies == len(record.game.moves) - opening
    assert sum(results.points(each) for each in range(len(results.players))) == results.scheduled


def test_players_of_every_kind_on_tictactoe(brain: Path) -> None:
    before = brain.read_bytes()
    texts = ["solver:table_mb=1", "menace:brain=class-a", "alphabeta:depth=3,table_mb=1"]
    texts += ["random", "greedy", f"connectx:{FIRST_FREE}", "perfect:seconds=0.1,threads=1"]
    results = arena.play_tournament(texts, "tictactoe", games=2)
    check(results)
    assert results.scheduled == 2 * 21
    assert not results.failures
    # Every opening is a draw, so who plays perfectly loses none.
    assert results.tally(0).losses == 0
    assert brain.read_bytes() == before, "a machine does not learn in the arena"


HOSTILE = {
    "crash": Termination.CRASH,
    "killed": Termination.CRASH,
    "hang": Termination.TIME,
    "occupied": Termination.ILLEGAL_MOVE,
    "words": Termination.ILLEGAL_MOVE,
    "flood": Termination.TIME,
    "closes": Termination.CRASH,
    "refuses": Termination.CRASH,
}


def test_hostile_programs_never_stop_a_tournament() -> None:
    texts = ["greedy", peer(), *map(peer, HOSTILE)]
    results = arena.play_tournament(
        texts, "7x7:5", games=2, form="gauntlet", time="3", openings="none"
    )
    check(results)
    assert results.tally(0, 1).games == 2
    for place, (way, termination) in enumerate(HOSTILE.items(), 2):
        games = list(results.between(place))
        assert len(games) == 2, way
        # Both games are lost, unless it never came to a move that it could spoil.
        assert {game.winner for game in games} == {0}, way
        assert {game.termination for game in games} <= {termination.value, "run"}, way
        assert any(game.reason for game in games), way
    assert not [game for game in results.between(1) if game.reason]


def test_the_same_plan_gives_the_same_games() -> None:
    def moves(processes: int) -> list[str]:
        results = arena.play_tournament(
            ["random", "greedy", "minimax:depth=2"], "5x4:4+gravity", games=4, processes=processes
        )
        check(results)
        return [game.record for game in results.games]

    assert moves(1) == moves(2)


def test_players_that_draw_lots_draw_others_each_game() -> None:
    match = arena.play("random", "random", "gomoku", games=6, openings="none")
    assert match.results.players == ("random", "random (2)")
    assert len({game.record.partition("\n\n")[2] for game in match.results.games}) == 6


def test_seeds() -> None:
    plain = parse("random")
    assert seeded(plain, 1, 2) == seeded(plain, 1, 2) != seeded(plain, 1, 3)
    assert seeded(plain, 1).text.startswith("random:seed=")
    assert seeded(parse("menace:brain=x"), 1).text.startswith("menace:brain=x,seed=")
    for text in ("random:seed=7", "greedy", "alphabeta:depth=2", "gomocup:prog --x", "connectx:f"):
        assert seeded(parse(text), 1).text == text


def test_a_match_as_a_call() -> None:
    match = arena.play("minimax:depth=3", "random", "connect4", games=20)
    assert match.record == (20, 0, 0)
    assert match.elo == float("inf")
    assert match.estimate.low > 0
    assert str(match) == "minimax:depth=3 - random: 20 won, 0 drawn, 0 lost"


def test_a_test_stops_when_it_is_decided(tmp_path: Path) -> None:
    terms = {"games": 2000, "sprt": "0,200,0.05,0.05"}
    plan = Plan.checked(("greedy", "random"), "connect4", **terms)  # type: ignore[arg-type]
    with Tournament(plan, tmp_path) as match:
        results = match.run()
        status = match.sprt
    assert status.decision == "H1"
    assert 4 < len(results.games) < 200
    with Tournament(plan, tmp_path, resume=True) as match:
        assert match.run().games == results.games
    # The other way round, the first is not the stronger one.
    match_ = arena.play("random", "greedy", "connect4", games=2000, sprt="0,200,0.05,0.05")
    assert match_.sprt.decision == "H0"


def test_games_that_are_over_sooner_do_not_decide_a_test() -> None:
    plan = Plan.checked(("greedy", "random"), "connect4", games=100, sprt="0,200,0.05,0.05")
    match = Tournament(plan)
    games = arena.play("greedy", "random", "connect4", games=60).results.games
    for game in games[2:]:  # the first pair is missing
        match._take(game)
    assert match.sprt.llr == 0
    match._take(games[0])
    assert match.sprt.llr == 0
    match._take(games[1])
    assert match.sprt.decision == "H1"


def test_a_tournament_goes_on_where_it_ended(tmp_path: Path) -> None:
    texts = ("random", "greedy", "minimax:depth=1")
    plan = Plan.checked(texts, "connect4", games=4)
    whole = Tournament(plan).run()

    class EnoughError(Exception):
        pass

    def stop(tournament: Tournament, _: object) -> None:
        if tournament.played % 3 == 0:
            raise EnoughError

    counts = []
    while True:
        with Tournament(plan, tmp_path, resume=True) as tournament:
            counts.append(tournament.played)
            try:
                results = tournament.run(listener=stop)
            except EnoughError:
                continue
            break
    assert counts == [0, 3, 6, 9, 12]
    check(results)
    assert [game.record for game in results.games] == [game.record for game in whole.games]


def test_an_interrupt_keeps_what_was_played_and_tells_it(tmp_path: Path) -> None:
    def press(tournament: Tournament, _: object) -> None:
        if tournament.played == 3:
            raise KeyboardInterrupt

    def watch(tournament: Tournament) -> Callable[[Tournament, object], None]:
        assert (tournament.played, tournament.scheduled) == (0, 10)
        return press

    with pytest.raises(arena.Interrupted, match="after 3 of 10 games") as caught:
        arena.play("greedy", "random", "tictactoe", games=10, folder=tmp_path, watch=watch)
    assert len(caught.value.results.games) == 3
    figures = json.loads((tmp_path / "results.json").read_text())
    assert (figures["played"], figures["scheduled"]) == (3, 10)
    match = arena.play("greedy", "random", "tictactoe", games=10, folder=tmp_path, resume=True)
    check(match.results)
    assert set(caught.value.results.games) < set(match.results.games)
    assert len(read(tmp_path / "games.txt").records) == 10
    assert (tmp_path / "report.html").exists()


def test_games_of_another_opening_are_noticed(tmp_path: Path) -> None:
    plan = Plan.checked(("greedy", "random"), "connect4", games=4)
    with Tournament(plan, tmp_path) as tournament:
        tournament.run()
    path = tmp_path / "journal.jsonl"
    lines = path.read_text().splitlines(keepends=True)
    opening = tournament.results.games[0].pairing.opening
    path.write_text("".join([lines[0], lines[1].replace(f'"{opening}"', '"1"'), lines[2]]))
    with (
        Tournament(plan, tmp_path, resume=True) as tournament,
        pytest.raises(JournalError, match="from another opening"),
    ):
        tournament.run()


@pytest.mark.parametrize(
    ("texts", "rules", "terms", "error", "reason"),
    [
        (("greedy", "nobody"), "connect4", {}, PlayerTextError, "'nobody' is not a player"),
        (("greedy", "menace:brain=nobody"), "tictactoe", {}, BrainError, "nobody"),
        (("greedy", "gomocup:true"), "connect4", {}, RulesError, "does not play connect4"),
        (("greedy", "solver"), "gomoku", {}, RulesError, "solver does not play gomoku"),
        (("greedy", "connectx:no.py"), "connect4", {}, PlayerTextError, "there is no file 'no.py'"),
        (("greedy",), "connect4", {}, ValueError, "it takes two players at least"),
        (("greedy", "random"), "connect4", {"games": 5}, ValueError, "an even number"),
        (("greedy", "random"), "connect4", {"time": "soon"}, ValueError, "is not a time"),
        (("greedy", "random"), "connect4", {"adjudicate": "me"}, ValueError, "is not a way"),
        (("greedy", "random"), "connect4", {"sprt": "1"}, ValueError, "is not elo0,elo1"),
        (("greedy",) * 3, "connect4", {"sprt": "0,1,.05,.05"}, ValueError, "between two"),
        (("greedy", "random"), "chess", {}, RulesError, "chess"),
        (("greedy", "random"), "connect4", {"openings": "/no/such"}, OSError, "No such file"),
    ],
)
def test_a_plan_that_cannot_be_is_refused(
    texts: tuple[str, ...],
    rules: str,
    terms: dict[str, object],
    error: type[Exception],
    reason: str,
) -> None:
    with pytest.raises(error, match=reason):
        Plan.checked(texts, rules, **terms)  # type: ignore[arg-type]


@pytest.mark.usefixtures("brain")
def test_boxes_for_another_game_are_refused() -> None:
    with pytest.raises(RulesError, match="has boxes for tictactoe, not for 4x3:3"):
        Plan.checked(("greedy", "menace:brain=class-a"), "4x3:3")


# A tournament that is killed at random moments and resumed: ``benchmarks/arena_kill.py`` does the
# same at length.


def test_every_scheduled_game_is_there_once(tmp_path: Path) -> None:
    players = ["random", "greedy", f"connectx:{FIRST_FREE}", peer()]
    victim = Victim(tmp_path / "cup", 6, players, "6x6:5")
    luck = random.Random(1)
    kills = [victim.kill_once(luck.uniform(0, 0.1), is_playing=True) for _ in range(3)]
    assert any(kills)
    victim.finish(600)
    victim.check()
    assert not victim.left_behind()
