"""Databases of both kinds."""

import itertools
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.server.storage.helpers import execute


@pytest.fixture(scope="session")
def used_databases() -> list[str]:
    """Those of PostgreSQL that tests before had: emptied, they serve sooner than new ones."""
    return []


@pytest.fixture
def new_address(
    request: pytest.FixtureRequest, tmp_path: Path, used_databases: list[str]
) -> Callable[[str], str]:
    """Makes the address of an empty database of a kind."""
    numbers = {kind: itertools.count() for kind in ("sqlite", "postgresql")}

    def make(kind: str) -> str:
        number = next(numbers[kind])
        if kind == "sqlite":
            (tmp_path / "folder").mkdir(exist_ok=True)
            return f"sqlite:///{tmp_path / 'folder' / f'rooms{number}.sqlite3'}"
        if number >= len(used_databases):
            new_database: Callable[[], str] = request.getfixturevalue("postgresql")
            used_databases.append(new_database())
            return used_databases[-1]
        execute(used_databases[number], "DROP SCHEMA public CASCADE")
        execute(used_databases[number], "CREATE SCHEMA public")
        return used_databases[number]

    return make


@pytest.fixture(params=["sqlite", "postgresql"])
def address(request: pytest.FixtureRequest, new_address: Callable[[str], str]) -> str:
    """An empty database."""
    return new_address(request.param)
