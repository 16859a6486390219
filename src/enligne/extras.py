"""What is installed only where it is asked for, by ``pip install "enligne[NAME]"``."""

from __future__ import annotations


def missing(package: str, extra: str) -> ImportError:
    """The error that says in one line how to install a package that is not there."""
    return ImportError(f'{package} is not installed: pip install "enligne[{extra}]"')
