"""`rules`, `score`, `try` and `simulate` from the command line: what is printed, and the exit status."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import pytest

from scatnet.commands import rules, score, simulate, try_script
from scatnet.rules.ruleset import PRESETS

CASES = Path(__file__).parents[1] / "rules" / "cases"


def ran(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    """The exit status, standard output and standard error of a command."""
    parser = argparse.ArgumentParser()
    subparsers = parser.add_subparsers(dest="command", required=True)
    for command in (rules, score, try_script, simulate):
        command.add_parser(subparsers)
    args = parser.parse_args(words)
    status: int = args.run(args)
    captured = capsys.readouterr()
    return status, captured.out, captured.err


def test_rules_are_told_in_plain_words(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _err = ran(capsys, "rules", "nordic")
    assert status == 0
    assert "Everyone begins with 3 pennies." in out
    assert "no knock below 21 (minimum_knock=21)" in out


def test_rules_without_a_name_lists_all_presets(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _err = ran(capsys, "rules")
    assert (status, out.split()[:5]) == (0, list(PRESETS))
    status, out, _err = ran(capsys, "rules", "--json")
    assert list(json.loads(out)) == list(PRESETS)


def test_rules_of_a_table_file_say_what_it_changes(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    table = tmp_path / "ours.toml"
    table.write_text('rules = "kitchen"\nlives = 5\nthree_of_a_kind = 30.5\n', encoding="utf-8")
    status, out, _err = ran(capsys, "rules", str(table))
    assert status == 0
    assert out.startswith("kitchen, changed: lives=5, three_of_a_kind=30.5\n")
    status, out, _err = ran(capsys, "rules", str(table), "--json")
    assert json.loads(out)["fields"]["three_of_a_kind"] == 30.5
    assert json.loads(out)["changes"] == {"lives": 5, "three_of_a_kind": 30.5}


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b'rules = "kitchen"\njokers = 2\n', "no field jokers"),
        (b'rules = "kitchen"\nlives = 0\n', "lives takes a whole number from 1 to 9."),
        (b"lives = 3\n", "names the preset"),
        (b"[[[", "not a table file"),
        (b"\xff\xfe\x00", "it is not text"),
        (b"#" * 100_000, "too large"),
    ],
)
def test_a_bad_table_file_is_refused_in_one_sentence(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, content: bytes, said: str
) -> None:
    table = tmp_path / "bad.toml"
    table.write_bytes(content)
    status, out, err = ran(capsys, "rules", str(table))
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert said in err


def test_rules_that_are_neither_preset_nor_file_are_refused(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert ran(capsys, "rules", "poker")[0] == 2
    status, _out, err = ran(capsys, "rules", str(tmp_path))
    assert (status, "cannot be read" in err) == (2, True)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["KS", "9S", "5D"], "19"),
        (["as", "qs", "ks"], "31"),
        (["--rules", "cadillac", "7H", "7D", "7C"], "30½"),
        (["7H", "7D", "7C"], "7"),
    ],
)
def test_a_score_is_printed(capsys: pytest.CaptureFixture[str], words: list[str], said: str) -> None:
    assert ran(capsys, "score", *words) == (0, said + "\n", "")


@pytest.mark.parametrize("words", [["KS", "KS", "2C"], ["KS", "KX", "2C"], ["--rules", "x", "KS", "2S", "2C"]])
def test_a_hand_that_cannot_be_is_refused(capsys: pytest.CaptureFixture[str], words: list[str]) -> None:
    status, out, err = ran(capsys, "score", *words)
    assert (status, out, err.count("\n")) == (2, "", 1)


@pytest.mark.parametrize("name", ["kitchen-knocker-tied-is-safe", "not-your-turn", "duplicate-card-refused"])
def test_try_prints_the_result_and_says_in_its_status_whether_there_is_an_error(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, name: str
) -> None:
    case = json.loads((CASES / f"{name}.json").read_text(encoding="utf-8"))
    script = tmp_path / "script.json"
    script.write_text(json.dumps(case["script"]), encoding="utf-8")
    status, out, err = ran(capsys, "try", str(script))
    assert json.loads(out) == case["result"]
    assert (status, err, out.count("\n")) == (int(case["result"]["error"] is not None), "", 1)


@pytest.mark.parametrize(
    "content",
    [b"", b"{", b"[]", b"null", b"\xff\xff", b"[" * 100_000, b'{"rules": "kitchen"}', b" " * (2 << 20)],
    ids=["empty", "cut off", "array", "null", "no text", "deep", "no seats", "large"],
)
def test_a_file_that_is_no_script_is_refused_in_one_line(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, content: bytes
) -> None:
    script = tmp_path / "script.json"
    script.write_bytes(content)
    status, out, err = ran(capsys, "try", str(script))
    assert (status, out, err.count("\n")) == (2, "", 1)


def test_a_script_that_is_not_there_is_refused_in_one_line(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    status, out, err = ran(capsys, "try", str(tmp_path / "none.json"))
    assert (status, out, err.count("\n")) == (2, "", 1)


def test_simulate_counts_what_was_played(capsys: pytest.CaptureFixture[str]) -> None:
    words = "simulate --rules classic --seats 3 --games 5 --seed 3 --bots quick,standard --set lives=2 --json"
    status, out, _err = ran(capsys, *words.split())
    outcome = json.loads(out)
    assert status == 0
    assert (outcome["games"], sum(outcome["wins"]), len(outcome["wins"])) == (5, pytest.approx(5), 3)
    assert sum(outcome["ended_by"].values()) == pytest.approx(1, abs=0.01)
    assert outcome["rounds_per_game"] == outcome["rounds"] / 5
    again = json.loads(ran(capsys, *words.split())[1])
    assert {**again, "turns_per_second": 0} == {**outcome, "turns_per_second": 0}


def test_simulate_tells_it_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _err = ran(capsys, "simulate", "--games", "3", "--seats", "2", "--bots", "quick")
    assert status == 0
    assert out.startswith("3 games, ")
    assert "turns per second on one core" in out
    assert "rounds ended by knock: " in out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--rules", "cadillac", "--seats", "5"], "2 to 4 seats"),
        (["--games", "0"], "one game at least"),
        (["--bots", "genius"], "no computer player genius"),
        (["--set", "lives=many"], "lives takes a whole number from 1 to 9."),
        (["--set", "lives"], "write field=value"),
        (["--set", "jokers=1"], "no field jokers"),
        (["--rules", "poker"], "no rules called poker"),
    ],
)
def test_a_simulation_that_cannot_be_is_refused(
    capsys: pytest.CaptureFixture[str], words: list[str], said: str
) -> None:
    status, out, err = ran(capsys, "simulate", *words)
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert said in err
