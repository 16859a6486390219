"""Who somebody is: a secret that only their browser knows, and its digest that we know them by."""

from __future__ import annotations

import hashlib
import re
from typing import TypeGuard

from enligne.server.contract.words import SECRET_PATTERN

_SECRET = re.compile(SECRET_PATTERN)


def is_secret(value: object) -> TypeGuard[str]:
    """Whether a value can be a visitor's secret."""
    return isinstance(value, str) and _SECRET.match(value) is not None


def digest_of(secret: str) -> str:
    """How a visitor is known: who reads the database learns nobody's secret."""
    return hashlib.sha256(secret.encode()).hexdigest()
