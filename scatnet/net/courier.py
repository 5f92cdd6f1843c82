"""The courier of one node: carries records to the neighbours as `scatnet.net.spreading` says, in time."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import trio

from scatnet.net.frames import Have, Want
from scatnet.net.mesh import Mesh
from scatnet.net.spreading import Complaint, Outcome, Parcel, Spreading

__all__ = ["Courier"]


class Courier:
    """Runs one `Spreading` on the links of a mesh. Only `run` waits."""

    def __init__(self, mesh: Mesh) -> None:
        self._mesh: Final = mesh
        self._spreading: Final = Spreading()
        self._sooner = trio.Event()  # set, and replaced, when something is due before what was waited for
        self._awaited = 0.0

    async def run(self) -> None:
        """Do what is due, until cancelled."""
        while True:
            self._awaited = self._spreading.due
            with trio.move_on_at(self._awaited):
                await self._sooner.wait()
            self._sooner = trio.Event()
            self._carry(self._spreading.work(trio.current_time()))

    def joined(self, peer: bytes) -> None:
        """A link to this neighbour is new."""
        self._spreading.joined(peer)

    def left(self, peer: bytes) -> None:
        """The link to this neighbour is at its end."""
        self._spreading.left(peer)

    def received(self, peer: bytes, records: Sequence[tuple[int, bytes]]) -> None:
        """This neighbour has sent these records. Call before anything is made of them."""
        self._spreading.received(peer, records)

    def hear(self, peer: bytes, frame: Have | Want) -> None:
        """This neighbour names records, or asks for some."""
        match frame:
            case Have(names):
                self._spreading.told(peer, names, trio.current_time())
                self._carry(())
            case Want(names):
                self._carry(self._spreading.asked(peer, names))

    def spread(self, records: Sequence[tuple[int, bytes]]) -> None:
        """See to it that everyone gets these records, which are new here."""
        self._carry(self._spreading.spread(records, trio.current_time()))

    def finish(self) -> None:
        """Leave nothing unsaid."""
        self._carry(self._spreading.finish())

    def _carry(self, outcomes: Sequence[Outcome]) -> None:
        for outcome in outcomes:
            match outcome:
                case Parcel(to, frame):
                    self._mesh.send(frame, *to)
                case Complaint(peer, cost, detail):
                    self._mesh.blame(peer, cost, detail)
        if self._spreading.due < self._awaited:
            self._sooner.set()
