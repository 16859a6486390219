"""Every parser on random text: a named error, or a value that round-trips; never a crash."""

import random
from collections.abc import Callable

from enligne import (
    Game,
    IllegalMoveError,
    NotationError,
    Position,
    PositionError,
    RecordError,
    Rules,
    RulesError,
)
from enligne.notation import format_moves, parse_cell
from enligne.record import Record, scan
from tests.naive import random_rules

INPUTS = 8_000  # for each of five parsers
ALPHABET = "abcdhozxXoOpPrRyYbBwW0123456789/:+-._*{}[]\"\\., \t\n\r()'éß²٣漢🎲\x00\ud800\u2028"


def mutated(text: str, source: random.Random) -> str:
    """A text with a few characters added, dropped, changed, repeated or exchanged."""
    characters = list(text)
    for _ in range(source.choice([0, 1, 1, 2, 3, 8])):
        place = source.randrange(len(characters) + 1)
        match source.randrange(5):
            case 0:
                characters.insert(place, source.choice(ALPHABET))
            case 1:
                del characters[place : place + source.randrange(3)]
            case 2:
                characters[place : place + 1] = source.choice(ALPHABET)
            case 3:
                characters[place:place] = characters[:place][-source.randrange(1, 9) :]
            case 4:
                other = source.randrange(len(characters) + 1)
                low, high = sorted((place, other))
                characters[low:high] = reversed(characters[low:high])
    return "".join(characters)


def noise(source: random.Random) -> str:
    return "".join(source.choices(ALPHABET, k=source.randrange(30)))


def fuzz(
    seed: int, sample: Callable[[random.Random], str], parse: Callable[[str], bool]
) -> tuple[int, int]:
    """Feeds mutated samples and noise to a parser; how many were taken and how many refused."""
    source = random.Random(seed)
    taken = 0
    for _ in range(INPUTS):
        text = noise(source) if source.random() < 0.1 else mutated(sample(source), source)
        taken += parse(text)
    return taken, INPUTS - taken


def assert_both(counts: tuple[int, int]) -> None:
    """A fuzzer that is only refused, or never, does not reach far."""
    taken, refused = counts
    assert taken > INPUTS / 50
    assert refused > INPUTS / 50


def test_rules() -> None:
    def parse(text: str) -> bool:
        try:
            rules = Rules.of(text)
        except RulesError as error:
            assert str(error)
            return False
        assert Rules.of(str(rules)) == rules
        return True

    assert_both(fuzz(1, lambda source: str(random_rules(source)), parse))


def test_cells_and_moves() -> None:
    positions = [Position(rules) for rules in ("connect4", "gomoku", "26x26:5")]

    def parse(text: str) -> bool:
        taken = False
        for position in positions:
            try:
                move = position.move(text)
                taken = True
            except (NotationError, IllegalMoveError) as error:
                assert str(error)
                assert text not in position.legal_moves
            else:
                assert position.move(str(move)) == move
            try:
                cell = parse_cell(text, position.rules)
            except (NotationError, IllegalMoveError) as error:
                assert str(error)
            else:
                assert parse_cell(str(cell), position.rules) == cell
        return taken

    samples = ["d1", "h8", "z26", "4", "d", "o15"]
    assert_both(fuzz(2, lambda source: source.choice(samples), parse))


def test_sequences_of_moves() -> None:
    def parse(text: str) -> bool:
        taken = False
        for rules in ("connect4", "gomoku"):
            try:
                game = Game(rules, text)
                taken = True
            except (NotationError, IllegalMoveError) as error:
                assert str(error)
            else:
                assert Game(rules, format_moves(game.moves, game.rules)) == game
        return taken

    samples = ["44455554221", "h8 i9 h10", "dde", "d1d2e1", "1,2,3"]
    assert_both(fuzz(3, lambda source: source.choice(samples), parse))


def test_positions() -> None:
    source = random.Random(4)
    samples: list[tuple[str, str]] = []
    while len(samples) < 400:
        game = Game(random_rules(source))
        for _ in range(source.randrange(1, 14)):
            if game.outcome() is None:
                game.push(source.choice(list(game.legal_moves)))
        if game.rules.cell_count < 100:
            samples.append((str(game.rules), game.position.text))
    rules = ""

    def sample(source: random.Random) -> str:
        nonlocal rules
        rules, text = source.choice(samples)
        return text

    def parse(text: str) -> bool:
        try:
            position = Position(rules or "connect4", text)
        except (NotationError, PositionError) as error:
            assert str(error)
            return False
        assert Position(position.rules, position.text) == position
        return True

    assert_both(fuzz(5, sample, parse))


def test_records() -> None:
    game = Game("connect4", "4455")
    game.resign()
    samples = [
        Record(game, event="a", first="b", comments={1: "c"}, tags={"Opening": "d"}).text,
        Record(Game("gomoku", "h8 i9", start="15/" * 14 + "15")).text * 2,
        Record(Game("tictactoe", "a1 a2 b1 b2 c1")).text,
    ]

    def parse(text: str) -> bool:
        taken = False
        for each in scan(text):
            if isinstance(each, RecordError):
                assert each.reason
                assert 1 <= each.line <= text.count("\n") + 1
            else:
                assert Record.parse(each.text) == each
                taken = True
        return taken

    assert_both(fuzz(6, lambda source: source.choice(samples), parse))
