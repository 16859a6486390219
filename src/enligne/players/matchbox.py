"""The player that draws its moves from the boxes of a saved machine."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING, ClassVar

from enligne.errors import RulesError
from enligne.learning.brain import NAME_PATTERN, Brain
from enligne.learning.store import Store
from enligne.move import FIRST, SECOND
from enligne.players.player import Choice, Player
from enligne.spec import Option, Value

if TYPE_CHECKING:
    from collections.abc import Sequence

    from enligne.engines.engine import Request
    from enligne.learning import Menace
    from enligne.move import Side
    from enligne.rules import Rules
    from enligne.spec import PlayerSpec


class Matchbox(Player):
    """Plays as a brain does, without learning from it; resigns at an empty box."""

    name = "menace"
    about = "a saved matchbox machine: draws a bead from the box for the position"
    options: ClassVar[Sequence[Option]] = (
        Option(
            "brain",
            None,
            "the name of a saved machine",
            pattern=NAME_PATTERN,
            wanted="menace:brain=NAME",
        ),
        Option(
            "side",
            "own",
            "own: only the side that it learned; any: the other one, too",
            ("own", "any"),
        ),
        Option("seed", None, "of the beads drawn; another each time unless given", most=2**63 - 1),
    )

    begins_on_empty_board = True

    def __init__(self, machine: Menace | None = None, **options: Value) -> None:
        super().__init__(**options)
        seed = self.values["seed"]
        self.machine = machine or Store().load(str(self.values["brain"])).machine
        self.machine.reseed(seed if isinstance(seed, int) else secrets.randbits(62))

    @classmethod
    def of_text(cls, brain: str, spec: PlayerSpec) -> Matchbox:
        """The player of a spec whose brain is kept elsewhere, by the text of the brain.

        Raises:
            BrainError: the text is damaged.
        """
        return cls(Brain.from_json(brain).machine, **spec.values)

    @property
    def sides(self) -> Sequence[Side]:
        return self.machine.sides if self.values["side"] == "own" else (FIRST, SECOND)

    def check_side(self, side: Side) -> None:
        if side not in self.sides:
            told = self.spec.with_options(side="any").text
            raise RulesError(
                f"{self.text} learned the {side.other} side only; {told} plays the other as well,"
                " with boxes that never learned"
            )

    def check_plays(self, rules: Rules) -> None:
        if self.machine.rules != rules:
            raise RulesError(f"{self.text} has boxes for {self.machine.rules}, not for {rules}")

    def decide(self, request: Request) -> Choice:
        drawn = self.machine.draw(request.position)
        return Choice(None) if drawn is None else Choice(drawn.move, drawn=drawn)
