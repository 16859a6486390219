"""What the tests of the storage share."""

from __future__ import annotations

import asyncio
import secrets
import threading
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, text

from enligne.server.storage import Storage
from enligne.server.storage.engines import new_engine
from tests.programs import PATIENCE

ANN, BOB = "a" * 64, "b" * 64

#: What the first version with a server wrote, before there were migrations: six rooms of two
#: visitors.
REVISION_1 = Path(__file__).with_name("revision_1.sql")


#: The secret of one of them, as their browser keeps it.
ANNS_SECRET = "ann-" + "a" * 40


@asynccontextmanager
async def opened(address: str) -> AsyncIterator[Storage]:
    storage = Storage(address)
    try:
        yield storage
    finally:
        await storage.close()


def document(*moves: str, **more: object) -> dict[str, Any]:
    return {"rules": "3x3:3", "moves": list(moves), **more}


def seats(*visitors: str | None) -> list[dict[str, Any]]:
    return [{"kind": "person", "visitor": visitor} for visitor in visitors]


def room_id() -> str:
    return secrets.token_urlsafe(12)


def file_of(address: str) -> Path:
    return Path(address.removeprefix("sqlite:///"))


@contextmanager
def outside(address: str) -> Iterator[Connection]:
    """A transaction beside the storage."""
    engine = new_engine(address)
    if (path := engine.url.database) and engine.dialect.name == "sqlite":
        Path(path).parent.mkdir(exist_ok=True)
    try:
        with engine.begin() as connection:
            yield connection
    finally:
        engine.dispose()


def execute(address: str, statement: str, **values: object) -> list[Any]:
    """What a statement tells from outside."""
    with outside(address) as connection:
        found = connection.execute(text(statement), values)
        return list(found.fetchall()) if found.returns_rows else []


def write_revision_1(address: str) -> None:
    """Makes a database as it was before there were migrations, with rooms of today."""
    with outside(address) as connection:
        for line in REVISION_1.read_text().replace("\n\t", " ").replace("\n)", ")").splitlines():
            if line.startswith(("BEGIN", "COMMIT")):
                continue
            if connection.dialect.name == "postgresql":
                line = line.replace("number INTEGER", "number BIGSERIAL")
                if line.startswith('INSERT INTO "visits"'):
                    line = line.replace("VALUES(", "(visitor, room) VALUES(")
                    start, _, rest = line.partition("VALUES(")
                    line = f"{start}VALUES({rest.partition(',')[2]}"
            connection.exec_driver_sql(line.removesuffix(";"))
        connection.execute(text("UPDATE rooms SET updated = :now"), {"now": time.time()})


class Hold:
    """Keeps the storage's thread busy, so that what is asked meanwhile is done in one go."""

    def __init__(self, storage: Storage) -> None:
        self._may_end = threading.Event()
        self._has_begun = threading.Event()
        self._task = asyncio.ensure_future(storage.run(self._wait))

    def _wait(self, _: Connection) -> None:
        self._has_begun.set()
        self._may_end.wait(PATIENCE)

    async def __aenter__(self) -> Hold:
        assert await asyncio.to_thread(self._has_begun.wait, PATIENCE)
        return self

    async def __aexit__(self, *_: object) -> None:
        await asyncio.sleep(0)  # every task that was started has asked by now
        self._may_end.set()
        await self._task
