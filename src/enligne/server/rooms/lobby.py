"""Who waits for anybody to play with. One who waits is in the list as long as they follow their
room; the process through which they do tells the others. Nothing is looked for by itself: what has
not changed costs nothing."""

from __future__ import annotations

import asyncio
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from enligne.move import FIRST
from enligne.server.contract import people
from enligne.server.contract.refusals import RefusalError
from enligne.server.rooms.messages import Waits, WaitsNot, WhoWaits
from enligne.server.views import rules_view, side_view

if TYPE_CHECKING:
    from collections.abc import Callable, Container

    from enligne.server.rooms.clock import ServerTime
    from enligne.server.rooms.presence import Presence
    from enligne.server.rooms.room import Room
    from enligne.server.settings import Settings
    from enligne.server.work import Tasks

#: What those who look at the lobby follow; no room has so short a name.
LOBBY = "lobby"

_MOST_ELSEWHERE = 1000
#: After which who has closed their page waits no longer.
_SECONDS_AWAY = 6.0
_SECONDS_BETWEEN_TELLINGS = 0.5


class Audience(Protocol):
    """The pages that look at the lobby through this process."""

    async def tell(self, event: str, room: str, data: people.Challenges) -> None: ...

    def address_of(self, room: str, persons: Container[str]) -> str: ...


@dataclass(slots=True)
class _Waiting:
    """One who waits here: what others see, and what ends it unless something else does."""

    since: float
    challenge: people.Challenge
    owner: str
    address: str
    timer: asyncio.TimerHandle


class Lobby:
    """Those who wait.

    Args:
        withdraw: called with a room that has waited for too long, or is one too many.
    """

    def __init__(
        self,
        settings: Settings,
        presence: Presence,
        now: ServerTime,
        audience: Audience,
        tasks: Tasks,
        withdraw: Callable[[str], object],
    ) -> None:
        self._most_shown = settings.lobby_games
        self._most_of_address = settings.lobby_games_per_address
        self._most_seconds = 60 * settings.lobby_minutes
        self._presence = presence
        self._now = now
        self._audience = audience
        self._tasks = tasks
        self._withdraw = withdraw
        self._own: dict[str, _Waiting] = {}
        # By process and room: since when, and what.
        self._elsewhere: dict[tuple[str, str], tuple[float, people.Challenge]] = {}
        self._telling: asyncio.TimerHandle | None = None

    def __len__(self) -> int:
        return len(self._own) + len(self._elsewhere)

    def __contains__(self, room: str) -> bool:
        return room in self._own or any(each == room for _, each in self._elsewhere)

    def challenges(self) -> people.Challenges:
        """The newest of those who wait."""
        found = {room: (each.since, each.challenge) for room, each in self._own.items()}
        found |= {room: each for (_, room), each in self._elsewhere.items()}
        newest = sorted(found.values(), key=lambda each: (-each[0], each[1].room))
        return people.Challenges(challenges=[each for _, each in newest[: self._most_shown]])

    def check_address(self, address: str) -> None:
        """Refuses one more of an address.

        Raises:
            RefusalError: it has too many.
        """
        if self._of_address(address) >= self._most_of_address:
            raise RefusalError("too_many", "too many games of your address wait for somebody")

    def see(self, room: Room) -> None:
        """Looks whether a room waits, after whatever may have changed that."""
        if not room.is_open:
            self.remove(room.id)
            return
        (owner,) = room.persons()
        if not self._presence.has(room.id, owner):
            self.look_away(room.id)
            return
        address = self._audience.address_of(room.id, {owner})
        left = self._left(room, address)
        if left <= 0:
            self.remove(room.id)
            self._withdraw(room.id)
            return
        before = self._own.get(room.id)
        if before is not None:
            before.timer.cancel()
        loop = asyncio.get_running_loop()
        timer = loop.call_later(left, self._end, room.id)
        now = _Waiting(room.opened or 0.0, _challenge(room), owner, address, timer)
        self._own[room.id] = now
        if before is None or before.challenge != now.challenge:
            self._tell_waits(now)
            self._tell_pages()

    def look_away(self, room: str) -> None:
        """Somebody has left a room: if it was who waits there, they may come back in a moment."""
        waiting = self._own.get(room)
        if waiting is None or self._presence.has(room, waiting.owner):
            return
        waiting.timer.cancel()
        loop = asyncio.get_running_loop()
        waiting.timer = loop.call_later(_SECONDS_AWAY, self.remove, room)

    def remove(self, room: str) -> None:
        """Nobody waits in a room any longer, if somebody did through this process."""
        waiting = self._own.pop(room, None)
        if waiting is None:
            return
        waiting.timer.cancel()
        self._presence.tell(WaitsNot(process=self._presence.process, room=room))
        self._tell_pages()

    def close(self) -> None:
        for waiting in self._own.values():
            waiting.timer.cancel()
        if self._telling is not None:
            self._telling.cancel()

    # Other processes.

    def hear(self, message: Waits | WaitsNot | WhoWaits) -> None:
        match message:
            case Waits():
                if len(self._elsewhere) < _MOST_ELSEWHERE:
                    key = message.process, message.challenge.room
                    self._elsewhere[key] = message.since, message.challenge
                    self._tell_pages()
            case WaitsNot():
                if self._elsewhere.pop((message.process, message.room), None) is not None:
                    self._tell_pages()
            case WhoWaits():
                self.tell_others()

    def tell_others(self) -> None:
        """Tells who waits here."""
        for waiting in self._own.values():
            self._tell_waits(waiting)

    def forget(self, process: str) -> None:
        """Another process is gone."""
        gone = [key for key in self._elsewhere if key[0] == process]
        for key in gone:
            del self._elsewhere[key]
        if gone:
            self._tell_pages()

    # Inside.

    def _left(self, room: Room, address: str) -> float:
        """For how many seconds a room may still wait."""
        if room.id not in self._own and self._of_address(address) >= self._most_of_address:
            return 0.0
        age = self._now() - (room.opened or 0.0)
        # A room of a backup may be from another server's time.
        return self._most_seconds - age if age >= 0 else 0.0

    def _of_address(self, address: str) -> int:
        return Counter(each.address for each in self._own.values())[address]

    def _end(self, room: str) -> None:
        self.remove(room)
        self._withdraw(room)

    def _tell_waits(self, waiting: _Waiting) -> None:
        self._presence.tell(
            Waits(
                process=self._presence.process,
                since=waiting.since,
                challenge=waiting.challenge,
            )
        )

    def _tell_pages(self) -> None:
        """Tells those who look, soon: several changes at once."""
        if self._telling is None:
            loop = asyncio.get_running_loop()
            self._telling = loop.call_later(_SECONDS_BETWEEN_TELLINGS, self._tell_now)

    def _tell_now(self) -> None:
        self._telling = None
        self._tasks.start(self._audience.tell("lobby", LOBBY, self.challenges()))


def _challenge(room: Room) -> people.Challenge:
    (owner,) = [seat for seat in room.seats if not seat.is_free]
    side = FIRST if room.seats[FIRST].is_free else FIRST.other
    clock = room.clock
    return people.Challenge(
        room=room.id,
        rules=rules_view(room.game.rules),
        name=owner.name,
        side=side_view(side),
        begins=room.game.side is side,
        clock=None if clock is None else people.Pace(clock.seconds, clock.increment),
    )
