import pytest

from enligne import PRESETS, Rules, RulesError


@pytest.mark.parametrize(
    ("text", "rules"),
    [
        ("tictactoe", Rules(3, 3, 3)),
        ("connect4", Rules(7, 6, 4, gravity=True)),
        ("gomoku", Rules(15, 15, 5)),
        ("gomoku19", Rules(19, 19, 5)),
        (" Connect4 ", Rules(7, 6, 4, gravity=True)),
        ("9x7:5", Rules(9, 7, 5)),
        ("9x7:5+gravity", Rules(9, 7, 5, gravity=True)),
        ("15x15:5+exact", Rules(15, 15, 5, exact=True)),
        ("9X7:5+EXACT+gravity", Rules(9, 7, 5, gravity=True, exact=True)),
    ],
)
def test_texts(text: str, rules: Rules) -> None:
    assert Rules.of(text) == rules


def test_every_possible_rules_round_trip() -> None:
    count = 0
    for width in range(3, 27):
        for height in range(3, 27):
            for run in range(3, min(10, max(width, height)) + 1):
                for gravity in (False, True):
                    for exact in (False, True):
                        rules = Rules(width, height, run, gravity=gravity, exact=exact)
                        assert Rules.of(str(rules)) == Rules.of(rules.text) == rules
                        assert eval(repr(rules)) == rules
                        count += 1
    assert count > 10_000


def test_presets_are_written_by_their_names() -> None:
    for name, rules in PRESETS.items():
        assert str(rules) == name
    assert str(Rules(8, 8, 4)) == "8x8:4"


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        ((2, 6, 3), "width 2 is outside 3 to 26"),
        ((27, 6, 3), "width 27 is outside 3 to 26"),
        ((6, 2, 3), "height 2 is outside 3 to 26"),
        ((6, 27, 3), "height 27 is outside 3 to 26"),
        ((6, 6, 2), "run 2 is outside 3 to 10"),
        ((20, 20, 11), "run 11 is outside 3 to 10"),
        ((5, 4, 6), "run 6 is longer than the longer side, 5"),
        ((10**30, 4, 6), "width 1000000000000000000000000000000 is not a number of cells"),
    ],
)
def test_impossible_rules_are_refused_with_the_reason(
    arguments: tuple[int, int, int], reason: str
) -> None:
    with pytest.raises(RulesError) as error:
        Rules(*arguments)
    assert str(error.value) == reason


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("chess", "'chess' is neither a preset"),
        ("", "'' is neither a preset"),
        ("7x6", "'7x6' is neither a preset"),
        ("7x6:4+magic", "+magic is not an option of rules"),
        ("7x6:4+exact+exact", "+exact is given twice"),
        ("2x6:3", "width 2 is outside 3 to 26"),
        ("٧x6:4", "is neither a preset"),
    ],
)
def test_wrong_texts_are_refused_with_the_reason(text: str, reason: str) -> None:
    with pytest.raises(RulesError) as error:
        Rules.of(text)
    assert reason in str(error.value)


def test_a_run_may_be_as_long_as_the_longer_side() -> None:
    assert Rules(3, 10, 10).run == 10
