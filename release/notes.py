"""Prints what a release brings: its section of the changes.

python -m release.notes v0.2.0
"""

from __future__ import annotations

import re
import sys
from pathlib import Path


def section(changes: str, tag: str) -> str:
    """What stands under the heading of a release.

    Args:
        tag: such as ``v0.2.0``, or ``Unreleased``.

    Raises:
        ValueError: it is no tag of a release, or there is no such section.
    """
    name = tag.removeprefix("v")
    if tag != "Unreleased" and not re.fullmatch(r"v\d+\.\d+\.\d+((a|b|rc)\d+)?", tag):
        raise ValueError(f"{tag!r} is no tag of a release, such as v0.2.0")
    for part in re.split(r"^## ", changes, flags=re.MULTILINE)[1:]:
        heading, _, text = part.partition("\n")
        if heading.split()[:1] == [name]:
            return text.strip() + "\n"
    raise ValueError(f"there is no section '## {name}' in the changes")


if __name__ == "__main__":
    try:
        print(section((Path(__file__).parents[1] / "CHANGELOG.md").read_text(), sys.argv[1]))
    except ValueError as error:
        sys.exit(str(error))
