"""Names: what people are called all over the world is kept, and nothing that deceives the eye."""

import random
import unicodedata

import pytest

from enligne.server.contract.refusals import RefusalError
from enligne.server.names import LONGEST, checked_name

GOOD = [
    *("A", "Anna", "Zoë", "Jean-Luc", "O'Brien", "D’Arcy", "J. R. R.", "Ben 2", "x" * LONGEST),
    *("Þórr", "Łukasz", "Ñandú", "Ελένη", "Иван", "Մարիամ", "שרה", "محمد", "محمّد", "नेहा", "กุ้ง"),
    *("さくら", "サクラ", "李雷", "김민준", "Nguyễn", "٣ علي", "ᚱᚢᚾ", "ქეთი", "ታደሰ"),
    *("🦊", "Fox 🦊", "❤️", "👩‍🚀 Ada", "👍🏽", "🇫🇷 Léa", "🏳️‍🌈", "Well (played)!", "You & me?"),
]


@pytest.mark.parametrize("name", GOOD)
def test_names_of_the_world(name: str) -> None:
    kept = checked_name(name)
    assert kept == unicodedata.normalize("NFC", name)
    assert checked_name(kept) == kept


def test_one_form_without_spaces_around() -> None:
    assert checked_name("  Zoe\u0308 \u00a0\u2003 B ") == "Zo\u00eb B"
    assert checked_name("\u3000さくら\u3000") == "さくら"


BAD = [
    *("", " ", "\u00a0 \u2003", "x" * (LONGEST + 1), "e\u0301" * (LONGEST + 1)),
    # Lines, control characters, halves of characters.
    *("a\nb", "a\rb", "a\tb", "\0", "a\x1bb", "a\x7fb", "a\x85b", "a\u2028b", "a\u2029b"),
    *("\ud800", "a\udfff", "\ue000", "\U0010ffff", "\ufdd0", "\u0378"),
    # What turns the text around, and what nobody sees.
    *(f"a{chr(each)}b" for each in (*range(0x202A, 0x202F), *range(0x2066, 0x206A))),
    *(f"a{chr(each)}b" for each in (0x061C, 0x200E, 0x200F, 0xAD, 0x2060, 0xFEFF, 0x180E)),
    *(f"a{chr(each)}b" for each in (0x200B, 0x200C, 0x200D, 0x034F, 0x115F, 0x3164, 0xFFA0)),
    *(f"a{chr(each)}b" for each in (0x2800, 0xFE00, 0xFE0F, 0xE0100, 0xE0001, 0xE0061)),
    *("🦊\u200d", "\u200d🦊", "🦊\u200da", "🦊\u200d\u200d🦊", "🦊\ufe0f\ufe0f"),
    # Accents on nothing, and heaps of them.
    *(
        "\u0301",
        "\u0301a",
        " \u0301a",
        "-\u0301a",
        "🦊\u0301",
        "a\u0335\u0336\u0337\u0338",
        "a\u20dd",
    ),
    # Nothing to call somebody by, and other signs.
    *("-", "...", "!?", "'", "<b>", "a<b", '"a"', "a\\b", "a/b", "a@b", "#1", "$", "a=b", "a;b"),
    *("{x}", "[a]", "a|b", "﷽", "█", "©", "½", "`a`", "%s"),
]


@pytest.mark.parametrize("name", BAD, ids=ascii)
def test_what_nobody_is_called(name: str) -> None:
    with pytest.raises(RefusalError) as refused:
        checked_name(name)
    assert refused.value.code == "name"
    assert refused.value.values["flaw"] in ("length", "characters")


def test_any_text_is_refused_or_harmless() -> None:
    source = random.Random(17)
    ranges = [(0, 0x250), (0x300, 0x370), (0x590, 0x700), (0x2000, 0x2100), (0x1F300, 0x1F700)]
    kept = 0
    for _ in range(20_000):
        text = "".join(
            chr(source.randrange(*source.choice(ranges))) for _ in range(source.randrange(1, 5))
        )
        try:
            name = checked_name(text)
        except RefusalError:
            continue
        kept += 1
        assert 1 <= len(name) <= LONGEST
        assert name == name.strip() == unicodedata.normalize("NFC", name)
        for before, each in zip(" " + name, name, strict=False):
            kind = unicodedata.category(each)
            assert kind[0] not in "CZ" or each == " " or each == "\u200d"
            if each == "\u200d":
                assert unicodedata.category(before) in ("So", "Sk", "Mn")
    assert kept > 200
