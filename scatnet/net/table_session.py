"""One person's place at a table that a node runs here: the `Session` that consoles and plain lines talk
to.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Final

import trio

from scatnet.net.node import Node
from scatnet.net.session import Neighbour, Update
from scatnet.net.ticket import Ticket
from scatnet.table.peer import ChoiceRefusedError
from scatnet.table.view import Choice, Phase, TableView, Verb
from scatnet.words import _

__all__ = ["TableSession"]


class TableSession:
    """A person's place at one table; see `scatnet.net.session.Session` for what each method means."""

    def __init__(self, node: Node, ticket: Ticket | None) -> None:
        self._node: Final = node
        self._ticket: Final = ticket

    @property
    def is_host(self) -> bool:
        """Whether this person opened the table."""
        return self._node.is_host

    @property
    def ticket(self) -> str | None:
        """The ticket to this table, by way of this machine."""
        return None if self._ticket is None else str(self._ticket)

    def view(self) -> TableView:
        """The table as this person may see it now."""
        return self._node.view()

    def updates(self) -> AsyncIterator[Update]:
        """Everything that happens from now on."""
        return self._node.publisher.follow()

    def neighbours(self) -> tuple[Neighbour, ...]:
        """The other machines at this table."""
        return self._node.neighbours()

    async def choose(self, choice: Choice) -> str | None:
        """Make a choice; a sentence where it is refused."""
        view = self.view()
        if choice.verb is Verb.RESIGN:
            await self.resign()
            return None
        if view.me is None:
            return _("You are watching; you have no seat here.")
        if choice not in view.choices:
            return view.refusals.get(choice.verb) or _("That is not possible now.")
        try:
            await self._node.driver.choose(view.me, choice)
        except ChoiceRefusedError as error:
            return _(str(error))
        self._node.chosen()
        return None

    async def say(self, text: str) -> str | None:
        """Send a line of chat; a sentence where it is refused."""
        await trio.lowlevel.checkpoint()
        return self._node.say(text)

    async def start(self) -> str | None:
        """Begin the game with those who sit; a sentence where that cannot be."""
        try:
            await self._node.driver.start_game()
        except ChoiceRefusedError as error:
            return _(str(error))
        return None

    async def start_when(self, seats: int) -> None:
        """Begin as soon as so many sit (host only)."""
        while self.view().phase is Phase.LOBBY:
            changed = self._node.changed
            if len(self._node.sits) >= seats and await self.start() is None:
                return
            await changed.wait()

    async def kick(self, seat: int) -> str | None:
        """Leave somebody out before the game begins; a sentence where that cannot be."""
        await trio.lowlevel.checkpoint()
        view = self.view()
        if not self.is_host or view.phase is not Phase.LOBBY:
            return _("Only the host can do that, before the game begins.")
        if not 0 <= seat < len(view.seats) or seat == view.me:
            return _("Nobody else sits there.")
        self._node.kick(view.seats[seat].key)
        return None

    async def resign(self) -> None:
        """Give the game up for good."""
        await self._node.driver.resign()

    async def leave(self) -> None:
        """Go away; the table can be resumed later."""
        await trio.lowlevel.checkpoint()
        self._node.stop()

    async def rematch(self) -> str | None:
        """Agree to a new game after the end; a sentence where that cannot be."""
        await trio.lowlevel.checkpoint()
        return _("There is no rematch here yet.")
