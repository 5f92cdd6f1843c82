"""Several `Spreading`s on links in memory, with time given by hand: each takes in what is new to it and spreads it."""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Iterable

from scatnet.net.frames import Have, Records, Want
from scatnet.net.spreading import Complaint, Outcome, Parcel, Spreading

Message = Records | Have | Want


class Room:
    """Machines named by letters, and the links between them, each of which keeps its order."""

    def __init__(self, machines: str, links: Iterable[str]) -> None:
        self.now = 0.0
        self.machines = {key.encode(): Spreading() for key in machines}
        self.has: dict[bytes, set[bytes]] = {key: set() for key in self.machines}
        self.sent: list[tuple[bytes, bytes, Message]] = []  # everything, in order: from, to, what
        self.complaints: list[tuple[bytes, Complaint]] = []
        self.mute: set[bytes] = set()  # who names records and gives none
        self._wires: dict[tuple[bytes, bytes], deque[Message]] = {}
        self._under_way: list[tuple[bytes, bytes]] = []  # the wire of each message, in the order of sending
        for pair in links:
            self.link(*pair)

    def link(self, one: str, other: str) -> None:
        """Link two machines."""
        for here, there in ((one.encode(), other.encode()), (other.encode(), one.encode())):
            self._wires[here, there] = deque()
            self.machines[here].joined(there)

    def unlink(self, one: str, other: str) -> None:
        """Cut the link between two machines; what is under way is lost."""
        for here, there in ((one.encode(), other.encode()), (other.encode(), one.encode())):
            del self._wires[here, there]
            self._under_way = [wire for wire in self._under_way if wire != (here, there)]
            self.machines[here].left(there)

    def say(self, author: str, record: bytes) -> None:
        """A machine has something new of its own."""
        self._take(author.encode(), record)

    def take(self, key: str, record: bytes) -> None:
        """Let a machine have a record from outside."""
        self._take(key.encode(), record)

    def send(self, sender: str, to: str, message: Message) -> None:
        """Put a message of a test's own on a wire."""
        self._put(sender.encode(), to.encode(), message)

    def deliver(self) -> None:
        """Let everything under way arrive in the order in which it was sent, and what follows from it."""
        while self._under_way:
            self._arrive(*self._under_way.pop(0))

    def deliver_one(self, order: random.Random) -> None:
        """Let one message arrive, if there is any, from a wire that `order` chooses."""
        if self._under_way:
            wire = order.choice(self._under_way)
            self._under_way.remove(wire)
            self._arrive(*wire)

    def work(self, seconds: float) -> None:
        """Let so much time go by, everything arriving at once."""
        end = self.now + seconds
        self.deliver()
        while (due := min(machine.due for machine in self.machines.values())) <= end:
            self.now = max(self.now, due)
            self.work_now()
            self.deliver()
        self.now = end

    def work_now(self) -> None:
        """Do what is due now."""
        for key, machine in self.machines.items():
            if machine.due <= self.now:
                self._carry(key, machine.work(self.now))

    def leave(self, key: str) -> None:
        """A machine leaves, saying what it has not said."""
        self._carry(key.encode(), self.machines[key.encode()].finish())

    def frames(self, kind: type[Message]) -> list[tuple[str, str]]:
        """From whom to whom frames of this kind have been sent."""
        return [(sender.decode(), to.decode()) for sender, to, message in self.sent if isinstance(message, kind)]

    def _take(self, key: bytes, record: bytes) -> None:
        if record not in self.has[key]:
            self.has[key].add(record)
            self._carry(key, self.machines[key].spread(((1, record),), self.now))

    def _carry(self, key: bytes, outcomes: list[Outcome]) -> None:
        for outcome in outcomes:
            match outcome:
                case Complaint():
                    self.complaints.append((key, outcome))
                case Parcel(to, frame):
                    for peer in to:
                        self.sent.append((key, peer, frame))
                        self._put(key, peer, frame)

    def _put(self, sender: bytes, to: bytes, message: Message) -> None:
        self._wires[sender, to].append(message)
        self._under_way.append((sender, to))

    def _arrive(self, sender: bytes, to: bytes) -> None:
        message = self._wires[sender, to].popleft()
        machine = self.machines[to]
        match message:
            case Records(records):
                machine.received(sender, records)
                for _kind, record in records:
                    self._take(to, record)
            case Have(names):
                machine.told(sender, names, self.now)
            case Want(names):
                if to not in self.mute:
                    self._carry(to, machine.asked(sender, names))
