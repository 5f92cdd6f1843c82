"""The real program on a real pseudo-terminal: however it ends, the terminal is as it was, and the table is kept."""

from __future__ import annotations

import os
import re
import select
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from scatnet.store.home import list_tables
from scatnet.store.paths import open_home

if sys.platform == "win32":
    pytest.skip("There are no pseudo-terminals of this kind on Windows.", allow_module_level=True)

import fcntl
import struct
import termios

ROWS, COLUMNS = 24, 80
PATIENT = 180.0  # seconds for anything that is waited for: the machine may be busy

RESTORED = (b"\x1b[?1049l", b"\x1b[?25h", b"\x1b[?1000l")
"""The terminal's own screen again, its cursor shown, and its mouse left alone."""

WRAPPING, UNWRAPPED = b"\x1b[?7h", b"\x1b[?7l"
"""Long lines are broken, and are not."""

PROGRAM = """
import fcntl, sys, termios
fcntl.ioctl(0, termios.TIOCSCTTY, 0)
from scatnet import cli
{mistake}
sys.exit(cli.main(sys.argv[1:]))
"""
"""The program with this terminal as the one that controls it, and a mistake built in where a test wants one."""

LISTENING = ("--listen", "127.0.0.1:0")
FAILING = "def fail(*_): raise ZeroDivisionError('built in')\n"
CHATTER = """
import logging, warnings
import scatnet.console.screens.lobby as lobby
def talk(*_):
    logging.getLogger("asyncio").warning("the words of a library")
    warnings.warn("a warning for programmers", RuntimeWarning)
lobby.show_help = talk
"""
IN_A_KEY = FAILING + "import scatnet.console.screens.lobby as lobby; lobby.show_help = fail"
IN_THE_ENGINE = FAILING + "import scatnet.console.backend as backend; backend.list_tables = fail"
IN_PAINTING = FAILING + "import scatnet.console.screens.page as page; page.wrap = fail"


class Running:
    """The program on its terminal: what was written there so far, and its process."""

    def __init__(self, home: Path, mistake: str = "") -> None:
        self.written = b""
        self.master, self.inner = os.openpty()
        fcntl.ioctl(self.inner, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLUMNS, 0, 0))
        self.before = self.settings()
        self.process = subprocess.Popen(
            [sys.executable, "-c", PROGRAM.format(mistake=mistake), "--home", str(home), "play", *LISTENING],
            stdin=self.inner,
            stdout=self.inner,
            stderr=self.inner,
            start_new_session=True,
            env={**os.environ, "TERM": "xterm", "LANG": "C.UTF-8", "LANGUAGE": ""},
        )

    def settings(self) -> list[object]:
        """How the terminal is set just now, besides its speed and its special characters."""
        return list(termios.tcgetattr(self.inner)[:4])

    def read_until(self, text: str) -> None:
        """Read what is written until this text was among it, in one piece, after what was read before."""
        start = len(self.written)
        until = time.monotonic() + PATIENT
        while text.encode() not in re.sub(rb"\x1b\[[0-9;?]*[A-Za-z]", b"", self.written[start:]):
            assert time.monotonic() < until, self.written[start:]
            assert self._read(1.0) or self.process.poll() is None, self.written[start:]

    def press(self, keys: str) -> None:
        """Press keys."""
        os.write(self.master, keys.encode())

    def hang_up(self) -> None:
        """Close the terminal."""
        os.close(self.master)
        os.close(self.inner)
        self.master = self.inner = -1

    def end(self) -> int:
        """Wait for the end, reading on as a terminal does; the exit status."""
        until = time.monotonic() + PATIENT
        while self.process.poll() is None:
            assert time.monotonic() < until
            if self.master >= 0:
                self._read(0.1)
            else:
                self.process.wait(PATIENT)
        while self.master >= 0 and self._read(0.0):
            pass
        return self.process.returncode

    def close(self) -> None:
        """Leave nothing behind."""
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        if self.master >= 0:
            self.hang_up()

    def _read(self, seconds: float) -> bool:
        if not select.select([self.master], [], [], seconds)[0]:
            return False
        data = os.read(self.master, 65536)
        self.written += data
        return bool(data)


