"""The player that draws its moves from the boxes of a saved machine."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING, ClassVar

from enligne.engines.options import Option
from enligne.errors import PlayerTextError
from enligne.learning.brain import NAME_PATTERN
from enligne.learning.store import Store
from enligne.players.player import Choice, Player

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from enligne.engines import Analysis, Limit, Stop
    from enligne.position import Position


class Matchbox(Player):
    """Plays as a brain does, without learning from it; resigns at an empty box."""

    name = "menace"
    is_harmless = True
    about = "a saved matchbox machine: draws a bead from the box for the position"
    options: ClassVar[Sequence[Option]] = (
        Option("brain", None, "the name of a saved machine", pattern=NAME_PATTERN),
        Option("seed", None, "of the lot; another one each time unless given", most=2**63 - 1),
    )

    def __init__(self, text: str = "") -> None:
        super().__init__(text)
        name, seed = self.values["brain"], self.values["seed"]
        if not isinstance(name, str):
            raise PlayerTextError("menace: which brain? Write menace:brain=NAME")
        self.machine = Store().load(name).machine
        self.machine.reseed(seed if isinstance(seed, int) else secrets.randbits(62))

    def choose(
        self,
        position: Position,
        limit: Limit | None = None,
        *,
        stop: Stop | None = None,
        report: Callable[[Analysis], None] | None = None,
    ) -> Choice:
        del limit, stop, report  # a bead is drawn at once
        drawn = self.machine.draw(position)
        return Choice(None) if drawn is None else Choice(drawn.move, drawn=drawn)
