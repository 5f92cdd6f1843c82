"""What a person in front of a running table sees and may do: the face that the console and the plain lines
talk to.

A `Session` is one person's place at one table. Everything about the game itself comes as a `TableView` and as
`Happening`s; what is added here is what only a network has: chat, notices, who is reachable, a ticket.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Protocol, TypeAlias

from scatnet.table.happenings import Happening
from scatnet.table.view import Choice, TableView

__all__ = ["Neighbour", "Notice", "RefusalError", "Said", "Session", "Update", "ViewChanged"]


class RefusalError(Exception):
    """The wish cannot be granted; the text is a sentence for a person."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """A line of chat: `seat` of its author (None for a spectator), the name, and the cleaned text."""

    seat: int | None
    name: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Notice:
    """Something about the connection or this machine, as a sentence for the person here alone."""

    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ViewChanged:
    """`Session.view()` gives another value now."""


Update: TypeAlias = Happening | Said | Notice | ViewChanged


@dataclass(frozen=True, slots=True, kw_only=True)
class Neighbour:
    """Another machine at this table: the fingerprint of its key, and whether a channel to it is open now.

    `seats` are those that it runs; empty for a spectator.
    """

    name: str
    fingerprint: str
    seats: tuple[int, ...]
    reachable: bool


class Session(Protocol):
    """A person's place at one table."""

    @property
    def is_host(self) -> bool:
        """Whether this person opened the table and orders the lobby."""
        ...

    @property
    def ticket(self) -> str | None:
        """The ticket that others may join with, where there is one."""
        ...

    def view(self) -> TableView:
        """The table as this person may see it now."""
        ...

    def past(self) -> tuple[Happening, ...]:
        """What has happened in this game up to now, in order; of a long game only the last rounds."""
        ...

    def updates(self) -> AsyncIterator[Update]:
        """What was mended when the files were opened, then everything that happens from now on, in order; ends when the
        table is left.
        """
        ...

    def neighbours(self) -> tuple[Neighbour, ...]:
        """The other machines at this table, those with seats first."""
        ...

    async def choose(self, choice: Choice) -> str | None:
        """Make a choice; a sentence where it is refused, and then nothing has changed."""
        ...

    async def say(self, text: str) -> str | None:
        """Send a line of chat; a sentence where it is refused."""
        ...

    async def start(self) -> str | None:
        """Begin the game with those who sit (host only); a sentence where that cannot be."""
        ...

    async def kick(self, seat: int) -> str | None:
        """Leave the one who sits there out of the game before it starts (host only); a sentence where
        refused.
        """
        ...

    async def resign(self) -> None:
        """Give the game up for good: lives are forfeit, and the others play on."""
        ...

    async def leave(self) -> None:
        """Go away; the table can be resumed later."""
        ...

    async def rematch(self) -> str | None:
        """Agree to a new game after the end; a sentence where that cannot be."""
        ...
