"""The texts of the page, by the keys of its catalogues."""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path

FOLDER = Path(__file__).parents[2] / "web" / "src" / "i18n"

#: Where French has a space that holds: before a colon, and before and after what.
_COLON = re.compile(r" (?=:)")
_NARROW = re.compile(r" (?=[;!?»%])|(?<=«) ")

_PLACE = re.compile(r"\{(\w+)\}")


@cache
def catalogue(language: str) -> dict[str, dict[str, str]]:
    """By key, the forms of a text by plural category; one that has no plural has only "other"."""
    found: dict[str, dict[str, str]] = {}
    for path in FOLDER.glob(f"*{language}.json"):
        for key, entry in json.loads(path.read_text()).items():
            forms = {"other": entry} if isinstance(entry, str) else entry
            if language == "fr":
                forms = {form: in_french(text) for form, text in forms.items()}
            found[key] = forms
    return found


def in_french(text: str) -> str:
    """A text as the page shows it."""
    return _NARROW.sub("\u202f", _COLON.sub("\u00a0", text))


def text(language: str, key: str, **values: object) -> str:
    """What the page says, with values in it."""
    forms = catalogue(language)[key]
    form = forms["other"]
    if "one" in forms and values.get("count") == 1:
        form = forms["one"]
    return _PLACE.sub(lambda place: str(values[place[1]]), form)


def pattern(form: str) -> str:
    """A regular expression for a text with any values in it."""
    pieces = _PLACE.split(form)
    return "".join(".+?" if index % 2 else re.escape(piece) for index, piece in enumerate(pieces))
