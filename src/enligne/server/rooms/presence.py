"""Who follows which room, through this process and through others that share the rooms.

The processes tell each other, and only of rooms that more than one of them has followers of. The
first that had one asks the room's player to move. A process that is silent for some seconds is
gone, and its followers with it: the next one takes over.
"""

from __future__ import annotations

import logging
import secrets
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

import msgspec

from enligne.server.rooms.messages import (
    Beat,
    Changed,
    Gone,
    Here,
    Left,
    Told,
    Waits,
    WaitsNot,
    WhoWaits,
    decoder,
)

if TYPE_CHECKING:
    from msgspec import Struct

    from enligne.server.news import News
    from enligne.server.rooms.clock import ServerTime
    from enligne.server.rooms.messages import AnyMessage, Message

_log = logging.getLogger("enligne.rooms")

_SECONDS_ALIVE = 5.0  # after a beat
_VISITORS_AT_ONCE = 50  # what PostgreSQL carries is short


class Host(Protocol):
    """Who has the rooms, and hears what becomes of them elsewhere. Nothing here waits."""

    def version_of(self, room: str) -> int:
        """The version of a room that this process knows, 0 if none."""

    def hear_followers(self, room: str) -> None:
        """Others follow a room than before."""

    def hear_change(self, room: str, version: int) -> None:
        """There is a new version of a room."""

    def hear_event(self, room: str, event: str, data: msgspec.Raw) -> None:
        """The followers of a room should be told this."""

    def hear_break(self) -> None:
        """Any room may have been changed meanwhile."""

    def hear_waiting(self, message: Waits | WaitsNot | WhoWaits) -> None:
        """Somebody waits for anybody, or does no longer."""

    def hear_newcomer(self) -> None:
        """There is another process, or this one hears others again."""

    def hear_end(self, process: str) -> None:
        """A process is gone."""


@dataclass(slots=True)
class _Following:
    """The visitors that follow a room through a process, since when."""

    since: float
    visitors: set[str] = field(default_factory=set)


