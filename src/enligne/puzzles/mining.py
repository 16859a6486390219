"""Mines puzzles: games between levels, and in each the positions that have one good move."""

from __future__ import annotations

import random
from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from enligne.engines import Limit
from enligne.game import Game
from enligne.players.levels import Level
from enligne.players.levels.tactics import near_moves
from enligne.puzzles.difficulty import Solvers
from enligne.puzzles.puzzle import Puzzle, written
from enligne.puzzles.solution import Prover
from enligne.rules import Rules

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from enligne.position import Position
    from enligne.puzzles.journal import Journal
    from enligne.puzzles.puzzle import Theme
    from enligne.puzzles.solution import Solution

#: How many puzzles of which rules, unless told.
PLAN: Mapping[str, int] = {
    "3x3:3": 100,
    "4x4:4": 300,
    "5x5:4": 500,
    "7x6:4+gravity": 1000,
    "15x15:5": 600,
}

#: Who plays: levels that are about equal, since games between others end before there is much to
#: find, and none that searches by the clock.
_PLAYERS = ((4, 4), (6, 6), (7, 7), (7, 7), (7, 8), (8, 8))
_LIMIT = Limit(nodes=3_000)
#: Random plies at the start, in parts of the board: none, and these at most.
_OPENING_PART = 5
_MOST_OPENING = 8
#: Positions with more cells to fill than this take a solver too long.
_MOST_EMPTY = 27
#: A game gives no more puzzles: what is left in it looks like those.
_MOST_OF_A_GAME = 3
#: The largest share of one theme, of one theme with one depth, and of that where the depth is 1:
#: what comes often does not crowd out the rest.
_SHARE_OF_A_THEME = 0.4
_SHARE_OF_A_DEPTH = 0.25
_SHARE_AT_A_GLANCE = 0.12
#: So many games in a row without a puzzle end the search.
_PATIENCE = 150


class Mined(NamedTuple):
    """A game that was looked through, by its number, and what it gave."""

    rules: str
    game: int
    puzzles: tuple[Puzzle, ...]


class Mine:
    """Looks through games until there are as many puzzles of each rules as planned, or no more are
    found. The same plan and seed give the same puzzles, also when they are interrupted.

    Args:
        plan: how many puzzles of which rules, by their text.
        journal: the games that were looked through before, and where new ones are written down.
        seed: of the games.

    Raises:
        RulesError: there are no such rules, or no puzzles of them.
    """

    def __init__(self, plan: Mapping[str, int], journal: Journal, seed: int = 1) -> None:
        self._seed = seed
        self._journal = journal
        self._seams = {
            rules.text: Seam(rules, count)
            for rules, count in ((Rules.of(text), count) for text, count in plan.items())
        }
        self._levels = {number: Level(level=number) for pair in _PLAYERS for number in pair}
        self._solvers = Solvers()
        for mined in journal.mined:
            if mined.rules in self._seams:
                self._seams[mined.rules].take(mined)

    @property
    def puzzles(self) -> list[Puzzle]:
        """What was found so far, rules by rules, the easiest first."""
        return [
            puzzle
            for seam in self._seams.values()
            for puzzle in sorted(seam.puzzles, key=lambda each: -each.ease)
        ]

    @property
    def shortfalls(self) -> list[tuple[str, int, int]]:
        """The rules of which there are fewer puzzles than planned: how many that was, and are."""
        return [
            (text, seam.wanted, len(seam.puzzles))
            for text, seam in self._seams.items()
            if len(seam.puzzles) < seam.wanted
        ]

    def dig(self, progress: Callable[[int, int], None]) -> None:
        """Goes on until there is nothing more to do.

        Args:
            progress: told after each game how many puzzles there are, and how many are wanted.

        Raises:
            OSError: the journal cannot be written.
        """
        total = sum(seam.wanted for seam in self._seams.values())
        while open_seams := [seam for seam in self._seams.values() if not seam.is_exhausted]:
            seam = min(open_seams, key=lambda each: len(each.puzzles) / each.wanted)
            mined = Mined(seam.rules.text, seam.games, tuple(self._from_game(seam)))
            self._journal.add(mined)
            seam.take(mined)
            progress(sum(len(each.puzzles) for each in self._seams.values()), total)

    def _from_game(self, seam: Seam) -> Iterator[Puzzle]:
        luck = random.Random(f"puzzles/{self._seed}/{seam.rules.text}/{seam.games}")
        game = self._played(seam.rules, luck)
        plies = [ply for ply in range(len(game.moves)) if seam.is_in_reach(game.positions[ply])]
        luck.shuffle(plies)
        found = 0
        for ply in plies:
            position = game.positions[ply]
            solution = seam.new_solution(position)
            if solution is None:
                continue
            yield Puzzle(
                seam.rules.text,
                written(game.moves[:ply], seam.rules),
                written(solution.line, seam.rules),
                solution.theme,
                solution.depth,
                self._solvers.solved(position, solution.line[0]),
            )
            found += 1
            if found == _MOST_OF_A_GAME:
                return

    def _played(self, rules: Rules, luck: random.Random) -> Game:
        """A game between two levels after a random opening."""
        game = Game(rules)
        players = luck.sample(luck.choice(_PLAYERS), 2)
        for number in players:
            self._levels[number].reseed(luck.getrandbits(32))
        opening = luck.randint(0, min(rules.cell_count // _OPENING_PART, _MOST_OPENING))
        while game.outcome() is None:
            if len(game.moves) < opening:
                game.push(luck.choice(near_moves(game.position)))
                continue
            choice = self._levels[players[game.side]].choose(game.position, _LIMIT)
            game.push(choice.move)
        return game


class Seam:
    """The puzzles of one kind of rules."""

    def __init__(self, rules: Rules, wanted: int) -> None:
        self.rules = rules
        self.wanted = wanted
        self.games = 0
        self.puzzles: list[Puzzle] = []
        self._prover = Prover(rules)
        self._barren = 0
        self._seen: set[Position] = set()
        self._themes: Counter[Theme] = Counter()
        self._kinds: Counter[tuple[Theme, int]] = Counter()

    @property
    def is_exhausted(self) -> bool:
        return len(self.puzzles) >= self.wanted or self._barren >= _PATIENCE

    def is_in_reach(self, position: Position) -> bool:
        """Whether a proof takes no longer than a moment."""
        empty = self.rules.cell_count - position.ply
        return self._prover.is_by_fours or empty <= _MOST_EMPTY

    def new_solution(self, position: Position) -> Solution | None:
        """The solution of a position that is a puzzle of which there are not enough yet."""
        key = position.canonical().position
        if key in self._seen:
            return None
        self._seen.add(key)
        solution = self._prover.solution(position)
        return solution if solution and not self._has_enough_like(solution) else None

    def _has_enough_like(self, solution: Solution) -> bool:
        theme, depth = solution.theme, solution.depth
        most = _SHARE_OF_A_DEPTH if depth > 1 else _SHARE_AT_A_GLANCE
        return (
            self._themes[theme] >= _SHARE_OF_A_THEME * self.wanted
            or self._kinds[theme, depth] >= most * self.wanted
        )

    def take(self, mined: Mined) -> None:
        """Counts a game, and takes its puzzles as long as there are too few."""
        self.games = mined.game + 1
        self._barren = 0 if mined.puzzles else self._barren + 1
        for puzzle in mined.puzzles:
            if len(self.puzzles) < self.wanted:
                self.puzzles.append(puzzle)
                self._seen.add(puzzle.position.canonical().position)
                self._themes[puzzle.theme] += 1
                self._kinds[puzzle.theme, puzzle.depth] += 1
