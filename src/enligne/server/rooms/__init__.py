"""Rooms: live games, their seats, clocks and followers."""

from enligne.server.rooms.rooms import Rooms

__all__ = ["Rooms"]
