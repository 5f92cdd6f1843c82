"""How the whole program ends: by `main` as a person runs it, whatever stands in the way of a command."""

from __future__ import annotations

import io
import logging
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from scatnet import cli
from scatnet.commands import rules, settings
from scatnet.net.session import RefusalError
from scatnet.store.errors import StoreError
from scatnet.words import use_language

LOG = Path(__file__).parents[1] / "audit" / "logs" / "two.scat"


@pytest.fixture(autouse=True)
def as_before() -> Iterator[None]:
    """Each run of `main` takes the language and the log file of its home; put both back."""
    yield
    use_language("en")
    logger = logging.getLogger("scatnet")
    for handler in list(logger.handlers):
        logger.removeHandler(handler)
        handler.close()


def ran(capsys: pytest.CaptureFixture[str], home: Path, *words: str) -> tuple[int, str, str]:
    """The exit status, standard output and standard error of a command line."""
    status = cli.main(["--home", str(home), *words])
    captured = capsys.readouterr()
    return status, captured.out, captured.err


class Broken(io.StringIO):
    """An output that fails, as a full disk or a reader that is gone."""

    def __init__(self, error: OSError) -> None:
        super().__init__()
        self._error = error

    def write(self, text: str) -> int:
        raise self._error

    def fileno(self) -> int:
        return self._file.fileno()

    def with_file(self, file: io.TextIOBase) -> Broken:
        self._file = file
        return self


WRONG_USAGE = [
    ("rules", "nosuch"),
    ("rules", "{folder}"),
    ("rules", "{junk}"),
    ("score", "AS", "KS"),
    ("score", "AS", "AS", "KS"),
    ("score", "AS", "KS", "1X"),
    ("score", "--rules", "{junk}", "AS", "KS", "QS"),
    ("try", "{absent}"),
    ("try", "{folder}"),
    ("try", "{junk}"),
    ("simulate", "--seats", "1"),
    ("simulate", "--games", "0"),
    ("simulate", "--games", "many"),
    ("simulate", "--bots", "nosuch"),
    ("simulate", "--set", "lives=99"),
    ("audit", "{absent}"),
    ("audit", "{folder}"),
    ("audit", "{junk}"),
    ("audit", "{log}", "--cores", "0"),
    ("audit", "{log}", "--html", "{log}"),
    ("audit", "{log}", "--html", "{page}", "--key", "{junk}"),
    ("audit", "{log}", "--key", "{junk}"),
    ("replay", "{absent}"),
    ("replay", "{junk}"),
    ("tables", "--wait", "-1"),
    ("tables", "--wait", "nan"),
    ("tables", "--listen", "127.0.0.1:99999", "--wait", "0"),
    ("host", "--plain", "--rules", "nosuch"),
    ("host", "--plain", "--set", "lives"),
    ("host", "--plain", "--passcode", ""),
    ("host", "--plain", "--seats", "many"),
    ("host", "--plain", "--listen", ":0"),
    ("join", "x", "--plain", "--wait", "-1"),
    ("join", "x", "--plain", "--wait", "nan"),
    ("watch", "x", "--plain", "--wait", "1e9"),
    ("watch", "x", "--plain", "--passcode", ""),
    ("join", "x", "--plain", "--listen", "127.0.0.1:x"),
    ("play", "--plain", "--listen", "127.0.0.1:x"),
    ("settings", "bell", "yes", "no"),
    ("nosuch",),
    ("identity", "--nosuch"),
]
REFUSED = [
    ("settings", "nosuch"),
    ("settings", "pace", "1e999"),
    ("resume", "nosuch"),
    ("host", "--plain", "--no-discovery", "--seats", "99"),
    ("host", "--plain", "--no-discovery", "--start-when", "9"),
    ("host", "--plain", "--no-discovery", "--patience", "1"),
    ("host", "--plain", "--no-discovery", "--turn-clock", "-1"),
    ("join", "127.0.0.1:99999", "--plain"),
]


def filled(words: tuple[str, ...], folder: Path) -> list[str]:
    (folder / "junk").write_bytes(b"\x93 junk")
    copy = folder / "two.scat"
    copy.write_bytes(LOG.read_bytes())
    places = {"folder": folder, "junk": folder / "junk", "absent": folder / "absent", "log": copy, "page": folder / "p"}
    return [word.format(**places) for word in words]


