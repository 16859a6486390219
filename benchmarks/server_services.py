"""A real PostgreSQL and a real Redis, which the server's benchmarks start and kill."""

from __future__ import annotations

import itertools
import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from contextlib import suppress
from pathlib import Path

import psutil

from benchmarks.server_processes import PATIENCE, free_port


class Redis:
    """A Redis of our own on a port of its own."""

    def __init__(self) -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="enligne-redis-")
        self._port = free_port()
        self.address = f"redis://127.0.0.1:{self._port}"
        self.start()

    def start(self) -> None:
        self._process = subprocess.Popen(
            [
                *(program("redis-server"), "--port", str(self._port), "--bind", "127.0.0.1"),
                *("--dir", self._folder.name, "--save", "", "--appendonly", "no"),
            ],
            stdout=subprocess.DEVNULL,
        )
        give_up = time.monotonic() + PATIENCE
        while not self._answers():
            if time.monotonic() > give_up:
                raise RuntimeError("redis-server does not start")
            time.sleep(0.02)

    def _answers(self) -> bool:
        with suppress(OSError), socket.create_connection(("127.0.0.1", self._port), 1) as asked:
            asked.sendall(b"PING\r\n")
            return asked.recv(16).startswith(b"+PONG")
        return False

    def kill(self) -> None:
        """kill -9."""
        self._process.kill()
        self._process.wait()

    def __enter__(self) -> Redis:
        return self

    def __exit__(self, *_: object) -> None:
        self.kill()
        self._folder.cleanup()


class PostgreSQL:
    """A PostgreSQL of our own, with its usual settings: what it acknowledges is on the disk."""

    def __init__(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="enligne-pg-"))
        # It refuses to run as root, and whom it runs as must be able to reach its folder.
        self._user = pwd.getpwnam("postgres") if os.geteuid() == 0 else None
        if self._user is not None:
            os.chown(self.folder, self._user.pw_uid, self._user.pw_gid)
        self._data = str(self.folder / "data")
        self._names = (f"enligne{number}" for number in itertools.count())
        options = ("--username=postgres", "--auth=trust", "--encoding=UTF8")
        made = self._run(program("initdb"), "--pgdata", self._data, *options)
        if made.wait(PATIENCE):
            raise RuntimeError((self.folder / "log").read_text())
        self.start()

    def _run(self, *command: str) -> subprocess.Popen[bytes]:
        with (self.folder / "log").open("ab") as log:
            return subprocess.Popen(
                command,
                cwd=self.folder,
                stdout=log,
                stderr=log,
                env={"PATH": os.environ.get("PATH", ""), "HOME": str(self.folder), "LC_ALL": "C"},
                user=None if self._user is None else self._user.pw_uid,
                group=None if self._user is None else self._user.pw_gid,
                extra_groups=None if self._user is None else [],
                start_new_session=True,
            )

    def start(self) -> None:
        """Starts it, and waits until it answers."""
        settings = ("listen_addresses=", f"unix_socket_directories={self.folder}")
        given = [part for setting in settings for part in ("-c", setting)]
        self._process = self._run(program("postgres"), "-D", self._data, *given)
        self._execute("SELECT 1")

    def new_database(self) -> str:
        """The address of a new, empty database."""
        name = next(self._names)
        self._execute(f'CREATE DATABASE "{name}"')
        return f"postgresql+psycopg://postgres@/{name}?host={self.folder}"

    def _execute(self, statement: str) -> None:
        import psycopg

        give_up = time.monotonic() + PATIENCE
        while True:
            try:
                with psycopg.connect(
                    host=str(self.folder), user="postgres", autocommit=True
                ) as connection:
                    connection.execute(statement.encode())
                    return
            except psycopg.OperationalError:
                if time.monotonic() > give_up:
                    raise
                time.sleep(0.05)

    @property
    def family(self) -> list[psutil.Process]:
        process = psutil.Process(self._process.pid)
        return [process, *process.children(recursive=True)]

    def kill(self) -> None:
        """kill -9, of all its processes."""
        os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        (Path(self._data) / "postmaster.pid").unlink(missing_ok=True)

    def __enter__(self) -> PostgreSQL:
        return self

    def __exit__(self, *_: object) -> None:
        if self._process.poll() is None:
            self.kill()
        shutil.rmtree(self.folder, ignore_errors=True)


def program(name: str) -> str:
    """Where a program is.

    Raises:
        RuntimeError: it is not installed.
    """
    folders = sorted(map(str, Path("/usr/lib/postgresql").glob("*/bin")), reverse=True)
    found = shutil.which(name, path=os.pathsep.join([os.environ.get("PATH", ""), *folders]))
    if found is None:
        raise RuntimeError(f"this starts a real {name}: install it")
    return found
