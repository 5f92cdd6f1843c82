"""How an audit comes to its verdicts on events: in batches while it can believe, one by one once it cannot.

Checking many proofs as one sum takes a fraction of the time of checking each. So a first reading believes every proof
whose form is right, and sums up a round's proofs when the round has ended, while it reads on. Where a sum does not come
out, the batch names the false events, `Disproved` ends the reading, and a second one begins in which nothing is
believed: what has been proven is known by its digest, what has been disproven too, and the rest is checked at once.
So a log costs at most two readings, however many false events are in it.
"""

from __future__ import annotations

from typing import Final, Protocol

from scatnet.audit.sums import Sums
from scatnet.dealing import Batch, Params
from scatnet.dealing import Fault as ProofFault
from scatnet.log import Event
from scatnet.table.examine import Label, examine, verdict
from scatnet.table.refused import Refused
from scatnet.table.state import TableState

__all__ = ["Believing", "Checking", "Disproved", "Judge", "Trusting"]

_CLAIMS: Final = 600
"""A batch is summed at the latest when it has so many claims: more bring nothing, and it should stay small."""

_LEAST_CLAIMS: Final = 150
"""A batch of fewer waits for the next round: a sum of many terms costs less for each."""


class Disproved(Exception):
    """Proofs that were believed do not hold: the reading has to begin again. `refused` are the verdicts by digest."""

    def __init__(self, refused: dict[bytes, Refused]) -> None:
        super().__init__("a proof does not hold")
        self.refused = refused


class Judge(Protocol):
    """Gives the verdicts of one reading."""

    def judge(self, state: TableState, event: Event) -> Refused | None:
        """The verdict on an event in the state it answers to."""

    def round_ended(self) -> None:
        """Say that a round has ended: a good time to sum. May raise Disproved."""

    def finish(self) -> None:
        """Have everything checked that was believed. May raise Disproved."""


class Believing:
    """The judge of a first reading. `sound` are the digests of events whose proofs have been summed and hold."""

    def __init__(self, params: Params, sums: Sums) -> None:
        """Sum with these parameters, there."""
        self.sound: Final[set[bytes]] = set()
        self._params: Final = sums.params(params)
        self._sums: Final = sums
        self._batch: Batch[Label] = Batch(self._params)
        self._events: list[bytes] = []
        self._batched: Final[dict[int, list[bytes]]] = {}  # by the identity of the batch

    def judge(self, state: TableState, event: Event) -> Refused | None:
        """See `Judge`: believes what is proven in the right form."""
        refused = examine(state, event, self._batch)
        if refused is None:
            self._events.append(event.digest)
        if len(self._events) >= _CLAIMS:
            self._sum()
        return refused

    def round_ended(self) -> None:
        """See `Judge`."""
        if len(self._events) >= _LEAST_CLAIMS:
            self._sum()

    def finish(self) -> None:
        """See `Judge`."""
        self._sum()
        for batch, faults in self._sums.rest():
            self._take(batch, faults)

    def _sum(self) -> None:
        batch, events = self._batch, self._events
        self._batch, self._events = Batch(self._params), []
        self._batched[id(batch)] = events
        for done, faults in self._sums.put(batch):
            self._take(done, faults)

    def _take(self, batch: Batch[Label], faults: tuple[ProofFault[Label], ...]) -> None:
        events = self._batched.pop(id(batch))
        if not faults:
            self.sound.update(events)
            return
        refused = {fault.label[1].digest: Refused(fault.reason) for fault in reversed(faults)}
        self.sound.update(digest for digest in events if digest not in refused)
        raise Disproved(refused)


class Checking:
    """The judge of a second reading, which knows what the first has found and believes nothing else."""

    def __init__(self, sound: set[bytes], refused: dict[bytes, Refused]) -> None:
        """Take over what is known."""
        self._sound: Final = sound
        self._refused: Final = refused

    def judge(self, state: TableState, event: Event) -> Refused | None:
        """See `Judge`. A digest covers head and contents, so what it says of a proof holds in every reading."""
        if event.digest in self._sound:
            return None
        known = self._refused.get(event.digest)
        return known if known is not None else verdict(state, event)

    def round_ended(self) -> None:
        """Nothing is left to check."""

    def finish(self) -> None:
        """Nothing is left to check."""


class Trusting:
    """The judge for logs that this home's own program has checked while it wrote them: it checks nothing.

    It is of use only where the log says nothing of false play; whoever uses it has to look.
    """

    def judge(self, state: TableState, event: Event) -> Refused | None:
        """See `Judge`."""
        return None

    def round_ended(self) -> None:
        """Nothing is checked."""

    def finish(self) -> None:
        """Nothing is checked."""
