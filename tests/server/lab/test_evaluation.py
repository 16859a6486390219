"""The Evaluation exhibit: the parts that are shown add up to what the engines reckon with."""

import random

import pytest

from enligne import FIRST, SECOND, Game, Move, Position, Rules, Side, _core, engines
from enligne.engines.filters import filter_values
from enligne.server.contract.lab import EvaluationName
from enligne.server.lab import evaluation
from tests.naive import played_on, random_rules
from tests.server.helpers import Client, View, plain


def random_positions(count: int, seed: int) -> list[Position]:
    """Positions of many rules that are not finished; small boards, where much happens."""
    source = random.Random(seed)
    found: list[Position] = []
    while len(found) < count:
        rules = random_rules(source)
        if rules.cell_count > 150:
            continue
        found.append(played_on(Position(rules), source.randrange(rules.cell_count), source))
    return found


def signed(position: Position, of: dict[Side, int]) -> int:
    return of[position.side] - of[position.side.other]


def test_the_rows_add_up_to_the_reports_formula() -> None:
    for position in random_positions(150, seed=1):
        worth = {}
        for side in (FIRST, SECOND):
            rows = plain(evaluation.evaluation_view(position, "report"))["rows"][str(side)]
            worth[side] = 100 * len(rows["long"]) + 3 * len(rows["short"])
        assert signed(position, worth) == _core.evaluate(position._handle, _core.Evaluation.REPORT)


def stones_on_open_lines(position: Position, side: Side) -> list[int]:
    """The number of stones on each line that the other side has not entered, read off the board."""
    rules = position.rules
    found = []
    for column in range(rules.width):
        for row in range(rules.height):
            for across, up in ((1, 0), (0, 1), (1, 1), (1, -1)):
                ends = (column + (rules.run - 1) * across, row + (rules.run - 1) * up)
                if ends[0] >= rules.width or not 0 <= ends[1] < rules.height:
                    continue
                line = [Move(column + n * across, row + n * up) for n in range(rules.run)]
                sides = [position[cell] for cell in line]
                if side.other not in sides:
                    found.append(sides.count(side))
    return found


def test_lines_are_those_on_the_board() -> None:
    for position in random_positions(60, seed=4):
        view = plain(evaluation.evaluation_view(position, "lines"))
        for side in (FIRST, SECOND):
            stones = stones_on_open_lines(position, side)
            expected = [stones.count(number) for number in range(position.rules.run)]
            assert view["lines"][str(side)] == expected
            worth = sum(view["factor"] ** (each - 1) for each in stones if each)
            assert evaluation.worth_of_lines(position, side) == worth


def test_lines_and_threats_add_up_to_our_own() -> None:
    with_threats = 0
    for position in random_positions(250, seed=2):
        view = plain(evaluation.evaluation_view(position, "lines"))
        with_threats += any(view["threats"].values())
        worth = {
            side: evaluation.worth_of_lines(position, side)
            + view["threat"] * len(view["threats"][str(side)])
            for side in (FIRST, SECOND)
        }
        assert signed(position, worth) == _core.evaluate(position._handle, _core.Evaluation.LINES)
    assert with_threats > 10


@pytest.mark.parametrize("name", ["report", "lines"])
def test_the_parts_of_a_cell_add_up_to_its_heat(name: EvaluationName) -> None:
    for position in random_positions(60, seed=3):
        view = plain(evaluation.evaluation_view(position, name))
        assert set(view["cells"]) == {str(move) for move in position.legal_moves}
        for cell, about in view["cells"].items():
            after = position.play(cell)
            assert (about["note"] in ("win", "draw")) == (after.outcome() is not None)
            if after.outcome() is not None:
                assert about["heat"] is None
                continue
            assert about["heat"] == about["value"] - view["now"]
            if name == "report":
                assert about["heat"] == 100 * about["threes"] + 3 * about["twos"]
                continue
            side = position.side
            before = evaluation.worth_of_lines(position, side.other) - evaluation.worth_of_lines(
                after, side.other
            )
            assert about["own"] == evaluation.worth_of_lines(
                after, side
            ) - evaluation.worth_of_lines(position, side)
            assert about["others"] == before


def test_filters_show_their_sums() -> None:
    position = Game("gomoku", "h8 i9 h9 i8 h10 i7").position
    view = plain(evaluation.evaluation_view(position, "filters"))
    values = {str(move): value for move, value in filter_values(position).items()}
    assert {cell: about["heat"] for cell, about in view["cells"].items()} == values
    for about in view["cells"].values():
        if not about["blocks"]:
            assert about["heat"] == max(map(abs, about["sums"]))
    # Three in a column below: 5 + 4 + 3 upwards; nothing of the other side in line.
    assert view["cells"]["h11"]["sums"][1] == 12
    assert view["weights"] == [5, 4, 3, 2]
    assert view["plays"] == str(engines.create("greedy:evaluation=filters").analyse(position).move)


def test_gomoku_names_its_patterns() -> None:
    position = Game("gomoku", "h8 i9 h9 a1 h10 o15").position
    view = plain(evaluation.evaluation_view(position, "gomoku"))
    assert view["cells"]["h11"]["own"][0] == "open_four"
    assert view["cells"]["h12"]["own"][0] == "four"  # with a gap that must be filled
    assert view["cells"]["a15"]["own"] == ["one"] * 3  # a corner has three lines
    # What it plays makes the open four, one way or another.
    assert view["plays"] in ("h11", "h7")
    assert "gomoku" not in evaluation.choices(Rules.of("connect4"))


def test_a_finished_game_has_nothing_to_evaluate() -> None:
    view = plain(evaluation.evaluation_view(Game("connect4", "4141414").position, "lines"))
    assert view["cells"] == {}
    assert view["position"]["outcome"]["winner"] == "first"


async def test_over_the_wire(me: Client) -> None:
    async def ask(rules: str, moves: list[str], name: str) -> View:
        return await me.ask("lab_evaluation", rules=rules, moves=moves, evaluation=name)

    # Threes and twos of red: d1 to d3, and d1 d2, d2 d3.
    view = await ask("connect4", ["d1", "a1", "d2", "a2", "d3"], "report")
    assert view["rows"]["first"]["long"] == [["d1", "d2", "d3"]]
    assert len(view["rows"]["first"]["short"]) == 2
    assert view["plays"] == "d4"
    assert view["cells"]["c1"]["note"] == "loss"
    fallback = await ask("connect4", ["d1"], "gomoku")
    assert fallback["name"] == "lines"
    wish = {"rules": "connect4", "moves": [], "evaluation": "zero"}
    assert (await me.call("lab_evaluation", wish))["error"] == "bad_request"
