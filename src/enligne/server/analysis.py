"""The analysis board: positions set up and read, engines asked about them, games reviewed."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

import msgspec

from enligne.errors import IllegalMoveError, PositionError
from enligne.move import FIRST, SECOND
from enligne.notation import parse_cell
from enligne.position import Position
from enligne.review import JudgedMove, mean_accuracy
from enligne.server.contract import games, prices
from enligne.server.contract.refusals import RefusalError
from enligne.server.contract.words import GameRequest
from enligne.server.views import cells, position_view, score_view, side_view
from enligne.server.work import PageTasks, Task, Tasks, tasks

if TYPE_CHECKING:
    from collections.abc import Callable

    from msgspec import Raw

    from enligne.players import PlayerSpec
    from enligne.review import Why
    from enligne.rules import Rules
    from enligne.server.allowed import AllowedPlayers
    from enligne.server.settings import Settings
    from enligne.server.sockets import Connection
    from enligne.server.work import Gate

Asked = TypeVar("Asked", bound=GameRequest)


class AnalysisBoard:
    """Answers about positions that are in no room. Each visitor has one analysis at a time."""

    def __init__(
        self,
        settings: Settings,
        gate: Gate,
        allowed: AllowedPlayers,
        rules: Callable[[str], Rules],
    ) -> None:
        self._settings = settings
        self._gate = gate
        self._allowed = allowed
        self._rules = rules
        self._tasks = PageTasks()
        self._telling = Tasks()

    def rules(self, wish: GameRequest) -> Rules:
        """The rules of a game.

        Raises:
            RulesError, RefusalError: there are none such, or they are not for here.
        """
        return self._rules(wish.rules)

    async def positions(self, page: Connection, wish: GameRequest) -> Raw:
        self._rules(wish.rules)
        task = Task(tasks.positions, wish)
        found: Raw = await self._gate.look(page.asker, task, price=prices.positions(wish))
        return found

    async def position(self, page: Connection, wish: GameRequest) -> Position:
        """The last position of a game."""
        self._rules(wish.rules)
        task = Task(tasks.position, wish)
        found: Position = await self._gate.look(page.asker, task, price=prices.game(wish))
        return found

    async def open_position(self, page: Connection, wish: GameRequest) -> Position:
        """The same, where the game is not over.

        Raises:
            RefusalError: it is.
        """
        position = await self.position(page, wish)
        if (outcome := position.outcome()) is not None:
            raise RefusalError("finished", f"the game is over: {outcome}")
        return position

    async def record(self, page: Connection, wish: GameRequest) -> games.RecordText:
        self._rules(wish.rules)
        task = Task(tasks.record, wish)
        found: games.RecordText = await self._gate.look(page.asker, task, price=prices.game(wish))
        return found

    async def read(self, page: Connection, wish: games.Read) -> games.ReadGame:
        """Any text that a person pasted."""
        if wish.rules is not None:
            self._rules(wish.rules)
        task = Task(tasks.read, wish)
        found: games.ReadGame = await self._gate.look(page.asker, task, price=prices.text(wish))
        self._rules(found.rules.text)
        return found

    async def set_up(self, _: Connection, wish: games.SetUp) -> games.SetUpPosition:
        rules = self._rules(wish.rules)
        try:
            sides = [
                [parse_cell(cell, rules) for cell in side] for side in (wish.first, wish.second)
            ]
        except IllegalMoveError as error:
            raise PositionError(str(error), flaw="outside") from None
        return games.SetUpPosition(position=position_view(Position.from_stones(rules, *sides)))

    # What takes time.

    async def analyse(self, page: Connection, wish: games.Analyse) -> None:
        """Begins an analysis in place of the one that this visitor has running."""
        position = await self.open_position(page, wish)
        spec = self._allowed.checked(wish.engine)
        if not spec.kind.is_analyst:
            raise RefusalError(
                "player", f"{wish.engine} tells nothing but its moves: choose an engine"
            )
        self._allowed.check_plays(spec, position.rules)
        seconds = min(wish.seconds, self._settings.seconds)
        work = self._analyse(page, wish.id, position, spec, seconds)
        self._tasks.start(page.visitor, "analysis", wish.id, work, page.tell)

    async def review(self, page: Connection, wish: games.ReviewRequest) -> None:
        """Begins a review of a game, move by move."""
        work = self._review(page, await self._played(page, wish))
        self._tasks.start(page.visitor, "review", wish.id, work, page.tell)

    async def judge(self, page: Connection, wish: GameRequest) -> games.Judged:
        """The last move of a game, by itself: somebody tries it in the place of another."""
        wish = await self._played(page, wish)
        last = len(wish.moves) - 1
        task = Task(tasks.judge_move, wish, last)
        judged = await self._gate.run(page.asker, task, price=prices.JUDGED)
        return games.Judged(move=_move_view(last, judged))

    async def _played(self, page: Connection, wish: Asked) -> Asked:
        """The same request with its moves as cells.

        Raises:
            RefusalError: there are none.
        """
        self._rules(wish.rules)
        task = Task(tasks.moves, wish)
        moves: list[str] = await self._gate.look(page.asker, task, price=prices.game(wish))
        if not moves:
            raise RefusalError("nothing", "there is no move to review")
        return msgspec.structs.replace(wish, moves=moves)

    def stop(self, visitor: str, wanted: str | None = None) -> None:
        """Ends what a visitor has running, or only that of this identifier."""
        self._tasks.stop(visitor, wanted)

    async def close(self) -> None:
        self._tasks.close()

    async def _analyse(
        self,
        page: Connection,
        identifier: str,
        position: Position,
        spec: PlayerSpec,
        seconds: float,
    ) -> None:
        hear = self._telling.teller("analysis", page.tell)
        task = Task(tasks.analyse, spec, position, seconds, identifier)
        price = prices.of_thinking(spec, position.rules, seconds)
        found: Raw = await self._gate.run(page.task_asker, task, price=price, listener=hear)
        await page.tell("analysis", found)

    async def _review(self, page: Connection, wish: games.ReviewRequest) -> None:
        judged: list[JudgedMove] = []
        plies: list[games.ReviewedPly] = []
        total = len(wish.moves)
        for ply in range(total):
            task = Task(tasks.judge_move, wish, ply)
            judged.append(await self._gate.run(page.task_asker, task, price=prices.JUDGED))
            plies.append(_move_view(ply, judged[-1]))
            news = games.Review(wish.id, ply + 1, total, plies[-1:], None)
            if ply + 1 == total:
                sides = (mean_accuracy(judged, side) for side in (FIRST, SECOND))
                news.plies, news.accuracy = plies, games.Accuracy(*sides)
            await page.tell("review", news)


def _move_view(ply: int, judged: JudgedMove) -> games.ReviewedPly:
    return games.ReviewedPly(
        ply,
        str(judged.move),
        side_view(judged.side),
        score_view(judged.score, judged.engine),
        cells(judged.best),
        score_view(judged.best_score, judged.engine),
        judged.kind.value,
        judged.is_proven,
        cells(judged.line),
        _why_view(judged.why),
    )


def _why_view(why: Why | None) -> games.Why | None:
    if why is None:
        return None
    return games.Why(
        why.fault.value, cells(why.better), cells(why.line), why.goes_on, why.is_proven
    )
