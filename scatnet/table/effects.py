"""What a peer asks of whoever drives it, as plain values, to be done in the order given.

The driver (the node with its disk and network, or a simulator) does one effect completely before it begins the next.
Then these hold by the order alone: a serial is burned before anything is made with it; what is signed stands in a
durable note and in the log before it leaves the machine. A driver that is stopped between any two effects loses
nothing that the next start cannot make again.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import IntEnum
from typing import Generic, TypeAlias, TypeVar

from scatnet.log import Event, Kind, Step, Value
from scatnet.table.happenings import Happening
from scatnet.table.refused import Refused
from scatnet.table.seam import StateLike

__all__ = [
    "BurnSerial",
    "Checked",
    "Closed",
    "Effect",
    "FalsePlay",
    "Happened",
    "Ignored",
    "Job",
    "JobResult",
    "Made",
    "NoteSigned",
    "Persist",
    "RecordType",
    "Rewound",
    "Send",
    "Voted",
    "Wake",
    "WantSync",
]

St = TypeVar("St", bound=StateLike)


class RecordType(IntEnum):
    """What a record in a file or a frame holds."""

    EVENT = 1  # one event: answers, votes, requests and the lobby's
    EVIDENCE = 2  # one or two answers of a seat that plays false


@dataclass(frozen=True, slots=True)
class BurnSerial:
    """Write durably that `seat_key` (32 bytes) uses this permutation serial for its answer to `head`, and for nothing
    else ever, before the next effect."""

    seat_key: bytes
    head: bytes
    serial: int


@dataclass(frozen=True, slots=True)
class NoteSigned:
    """Write durably, apart from the log, that we signed this event, before the next effect.

    Keep of each author the newest answer to a slot, and every vote; give them back when the peer is made again. The
    note holds the whole record: a log that has lost it (an older copy, a torn tail) gets the same bytes back.
    """

    event: Event

    @property
    def record(self) -> bytes:
        """The signed event as it stands in files."""
        return self.event.record


@dataclass(frozen=True, slots=True)
class Persist:
    """Append a record to the log file; `durable` says to flush it to the disk before the next effect."""

    type: RecordType
    record: bytes
    durable: bool = False


@dataclass(frozen=True, slots=True)
class Send:
    """Send a record to every neighbour but the one it came from, if any: it is new here."""

    type: RecordType
    record: bytes


@dataclass(frozen=True, slots=True)
class Checked:
    """Result of a check: the verdict on the event of this digest at `head`."""

    head: bytes
    digest: bytes
    refused: Refused | None


@dataclass(frozen=True, slots=True)
class Made:
    """Result of making an answer of `author` at `head`: its kind and body."""

    head: bytes
    author: bytes
    kind: Kind
    body: tuple[Value, ...]


JobResult: TypeAlias = Checked | Made


@dataclass(frozen=True, slots=True)
class Job:
    """Pure work: call `run` anywhere (a worker thread where `slow`) and give `Peer.job_done` what it returns.

    Any order, any delay; a job that is lost in a crash is asked for again by the next start. `making` jobs are waited
    for by everybody at the table: do them before checks.
    """

    run: Callable[[], JobResult]
    slow: bool
    making: bool


@dataclass(frozen=True, slots=True)
class Wake:
    """Call `Peer.tick` at this time (seconds of the driver's monotonic clock) at the latest; None: no need to.
    Replaces the one before."""

    at: float | None


@dataclass(frozen=True, slots=True)
class Happened:
    """Something that only this peer knows, such as a stand-in move. Public happenings follow from `Closed`."""

    happening: Happening


@dataclass(frozen=True, slots=True)
class Closed(Generic[St]):
    """A step has closed: the table was in state `before` and is in state `after`."""

    before: St
    step: Step
    after: St


@dataclass(frozen=True, slots=True)
class Rewound(Generic[St]):
    """The last steps are undone by the others' votes or by evidence: the table is in `state` again."""

    steps: int
    state: St


@dataclass(frozen=True, slots=True)
class Voted:
    """An operator's vote has been counted for the first time: `keep` or lapse, on `seat` at `head`."""

    operator: bytes
    seat: int
    head: bytes
    keep: bool


@dataclass(frozen=True, slots=True)
class FalsePlay:
    """Somebody plays false, provably: the seat key, and a sentence that says how."""

    author: bytes
    sentence: str


@dataclass(frozen=True, slots=True)
class Ignored:
    """The record just received changes nothing. `fault` says that no honest peer sends such a record: the network
    may count it against the neighbour it came from."""

    sentence: str
    fault: bool


@dataclass(frozen=True, slots=True)
class WantSync:
    """Records are missing here: ask neighbours with `Peer.sync_request`."""


Effect: TypeAlias = (
    BurnSerial
    | NoteSigned
    | Persist
    | Send
    | Job
    | Wake
    | Happened
    | Closed[St]
    | Rewound[St]
    | Voted
    | FalsePlay
    | Ignored
    | WantSync
)
