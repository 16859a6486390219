"""The matchbox machine once more, as plainly as it can be said: real positions, no symmetry but
where a box needs it, exact fractions."""

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache

from enligne import FIRST, SECOND, Cell, Position, Rules, Side
from enligne.learning import Box, Menace, Variant
from tests.naive import NaiveGame, Spot

#: What turning or mirroring the board does to a cell.
Turn = Callable[[Spot], Spot]
#: Stones by cell, sorted: ((0, 0), 0) is a stone of the first side on a1.
State = tuple[tuple[Spot, int], ...]
#: What a move leads to when it ends the game.
WON, FULL = "won", "full"

#: Chances of win, draw and loss: numbers that were rounded, or fractions.
Chance = float | Fraction
Chances = tuple[Chance, Chance, Chance]
WIN: Chances = (1, 0, 0)
DRAW: Chances = (0, 1, 0)
LOSS: Chances = (0, 0, 1)


@dataclass
class Tree:
    """Every unfinished position that a game can reach, and where its moves lead."""

    rules: Rules
    moves: dict[State, dict[Spot, State | str]]

    @cached_property
    def by_length(self) -> list[State]:
        """The positions with most stones first."""
        return sorted(self.moves, key=len, reverse=True)

    @cached_property
    def values(self) -> dict[State, int]:
        """The result of best play for the side to move: 1, 0 or -1."""
        values: dict[State, int] = {}
        for state in self.by_length:
            values[state] = max(self._worth(to, values) for to in self.moves[state].values())
        return values

    def worth(self, state: State, cell: Spot) -> int:
        """What a move is worth to the side that makes it: 1, 0 or -1."""
        return self._worth(self.moves[state][cell], self.values)

    @staticmethod
    def _worth(to: State | str, values: Mapping[State, int]) -> int:
        if isinstance(to, str):
            return 1 if to is WON else 0
        return -values[to]


@lru_cache(maxsize=8)
def tree_of(text: str) -> Tree:
    rules = Rules.of(text)
    tree = Tree(rules, {})
    open_games = [NaiveGame(rules)]
    seen = {state_of(open_games[0].stones)}
    while open_games:
        game = open_games.pop()
        leads: dict[Spot, State | str] = {}
        for cell in game.legal_moves():
            after = NaiveGame(rules, dict(game.stones))
            after.play(cell)
            if after.is_over:
                leads[cell] = FULL if after.winner is None else WON
                continue
            leads[cell] = state = state_of(after.stones)
            if state not in seen:
                seen.add(state)
                open_games.append(after)
        tree.moves[state_of(game.stones)] = leads
    return tree


def state_of(stones: Mapping[Spot, int] | Position) -> State:
    if isinstance(stones, Position):
        stones = {(cell.column, cell.row): side for side in Side for cell in stones.stones(side)}
    return tuple(sorted((cell, int(side)) for cell, side in stones.items()))


def position_of(rules: Rules | str, state: State) -> Position:
    return Position.from_stones(
        rules,
        [Cell(*cell) for cell, side in state if side == FIRST],
        [Cell(*cell) for cell, side in state if side == SECOND],
    )


def turns_of(rules: Rules) -> list[Turn]:
    """What turning and mirroring does to a cell, the identity first."""
    right, top = rules.width - 1, rules.height - 1
    turns: list[Turn] = [
        lambda cell: (cell[0], cell[1]),
        lambda cell: (right - cell[0], cell[1]),
    ]
    if not rules.gravity:
        turns += [
            lambda cell: (cell[0], top - cell[1]),
            lambda cell: (right - cell[0], top - cell[1]),
        ]
        if right == top:
            turns += [
                lambda cell: (cell[1], cell[0]),
                lambda cell: (top - cell[1], cell[0]),
                lambda cell: (cell[1], right - cell[0]),
                lambda cell: (top - cell[1], right - cell[0]),
            ]
    return turns


