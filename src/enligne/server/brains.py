"""Saved matchbox machines: the owner's, which everybody may play against, and each visitor's own,
which nobody else sees.

The owner's are files, those of ``enligne menace`` on this machine. A visitor's are in the database,
under the digest of their secret. A name means the visitor's own machine first.
"""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING, Any, TypeVar

from enligne.errors import BrainError, PlayerTextError
from enligne.learning import Store
from enligne.learning.brain import checked_name
from enligne.server.allowed import brain_of
from enligne.server.contract.refusals import RefusalError
from enligne.server.contract.words import BrainAbout
from enligne.server.storage import brains as rows
from enligne.server.work import Task, tasks

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from enligne.game import Game
    from enligne.move import Side
    from enligne.players import PlayerSpec
    from enligne.rules import Rules
    from enligne.server.settings import Settings
    from enligne.server.storage import Storage

    Run = Callable[[Task], Awaitable[Any]]

Read = TypeVar("Read")

_MOST_LISTED = 50
_TRIES = 3
_DAY = 86400.0


class Brains:
    """The machines of this server."""

    def __init__(self, settings: Settings, storage: Storage) -> None:
        self._settings = settings
        self._storage = storage
        self._store = Store()
        self._reading = asyncio.Lock()
        self._known: dict[tuple[str, int], str] = {}  # the rules of the owner's, by name and time

    async def about(self, visitor: str) -> list[BrainAbout]:
        """Those that a visitor may play against: the owner's first, by name, then their own."""
        mine = await self.of_visitor(visitor)
        owners = await self._beside(self._owners)
        return [
            *(BrainAbout(name, rules, mine=False) for name, rules in owners if name not in mine),
            *(BrainAbout(name, rules, mine=True) for name, rules in mine.items()),
        ]

    async def of_visitor(self, visitor: str) -> dict[str, str]:
        """A visitor's own by name, with their rules."""
        return await self._storage.run(lambda each: rows.of_visitor(each, visitor))

    async def owner_of(self, spec: PlayerSpec, rules: Rules, visitor: str) -> str | None:
        """Whose machine a visitor means by a player: their own, or None for one of the owner's or
        where it is no machine.

        Raises:
            BrainError: there is no such machine.
            PlayerTextError: it plays by other rules.
        """
        if (name := brain_of(spec)) is None:
            return None
        its_rules = (mine := await self.of_visitor(visitor)).get(name)
        if its_rules is None:
            its_rules = dict(await self._beside(self._owners)).get(name)
        if its_rules is None:
            raise BrainError(f"there is no brain {name[:40]!r}")
        if its_rules != rules.text:
            raise PlayerTextError(f"{spec} does not play {rules}")
        return visitor if name in mine else None

    async def load(self, visitor: str, name: str) -> str:
        """A machine as its text, of the visitor or of the owner.

        Raises:
            BrainError: there is no such machine, or it is damaged.
        """
        checked_name(name)
        brain = await self._storage.run(lambda each: rows.load(each, visitor, name))
        if brain is None:
            brain = await self._beside(lambda: self._store.load(name).to_json())
        return brain

    async def load_own(self, visitor: str, name: str) -> str:
        """A visitor's own machine as its text.

        Raises:
            BrainError: it is gone.
        """
        brain = await self._storage.run(lambda each: rows.load(each, visitor, name))
        if brain is None:
            raise BrainError(f"the brain {name!r} of a visitor is gone")
        return brain

    async def save(self, visitor: str, name: str, rules: str, brain: str, *, is_new: bool) -> None:
        """Keeps a machine for its visitor.

        Args:
            brain: its text.
            is_new: it may take no other one's place.

        Raises:
            BrainError: there can be no such name.
            RefusalError: the name is taken, or the visitor has too many.
        """
        mine = await self.of_visitor(visitor)
        if checked_name(name) in self._store or (is_new and name in mine):
            raise RefusalError("taken", f"there is a brain {name} already", name=name)
        each, total = self._settings.brains_per_visitor, self._settings.brains_in_all
        is_kept = await self._storage.run(
            lambda connection: rows.save(
                connection, visitor, name, rules, brain, each=each, total=total
            )
        )
        if not is_kept:
            text = f"you have {each} machines here already: remove one first"
            raise RefusalError("too_many_brains", text, most=each)

    async def remove(self, visitor: str, name: str) -> None:
        """Removes a visitor's own machine.

        Raises:
            BrainError: they have none of this name.
        """
        checked_name(name)
        if not await self._storage.run(lambda each: rows.remove(each, visitor, name)):
            raise BrainError(f"you have no brain {name[:40]!r}")

    async def hand_over(self, visitor: str, to: str) -> None:
        """Gives a visitor's own to another visitor."""
        if visitor != to:
            await self._storage.run(lambda each: rows.hand_over(each, visitor, to))

    async def teach(self, visitor: str | None, name: str, game: Game, side: Side, run: Run) -> None:
        """Teaches a machine, a visitor's or the owner's, a game that it played.

        Args:
            run: has a process do it.

        Raises:
            BrainError: it is gone, another one by now, or cannot be written.
        """
        if visitor is None:
            await run(Task(tasks.teach, name, game, side))
            return
        for _ in range(_TRIES):
            before = await self.load_own(visitor, name)
            after = await run(Task(tasks.taught, before, game, side))
            if await self._replace(visitor, name, before, after):
                return
        raise BrainError(f"the brain {name!r} changes too fast to learn")

    async def sweep(self) -> int:
        """Removes visitors' machines that were not used for long, and says how many."""
        since = time.time() - _DAY * self._settings.brain_days
        removed = 0
        while count := await self._storage.run(lambda each: rows.sweep(each, since)):
            removed += count
        return removed

    async def _beside(self, read: Callable[[], Read]) -> Read:
        """What is read beside the event loop, by one thread at a time."""
        async with self._reading:
            return await asyncio.to_thread(read)

    async def _replace(self, visitor: str, name: str, before: str, after: str) -> bool:
        return await self._storage.run(
            lambda each: rows.replace(each, visitor, name, before, after)
        )

    def _owners(self) -> list[tuple[str, str]]:
        """The owner's machines that can be read, with their rules."""
        found = []
        known: dict[tuple[str, int], str] = {}
        for name in self._store.names()[:_MOST_LISTED]:
            try:
                key = (name, self._store.path(name).stat().st_mtime_ns)
                known[key] = self._known.get(key) or self._store.load(name).machine.rules.text
            except (BrainError, OSError):
                continue
            found.append((name, known[key]))
        self._known = known
        return found
