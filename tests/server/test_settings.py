"""What an operator can set: every setting by an option, a variable and a file, and what is wrong
said in a line."""

import asyncio
import re
from pathlib import Path

import pytest
from docs.settings import END, PAGE, START, table

from enligne.server.passwords import hide_passwords
from enligne.server.settings import Settings
from enligne.server.sources import SETTINGS, read_settings
from enligne.server.storage import Storage
from tests.programs import output, refusal

SHOWN = [each for each in SETTINGS if each.about.text]


def write(folder: Path, text: str) -> str:
    path = folder / "enligne.toml"
    path.write_text(text)
    return str(path)


def test_an_option_comes_before_a_variable_before_a_file_before_the_default(tmp_path: Path) -> None:
    config = write(
        tmp_path, "other_processes = 3\nseconds = 4\nthreads = 5\norigins = ['https://a.example']"
    )
    environment = {"ENLIGNE_SECONDS": "6.5", "ENLIGNE_THREADS": "7", "ENLIGNE_CONFIG": config}
    found = read_settings({"threads": 8}, environment)
    assert (found.queue, found.other_processes, found.seconds, found.threads) == (
        Settings().queue,
        3,
        6.5,
        8,
    )
    assert found.origins == ("https://a.example",)
    assert read_settings({}, {}, config).threads == 5


#: The limits that were constants once.
LIMITS = ("requests", "requests_at_once", "rooms_per_minute", "sockets", "queue", "idle_days")


def test_every_limit_is_a_setting() -> None:
    assert {each.name for each in SETTINGS} == set(Settings.__struct_fields__)
    assert set(LIMITS) <= {each.name for each in SHOWN}
    words = output("serve", "--help")
    for name in LIMITS:
        assert f"--{name.replace('_', '-')} " in words


def test_every_setting_can_be_set_in_every_way(tmp_path: Path) -> None:
    """Each to another value than its default, by a variable and by a file."""
    texts = {"trusted_proxies": "10.0.0.0/8,::1", "allowed_hosts": "a.example", "largest_side": "9"}
    texts |= {"process_mb": "777", "header_bytes": "7777"}
    texts |= {"origins": "https://a.example", "public_address": "https://b.example"}
    for setting in SHOWN:
        text = texts.get(setting.name, "no" if setting.usual is True else "77")
        if setting.is_switch:
            text = "false" if setting.usual else "true"
        found = getattr(read_settings({}, {setting.variable: text}), setting.name)
        assert found != getattr(Settings(), setting.name), setting
        value = text if setting.is_switch or isinstance(found, int | float) else repr(text)
        if setting.is_list:
            value = repr(text.split(","))
        config = write(tmp_path, f"{setting.name} = {value}")
        assert getattr(read_settings({}, {}, config), setting.name) == found
    # And the help names each of them with its default.
    words = " ".join(output("serve", "--help").split())
    for setting in SHOWN:
        assert f"{setting.option} " in words
        assert f"{setting.about.text}; default: {setting.default}" in words


WRONG = [
    ("prot = 8000", "there is no setting 'prot'; did you mean 'port'?"),
    ("port = 70000", "port: '70000': expected int <= 65535"),
    ("port = '80'", "port: '80': expected int | null, got str"),
    ("other_processes = 0", "other_processes: '0': expected int >= 1"),
    ("seconds = inf", "seconds: 'inf': expected float <= 1000000000.0"),
    ("seconds = nan", "seconds: 'nan': expected float > 0.0"),
    ("trusted_proxies = ['10.0.0.0/8', 'proxy']", "trusted_proxies: 'proxy': it is an address"),
    ("public_address = 'games.example'", "public_address: 'games.example': it is an address"),
    ("allowed_hosts = ['a b']", "allowed_hosts: 'a b': it is a name"),
    ("queue = ", "Invalid value"),
    ("[limits]\nqueue = 3", "there is no setting 'limits'"),
]


@pytest.mark.parametrize(("text", "reason"), WRONG)
def test_what_is_wrong_in_a_file_is_named_with_it(tmp_path: Path, text: str, reason: str) -> None:
    config = write(tmp_path, text)
    said = refusal("serve", "--config", config)
    assert said.startswith(f"enligne: error: {config}: {reason}")


