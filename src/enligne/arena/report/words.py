"""Numbers and names as the report writes them."""

from __future__ import annotations

import math
import re

from markupsafe import Markup

_JOIN = "\u00a0"  # a space where no line may break


def named(player: str) -> Markup:
    """The text of a player, which may be long, with places where a line may break."""
    return Markup("<wbr>").join(re.split("(?<=[:,/])", player))


def shortened(name: str, most: int) -> str:
    return name if len(name) <= most else f"{name[: most - 1]}…"


def plural(count: int, word: str) -> str:
    several = "plies" if word == "ply" else f"{word}s"
    return f"{count} {word if count == 1 else several}"


def points(value: float) -> str:
    """``12½``, as points are written."""
    whole, half = divmod(round(2 * value), 2)
    return f"{whole or ''}½" if half else str(whole)


def signed(value: float, digits: int = 0) -> str:
    """With a sign, and a real minus."""
    if math.isinf(value):
        return "+∞" if value > 0 else "−∞"
    text = f"{value:+.{digits}f}"
    if float(text) == 0:
        return f"{0:.{digits}f}"
    return text.replace("-", "−")


def interval(low: float, high: float) -> str:
    """A 95 % interval in words, which may be open at an end."""
    if math.isinf(low) and math.isinf(high):
        return "not known yet"
    if math.isinf(high):
        return f"above {signed(low)}"
    if math.isinf(low):
        return f"below {signed(high)}"
    return f"{signed(low)} to {signed(high)}"


def margin(low: float, high: float) -> str:
    """By how much a player is stronger, where it is."""
    return f"more than {low:.0f} Elo" if math.isinf(high) else f"{low:.0f} to {high:.0f} Elo"


def percent(share: float, digits: int = 1) -> str:
    """Never rounded to a certainty that it is not."""
    value = 100 * share
    least = 10**-digits
    if 0 < value < least / 2:
        return f"<{_JOIN}{least:g}{_JOIN}%"
    if 100 - least / 2 < value < 100:
        return f">{_JOIN}{100 - least:g}{_JOIN}%"
    return f"{value:.{digits}f}{_JOIN}%"


def duration(seconds: float) -> str:
    """With the unit that suits it."""
    if seconds <= 0:
        return "0 s"
    if seconds < 0.9995e-3:
        return f"{seconds * 1e6:.0f}{_JOIN}µs"
    if seconds < 0.9995:
        return f"{_three(seconds * 1e3)}{_JOIN}ms"
    if seconds < 99.95:
        return f"{_three(seconds)}{_JOIN}s"
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes}{_JOIN}min {rest:02}{_JOIN}s"


def _three(value: float) -> str:
    """With three digits that count."""
    value = float(f"{value:.2e}")  # 0.9999 is 1.00, not 1.000
    return f"{value:.{max(0, 2 - math.floor(math.log10(value)))}f}"


def round_duration(seconds: float) -> str:
    """A time that is a round number, as marks of an axis are: ``2 ms``."""
    for unit, size in (("µs", 1e-6), ("ms", 1e-3), ("s", 1.0)):
        if seconds < size * 999 or unit == "s":
            return f"{seconds / size:g}{_JOIN}{unit}"
    raise AssertionError
