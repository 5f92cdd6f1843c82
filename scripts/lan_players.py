"""Processes of scatnet on the hosts of a network, or all on this machine, and what they print."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, Protocol

import trio

from scatnet.net.reading import TableEnd, read_end
from scatnet.store.paths import Home

__all__ = ["PATIENT", "Hosts", "NotShownError", "Player", "Players"]

PATIENT: Final = 400.0  # seconds for anything that is waited for


class Hosts(Protocol):
    """Where processes run."""

    def command(self, host: str, command: Sequence[str]) -> list[str]:
        """The command, to be run on that host."""
        ...


class NotShownError(Exception):
    """Something has not gone as it should; the message says how."""


@dataclass(slots=True)
class Player:
    """One process: its host and home, and what has come of it."""

    host: str
    home: Home
    process: trio.Process
    lines: list[str] = field(default_factory=list)
    happened: Counter[str] = field(default_factory=Counter)
    times: list[tuple[str, float]] = field(default_factory=list)  # when what happened, in seconds
    hands: int = 0  # views in which this process could read cards of a hand
    killed: bool = False
    status: int | None = None
    changed: trio.Event = field(default_factory=trio.Event)

    @property
    def end(self) -> TableEnd:
        """Where its log stands. Raises StoreError."""
        (log,) = self.home.logs()
        return read_end(log)

    async def until(self, met: Callable[[Player], bool], what: str) -> None:
        """Wait until a condition is met. Raises NotShownError where the process ends before or it takes
        too long.
        """
        with trio.move_on_after(PATIENT):
            while not met(self):
                if self.status is not None:
                    said = " / ".join(self.lines[-3:])
                    raise NotShownError(f"{self.host} ended with status {self.status} before {what}: {said}")
                changed = self.changed
                await changed.wait()
            return
        raise NotShownError(f"{self.host} has waited {PATIENT:.0f} s for {what}")

    async def until_happened(self, kind: str, times: int = 1) -> None:
        """Wait until something has happened so many times at its table."""
        await self.until(lambda player: player.happened[kind] >= times, f"{kind} ({times})")

    async def until_over(self) -> None:
        """Wait until the game is over here and the process has ended well."""
        await self.until(lambda player: player.status is not None, "its end")
        if self.status != 0:
            raise NotShownError(f"{self.host} ended with status {self.status}: {' / '.join(self.lines[-3:])}")
        if self.happened["won"] != 1:
            raise NotShownError(f"{self.host} ended without a winner")

    async def type(self, line: str) -> None:
        """Type a line at it."""
        assert self.process.stdin is not None
        await self.process.stdin.send_all(line.encode() + b"\n")

    def kill(self) -> None:
        """End it as a power cut would."""
        self.killed = True
        self.process.kill()

    def note(self, line: str) -> None:
        """Take in a line that it has printed."""
        self.lines.append(line)
        if line.startswith("{"):
            item = json.loads(line)
            if item["type"] == "happening":
                self.happened[item["kind"]] += 1
                self.times.append((item["kind"], time.monotonic()))
            elif item["type"] == "view" and item["hand"]:
                self.hands += 1
        self.changed.set()
        self.changed = trio.Event()


class Players:
    """Starts processes on hosts; all of them end with the nursery at the latest."""

    def __init__(self, net: Hosts, folder: Path, nursery: trio.Nursery) -> None:
        self._net = net
        self._folder = folder
        self._nursery = nursery

    async def start(self, host: str, *arguments: str, home: str = "") -> Player:
        """A process that stays: `scatnet` with these arguments."""
        place = Home(self._folder / (home or host))
        command = self._net.command(host, _scatnet(place, arguments))
        process = await trio.lowlevel.open_process(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
        )
        player = Player(host, place, process)
        self._nursery.start_soon(_follow, player)
        return player

    async def run(self, host: str, *arguments: str) -> tuple[int, str]:
        """A process that ends by itself: its status and what it printed."""
        command = self._net.command(host, _scatnet(Home(self._folder / f"{host}-visitor"), arguments))
        done = await trio.run_process(command, capture_stdout=True, stderr=subprocess.STDOUT, check=False)
        return done.returncode, done.stdout.decode("utf-8", "replace")

    def visitor(self, host: str) -> Home:
        """The home of the processes that `run` starts on a host."""
        return Home(self._folder / f"{host}-visitor")


def _scatnet(home: Home, arguments: Sequence[str]) -> list[str]:
    return [sys.executable, "-m", "scatnet", "--home", str(home.root), *arguments]


async def _follow(player: Player) -> None:
    stdout = player.process.stdout
    assert stdout is not None
    pending = b""
    try:
        async for data in stdout:
            *lines, pending = (pending + data).split(b"\n")
            for line in lines:
                player.note(line.decode("utf-8", "replace"))
        player.status = await player.process.wait()
        player.note("")
    finally:
        if player.process.returncode is None:
            player.process.kill()
            with trio.CancelScope(shield=True):
                await player.process.wait()
