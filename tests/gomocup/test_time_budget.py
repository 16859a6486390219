"""How an engine shares its time and memory."""

import pytest

from enligne import Position, _core
from enligne.engines import best_for
from enligne.gomocup.engine_search import EngineSearch
from enligne.gomocup.time_budget import TimeBudget

EMPTY = Position("gomoku")


def test_a_move_gets_its_limit_less_a_margin() -> None:
    clock = TimeBudget()
    for milliseconds in (1, 10, 50, 100, 1000, 30_000):
        clock.tell_turn(milliseconds)
        seconds = clock.seconds_for_move(EMPTY)
        assert seconds > 0
        assert seconds <= max(0.005, milliseconds / 1000 - min(0.025, milliseconds / 2000))
        assert seconds >= 0.4 * milliseconds / 1000
    clock.tell_turn(0)
    assert clock.seconds_for_move(EMPTY) < 0.02
    clock.tell_turn(-5)
    assert clock.seconds_for_move(EMPTY) < 0.02


def test_the_time_for_a_game_lasts_to_its_end() -> None:
    clock = TimeBudget()
    clock.tell_turn(10_000)
    clock.tell_game(20_000)
    position, spent = EMPTY, 0.0
    moves = sorted(EMPTY.legal_moves, key=lambda move: (move.row % 4, move.row, move.column))
    for number, move in enumerate(moves):
        if position.outcome() is not None:
            break
        if number % 2 == 0:
            seconds = clock.seconds_for_move(position)
            assert seconds < 1.0
            clock.spend(seconds)
            spent += seconds
        position = position.play(move)
    assert spent < 20.0


def test_what_the_manager_says_is_left_counts() -> None:
    clock = TimeBudget()
    clock.tell_turn(10_000)
    clock.tell_left(1000)
    assert clock.seconds_for_move(EMPTY) < 0.2
    for milliseconds in (0, -5000):
        clock.tell_left(milliseconds)
        assert 0 < clock.seconds_for_move(EMPTY) < 0.02
    clock.tell_left(_core.GOMOCUP_UNLIMITED_MS)
    assert clock.seconds_for_move(EMPTY) > 5
    clock.tell_game(20_000)
    clock.spend(19.9)
    clock.start_game()
    assert clock.seconds_for_move(EMPTY) > 0.5
    clock.tell_game(0)
    assert clock.seconds_for_move(EMPTY) > 5


class Hasty(EngineSearch):
    """Has its engine, and takes the first free cell without asking it."""

    def think(self, position: _core.Position, *_: object) -> _core.Analysis:
        return _core.Analysis(_core.ScoreKind.DRAW, 0, position.moves()[:1], 1, 1, 1, 0.0)


@pytest.mark.parametrize(
    ("text", "memory_mb", "milliseconds", "most_mb"),
    [
        (None, 350, 30_000, 175),
        (None, 350, 100, 30),
        (None, 80, 30_000, 16),
        (None, 1, 30_000, 1),
        ("alphabeta:table_mb=3", 350, 30_000, 3),
        ("alphabeta:table_mb=64", 350, 30_000, 64),  # as it would be without
        ("alphabeta:table_mb=3", 1, 30_000, 1),
        ("alphabeta:depth=2", 100, 30_000, 36),
    ],
)
def test_the_table_fits_the_memory(
    text: str | None, memory_mb: int, milliseconds: int, most_mb: int
) -> None:
    search = Hasty(text)
    engine = _core.GomocupEngine(search, "", 1)
    tell(engine, f"INFO max_memory {memory_mb << 20}", f"INFO timeout_turn {milliseconds}")
    tell(engine, "START 15", "BEGIN")
    assert search.engine is not None
    table_mb = search.engine.values["table_mb"]
    assert isinstance(table_mb, int)
    assert 1 <= table_mb <= most_mb
    if text is None:
        assert search.engine.name == best_for(EMPTY.rules)


def test_one_engine_plays_a_game_unless_the_memory_shrinks() -> None:
    search = Hasty("alphabeta")
    engine = _core.GomocupEngine(search, "", 1)
    tell(engine, "INFO max_memory 100000000", "START 15", "BEGIN")
    first = search.engine
    tell(engine, "INFO max_memory 200000000", "TURN 0,0")
    assert search.engine is first
    tell(engine, "INFO max_memory 80000000", "TURN 0,2")
    second = search.engine
    assert second is not first
    tell(engine, "RESTART", "BEGIN")
    assert search.engine is not second


def tell(engine: _core.GomocupEngine, *lines: str) -> None:
    for line in lines:
        assert not any(reply.startswith("ERROR") for reply in engine.answer(line))
