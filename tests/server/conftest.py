"""Servers that the tests start themselves: Enligne's own, PostgreSQL and Redis."""

import asyncio
import inspect
import itertools
import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from tests.programs import PATIENCE
from tests.server.helpers import Client, Server


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    """Runs an asynchronous test, for at most a while, with the pages of its visitors open."""
    if not inspect.iscoroutinefunction(pyfuncitem.obj):
        return None
    arguments = {
        name: pyfuncitem.funcargs[name] for name in inspect.signature(pyfuncitem.obj).parameters
    }

    async def scenario() -> None:
        async with AsyncExitStack() as stack:
            for each in arguments.values():
                if isinstance(each, Client):
                    await stack.enter_async_context(each)
            await pyfuncitem.obj(**arguments)

    asyncio.run(asyncio.wait_for(scenario(), 1.5 * PATIENCE))
    return True


def visitor(server: Server) -> Client:
    """Somebody, whose page is open while the test runs."""
    return Client(server)


me, ann, bob, eve, other = (
    pytest.fixture(visitor, name=name) for name in ("me", "ann", "bob", "eve", "other")
)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server for all tests of a file, each of which uses rooms of its own."""
    with Server(tmp_path_factory.mktemp("server"), "--log") as server:
        yield server
        assert server.is_running
    assert "Traceback" not in server.log


@pytest.fixture(scope="module")
def unlimited_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that takes as many requests as a test can send."""
    unlimited = {
        "requests": 1e9,
        "requests_at_once": 10**9,
        "refusals": 10**9,
        "connections_per_address": 10**9,
    }
    with Server(tmp_path_factory.mktemp("attacked"), "--log", settings=unlimited) as server:
        yield server


@pytest.fixture
def attacked(unlimited_server: Server) -> Iterator[Server]:
    """The same; whatever a test does to it leaves nothing that a person must look into."""
    before = len(unlimited_server.log)
    yield unlimited_server
    assert unlimited_server.is_running
    assert "Traceback" not in unlimited_server.log[before:]


def program(name: str, package: str) -> str:
    """Where a program is.

    Raises:
        AssertionError: it is not installed; the text names the package that has it.
    """
    folders = sorted(map(str, Path("/usr/lib/postgresql").glob("*/bin")), reverse=True)
    found = shutil.which(name, path=os.pathsep.join([os.environ.get("PATH", ""), *folders]))
    if found is None:
        pytest.fail(f"these tests start a real {name}: install it (on Debian: {package})", False)
    return found


@pytest.fixture(scope="session")
def postgresql() -> Iterator[Callable[[], str]]:
    """A PostgreSQL of its own; each call makes a new database in it and tells its address."""
    initdb = program("initdb", "postgresql")
    postgres = program("postgres", "postgresql")
    # It refuses to run as root, and whom it runs as must be able to reach its folder.
    user = _somebody_else() if os.geteuid() == 0 else None
    folder = Path(tempfile.mkdtemp(prefix="enligne-pg-"))
    if user is not None:
        os.chown(folder, user.pw_uid, user.pw_gid)

    def start(*command: str, output: int) -> subprocess.Popen[bytes]:
        return subprocess.Popen(
            command,
            cwd=folder,
            stdout=output,
            stderr=output,
            env={"PATH": os.environ.get("PATH", ""), "HOME": str(folder), "LC_ALL": "C"},
            user=None if user is None else user.pw_uid,
            group=None if user is None else user.pw_gid,
            extra_groups=None if user is None else [],
        )

    data = str(folder / "data")
    options = ("--username=postgres", "--auth=trust", "--encoding=UTF8", "--no-sync")
    made = start(initdb, "--pgdata", data, *options, output=subprocess.PIPE)
    said, _ = made.communicate(timeout=PATIENCE)
    assert made.returncode == 0, said.decode()
    with (folder / "log").open("wb") as log:
        settings = ("listen_addresses=", "fsync=off", f"unix_socket_directories={folder}")
        given = [part for setting in settings for part in ("-c", setting)]
        process = start(postgres, "-D", data, *given, output=log.fileno())
    names = (f"enligne{number}" for number in itertools.count())

    def new_database() -> str:
        name = next(names)
        _execute_when_ready(process, folder, f'CREATE DATABASE "{name}"')
        return f"postgresql+psycopg://postgres@/{name}?host={folder}"

    try:
        yield new_database
    finally:
        process.send_signal(signal.SIGINT)  # a fast shutdown
        try:
            process.wait(PATIENCE)
        finally:
            process.kill()
            process.wait()
            shutil.rmtree(folder, ignore_errors=True)


def _somebody_else() -> pwd.struct_passwd:
    for name in ("postgres", "nobody"):
        try:
            return pwd.getpwnam(name)
        except KeyError:
            continue
    pytest.fail("PostgreSQL does not run as root, and there is no user postgres or nobody", False)


def _execute_when_ready(process: subprocess.Popen[bytes], folder: Path, statement: str) -> None:
    import psycopg

    give_up = time.monotonic() + PATIENCE
    while True:
        try:
            with psycopg.connect(host=str(folder), user="postgres", autocommit=True) as connection:
                connection.execute(statement.encode())
                return
        except psycopg.OperationalError:
            log = (folder / "log").read_text()
            assert process.poll() is None, log
            assert time.monotonic() < give_up, log
            time.sleep(0.05)


@pytest.fixture(scope="session")
def start_redis(
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[Callable[..., tuple[str, subprocess.Popen[bytes]]]]:
    """Starts a Redis at each call, where told to, and tells its address and its process."""
    redis_server = program("redis-server", "redis-server")
    folder = tmp_path_factory.mktemp("redis")
    started: list[subprocess.Popen[bytes]] = []

    def start(where: str = "") -> tuple[str, subprocess.Popen[bytes]]:
        for _ in range(5):  # somebody else may take the port that was free
            port = int(where.rpartition(":")[2]) if where else _free_port()
            process = subprocess.Popen(
                [
                    *(redis_server, "--port", str(port), "--bind", "127.0.0.1"),
                    *("--dir", str(folder), "--save", "", "--appendonly", "no"),
                ],
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
            )
            started.append(process)
            if _answers(process, port):
                return f"redis://127.0.0.1:{port}", process
        pytest.fail("redis-server does not start")

    yield start
    for process in started:
        process.terminate()
        try:
            process.wait(PATIENCE)
        finally:
            process.kill()
            process.wait()


@pytest.fixture(scope="session")
def redis_address(start_redis: Callable[[], tuple[str, subprocess.Popen[bytes]]]) -> str:
    """The address of a Redis of its own."""
    return start_redis()[0]


def _free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return int(listener.getsockname()[1])


def _answers(process: subprocess.Popen[bytes], port: int) -> bool:
    give_up = time.monotonic() + PATIENCE
    while process.poll() is None and time.monotonic() < give_up:
        try:
            with socket.create_connection(("127.0.0.1", port), timeout=1) as connection:
                connection.sendall(b"PING\r\n")
                if connection.recv(16).startswith(b"+PONG"):
                    return True
        except OSError:
            time.sleep(0.02)
    return False
