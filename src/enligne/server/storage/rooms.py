"""Where rooms are kept: one row each, replaced only by a writer that has seen the row before."""

from __future__ import annotations

import logging
import secrets
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import msgspec
from sqlalchemy import SmallInteger, bindparam, case, delete, insert, select, tuple_, update

from enligne.errors import DamagedRoomError
from enligne.server.storage import housekeeping, visitors
from enligne.server.storage.database import Database
from enligne.server.storage.tables import (
    COUNTED,
    FINISHED,
    PLAYING,
    UNPLAYED,
    Document,
    is_time,
    is_version,
    rooms,
    stage_of,
    visits,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from sqlalchemy import Connection

    from enligne.server.storage.visitors import Changes

_log = logging.getLogger("enligne.storage")

_MOST_NOTED = 10_000

# Made once: to build a statement costs more than to run it.
_load = select(*rooms.c["id", "version", "updated", "document"]).where(
    rooms.c.id == bindparam("room")
)
# A game that is over and waits to be counted does so until it is counted, or goes on.
_stage = bindparam("next_stage", type_=SmallInteger)
_waits = (rooms.c.stage == FINISHED) & (_stage == COUNTED)
_save = (
    update(rooms)
    .where(rooms.c.id == bindparam("room"), rooms.c.version == bindparam("seen"))
    .values({name: bindparam(name) for name in ("version", "updated", "document")})
    .values(stage=case((_waits, FINISHED), else_=_stage))
)
_add = insert(rooms)
_leave = delete(visits).where(
    visits.c.visitor == bindparam("visitor"), visits.c.room == bindparam("room")
)
_visit = insert(visits)
_of_visitor = (
    select(*rooms.c["id", "version", "updated", "document"], visits.c.number)
    .join(visits, visits.c.room == rooms.c.id)
    .where(visits.c.visitor == bindparam("visitor"))
    .limit(bindparam("most"))
)
_newest = _of_visitor.order_by(rooms.c.updated.desc(), rooms.c.id.desc())
_older = _newest.where(
    tuple_(rooms.c.updated, rooms.c.id) < tuple_(bindparam("updated"), bindparam("room"))
)
_next = _of_visitor.where(visits.c.number > bindparam("number")).order_by(visits.c.number)


@dataclass(frozen=True, slots=True)
class Stored:
    """A room as it is in the database."""

    id: str
    version: int
    updated: float
    document: Document


class Storage(Database):
    """The database of rooms."""

    def __init__(self, address: str) -> None:
        self._process = secrets.token_hex(8)
        self._noted: set[str] = set()
        self._last_restore: float | None = None
        super().__init__(address)

    async def create(self, room: str, document: Document, visitors: set[str]) -> None:
        """Stores a new room of version 1."""
        await self.run(lambda connection: _insert(connection, room, document, visitors))

    async def load(self, room: str) -> Stored | None:
        """A room, if there is one.

        Raises:
            DamagedRoomError: it cannot be read.
        """
        row = await self.run(lambda connection: connection.execute(_load, {"room": room}).first())
        return None if row is None else self._stored(row)

    async def save(
        self,
        room: str,
        version: int,
        document: Document,
        visitor: str | None = None,
        also: tuple[str, Document, set[str]] | None = None,
        *,
        ends: bool = False,
    ) -> bool:
        """Replaces a room of this version by the next; False when it has changed meanwhile.
        A visitor who took a seat is remembered, and another new room stored with it.

        Args:
            ends: the game is over for the first time: from now on it waits to be counted.
        """

        def work(connection: Connection) -> bool:
            changed = {"room": room, "seen": version, "version": version + 1}
            new = _columns(document)
            stage = new.pop("stage")
            new["next_stage"] = COUNTED if stage == FINISHED and not ends else stage
            if connection.execute(_save, changed | new).rowcount != 1:
                return False
            if visitor is not None:
                connection.execute(_leave, {"visitor": visitor, "room": room})
                connection.execute(_visit, {"visitor": visitor, "room": room})
            if also is not None:
                _insert(connection, *also)
            return True

        return await self.run(work)

    # Lists. A room that cannot be read is left out of them.

    async def rooms_of(
        self, visitor: str, most: int, before: tuple[float, str] | None = None
    ) -> list[Stored]:
        """The rooms in which a visitor has a seat, the newest first; fewer than asked for when
        there are no more.

        Args:
            before: ``updated`` and ``id`` of the last room of the page before.
        """
        found: list[Stored] = []
        while (wanted := most - len(found)) > 0:
            asked: dict[str, Any] = {"visitor": visitor, "most": wanted}
            if before is not None:
                asked |= {"updated": before[0], "room": before[1]}
            rows = await self._rows(_newest if before is None else _older, asked)
            found += self._readable(rows)
            if len(rows) < wanted:
                break
            before = rows[-1].updated, rows[-1].id
        return found

    async def records_of(
        self, visitor: str, most: int, after: int = 0
    ) -> tuple[list[Stored], int | None]:
        """Some of the rooms in which a visitor has a seat, the first that they entered first, and
        after which number there are more; None when there are not."""
        rows = await self._rows(_next, {"visitor": visitor, "most": most, "number": after})
        return self._readable(rows), rows[-1].number if len(rows) == most else None

    def note(self, damage: DamagedRoomError) -> None:
        """Logs a room that cannot be read, once."""
        if damage.room not in self._noted and len(self._noted) < _MOST_NOTED:
            self._noted.add(damage.room)
            _log.error(str(damage), extra={"room": damage.room})

    # Of one visitor.

    async def delete_games(self, visitor: str) -> Changes:
        """Takes a visitor out of all rooms, some at a time. Rooms of nobody else are removed; in
        others the seat is free again, and the clock stands until somebody takes it."""
        return await self._in_steps(lambda connection: visitors.forget(connection, visitor))

    async def hand_over(self, visitor: str, to: str) -> Changes:
        """Gives all seats of a visitor to another, some at a time."""
        return await self._in_steps(lambda connection: visitors.hand_over(connection, visitor, to))

    # Housekeeping.

    async def sweep(
        self, *, idle_since: float, unplayed_since: float, finished_since: float | None = None
    ) -> int:
        """Removes rooms in which nothing happened since these times, some at a time so that nobody
        waits for long, and says how many. Finished games are kept unless told otherwise."""
        removed = 0
        times = {
            UNPLAYED: max(unplayed_since, idle_since),
            PLAYING: idle_since,
            FINISHED: finished_since,
            COUNTED: finished_since,
        }
        for stage, since in times.items():
            if since is not None:
                removed += await self._sweep(stage, since)
        while await self.run(housekeeping.shrink):
            pass
        return removed

    async def check_writes(self) -> None:
        """Writes something and reads it and a room, as moves do.

        Raises:
            Exception: nothing can be stored now.
        """

        def work(connection: Connection) -> None:
            housekeeping.beat(connection, self._process)
            if self._is_damaged:
                housekeeping.check_pages(connection)

        await self.run(work)
        self._is_damaged = False

    async def was_restored(self) -> bool:
        """Whether rooms may have been replaced by those of a backup since this was last asked."""
        last = await self.run(housekeeping.last_restore)
        before, self._last_restore = self._last_restore, last
        return before is not None and last not in (0.0, before)

    # Inside.

    async def _sweep(self, stage: int, since: float) -> int:
        removed = 0
        while True:
            count = await self.run(lambda connection: housekeeping.sweep(connection, stage, since))
            removed += count
            if count < housekeeping.ROOMS_A_STEP:
                return removed

    async def _in_steps(self, step: Callable[[Connection], Changes]) -> Changes:
        all_changes = visitors.Changes()
        while changes := await self.run(step):
            all_changes.removed += changes.removed
            all_changes.changed += changes.changed
        return all_changes

    async def _rows(self, statement: Any, asked: dict[str, Any]) -> list[Any]:
        return await self.run(
            lambda connection: list(connection.execute(statement, asked).fetchall())
        )

    def _readable(self, rows: list[Any]) -> list[Stored]:
        found = []
        for row in rows:
            try:
                found.append(self._stored(row))
            except DamagedRoomError as damage:
                self.note(damage)
        return found

    def _stored(self, row: Any) -> Stored:
        try:
            document = msgspec.json.decode(row.document, type=Document)
        except (ValueError, RecursionError) as error:
            raise DamagedRoomError(row.id, error) from None
        if not is_version(row.version):
            raise DamagedRoomError(row.id, f"its version is {row.version!r}")
        if not is_time(row.updated):
            raise DamagedRoomError(row.id, f"it was changed at {row.updated!r}")
        return Stored(row.id, row.version, row.updated, document)


def _insert(connection: Connection, room: str, document: Document, visitors: set[str]) -> None:
    connection.execute(_add, {"id": room, "version": 1} | _columns(document))
    for visitor in visitors:
        connection.execute(_visit, {"visitor": visitor, "room": room})


def _columns(document: Document) -> dict[str, Any]:
    return {
        "stage": stage_of(document),
        "updated": time.time(),
        "document": msgspec.json.encode(document).decode(),
    }
