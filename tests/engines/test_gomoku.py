"""The Gomoku engine: what it claims is checked by playing on, what it must do by plain rules."""

import random
from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import islice

import pytest

from enligne import Cell, Game, PlayerTextError, Position, Rules, RulesError, symmetries
from enligne.engines import Analysis, Draw, Heuristic, Limit, Loss, Stop, Win, create
from enligne.engines.gomoku import TECHNIQUES, Gomoku
from enligne.engines.solver import Solver
from tests.engines.test_engines import open_positions
from tests.naive import NaiveGame, Windows, lively_game

LIVELY = [
    *["15x15:5", "15x15:5+exact", "20x20:5", "9x9:5", "10x7:5", "9x9:5+exact"],
    *["8x8:4", "7x7:4+exact", "12x12:6", "13x13:7"],
]


def lively_positions(rules: str, seed: int) -> Iterator[Position]:
    """Positions without end in which there is something to be found."""
    source = random.Random(f"{rules} {seed}")
    while True:
        game = lively_game(Rules.of(rules), source)
        is_drawn = len(game) == game[0].rules.cell_count
        # What there is to be found comes near the end, unless it is a draw.
        yield from game[10:50:10] if is_drawn else game[max(2, len(game) - 24) :]


def long_runs(rules: str) -> bool:
    return Rules.of(rules).run > 5


class TooLongError(Exception):
    """A proof takes more analyses than it may."""


class Proof:
    """Whether a side wins whatever the other does: the engine chooses its moves, and of the other
    side's all are tried but those that plainly lose at once."""

    def __init__(self, position: Position, analyses: int) -> None:
        self.board = Windows.of(position)
        self.left = analyses
        self.engine = create("gomoku:table_mb=4")
        self.known: dict[Position, bool] = {}

    def is_won(self, position: Position) -> bool:
        """For the side to move."""
        if position not in self.known:
            self.known[position] = self._is_won(position)
        return self.known[position]

    def _is_won(self, position: Position) -> bool:
        if self.board.wins(self.board.side):
            return True
        if position.outcome() is not None or (move := self._winning_move(position)) is None:
            return False
        self.board.play(move)
        result = self.is_lost(position.play(move))
        self.board.take_back(move)
        return result

    def is_lost(self, position: Position) -> bool:
        """For the side to move."""
        if self.board.wins(self.board.side) or position.outcome() is not None:
            return False
        for move in self._replies():
            self.board.play(move)
            result = self.is_won(position.play(move))
            self.board.take_back(move)
            if not result:
                return False
        return True

    def _winning_move(self, position: Position) -> Cell | None:
        """What the engine plays where it must find a win; it may look longer if need be."""
        for nodes in (3_000, 100_000, 1_000_000):
            self.left -= 1
            if self.left < 0:
                raise TooLongError
            found = self.engine.analyse(position, Limit(nodes=nodes))
            if isinstance(found.score, Win):
                return found.move
        return None

    def _replies(self) -> set[Cell]:
        """All moves but those after which the other side wins at once or by an open four."""
        board, side = self.board, self.board.side
        if threats := board.wins(1 - side):
            return threats if len(threats) == 1 else set()
        if board.open_fours(1 - side):
            return board.stops(1 - side) | set(board.fours(side))
        return board.empty.copy()


@cache
def verdicts(rules: str) -> list[tuple[Position, Analysis]]:
    """Lively positions in which the engine claims a win or a loss, with its claims."""
    engine = create("gomoku:table_mb=1")
    source = random.Random(rules)
    found: list[tuple[Position, Analysis]] = []
    left = {Win: 40, Loss: 20}
    # Where runs are long they are seldom made, and it is not worth while to look for more.
    for position in islice(lively_positions(rules, seed=1), 400 if long_runs(rules) else 4000):
        # Some searches end by themselves, others are cut short anywhere.
        nodes = int(100 * 100 ** source.random())
        analysis = engine.analyse(position, Limit(nodes=nodes))
        kind = type(analysis.score)
        # What is won at once teaches little.
        if left.get(kind) and (analysis.score != Win(1) or left[Win] % 12 == 0):
            found.append((position, analysis))
            left[kind] -= 1
        if not any(left.values()):
            break
    return found


