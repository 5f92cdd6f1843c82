"""The simulator finds bugs: each of these is put in on purpose, and some game goes wrong that went right without it.

A bug is put in from here, by patching one function; the product has no switch for it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from unittest.mock import patch

import pytest

from scatnet.dealing import TableSecrets
from scatnet.log import Event, Kind, Step, make_evidence
from scatnet.log.bodies import Lapse
from scatnet.table import peer, voting
from scatnet.table.clocks import Clocks, PeerSettings
from scatnet.table.effects import Effect, Send
from scatnet.table.ledger import Admission, Ledger
from scatnet.table.node import Node, Path
from scatnet.table.peer import Peer
from tests.simulation import small
from tests.simulation.disk import Disk
from tests.simulation.scenario import Scenario, run
from tests.simulation.world import Faults
from tests.table.small_game import SmallEngine, SmallState

ROUGH = Faults(delay=1.0, slow=0.15, slow_delay=60.0, loss=0.1, crash=0.02, crashes=6, down=(0.5, 40.0), partitions=1)


def rough(seed: int) -> Scenario:
    """A game among honest people on a bad network; one machine dies now and then."""
    deaths = ((seed % 5, 5.0),) if seed % 2 else ()
    return Scenario(seed=seed, people=5, computers=1, faults=ROUGH, cheaters=(), deaths=deaths, leavers=())


def many_computers(seed: int) -> Scenario:
    """Few people, many computer players, and somebody who dies."""
    return Scenario(seed=seed, people=3, computers=3, faults=Faults(), cheaters=(), deaths=((2, 0.3),), leavers=())


def one_dies(seed: int) -> Scenario:
    """Five people, one of whom is voted out."""
    return Scenario(
        seed=seed, people=5, computers=0, faults=Faults(delay=0.5), cheaters=(), deaths=((4, 2.0),), leavers=()
    )


def scat(seed: int) -> Scenario:
    """A quiet game of Scat."""
    return Scenario(
        seed=seed, people=2, computers=0, faults=Faults(), cheaters=(), deaths=(), leavers=(), rules="cadillac"
    )


class ComputersVote(SmallEngine):
    """Counts every present seat as a voter of its own."""

    def operators(self, state: SmallState) -> Mapping[bytes, frozenset[int]]:
        return {seat.key: frozenset({place}) for place, seat in enumerate(state.seats) if seat.present}


@contextmanager
def computer_players_vote() -> Iterator[None]:
    with patch.object(small, "ENGINE", ComputersVote()):
        yield


@contextmanager
def who_went_on_votes_lapse() -> Iterator[None]:
    honest = voting.votes_due

    def votes_due(
        ledger: Ledger[SmallState], operator: bytes, clocks: Clocks, settings: PeerSettings, held: int
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
    honest = Node.step

    def step(node: Node[SmallState], path: Path) -> Step:
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
        disk.answers.clear()
        disk.votes.clear()
        honest(disk, survivors)

    with patch.object(Disk, "crash", crash):
        yield


@contextmanager
def sent_before_noted() -> Iterator[None]:
    honest = Peer._turn

    def turn(self: Peer[SmallState]) -> list[Effect[SmallState]]:
        return sorted(honest(self), key=lambda effect: not isinstance(effect, Send))

    with patch.object(Peer, "_turn", turn):
        yield


@contextmanager
def nonces_bind_the_witness_only() -> Iterator[None]:
    def bound_scalars(
        secrets: TableSecrets, order: int, count: int, label: str, _transcript: object, witness: tuple[int, ...]
    ) -> tuple[int, ...]:
        return secrets.scalars(order, count, label, repr(tuple(witness)).encode())

    with patch.object(TableSecrets, "bound_scalars", bound_scalars):
        yield


@contextmanager
def late_answers_are_evidence() -> Iterator[None]:
    honest = Ledger._store_answer

    def store(ledger: Ledger[SmallState], node: Node[SmallState], event: Event) -> Admission:
        admission = honest(ledger, node, event)
        if admission is Admission.STORED and ledger.on_chain(node) and node is not ledger.tip:
            ledger._note(make_evidence(event))
        return admission

    with patch.object(Ledger, "_store_answer", store):
        yield


BUGS: Mapping[str, tuple[Callable[[], AbstractContextManager[None]], Callable[[int], Scenario], str]] = {
    "computer players are counted as voters": (computer_players_vote, many_computers, "waits at step"),
    "who went on votes lapse": (who_went_on_votes_lapse, rough, "votes against what it has followed"),
    "votes enter the head": (votes_enter_the_head, one_dies, "different heads"),
    "nothing is flushed to the disk": (nothing_is_flushed, rough, "signed twice"),
    "an event is sent before it is noted": (sent_before_noted, rough, "signed twice"),
    "nonces do not bind the statement": (nonces_bind_the_witness_only, scat, "one nonce in two answers"),
    "a late answer is taken for evidence": (late_answers_are_evidence, rough, "named for false play"),
}


@pytest.mark.parametrize("name", BUGS)
def test_the_simulator_finds(name: str) -> None:
    put_in, scenario, symptom = BUGS[name]
    for seed in range(40):
        with put_in():
            found = run(scenario(seed), actions=6_000).problems
        if any(symptom in problem for problem in found):
            assert not run(scenario(seed)).problems, "the game goes wrong without the bug too"
            return
    pytest.fail("40 games went right with the bug in")
