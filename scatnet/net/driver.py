"""The driver: gives inputs to the sans-IO peer one at a time, and carries out what it asks for, in order.

A record, a choice, the result of a proof, the time: whatever comes in waits until all effects of the one
before are done. What must be on the disk is there before anything that follows it leaves the machine. A fault
of the disk ends the driver; nothing that a neighbour does can.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Iterable, Sequence
from typing import Final, Protocol, TypeAlias

import trio

from scatnet.net.disk import DiskEffect, TableDisk
from scatnet.net.pace import PacedPlayer
from scatnet.net.workshop import Workshop
from scatnet.table.effects import (
    BurnSerial,
    Checked,
    Closed,
    Effect,
    FalsePlay,
    Happened,
    Ignored,
    Job,
    JobResult,
    NoteSigned,
    Persist,
    Rewound,
    Send,
    Voted,
    Wake,
    WantSync,
)
from scatnet.table.peer import Peer
from scatnet.table.state import TableState
from scatnet.table.sync import SyncAnswer
from scatnet.table.view import Choice

__all__ = ["Driver", "Outlet", "Tidings"]

Tidings: TypeAlias = Closed[TableState] | Rewound[TableState] | Happened | Voted | FalsePlay
"""The effects that are for people to hear of."""

_FLUSH_SECONDS: Final = 1.0  # what need not be durable is on the disk this soon all the same


class Outlet(Protocol):
    """Where a driver's effects go to: the network and the people. Nothing here waits."""

    def send(self, records: Sequence[tuple[int, bytes]]) -> None:
        """See to it that everyone gets these records, which are new here."""
        ...

    def want_sync(self, source: bytes | None) -> None:
        """Records are missing: ask this neighbour, or those there are."""
        ...

    def blame(self, source: bytes, sentence: str, *, forged: bool) -> None:
        """This neighbour has sent what is of no use, or even (`forged`) what no honest peer sends."""
        ...

    def tell(self, tidings: Tidings) -> None:
        """Something has happened at the table."""
        ...

    def settled(self) -> None:
        """All effects of an input are done."""
        ...


class Driver:
    """Runs one peer. `run` must be running for anything to happen; the disk is the caller's to close."""

    def __init__(
        self, peer: Peer[TableState], disk: TableDisk, outlet: Outlet, paced: Sequence[PacedPlayer] = ()
    ) -> None:
        self.peer: Final = peer
        self.verified = 0  # proofs checked on this machine
        self._disk: Final = disk
        self._outlet: Final = outlet
        self._paced: Final = tuple(paced)
        self._turn: Final = trio.Lock()
        self._workshop: Final = Workshop()
        self._wake_at = math.inf
        self._wake_changed = trio.Event()

    async def run(self, *, task_status: trio.TaskStatus[None] = trio.TASK_STATUS_IGNORED) -> None:
        """Start the peer and keep it going until cancelled. Raises StoreError where the disk fails."""
        async with trio.open_nursery() as nursery:
            async with self._turn:
                await self._carry_out(self.peer.start(trio.current_time()))
            nursery.start_soon(self._workshop.run, self._job_done)
            nursery.start_soon(self._keep_time)
            nursery.start_soon(self._keep_flushing)
            task_status.started()

    async def receive(self, records: Iterable[tuple[int, bytes]], source: bytes | None) -> None:
        """Take in records from a neighbour."""
        async with self._turn:
            for kind, record in records:
                effects = self.peer.receive(kind, record, trio.current_time())
                if effects:
                    await self._carry_out(effects, source)

    async def choose(self, seat: int, choice: Choice) -> None:
        """Take a person's choice. Raises ChoiceRefusedError, and then nothing has changed."""
        async with self._turn:
            await self._carry_out(self.peer.choose(seat, choice, trio.current_time()))

    async def resign(self) -> None:
        """Give the game up for the seats of this machine."""
        async with self._turn:
            await self._carry_out(self.peer.resign(trio.current_time()))

    async def start_game(self) -> None:
        """As the host, begin. Raises ChoiceRefusedError."""
        async with self._turn:
            await self._carry_out(self.peer.start_game(trio.current_time()))

    async def note_absent(self, operators: frozenset[bytes]) -> None:
        """Say which operators who sit in the lobby cannot be reached."""
        async with self._turn:
            await self._carry_out(self.peer.note_absent(operators, trio.current_time()))

    async def answer_sync(self, payload: bytes) -> SyncAnswer:
        """Answer a neighbour's payload, with nothing in it that is not yet on the disk here."""
        async with self._turn:
            return self.peer.sync_answer(payload)

    async def tick(self) -> None:
        """Tell the peer what time it is."""
        async with self._turn:
            await self._carry_out(self.peer.tick(trio.current_time()))

    async def flush(self) -> None:
        """Have on the disk what has come so far. Raises StoreError."""
        async with self._turn:
            await trio.to_thread.run_sync(self._disk.flush)

    async def _job_done(self, result: JobResult) -> None:
        async with self._turn:
            if isinstance(result, Checked):
                self.verified += 1
            await self._carry_out(self.peer.job_done(result, trio.current_time()))

    async def _keep_time(self) -> None:
        while True:
            changed = self._wake_changed
            thinking = [player.due for player in self._paced if player.due is not None]
            due = min((self._wake_at, *thinking))
            with trio.move_on_at(due):
                await changed.wait()
            if trio.current_time() >= due:
                self._wake_at = math.inf  # until the peer says otherwise
                await self.tick()

    async def _keep_flushing(self) -> None:
        while True:
            await trio.sleep(_FLUSH_SECONDS)
            if self._disk.waiting:
                await self.flush()

    async def _carry_out(self, effects: Sequence[Effect[TableState]], source: bytes | None = None) -> None:
        """Do effects in order. Writes next to each other are one visit to the disk, sends next to each other one
        frame; a write never waits behind a send, nor a send behind a later write.
        """
        queue = deque(effects)
        writes: list[DiskEffect] = []
        sends: list[tuple[int, bytes]] = []
        while queue:
            effect = queue.popleft()
            match effect:
                case BurnSerial() | NoteSigned():
                    writes.append(effect)
                case Persist() if effect.durable or writes:
                    writes.append(effect)
                case Persist():
                    self._disk.remember(effect)
                case Send(kind, record):
                    await self._write(writes, sends)
                    sends.append((kind, record))
                case Job() if effect.slow:
                    await self._write(writes, sends)
                    self._workshop.add(effect)
                case Job():
                    await self._write(writes, sends)
                    queue.extend(self.peer.job_done(effect.run(), trio.current_time()))
                case Wake(at):
                    self._wake(math.inf if at is None else at)
                case Ignored(sentence, fault):
                    if source is not None:
                        self._outlet.blame(source, sentence, forged=fault)
                case WantSync():
                    self._outlet.want_sync(source)
                case _:
                    self._outlet.tell(effect)
        await self._write(writes, sends)
        self._send(sends)
        self._outlet.settled()

    async def _write(self, writes: list[DiskEffect], sends: list[tuple[int, bytes]]) -> None:
        if writes:
            self._send(sends)
            batch = tuple(writes)
            writes.clear()
            await trio.to_thread.run_sync(self._disk.perform, batch)

    def _send(self, sends: list[tuple[int, bytes]]) -> None:
        if sends:
            self._outlet.send(tuple(sends))
            sends.clear()

    def _wake(self, at: float) -> None:
        self._wake_at = at
        self._wake_changed.set()
        self._wake_changed = trio.Event()
