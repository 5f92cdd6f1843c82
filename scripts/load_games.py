"""Games on this machine among real processes, measured: deals, memory, work, and how they end."""

from __future__ import annotations

import os
import statistics
from collections.abc import AsyncIterator, Iterable, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import trio
from lan_players import NotShownError, Player, Players

from scatnet.net.reading import TableEnd

__all__ = ["Measured", "Use", "expect", "listening", "measured", "place", "process", "same_end", "table", "until_over"]

_PORT: Final = 31200
_RULES: Final = ("--rules", "classic", "--set", "grace=false", "--set", "lives=1")
_LOOK_SECONDS: Final = 0.2  # between two looks at what the processes use


@dataclass(frozen=True, slots=True)
class Use:
    """The most memory that a process has taken up, in MB, and the seconds that a processor has worked for it."""

    memory: float
    work: float


@dataclass(frozen=True, slots=True)
class Measured:
    """A game: the median of its deals in seconds; the most that one peer worked, in seconds, and took up, in MB."""

    deal: float
    work: float
    memory: float

    def __str__(self) -> str:
        return f"a deal took {self.deal:.2f} s, a peer worked {self.work:.1f} s and took up {self.memory:.0f} MB"


class _Here:
    """All hosts are this machine."""

    def command(self, host: str, command: Sequence[str]) -> list[str]:
        """See `lan_players.Hosts`."""
        return [*command]


def place(number: int) -> str:
    """Where the player of this number listens."""
    return f"127.0.0.1:{_PORT + number}"


@asynccontextmanager
async def table(folder: Path, seats: int) -> AsyncIterator[list[Player]]:
    """So many processes at one table, a computer player in each seat, for a game of a few rounds."""
    common = ("--auto", "--json-lines", "--no-discovery")
    async with trio.open_nursery() as nursery:
        players = Players(_Here(), folder, nursery)
        options = ("--seats", str(seats), *_RULES, "--listen", place(0))
        everybody = [await players.start("host", "host", *options, *common)]
        await listening()
        for number in range(1, seats):
            where = (place(0), "--listen", place(number))
            everybody.append(await players.start(f"guest{number}", "join", *where, *common))
        yield everybody
        nursery.cancel_scope.cancel()


async def listening() -> None:
    """Wait until the host listens."""
    with trio.fail_after(120):
        while True:
            with suppress(OSError):
                await trio.aclose_forcefully(await trio.open_tcp_stream("127.0.0.1", _PORT))
                return
            await trio.sleep(_LOOK_SECONDS)


@asynccontextmanager
async def process(command: Sequence[str]) -> AsyncIterator[trio.Process]:
    """A process for as long as the block lasts."""
    running = await trio.lowlevel.open_process([*command])
    try:
        yield running
    finally:
        running.kill()
        with trio.CancelScope(shield=True):
            await running.wait()


async def until_over(everybody: Sequence[Player], beside: Sequence[trio.Process] = ()) -> dict[int, Use]:
    """Wait for the end of the game at every player; what each process has used by then, as far as the system tells,
    and those `beside` them too. Raises NotShownError.
    """
    used: dict[int, Use] = {}
    pids = [player.process.pid for player in everybody] + [process.pid for process in beside]

    async def watch() -> None:
        while True:
            used.update((pid, use) for pid in pids if (use := _use_of(pid)) is not None)
            await trio.sleep(_LOOK_SECONDS)

    async with trio.open_nursery() as nursery:
        nursery.start_soon(watch)
        for player in everybody:
            await player.until_over()
        nursery.cancel_scope.cancel()
    return used


def measured(everybody: Sequence[Player], used: dict[int, Use]) -> Measured:
    """What a game has taken, as seen by its players."""
    uses = [used.get(player.process.pid, Use(0.0, 0.0)) for player in everybody]
    return Measured(_deal(everybody), max(use.work for use in uses), max(use.memory for use in uses))


def same_end(everybody: Sequence[Player]) -> TableEnd:
    """The end to which all of them have come. Raises NotShownError where they have not."""
    ends = [player.end for player in everybody]
    for player, end in zip(everybody, ends, strict=True):
        expect(end.over and end == ends[0], f"{player.host} has come to another end than {everybody[0].host}")
    return ends[0]


def expect(shown: bool, otherwise: str) -> None:
    """Raises NotShownError with this sentence unless it is so."""
    if not shown:
        raise NotShownError(otherwise)


def _use_of(pid: int) -> Use | None:
    """What a process has used so far; None where the system does not tell."""
    try:
        lines = Path(f"/proc/{pid}/status").read_text(encoding="ascii").splitlines()
        times = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    except OSError:
        return None
    memory = next((int(line.split()[1]) / 1000 for line in lines if line.startswith("VmHWM")), None)
    return None if memory is None else Use(memory, (int(times[11]) + int(times[12])) / os.sysconf("SC_CLK_TCK"))


def _deal(everybody: Iterable[Player]) -> float:
    """The median of the seconds from the beginning of a round to readable cards, over all rounds and peers."""
    taken: list[float] = []
    for player in everybody:
        opened: float | None = None
        for kind, at in player.times:
            if kind == "round":
                opened = at
            elif kind == "dealt" and opened is not None:
                taken.append(at - opened)
    return statistics.median(taken)
