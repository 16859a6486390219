"""Passwords in addresses of databases: nobody reads them in a message or a log."""

from __future__ import annotations

import re

_IN_AUTHORITY = re.compile(
    r"(?P<before>[a-z][a-z0-9+.-]*://[^\s:/@'\"\[]*:)[^\s'\"]*@", re.IGNORECASE
)
_IN_QUERY = re.compile(r"(?P<before>[?&](?:password|passwd|pwd)=)[^\s&'\"]*", re.IGNORECASE)


def hide_passwords(text: str) -> str:
    """A text with stars for the passwords of the addresses in it."""
    return _IN_QUERY.sub(r"\g<before>***", _IN_AUTHORITY.sub(r"\g<before>***@", text))


def shown_address(address: str) -> str:
    """The address of a database as it may be shown, also one that is written wrongly: whatever
    stands before the host may be a password, but for a user's name that is plainly one."""
    scheme, is_address, rest = address.partition("://")
    if not is_address:
        return "***" if re.search(r"[@=\s]", address) else address
    before, at, host = rest.rpartition("@")
    if at and scheme != "sqlite":
        user, colon, _ = before.partition(":")
        name = user if re.fullmatch(r"[\w.-]*", user) else "***"
        rest = f"{name}:***@{host}" if colon else f"{name}@{host}"
    return hide_passwords(f"{scheme}://{rest}")
