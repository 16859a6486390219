"""Whether a server is ready: what is told is never of the past, and costs no more for many."""

import asyncio

from enligne.server.health import Readiness


class Disk:
    """Something that can be written or not; a write lasts until it is let go."""

    def __init__(self) -> None:
        self.is_full = False
        self.writes = 0
        self.running = 0
        self.most_running = 0
        self._go_on = asyncio.Event()

    async def write(self) -> None:
        self.writes += 1
        self.running += 1
        self.most_running = max(self.running, self.most_running)
        was_full = self.is_full  # a write that has begun tells nothing of what comes later
        try:
            await self._go_on.wait()
        finally:
            self.running -= 1
        if was_full:
            raise OSError

    async def let_go(self) -> None:
        """Lets the write that runs end, once there is one."""
        while not self.running:
            await asyncio.sleep(0)
        self._go_on.set()
        await asyncio.sleep(0)
        self._go_on.clear()


async def test_nobody_is_told_what_was_found_before_they_asked() -> None:
    disk = Disk()
    readiness = Readiness({"database": disk.write}, {})
    before = asyncio.create_task(readiness.look())
    while not disk.running:
        await asyncio.sleep(0)
    disk.is_full = True
    after = [asyncio.create_task(readiness.look()) for _ in range(100)]
    await asyncio.sleep(0)
    await disk.let_go()
    assert await before == ("ok", {})
    await disk.let_go()
    assert await asyncio.gather(*after) == [("failing", {"database": "OSError"})] * 100
    # One write for all of them, and none at the same time as another.
    assert (disk.writes, disk.most_running) == (2, 1)


async def test_it_is_told_at_once_when_all_is_well_again() -> None:
    disk = Disk()
    readiness = Readiness({}, {"redis": disk.write})
    for is_full, status in ((True, "degraded"), (False, "ok"), (True, "degraded")):
        disk.is_full = is_full
        asking = asyncio.create_task(readiness.look())
        await disk.let_go()
        assert (await asking)[0] == status


async def test_who_no_longer_waits_ends_nothing_for_others() -> None:
    disk = Disk()
    readiness = Readiness({"database": disk.write}, {})
    gone, other = (asyncio.create_task(readiness.look()) for _ in range(2))
    await asyncio.sleep(0)
    gone.cancel()
    await disk.let_go()
    assert await other == ("ok", {})
