"""Another game after the end: opening a table for it, or moving over to the one that somebody else has
opened.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import trio

from scatnet.net.addresses import Endpoint
from scatnet.net.arriving import Target
from scatnet.net.node import Node
from scatnet.net.offer import Offer, make_offer
from scatnet.net.opening import TableWish, make_opening
from scatnet.net.person import Person
from scatnet.net.place import run_place
from scatnet.net.publisher import Publisher
from scatnet.net.session import RefusalError
from scatnet.net.ticket import Ticket
from scatnet.net.ways import hosting, joining
from scatnet.table.state import Stage, TableState
from scatnet.words import _

__all__ = ["Rematches"]


@dataclass(frozen=True, slots=True)
class Rematches:
    """Runs the places of rematches in a nursery that lives as long as the session."""

    person: Person
    listen: Endpoint | None
    nursery: trio.Nursery
    publisher: Publisher

    async def again(self, node: Node) -> tuple[Node, Ticket | None]:
        """The place at the next table: the one offered, or else one that is opened and offered here.

        Raises RefusalError where there is no next game to be had, StoreError where the disk does not take
        part.
        """
        if node.state.stage is not Stage.OVER:
            raise RefusalError(_("The game is not over yet."))
        if node.player is None:
            raise RefusalError(_("You have been watching: the players decide on another game."))
        offer = node.sidelines.offer
        return await (self._join(offer, node) if offer is not None else self._host(node))

    async def _join(self, offer: Offer, node: Node) -> tuple[Node, Ticket | None]:
        target = Target(endpoints=offer.endpoints, key=offer.host)
        way = joining(self.person, (target,), node.door.passcode, self.listen)
        place: tuple[Node, Ticket | None] = await self.nursery.start(run_place, self.person, way, self.publisher)
        return place

    async def _host(self, node: Node) -> tuple[Node, Ticket | None]:
        wish = _same_again(node.state, self._bots(node.state), node.door.passcode, alone=not node.endpoints)
        opening = make_opening(self.person.identity, self.person.nickname, wish)
        way = hosting(self.person, opening, wish, self.listen)
        following, ticket = await self.nursery.start(run_place, self.person, way, self.publisher)
        if following.endpoints:
            node.sidelines.make_offer(make_offer(self.person.identity, node.state.table, opening, following.endpoints))
        return following, ticket

    def _bots(self, state: TableState) -> int:
        mine = [seat for seat in state.seats if seat.operator == self.person.identity.public]
        return max(0, len(mine) - 1)


def _same_again(state: TableState, bots: int, passcode: str | None, *, alone: bool) -> TableWish:
    """The wish for a table like this one, with as many seats as have played."""
    settings: Final = state.settings
    return TableWish(
        name=settings.name,
        rules=settings.rules,
        seats=len(state.seats),
        bots=bots,
        passcode=passcode,
        patience=settings.patience,
        turn_clock=settings.turn_clock,
        spectators=settings.spectators,
        practice=alone,
        previous=state.table,
    )
