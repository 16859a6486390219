"""The check of an engine against the protocol, on ourselves and on engines with faults."""

import json
import os
import shlex
from typing import Any

import pytest

from tests.programs import output, peer_words, refusal, run, stand_alone_words

#: Replies may be as late as they like: a busy machine is not a fault of the engine.
PATIENT = ("--seconds", "0.05", "--tolerance", "300")


def verdicts(*arguments: str) -> dict[str, Any]:
    done = run("compliance", "--json", *PATIENT, *arguments)
    assert done.errors == ""
    return {each["name"]: each for each in json.loads(done.output)}


@pytest.mark.skipif(
    "ASAN_OPTIONS" in os.environ, reason="a sanitized build takes more memory than a manager gives"
)
@pytest.mark.parametrize("is_alone", [False, True], ids=["python", "alone"])
def test_we_keep_to_the_protocol(is_alone: bool) -> None:
    command = [shlex.join(stand_alone_words())] if is_alone else []
    text = output("compliance", *PATIENT, *command)
    assert "FAILED" not in text
    assert "unsupported" not in text
    assert "\nok           turn           TURN: legal moves\n" in text
    assert "START 15 -> OK; START 20 -> OK" in text
    assert "points ok; it keeps to the protocol" in text


def test_a_plain_engine_has_faults() -> None:
    names = "about,about-format,start,begin,turn,unknown,takes-five,exact-five,swap2,end"
    command = shlex.join(peer_words())
    found = verdicts(command, "--only", names)
    assert {name: each["verdict"] for name, each in found.items()} == {
        "about": "ok",
        "about-format": "FAILED",
        "start": "ok",
        "begin": "ok",
        "turn": "ok",
        "unknown": "ok",
        "takes-five": "FAILED",
        "exact-five": "FAILED",
        "swap2": "unsupported",
        "end": "ok",
    }
    assert found["about-format"]["optional"]
    assert found["takes-five"]["remark"] == "does not take the five: 0,0 instead of 2,7 or 7,7"
    assert found["takes-five"]["said"][-2:] == ["< 0,0", "> END"]
    # An optional point is no reason to fail, another one is.
    assert run("compliance", command, *PATIENT, "--only", "about-format").code == 0
    done = run("compliance", command, *PATIENT, "--only", "takes-five")
    assert done.code == 1
    assert "it does not keep to the protocol" in done.output
    assert "\n                              < 0,0\n" in done.output


@pytest.mark.parametrize(
    ("way", "point", "remark"),
    [
        ("crash", "begin", "it ended with exit code 3: 'it all went wrong'"),
        ("illegal", "begin", "'99,99' is not a legal move: 99,99 is outside"),
        ("occupied", "turn", "is occupied"),
        ("error", "begin", "'ERROR no such thing' is not a legal move"),
        ("refuses", "start", "START 15 was answered 'ERROR not that size' instead of OK"),
        ("stubborn", "end", "it did not end within a second"),
    ],
)
def test_what_is_wrong_is_said(way: str, point: str, remark: str) -> None:
    # One that does not end is waited for.
    tolerance = ("--tolerance", "3") if way == "stubborn" else ()
    words = (*PATIENT, *tolerance, "--only", point)
    done = run("compliance", shlex.join(peer_words(way)), *words)
    assert done.code == 1
    assert f"FAILED       {point}" in done.output
    assert remark in done.output


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["/no/such/engine"], "there is no program '/no/such/engine'"),
        (["'"], "is not a command: No closing quotation"),
        (["--only", "dance"], "'dance' is not a point; there are about, about-format, start"),
        (["--seconds", "0"], "'0' is not a number above 0"),
    ],
)
def test_errors_are_one_line_and_exit_code_2(arguments: list[str], reason: str) -> None:
    assert reason in refusal("compliance", *arguments)
