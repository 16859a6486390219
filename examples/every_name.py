"""Every public name at work, as a checker of types sees it: this file has no error under
``mypy --strict``, nor under pyright when it is strict."""

from __future__ import annotations

import asyncio
import pickle
import tempfile
from datetime import date
from typing import TYPE_CHECKING

import enligne
from enligne import (
    FIRST,
    PRESETS,
    SECOND,
    Analysis,
    BrainError,
    Cell,
    Choice,
    Draw,
    DrawingError,
    Engine,
    FinishedError,
    FormatError,
    Game,
    Heuristic,
    IllegalMoveError,
    Limit,
    Loss,
    MissingExtraError,
    Move,
    NotationError,
    Outcome,
    Player,
    PlayerFailedError,
    PlayerTextError,
    Position,
    PositionError,
    Record,
    RecordError,
    Rules,
    RulesError,
    Score,
    Side,
    Stop,
    Symmetry,
    Termination,
    VariantError,
    Win,
    arena,
    atlas,
    batch,
    bits,
    charts,
    engines,
    formats,
    gomocup,
    learning,
    parallel,
    perft,
    players,
    puzzles,
    record,
    review,
    svg,
    symmetries,
    text,
)

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence

ERRORS: tuple[type[ValueError], ...] = (
    *(BrainError, DrawingError, FinishedError, FormatError, IllegalMoveError, MissingExtraError),
    *(NotationError, PlayerFailedError, PlayerTextError, PositionError, RecordError, RulesError),
    VariantError,
)


def model() -> str:
    game = Game("connect4", "4455")
    move: Move = game.push("f")
    copy: Game = game.copy()
    assert not copy.is_over
    assert "g1" in game.legal_moves
    first: Move = game.legal_moves[0]
    some: list[Move] = game.legal_moves[:2]
    assert first in some
    position: Position = game.position
    cell: Cell = position.stones(FIRST)[0]
    side: Side | None = position[cell]
    assert side is not SECOND
    turns: Sequence[Symmetry] = symmetries(position.rules)
    assert len(turns) == 2
    action: int = move.action(position.rules)
    again: Position = Position.from_array(PRESETS["connect4"], position.array(FIRST), FIRST)
    assert again == position
    assert position.legal_mask().shape == (Rules.of("connect4").action_count,)
    assert position.move_of(action) == Move(action, 1)
    game.resign()
    outcome: Outcome | None = game.outcome()
    assert outcome is not None
    assert outcome.winner
    assert outcome.termination is Termination.RESIGNATION
    kept: Record = Record.parse(Record(game, first="Ada").text)
    assert record.read_text(kept.text).records == [kept]
    other: record.Variation = kept.add_variation(0, "d1")
    other.scores[1] = Draw()
    assert formats.read_text(formats.text([kept], "sgf")).records == [kept]
    assert perft("connect4", 2) == 49
    assert svg.board(position).startswith("<svg")
    return text.board(position)


class Nothing(Engine):
    """Knows nothing."""

    def search(self, request: engines.Request) -> Analysis:
        return Analysis(Heuristic(0), (request.position.legal_moves[0],))


class First(Player):
    """Plays the first move."""

    options = (players.Option("seed", None, "of nothing", most=9),)

    def decide(self, request: players.Request) -> Choice:
        return Choice(request.position.legal_moves[0])


def search() -> list[Score]:
    game = Game("tictactoe")
    stop = Stop()
    with engines.create(engines.best_for(game.rules)) as engine:
        found: Analysis = engine.analyse(game, Limit(seconds=10), stop=stop)
        game.push(found.move)
    news: Iterator[Analysis] = Nothing().analysis(game)
    scores: list[Score] = [info.score for info in news]
    assert pickle.loads(pickle.dumps(engine)).text == engine.text
    tree: engines.TreeSearch = engines.trace_tree([[3, 12], [2, 4]])
    node: engines.Node = tree.trace[0]
    trace: engines.Trace = tree.trace
    assert node.row == trace.best_root
    names: Mapping[str, type[Engine]] = engines.ENGINES
    option: engines.Option = names["alphabeta"].options[0]
    assert engines.parse("alphabeta").values[option.name] is None
    same: tuple[engines.Win, engines.Loss, engines.Draw] = (Win(1), Loss(2), Draw())
    assert max(same) == Win(1)
    least: engines.Heuristic | engines.Score = min(scores)
    exact: engines.Limit | engines.Stop | engines.Engine | engines.Analysis = stop
    return [found.score, least] if exact is stop else []


