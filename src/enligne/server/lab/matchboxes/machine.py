"""A machine of the Matchboxes exhibit: what it went through, and what the page draws of it.

What it is depends on nothing but its rules, variant, side, seed and course, the trainings and games
it went through: the same ones give the same boxes, however the trainings were cut into slices.
"""

from __future__ import annotations

import time
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING

import msgspec

from enligne.game import Game
from enligne.learning import Curve, MachineGame, Menace
from enligne.learning.sparring import CorePartner, core_partner
from enligne.outcome import Termination
from enligne.players.matchbox import Matchbox
from enligne.position import Position
from enligne.server.contract.lab import (
    MOST_GAMES,
    BeadDraw,
    BoxesNews,
    Chances,
    LosingLine,
    PlayedGame,
    Results,
    Wall,
    Weakness,
)
from enligne.server.contract.prices import MOST_BOXES
from enligne.server.contract.refusals import RefusalError
from enligne.server.contract.words import Outcome
from enligne.server.lab.matchboxes.views import (
    box_view,
    chance_of,
    curve_view,
    draw_view,
    empty_view,
    paints_view,
)
from enligne.server.views import cells, outcome_view, position_view, rules_view, side_view

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from enligne.engines import Stop
    from enligne.learning import Change, Training
    from enligne.learning.menace import SideName
    from enligne.move import Side
    from enligne.players import PlayerSpec
    from enligne.server.allowed import AllowedPlayers

#: In its life, against players that are not the core's.
MOST_PLAYER_GAMES = 2_000


def partner_from(text: str, allowed: AllowedPlayers) -> CorePartner | PlayerSpec:
    """A sparring partner that a stranger may ask for.

    Raises:
        PlayerTextError: there is no such partner.
        RefusalError: it is not one for a training that can be repeated.
    """
    if (partner := core_partner(text)) is not None:
        return partner
    spec = allowed.checked(text)
    if spec.kind is Matchbox:
        raise RefusalError("player", "a saved machine cannot be a partner here: it may change")
    return spec


def check_games(
    games: int, partner: CorePartner | PlayerSpec, played: int, player_games: int
) -> None:
    """Refuses more games than a machine may play here.

    Args:
        played, player_games: what it has played, and how many of those against players that are
            not the core's.

    Raises:
        RefusalError: they would be too many.
    """
    limits = [(played, MOST_GAMES, "")]
    if not isinstance(partner, CorePartner):
        limits.append((player_games, MOST_PLAYER_GAMES, " against such a player"))
    for before, most, whom in limits:
        if before + games > most:
            text = f"a machine plays at most {most:,} games{whom} here"
            raise RefusalError("too_many_games", text, most=most)


