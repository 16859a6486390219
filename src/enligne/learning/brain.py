"""A brain: a machine with a name, what it went through, and its form as a file."""

from __future__ import annotations

import hashlib
import json
import re
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Any

from enligne.errors import BrainError, RulesError, VariantError
from enligne.learning.curve import Curve
from enligne.learning.menace import Menace, Results
from enligne.learning.variant import Variant
from enligne.rules import Rules, shortened

if TYPE_CHECKING:
    from collections.abc import Mapping

FORMAT = "enligne brain"
VERSION = 1
#: What a brain may be called: it is a file name and part of a player text.
NAME_PATTERN = r"[^\W_][\w.-]{0,63}"
_MOST_BEADS = 1_000_000_000
_MOST_POINTS = 2000
_MOST_NAME_BYTES = 200


def checked_name(name: str) -> str:
    """A name that a brain may have.

    Raises:
        BrainError: it is empty, too long, or has other characters.
    """
    # A file name has room for 255 bytes, of which a letter may take four.
    if not re.fullmatch(NAME_PATTERN, name) or len(name.encode()) > _MOST_NAME_BYTES:
        raise BrainError(
            f"{shortened(name)} cannot be the name of a brain: it has 1 to 64 letters, digits,"
            " '_', '-' or '.', and begins with a letter or digit"
        )
    return name


@dataclass(slots=True)
class Brain:
    """A machine with a name and its learning curve."""

    name: str
    machine: Menace
    curve: Curve = field(default_factory=Curve)

    def __post_init__(self) -> None:
        checked_name(self.name)

    def to_json(self) -> str:
        """The brain as a JSON text: all of it, with the boxes that have other beads than at the
        start, a line each, and a checksum."""
        machine = self.machine
        head: dict[str, Any] = {
            "format": FORMAT,
            "version": VERSION,
            "name": self.name,
            "rules": machine.rules.text,
            "variant": machine.variant.data(),
            "side": machine.side,
            "seed": machine.seed,
            "random": machine._core.random_state,
            "results": asdict(machine.results),
            "curve": self.curve.thinned(_MOST_POINTS).data(),
        }
        boxes = dict(machine._core.boxes())
        lines = [f"{_compact(key)}: {_compact(value)}" for key, value in head.items()]
        fronts = [f"{_compact(front)}: {_compact(beads)}" for front, beads in boxes.items()]
        lines.append('"boxes": {' + ",".join(f"\n {line}" for line in fronts) + "}")
        lines.append(f'"check": "{_checksum(head | {"boxes": boxes})}"')
        return "{\n" + ",\n".join(lines) + "\n}\n"

    @classmethod
    def from_json(cls, text: str) -> Brain:
        """Reads what :meth:`to_json` wrote, of this version or an older one. A text without its
        checksum is taken as it is.

        Raises:
            BrainError: the text is not a brain, or damaged; it says where.
        """
        try:
            data = json.loads(text)
        except (ValueError, RecursionError) as error:
            raise BrainError(f"it is not JSON: {error}") from None
        if not isinstance(data, dict) or data.get("format") != FORMAT:
            raise BrainError("it is not a brain")
        version = data.get("version")
        if type(version) is not int or version != VERSION:
            raise BrainError(f"its version is {version!r}, and this program reads {VERSION}")
        check = data.pop("check", None)
        if check is not None and check != _checksum(data):
            raise BrainError("it does not match its checksum: it was changed or damaged")
        try:
            return cls._from_data(_brought_forward(data))
        except (RulesError, VariantError) as error:
            raise BrainError(str(error)) from None

    @classmethod
    def _from_data(cls, data: Mapping[str, Any]) -> Brain:
        known = {"name", "rules", "variant", "side", "seed", "random", "results", "curve", "boxes"}
        if missing := known - set(data):
            raise BrainError(f"{', '.join(sorted(missing))} is missing")
        for key in ("name", "rules", "side"):
            if not isinstance(data[key], str):
                raise BrainError(f"{key} is not a text")
        results, random_state = data["results"], data["random"]
        if not (
            isinstance(results, dict)
            and set(results) == {"wins", "draws", "losses"}
            and all(_is_count(each) for each in results.values())
        ):
            raise BrainError("results are the numbers of wins, draws and losses")
        if not _is_count(random_state):
            raise BrainError("random is not a whole number from 0 and below 2^64")
        try:
            machine = Menace(
                Rules.of(data["rules"]),
                variant=Variant.from_data(data["variant"]),
                side=data["side"],
                seed=data["seed"],
            )
        except ValueError as error:
            raise BrainError(str(error)) from None
        machine.results = Results(**results)
        machine._core.random_state = random_state
        _fill(machine, data["boxes"])
        return cls(data["name"], machine, Curve.from_data(data["curve"]))


def _brought_forward(data: dict[str, Any]) -> dict[str, Any]:
    """A brain in the words of today: what is random was called a lot once."""
    if "lot" not in data:
        return data
    side = "random" if data.get("side") == "lot" else data.get("side")
    return {"random": data["lot"], **data, "side": side}


def _fill(machine: Menace, boxes: object) -> None:
    if not isinstance(boxes, dict):
        raise BrainError("boxes are an object")
    for front, beads in boxes.items():
        if not (
            front.isascii()
            and isinstance(beads, list)
            and all(type(each) is int and each >= 0 for each in beads)
            and sum(beads) <= _MOST_BEADS
        ):
            raise BrainError(f"box {shortened(front)}: beads are a list of whole numbers from 0")
    fronts = list(boxes.items())
    wrong = machine._core.set_boxes(fronts)
    if wrong is not None:
        front, beads = fronts[wrong]
        raise BrainError(
            f"box {shortened(front)}: there is no such box with {len(beads)} moves"
            f" in {machine.rules}"
        )


def _is_count(value: object) -> bool:
    return type(value) is int and 0 <= value < 2**64


def _compact(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _checksum(data: Mapping[str, Any]) -> str:
    text = json.dumps(data, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()
