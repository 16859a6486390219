"""The page of results: whole, safe, true to the results, and never too large."""

import re
from dataclasses import replace
from html.parser import HTMLParser
from xml.etree import ElementTree

import pytest

from enligne import FIRST, Game, Termination, svg
from enligne.arena.report import html, words
from enligne.arena.report.games import Gallery
from enligne.arena.results import Played, Results
from enligne.arena.sprt import Sprt
from enligne.record import Record
from tests.arena import made

# A name that would end tags, attributes and the page, if it were let through.
EVIL = "\"><script>alert('x')</script></title></svg><img src=x onerror=alert(1)>&amp;\x00\ud800"


class _Page(HTMLParser):
    """Reads a page, and fails where tags do not match."""

    _EMPTY = frozenset({"meta", "br", "wbr", "img", "link"})

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.open: list[str] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.words: list[str] = []
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in self._EMPTY:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if "style" not in self.open:
            self.words.append(data)

    @property
    def text(self) -> str:
        return "".join(self.words)

    def having(self, kind: str) -> list[dict[str, str | None]]:
        """The attributes of elements of a class."""
        return [values for _, values in self.tags if kind in (values.get("class") or "").split()]


def record(moves: str, rules: str = "connect4") -> str:
    return Record(Game(rules, moves), first="one", second="two").text


