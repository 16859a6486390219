"""What every engine owes to its callers."""

import itertools
import random
import threading

import pytest

from enligne import Game, Position, Rules, players, symmetries
from enligne.engines import (
    ENGINES,
    Draw,
    Engine,
    Heuristic,
    Limit,
    Loss,
    Score,
    Stop,
    Win,
    best_for,
    create,
)
from enligne.engines.score import chance
from enligne.errors import FinishedError
from tests.naive import played_on, random_rules

#: One text for each engine, with what makes it quick and repeatable.
TEXTS = {
    "random": "random:seed=1",
    "greedy": "greedy",
    "minimax": "minimax:depth=2",
    "alphabeta": "alphabeta:depth=4,table_mb=1",
    "gomoku": "gomoku:depth=4,table_mb=1",
    "solver": "solver:table_mb=1",
    "oracle": "oracle:table_mb=1,threads=1",
}
SEARCHES = ["minimax", "alphabeta"]
SMALL = ["tictactoe", "connect4", "5x4:3+gravity+exact", "4x4:3", "4x5:4+exact"]


def played(*rules: str, without: str = "") -> list[tuple[str, str]]:
    """Every engine with each of these rules that it plays by, but one engine."""
    return [
        (name, each)
        for name, engine in ENGINES.items()
        for each in rules
        if name != without and engine.plays(Rules.of(each))
    ]


def open_positions(rules: str, count: int, seed: int) -> list[Position]:
    """Random positions in which the game goes on; of Connect 4, such as are quickly solved."""
    source = random.Random(seed)
    found: list[Position] = []
    while len(found) < count:
        start = Position(rules)
        position = played_on(start, source.randrange(start.rules.cell_count), source)
        if rules != "connect4" or position.ply >= 12:
            found.append(position)
    return found


@pytest.fixture(params=ENGINES)
def engine(request: pytest.FixtureRequest) -> Engine:
    return create(TEXTS[request.param])


def test_every_engine_is_under_contract() -> None:
    assert list(TEXTS) == list(ENGINES)


def test_the_text_makes_the_engine_again(engine: Engine) -> None:
    assert create(engine.text).text == engine.text
    assert create(engine.name).text == engine.name
    assert engine.about


def test_only_legal_moves_for_any_rules(engine: Engine) -> None:
    source = random.Random(5)
    drawn = [random_rules(source) for _ in range(25)]
    games = [Game(rules) for rules in drawn if engine.plays(rules)]
    assert games
    for game in games:
        depth = 2 if game.rules.cell_count < 60 else 1
        while game.outcome() is None and len(game.moves) < 12:
            found = engine.analyse(game.position, Limit(depth=depth, seconds=0.5))
            position = game.position
            for move in found.pv:
                assert move in position.legal_moves
                position = position.play(move)
            game.push(found.move)


@pytest.mark.parametrize(("name", "rules"), played(*SMALL, "9x9:5"))
def test_all_moves_have_a_score_and_the_best_is_played(name: str, rules: str) -> None:
    engine = create(TEXTS[name])
    for position in open_positions(rules, 15, seed=1):
        found = engine.analyse(position, all_moves=True)
        assert set(found.moves) == set(position.legal_moves)
        assert found.moves[found.move] == found.score == max(found.moves.values())
        assert list(found.moves.values()) == sorted(found.moves.values(), reverse=True)


@pytest.mark.parametrize(("name", "rules"), played(*SMALL, without="random"))
def test_a_win_in_one_is_taken_and_a_loss_in_one_parried(name: str, rules: str) -> None:
    engine = create(TEXTS[name])
    wins = parried = 0
    for position in open_positions(rules, 120, seed=2):
        ends = {move: position.play(move) for move in position.legal_moves}
        winning = {move for move, after in ends.items() if wins_now(after)}
        safe = {
            move
            for move, after in ends.items()
            if not any(wins_now(after.play(reply)) for reply in after.legal_moves)
        }
        move = engine.analyse(position).move
        if winning:
            assert move in winning
            wins += 1
        elif safe and len(safe) < len(ends):
            assert move in safe
            parried += 1
    assert wins
    assert parried


def wins_now(position: Position) -> bool:
    outcome = position.outcome()
    return outcome is not None and outcome.winner is not None


