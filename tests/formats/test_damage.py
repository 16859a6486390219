"""Damaged files of every format."""

import pytest

from enligne.formats import FORMATS, Format
from tests.formats.damage import Damage, assert_is_read

#: `python -m benchmarks.formats` has the full number.
FILES = 600


@pytest.mark.parametrize("form", FORMATS.values(), ids=FORMATS)
def test_damaged_files_are_read_as_far_as_they_can_be(form: Format) -> None:
    damage = Damage(form, seed=1)
    counts = [assert_is_read(damage.file(), form) for _ in range(FILES)]
    # A fuzzer whose files are all whole, or all refused, does not reach far.
    assert sum(games > 0 for games, _ in counts) > FILES / 20
    assert sum(errors > 0 for _, errors in counts) > FILES / 20
