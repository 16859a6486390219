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
