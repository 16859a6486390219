"""All that decides the games of a match or a tournament, and that resuming it must not change: the
terms, and who meets whom in which order."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass, fields, replace
from itertools import combinations
from typing import TYPE_CHECKING, Literal, TypedDict, Unpack, get_args

from enligne.arena.adjudication import Adjudication
from enligne.arena.game import Conditions
from enligne.arena.openings import Openings, file_digest, file_openings, no_openings
from enligne.arena.random_openings import random_openings
from enligne.arena.results import Pairing
from enligne.arena.sprt import Sprt
from enligne.arena.time_control import TimeControl
from enligne.engines import Limit
from enligne.players import create, parse
from enligne.rules import Rules

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from enligne.players import Player, PlayerLike, PlayerSpec

#: How the players of a tournament meet: each one every other, or the first one all the others.
Form = Literal["round robin", "gauntlet"]
FORMS: Sequence[Form] = get_args(Form)


class Schedule:
    """The games of a match or a tournament, in order. The same arguments give the same games.

    It goes round by round: in a round every two players who meet have one opening, the same for
    all, and play it twice, once from each side, or twice with the same sides where one of them
    plays no other. So whenever it is interrupted, all have played about as much.

    Args:
        players: how many there are.
        games: between each two who meet.
        openings: one for each round, found when it is asked for.
        form: who meets whom.
        sides: what each player plays: ``both``, ``first`` or ``second``; both unless given.

    Raises:
        ValueError: there are fewer than two players, no such form, the number of games is not
            even, or two who meet play the same side only.
    """

    def __init__(
        self,
        players: int,
        games: int,
        openings: Openings,
        form: Form = "round robin",
        sides: Sequence[str] = (),
    ) -> None:
        if players < 2:
            raise ValueError(f"it takes two players at least, not {players}")
        if games < 2 or games % 2:
            raise ValueError(f"{games} games: an even number, as each opening has two sides")
        if form not in FORMS:
            raise ValueError(f"form {form!r}: it is one of {', '.join(FORMS)}")
        meetings = list(combinations(range(players), 2))
        self._meetings = meetings[: players - 1] if form == "gauntlet" else meetings
        self._sides = sides or ("both",) * players
        for one, other in self._meetings:
            self._firsts(one, other)
        self._rounds = games // 2
        self._openings = openings

    def __len__(self) -> int:
        return 2 * self._rounds * len(self._meetings)

    def __iter__(self) -> Iterator[Pairing]:
        for pair in range(len(self) // 2):
            number, place = divmod(pair, len(self._meetings))
            one, other = self._meetings[place]
            opening = self._openings[number]
            for place, first in enumerate(self._firsts(one, other)):
                second = other if first == one else one
                yield Pairing(2 * pair + place, pair, first, second, opening)

    def _firsts(self, one: int, other: int) -> tuple[int, int]:
        """Who has the first side in the two games of a pair."""
        match self._sides[one], self._sides[other]:
            case "both", "both":
                return one, other
            case ("first", "first") | ("second", "second") as same:
                raise ValueError(
                    f"players {one + 1} and {other + 1} cannot meet: both play the {same[0]} side"
                    " only"
                )
            case ("first", _) | (_, "second"):
                return one, one
        return other, other


_SEED_BITS = 32


class PlanTerms(TypedDict, total=False):
    """The terms of a plan that may be left out, as the arguments of a call; see :class:`Plan`."""

    games: int
    form: Form
    openings: str
    plies: int | None
    seed: int
    time: str
    nodes: int | None
    depth: int | None
    adjudicate: str
    sprt: str
    event: str


@dataclass(frozen=True, slots=True)
class Plan:
    """What is played, and how.

    Args:
        players: their texts.
        rules: as text.
        games: between each two who meet; an even number.
        form: who meets whom.
        openings: ``random``, ``none``, or the path of a file; ``usual`` is random, unless there is
            a player who learned from the empty board, whose game an opening would take away.
        plies: of a random opening, or of those in a file of records; by the board unless given.
        seed: of the openings, and of every player that plays at random and has none.
        time: ``1`` for a second a move, ``60+0.5`` for a clock; empty for none.
        nodes, depth: of each move.
        adjudicate: ``solver``, ``scores``, both with a comma; empty for none.
        sprt: ``elo0,elo1,alpha,beta``, for two players; empty for none.
        event: its name.
        digest: tells one content of the file of openings from another.
        sides: what each player plays, where that is not both for all; see :class:`Schedule`.
    """

    players: tuple[str, ...]
    rules: str
    games: int = 100
    form: Form = "round robin"
    openings: str = "usual"
    plies: int | None = None
    seed: int = 1
    time: str = ""
    nodes: int | None = None
    depth: int | None = None
    adjudicate: str = ""
    sprt: str = ""
    event: str = ""
    digest: str = ""
    sides: tuple[str, ...] = ()

    @classmethod
    def checked(
        cls, players: Sequence[PlayerLike], rules: Rules | str, **terms: Unpack[PlanTerms]
    ) -> Plan:
        """A plan that can be carried out.

        Raises:
            ValueError: it cannot, or a player cannot be loaded; the text says why.
            OSError: the file of openings cannot be read.
        """
        rules = Rules.of(rules)
        specs = [parse(player) for player in players]
        texts = tuple(spec.text for spec in specs)
        plan = cls(texts, str(rules), **terms)
        made = {spec: create(spec) for spec in specs}
        openings = plan.openings
        if openings == "usual":
            is_learner = any(player.begins_on_empty_board for player in made.values())
            openings = "none" if is_learner else "random"
        plan = replace(
            plan,
            openings=openings,
            sides=_sides([made[spec] for spec in specs]),
            time=plan.time.strip(),
            adjudicate="" if plan.adjudicate == "off" else plan.adjudicate,
            sprt=str(Sprt.parse(plan.sprt)) if plan.sprt else "",
            event=plan.event or _usual_event(texts, rules),
            digest="" if openings in ("none", "random") else file_digest(openings),
        )
        plan.schedule(no_openings())  # says what is wrong with it
        if plan.sprt and len(texts) != 2:
            raise ValueError(f"{len(texts)} players: a test is between two")
        _ = plan.conditions  # says what is wrong with them
        for player in made.values():
            player.check_plays(rules)
        return plan

    @property
    def conditions(self) -> Conditions:
        """How each game is played."""
        limit = Limit(nodes=self.nodes, depth=self.depth)
        return Conditions(
            time=TimeControl.parse(self.time) if self.time else None,
            limit=None if limit.is_unlimited else limit,
            adjudication=Adjudication.parse(self.adjudicate),
        )

    @property
    def test(self) -> Sprt | None:
        """The test that may end a match early; None without one."""
        return Sprt.parse(self.sprt) if self.sprt else None

    @property
    def specs(self) -> tuple[PlayerSpec, ...]:
        """The players as values."""
        return tuple(map(parse, self.players))

    @property
    def names(self) -> tuple[str, ...]:
        """The players' texts, with a number behind those that come again."""
        seen: Counter[str] = Counter()
        names = []
        for text in self.players:
            seen[text] += 1
            names.append(f"{text} ({seen[text]})" if seen[text] > 1 else text)
        return tuple(names)

    def open_book(self) -> Openings:
        """The openings from their beginning.

        Raises:
            OpeningsError: they cannot be read, or there is none.
        """
        rules = Rules.of(self.rules)
        if self.openings == "none":
            return no_openings()
        if self.openings == "random":
            return random_openings(rules, self.plies, self.seed)
        return file_openings(self.openings, rules, self.plies)

    def schedule(self, openings: Openings) -> Schedule:
        """Its games, in order."""
        return Schedule(len(self.players), self.games, openings, self.form, self.sides)

    def about(self) -> dict[str, str]:
        """The conditions for people to read, without the openings."""
        conditions = self.conditions
        time = conditions.time.about if conditions.time else ""
        parts = [
            time,
            f"{self.nodes:,} nodes" if self.nodes else "",
            f"depth {self.depth}" if self.depth else "",
        ]
        found = {
            "form": "match" if len(self.players) == 2 else self.form,
            "time": ", ".join(part for part in parts if part) or "each player's own",
            "adjudication": conditions.adjudication.about,
            "seed": str(self.seed),
        }
        one_sided = [
            f"{name} always {side}"
            for name, side in zip(self.names, self.sides or (), strict=False)
            if side != "both"
        ]
        if one_sided:
            found["sides"] = ", ".join(one_sided)
        return found | ({"SPRT": self.sprt} if self.sprt else {})

    def differences(self, other: Plan) -> Iterator[str]:
        """What is not the same in another plan, in words. More games are no difference: those of a
        shorter plan are the first of a longer one."""
        for each in fields(self):
            mine, theirs = getattr(self, each.name), getattr(other, each.name)
            if mine == theirs or (each.name == "games" and mine < theirs):
                continue
            if each.name == "digest":
                yield "the file of openings has changed"
            else:
                yield f"{each.name} {_shown(mine)}, now {_shown(theirs)}"


def _sides(made: Sequence[Player]) -> tuple[str, ...]:
    """What each player plays; empty where all play both."""
    sides = tuple("both" if len(player.sides) == 2 else str(player.sides[0]) for player in made)
    return () if set(sides) == {"both"} else sides


def seeded(spec: PlayerSpec, *salt: object) -> PlayerSpec:
    """A player with a seed for one game, if it plays at random and has none of its own."""
    return spec.with_seed(random.Random("/".join(map(str, salt))).getrandbits(_SEED_BITS))


def _usual_event(players: Sequence[str], rules: Rules) -> str:
    what = f"{players[0]} - {players[1]}" if len(players) == 2 else f"{len(players)} players"
    return f"{what}, {rules}"


def _shown(value: object) -> str:
    if isinstance(value, tuple):
        return " ".join(map(str, value))
    return "none" if value in (None, "") else str(value)
