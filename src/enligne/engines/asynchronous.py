"""Engines for programs with :mod:`asyncio`: ``async with engines.open("alphabeta") as engine``."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Self

from enligne.engines.background import Background
from enligne.engines.engine import Analysis, Engine, Stop

if TYPE_CHECKING:
    import asyncio
    from collections.abc import AsyncIterator, Callable

    from enligne.engines.engine import Limit
    from enligne.game import Game
    from enligne.position import Position


class AsyncEngine:
    """An engine whose analyses are awaited; other tasks go on meanwhile. What is under way is
    stopped when the ``async with`` is left, and when the task that waits for it is cancelled."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine

    def __repr__(self) -> str:
        return f"engines.open({self.engine.text!r})"

    @property
    def text(self) -> str:
        """The text that makes this one again."""
        return self.engine.text

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Stops what is under way."""
        self.engine.close()

    async def analyse(
        self,
        position: Position | Game,
        limit: Limit | None = None,
        *,
        all_moves: bool = False,
        stop: Stop | None = None,
        trace: int | None = None,
    ) -> Analysis:
        """As :meth:`Engine.analyse`."""
        stop = stop or Stop()

        def work(_: object) -> Analysis:
            return self.engine.analyse(position, limit, all_moves=all_moves, stop=stop, trace=trace)

        with _Heard(work, stop) as heard:
            found = await heard.next()
        assert found is not None  # it ends with an answer
        return found

    async def analysis(
        self,
        position: Position | Game,
        limit: Limit | None = None,
        *,
        all_moves: bool = False,
        stop: Stop | None = None,
    ) -> AsyncIterator[Analysis]:
        """As :meth:`Engine.analysis`: ``async for info in engine.analysis(position)``."""
        stop = stop or Stop()

        def work(listener: Callable[[Analysis], None]) -> Analysis:
            return self.engine.analyse(
                position, limit, all_moves=all_moves, stop=stop, listener=listener
            )

        with _Heard(work, stop) as heard:
            while (found := await heard.next()) is not None:
                yield found


class _Heard:
    """What is heard of an analysis on a thread, in the loop of who waits for it.

    Args:
        work: the analysis, with its listener.
        stop: set when nobody waits any more. The thread is not waited for: that would hold up the
            loop.
    """

    def __init__(self, work: Callable[[Callable[[Analysis], None]], Analysis], stop: Stop) -> None:
        import asyncio  # it takes a while to load, and most programs have no use for it

        self._loop = asyncio.get_running_loop()
        self._queue: asyncio.Queue[Analysis | BaseException | None] = asyncio.Queue()
        self._work = work
        self._stop = stop

    def __enter__(self) -> Self:
        Background(self._run, self._stop)
        return self

    def __exit__(self, *_: object) -> None:
        self._stop.set()

    async def next(self) -> Analysis | None:
        """The next analysis; None behind the last."""
        news = await self._queue.get()
        if isinstance(news, BaseException):
            raise news
        return news

    def _run(self) -> None:
        try:
            self._tell(self._work(self._tell))
            self._tell(None)
        except BaseException as error:
            self._tell(error)

    def _tell(self, news: Analysis | BaseException | None) -> None:
        with suppress(RuntimeError):  # the loop is closed
            self._loop.call_soon_threadsafe(self._queue.put_nowait, news)
