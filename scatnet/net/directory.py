"""The tables that one can come to, put together from what their peers announce, each for itself.

A table whose game is over is none of them: its people are still there to agree on another game, but nobody can sit down
or see anything new, and the next game is a table of its own, often of the same name.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass

import trio

from scatnet.net.addresses import Endpoint, Interface
from scatnet.net.announcement import Announcement, Stage
from scatnet.net.discovery import Appeared, Changed, Discovery, News, Sighting, open_discovery
from scatnet.net.limits import REVISION
from scatnet.net.session import RefusalError
from scatnet.words import _

__all__ = ["Directory", "FoundTable", "browse_tables", "choose_table", "tables_on_network"]


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundTable:
    """A table announced on this network. `key` tells tables apart; `peers` are its announcements, the best one first.

    The best is the host's, while the host is there.
    """

    key: str
    peers: tuple[Sighting, ...]

    @property
    def announcement(self) -> Announcement:
        """What the best peer says of the table."""
        return self.peers[0].announcement

    @property
    def name(self) -> str:
        """The table's name; several tables may have the same."""
        return self.announcement.name

    @property
    def rules(self) -> str:
        """The preset's name, "+" behind it where fields were changed."""
        return self.announcement.rules

    @property
    def taken(self) -> int:
        """Seats taken."""
        return self.announcement.taken

    @property
    def seats(self) -> int:
        """Seats in all."""
        return self.announcement.seats

    @property
    def locked(self) -> bool:
        """Whether a passcode is asked for."""
        return self.announcement.locked

    @property
    def playing(self) -> bool:
        """Whether the game has begun, so that one can only watch."""
        return self.announcement.stage is not Stage.LOBBY

    @property
    def fits(self) -> bool:
        """Whether the table is of the protocol revision that this program speaks."""
        return self.announcement.revision == REVISION

    @property
    def places(self) -> tuple[tuple[str, tuple[Endpoint, ...]], ...]:
        """Where the table can be reached: fingerprint and addresses of each peer."""
        return tuple((peer.announcement.fingerprint, peer.endpoints) for peer in self.peers)


class Directory:
    """Folds news into the list of tables."""

    def __init__(self) -> None:
        self._sightings: dict[str, Sighting] = {}

    def note(self, news: News) -> None:
        """Take in one piece of news."""
        if isinstance(news, Appeared | Changed):
            self._sightings[news.sighting.instance] = news.sighting
        else:
            self._sightings.pop(news.instance, None)

    def tables(self) -> tuple[FoundTable, ...]:
        """All tables whose game is not over, those that can still be joined first, then by name."""
        grouped: dict[str, list[Sighting]] = {}
        for sighting in self._sightings.values():
            grouped.setdefault(sighting.announcement.table.hex(), []).append(sighting)
        found = [FoundTable(key=key, peers=tuple(sorted(peers, key=_how_good))) for key, peers in grouped.items()]
        going = [table for table in found if table.announcement.stage is not Stage.OVER]
        return tuple(sorted(going, key=lambda table: (table.playing, table.name.casefold(), table.key)))


def _how_good(sighting: Sighting) -> tuple[bool, str]:
    return (not sighting.announcement.host, sighting.instance)


@asynccontextmanager
async def browse_tables(discovery: Discovery) -> AsyncIterator[AsyncIterator[tuple[FoundTable, ...]]]:
    """The list of tables, again each time that it changes, while the block lasts. A slow reader misses
    steps.
    """
    send, receive = trio.open_memory_channel[tuple[FoundTable, ...]](1)

    async def follow(news: AsyncIterator[News]) -> None:
        directory = Directory()
        async for item in news:
            directory.note(item)
            if receive.statistics().current_buffer_used:
                receive.receive_nowait()
            send.send_nowait(directory.tables())

    async with discovery.browse() as news, trio.open_nursery() as nursery:
        send.send_nowait(())
        nursery.start_soon(follow, news)
        yield receive
        nursery.cancel_scope.cancel()


async def tables_on_network(
    interfaces: Sequence[Interface], seconds: float, enough: Callable[[Sequence[FoundTable]], bool] | None = None
) -> tuple[FoundTable, ...]:
    """The tables found within so many seconds, or as soon as they are `enough`. Raises DiscoveryError."""
    tables: tuple[FoundTable, ...] = ()
    async with open_discovery(interfaces) as discovery, browse_tables(discovery) as changing:
        with trio.move_on_after(seconds):
            async for tables in changing:
                if enough is not None and enough(tables):
                    break
    return tables


def choose_table(tables: Sequence[FoundTable], wanted: str) -> FoundTable | None:
    """The one table with this name or key, or the only one there is where `wanted` is empty; None where there is none.

    Raises RefusalError where it is not clear which is meant, or the table is of another revision.
    """
    named = [table for table in tables if _means(table, wanted)]
    if len(named) > 1:
        names = ", ".join(f"{table.name} ({table.key[:8]})" for table in named)
        raise RefusalError(_("Several tables are meant: {names}. Name one, or give its key.").format(names=names))
    if not named:
        return None
    if not named[0].fits:
        raise RefusalError(
            _("“{name}” is played by another version of this program; use the same one.").format(name=named[0].name)
        )
    return named[0]


def _means(table: FoundTable, wanted: str) -> bool:
    wanted = wanted.strip().casefold()
    return not wanted or table.name.casefold() == wanted or (len(wanted) >= 8 and table.key.startswith(wanted))
