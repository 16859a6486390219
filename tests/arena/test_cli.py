"""``enligne match`` and ``enligne tournament``."""

import io
import json
import os
import signal
from pathlib import Path

import pytest

from enligne import record
from enligne.arena import Plan, Tournament, play
from enligne.arena.live import LineView, TerminalView, watch
from enligne.arena.summary import repeats, short_name, summary
from tests.programs import PATIENCE, output, peer, refusal, run, start, wait_until


def test_a_match_prints_its_table() -> None:
    text = output("match", "alphabeta:depth=3,table_mb=1", "random", "--games", "10")
    assert "alphabeta:depth=3,table_mb=1 - random, connect4: 10 of 10 games" in text
    assert "random, 6 plies, balanced by the solver" in text
    assert "scores 100.0% against random: Elo +∞ (95 %: " in text
    assert text.count("Elo") == text.count("superiority") == 1  # one fact, told once
    assert "LOS" not in text
    text = output("match", "greedy", "random", "--games", "4", "--json")
    assert text.count('"elo"') == text.count('"superiority"') == 1
    assert '"elo"' in json.dumps(json.loads(text)["meetings"])


def test_a_tournament_keeps_everything(tmp_path: Path) -> None:
    folder = tmp_path / "cup"
    command = ["tournament", "random", "greedy", "minimax:depth=1", "--games", "4"]
    command += ["--rules", "tictactoe", "--event", "The cup", "--out", str(folder)]
    printed = json.loads(output(*command, "--json"))
    assert printed == json.loads((folder / "results.json").read_text())
    assert printed["played"] == printed["scheduled"] == 12
    assert sum(each["points"] for each in printed["standings"]) == 12
    assert {"elo", "error", "superiority"} <= printed["standings"][0].keys()
    assert len(printed["meetings"]) == 3
    assert all(len(each["pairs"]) == 5 and sum(each["pairs"]) == 2 for each in printed["meetings"])
    found = record.read(folder / "games.txt")
    assert [each.text for each in found.records] == [game["record"] for game in printed["games"]]
    assert {each.event for each in found.records} == {"The cup"}
    assert "The cup" in (folder / "report.html").read_text()
    # It is over: going on changes nothing, with its arguments or without.
    before = (folder / "journal.jsonl").read_bytes()
    for words in ([*command, "--resume"], ["tournament", "--resume", "--out", str(folder)]):
        assert "The cup: 12 of 12 games" in output(*words)
    assert (folder / "journal.jsonl").read_bytes() == before


def test_other_arguments_are_refused(tmp_path: Path) -> None:
    command = ["match", "random", "greedy", "--games", "2", "--out", str(tmp_path), "--quiet"]
    output(*command)
    assert "has games already" in refusal(*command)
    error = refusal(*command, "--resume", "--games", "4", "--depth", "2")
    assert "begun with other arguments: depth none, now 2" in error


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["match", "random"], "a match is between two players, not 1"),
        (["match", "random", "nobody"], "'nobody' is not a player"),
        (["match", "random", "greedy", "--resume"], "--resume needs --out"),
        (["match", "random", "greedy", "--on", "the moon"], "'the moon' is no place for workers"),
        (["tournament", "--resume", "--out", "/no/such/folder"], "no games to go on with"),
    ],
)
def test_bad_arguments_get_one_line(arguments: list[str], reason: str) -> None:
    assert reason in refusal(*arguments)


def test_failures_are_told_and_play_goes_on() -> None:
    command = ["tournament", "greedy", peer("crash"), peer(), "--rules", "7x7:5", "--games", "2"]
    done = run(*command, "--openings", "none")
    assert done.code == 0
    assert "6 of 6 games" in done.output
    for text in (done.output, done.errors):
        assert text.count("crashed: it ended with exit code 3") == 4


def test_a_game_that_ends_every_worker_is_named(tmp_path: Path) -> None:
    path = tmp_path / "killer.py"
    path.write_text("import os, signal\nos.kill(os.getppid(), signal.SIGKILL)")
    said = refusal("match", f"connectx:{path}", "greedy", "--games", "2", "--processes", "1")
    assert f"connectx:{path}: 3 workers died of it, the last by SIGKILL" in said


def test_the_test_of_a_match_is_told() -> None:
    text = output("match", "greedy", "random", "--games", "1000", "--sprt", "0,300,0.1,0.1")
    assert "SPRT 0,300,0.1,0.1: H1, the difference is 300 Elo rather than 0;" in text


@pytest.mark.skipif(os.name != "posix", reason="sends a signal")
def test_ctrl_c_keeps_what_there_is(tmp_path: Path) -> None:
    words = ("match", "greedy", "random", "--games", "100000", "--out", str(tmp_path))
    with start("-m", "enligne", *words) as program:
        journal = tmp_path / "journal.jsonl"
        wait_until(lambda: journal.exists() and journal.read_bytes().count(b"\n") >= 5)
        program.send_signal(signal.SIGINT)
        out, error = program.communicate(timeout=PATIENCE)
    assert program.returncode == 130
    assert "Traceback" not in error
    assert "--resume goes on" in error
    assert " of 100000 games" in out
    played = json.loads((tmp_path / "results.json").read_text())["played"]
    assert played == journal.read_bytes().count(b"\n") - 1 >= 4


def test_a_terminal_has_a_live_table() -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    stream = Terminal()
    plan = Plan.checked(("greedy", peer("crash")), "7x7:5", games=4, openings="none")
    with Tournament(plan) as tournament:
        view = watch(tournament, stream)
        assert isinstance(view, TerminalView)
        tournament.run(listener=view)
        view.close()
    text = stream.getvalue()
    assert "4/4 games" in text
    assert "player" in text
    assert "crashed: it ended with exit code 3" in text
    assert isinstance(watch(tournament, io.StringIO()), LineView)


def test_repeated_games_are_told() -> None:
    results = play("greedy", "minimax:depth=1", "connect4", games=6, openings="none").results
    assert repeats(results) == 4
    assert "4 games repeat another one move by move" in summary(results)


def test_long_names_keep_both_ends() -> None:
    name = "gomocup:/a/very/long/way/to/a/program/pbrain-x --with --options"
    assert len(short_name(name)) <= 40
    assert short_name(name).startswith("gomocup:/a/")
    assert short_name(name).endswith("--with --options")
