"""Files that are replaced in one step."""

from __future__ import annotations

import os
import secrets
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path


def replace_file(path: Path, content: bytes) -> None:
    """Writes a file so that at any moment there is the old one or the new one, whole, even when
    the power fails.

    Raises:
        OSError: it cannot be written; the old one is as it was, unless all that failed was to
            make the new one's name safe from a power failure.
    """
    new = path.with_name(f".{path.name}.{secrets.token_hex(4)}.new")
    try:
        with new.open("xb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        new.replace(path)
    finally:
        new.unlink(missing_ok=True)
    if os.name == "posix":
        # The name is part of the folder, which is on the disk when that is.
        folder = os.open(path.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)
