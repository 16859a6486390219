"""Scales and shapes of charts, and that every format shows the same."""

from __future__ import annotations

from enligne.charts import scales


def test_ticks_are_round_and_inside() -> None:
    for low, high in ((0, 1), (-587, 412), (0.31, 0.77), (3, 3.001), (-1e-3, 1e3)):
        for about in (1, 3, 8):
            found = scales.ticks(low, high, about)
            assert all(low - 1e-6 <= tick <= high + 1e-6 for tick in found)
            assert len(found) <= 2 * about + 2
    assert scales.ticks(0, 100, 5) == [0, 20, 40, 60, 80, 100]
    assert scales.whole_ticks(0, 3, 10) == [0, 1, 2, 3]


def test_labels_keep_apart() -> None:
    found = scales.apart([10, 11, 12, 50], 15, 0, 100)
    assert all(b - a >= 14.9 for a, b in zip(sorted(found), sorted(found)[1:], strict=False))
    assert found == sorted(found)
    assert scales.apart([], 15, 0, 100) == []
