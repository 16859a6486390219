"""Work beside the interface, which never waits for it and can call it off at any time."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Generic, TypeVar

from enligne.engines import Stop

if TYPE_CHECKING:
    from collections.abc import Callable

Result = TypeVar("Result")


class Work(Generic[Result]):
    """A question that is answered in a thread of its own.

    Args:
        ask: what is done there; it looks at the stop it is given.
        done: called there with this work when the answer is known.
    """

    def __init__(
        self,
        ask: Callable[[Stop], Result],
        done: Callable[[Work[Result]], None] | None = None,
    ) -> None:
        self._ask = ask
        self._done = done
        self._stop = Stop()
        self._finished = threading.Event()
        self._answer: Result | BaseException | None = None
        self.is_called_off = False
        # A player that does not heed its stop must not keep the program from ending.
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def _run(self) -> None:
        try:
            self._answer = self._ask(self._stop)
        except BaseException as error:
            self._answer = error
        self._finished.set()
        if self._done is not None:
            self._done(self)

    @property
    def answer(self) -> Result | BaseException:
        """The answer, or the error that came instead; waits for it.

        Ctrl-C meanwhile calls it off.
        """
        try:
            self._finished.wait()
        except BaseException:
            self.call_off()
            raise
        assert self._answer is not None
        return self._answer

    def call_off(self) -> None:
        """Ends it as soon as it heeds the stop; its answer is of no interest any more."""
        self.is_called_off = True
        self._stop.set()

    def join(self, seconds: float) -> None:
        """Waits for its end, but no longer than that."""
        self._thread.join(seconds)