def wins_by_walking(board: Windows, cell: Cell, side: int) -> bool:
    naive = NaiveGame(board.rules, dict(board.owner))
    if len(naive.stones) % 2 != side:
        naive.stones[-9, -9] = 2  # nobody's, so that it is this side's move
    naive.play(cell)
    return naive.winner == side


def test_the_referee_by_counting_is_right() -> None:
    counts: Counter[str] = Counter()
    for rules in LIVELY:
        for position in islice(lively_positions(rules, seed=2), 0, 300, 30):
            board = Windows.of(position)
            for side in (0, 1):
                wins = {cell for cell in board.empty if wins_by_walking(board, cell, side)}
                assert board.wins(side) == wins
                counts["wins"] += len(wins)
                if wins:
                    continue
                for cell, then in board.fours(side).items():
                    board.owner[cell] = side
                    assert then == {
                        other
                        for other in board.empty - {cell}
                        if wins_by_walking(board, other, side)
                    }
                    del board.owner[cell]
                    counts["fours"] += 1
    assert counts["wins"] > 15
    assert counts["fours"] > 150


@pytest.mark.parametrize("rules", LIVELY)
def test_wins_and_losses_hold_against_every_reply(rules: str) -> None:
    counts: Counter[str] = Counter()
    for position, analysis in verdicts(rules):
        proof = Proof(position, analyses=150)
        is_win = isinstance(analysis.score, Win)
        try:
            holds = proof.is_won(position) if is_win else proof.is_lost(position)
        except TooLongError:
            counts["too long"] += 1
            continue
        assert holds, f"{position!r}: {analysis.score}, after {analysis.nodes} nodes"
        counts["proven"] += 1
    assert counts["proven"] > 9 * counts["too long"]
    assert counts["proven"] > (3 if long_runs(rules) else 55)


def test_there_are_wins_enough() -> None:
    plies = Counter(
        analysis.score.plies
        for rules in LIVELY
        for _, analysis in verdicts(rules)
        if isinstance(analysis.score, Win)
    )
    assert plies.total() > 300
    assert sum(count for length, count in plies.items() if length > 3) > 180
    assert sum(count for length, count in plies.items() if length > 7) > 30


@pytest.mark.parametrize("kind", [Win, Loss])
def test_the_line_of_play_ends_when_the_score_says(kind: type[Win | Loss]) -> None:
    for rules in LIVELY:
        for position, analysis in verdicts(rules):
            score = analysis.score
            if not isinstance(score, kind):
                continue
            about = f"{position!r}: {score}, {' '.join(map(str, analysis.pv))}"
            assert score.plies <= position.rules.cell_count - position.ply, about
            assert score.plies % 2 == (kind is Win), about
            naive = NaiveGame(position.rules, dict(Windows.of(position).owner))
            for move in analysis.pv:
                assert move in naive.legal_moves(), about
                naive.play(move)
            assert naive.winner == (position.side if kind is Win else position.side.other), about
            assert len(analysis.pv) == score.plies, about


@pytest.mark.parametrize("rules", ["9x9:5", "15x15:5+exact", "7x7:4+exact"])
def test_what_is_said_of_all_moves_holds(rules: str) -> None:
    engine = create("gomoku:table_mb=1")
    proven = 0
    for position in islice(lively_positions(rules, seed=3), 0, 300, 20):
        found = engine.analyse(position, Limit(nodes=3000), all_moves=True)
        for move, score in found.moves.items():
            if not isinstance(score, Win | Loss):
                continue
            after = position.play(move)
            if (outcome := after.outcome()) is not None:
                assert score == Win(1)
                assert outcome.winner is position.side
                continue
            proof = Proof(after, analyses=20)
            try:
                holds = proof.is_lost(after) if isinstance(score, Win) else proof.is_won(after)
            except TooLongError:
                continue
            assert holds, f"{position!r}: {move} is a {score}"
            proven += 1
    assert proven > 60


