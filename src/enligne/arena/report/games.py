"""The games of the report: each can be opened to see its moves and how it ended."""

from __future__ import annotations

import re
from collections import defaultdict
from typing import TYPE_CHECKING, Any

from markupsafe import Markup

from enligne import svg
from enligne.arena.report.words import points
from enligne.arena.standings import FAILURES
from enligne.errors import RecordError
from enligne.game import Game
from enligne.record import Record
from enligne.svg.drawing import element

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    import jinja2

    from enligne.arena.results import Played, Results
    from enligne.move import Move
    from enligne.rules import Rules

#: How many characters games may take in a report, and how many of them drawings: a page that a
#: mail can carry and a phone can open.
MOST_CHARACTERS = 2_500_000
MOST_DRAWING = 1_600_000

_FOLD = 50  # games of a match in one fold

_CELL_NAMES = re.compile(r' data-[a-z]+="[^"]*"')


def anchor(one: int, other: int) -> str:
    """Where the games between two players are on the page."""
    return f"games-{min(one, other)}-{max(one, other)}"


def section(
    results: Results, rules: Rules | None, templates: jinja2.Environment
) -> dict[str, object]:
    """All games as far as there is room, folded, and what their drawings share."""
    macros: Any = templates.get_template("games.html").module
    gallery = Gallery(rules)
    room = MOST_CHARACTERS
    shown = 0
    folds: list[dict[str, str]] = []
    for name, heading, one, other, games in _folds(results):
        entries: list[str] = []
        for played in games:
            moves, picture = _sheet(played, gallery)
            failed = played.termination in FAILURES
            entry = macros.entry(played, results.players, failed, picture, moves)
            if len(entry) > room:
                room = 0
                break
            room -= len(entry)
            entries.append(entry)
        if entries:
            both = (points(sum(game.points(player) for game in games)) for player in (one, other))
            told = {"name": name, "heading": heading, "score": " – ".join(both)}
            folds.append(told | {"entries": Markup("").join(entries)})
        shown += len(entries)
    missing = len(results.games) - shown
    return {"folds": folds, "missing": missing, "shared": gallery.shared}


def _folds(results: Results) -> Iterator[tuple[str, str, int, int, Sequence[Played]]]:
    """The games in folds: by players, or by number in a match. Each has a name, a heading and the
    two who played."""
    if len(results.players) == 2:
        for start in range(0, len(results.games), _FOLD):
            some = results.games[start : start + _FOLD]
            heading = f"Games {start + 1} to {start + len(some)}"
            yield f"fold-{start // _FOLD}", heading, 0, 1, some
        return
    met: dict[tuple[int, int], list[Played]] = defaultdict(list)
    for game in results.games:
        one, other = game.pairing.first, game.pairing.second
        met[min(one, other), max(one, other)].append(game)
    for (one, other), games in met.items():
        heading = f"{results.players[one]} – {results.players[other]}"
        yield anchor(one, other), heading, one, other, games


def _sheet(played: Played, gallery: Gallery) -> tuple[list[tuple[str, Move, bool]] | None, Markup]:
    """The moves of a game and its picture; None where its record cannot be read."""
    try:
        game = Record.parse(played.record).game
    except RecordError:
        return None, Markup("")
    return list(_moves(game, len(game.moves) - played.plies)), gallery.drawing(game)


def _moves(game: Game, opening: int) -> Iterator[tuple[str, Move, bool]]:
    """Each move with its number where one is written, and whether it is of the opening."""
    lead = int(game.start.side)
    for ply, move in enumerate(game.moves):
        number, side = divmod(ply + lead, 2)
        dots = "." if side == 0 else "…"
        yield f"{number + 1}{dots}" if side == 0 or ply == 0 else "", move, ply < opening


class Gallery:
    """The drawings of final positions, and what they share.

    A board and its stones look the same in every drawing, so they are put into the page once and
    every drawing refers to them.
    """

    def __init__(self, rules: Rules | None) -> None:
        self._room = MOST_DRAWING
        self.shared: dict[str, Markup] = {}  # what is drawn once, by its name
        if rules is None:
            return
        game = Game(rules)
        bare = svg.board(game.position)
        inside = bare[bare.index("</desc>") + len("</desc>") : bare.rindex("</svg>")]
        self.shared["board"] = Markup(inside)
        for name in ("stone-1", "stone-2"):
            move = game.push(next(iter(game.legal_moves)))
            picture = svg.board(game.position, numbers=game.moves)
            stone = re.search(rf'class="stone [a-z]+" data-cell="{move}"[^>]*>(.*?)</g>', picture)
            if stone:
                self.shared[name] = Markup(stone[1])

    def drawing(self, game: Game) -> Markup:
        """The final position, or nothing once there is no more room."""
        if not self._room:
            return Markup("")
        last = game.moves[-1] if game.moves else None
        picture = svg.board(game.position, last=last, numbers=game.moves)
        for name, part in self.shared.items():
            picture = picture.replace(part, element("use", href=f"#{name}"))
        picture = _CELL_NAMES.sub("", picture)
        # When one does not fit, no later one is drawn either: that would look like chance.
        self._room = self._room - len(picture) if len(picture) <= self._room else 0
        return Markup(picture if self._room else "")
