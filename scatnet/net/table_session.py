"""One person's place at a table that a node runs here: the `Session` that consoles and plain lines talk
to.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Final

import trio

from scatnet.net.node import Node
from scatnet.net.publisher import Publisher
from scatnet.net.rematch import Rematches
from scatnet.net.session import Neighbour, Notice, RefusalError, Update, ViewChanged
from scatnet.net.ticket import Ticket
from scatnet.store.errors import StoreError
from scatnet.table.happenings import Happening
from scatnet.table.peer import ChoiceRefusedError
from scatnet.table.state import Stage
from scatnet.table.view import Choice, Phase, TableView, Verb
from scatnet.words import _

__all__ = ["TableSession"]


class TableSession:
    """A person's place at a table and at those of its rematches; `Session` says what each method means.

    `left` is set when the place has been left and everything said.
    """

    def __init__(self, node: Node, ticket: Ticket | None, publisher: Publisher, rematches: Rematches) -> None:
        self.left: Final = trio.Event()
        self._node = node
        self._ticket = ticket
        self._publisher: Final = publisher
        self._rematches: Final = rematches
        self._before: list[Node] = []  # nodes of the games before, which still pass offers on
        self._leaving = trio.Event()
        self._moving = trio.Lock()

    async def run(self) -> None:
        """Follow the table until it is left; moves over to a better offer of a rematch while nobody has
        sat down.
        """
        async with trio.open_nursery() as nursery:
            nursery.start_soon(self._watch_offers)
            await self._leaving.wait()
            nursery.cancel_scope.cancel()
        for node in (*self._before, self._node):
            node.stop()
        for node in (*self._before, self._node):
            await node.stopped.wait()
        self._publisher.close()
        self.left.set()

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

    def past(self) -> tuple[Happening, ...]:
        """What has happened in this game up to now."""
        return self._publisher.past

    def updates(self) -> AsyncIterator[Update]:
        """What was mended when the table's files were opened, then everything that happens from now on."""
        return self._publisher.follow([Notice(text=notice) for notice in self._node.disk.notices])

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
        return self._node.sidelines.say(text)

    async def start(self) -> str | None:
        """Begin the game with those who sit; a sentence where that cannot be."""
        return await self._node.start_game()

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
        self._leaving.set()

    async def rematch(self) -> str | None:
        """Agree to another game, or be the first to want one; a sentence where there is none to be had."""
        async with self._moving:
            try:
                await self._move()
            except (RefusalError, StoreError) as error:
                return str(error)
        return None

    async def _move(self) -> None:
        node, ticket = await self._rematches.again(self._node)
        self._before.append(self._node)
        self._node, self._ticket = node, ticket
        self._publisher.publish(Notice(text=_("You sit at the next table; it begins when everybody is here.")))
        self._publisher.publish(ViewChanged())

    async def _watch_offers(self) -> None:
        """Where two people open a table for the rematch at once, the one of the higher seat moves over to the other;
        once the next game has begun, the table before is left."""
        async for _update in self._publisher.follow():
            if not self._before:
                continue
            if self._node.state.stage is not Stage.LOBBY:
                for node in self._before:
                    node.stop()
                self._before.clear()
            elif self._outbidden():
                async with self._moving:
                    await self._move_over()

    def _outbidden(self) -> bool:
        """Whether our own table for the rematch stands behind somebody else's."""
        offer = self._before[-1].sidelines.offer
        return self._node.is_host and offer is not None and offer.host != self._node.key

    async def _move_over(self) -> None:
        abandoned, self._node = self._node, self._before.pop()
        abandoned.stop()
        try:
            await self._move()
        except (RefusalError, StoreError) as error:
            self._publisher.publish(Notice(text=str(error)))