@pytest.mark.parametrize(
    ("words", "status"), [(words, 2) for words in WRONG_USAGE] + [(words, 1) for words in REFUSED], ids=str
)
def test_what_cannot_be_done_is_a_sentence_and_a_status(
    words: tuple[str, ...], status: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    found, out, err = ran(capsys, tmp_path / "home", *filled(words, tmp_path))
    assert found == status
    said = (out + err).strip().splitlines()  # an audit's verdict is its output, also that there is nothing to check
    assert said
    assert len(said) == 1 or said[0].startswith("usage: ")
    assert "Traceback" not in err
    assert "mistake of its own" not in err
    assert (tmp_path / "two.scat").read_bytes() == LOG.read_bytes()


@pytest.mark.parametrize("words", [("rules", "kitchen"), ("score", "AS", "KS", "QS"), ("simulate", "--games", "1")])
def test_what_needs_no_home_works_without_one(
    words: tuple[str, ...], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    place = tmp_path / "a-file"
    place.write_text("", encoding="utf-8")
    assert ran(capsys, place, *words)[0] == 0
    damaged = tmp_path / "damaged"
    damaged.mkdir()
    (damaged / "settings.toml").write_text("bell = [", encoding="utf-8")
    assert ran(capsys, damaged, *words)[0] == 0


@pytest.mark.parametrize("words", [("settings",), ("identity",), ("resume",), ("play", "--plain"), ("host", "--plain")])
def test_what_needs_a_home_says_in_one_sentence_what_is_wrong_with_it(
    words: tuple[str, ...], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    place = tmp_path / "a-file"
    place.write_text("", encoding="utf-8")
    status, out, err = ran(capsys, place, *words)
    assert (status, out) == (1, "")
    assert len(err.splitlines()) == 1
    assert str(place) in err


@pytest.mark.parametrize(
    ("error", "status", "said"),
    [
        (KeyboardInterrupt(), 130, ""),
        (BaseExceptionGroup("", [ExceptionGroup("", [OSError()]), KeyboardInterrupt()]), 130, ""),
        (StoreError("The disk is full."), 1, "The disk is full.\n"),
        (ExceptionGroup("", [RefusalError("All seats are taken.")]), 1, "All seats are taken.\n"),
    ],
)
def test_an_error_that_no_command_deals_with_ends_the_program_by_its_kind(
    error: BaseException,
    status: int,
    said: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fail(_path: Path) -> None:
        raise error

    monkeypatch.setattr(settings, "load_settings", fail)
    assert ran(capsys, tmp_path, "settings") == (status, "", said)


def test_an_error_of_the_program_s_own_is_a_sentence_and_a_line_in_the_log(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rules, "_presets_table", lambda: "x"[1])
    status, _out, err = ran(capsys, tmp_path, "rules")
    assert status == 1
    assert err.startswith("The program made a mistake of its own (IndexError)")
    assert str(tmp_path / "scatnet.log") in err
    assert "IndexError" in (tmp_path / "scatnet.log").read_text(encoding="utf-8")
    status, _out, err = ran(capsys, tmp_path, "--debug", "rules")
    assert "Traceback" in err


def test_help_and_an_option_without_its_value_end_as_the_parser_says(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["--home"]) == 2
    assert capsys.readouterr().err.startswith("usage: scatnet ")
    status, out, _err = ran(capsys, tmp_path, "audit", "--help")
    assert status == 0
    assert out.startswith("usage: scatnet audit ")


def test_a_log_file_that_cannot_be_written_does_not_show(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "scatnet.log").mkdir()
    monkeypatch.setattr(rules, "_presets_table", lambda: "x"[1])
    status, _out, err = ran(capsys, tmp_path, "rules")
    assert status == 1
    assert len(err.splitlines()) == 1


@pytest.mark.parametrize(
    ("error", "status", "said"),
    [(BrokenPipeError(32, "Broken pipe"), 0, ""), (OSError(28, "No space left on device"), 1, "The output cannot be")],
)
def test_an_output_that_ends_early_is_no_error_and_one_that_fails_is_a_sentence(
    error: OSError,
    status: int,
    said: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with (tmp_path / "out").open("w", encoding="utf-8") as file:
        monkeypatch.setattr(sys, "stdout", Broken(error).with_file(file))
        assert cli.main(["--home", str(tmp_path), "rules"]) == status
    err = capsys.readouterr().err
    assert err.startswith(said)
    assert len(err.splitlines()) == int(bool(said))


def test_a_program_without_standard_streams_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("stdin", "stdout", "stderr"):
        monkeypatch.setattr(sys, name, None)
    assert cli.main(["--home", str(tmp_path), "rules", "nordic"]) == 0
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        stream.close()


def test_the_lobby_in_plain_lines_runs_on_a_pipe_and_ends_with_it(tmp_path: Path) -> None:
    ended = subprocess.run(
        [sys.executable, "-m", "scatnet", "--home", str(tmp_path), "play", "--listen", "127.0.0.1:0"],
        input="settings nickname Ann\nrules kitchen\nnosuch\n",
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=120,
        check=False,
    )
    assert (ended.returncode, ended.stderr) == (0, "")
    assert "nickname             Ann" in ended.stdout
    assert ended.stdout.splitlines()[-1] == "“nosuch” is not known here; type ? for help."