@contextmanager
def started(home: Path, mistake: str = "") -> Iterator[Running]:
    """The program, which does not outlive the block."""
    program = Running(home, mistake)
    try:
        yield program
    finally:
        program.close()


def restored(program: Running) -> bool:
    """Whether the terminal was given back as it was found."""
    return all(sequence in program.written for sequence in RESTORED) and program.settings() == program.before


def deal(program: Running) -> None:
    """The newcomer's way: Enter for the name, p, Enter, and there are cards."""
    program.read_until("Welcome to scatnet")
    program.press("\r")
    program.read_until("Practise against")
    program.press("p")
    program.read_until("Deal the cards")
    program.press("\r")
    program.read_until("stock")


def test_ctrl_c_ends_the_program_with_status_130_and_restores_the_terminal(tmp_path: Path) -> None:
    with started(tmp_path) as program:
        deal(program)
        program.press("\x03")
        assert program.end() == 130
        assert restored(program)
        after = program.written.rpartition(RESTORED[0])[2].decode()
    assert "it waits for you under “Unfinished games”" in after
    assert "Traceback" not in after


def test_a_closed_terminal_leaves_the_table_which_is_resumed_on_the_next_start(tmp_path: Path) -> None:
    with started(tmp_path) as program:
        deal(program)
        program.hang_up()
        assert program.end() == 130
    (entry,) = list_tables(open_home(tmp_path))
    assert (entry.fault, entry.result, entry.mine, entry.rounds) == (None, None, True, 1)
    assert not open_home(tmp_path).program_log.exists()
    with started(tmp_path) as again:
        again.read_until("Unfinished games")
        again.press("\x1b[A\r")
        again.read_until("stock")
        again.press("\x03")
        assert again.end() == 130


def test_a_polite_kill_is_like_ctrl_c(tmp_path: Path) -> None:
    with started(tmp_path) as program:
        program.read_until("Welcome to scatnet")
        program.process.send_signal(signal.SIGTERM)
        assert program.end() == 130
        assert restored(program)


def test_what_libraries_log_or_warn_of_never_comes_over_the_picture(tmp_path: Path) -> None:
    with started(tmp_path, CHATTER) as program:
        program.read_until("Welcome to scatnet")
        program.press("\r")
        program.read_until("Practise against")
        program.press("?q")
        assert program.end() == 0
        written = program.written.decode()
    logged = open_home(tmp_path).program_log.read_text(encoding="utf-8")
    for words in ("the words of a library", "a warning for programmers"):
        assert words not in written
        assert words in logged


@pytest.mark.parametrize(
    ("mistake", "key"), [(IN_A_KEY, "?"), (IN_THE_ENGINE, ""), (IN_PAINTING, "?")], ids=["key", "engine", "painting"]
)
def test_a_mistake_of_the_program_is_a_sentence_and_a_log_file_on_a_whole_terminal(
    tmp_path: Path, mistake: str, key: str
) -> None:
    with started(tmp_path, mistake) as program:
        if key:
            program.read_until("Welcome to scatnet")
            program.press("\r")
            program.read_until("Practise against")
            program.press(key)
        assert program.end() == 1
        assert restored(program)
        after = program.written.rpartition(RESTORED[0])[2].decode()
    log = open_home(tmp_path).program_log
    assert "ZeroDivisionError" in after
    assert WRAPPING in program.written[: program.written.index(b"The program made a mistake")].rpartition(UNWRAPPED)[2]
    assert str(log) in after.replace("\r\n", "")
    assert "Traceback" not in after
    assert "Traceback" in log.read_text(encoding="utf-8")