def test_what_is_wrong_elsewhere_is_named_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    said = refusal("serve", "--config", str(tmp_path / "nothing.toml"))
    assert "nothing.toml: No such file" in said
    said = refusal("serve", "--sockets-per-address", "many")
    assert "argument --sockets-per-address: 'many': expected int" in said
    monkeypatch.setenv("ENLIGNE_SOCKETS_PER_ADDRES", "5")
    said = refusal("serve")
    assert "ENLIGNE_SOCKETS_PER_ADDRES: there is no such setting" in said
    assert "did you mean ENLIGNE_SOCKETS_PER_ADDRESS?" in said
    monkeypatch.delenv("ENLIGNE_SOCKETS_PER_ADDRES")
    monkeypatch.setenv("ENLIGNE_ROMS", "5")
    assert "did you mean ENLIGNE_ROOMS_PER_MINUTE?" in refusal("serve")
    monkeypatch.delenv("ENLIGNE_ROMS")
    monkeypatch.setenv("ENLIGNE_TEACHES", "perhaps")
    assert "ENLIGNE_TEACHES: 'perhaps': expected bool" in refusal("serve")


def test_a_search_process_has_the_memory_that_it_needs() -> None:
    said = refusal("serve", "--process-mb", "1")
    assert "process_mb 1: with table_mb 32, no search process can work with less than 160" in said
    assert "process_mb 384: with table_mb 300" in refusal("serve", "--table-mb", "300")


DATABASES = ["mysql://ann@nowhere/games", "postgresql://ann@nowhere/games", "games.sqlite3"]


@pytest.mark.parametrize("address", DATABASES)
def test_databases_of_other_kinds_are_refused(address: str) -> None:
    said = refusal("serve", "--port", "0", "--database", address)
    assert f"database {address}: it is sqlite:///FILE or postgresql+psycopg://USER@HOST" in said


@pytest.mark.parametrize("command", [("serve", "--port", "0"), ("restore", "file")])
def test_a_database_in_no_folder_is_refused(tmp_path: Path, command: tuple[str, ...]) -> None:
    """It is a typing mistake rather than a wish."""
    path = tmp_path / "gaems" / "rooms.sqlite3"
    output("backup", str(tmp_path / "file"), "--database", f"sqlite:///{a_database(tmp_path)}")
    said = refusal(*command, "--database", f"sqlite:///{path}", folder=tmp_path)
    assert f"database {path}: there is no folder {path.parent}" in said
    assert not path.parent.exists()


def a_database(folder: Path) -> Path:
    path = folder / "rooms.sqlite3"
    asyncio.run(Storage(f"sqlite:///{path}").close())
    return path


def test_the_table_of_the_documentation_is_that_of_the_settings() -> None:
    text = PAGE.read_text()
    found = text[text.index(START) : text.index(END) + len(END)]
    assert found == table(), "out of date: run `python docs/settings.py`"


# Passwords.

SECRET = "hunter2"
ADDRESSES = [
    ("--database", f"postgresql+psycopg://ann:{SECRET}@127.0.0.1:1/games"),
    ("--database", f"postgresql+psycopg://127.0.0.1:1/games?user=ann&password={SECRET}"),
    ("--database", f"nonsense://ann:{SECRET}@nowhere"),
    ("--redis", f"redis://:{SECRET}@127.0.0.1:1/0"),
    ("--redis", f"redis://ann:{SECRET}/x@127.0.0.1:1/0"),
    ("--redis", f"nonsense://ann:{SECRET}@127.0.0.1:1/0"),
    ("--redis", f"redis://[x:{SECRET}@127.0.0.1:1"),
    ("--database", f"postgresql+psycopg://u:{SECRET} x@127.0.0.1:1/enligne"),
    ("--database", f"postgresql+psycopg://u:Top@s:{SECRET}@127.0.0.1/enligne"),
    ("--database", f"host=127.0.0.1 port=1 user=u password={SECRET}"),
]


@pytest.mark.parametrize(("option", "address"), ADDRESSES)
def test_passwords_are_in_no_message(tmp_path: Path, option: str, address: str) -> None:
    usual = ("--port", "0", "--database", f"sqlite:///{tmp_path / 'rooms.sqlite3'}")
    said = refusal("serve", *usual, option, address)
    assert re.match(rf"enligne: error: {option.strip('-')} \S*\*\*\*\S*: ", said)
    assert SECRET not in said


def test_passwords_are_hidden_in_texts() -> None:
    text = f"cannot reach redis://:{SECRET}@a:1 and 'postgresql://x:{SECRET}@{SECRET}@b/c?d=1'"
    assert hide_passwords(text) == "cannot reach redis://:***@a:1 and 'postgresql://x:***@b/c?d=1'"
    plain = "redis://localhost:6379/0 and http://[::1]:80/a@b"
    assert hide_passwords(plain) == plain
