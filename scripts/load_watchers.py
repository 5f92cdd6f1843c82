"""Many spectators of one table in one process: `python scripts/load_watchers.py FOLDER COUNT HOST:PORT`.

Each has a home in the folder and leaves when the game is over; the process ends when all have.
"""

from __future__ import annotations

import sys
from pathlib import Path

import trio

from scatnet.bots import PLAYERS
from scatnet.bots.seat import computer_player
from scatnet.log import Identity
from scatnet.net.credentials import Credentials
from scatnet.net.person import Person
from scatnet.net.tables import watch_table
from scatnet.store.paths import Home, open_home
from scatnet.table.view import Phase

__all__ = ["watcher_homes"]


def watcher_homes(folder: Path, count: int) -> list[Home]:
    """The homes of so many spectators."""
    return [Home(folder / f"watcher{number}") for number in range(count)]


async def _watch(home: Home, number: int, target: str) -> None:
    person = Person(
        home=open_home(home.root),
        credentials=Credentials(Identity(number.to_bytes(32, "big"))),
        nickname=f"Watcher {number}",
        chooser=lambda secret: computer_player(PLAYERS["quick"], secret),
        names=lambda count, taken: (),
        discovery=False,
    )
    async with watch_table(person, target) as session:
        async for _update in session.updates():
            if session.view().phase is Phase.OVER:
                return


async def _watch_all(folder: Path, count: int, target: str) -> None:
    async with trio.open_nursery() as nursery:
        for number, home in enumerate(watcher_homes(folder, count)):
            nursery.start_soon(_watch, home, number + 1, target)


if __name__ == "__main__":
    trio.run(_watch_all, Path(sys.argv[1]), int(sys.argv[2]), sys.argv[3])
