"""Codes by which a visitor becomes known to another browser: each works once and for a short time.

A row has the digest of a code; and the visitor's secret, with what their browser kept, under a pad
that only the code gives: who reads the database learns neither.
"""

from __future__ import annotations

import base64
import hashlib
import secrets
import time
from typing import TYPE_CHECKING

import msgspec
from sqlalchemy import delete, insert

from enligne.server.storage.tables import codes

if TYPE_CHECKING:
    from sqlalchemy import Connection

#: How long a code works.
SECONDS = 600

# Digits and letters that nobody takes for another: 60 bits in all.
_LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_LENGTH = 12
_TAKEN_FOR = str.maketrans("OIL", "011")


def new_code() -> str:
    return "".join(secrets.choice(_LETTERS) for _ in range(_LENGTH))


def plain_code(text: str) -> str:
    """A code as a person may type it: in groups, in small letters, O for 0."""
    return "".join(filter(str.isalnum, text)).upper().translate(_TAKEN_FOR)


def keep(
    connection: Connection, code: str, visitor: str, secret: str, kept: dict[str, str]
) -> None:
    """Keeps a visitor's secret for whoever has the code, in place of an earlier code; and what
    their browser kept, by its names."""
    now = time.time()
    connection.execute(delete(codes).where((codes.c.visitor == visitor) | (codes.c.expires < now)))
    new = {"code": _digest(code), "visitor": visitor, "expires": now + SECONDS}
    text = f"{secret}\n{msgspec.json.encode(kept).decode()}"
    sealed = base64.b64encode(_padded(code, text.encode())).decode()
    connection.execute(insert(codes).values(**new, sealed=sealed))


def take(connection: Connection, code: str) -> tuple[str, dict[str, str]] | None:
    """The secret that was kept under a code, which does not work again; and what was with it."""
    mine = delete(codes).where(codes.c.code == _digest(code))
    found = connection.execute(mine.returning(codes.c.expires, codes.c.sealed)).first()
    if found is None or found.expires < time.time():
        return None
    secret, _, kept = _padded(code, base64.b64decode(found.sealed)).decode().partition("\n")
    # A code of an older version has nothing but the secret.
    return secret, msgspec.json.decode(kept or "{}", type=dict[str, str])


def _digest(code: str) -> str:
    return hashlib.sha256(f"name {code}".encode()).hexdigest()


def _padded(code: str, text: bytes) -> bytes:
    """A text under the pad of a code, or the text again; each code has a pad of its own."""
    pad = hashlib.shake_256(f"pad {code}".encode()).digest(len(text))
    return bytes(a ^ b for a, b in zip(text, pad, strict=True))
