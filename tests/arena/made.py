"""Results made up for the tests: only who won is needed."""

from collections.abc import Iterable, Sequence

from enligne.arena.results import Pairing, Played, Results

# What the two games of a pair may give who is asked about, by the points of both.
_GAMES = {0.0: "LL", 0.5: "LD", 1.0: "WL", 1.5: "WD", 2.0: "WW"}


def played(
    number: int,
    pair: int,
    sides: tuple[int, int],
    winner: int | None,
    *,
    termination: str = "run",
    reason: str = "",
    record: str = "",
    plies: int = 20,
    seconds: tuple[float, float] = (1.0, 2.0),
    moves: tuple[int, int] = (10, 10),
    depth: tuple[float | None, float | None] = (4.0, None),
) -> Played:
    pairing = Pairing(number, pair, *sides, "")
    termination = "full board" if winner is None and termination == "run" else termination
    return Played(pairing, record, winner, termination, reason, plies, seconds, moves, depth)


def tournament(players: int, pairs: Iterable[tuple[int, int, float]]) -> Results:
    """A tournament of pairs: the two players and the points that the former had."""
    games: list[Played] = []
    for pair, (a, b, points) in enumerate(pairs):
        for sides, letter in zip(((a, b), (b, a)), _GAMES[points], strict=True):
            winner = {"W": a, "L": b, "D": None}[letter]
            games.append(played(len(games), pair, sides, winner))
    return results(players, games)


def match(counts: Sequence[int]) -> Results:
    """A match between two, by the five counts of its pairs."""
    return tournament(2, [(0, 1, i / 2) for i, count in enumerate(counts) for _ in range(count)])


def results(players: int, games: Sequence[Played], *, scheduled: int | None = None) -> Results:
    names = tuple(f"player {'abcdefghijklmnop'[i]}" for i in range(players))
    count = len(games) if scheduled is None else scheduled
    return Results("A cup", "connect4", names, {"Time": "1 s a move"}, count, tuple(games))
