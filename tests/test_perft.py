import signal

import pytest

from enligne import Position, Rules, perft
from enligne.perft import leaves
from tests.programs import PATIENCE, TESTS, start

TABLE = TESTS / "data" / "perft.txt"


def table() -> list[tuple[Rules, int, int]]:
    entries = []
    for line in TABLE.read_text().splitlines():
        if line and not line.startswith("#"):
            _, *numbers = line.split()
            width, height, run, gravity, exact, *counts = map(int, numbers)
            rules = Rules(width, height, run, gravity=bool(gravity), exact=bool(exact))
            entries += [(rules, depth, count) for depth, count in enumerate(counts, 1)]
    return entries


@pytest.mark.parametrize(("rules", "depth", "count"), table(), ids=str)
def test_known_tables(rules: Rules, depth: int, count: int) -> None:
    assert perft(rules, depth) == count


def test_connect4_at_depth_ten() -> None:
    assert perft("connect4", 10) == 268_031_646


def test_depth_zero_is_the_position_itself() -> None:
    assert leaves("connect4", 0) == (1, 0, 0)
    assert leaves(Position("tictactoe", "xxx/oo1/3"), 0) == (1, 1, 0)


def test_nothing_lies_below_a_finished_game() -> None:
    assert perft(Position("tictactoe", "xxx/oo1/3"), 1) == 0
    assert perft("tictactoe", 10) == perft("tictactoe", 10**6) == 0


def test_a_negative_depth_is_refused() -> None:
    with pytest.raises(ValueError, match="depth -1 is negative"):
        perft("tictactoe", -1)


def test_ctrl_c_ends_the_count_at_once() -> None:
    # Nine plies of Gomoku would take centuries; three are counted in no time.
    with start("-m", "enligne", "perft", "gomoku", "9") as process:
        try:
            while not process.stdout.readline().startswith("    3"):
                assert process.poll() is None
            process.send_signal(signal.SIGINT)
            assert process.wait(timeout=PATIENCE) == 130
        finally:
            process.kill()


def test_won_and_drawn_leaves_of_tictactoe() -> None:
    # Of the 255,168 games of tic-tac-toe, 131,184 + 77,904 are won and 46,080 drawn.
    every = [leaves("tictactoe", depth) for depth in range(1, 10)]
    assert sum(each.wins for each in every) == 131_184 + 77_904
    assert sum(each.draws for each in every) == 46_080


def test_reachable_positions_of_tictactoe() -> None:
    seen = {Position("tictactoe")}
    frontier = list(seen)
    while frontier:
        position = frontier.pop()
        for move in position.legal_moves:
            after = position.play(move)
            if after not in seen:
                seen.add(after)
                frontier.append(after)
    assert len(seen) == 5478
    canonical = {position.canonical().position for position in seen}
    assert len(canonical) == 765
    assert sum(position.outcome() is None for position in canonical) == 627
