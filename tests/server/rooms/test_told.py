"""What followers are told: with every change applied, a room is as one who joins it now sees it."""

import random

import pytest

from enligne.errors import IllegalMoveError, NotationError
from enligne.server.contract.refusals import RefusalError
from enligne.server.rooms.room import Room
from enligne.server.rooms.told import Told
from tests.server.helpers import View, applied, plain
from tests.server.rooms.random_rooms import (
    VISITORS,
    Time,
    machine,
    person,
    random_action,
    random_room,
)

ROOMS = 250
TELLINGS = 30
_FIELDS = ("kept", "moves", "illegal", "legal", "winning", "outcome", "seats", "clock", "offers")
TOLD = {*_FIELDS, "box", "rematch", "spectators", "open"}


def in_order(state: View) -> View:
    """The same; stones and legal moves are told in no order."""
    position = state["position"]
    stones = {side: sorted(cells) for side, cells in position["stones"].items()}
    return state | {"position": position | {"stones": stones, "legal": sorted(position["legal"])}}


def do_something(room: Room, source: random.Random, time: Time) -> None:
    """Some actions, granted or not; each that is stored is a version."""
    for _ in range(source.choice((0, 1, 1, 1, 1, 2, 5))):
        try:
            random_action(room, source).do(room, time)
            if room.outcome is not None and source.random() < 0.3:
                room.begin_rematch("another room")
            if source.random() < 0.02:  # where it is stored a seat was given up, or taken
                room.seats[source.randrange(2)] = source.choice((person(None), machine()))
                room.is_changed = True
        except (RefusalError, IllegalMoveError, NotationError):
            continue
        room.version += room.is_changed
        room.is_changed = False


def test_changes_lead_to_what_is_seen_by_who_joins() -> None:
    source, time = random.Random(16), Time()
    random.seed(16)  # for the random moves
    told_of = set()
    for _ in range(ROOMS):
        room, told = random_room(source, time), Told()
        number, change = told.change(room, [])
        assert change is None
        state = plain(room.view([], [], number))
        for _ in range(TELLINGS):
            do_something(room, source, time)
            followers = source.sample(VISITORS, source.randrange(4))
            number, change = told.change(room, followers)
            now = plain(room.view([], followers, number))
            assert told.has(room)
            if change is None:
                state["clock"] = now["clock"]  # it goes on by itself
            else:
                news = plain(change)
                told_of |= set(news)
                state = applied(state, news)
            assert in_order(state) == in_order(now)
    assert told_of >= TOLD


def test_nothing_is_told_where_nothing_is_new() -> None:
    room, told = random_room(random.Random(1), Time()), Told()
    number, _ = told.change(room, VISITORS)
    assert told.change(room, VISITORS) == (number, None)


def test_a_change_follows_only_the_one_before() -> None:
    room, told = random_room(random.Random(1), Time()), Told()
    number, _ = told.change(room, [])
    state = plain(room.view([], [], number))
    told.change(room, VISITORS[:1])
    _, change = told.change(room, VISITORS)
    with pytest.raises(AssertionError):
        applied(state, plain(change))


def test_a_room_that_is_forgotten_is_not_mistaken_for_another() -> None:
    """Who followed it before, and missed that everyone had left, has no number of now."""
    room, told = random_room(random.Random(1), Time()), Told()
    before, _ = told.change(room, [])
    told.forget(room.id)
    assert not told.has(room)
    now, change = told.change(room, [])
    assert now > before
    assert change is None
