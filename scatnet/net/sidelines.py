"""What peers tell each other beside the log: chat, where they listen, offers of another game.

Each is signed by its author, passed on once to everyone, and changes nothing at the table. What does not read
costs the neighbour that sent it; what is merely old costs nothing.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Final, Protocol

import trio

from scatnet.log import Identity
from scatnet.net.addresses import Endpoint
from scatnet.net.chat import Chatter, Line, make_line, read_line
from scatnet.net.fields import FrameError
from scatnet.net.frames import Addresses, Again, Chat
from scatnet.net.gossip import AddressBook, make_record, read_record
from scatnet.net.limits import ADDRESSES_BURST, ADDRESSES_PER_PEER, ADDRESSES_RATE
from scatnet.net.mesh import Mesh
from scatnet.net.offer import Offer, read_offer
from scatnet.net.publisher import Publisher
from scatnet.net.rate import Buckets
from scatnet.net.session import Notice, Said
from scatnet.table.state import Stage, TableState
from scatnet.table.view import TableView
from scatnet.words import _

__all__ = ["FORGED", "USELESS", "Sidelines"]

FORGED: Final = 20.0  # what something costs that no honest peer sends, of USELESS_BURST
USELESS: Final = 0.5  # what something costs that may come too late, or twice
_RUDE: Final = 2.0  # what a chat line or an address beyond its rate costs


class Around(Protocol):
    """The node around the sidelines."""

    @property
    def state(self) -> TableState:
        """The table as it stands."""
        ...

    @property
    def heard(self) -> frozenset[bytes]:
        """The keys of those who may speak: the people at the table, and spectators linked here."""
        ...

    def view(self) -> TableView:
        """The table as the person here may see it."""
        ...

    def name_of(self, operator: bytes) -> str:
        """What the person with this key is called."""
        ...


class Sidelines:
    """One node's part in it. `name` is what the person here is called where they have no seat."""

    def __init__(
        self, around: Around, identity: Identity, name: str, mesh: Mesh, book: AddressBook, publisher: Publisher
    ) -> None:
        self.offer: Offer | None = None  # of another game, the best one heard of
        self._around: Final = around
        self._identity: Final = identity
        self._name: Final = name
        self._mesh: Final = mesh
        self._book: Final = book
        self._publisher: Final = publisher
        self._chatter: Final = Chatter()
        self._addresses: Final = Buckets[bytes](ADDRESSES_RATE, ADDRESSES_BURST)
        self._last_line = 0
        self._endpoints: tuple[Endpoint, ...] = ()

    def greet(self, peer: bytes) -> None:
        """Tell a new neighbour what is known here."""
        addresses = self._book.records()
        for at in range(0, len(addresses), ADDRESSES_PER_PEER):
            self._mesh.send(Addresses(addresses[at : at + ADDRESSES_PER_PEER]), peer)
        if self.offer is not None:
            self._mesh.send(Again(self.offer.raw), peer)

    def hear(self, peer: bytes, frame: Chat | Addresses | Again) -> None:
        """Take in what a neighbour has sent."""
        try:
            match frame:
                case Chat(record):
                    self._hear_line(peer, read_line(record, self._around.state.table))
                case Addresses(records):
                    self._hear_addresses(peer, records)
                case Again(record):
                    self._hear_offer(peer, read_offer(record, self._around.state.table))
        except FrameError as error:
            self._mesh.blame(peer, FORGED, str(error))

    # Chat

    def say(self, text: str) -> str | None:
        """Send a chat line; a sentence where it cannot be sent."""
        self._last_line = max(self._last_line + 1, _milliseconds())
        line = make_line(self._identity, self._around.state.table, self._last_line, self._name, text)
        if line is None:
            return _("There is nothing to say in that.")
        if not self._chatter.in_rate(line.author, trio.current_time()):
            return _("That was a lot at once; wait a moment.")
        self._chatter.is_new(line)
        self._mesh.broadcast(Chat(line.raw))
        self._publisher.publish(self._said(line))
        return None

    def _hear_line(self, peer: bytes, line: Line) -> None:
        if line.author not in self._around.heard or not self._chatter.is_new(line):
            return
        if not self._chatter.in_rate(line.author, trio.current_time()):
            self._mesh.blame(peer, _RUDE, "more chat than anybody reads")
            return
        self._mesh.broadcast(Chat(line.raw), besides=peer)
        self._publisher.publish(self._said(line))

    def _said(self, line: Line) -> Said:
        for seat in self._around.view().seats:
            if line.author == seat.key:
                return Said(seat=seat.seat, name=seat.name, text=line.text)
        return Said(seat=None, name=line.name, text=line.text)

    # Addresses

    def listen_at(self, endpoints: Sequence[Endpoint]) -> None:
        """Say from now on that this machine is reached there."""
        self._endpoints = tuple(endpoints)
        self._say_where(self._book.serial(self._identity.public))

    def _say_where(self, before: int) -> None:
        """Make our record anew, its serial above `before`: of a record made when the clock was ahead of now."""
        serial = max(_milliseconds(), before + 1)
        self._book.add(make_record(self._identity, self._around.state.table, serial, self._endpoints))

    def _hear_addresses(self, peer: bytes, records: Sequence[bytes]) -> None:
        fresh = []
        now = trio.current_time()
        for raw in records:
            if self._book.holds(raw):
                continue
            record = read_record(raw, self._around.state.table)
            heard = self._around.heard
            if record.public == self._identity.public:
                if self._endpoints and record.serial > self._book.serial(record.public):
                    self._say_where(record.serial)
                    self._mesh.broadcast(Addresses(self._book.records(record.public)))
                continue
            if not self._addresses.at(record.public if record.public in heard else peer, now).take(now):
                self._mesh.blame(peer, _RUDE, "more addresses than anybody has")
            elif self._book.add(record, heard):
                fresh.append(raw)
        if fresh:
            self._mesh.broadcast(Addresses(tuple(fresh)), besides=peer)
            self._mesh.addresses_changed()

    # Another game

    def make_offer(self, offer: Offer) -> None:
        """Offer our own table, unless a better offer has been heard."""
        if self._is_better(offer):
            self.offer = offer
            self._mesh.broadcast(Again(offer.raw))

    def _hear_offer(self, peer: bytes, offer: Offer) -> None:
        if self._around.state.stage is Stage.OVER and self._is_better(offer):
            self.offer = offer
            self._mesh.broadcast(Again(offer.raw), besides=peer)
            sentence = _("{name} wants another game.").format(name=self._around.name_of(offer.host))
            self._publisher.publish(Notice(text=sentence))

    def _is_better(self, offer: Offer) -> bool:
        """Of several offers, the one of the lowest seat counts; of one peer, the first that came."""
        order = [seat.operator for seat in self._around.state.seats]
        if offer.host not in order:
            return False
        return self.offer is None or order.index(offer.host) < order.index(self.offer.host)


def _milliseconds() -> int:
    return time.time_ns() // 1_000_000