# What gomoku leaves out depends on the order of moves that look alike.
@pytest.mark.parametrize(("name", "rules"), played(*SMALL, without="gomoku"))
def test_symmetric_positions_score_alike(name: str, rules: str) -> None:
    engine = create(TEXTS[name])
    for position in open_positions(rules, 12, seed=3):
        scores = {engine.analyse(position.image(symmetry)).score for symmetry in symmetries(rules)}
        assert len(scores) == 1


@pytest.mark.parametrize("name", SEARCHES)
@pytest.mark.parametrize("rules", SMALL)
def test_a_score_is_the_best_of_what_the_other_side_is_left_with(name: str, rules: str) -> None:
    engine = create(TEXTS[name])
    for position in open_positions(rules, 10, seed=4):
        replies: list[Score] = []
        for move in position.legal_moves:
            after = position.play(move)
            outcome = after.outcome()
            if outcome is None:
                replies.append(engine.analyse(after, Limit(depth=1)).score.stepped_back())
            else:
                replies.append(Draw() if outcome.winner is None else Win(1))
        expected = max(replies)
        found = engine.analyse(position, Limit(depth=2)).score
        # Whether nothing or a draw was found is told apart by how far the search could see.
        assert found == expected or {found, expected} == {Draw(), Heuristic(0)}


def test_nothing_to_analyse_when_the_game_is_over(engine: Engine) -> None:
    for text in ("xxx/oo1/3", "xox/xoo/oxx"):
        with pytest.raises(FinishedError, match="nothing to analyse: the game is over"):
            engine.analyse(Position("tictactoe", text))


@pytest.mark.parametrize(("name", "rules"), played("connect4", "gomoku", "26x26:5"))
def test_a_stop_is_obeyed_and_there_is_still_a_move(name: str, rules: str) -> None:
    stop = Stop()
    stop.set()
    position = Position(rules)
    assert create(TEXTS[name]).analyse(position, stop=stop).move in position.legal_moves


@pytest.mark.parametrize(("name", "rules"), played(*SMALL, "9x9:5", without="random"))
def test_the_same_input_gives_the_same_nodes(name: str, rules: str) -> None:
    limit = Limit(nodes=20_000, seconds=600)
    for position in open_positions(rules, 5, seed=6):
        first, second, third = (
            create(TEXTS[name]).analyse(position, limit),
            (engine := create(TEXTS[name])).analyse(position, limit),
            engine.analyse(position, limit, listener=lambda _: None),
        )
        assert first.nodes == second.nodes == third.nodes
        assert first.pv == second.pv == third.pv
        assert first.score == second.score == third.score


def test_streaming_gets_deeper_and_ends_with_the_answer() -> None:
    engine = create("alphabeta:table_mb=1")
    position = Position("connect4")
    stream = list(engine.analysis(position, Limit(depth=7)))
    assert [each.depth for each in stream] == list(range(1, 8))
    assert stream[-1].score == engine.analyse(position, Limit(depth=7)).score
    for early in engine.analysis(position, Limit(seconds=600)):
        if early.depth == 3:
            break
    assert early.depth == 3


@pytest.mark.parametrize("text", ["minimax:depth=40", "alphabeta:seconds=600", "solver"])
def test_a_search_leaves_python_free_to_run(text: str) -> None:
    """The search can only be stopped by this loop, which could not run if it held the GIL."""
    stop = Stop()
    worker = threading.Thread(
        target=lambda: create(text).analyse(Position("8x7:4+gravity"), stop=stop)
    )
    worker.start()
    for _ in range(100_000):
        assert worker.is_alive()
    stop.set()
    worker.join()


def test_what_a_listener_raises_is_raised_again() -> None:
    def complain(_: object) -> None:
        raise LookupError("enough")

    with pytest.raises(LookupError, match="enough"):
        create("alphabeta").analyse(Position("connect4"), listener=complain)


SWITCHES = [
    ",".join(parts)
    for parts in itertools.product(
        ("cut=on", "cut=off"),
        ("order=none", "order=shuffle", "order=threats"),
        ("deepen=on", "deepen=off"),
        ("table_mb=0", "table_mb=1"),
        ("threads=1", "threads=2"),
        ("probe=on", "probe=off"),
    )
]


