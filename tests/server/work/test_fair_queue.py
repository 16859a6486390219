"""Who is served next, by a clock that the tests turn."""

import itertools
import random
from contextlib import suppress

import pytest

from enligne.server.contract.refusals import RefusalError
from enligne.server.work.fair_queue import Asker, FairQueue, Lane, Share, Waiting

PEOPLE, OTHERS = Share.PEOPLE, Share.OTHERS
WIDE = Lane(OTHERS)


class Clock:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def job(connection: str, address: str = "", price: float = 1.0, share: Share = OTHERS) -> Waiting:
    return Waiting(Asker(connection, address or connection), price, share)


def queue_of(
    *lanes: Lane, most: int = 1000, most_of_address: int = 1000, clock: Clock | None = None
) -> FairQueue[Waiting]:
    return FairQueue(
        list(lanes or [WIDE]), most=most, most_of_address=most_of_address, clock=clock or Clock()
    )


def served(queue: FairQueue[Waiting], seconds: float) -> Waiting:
    """What is next, which takes so long."""
    found = queue.next(WIDE)
    assert found is not None
    queue.finish(found, seconds)
    return found


def refusal(queue: FairQueue[Waiting], wanted: Waiting) -> RefusalError:
    before = list(queue)
    with pytest.raises(RefusalError) as caught:
        queue.add(wanted)
    assert list(queue) == before
    assert f"try again in {caught.value.values['seconds']} second" in caught.value.text
    return caught.value


def test_a_connection_has_one_running_and_one_waiting() -> None:
    queue = queue_of()
    first, second = job("page"), job("page")
    queue.add(first)
    assert refusal(queue, job("page")).code == "too_many"
    assert queue.next(WIDE) is first
    queue.add(second)
    assert refusal(queue, job("page")).code == "too_many"
    assert queue.next(WIDE) is None  # though a process is idle
    queue.finish(first, 1.0)
    assert queue.next(WIDE) is second
    assert queue.running == [second]


def test_first_come_first_served_within_an_address() -> None:
    queue = queue_of()
    jobs = [job(f"page {number}", "school") for number in range(10)]
    for each in jobs:
        queue.add(each)
    assert [queue.place(each) for each in jobs] == list(range(1, 11))
    served = []
    while (found := queue.next(WIDE)) is not None:
        served.append(found)
    assert served == jobs
    assert queue.place(jobs[0]) == 0


def test_who_has_used_the_least_is_next() -> None:
    clock = Clock()
    queue = queue_of(clock=clock)
    for address, seconds in (("greedy", 10.0), ("modest", 1.0)):
        queue.add(job(f"{address} 1", address))
        served(queue, seconds)
    greedy, modest, new = job("greedy 2", "greedy"), job("modest 2", "modest"), job("new")
    for each in (greedy, modest, new):
        queue.add(each)
    assert [queue.place(each) for each in (new, modest, greedy)] == [1, 2, 3]
    assert queue.next(WIDE) is new


def test_what_was_used_long_ago_is_forgotten() -> None:
    clock = Clock()
    queue = queue_of(clock=clock)
    for address, seconds in (("greedy", 10.0), ("modest", 1.0)):
        queue.add(job(address))
        served(queue, seconds)
        clock.now += 600.0  # a minute takes half of it away
    wanted = job("modest"), job("greedy")
    for each in wanted:
        queue.add(each)
    assert queue.next(WIDE) is wanted[1]


def test_a_price_that_was_too_high_is_given_back() -> None:
    queue = queue_of()
    queue.add(job("a", price=10.0))
    queue.add(job("b", price=1.0))
    served(queue, 0.1)
    served(queue, 1.0)
    wanted = [job("b"), job("a")]
    for each in wanted:
        queue.add(each)
    assert queue.next(WIDE) is wanted[1]


def test_too_many_wait_for_an_address() -> None:
    queue = queue_of(most_of_address=3)
    for number in range(3):
        queue.add(job(f"page {number}", "flood", price=4.0))
    found = refusal(queue, job("page 3", "flood"))
    assert (found.code, found.values) == ("too_many", {"seconds": 12})
    queue.add(job("somebody"))


def test_a_full_queue_makes_room_for_those_who_have_less() -> None:
    queue = queue_of(most=4)
    flood = [job(f"flood {number}", "flood") for number in range(3)]
    for each in (*flood, job("other")):
        assert queue.add(each) is None
    # The last of those with the most has to go.
    assert queue.add(job("new")) is flood[2]
    assert queue.refusal_of_dropped(flood[2]).code == "busy"
    assert queue.add(job("newer")) is flood[1]
    assert len(queue) == 4
    # Now all have the same.
    assert refusal(queue, job("newest")).code == "busy"
    assert refusal(queue, job("flood 4", "flood")).code == "busy"


