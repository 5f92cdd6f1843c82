"""What a change of the ledger means to the world: records to write and to pass on, and what to tell."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from scatnet.log import SLOT, VOTE, Event, Evidence
from scatnet.log.bodies import Keep, Lapse, body_of
from scatnet.table.effects import Closed, Effect, FalsePlay, Persist, RecordType, Rewound, Send, Voted
from scatnet.table.ledger import Changes, Ledger
from scatnet.table.seam import S

__all__ = ["news_of", "passing_on", "proof_of"]


def passing_on(event: Event, own: Collection[bytes]) -> Iterator[Effect[S]]:
    """A record that is new here. Answers are written when their verdict is known, all else at once; what this machine
    has signed (`own` are its keys) is on the disk before it leaves."""
    if event.kind not in SLOT:
        yield Persist(RecordType.EVENT, event.record, durable=event.author in own)
    yield Send(RecordType.EVENT, event.record)
    if event.kind in VOTE:
        vote = body_of(event)
        assert isinstance(vote, Lapse | Keep)
        yield Voted(event.author, vote.seat, event.head, keep=isinstance(vote, Keep))


def proof_of(evidence: Evidence, *, written: bool) -> Iterator[Effect[S]]:
    """False play that has come to light; `written` says that the log has this evidence already. The events in it have
    been passed on as they came, and whoever has them sees the same."""
    if not written:
        yield Persist(RecordType.EVIDENCE, evidence.record)
    how = "two different answers to one step" if len(evidence.events) > 1 else "an answer that the rules refuse"
    yield FalsePlay(evidence.author, f"This player has signed {how}.")


def news_of(ledger: Ledger[S], changes: Changes[S]) -> Iterator[Effect[S]]:
    """Steps undone, then steps closed."""
    if changes.undone:
        fork = changes.reached[0].parent if changes.reached else ledger.tip
        assert fork is not None
        yield Rewound(changes.undone, ledger.state_of(fork))
    for node in changes.reached:
        assert node.parent is not None
        yield Closed(ledger.state_of(node.parent), ledger.step_to(node), ledger.state_of(node))
