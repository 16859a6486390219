"""The analysis board: positions set up and read, engines asked about them, games reviewed."""

from __future__ import annotations

import asyncio
from collections import deque
from functools import partial
from typing import TYPE_CHECKING

from enligne.engines import Limit
from enligne.errors import IllegalMoveError, NotationError, PositionError, RecordError
from enligne.game import Game
from enligne.move import FIRST, SECOND
from enligne.notation import parse_cell
from enligne.players import EnginePlayer, PlayerSpec
from enligne.position import Position
from enligne.record import Record, scan
from enligne.review import JudgedMove, Review, judge
from enligne.server.contract import games
from enligne.server.contract.refusals import RefusalError
from enligne.server.views import (
    Tell,
    analysis_view,
    cells,
    outcome_view,
    position_view,
    positions_view,
    rules_view,
    score_view,
    side_view,
)
from enligne.server.work import PageTasks

if TYPE_CHECKING:
    from collections.abc import Callable

    from enligne.engines import Analysis, Engine, Stop
    from enligne.move import Move
    from enligne.rules import Rules
    from enligne.server.allowed import AllowedPlayers
    from enligne.server.contract.words import GameRequest
    from enligne.server.settings import Settings
    from enligne.server.work import KeptPlayers, Workers


class AnalysisBoard:
    """Answers about positions that are in no room. Each visitor has one analysis at a time."""

    def __init__(
        self,
        settings: Settings,
        workers: Workers,
        allowed: AllowedPlayers,
        rules: Callable[[str], Rules],
    ) -> None:
        self._settings = settings
        self._workers = workers
        self._allowed = allowed
        self._rules = rules
        self._tasks = PageTasks()

    def game(self, wish: GameRequest) -> Game:
        return Game(self._rules(wish.rules), " ".join(wish.moves), start=wish.start)

    def positions(self, wish: GameRequest) -> games.Positions:
        return positions_view(self.game(wish))

    def record(self, wish: GameRequest) -> games.RecordText:
        return games.RecordText(record=Record(self.game(wish)).text)

    def set_up(self, wish: games.SetUp) -> games.SetUpPosition:
        rules = self._rules(wish.rules)
        try:
            sides = [
                [parse_cell(cell, rules) for cell in side] for side in (wish.first, wish.second)
            ]
        except IllegalMoveError as error:
            raise PositionError(str(error), flaw="outside") from None
        return games.SetUpPosition(position=position_view(Position.from_stones(rules, *sides)))

    def read(self, wish: games.Read) -> games.ReadGame:
        """Any text that a person pasted: a record, a position text, or moves."""
        text = wish.text.strip()
        if "[" in text:
            found = next(iter(scan(text)), None)
            if isinstance(found, RecordError):
                raise found
            if found is None:
                raise NotationError("there is no game in this text")
            self._rules(found.game.rules.text)
            return _read_view(found.game)
        if wish.rules is None:
            raise NotationError("which rules? Only a record names them")
        rules = self._rules(wish.rules)
        first, *rest = text.split(maxsplit=2) if "/" in text else [""]
        if "/" not in text:
            return _read_view(Game(rules, text))
        # "rows side moves": the side to move is part of the position text where it is given.
        if rest and rest[0] in ("x", "o"):
            return _read_view(Game(rules, " ".join(rest[1:]), start=f"{first} {rest[0]}"))
        return _read_view(Game(rules, " ".join(rest), start=first))

    # What takes time.

    def analyse(self, visitor: str, wish: games.Analyse, tell: Tell) -> None:
        """Begins an analysis in place of the one that this visitor has running."""
        position = self.game(wish).position
        if (outcome := position.outcome()) is not None:
            raise RefusalError("finished", f"the game is over: {outcome}")
        spec = self._allowed.checked(wish.engine)
        if not spec.kind.is_analyst:
            raise RefusalError(
                "player", f"{wish.engine} tells nothing but its moves: choose an engine"
            )
        self._allowed.check_plays(spec, position.rules)
        seconds = min(wish.seconds, self._settings.seconds)
        work = self._analyse(visitor, wish.id, position, spec, seconds, tell)
        self._tasks.start(visitor, "analysis", wish.id, work, tell)

    def review(self, visitor: str, wish: games.ReviewRequest, tell: Tell) -> None:
        """Begins a review of a game, move by move."""
        game = self.game(wish)
        if not game.moves:
            raise RefusalError("nothing", "there is no move to review")
        work = self._review(visitor, wish.id, game, tell)
        self._tasks.start(visitor, "review", wish.id, work, tell)

    def stop(self, visitor: str, wanted: str | None = None) -> None:
        """Ends what a visitor has running, or only that of this identifier."""
        self._tasks.stop(visitor, wanted)

    async def close(self) -> None:
        self._tasks.close()

    async def _analyse(
        self,
        visitor: str,
        identifier: str,
        position: Position,
        spec: PlayerSpec,
        seconds: float,
        tell: Tell,
    ) -> None:
        latest: deque[Analysis] = deque(maxlen=1)  # of the thread that searches

        def work(own: KeptPlayers, stop: Stop) -> Analysis:
            return _engine(own, spec).analyse(
                position, Limit(seconds=seconds), all_moves=True, stop=stop, listener=latest.append
            )

        async def say(analysis: Analysis, *, is_final: bool) -> None:
            await tell(
                "analysis", analysis_view(analysis, spec.name, identifier, is_final=is_final)
            )

        job = self._workers.submit(f"analysis {visitor}", work, is_patient=True)
        try:
            while not (await asyncio.wait({job.future}, timeout=0.15))[0]:
                if latest:
                    await say(latest.pop(), is_final=False)
            await say(job.future.result(), is_final=True)
        finally:
            self._workers.cancel(job)

    async def _review(self, visitor: str, identifier: str, game: Game, tell: Tell) -> None:
        review = Review(game)
        total = len(game.moves)
        for position, move in zip(game.positions, game.moves, strict=False):
            work = _judging(position, move)
            review.moves.append(await self._workers.run(f"analysis {visitor}", work))
            plies = [_move_view(ply, each) for ply, each in enumerate(review.moves)]
            done = len(plies)
            is_done = done == total
            await tell(
                "review",
                games.Review(
                    identifier,
                    done,
                    total,
                    plies if is_done else plies[-1:],
                    games.Accuracy(*map(review.accuracy, (FIRST, SECOND))) if is_done else None,
                ),
            )


def _judging(position: Position, move: Move) -> Callable[[KeptPlayers, Stop], JudgedMove]:
    return lambda own, stop: judge(position, move, stop=stop, create=partial(_engine, own))


def _engine(own: KeptPlayers, spec: PlayerSpec) -> Engine:
    player = own.player(spec)
    assert isinstance(player, EnginePlayer)
    return player.engine


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
    )


def _read_view(game: Game) -> games.ReadGame:
    return games.ReadGame(
        rules=rules_view(game.rules),
        start=game.start.text if game.start.ply else None,
        moves=cells(game.moves),
        outcome=outcome_view(game.outcome()),
    )