@pytest.mark.parametrize("switches", SWITCHES)
def test_alphabeta_equals_minimax_with_every_switch(switches: str) -> None:
    source = random.Random(switches)
    for evaluation in ("zero", "report", "lines"):
        engine = create(f"alphabeta:{switches},evaluation={evaluation}")
        reference = create(f"minimax:depth=9,evaluation={evaluation}")
        for rules in SMALL:
            for position in open_positions(rules, 2, seed=source.randrange(10**9)):
                limit = Limit(depth=source.randint(1, 5 if "gravity" in rules else 3))
                expected = reference.analyse(position, limit, all_moves=True)
                found = engine.analyse(position, limit)
                assert found.score == expected.score
                assert expected.moves[found.move] == expected.score
                everything = engine.analyse(position, limit, all_moves=True)
                assert everything.moves == expected.moves


@pytest.mark.parametrize(
    "rules", ["9x7:5+gravity", "gomoku", "gomoku19", "26x26:5", "12x11:4+exact"]
)
def test_alphabeta_equals_minimax_on_boards_of_many_words(rules: str) -> None:
    depth = 3 if "gravity" in rules else 1
    for position in open_positions(rules, 4, seed=8):
        limit = Limit(depth=depth)
        expected = create("minimax").analyse(position, limit)
        assert create("alphabeta:table_mb=1").analyse(position, limit).score == expected.score


def test_scores_are_ordered_and_change_sides() -> None:
    ranked = [Loss(2), Loss(9), Heuristic(-3), Draw(), Heuristic(5), Win(9), Win(1)]
    assert sorted(ranked, key=lambda score: score) == ranked
    mirrored = [Loss(1), Loss(9), Heuristic(-5), Draw(), Heuristic(3), Win(9), Win(2)]
    assert [-score for score in reversed(ranked)] == mirrored
    assert Loss(2).stepped_back() == Win(3)
    assert not Heuristic(4).is_exact
    assert Draw().is_exact


def test_a_whole_small_game_is_known_exactly() -> None:
    assert create("alphabeta").analyse(Position("tictactoe")).score == Draw()
    assert create("minimax:depth=9").analyse(Position("tictactoe", "x2/1o1/2x")).score == Draw()
    assert create("alphabeta").analyse(Position("4x3:3")).score == Win(7)
    assert create("minimax:depth=6").analyse(Position("4x3:3"), all_moves=True).score < Win(6)
    assert create("minimax:depth=7").analyse(Position("4x3:3")).score == Win(7)


# Which engine is the best for some rules, and what its scores are worth.


@pytest.mark.parametrize(
    ("rules", "engine"),
    [
        ("gomoku", "gomoku"),
        ("gomoku19", "gomoku"),
        ("gomoku-exact", "gomoku"),
        ("8x8:4", "gomoku"),
        ("26x26:7", "gomoku"),
        ("10x10:3", "alphabeta"),  # beyond its tables
        ("15x15:8", "alphabeta"),
        ("tictactoe", "oracle"),
        ("6x6:5", "oracle"),
        ("connect4", "oracle"),
        ("12x10:5+gravity", "alphabeta"),
    ],
)
def test_the_best_engine_for_some_rules(rules: str, engine: str) -> None:
    assert best_for(Rules.of(rules)) == engine
    assert ENGINES[engine].plays(Rules.of(rules))


def test_the_perfect_player_leaves_large_boards_to_their_engine() -> None:
    game = Game("gomoku", "h8 a1 i8 a15 j8 o15")
    choice = players.create("perfect:seconds=60,threads=1,table_mb=4").choose(game.position)
    assert choice.analysis.score == Win(3)


def test_chances_lie_between_a_loss_and_a_win() -> None:
    for engine in ENGINES:
        values = [-(10**9), -300, -1, 0, 1, 300, 10**9]
        chances = [chance(Heuristic(value), engine) for value in values]
        assert chances == sorted(chances)
        assert chances[3] == chance(Draw(), engine) == 0.5
        assert all(chance(Loss(2), engine) < each < chance(Win(3), engine) for each in chances)
        for value, worth in zip(values, chances, strict=True):
            assert chance(Heuristic(-value), engine) == pytest.approx(1 - worth)
    # The engines count in units of their own.
    assert chance(Heuristic(200), "gomoku") < chance(Heuristic(200), "alphabeta")


def test_the_first_stone_of_gomoku_is_an_advantage_and_no_more() -> None:
    found = players.create("gomoku:nodes=20000").choose(Position("gomoku")).analysis
    assert 0.5 < chance(found.score, "gomoku") < 0.8
