"""Bugs put in on purpose, for the simulator to find: each patches one function; the product has no switch for any.

Each comes with what the judge says when it has found it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from typing import Final, Generic
from unittest.mock import patch

from scatnet.dealing import TableSecrets
from scatnet.log import Event, Kind, Step, make_evidence
from scatnet.log.bodies import Lapse
from scatnet.table import examine, peer, voting
from scatnet.table.clocks import Clocks, PeerSettings
from scatnet.table.effects import Effect, Send
from scatnet.table.ledger import Admission, Ledger
from scatnet.table.node import Node, Path
from scatnet.table.peer import Peer
from scatnet.table.player import Player
from scatnet.table.refused import Refused
from scatnet.table.seam import Engine, S
from scatnet.table.slots import Slot
from scatnet.table.state import TableState
from tests.simulation.disk import Disk

__all__ = ["BUGS", "Bug"]


class ComputersVote(Generic[S]):
    """An engine that counts every present seat as a voter of its own."""

    def __init__(self, engine: Engine[S]) -> None:
        self.engine = engine

    def operators(self, state: S) -> Mapping[bytes, frozenset[int]]:
        seats = sorted(frozenset[int]().union(*self.engine.operators(state).values()))
        return {state.seats[seat].key: frozenset({seat}) for seat in seats}

    def expected(self, state: S) -> tuple[Slot, ...]:
        return self.engine.expected(state)

    def away(self, state: S) -> Mapping[int, bytes]:
        return self.engine.away(state)

    def verdict(self, state: S, event: Event) -> Refused | None:
        return self.engine.verdict(state, event)

    def is_slow(self, event: Event) -> bool:
        return self.engine.is_slow(event)

    def fold(self, state: S, step: Step) -> S:
        return self.engine.fold(state, step)


@contextmanager
def computer_players_vote() -> Iterator[None]:
    """Every peer counts computer players as voters; the judge does not."""
    honest = Ledger.__init__

    def make(ledger: Ledger[S], engine: Engine[S], genesis: S, own: bytes | None = None) -> None:
        honest(ledger, ComputersVote(engine), genesis, own)

    with patch.object(Ledger, "__init__", make):
        yield


@contextmanager
def who_went_on_votes_lapse() -> Iterator[None]:
    """An operator votes to lapse slots that it has long gone on from."""
    honest = voting.votes_due

    def votes_due(
        ledger: Ledger[S], operator: bytes, clocks: Clocks, settings: PeerSettings, held: int
    ) -> Iterator[voting.Vote]:
        for node, slot in ledger.matters():
            unused = (operator, slot.seat) not in node.records.ballots
            if operator in node.voters and unused and node.owner(slot) != operator:
                yield node.head, Kind.LAPSE, Lapse(slot.seat, b"").to_body()
        yield from honest(ledger, operator, clocks, settings, held)

    with patch.object(peer, "votes_due", votes_due):
        yield


@dataclass(frozen=True, slots=True)
class WitnessedStep(Step):
    """A step whose votes enter the head."""

    votes: bytes = b""

    @property
    def next_head(self) -> bytes:
        return hashlib.sha256(Step.next_head.__get__(self) + self.votes).digest()


@contextmanager
def votes_enter_the_head() -> Iterator[None]:
    """The votes at hand when a step closes enter the next head."""
    honest = Node.step

    def step(node: Node[S], path: Path) -> Step:
        plain = honest(node, path)
        return WitnessedStep(plain.head, plain.outcomes, b"".join(sorted(who for who, _ in node.records.ballots)))

    with patch.object(Node, "step", step):
        yield


@contextmanager
def nothing_is_flushed() -> Iterator[None]:
    """The notes are written like anything else, and nothing waits for the disk."""
    honest = Disk.crash

    def crash(disk: Disk, survivors: float) -> None:
        disk.flushed = 0
        disk.noted.clear()
        honest(disk, survivors)

    with patch.object(Disk, "crash", crash):
        yield


@contextmanager
def sent_before_noted() -> Iterator[None]:
    """Everything is sent before anything is written."""
    honest = Peer._turn

    def turn(self: Peer[S]) -> list[Effect[S]]:
        return sorted(honest(self), key=lambda effect: not isinstance(effect, Send))

    with patch.object(Peer, "_turn", turn):
        yield


@contextmanager
def nonces_bind_the_witness_only() -> Iterator[None]:
    """A nonce follows from the witness alone, whatever is proved."""

    def bound_scalars(
        secrets: TableSecrets, order: int, count: int, label: str, _transcript: object, witness: tuple[int, ...]
    ) -> tuple[int, ...]:
        return secrets.scalars(order, count, label, repr(tuple(witness)).encode())

    with patch.object(TableSecrets, "bound_scalars", bound_scalars):
        yield


@contextmanager
def late_answers_are_evidence() -> Iterator[None]:
    """An answer to a head that the chain has passed is taken for false play."""
    honest = Ledger._store_answer

    def store(ledger: Ledger[S], node: Node[S], event: Event) -> Admission:
        admission = honest(ledger, node, event)
        if admission is Admission.STORED and ledger.on_chain(node) and node is not ledger.tip:
            ledger._note(make_evidence(event))
        return admission

    with patch.object(Ledger, "_store_answer", store):
        yield


@contextmanager
def shares_are_given_on_every_branch() -> Iterator[None]:
    """A seat forgets what it has given on the branches left behind."""

    def would_give_away(
        _player: Player, _state: TableState, _kind: Kind, _elsewhere: Iterable[tuple[TableState, Event]]
    ) -> bool:
        return False

    with patch.object(Player, "would_give_away", would_give_away):
        yield


@contextmanager
def shuffles_are_not_checked() -> Iterator[None]:
    """Any deck passes for a shuffle of the one before."""
    with patch.object(examine, "collect_shuffle", lambda *_: None):
        yield


@dataclass(frozen=True, slots=True)
class Bug:
    """A bug to put in, and what is said of a game in which it shows."""

    put_in: Callable[[], AbstractContextManager[None]]
    symptoms: tuple[str, ...]

    def shows(self, problems: Iterable[str]) -> bool:
        """Whether any problem is one that this bug makes."""
        return any(symptom in problem for symptom in self.symptoms for problem in problems)


BUGS: Final[Mapping[str, Bug]] = {
    "computers-vote": Bug(computer_players_vote, ("waits at step", "counts at step")),
    "followers-lapse": Bug(who_went_on_votes_lapse, ("votes against what it has followed",)),
    "votes-in-head": Bug(votes_enter_the_head, ("different heads", "another head")),
    "no-fsync": Bug(nothing_is_flushed, ("signed twice",)),
    "sent-before-noted": Bug(sent_before_noted, ("signed twice", "votes against what it has followed")),
    "loose-nonces": Bug(nonces_bind_the_witness_only, ("one nonce in two answers",)),
    "stale-evidence": Bug(late_answers_are_evidence, ("named for false play",)),
    "shares-anywhere": Bug(
        shares_are_given_on_every_branch, ("one card to two readers", "two decks of one", "takes a card")
    ),
    "unchecked-shuffles": Bug(shuffles_are_not_checked, ("a forged shuffle",)),
}
"""By the names that `scripts/simulate_faults.py --plant` takes."""
