"""Random games with variations come back from every form as far as it can hold them."""

import random

import pytest

from enligne import Record, formats
from enligne.formats import FORMATS, Format
from tests.formats.made import as_held, library, random_record, rules_for

#: `python -m benchmarks.formats` has the full number.
GAMES = 60


@pytest.mark.parametrize("form", FORMATS.values(), ids=FORMATS)
def test_games_come_back(form: Format) -> None:
    source = random.Random(form.name)
    for _ in range(GAMES):
        assert_comes_back(form, source)


def assert_comes_back(form: Format, source: random.Random) -> Record:
    """Writes a random game, reads it, and compares; the game, for who counts what was in it."""
    rules = rules_for(form, source)
    record = random_record(source, rules, in_library=form.write is None)
    content = library(record) if form.write is None else form.text([record]).encode()
    found = formats.read_text(content, format=form.name, rules=rules)
    assert found.errors == []
    held = as_held(record, form)
    assert found.records == [held]
    if form.write is not None:
        again = form.text(found.records)
        assert formats.read_text(again, format=form.name, rules=rules).records == [held]
    return record


@pytest.mark.parametrize("name", [name for name, each in FORMATS.items() if each.holds_many])
def test_many_games_in_a_file_come_back(name: str) -> None:
    source = random.Random(5)
    form = FORMATS[name]
    rules = rules_for(form, source)
    records = [random_record(source, rules) for _ in range(40)]
    found = formats.read_text(formats.text(records, name), format=name, rules=rules)
    assert found.errors == []
    assert found.records == [as_held(each, form) for each in records]
