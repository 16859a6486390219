"""The games of the report: each can be opened to see its moves and how it ended."""

from __future__ import annotations

import re
from collections import defaultdict
from typing import TYPE_CHECKING

from enligne import svg
from enligne.arena.report.words import duration, escaped, named, plural, points
from enligne.arena.standings import FAILURES
from enligne.errors import RecordError
from enligne.game import Game
from enligne.record import Record

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from enligne.arena.results import Played, Results
    from enligne.rules import Rules

#: How many characters games may take in a report, and how many of them drawings: a page that a
#: mail can carry and a phone can open.
MOST_CHARACTERS = 2_500_000
MOST_DRAWING = 1_600_000

_FOLD = 50  # games of a match in one fold

_CELL_NAMES = re.compile(r' data-[a-z]+="[^"]*"')


class Gallery:
    """The drawings of final positions, and what they share.

    A board and its stones look the same in every drawing, so they are put into the page once and
    every drawing refers to them.
    """

    def __init__(self, rules: Rules | None) -> None:
        self._room = MOST_DRAWING
        self._shared: dict[str, str] = {}  # what is drawn once, by its name
        if rules is None:
            return
        game = Game(rules)
        bare = svg.board(game.position)
        self._shared["board"] = bare[bare.index("</desc>") + len("</desc>") : -len("</svg>")]
        for name in ("stone-1", "stone-2"):
            move = game.push(next(iter(game.legal_moves)))
            picture = svg.board(game.position, numbers=game.moves)
            stone = re.search(rf'class="stone [a-z]+" data-cell="{move}"[^>]*>(.*?)</g>', picture)
            if stone:
                self._shared[name] = stone[1]

    def drawing(self, game: Game) -> str:
        """The final position, or nothing once there is no more room."""
        if not self._room:
            return ""
        last = game.moves[-1] if game.moves else None
        picture = svg.board(game.position, last=last, numbers=game.moves)
        for name, part in self._shared.items():
            picture = picture.replace(part, f'<use href="#{name}"/>')
        picture = _CELL_NAMES.sub("", picture)
        # When one does not fit, no later one is drawn either: that would look like chance.
        self._room = self._room - len(picture) if len(picture) <= self._room else 0
        return picture if self._room else ""

    @property
    def store(self) -> str:
        """What drawings refer to, for the page to hold once."""
        # Each has the class itself: a style sheet does not see above what is referred to.
        parts = "".join(
            f'<g id="{name}" class="enligne">{part}</g>' for name, part in self._shared.items()
        )
        return f'<svg class="store" aria-hidden="true"><defs>{parts}</defs></svg>'


def anchor(one: int, other: int) -> str:
    """Where the games between two players are on the page."""
    return f"games-{min(one, other)}-{max(one, other)}"


def section(results: Results, rules: Rules | None) -> str:
    """All games, folded."""
    gallery = Gallery(rules)
    room = MOST_CHARACTERS
    shown = 0
    folds: list[str] = []
    for name, heading, games in _folds(results):
        entries: list[str] = []
        for game in games:
            entry = _entry(results, game, gallery)
            if len(entry) > room:
                room = 0
                break
            room -= len(entry)
            entries.append(entry)
        if entries:
            folds.append(
                f'<details class="group" id="{name}"><summary>{heading}</summary>'
                f'<div class="games">{"".join(entries)}</div></details>'
            )
        shown += len(entries)
    missing = len(results.games) - shown
    more = f'<p class="note">{plural(missing, "more game")} would make this page too large.</p>'
    return f"{''.join(folds)}{more if missing else ''}{gallery.store}"


def _folds(results: Results) -> Iterator[tuple[str, str, Sequence[Played]]]:
    """The games in folds, each with its name and heading: by players, or by number in a match."""
    if len(results.players) == 2:
        for start in range(0, len(results.games), _FOLD):
            some = results.games[start : start + _FOLD]
            heading = f"<span>Games {start + 1} to {start + len(some)}</span>"
            yield f"fold-{start // _FOLD}", heading + _score(some, 0, 1), some
        return
    met: dict[tuple[int, int], list[Played]] = defaultdict(list)
    for game in results.games:
        one, other = game.pairing.first, game.pairing.second
        met[min(one, other), max(one, other)].append(game)
    for (one, other), games in met.items():
        names = f"{results.players[one]} – {results.players[other]}"
        heading = f"<span>{named(names)}</span>"
        yield anchor(one, other), heading + _score(games, one, other), games


def _score(games: Sequence[Played], one: int, other: int) -> str:
    both = (points(sum(game.points(player) for game in games)) for player in (one, other))
    return f"<b>{' – '.join(both)}</b>"


def _entry(results: Results, played: Played, gallery: Gallery) -> str:
    pairing = played.pairing
    names = []
    for player in (pairing.first, pairing.second):
        kind = ' class="won"' if played.winner == player else ""
        names.append(f"<span{kind}>{named(results.players[player])}</span>")
    result = "½–½" if played.winner is None else "1–0" if played.winner == pairing.first else "0–1"
    failed = " failed" if played.termination in FAILURES else ""
    summary = (
        f'<span class="number">{pairing.number + 1}</span>'
        f'<span class="sides">{" – ".join(names)}</span>'
        f'<span class="end{failed}"><b>{result}</b>{escaped(played.termination)},'
        f" {plural(played.plies, 'ply')}</span>"
    )
    return (
        f'<details class="game" id="game-{pairing.number + 1}">'
        f"<summary>{summary}</summary>{_sheet(played, gallery)}</details>"
    )


def _sheet(played: Played, gallery: Gallery) -> str:
    """What is seen of a game once it is opened."""
    picture = ""
    try:
        game = Record.parse(played.record).game
    except RecordError:
        moves = escaped(played.record)  # shown as it is, rather than not at all
    else:
        moves = _moves(game, len(game.moves) - played.plies)
        picture = gallery.drawing(game)
    facts = [f"{name} {_fact(played, side)}" for side, name in enumerate(("First:", "Second:"))]
    reason = f'<p class="alert">{escaped(played.reason)}</p>' if played.reason else ""
    kind = "sheet" if picture else "sheet plain"
    return (
        f'<div class="{kind}">{picture}<div><p class="moves">{moves}</p>{reason}'
        f'<p class="facts">{"<br>".join(facts)}</p></div></div>'
    )


def _moves(game: Game, opening: int) -> str:
    """The moves with their numbers, those of the opening quieter."""
    lead = int(game.start.side)
    words = []
    for ply, move in enumerate(game.moves):
        number, side = divmod(ply + lead, 2)
        word = f"<s>{move}</s>" if ply < opening else str(move)
        if side == 0 or ply == 0:
            word = f"<i>{number + 1}{'.' if side == 0 else '…'}</i>&nbsp;{word}"
        words.append(word)
    return " ".join(words) or "no moves"


def _fact(played: Played, side: int) -> str:
    said = f"{duration(played.seconds[side])} for {plural(played.moves[side], 'move')}"
    depth = played.depth[side]
    return said if depth is None else f"{said}, depth {depth:.1f}"