def game(number: int, sides: tuple[int, int] = (0, 1), moves: str = "4455667") -> Played:
    """A game won by its first side."""
    plies = len(moves)
    return made.played(
        number,
        number // 2,
        sides,
        sides[0],
        record=record(moves),
        plies=plies,
        moves=((plies + 1) // 2, plies // 2),
    )


MATCH = made.match((3, 1, 9, 4, 5))
TOURNAMENT = made.tournament(
    4, [(a, b, (a + b + i) % 5 / 2) for a in range(4) for b in range(a) for i in range(3)]
)


@pytest.mark.parametrize(
    "results",
    [
        MATCH,
        TOURNAMENT,
        made.results(2, [], scheduled=10),
        made.results(5, [], scheduled=10),
        made.results(2, MATCH.games[:1], scheduled=44),
        made.results(2, MATCH.games[:3], scheduled=44),
        made.results(5, TOURNAMENT.games[:1], scheduled=44),
        made.match((0, 0, 0, 0, 9)),
        made.match((9, 0, 0, 0, 0)),
        made.match((0, 0, 9, 0, 0)),
        made.tournament(14, [(a, b, 2.0) for a in range(14) for b in range(a)]),
        made.results(2, [made.played(0, 0, (0, 1), 0, plies=0, moves=(0, 0), seconds=(0, 1))]),
        replace(MATCH, rules="chess", event="", conditions={}),
    ],
    ids=lambda results: f"{len(results.players)} players, {len(results.games)} games",
)
@pytest.mark.parametrize("sprt", [None, Sprt(0, 40)])
def test_any_results_make_a_page(results: Results, sprt: Sprt | None) -> None:
    page = html(results, sprt=sprt)
    found = _Page(page)
    assert not re.search(r"\b(nan|inf|None)\b", page[page.index("</style>") :])
    for name in results.players:
        assert not results.games or name in found.text
    for picture in re.findall(r"<svg.*?</svg>", page, re.DOTALL):
        ElementTree.fromstring(picture)


def test_the_page_stands_alone() -> None:
    page = html(made.results(2, [game(0)]), sprt=Sprt(0, 40))
    found = _Page(page)
    tags = {tag for tag, _ in found.tags}
    assert not tags & {"script", "link", "img", "iframe", "object", "image", "base"}
    for _, values in found.tags:
        for name, value in values.items():
            assert not name.startswith("on")
            if name in ("href", "src", "xlink:href"):
                assert (value or "").startswith("#")
    assert "url(" not in page
    assert "@import" not in page
    assert "http" not in page.replace('xmlns="http://www.w3.org/2000/svg"', "")


def test_links_lead_somewhere() -> None:
    crashed = made.played(24, 24, (2, 0), 0, termination="crash", reason="exit code 1")
    results = made.results(4, [*TOURNAMENT.games[:24], crashed])
    found = _Page(html(results))
    ids = [values["id"] for _, values in found.tags if "id" in values]
    assert len(ids) == len(set(ids))
    links = {str(values["href"]) for _, values in found.tags if "href" in values}
    assert "#game-25" in links
    assert {link[1:] for link in links} <= set(ids)


@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("is_record_whole", [True, False])
def test_texts_from_elsewhere_are_only_texts(players: int, is_record_whole: bool) -> None:
    """Names, events, conditions, reasons, and records with hostile names and remarks in them."""
    names = (EVIL, EVIL[::-1], "'\"&<>`")[:players]
    remark = Record(Game("connect4", "4455667"), first="<script>", second='"><b>&')
    text = remark.text.replace("4. g1", '4. g1 {</p><script>alert(1)</script> & "so"}')
    record = text if is_record_whole else EVIL
    sides = [(a, b) for a in range(players) for b in range(players) if a != b]

    def page(evil: str, players: tuple[str, ...], record: str) -> str:
        games = [
            made.played(i, i // 2, each, each[0], reason=evil, record=record, termination=evil)
            for i, each in enumerate(sides)
        ]
        found = made.results(len(players), games)
        told = {evil: evil}
        event = replace(found, event=evil, rules=evil, players=players, conditions=told)
        return html(event, sprt=Sprt(0, 40))

    # As long, since a chart depends on how much room names take.
    usual = tuple(letter * len(name) for letter, name in zip("abc", names, strict=False))
    harmless = _Page(page("x" * len(EVIL), usual, record if is_record_whole else "x"))
    written = page(EVIL, names, record)
    written.encode()  # half a character cannot be written
    assert "\x00" not in written
    found = _Page(written)
    assert [tag for tag, _ in found.tags if tag != "wbr"] == [tag for tag, _ in harmless.tags]
    for (_, values), (_, others) in zip(
        ((tag, values) for tag, values in found.tags if tag != "wbr"), harmless.tags, strict=True
    ):
        assert values.keys() == others.keys()
        assert values.get("style") == others.get("style")
        assert values.get("href") == others.get("href")
    shown = EVIL.replace("\x00", "\ufffd").replace("\ud800", "\ufffd")
    assert found.text.count(shown) > 5


def test_a_match_is_told_as_it_was() -> None:
    found = _Page(html(MATCH)).text
    assert "25½–18½" in found.replace("\u2009", "")
    tally = MATCH.tally(0)
    for count, word in zip(tally, ("won", "drawn", "lost"), strict=True):
        assert f"{count} {word}" in found
    assert "do not tell which of the two is stronger" in found
    assert "player a is stronger than player b" in _Page(html(made.match((0, 0, 5, 20, 20)))).text
    assert "player b is stronger than player a" in _Page(html(made.match((20, 20, 5, 0, 0)))).text


@pytest.mark.parametrize(
    ("counts", "said"),
    [
        ((0, 0, 1, 0, 0), "Not decided yet"),
        ((0, 0, 0, 30, 60), "H1 accepted"),
        ((60, 30, 0, 0, 0), "H0 accepted"),
    ],
)
def test_a_sequential_test_is_told(counts: tuple[int, ...], said: str) -> None:
    results = made.match(counts)
    assert said in _Page(html(results, sprt=Sprt(0, 40))).text
    assert said not in _Page(html(results)).text


def test_a_tournament_is_told_as_it_was() -> None:
    page = _Page(html(TOURNAMENT))
    cells = page.having("cross")
    assert cells
    for player in range(4):
        for other in set(range(4)) - {player}:
            tally = TOURNAMENT.tally(player, other)
            hint = (
                f"player {'abcd'[player]} against player {'abcd'[other]}: {tally.wins} won,"
                f" {tally.draws} drawn, {tally.losses} lost"
            )
            assert any(values.get("title") == hint for _, values in page.tags)


def test_failures_are_told() -> None:
    lost = made.played(0, 0, (0, 1), 1, termination="crash", reason="exit code 139")
    found = _Page(html(made.results(2, [lost, game(1)])))
    assert "player a: crash in game 1" in found.text
    assert "exit code 139" in found.text
    assert "Failures" not in _Page(html(made.results(2, [game(0)]))).text


def test_every_plot_has_words() -> None:
    page = html(MATCH, sprt=Sprt(0, 40)) + html(TOURNAMENT)
    plots = re.findall(r'<svg class="chart .*?</svg>', page)
    # Each for wide and for narrow screens.
    assert len(plots) == 2 * (7 + 6)
    for plot in plots:
        picture = ElementTree.fromstring(plot)
        assert picture.get("role") == "img"
        assert picture.findtext("title")
        assert picture.findtext("desc")
        left, top, width, height = map(float, picture.attrib["viewBox"].split())
        for text in picture.iter("text"):
            assert left - 1 <= float(text.attrib["x"]) <= width + 1
            assert top <= float(text.attrib["y"]) <= height + 1
        for bar in picture.iter("rect"):
            assert float(bar.attrib["width"]) >= 0
            assert float(bar.attrib["x"]) + float(bar.attrib["width"]) <= width + 1


@pytest.mark.parametrize("rules", ["tictactoe", "connect4", "gomoku", "9x7:5+gravity"])
def test_a_game_is_drawn_as_the_library_draws_it(rules: str) -> None:
    """What drawings share is put into the page once; with it put back they are the library's, but
    for the names of cells."""
    played = Game(rules)
    while played.outcome() is None and len(played.moves) < 30:
        moves = list(played.legal_moves)
        played.push(moves[len(moves) // 3])
    gallery = Gallery(played.rules)
    picture = gallery.drawing(played)
    drawn = svg.board(played.position, last=played.moves[-1], numbers=played.moves)
    assert len(picture) < len(drawn)
    for name, part in gallery.shared.items():
        picture = picture.replace(f'<use href="#{name}"/>', part)
    assert "<use" not in picture
    nameless = r' data-[a-z]+="[^"]*"'
    assert re.sub(nameless, "", picture) == re.sub(nameless, "", drawn)


def test_moves_of_a_game_are_there() -> None:
    text = _Page(html(made.results(2, [game(0)]))).text
    assert "1. d1 d2 2. e1 e2 3. f1 f2 4. g1" in re.sub(r"\s+", " ", text)


def test_a_game_that_was_broken_off_is_shown() -> None:
    ended = Game("connect4", "445566")
    ended.end(FIRST, Termination.TIME)
    lost = made.played(0, 0, (0, 1), 0, termination="time", record=Record(ended).text, plies=6)
    assert "time, 6 plies" in _Page(html(made.results(2, [lost]))).text


def test_large_tournaments_stay_small_pages() -> None:
    """All games are counted, and as many are shown as there is room for."""
    moves = " ".join(
        f"{'abcdefghijklmno'[i % 15]}{row}" for row in (1, 3, 5, 7, 2, 4, 6, 8) for i in range(15)
    )
    long = record(moves, "gomoku")
    games = [
        made.played(i, i // 2, (i % 2, 1 - i % 2), i % 2, record=long, plies=120)
        for i in range(2600)
    ]
    results = replace(made.results(2, games), rules="gomoku")
    page = html(results)
    assert len(page.encode()) < 3_000_000
    found = _Page(page)
    shown = len(found.having("game"))
    drawn = page.count("<use href=")
    assert 500 < shown < 2600
    assert drawn > 1000
    assert f"{2600 - shown} more games would make this page too large" in found.text
    assert "1300" in found.text


def test_numbers_as_they_are_written() -> None:
    assert [words.points(value) for value in (0, 0.5, 1, 12.5)] == ["0", "½", "1", "12½"]
    assert [words.signed(value) for value in (12.4, -3.6, -0.2)] == ["+12", "−4", "0"]
    shares = [words.percent(value).replace("\u00a0", " ") for value in (0, 1e-5, 0.5, 0.99999, 1)]
    assert shares == ["0.0 %", "< 0.1 %", "50.0 %", "> 99.9 %", "100.0 %"]
    assert words.interval(12, float("inf")) == "above +12"
    assert words.interval(-float("inf"), -12) == "below −12"
    times = (0, 5e-5, 0.00123, 0.9999, 1.5, 61, 605)
    found = [words.duration(value).replace("\u00a0", " ") for value in times]
    assert found == ["0 s", "50 µs", "1.23 ms", "1.00 s", "1.50 s", "61.0 s", "10 min 05 s"]