@pytest.mark.parametrize("rules", LIVELY)
def test_it_does_what_must_be_done_even_when_it_is_lost(rules: str) -> None:
    engine = create("gomoku:table_mb=1")
    source = random.Random(rules)
    counts: Counter[str] = Counter()
    for position in islice(lively_positions(rules, seed=4), 150):
        board = Windows.of(position)
        duty, expected = duty_of(board)
        if not duty:
            continue
        # Also where the search is cut short anywhere.
        some = [Limit(nodes=int(3000 ** source.random())) for _ in range(3)]
        for limit in (Limit(depth=1), Limit(depth=4, nodes=3000), *some):
            found = engine.analyse(position, limit)
            about = f"{position!r}: {duty}, {found.move} is a {found.score}, {limit}"
            counts[duty] += 1
            counts[f"{duty}, though lost"] += isinstance(found.score, Loss)
            assert found.move in (expected or board.empty), about
            if duty == "win":
                assert found.score == Win(1), about
            elif duty == "open four":
                assert found.score == Win(3), about
                assert set(found.pv[1:]) <= board.open_fours(board.side)[found.move], about
            elif not expected and found.depth > 0:
                assert found.score == Loss(4), about
    if not long_runs(rules):
        assert min(counts[each] for each in ("win", "parry", "open four", "stop")) > 0
        assert counts["parry, though lost"] > 0
        assert counts["stop, though lost"] > 0


@pytest.mark.parametrize("rules", ["15x15:5", "20x20:5", "9x9:5"])
def test_it_stays_near_the_stones_when_it_is_cut_short(rules: str) -> None:
    """Where all is lost, too: far away nothing is defended."""
    engine = create("gomoku:table_mb=1")
    source = random.Random(rules)
    lost = 0
    for position in islice(lively_positions(rules, seed=11), 130):
        found = engine.analyse(position, Limit(nodes=10_000))
        lost += isinstance(found.score, Loss)
        stones = Windows.of(position).owner
        for _ in range(20 if isinstance(found.score, Loss) else 2):
            limit = Limit(nodes=source.randint(1, found.nodes + 100))
            move = engine.analyse(position, limit).move
            far = min(max(abs(move.column - x), abs(move.row - y)) for x, y in stones)
            assert far <= 3, f"{position!r}: {move}, {limit}"
    assert lost > 5


def duty_of(board: Windows) -> tuple[str, set[Cell]]:
    """What the side to move has to do, if anything, and the moves that do it."""
    side = board.side
    if wins := board.wins(side):
        return "win", wins
    if wins := board.wins(1 - side):
        return "parry", wins
    if fours := board.open_fours(side):
        return "open four", set(fours)
    if board.open_fours(1 - side):
        return "stop", board.stops(1 - side) | set(board.fours(side))
    return "", set()


@pytest.mark.parametrize(
    "rules",
    ["4x4:4", "5x4:4", "5x4:4+exact", "5x5:4", "5x5:4+exact", "5x5:5", "6x4:4", "6x5:4", "6x5:5"],
)
def test_it_never_contradicts_the_solver(rules: str) -> None:
    assert Solver.plays(Rules.of(rules))
    solver, engine = create("solver:table_mb=16"), create("gomoku:table_mb=4")
    source = random.Random(rules)
    counts: Counter[type] = Counter()
    positions = open_positions(rules, 60, seed=5)
    positions += islice((p for _ in range(99) for p in lively_game(Rules.of(rules), source)), 120)
    for position in positions:
        if position.rules.cell_count - position.ply > 24:
            continue  # the solver would take long
        claim = engine.analyse(position, Limit(nodes=int(100 * 200 ** source.random()))).score
        if isinstance(claim, Heuristic):
            continue
        truth = solver.analyse(position).score
        assert type(claim) is type(truth), f"{position!r}: {claim}, the solver says {truth}"
        if isinstance(claim, Win | Loss):
            # It need not know the shortest way, but none is shorter than that.
            assert isinstance(truth, Win | Loss)
            assert claim.plies >= truth.plies, f"{position!r}: {claim}, the solver says {truth}"
        counts[type(claim)] += 1
    assert counts[Draw] > 0
    assert counts[Win] + counts[Loss] > 20 or rules in ("4x4:4", "5x5:5", "6x5:5")


