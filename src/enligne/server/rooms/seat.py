"""Who has a side in a room."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Container


@dataclass(slots=True)
class Seat:
    """A person, by a secret that only they know, or a player by its text."""

    kind: str
    visitor: str | None = None  # the digest of the secret; None while the seat is free
    text: str = ""
    level: int | None = None

    @property
    def is_person(self) -> bool:
        return self.kind == "person"

    @property
    def is_free(self) -> bool:
        return self.is_person and self.visitor is None

    def data(self) -> dict[str, Any]:
        if self.is_person:
            return {"kind": "person", "visitor": self.visitor}
        return {"kind": "player", "text": self.text, "level": self.level}

    def view(self, followers: Container[str | None]) -> dict[str, Any]:
        if not self.is_person:
            return self.data()
        return {
            "kind": "person",
            "taken": self.visitor is not None,
            "online": self.visitor in followers,
        }
