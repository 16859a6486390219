"""``enligne backup`` and ``enligne restore``: what a server keeps in a file, and back."""

from __future__ import annotations

import os
import sys
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from enligne.cli.commands import add_command, add_json_option, print_json
from enligne.extras import require
from enligne.progress import Bar

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator

    from enligne.cli.commands import Commands

_UNIT = "rooms and machines"


def add_to(commands: Commands) -> None:
    backup = add_command(
        commands,
        "backup",
        run_backup,
        summary="the rooms and machines of a server in a file",
        details="Writes all rooms, and the machines that visitors saved, as they are at one\n"
        "moment, to FILE, whole or not at all. Servers may go on meanwhile.",
        examples="  enligne backup rooms.backup --database sqlite:///rooms.sqlite3",
    )
    restore = add_command(
        commands,
        "restore",
        run_restore,
        summary="the rooms and machines of a backup back in a server",
        details="Puts the rooms and machines of FILE into a database of any kind, all or none;\n"
        "it is made if it is not there, and what is not in FILE stays. Servers may go on\n"
        "meanwhile.",
        examples="  enligne restore rooms.backup --database sqlite:///new.sqlite3\n"
        "  enligne restore rooms.backup --database sqlite:///new.sqlite3 --replace",
    )
    restore.add_argument(
        "--replace", action="store_true", help="also put them in the place of those that are there"
    )
    for parser in (backup, restore):
        parser.add_argument("file", metavar="FILE", type=Path)
        parser.add_argument(
            "--database", metavar="URL", help="default: that of 'enligne serve' without the option"
        )
        parser.add_argument("--config", metavar="FILE", help="settings, as for 'enligne serve'")
        add_json_option(parser, "how much it was")


def run_backup(options: argparse.Namespace) -> int:
    require("server", "a backup")
    from enligne.server.storage.backup import write_backup

    with _database(options) as address, Bar(sys.stderr, _UNIT) as bar:
        done = write_backup(address, options.file, bar.show)
    if options.json:
        print_json({"file": str(options.file), "rooms": done.rooms, "machines": done.brains})
    else:
        print(f"{_told(done.rooms, done.brains)} saved to {options.file}")
    return 0


def run_restore(options: argparse.Namespace) -> int:
    require("server", "a backup")
    from enligne.server.storage.backup import restore_backup

    with _database(options) as address, Bar(sys.stderr, _UNIT) as bar:
        done = restore_backup(address, options.file, bar.show, replaces=options.replace)
    if options.json:
        told = {"rooms": done.rooms, "machines": done.brains, "replaced": done.replaced}
        print_json({"file": str(options.file), **told})
        return 0
    more = f", {done.replaced:,} of them in the place of others" if done.replaced else ""
    print(f"{_told(done.rooms, done.brains)} restored from {options.file}{more}")
    return 0


def _told(rooms: int, brains: int) -> str:
    return " and ".join(
        f"{count:,} {kind}{'' if count == 1 else 's'}"
        for count, kind in ((rooms, "room"), (brains, "machine"))
    )


@contextmanager
def _database(options: argparse.Namespace) -> Iterator[str]:
    """The database that is meant, whose errors name it without its password."""
    from sqlalchemy.exc import SQLAlchemyError

    from enligne.server.passwords import hide_passwords, shown_address
    from enligne.server.sources import read_settings

    address = options.database or read_settings({}, os.environ, options.config).database
    try:
        yield address
    except SQLAlchemyError as error:
        shown, reason = shown_address(address), hide_passwords(str(error).splitlines()[0])
        raise ValueError(f"database {shown}: {reason}") from None