def turned(state: State, turn: Turn) -> State:
    return tuple(sorted((turn(cell), side) for cell, side in state))


def same_moves(state: State, cell: Spot, rules: Rules) -> set[Spot]:
    """The moves that are one move up to the symmetry of the position."""
    return {turn(cell) for turn in turns_of(rules) if turned(state, turn) == state}


def beads_by_state(machine: Menace, side: Side) -> dict[State, dict[Spot, int]]:
    """The beads of every box of a side on each board that it stands for."""
    turns = turns_of(machine.rules) if machine.variant.symmetry else turns_of(machine.rules)[:1]
    found: dict[State, dict[Spot, int]] = {}
    for box in machine.boxes(side, forced=True):
        front = state_of(box.position)
        for turn in turns:
            beads = {turn(bead): count for bead, count in box.beads.items()}
            found.setdefault(turned(front, turn), beads)
    return found


def fresh_beads(variant: Variant, box: Box) -> dict[Spot, int]:
    """What a box holds at the start."""
    state, rules = state_of(box.position), box.position.rules
    number = variant.beads[min(box.position.ply // 2, len(variant.beads) - 1)]
    return {bead: number * times(variant, state, bead, rules) for bead in box.beads}


def times(variant: Variant, state: State, bead: Spot, rules: Rules) -> int:
    """How many cells a bead counts for."""
    if variant.per == "move" or not variant.symmetry:
        return 1
    return len(same_moves(state, bead, rules))


def chances(machine: Menace, side: Side, opponent: str, *, exact: bool = False) -> Chances:
    """How a game of the machine ends, by going through all games; in fractions if asked."""
    tree, variant = tree_of(machine.rules.text), machine.variant
    beads_of = beads_by_state(machine, side)
    below: dict[State, Chances] = {}

    def after(to: State | str, mover: int) -> Chances:
        if isinstance(to, str):
            return DRAW if to is FULL else WIN if mover == side else LOSS
        return below[to]

    for state in tree.by_length:
        leads, mover = tree.moves[state], len(state) % 2
        if mover == side:
            beads = beads_of[state] if len(leads) > 1 else dict.fromkeys(leads, 1)
            if not any(beads.values()) and variant.empty == "refill":
                number = variant.beads[min(len(state) // 2, len(variant.beads) - 1)]
                rules = machine.rules
                beads = {each: number * times(variant, state, each, rules) for each in beads}
            if not any(beads.values()):
                below[state] = LOSS
                continue
            weighted = [(count, after(leads[cell], mover)) for cell, count in beads.items()]
        elif opponent == "worst":
            replies = [after(to, mover) for to in leads.values()]
            below[state] = max(replies, key=lambda each: (each[2], -each[0]))
            continue
        else:
            weighted = [
                (1, after(to, mover))
                for cell, to in leads.items()
                if opponent == "random" or tree.worth(state, cell) == tree.values[state]
            ]
        total = sum(weight for weight, _ in weighted)
        win: Chance = 0
        draw: Chance = 0
        loss: Chance = 0
        for weight, found in weighted:
            share = Fraction(weight, total) if exact else weight / total
            win += share * found[0]
            draw += share * found[1]
            loss += share * found[2]
        below[state] = (win, draw, loss)
    return below[()]


def random_variant(source: random.Random) -> Variant:
    beads = tuple(source.randint(1, 9) for _ in range(source.randint(1, 5)))
    floor = source.choice([0, 0, 1, 3])
    return Variant(
        beads=beads,
        per=source.choice(["move", "cell"]),
        win=source.randint(0, 4),
        draw=source.randint(0, 2),
        loss=source.randint(0, 3),
        blame=source.choice(["all", "last"]),
        empty=source.choice(["resign", "refill", "charge"]),
        floor=floor,
        cap=source.choice([0, 0, max(*beads, floor), 12]),
        symmetry=source.random() < 0.8,
    )