async def awaited() -> int:
    engine: engines.AsyncEngine
    async with engines.open("alphabeta:depth=4") as engine:
        found: Analysis = await engine.analyse(Game("connect4"))
        news: AsyncIterator[Analysis] = engine.analysis(Position("connect4"))
        return found.depth + max([info.depth async for info in news])


def leftmost(position: Position) -> Move:
    return min(position.legal_moves)


def play() -> float:
    game = Game("tictactoe")
    player: Player = players.create("level:3,seed=1")
    game.push(player.choose(game).move)
    choice: players.Choice = players.EnginePlayer(Nothing()).choose(game)
    assert not choice.is_resignation
    spec: players.PlayerSpec = players.parse(First)
    likes: list[players.PlayerLike] = [First, Nothing, spec, "random", leftmost]
    kinds: Sequence[str] = (*players.PLAYERS, *players.plugins())
    assert set(players.HARMLESS) < set(kinds)
    assert players.parse("greedy", players.Policy(threads=1)).name == "greedy"
    one: players.Player = players.create(likes[0])
    kept: Record = arena.play_game(one, "random:seed=1", "tictactoe")
    assert kept.game.is_over
    match: arena.Match = arena.play(First, "random", "tictactoe", games=2, processes=1)
    results: arena.Results = match.results
    tally: arena.Tally = results.tally(0)
    played: arena.Played = results.games[0]
    pairing: arena.Pairing = played.pairing
    assert (tally.games, pairing.number) == (2, 0)
    standing: arena.Standing = arena.standings(results)[0]
    assert standing.rank == 1
    plan: arena.Plan = arena.Plan.checked([First, "random"], "tictactoe", games=2)
    with arena.Tournament(plan) as tournament:
        assert tournament.scheduled == 2
    calls: tuple[Callable[..., object], ...] = (arena.play_plan, arena.play_tournament)
    assert issubclass(arena.Interrupted, KeyboardInterrupt)
    return match.elo if calls else 0.0


def learn(folder: str) -> learning.Change:
    variant: learning.Variant = learning.VARIANTS["her"]
    machine = learning.Menace("tictactoe", variant=variant, seed=1)
    curve: learning.Curve = learning.train(machine, games=10)
    training = learning.Training(machine, next(iter(learning.PARTNERS)), curve)
    assert sum(training.steps(1)) >= 1
    results: learning.Results = machine.results
    measures: learning.Measures = machine.measure()
    chances: learning.Chances = measures.worst_case
    assert results.games == 11
    assert 0 <= chances.loss <= 1
    game = learning.MachineGame(machine, FIRST)
    drawn: learning.DrawnBead | None = game.draw(Position("tictactoe"))
    assert drawn is not None
    box: learning.Box = drawn.box
    assert drawn.bead in box.beads
    learning.Store(folder).create(learning.Brain("class-a", machine, curve))
    return game.learn(SECOND)[0]


def draw() -> svg.Marks:
    position = Game("tictactoe", "b2 a1").position
    theme: svg.ThemeName = "dark"
    colours: svg.Theme = svg.THEMES[theme]
    assert svg.Style.of(position.rules) in colours.surfaces
    marks: svg.Marks = {"c1": "circle"}
    assert svg.board(position, marks=marks, theme=theme).startswith("<svg")
    assert svg.rules_name(position.rules)
    canvas = charts.Canvas(10, 10)
    canvas.line("grid", (0, 0), (10, 10))
    shape: charts.Shape = canvas.shapes[0]
    assert shape.kind == "grid"
    return marks


