"""Terminals for programs that draw on the full screen: a tmux server of their own, a session for each program.

What a person could see is read with `capture`, what they could press is sent with `press` and `click`. Needs tmux.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import trio

__all__ = ["Terminal", "TerminalError", "TerminalState", "Terminals", "open_terminals"]

ENDED: Final = "exit status"
"""What stands on the terminal once its program has ended, with the status behind it."""

_CONFIGURATION: Final = """\
set -g status off
set -g default-terminal tmux-256color
set -g escape-time 0
set -g history-limit 2000
"""
_WRAPPED: Final = f'"$@"; echo "{ENDED} $?"; exec cat'
"""The program, and after its end whatever it has left of the terminal, to be looked at."""


class TerminalError(Exception):
    """tmux has refused something; the message is its own."""


@dataclass(frozen=True, slots=True)
class TerminalState:
    """How a program has set its terminal."""

    alternate_screen: bool
    cursor_shown: bool
    mouse_reported: bool


@dataclass(frozen=True, slots=True)
class Terminal:
    """One terminal."""

    server: str
    name: str

    async def capture(self, *, colours: bool = False) -> str:
        """What is on the screen, a line for each row; with the escape sequences of its colours where wanted."""
        return await _tmux(self.server, "capture-pane", "-p", *(["-e"] if colours else []), "-t", self.name)

    async def press(self, key: str) -> None:
        """Press one key, by tmux's name for it."""
        await _tmux(self.server, "send-keys", "-t", self.name, key)

    async def type(self, text: str) -> None:
        """Type a text."""
        await _tmux(self.server, "send-keys", "-t", self.name, "-l", "--", text)

    async def click(self, column: int, row: int) -> None:
        """Press and release the mouse on a cell, counted from 0, as a terminal reports it (SGR)."""
        for end in ("M", "m"):
            report = f"\x1b[<0;{column + 1};{row + 1}{end}"
            await _tmux(self.server, "send-keys", "-t", self.name, "-H", *(f"{byte:02x}" for byte in report.encode()))

    async def resize(self, width: int, height: int) -> None:
        """Give the terminal another size."""
        await _tmux(self.server, "resize-window", "-t", self.name, "-x", str(width), "-y", str(height))

    async def signal(self, name: str) -> None:
        """Send a signal to the program, and not to the shell that waits for its end."""
        shell = await _tmux(self.server, "display-message", "-p", "-t", self.name, "#{pane_pid}")
        await trio.run_process(["pkill", f"-{name}", "-P", shell.strip()], check=True)

    async def state(self) -> TerminalState:
        """How the program has set the terminal."""
        shown = "#{alternate_on} #{cursor_flag} #{mouse_any_flag}"
        flags = (await _tmux(self.server, "display-message", "-p", "-t", self.name, shown)).split()
        return TerminalState(*(flag == "1" for flag in flags))

    async def close(self) -> None:
        """Close the terminal, as a person closes a window: the program gets SIGHUP."""
        await _tmux(self.server, "kill-session", "-t", self.name)


@dataclass(frozen=True, slots=True)
class Terminals:
    """A tmux server."""

    server: str
    configuration: Path

    async def open(
        self, name: str, command: Sequence[str], *, width: int, height: int, environment: Mapping[str, str]
    ) -> Terminal:
        """Start a program on a terminal of this size, with these variables on top of its environment."""
        variables = [f"{key}={value}" for key, value in environment.items()]
        wrapped = ["env", *variables, "sh", "-c", _WRAPPED, "sh", *command]
        await _tmux(
            self.server, "-f", str(self.configuration), "new-session", "-d", "-s", name, "-x", str(width),
            "-y", str(height), *wrapped,
        )  # fmt: skip
        return Terminal(self.server, name)


@asynccontextmanager
async def open_terminals() -> AsyncIterator[Terminals]:
    """A tmux server for as long as the block lasts. Raises TerminalError where there is no tmux."""
    if shutil.which("tmux") is None:
        raise TerminalError("This needs tmux.")
    server = f"scatnet-{os.getpid()}"
    with tempfile.TemporaryDirectory() as folder:
        configuration = Path(folder) / "tmux.conf"
        configuration.write_text(_CONFIGURATION, encoding="utf-8")
        try:
            yield Terminals(server, configuration)
        finally:
            with trio.CancelScope(shield=True):
                await trio.run_process(["tmux", "-L", server, "kill-server"], check=False, stderr=subprocess.DEVNULL)


async def _tmux(server: str, *arguments: str) -> str:
    done = await trio.run_process(
        ["tmux", "-L", server, *arguments], check=False, capture_stdout=True, capture_stderr=True
    )
    if done.returncode:
        raise TerminalError(f"tmux {arguments[0]}: {done.stderr.decode().strip()}")
    return done.stdout.decode()
