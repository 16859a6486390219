"""Who meets whom, and in which order."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, Literal, get_args

from enligne.arena.results import Pairing

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from enligne.arena.openings import Openings

#: How the players of a tournament meet: each one every other, or the first one all the others.
Form = Literal["round robin", "gauntlet"]
FORMS: Sequence[Form] = get_args(Form)


class Schedule:
    """The games of a match or a tournament, in order. The same arguments give the same games.

    It goes round by round: in a round every two players who meet have one opening, the same for
    all, and play it twice, once from each side. So whenever it is interrupted, all have played
    about as much.

    Args:
        players: how many there are.
        games: between each two who meet.
        openings: one for each round, found when it is asked for.
        form: who meets whom.

    Raises:
        ValueError: there are fewer than two players, no such form, or the number of games is not
            even.
    """

    def __init__(
        self, players: int, games: int, openings: Openings, form: Form = "round robin"
    ) -> None:
        if players < 2:
            raise ValueError(f"it takes two players at least, not {players}")
        if games < 2 or games % 2:
            raise ValueError(f"{games} games: an even number, as each opening has two sides")
        if form not in FORMS:
            raise ValueError(f"form {form!r}: it is one of {', '.join(FORMS)}")
        meetings = list(combinations(range(players), 2))
        self._meetings = meetings[: players - 1] if form == "gauntlet" else meetings
        self._rounds = games // 2
        self._openings = openings

    def __len__(self) -> int:
        return 2 * self._rounds * len(self._meetings)

    def __iter__(self) -> Iterator[Pairing]:
        for pair in range(len(self) // 2):
            number, place = divmod(pair, len(self._meetings))
            one, other = self._meetings[place]
            opening = self._openings[number]
            yield Pairing(2 * pair, pair, one, other, opening)
            yield Pairing(2 * pair + 1, pair, other, one, opening)
