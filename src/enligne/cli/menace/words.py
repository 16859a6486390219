"""Machines, boxes and what happens to them, in words and letters."""

from __future__ import annotations

from typing import TYPE_CHECKING

from enligne import text
from enligne.game import Game
from enligne.move import FIRST, SECOND

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from enligne.learning import Box, Brain, Change, DrawnBead, Menace
    from enligne.move import Move

_MOST_DRAWN = 24


def summary(brain: Brain) -> str:
    """What a machine is and how good it is, over a few lines."""
    machine, results = brain.machine, brain.machine.results
    ended = f"{results.wins:,} won, {results.draws:,} drawn, {results.losses:,} lost"
    lines = [
        f"{kind(brain)}, seed {machine.seed}",
        f"games        {machine.games:,}: {ended}",
        f"boxes        {_boxes(machine)}",
    ]
    measures = machine.measure()
    for name, chances in zip(("random", "perfect", "worst case"), measures, strict=True):
        lines.append(
            f"{name:<12} wins {percent(chances.win)}, draws {percent(chances.draw)},"
            f" loses {percent(chances.loss)}"
        )
    lines.append(can_lose(machine, brain.curve.never_loses_from))
    return "\n".join(lines)


def as_json(brain: Brain) -> dict[str, object]:
    """The same in numbers."""
    machine, results = brain.machine, brain.machine.results
    return {
        "name": brain.name,
        "rules": machine.rules.text,
        "variant": machine.variant.text,
        "side": machine.side,
        "seed": machine.seed,
        "games": machine.games,
        "results": {"wins": results.wins, "draws": results.draws, "losses": results.losses},
        "chances": {
            name: chances._asdict() for name, chances in machine.measure()._asdict().items()
        },
        "never_loses": machine.never_loses(),
    }


def kind(brain: Brain) -> str:
    """What a machine is, in a line."""
    machine = brain.machine
    side = "random side" if machine.side == "random" else f"{machine.side} side"
    return f"{brain.name}: {machine.variant}, {machine.rules}, {side}"


def can_lose(machine: Menace, since: int | None = None) -> str:
    """Whether it can still lose, and how."""
    if machine.never_loses():
        total = sum(machine.box_count(side, forced=True) for side in (FIRST, SECOND))
        with_side = f" with the {machine.side} side" if len(machine.sides) == 1 else ""
        proof = (
            f"It can never lose{with_side}: checked over all {total:,} positions,"
            " every bead and reply"
        )
        return proof + (f"; so from game {since:,} on." if since else ".")
    side = next(side for side in machine.sides if machine.losing_line(side) is not None)
    line = machine.losing_line(side) or []
    if not machine.can_hold(side):
        hope = f" By the rules themselves the {side} side of {machine.rules} loses to best play."
    else:
        hope = ""
    if not line:
        return f"It resigns before its first move: its first box is empty.{hope}"
    return f"It can still lose: {' '.join(map(str, line))}{_end(machine, line)}.{hope}"


def _end(machine: Menace, line: Sequence[Move]) -> str:
    game = Game(machine.rules, " ".join(map(str, line)))
    return "" if game.outcome() else ", and its box is empty"


def _boxes(machine: Menace) -> str:
    parts = []
    for side in machine.sides:
        count = machine.box_count(side)
        forced = machine.box_count(side, forced=True) - count
        also = f" (and {forced:,} positions with a single move)" if forced else ""
        parts.append(f"{count:,} for the {side} side{also}")
    return ", ".join(parts)


def percent(share: float) -> str:
    """A probability; zero is said only when it is exactly that."""
    if share in (0, 1):
        return f"{100 * share:.0f} %"
    if share < 0.001:
        return f"{100 * share:.2g} %"
    return f"{100 * share:.1f} %" if share < 0.999 else f"{100 * share:.4g} %"


def beads(count: int) -> str:
    """Beads as a row of dots, where they are not too many."""
    return "●" * count if count <= _MOST_DRAWN else "●" * (_MOST_DRAWN - 1) + "…"


def box(each: Box, drawn: Move | None = None) -> str:
    """A box: its front, with the beads beside."""
    front = text.board(each.position).splitlines()
    rows = [
        f"{'→' if move == drawn else ' '} {move!s:<3} {count:>4}  {beads(count)}"
        for move, count in each.beads.items()
    ]
    if not each.total:
        rows.append("  (empty)")
    height = max(len(front), len(rows))
    width = max(map(len, front))
    left = front + [""] * (height - len(front))
    right = rows + [""] * (height - len(rows))
    return "\n".join(f"  {a:<{width}}   {b}".rstrip() for a, b in zip(left, right, strict=True))


def draw(each: DrawnBead) -> str:
    """What a machine did for a move."""
    if each.box.is_forced:
        return f"Only {each.move} is left: no box is needed."
    is_turned = each.box.position != each.position
    turned = " The front shows this position turned or mirrored." if is_turned else ""
    where = f", which is {each.move} on this board" if each.bead != each.move else ""
    return (
        f"It opens box {each.box.number} with {_beads(each.box.total)}.{turned}\n"
        f"{box(each.box, each.bead)}\n"
        f"It draws {each.bead}{where}."
    )


def _beads(count: int) -> str:
    return f"{count:,} bead{'s' * (count != 1)}"


def changes(all_changes: Iterable[Change]) -> str:
    """What a game did to the boxes."""
    lines = []
    for change in all_changes:
        moved = change.after - change.before
        what = _beads(abs(moved))
        verb = f"{what} added" if moved > 0 else f"{what} taken"
        left = f"{change.before} → {change.after}"
        empty = "; the box is empty now" if not change.box.total else ""
        lines.append(f"  box {change.box.number:>3}, {change.bead!s:<3} {verb}: {left}{empty}")
    return "\n".join(lines) or "  No bead was added or taken."
