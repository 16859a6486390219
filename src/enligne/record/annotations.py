"""What a remark says in numbers: ``{[%eval win in 3] [%emt 0:00:01.5] [%clk 0:04:58] the threat}``.

The words are those that other games' records use: ``eval`` for a score, ``emt`` for the time that
a move took, ``clk`` for the time that is left.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from enligne.engines.score import from_text

if TYPE_CHECKING:
    from enligne.record.model import Variation

_COMMAND = re.compile(r"\[%(eval|emt|clk) ([^\]\\]*)\](?: |$)")
_TIME = re.compile(r"(?:(?:([0-9]{1,9}):)?([0-9]{1,9}):)?([0-9]{1,9})(?:\.([0-9]{1,3}))?")


def annotation(variation: Variation, number: int) -> str:
    """What is known of a move in numbers; empty if nothing is."""
    parts = []
    if number in variation.scores:
        parts.append(f"[%eval {variation.scores[number]}]")
    if number in variation.seconds:
        parts.append(f"[%emt {time_text(variation.seconds[number])}]")
    if number in variation.seconds_left:
        parts.append(f"[%clk {time_text(variation.seconds_left[number])}]")
    return " ".join(parts)


def take_annotation(variation: Variation, number: int, remark: str) -> str | None:
    """Takes the numbers from the beginning of a remark, and returns the rest of it; None where
    there is none. What is not understood stays in it."""
    while match := _COMMAND.match(remark):
        try:
            if match[1] == "eval":
                variation.scores[number] = from_text(match[2])
            else:
                kept = variation.seconds if match[1] == "emt" else variation.seconds_left
                kept[number] = seconds_of(match[2])
        except ValueError:
            break
        if match.end() == len(remark) and not match[0].endswith(" "):
            return None
        remark = remark[match.end() :]
    return remark


def time_text(seconds: float) -> str:
    """Seconds as hours, minutes and seconds, to the millisecond: ``0:01:23.4``."""
    whole, thousandths = divmod(max(0, round(seconds * 1000)), 1000)
    minutes, rest = divmod(whole, 60)
    hours, minutes = divmod(minutes, 60)
    fraction = f".{thousandths:03}".rstrip("0") if thousandths else ""
    return f"{hours}:{minutes:02}:{rest:02}{fraction}"


def seconds_of(text: str) -> float:
    """Reads ``0:01:23.4``, ``1:23.4`` or ``83.4``.

    Raises:
        ValueError: it is something else.
    """
    match = _TIME.fullmatch(text.strip())
    if match is None:
        raise ValueError(f"{text!r} is not a time such as 0:01:23")
    hours, minutes, seconds = (int(each or 0) for each in match.groups()[:3])
    thousandths = int((match[4] or "").ljust(3, "0"))
    # Divided once, so that what is written is read as the same number.
    return (((hours * 60 + minutes) * 60 + seconds) * 1000 + thousandths) / 1000