def next_point(games: int) -> int:
    """The next number of games after which a machine is measured: every one up to a hundred, then
    every tenth up to a thousand, and so on. It depends on nothing else, so that a machine's curve
    does not either."""
    step: int = 10 ** max(0, len(str(games)) - 2)
    return (games // step + 1) * step


@dataclass(slots=True)
class LabMachine:
    """A machine with its curve, and which beads the page knows of."""

    machine: Menace
    curve: Curve = field(default_factory=Curve)
    player_games: int = 0
    told: list[list[int]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.curve.measure(self.machine)
        self.told = self.machine.counts(self.side)

    @classmethod
    def create(cls, rules: str, variant: str, side: SideName, seed: int) -> LabMachine:
        """A new one.

        Raises:
            RulesError, VariantError, ValueError: as for a machine of the library.
            RefusalError: it has too many boxes for a wall.
        """
        machine = Menace(rules, variant=variant, side=side, seed=seed)
        check_wall(machine)
        return cls(machine)

    @property
    def side(self) -> Side:
        """The side whose boxes are on the wall."""
        return self.machine.sides[0]

    # What it goes through.

    def train(self, training: Training, until: int, stop: Stop, *, seconds: float) -> None:
        """Trains up to a number of games, or until the time is over or it is stopped."""
        first = self.machine.games
        end = time.monotonic() + seconds
        steps = training.steps(until - first, every=next_point)
        while not stop.is_set() and time.monotonic() < end and next(steps, None) is not None:
            pass
        if not isinstance(training.partner, CorePartner):
            self.player_games += self.machine.games - first

    def play(self, moves: Sequence[str]) -> SlowGame:
        """The game in which somebody plays these moves against it. Nothing has changed afterwards:
        the same moves give the same game again, until it has learnt.

        Raises:
            IllegalMoveError: a move is not possible, or the game is over before it.
        """
        state = self.machine.random_state
        try:
            return SlowGame(self.machine, self.side, moves)
        finally:
            self.machine.random_state = state

    def learn(self, moves: Sequence[str]) -> list[Change]:
        """Plays such a game to its end, and learns from it.

        Raises:
            IllegalMoveError: as for :meth:`play`.
            RefusalError: the game is not over yet.
        """
        game = self.play(moves)
        if not game.is_over:
            raise RefusalError("not_finished", "the game is not over yet")
        self.machine.random_state = game.random_state
        changes = game.played.learn(game.winner)
        self.curve.measure(self.machine)
        return changes

    # What the page is told.

    def about(self) -> Wall:
        """All of it."""
        machine = self.machine
        self.told = machine.counts(self.side)
        return Wall(
            rules=rules_view(machine.rules),
            variant=machine.variant.text,
            options=dict(part.split("=", 1) for part in machine.variant.details.split(",")),
            side=machine.side,
            seed=machine.seed,
            can_hold=machine.can_hold(self.side),
            forced=machine.box_count(self.side, forced=True) - machine.box_count(self.side),
            boxes=[box_view(box) for box in machine.boxes(self.side)],
            paints=paints_view(machine.rules),
            curve=curve_view(self.curve),
            **msgspec.structs.asdict(self.progress(0)),
        )

    def changed(self) -> list[tuple[int, list[int]]]:
        """The boxes with other beads than the page knows of, by their place on the wall."""
        counts = self.machine.counts(self.side)
        changes = [
            (place, now)
            for place, (before, now) in enumerate(zip(self.told, counts, strict=True))
            if before != now
        ]
        self.told = counts
        return changes

    def progress(self, points: int) -> BoxesNews:
        """What is new: the boxes that changed, and the points of its curve after that number."""
        machine = self.machine
        measures = machine.measure()
        return BoxesNews(
            games=machine.games,
            results=Results(**asdict(machine.results)),
            changed=self.changed(),
            points=curve_view(self.curve, points),
            now=Chances(measures.worst_case.loss, measures.perfect.loss, measures.random.loss),
        )

    def weakness(self) -> Weakness:
        """The shortest game that it can still lose, exactly; None when it cannot."""
        machine = self.machine
        can_hold = machine.can_hold(self.side)
        moves = machine.losing_line(self.side)
        if moves is None:
            return Weakness(line=None, can_hold=can_hold)
        position = Position(machine.rules)
        positions, draws, chance = [position_view(position)], [], 1.0
        for move in moves:
            if position.side is self.side:
                drawn = machine.recalled(position, move)
                draws.append(draw_view(drawn, machine))
                chance *= chance_of(drawn)
            position = position.play(move)
            positions.append(position_view(position))
        outcome = position.outcome()
        if outcome is None:
            draws.append(empty_view(position, machine))
        line = LosingLine(
            moves=cells(moves),
            positions=positions,
            draws=draws,
            chance=chance,
            outcome=outcome_view(outcome),
        )
        return Weakness(line=line, can_hold=can_hold)


def check_wall(machine: Menace) -> None:
    """Refuses a machine whose boxes do not fit on a wall.

    Raises:
        RefusalError: they are too many.
    """
    count = machine.box_count(machine.sides[0])
    if count > MOST_BOXES:
        raise RefusalError(
            "too_many_boxes",
            f"{count:,} boxes do not fit on the wall: the most is {MOST_BOXES:,}",
            count=count,
            most=MOST_BOXES,
        )


class SlowGame:
    """A game of somebody against a machine, as far as their moves go."""

    def __init__(self, machine: Menace, side: Side, moves: Iterable[str]) -> None:
        self.played = MachineGame(machine, side)
        self._machine = machine
        self._side = side
        self._game = Game(machine.rules)
        self._draws: list[BeadDraw] = []
        self._reply()
        for move in moves:
            if self.played.has_resigned:
                raise RefusalError("finished", "the machine has resigned")
            self._game.push(move)
            self._reply()
        self.random_state = machine.random_state  # after its draws

    @property
    def is_over(self) -> bool:
        return self.played.has_resigned or self._game.outcome() is not None

    @property
    def winner(self) -> Side | None:
        if self.played.has_resigned:
            return self._side.other
        outcome = self._game.outcome()
        return outcome.winner if outcome else None

    def view(self) -> PlayedGame:
        outcome = outcome_view(self._game.outcome())
        if self.played.has_resigned:
            outcome = Outcome(side_view(self._side.other), Termination.RESIGNATION.value)
        return PlayedGame(
            moves=cells(self._game.moves),
            positions=[position_view(position) for position in self._game.positions],
            draws=self._draws,
            outcome=outcome,
        )

    def _reply(self) -> None:
        position = self._game.position
        if position.outcome() is not None or position.side is not self._side:
            return
        draw = self.played.draw(position)
        if draw is None:
            self._draws.append(empty_view(position, self._machine))
            return
        self._draws.append(draw_view(draw, self._machine))
        self._game.push(str(draw.move))