#: The first side fills a gap of five stones to six; the second has an open three.
SIX = "15/15/15/15/4xxx1xx5/15/15/15/5ooo7/15/15/3o11/15/15/15"


def test_six_in_a_row_wins_only_where_it_counts() -> None:
    engine = create("gomoku:table_mb=1")
    limit = Limit(nodes=2000)
    free, exact = Position("15x15:5", SIX), Position("15x15:5+exact", SIX)
    assert free.side == exact.side == 1
    # The second side must parry what is no threat when six do not win.
    assert engine.analyse(free, limit).move == free.move("h11")
    assert engine.analyse(exact, limit).score == Win(3)
    assert engine.analyse(free.play("a1"), limit).score == Win(1)
    after = engine.analyse(exact.play("a1"), limit, all_moves=True)
    assert after.move != exact.move("h11")
    assert after.score != Win(1)
    assert after.moves[exact.move("h11")] < Heuristic(0)


@pytest.mark.parametrize(
    "rules",
    [
        *["4x4:4", "5x5:4", "5x5:5", "6x6:4", "6x6:6+exact", "3x9:4", "7x20:5", "20x7:6"],
        *["26x26:5", "26x26:7+exact", "26x5:7", "9x9:6", "12x12:7", "5x26:4+exact"],
        *["3x3:3", "9x9:3", "8x8:8", "12x12:8+exact", "10x26:10"],  # left to alpha-beta
    ],
)
@pytest.mark.parametrize("side", [0, 1])
def test_it_plays_on_every_board(rules: str, side: int) -> None:
    engine = create("gomoku:table_mb=1,nodes=200")
    source = random.Random(rules)
    game = Game(rules)
    while game.outcome() is None and len(game.moves) < 60:
        if len(game.moves) % 2 != side:
            game.push(source.choice(list(game.legal_moves)))
            continue
        found = engine.analyse(game.position)
        position = game.position
        for move in found.pv:
            position = position.play(move)  # which refuses what is not legal
        game.push(found.move)


@pytest.mark.parametrize("rules", ["connect4", "9x7:5+gravity", "15x15:5+gravity+exact"])
def test_it_does_not_play_with_gravity(rules: str) -> None:
    assert not Gomoku.plays(Rules.of(rules))
    with pytest.raises(RulesError, match=r"gomoku does not play .*: it has gravity"):
        create("gomoku").analyse(Position(rules))


def test_it_begins_in_the_middle_and_answers_nearby() -> None:
    engine = create("gomoku:nodes=1000,table_mb=1")
    for rules, middle in (("gomoku", "h8"), ("gomoku19", "j10"), ("7x20:5", "d10 d11")):
        position = Position(rules)
        move = engine.analyse(position).move
        assert str(move) in middle.split()
        reply = engine.analyse(position.play(move)).move
        assert max(abs(reply.column - move.column), abs(reply.row - move.row)) <= 3


def test_all_moves_know_of_the_same_win() -> None:
    engine = create("gomoku:table_mb=2")
    wins = 0
    for rules in LIVELY:
        for position, analysis in verdicts(rules)[:30]:
            found = engine.analyse(position, Limit(nodes=2000), all_moves=True)
            if isinstance(analysis.score, Win) and analysis.score.plies <= 5:
                assert isinstance(found.score, Win), repr(position)
                wins += 1
    assert wins > 60


def test_limits_hold() -> None:
    engine = create("gomoku:table_mb=2")
    for rules in LIVELY:
        for position in islice(lively_positions(rules, seed=8), 80):
            # The last of its searches for fours may be brought to its end.
            assert engine.analyse(position, Limit(nodes=300)).nodes <= 300 + 250, repr(position)
        for depth in (1, 2, 3):
            position = Position(rules).play("c3").play("d4").play("e3")
            reports: list[Analysis] = []
            found = engine.analyse(position, Limit(depth=depth), listener=reports.append)
            assert found.depth == depth
            assert [each.depth for each in reports] == list(range(1, depth))


