"""Bytes from a pipe, cut into lines."""

from __future__ import annotations


class Lines:
    """Cuts bytes into lines, as they come. Lines end with CR, LF or both; blank ones are left out.

    Args:
        longest: bytes of a line that are kept. The rest of a longer one is dropped, so that no
            flood fills the memory.
    """

    def __init__(self, longest: int = 4096) -> None:
        self._longest = longest
        self._begun = b""

    def feed(self, data: bytes) -> list[str]:
        """The lines that these bytes complete."""
        first, *others = data.replace(b"\r", b"\n").split(b"\n")
        found = []
        self._begun += first[: self._longest - len(self._begun)]
        for part in others:
            found.append(self._begun)
            self._begun = part[: self._longest]
        return [text for line in found if (text := _decoded(line))]

    def end(self) -> list[str]:
        """The last line, where the input ended without ending it."""
        return self.feed(b"\n")


def _decoded(line: bytes) -> str:
    return line.decode("utf-8", errors="replace").strip()