def judge() -> review.Why | None:
    game = Game("tictactoe", "a1 a2")
    found: review.Review = review.review(game, limit=Limit(seconds=review.SECONDS))
    judged: review.JudgedMove = list(review.judged_moves(game))[1]
    assert judged.kind is review.MoveKind.MISTAKE
    assert review.mean_accuracy(found.moves, SECOND) == found.accuracy(SECOND)
    assert review.judge(game.start, game.moves[0]).best
    assert review.analyst(None, game.rules).name == "oracle"
    assert review.SLOW_PLIES > review.BLUNDER > review.MISTAKE
    why: review.Why | None = judged.why
    assert why is not None
    fault: review.Fault = why.fault
    return why if fault in review.Fault else None


def solve() -> atlas.Entry:
    rules = Rules.of("3x3:3+gravity")
    entry: atlas.Entry = atlas.solve(rules)
    assert atlas.best_play(rules) == entry.score
    assert rules in atlas.boards([3], gravity=True, most_sum=6, most_cells=9)
    kept: type[atlas.Atlas] = atlas.Atlas
    assert kept
    puzzle: puzzles.Puzzle = puzzles.shipped()[0]
    theme: puzzles.Theme = puzzle.theme
    assert theme in puzzles.THEMES
    assert puzzle.band in puzzles.BANDS
    solution: puzzles.Solution | None = puzzles.Prover(puzzle.position.rules).solution(
        puzzle.position
    )
    assert solution is not None
    assert puzzles.of_the_day(date(2026, 11, 18), puzzles.shipped()) > 0
    return atlas.shipped().get(str(rules), entry)


def look_at_bits() -> int:
    position = Game("connect4", "4142434").position
    rules, stones = position.rules, position.bits(FIRST)
    test: bits.Test = bits.win_test(stones, bits.Direction.UP, rules)
    step: bits.Step = test.steps[0]
    assert step.operation in bits.Operation
    assert any(each.starts for each in bits.win_tests(stones, rules))
    cells: list[Cell] = bits.cells_of(stones, rules)
    assert [bits.bit_of(cell, rules) for cell in cells] == list(bits.ones(stones))
    assert bits.layout(rules)[0] == Cell(0, 0)
    assert bits.folding(4) == [1, 2]
    assert len(bits.lines(rules)) == 69
    assert bits.rows(stones, 4, rules)
    assert bits.whole_rows(stones, rules)
    return bits.stride(rules)


def spread() -> list[int]:
    def tasks() -> Iterator[Rules | parallel.Later]:
        yield parallel.LATER
        yield Rules.of("connect4")

    pool: parallel.Pool
    with parallel.create(processes=1) as pool:
        return [result for _, result in pool.run(bits.stride, tasks())]


def others() -> None:
    games = batch.Games("connect4", 10, seed=1)
    games.step(games.random_actions())
    assert games.plies.tolist() == [1] * 10
    assert parallel.available_processes() >= 1
    manager: type[gomocup.GomocupManager] = gomocup.GomocupManager
    assert manager
    one = record.Record(Game("tictactoe", "a1"))
    written: str = record.record_text({"Rules": "tictactoe", "Result": "*"}, ["a1"])
    assert list(record.scan(written)) == [one]
    kept: record.Records = record.read_text(one.text)
    assert record.read.__doc__
    assert record.write.__doc__
    assert not kept.errors
    assert enligne.engines is engines


def main() -> None:
    print(model())
    print(*search())
    print(asyncio.run(awaited()))
    others()
    with tempfile.TemporaryDirectory() as folder:
        print(learn(folder).after)
    print(draw(), judge(), solve().rules, look_at_bits(), spread())
    print(f"{play():+.0f}", len(ERRORS))


if __name__ == "__main__":
    main()