def test_lanes_take_what_they_are_for() -> None:
    quick = Lane(PEOPLE, 0.2)
    queue = queue_of(quick, Lane(PEOPLE), WIDE)
    queue.add(job("analysis", price=0.1))
    queue.add(job("long", price=10.0, share=PEOPLE))
    assert queue.next(quick) is None
    queue.add(job("level:2", price=0.1, share=PEOPLE))
    assert queue.next(quick).asker.connection == "level:2"
    assert queue.next(Lane(PEOPLE)).asker.connection == "long"
    assert queue.next(WIDE).asker.connection == "analysis"


def test_what_waits_can_be_removed() -> None:
    queue = queue_of()
    first, second = job("a"), job("b")
    queue.add(first)
    queue.add(second)
    assert queue.next(WIDE) is first
    assert not queue.remove(first)
    assert queue.remove(second)
    assert not queue.remove(second)
    assert queue.next(WIDE) is None


@pytest.mark.parametrize("seed", range(5))
def test_addresses_have_equal_shares_whatever_they_ask_for(seed: int) -> None:
    """Some addresses have many connections that ask for as much as they can, some only one that
    asks for little things: as long as an address wants something, it gets as much as any other."""
    source = random.Random(seed)
    clock = Clock()
    lanes = [WIDE] * source.randint(1, 3)
    queue = queue_of(*lanes, clock=clock, most=64, most_of_address=16)
    connections = {f"address {n}": source.choice([1, 2, 10, 40]) for n in range(5)}
    prices = {address: source.choice([0.5, 1.0, 5.0]) for address in connections}
    used = dict.fromkeys(connections, 0.0)
    running: list[tuple[float, Waiting]] = []
    for _ in range(20_000):
        for address, count in connections.items():
            wanted = job(f"{address}/{source.randrange(count)}", address, prices[address])
            with suppress(RefusalError):
                queue.add(wanted)
        while len(running) < len(lanes) and (found := queue.next(WIDE)) is not None:
            running.append((clock.now + prices[found.asker.address], found))
        running.sort(key=lambda each: each[0])
        clock.now, found = running.pop(0)
        queue.finish(found, prices[found.asker.address])
        used[found.asker.address] += prices[found.asker.address]
        if clock.now > 1000:
            break
    shares = sorted(used[address] / clock.now for address in connections)
    fair = len(lanes) / len(connections)
    assert shares[0] > 0.8 * fair
    assert shares[-1] < 1.25 * fair


@pytest.mark.parametrize("seed", range(5))
def test_nobody_waits_forever(seed: int) -> None:
    """Who asks for little now and then is served next, however many ask for much."""
    source = random.Random(seed)
    clock = Clock()
    queue = queue_of(clock=clock, most=50, most_of_address=10)
    numbers = itertools.count()
    mine: Waiting | None = None
    last = 0.0
    waits: list[float] = []
    for _ in range(1500):
        for _ in range(5):
            number = next(numbers)
            wanted = job(f"page {number}", f"flood {number % 10}", source.choice([1.0, 10.0]))
            with suppress(RefusalError):
                queue.add(wanted)
        if mine is None and clock.now > last + 5:
            mine = job("me", price=0.1)
            queue.add(mine)
        found = queue.next(WIDE)
        assert found is not None
        if found is mine:
            if clock.now > 200:  # every address has had something by now
                waits.append(clock.now - mine.since)
            mine, last = None, clock.now
        clock.now += found.price
        queue.finish(found, found.price)
    assert len(waits) > 50
    assert set(waits) == {0.0}


def test_those_of_one_address_are_served_in_their_order() -> None:
    """However time passes while they are compared."""
    ticks = itertools.count()
    queue: FairQueue[Waiting] = FairQueue(
        [WIDE], most=9, most_of_address=9, clock=lambda: float(next(ticks))
    )
    first = job("first", "home")
    queue.add(first)
    assert queue.next(WIDE) is first
    queue.finish(first, 5.0)
    jobs = [job(name, "home") for name in "abcd"]
    for each in jobs:
        queue.add(each)
    assert [queue.place(each) for each in jobs] == [1, 2, 3, 4]
    assert [queue.next(WIDE) for _ in jobs] == jobs
