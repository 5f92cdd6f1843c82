"""What a table and a network bear: crowds, many tables, and peers that flood, stall and come back for ever.

    python scripts/load_network.py [--seed N] [PART ...]

Parts are `crowd`, `tables` and the offences of `load_offenders.py`; without a name all of them run. Everything is on
loopback. Each part ends with a line of figures; the exit status is 1 where one has not kept its bounds: an honest game
beside an offender comes to one end, its deals take not much more than twice as long as without, no peer takes up much
memory, and a log file says what was done about the offender. The times mean something only where nothing else keeps
the machine busy.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

import trio
from lan_players import NotShownError, Player
from load_games import Measured, expect, listening, measured, place, process, same_end, table, until_over
from load_offenders import OFFENCES
from load_tables import tables
from load_watchers import watcher_homes

from scatnet.net.reading import read_end

_SEATS: Final = 3  # beside an offender
_CROWD_SEATS: Final = 9
_CROWD_WATCHERS: Final = 20
_MEMORY: Final = 120.0  # MB, the most that a peer may have taken up
_SLOWER: Final = 2.2  # so many times a deal without an offender
_SENTENCES: Final = (  # of which one stands in a log file
    "is read more slowly",
    "connects too often",
    "come too often",
    "are half open",
    "the link to",
)
_UNSEEN: Final = frozenset({"slow"})  # what is not read lies in the system's buffers, and such a game is soon over


async def crowd(folder: Path, _seed: int) -> str:
    """Nine seats, each a process, and twenty spectators in one more: all come to one end."""
    script = str(Path(__file__).with_name("load_watchers.py"))
    async with table(folder, _CROWD_SEATS) as everybody:
        await listening()
        command = [sys.executable, script, str(folder), str(_CROWD_WATCHERS), place(0)]
        async with process(command) as watchers:
            used = await until_over(everybody, [watchers])
            expect(await watchers.wait() == 0, "the spectators have not seen the end")
    end = same_end(everybody)
    for home in watcher_homes(folder, _CROWD_WATCHERS):
        (log,) = home.logs()
        expect(read_end(log) == end, f"{home.root.name} has seen another end")
    seats, watching = measured(everybody, used), used[watchers.pid]
    figures = (
        f"{_CROWD_SEATS} seats and {_CROWD_WATCHERS} spectators have come to one end; {seats}; "
        f"the spectators together worked {watching.work:.1f} s and took up {watching.memory:.0f} MB"
    )
    expect(seats.memory < _MEMORY, figures)
    return figures


def beside(offence: str) -> Callable[[Path, int], Awaitable[str]]:
    """An honest game beside one offender, which is linked to every peer."""

    async def run(folder: Path, seed: int) -> str:
        alone = await _alone(folder / "alone")
        script = str(Path(__file__).with_name("load_offenders.py"))
        command = [sys.executable, script, offence, str(seed), *map(place, range(_SEATS))]
        async with table(folder / offence, _SEATS) as everybody, process(command) as offender:
            used = await until_over(everybody)
            expect(offender.poll() is None, "the offender has ended before the game")
        same_end(everybody)
        now = measured(everybody, used)
        said = _said_of(everybody)
        figures = f"{now}; without: {alone}; {said or 'no log file names the offender'}"
        expect(now.deal < _SLOWER * alone.deal and now.memory < _MEMORY, figures)
        expect(bool(said) or offence in _UNSEEN, figures)
        return figures

    return run


_known: list[Measured] = []


async def _alone(folder: Path) -> Measured:
    """A game without an offender, measured once."""
    if not _known:
        async with table(folder, _SEATS) as everybody:
            used = await until_over(everybody)
        same_end(everybody)
        _known.append(measured(everybody, used))
    return _known[0]


def _said_of(everybody: Sequence[Player]) -> str:
    """The most telling line of the log files."""
    lines = [line for player in everybody for line in player.home.program_log.read_text("utf-8").splitlines()]
    honest = "The other side has left"
    for sentence in _SENTENCES:
        for line in lines:
            if sentence in line and honest not in line:
                return f"“{line.split(': ', 1)[-1]}”"
    return ""


PARTS: Final[Mapping[str, Callable[[Path, int], Awaitable[str]]]] = {
    "crowd": crowd,
    "tables": tables,
    **{offence: beside(offence) for offence in OFFENCES},
}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("part", nargs="*", metavar="PART", help=", ".join(PARTS))
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    wanted: list[str] = args.part or list(PARTS)
    unknown = [name for name in wanted if name not in PARTS]
    if unknown:
        parser.error(f"there is no part {unknown[0]}; there are {', '.join(PARTS)}")
    print(f"seed {args.seed}, {os.cpu_count()} cores", flush=True)
    shown = [_try(name, args.seed) for name in wanted]
    return 0 if all(shown) else 1


def _try(name: str, seed: int) -> bool:
    """Run a part and print what it has shown, or what it has not."""
    began = time.monotonic()
    complaint = shown = ""
    with tempfile.TemporaryDirectory(prefix="scatnet-load-", ignore_cleanup_errors=True) as folder:
        try:
            shown = trio.run(PARTS[name], Path(folder), seed)
        except* (NotShownError, trio.TooSlowError) as group:
            first = next(_leaves(group))
            complaint = f"NOT SHOWN, {first if isinstance(first, NotShownError) else 'it took too long'}"
    print(f"{name}: {complaint or shown} ({time.monotonic() - began:.0f} s)", flush=True)
    return not complaint


def _leaves(error: BaseException) -> Iterator[BaseException]:
    """The exceptions in a group of groups."""
    for inner in error.exceptions if isinstance(error, BaseExceptionGroup) else ():
        yield from _leaves(inner)
    if not isinstance(error, BaseExceptionGroup):
        yield error


if __name__ == "__main__":
    sys.exit(main())
