"""What a person may be called: letters and digits of any language, a few marks, emoji. Nothing that
cannot be seen, turns the text around it, or piles up on one letter."""

from __future__ import annotations

import re
import unicodedata

from enligne.server.contract.refusals import RefusalError

#: Characters of a name.
LONGEST = 24

_MARKS = frozenset(" -_.,'’!?&+()·")
_MOST_ACCENTS = 3  # on one letter
#: Letters and accents for which nothing is drawn, or which only say how a letter is drawn.
_UNSEEN = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]"
)
_EMOJI = "[\u2600-\u27bf\u2b50\u2b55\U0001f1e6-\U0001f1ff\U0001f300-\U0001faff]"
_STYLE = "[\ufe0f\U0001f3fb-\U0001f3ff]?"
#: One emoji with its style or colour, or several that are joined to one.
_EMOJIS = re.compile(f"{_EMOJI}{_STYLE}(?:\u200d{_EMOJI}{_STYLE})*")


def checked_name(text: str) -> str:
    """A name as it is kept: in one form of Unicode, with single spaces inside and none around.

    Raises:
        RefusalError: it is too short or too long, or has a character that no name has.
    """
    spaced = (" " if unicodedata.category(each) == "Zs" else each for each in text)
    name = unicodedata.normalize("NFC", re.sub(" +", " ", "".join(spaced)).strip(" "))
    if not 1 <= len(name) <= LONGEST:
        text = f"a name has 1 to {LONGEST} characters"
        raise RefusalError("name", text, flaw="length", most=LONGEST)
    if not _is_plain(name):
        text = "a name has letters, digits, emoji and few other marks"
        raise RefusalError("name", text, flaw="characters")
    return name


def _is_plain(name: str) -> bool:
    """Whether every character may be where it is, and there is something to call somebody by."""
    if any(unicodedata.category(each) == "Cn" for each in name):  # no character yet
        return False
    has_letter = False
    accents = _MOST_ACCENTS  # none may come before the first letter
    # For each emoji stands one letter, and a space: no accent is on it.
    for each in _EMOJIS.sub("x ", name):
        kind = unicodedata.category(each)
        if _UNSEEN.match(each):
            return False
        if kind[0] == "L" or kind == "Nd":
            has_letter, accents = True, 0
        elif kind in ("Mn", "Mc") and accents < _MOST_ACCENTS:
            accents += 1
        elif each in _MARKS:
            accents = _MOST_ACCENTS
        else:
            return False
    return has_letter