def test_a_dead_board_is_a_draw() -> None:
    engine = create("gomoku:table_mb=1")
    for rules in ("5x5:5", "6x6:5", "9x9:6+exact", "10x7:5", "9x9:7"):
        dead = 0
        source = random.Random(rules)
        games = (lively_game(Rules.of(rules), source) for _ in range(20))
        for position in (position for game in games for position in game[-8:]):
            board = Windows.of(position)
            alive = [
                window
                for window in board.windows
                if len({board.owner[cell] for cell in window if cell in board.owner}) < 2
            ]
            found = engine.analyse(position, Limit(nodes=300))
            if not alive:
                assert found.score == Draw(), repr(position)
                dead += 1
        assert dead > 5


@pytest.mark.parametrize("technique", [*TECHNIQUES, "+".join(TECHNIQUES)])
def test_every_technique_can_be_left_out(technique: str) -> None:
    engine = create(f"gomoku:without={technique},table_mb=1")
    assert create(engine.text).text == engine.text
    wins = 0
    for rules in ("9x9:5", "8x8:4", "15x15:5+exact"):
        for position, analysis in verdicts(rules)[:40]:
            found = engine.analyse(position, Limit(nodes=3000))
            assert found.move in position.legal_moves
            if isinstance(analysis.score, Win) and analysis.score.plies <= 3:
                assert found.score == analysis.score
                wins += 1
            elif isinstance(found.score, Win | Loss) and isinstance(analysis.score, Win | Loss):
                assert type(found.score) is type(analysis.score)
    assert wins > 10


def test_techniques_change_the_search() -> None:
    """One that could not be switched off would go unnoticed above."""
    positions = list(islice(lively_positions("15x15:5", seed=10), 6, 60, 6))

    def nodes(text: str) -> list[int]:
        engine = create(text)
        return [
            engine.analyse(position, Limit(depth=8, nodes=30_000)).nodes for position in positions
        ]

    usual = nodes("gomoku:table_mb=4")
    for technique in TECHNIQUES:
        assert nodes(f"gomoku:without={technique},table_mb=4") != usual, technique


@pytest.mark.parametrize("text", ["", "magic", "history+magic", "History", "history,", "+history"])
def test_unknown_techniques_are_refused(text: str) -> None:
    with pytest.raises(PlayerTextError):
        create(f"gomoku:without={text}")


@pytest.mark.parametrize("all_moves", [False, True])
@pytest.mark.parametrize("threads", [1, 2])
def test_a_stop_ends_the_search(threads: int, all_moves: bool) -> None:
    """Nothing but the stop would end these searches before long."""
    engine = create(f"gomoku:threads={threads},table_mb=2")
    for rules in ("15x15:5", "26x26:5", "12x12:7"):
        position = Position(rules).play("e5").play("g6").play("c7")
        stop = Stop()

        def listen(found: Analysis, stop: Stop = stop) -> None:
            if found.depth == 2:
                stop.set()

        found = engine.analyse(
            position, Limit(seconds=3600), all_moves=all_moves, stop=stop, listener=listen
        )
        assert stop.is_set()
        assert found.move in position.legal_moves
        assert found.depth >= 2
        assert not all_moves or set(found.moves) == set(position.legal_moves)


def test_images_are_never_judged_otherwise() -> None:
    """Their evaluations may differ with the order of moves, but not who wins."""
    engine = create("gomoku:table_mb=2")
    for rules in ("9x9:5", "10x7:5", "7x7:4+exact"):
        for position, analysis in verdicts(rules)[:20]:
            for symmetry in symmetries(rules):
                found = engine.analyse(position.image(symmetry), Limit(nodes=3000)).score
                assert not found.is_exact or type(found) is type(analysis.score)