class Presence:
    """The visitors that follow rooms."""

    def __init__(self, news: News, now: ServerTime, host: Host) -> None:
        self._news = news
        self._now = now
        self._host = host
        self.process = secrets.token_hex(8)
        self._pages: dict[str, dict[str, int]] = {}  # by room, how many each visitor has open
        self._since: dict[str, float] = {}
        # By room and process; only of rooms that are followed here.
        self._elsewhere: dict[str, dict[str, _Following]] = {}
        self._heard: dict[str, float] = {}  # by process, when it was heard last

    def __len__(self) -> int:
        return len(self._pages) + len(self._since) + len(self._elsewhere)

    def __contains__(self, room: object) -> bool:
        """Whether anybody follows a room through this process."""
        return room in self._pages

    def rooms(self) -> list[str]:
        """The rooms that are followed through this process."""
        return list(self._pages)

    def enter(self, room: str, visitor: str) -> None:
        is_new = room not in self._pages
        pages = self._pages.setdefault(room, {})
        pages[visitor] = pages.get(visitor, 0) + 1
        if is_new:
            self._since[room] = self._now()
        if self._news.is_shared and pages[visitor] == 1:
            self._tell_here(room, [visitor], asks=is_new)

    def leave(self, room: str, visitor: str) -> bool:
        """One page less; False where the room was not followed."""
        pages = self._pages.get(room, {})
        if visitor not in pages:
            return False
        pages[visitor] -= 1
        if not pages[visitor]:
            del pages[visitor]
            self.tell(Left(process=self.process, room=room, visitor=visitor))
        if not pages:
            del self._pages[room], self._since[room]
            self._elsewhere.pop(room, None)
        return True

    def has(self, room: str, visitor: str) -> bool:
        """Whether somebody follows a room through this process."""
        return visitor in self._pages.get(room, ())

    def followers(self, room: str) -> set[str]:
        found = set(self._pages.get(room, ()))
        for following in self._elsewhere.get(room, {}).values():
            found |= following.visitors
        return found

    def thinks(self, room: str) -> bool:
        """Whether it is this process that asks the player of a room."""
        if room not in self._pages:
            return False
        own = (self._since[room], self.process)
        others = self._elsewhere.get(room, {})
        return all(own < (each.since, process) for process, each in others.items())

    def tell_change(self, room: str, version: int) -> None:
        """Tells the processes whose followers have not seen a new version."""
        if self._is_elsewhere(room):
            self.tell(Changed(process=self.process, room=room, version=version))

    def tell_event(self, room: str, event: str, data: Struct) -> None:
        if self._is_elsewhere(room):
            raw = msgspec.Raw(msgspec.json.encode(data))
            self.tell(Told(process=self.process, room=room, event=event, data=raw))

    def tell(self, message: Message) -> None:
        """Tells all processes."""
        if self._news.is_shared:
            self._news.tell(msgspec.json.encode(message))

    async def run(self) -> None:
        """Listens to other processes, until cancelled."""
        await self._news.run(self._begin, self._hear)

    def beat(self) -> None:
        """Tells other processes that this one runs, and looks which of them do. To be called every
        two seconds."""
        if self._news.is_heard:
            self.tell(Beat(process=self.process, seconds=self._now(), rooms=len(self._pages)))
        now = time.monotonic()
        for process, heard in list(self._heard.items()):
            if now - heard > _SECONDS_ALIVE:
                _log.warning("a process is gone", extra={"which": process})
                self._forget(process)

    async def say_goodbye(self) -> None:
        """Lets other processes take over at once."""
        self.tell(Gone(process=self.process))
        await self._news.flush()

    # What other processes are told.

    def _tell_here(self, room: str, visitors: list[str], *, asks: bool) -> None:
        version = self._host.version_of(room)
        for first in range(0, len(visitors), _VISITORS_AT_ONCE):
            self.tell(
                Here(
                    process=self.process,
                    room=room,
                    since=self._since[room],
                    visitors=visitors[first : first + _VISITORS_AT_ONCE],
                    version=version,
                    asks=asks,
                )
            )

    def _ask(self) -> None:
        for room, pages in self._pages.items():
            self._tell_here(room, list(pages), asks=True)

    def _is_elsewhere(self, room: str) -> bool:
        """Whether others may follow it too: of a room that nobody follows here nothing is known."""
        return self._news.is_shared and (room in self._elsewhere or room not in self._pages)

    # What they tell.

    def _begin(self) -> None:
        for process in list(self._heard):
            self._forget(process)
        self.beat()
        self._ask()
        self._host.hear_break()
        self._host.hear_newcomer()

    def _hear(self, text: bytes) -> None:
        try:
            message = decoder.decode(text)
            if message.process != self.process:
                self._take(message)
        except Exception:
            _log.exception("news that cannot be understood")

    def _take(self, message: AnyMessage) -> None:
        is_new = message.process not in self._heard
        self._heard[message.process] = time.monotonic()
        if is_new:
            self.beat()  # so that it knows the time
            self._host.hear_newcomer()
        match message:
            case Beat():
                self._now.hear(message.seconds)
                if is_new and message.rooms:  # it was silent for a while
                    self._ask()
            case Gone():
                self._forget(message.process)
            case Here() if message.room in self._pages:
                self._take_here(message)
            case Left() if message.room in self._elsewhere:
                following = self._elsewhere[message.room].get(message.process)
                if following is not None:
                    following.visitors.discard(message.visitor)
                    if not following.visitors:
                        self._drop(message.room, message.process)
                    self._host.hear_followers(message.room)
            case Changed() if message.room in self._pages:
                self._host.hear_change(message.room, message.version)
            case Told() if message.room in self._pages:
                self._host.hear_event(message.room, message.event, message.data)
            case Waits() | WaitsNot() | WhoWaits():
                self._host.hear_waiting(message)

    def _take_here(self, message: Here) -> None:
        room = message.room
        processes = self._elsewhere.setdefault(room, {})
        following = processes.setdefault(message.process, _Following(message.since))
        following.since = message.since
        is_news = not following.visitors.issuperset(message.visitors)
        following.visitors |= set(message.visitors)
        if message.asks:
            self._tell_here(room, list(self._pages[room]), asks=False)
        if is_news:
            self._host.hear_followers(room)
        version = self._host.version_of(room)
        if message.version > version:
            self._host.hear_change(room, message.version)
        elif message.version < version and not message.asks:  # nobody has told it
            self.tell_change(room, version)

    def _forget(self, process: str) -> None:
        self._heard.pop(process, None)
        self._host.hear_end(process)
        for room in [room for room, found in self._elsewhere.items() if process in found]:
            self._drop(room, process)
            self._host.hear_followers(room)

    def _drop(self, room: str, process: str) -> None:
        processes = self._elsewhere[room]
        del processes[process]
        if not processes:
            del self._elsewhere[room]
