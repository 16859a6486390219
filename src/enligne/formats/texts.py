"""Text as other programs' files have it."""

from __future__ import annotations


def decoded(content: bytes) -> str:
    """The text of a file: UTF-8 if it is, else as Windows in Western Europe had it."""
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError:
        return content.decode("cp1252", errors="replace")


def one_line(text: str) -> str:
    """A text without line ends and other characters that do not print."""
    return " ".join("".join(each if each.isprintable() else " " for each in text).split())
