"""Writes the table of settings in ``deploy.md`` anew, from :mod:`enligne.server.settings`.

python docs/settings.py
"""

from __future__ import annotations

from pathlib import Path

from enligne.server.sources import SETTINGS

PAGE = Path(__file__).parent / "deploy.md"
START = "<!-- settings: python docs/settings.py -->\n"
END = "<!-- end of settings -->\n"


def table() -> str:
    """Every setting with what it is and its default."""
    lines: list[str] = []
    for each in SETTINGS:
        if each.about.begins:
            lines += ["", f"### {each.about.begins}", ""]
            lines += ["| setting | what | default |", "| --- | --- | --- |"]
        if each.about.text:
            lines.append(f"| `{each.name}` | {each.about.text} | {each.default} |")
    return START + "\n".join(lines) + f"\n\n{END}"


def main() -> None:
    text = PAGE.read_text()
    before, after = text.index(START), text.index(END) + len(END)
    PAGE.write_text(text[:before] + table() + text[after:])


if __name__ == "__main__":
    main()
