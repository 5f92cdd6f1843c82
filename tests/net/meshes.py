"""Meshes of three machines on one network in memory, each with a record of what arrived at it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import trio
from trio.testing import wait_all_tasks_blocked

from scatnet.net.channel import Channel
from scatnet.net.credentials import Credentials
from scatnet.net.frames import Role
from scatnet.net.gossip import AddressBook
from scatnet.net.handshake import Wish, dial
from scatnet.net.mesh import Inbound, Joined, Mesh, Received
from tests.net.helpers import ANN, BEN, CAT, MemoryListener, MemoryNetwork, OpenDoor, at

HOSTS = {"ann": ANN, "ben": BEN, "cat": CAT}


class Party:
    """Some meshes on one network in memory, each with a record of what arrived at it."""

    def __init__(self, nursery: trio.Nursery) -> None:
        self.network = MemoryNetwork()
        self.meshes: dict[str, Mesh] = {}
        self.listeners: dict[str, MemoryListener] = {}
        self.arrived: dict[str, list[Inbound]] = {}
        self._nursery = nursery

    async def add(self, host: str, *, door: OpenDoor | None = None, knows: str = "ann ben cat") -> Mesh:
        book = AddressBook()
        for other in knows.split():
            book.learn(HOSTS[other].public, [at(other)])
        mesh = Mesh(
            HOSTS[host], door or OpenDoor(), book, connect=self.network.connect_from(host), seed=len(self.meshes)
        )
        self.meshes[host] = mesh
        self.listeners[host] = self.network.listen(host)
        self.arrived[host] = []
        await self._nursery.start(mesh.run, [self.listeners[host]])
        self._nursery.start_soon(self._record, host)
        return mesh

    async def _record(self, host: str) -> None:
        async for inbound in self.meshes[host].inbox:
            self.arrived[host].append(inbound)

    def everyone_wants_everyone(self) -> None:
        for mesh in self.meshes.values():
            mesh.want([HOSTS[host].public for host in self.meshes], None)

    def linked(self, host: str) -> set[str]:
        neighbours = self.meshes[host].neighbours
        return {other for other, credentials in HOSTS.items() if credentials.public in neighbours}

    def joins(self, host: str) -> int:
        return sum(isinstance(inbound, Joined) for inbound in self.arrived[host])

    def frames(self, host: str) -> list[Received]:
        return [inbound for inbound in self.arrived[host] if isinstance(inbound, Received)]

    async def stranger(self, host: str, credentials: Credentials = CAT, role: Role = Role.PLAYER) -> Channel:
        """A channel to a host that the test itself speaks on."""
        return await dial(self.listeners[host].connect(), credentials, Wish(role=role))


@asynccontextmanager
async def party() -> AsyncIterator[Party]:
    async with trio.open_nursery() as nursery:
        yield Party(nursery)
        nursery.cancel_scope.cancel()


async def settle(seconds: float) -> None:
    """Let the mock clock run on so far, and all tasks come to rest."""
    await trio.sleep(seconds)
    await wait_all_tasks_blocked()
