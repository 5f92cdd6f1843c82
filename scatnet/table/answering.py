"""How the seats of this machine answer: automatically, by a person's choice, or by a stand-in when their clock runs
out.

An answer takes three turns: its plan is made and its serial burned; its body is made, which may take a while; and it is
signed, if the table still waits for it. Until it is signed nothing is decided, and the same plan makes the same bytes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, Generic

from scatnet.log import Event, Evidence, Kind, Value, fits_in_round_open, make_event
from scatnet.log.bodies import RoundOpen
from scatnet.table.clocks import Clocks, PeerSettings
from scatnet.table.ledger import Ledger
from scatnet.table.seam import Engine, Plan, S, SeatPlayer
from scatnet.table.slots import Slot
from scatnet.table.view import Choice, Verb

__all__ = ["Answering", "OwnSeat", "Planned"]

Body = tuple[Value, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnSeat(Generic[S]):
    """A seat that this machine wants at the table, and what its `sit` says."""

    player: SeatPlayer[S]
    nickname: str
    house_rule: bool = False


@dataclass(frozen=True, slots=True)
class Planned:
    """An answer that is ready to be made, and whether a stand-in chose it."""

    slot: Slot
    plan: Plan
    stood_in: bool


@dataclass(frozen=True, slots=True)
class _Trial:
    """Stands for a signer where a body is only tried: what it makes has no valid signature."""

    public: bytes

    def sign(self, _message: bytes) -> bytes:
        """Sixty-four zeros."""
        return bytes(64)


class Answering(Generic[S]):
    """The answers of one machine's seats at the current head."""

    def __init__(self, engine: Engine[S], ledger: Ledger[S], seats: Sequence[OwnSeat[S]]) -> None:
        self._engine: Final = engine
        self._ledger: Final = ledger
        self._players: Final = {seat.player.signer.public: seat.player for seat in seats}
        self._choices: dict[bytes, Choice] = {}  # by author, for the current head
        self._making: set[bytes] = set()  # authors whose answer to the current head is being made
        self._head = b""
        self.resigning = False

    @property
    def keys(self) -> frozenset[bytes]:
        """The keys of the seats of this machine."""
        return frozenset(self._players)

    def own_slots(self) -> Iterator[Slot]:
        """The slots at the current head that wait for a seat of this machine."""
        tip = self._ledger.tip
        return (
            slot
            for slot in tip.slots
            if slot.author in self._players and Kind.BEGIN not in slot.kinds and not tip.answers(slot)
        )

    def planned(self, clocks: Clocks, settings: PeerSettings) -> Iterator[Planned]:
        """The answers that can be made now, each given once for a head."""
        self._look_at_head()
        for slot in self.own_slots():
            if slot.author not in self._making:
                found = self._plan(slot, clocks, settings)
                if found is not None:
                    self._making.add(slot.author)
                    yield found

    def choose(self, slot: Slot, choice: Choice) -> bool:
        """Take a person's choice for a slot; False where it is not possible."""
        self._look_at_head()
        if slot.author in self._making:
            return False
        plan = self._players[slot.author].answer(self._ledger.state, slot, choice)
        if plan is None or self._gives_away(slot, plan):
            return False
        self._choices[slot.author] = choice
        return True

    def finished(self, head: bytes, author: bytes) -> bool:
        """An answer has been made: whether the table still waits for it. If not, it is to be thrown away."""
        self._look_at_head()
        if head != self._head or author not in self._making:
            return False
        self._making.discard(author)
        return any(slot.author == author for slot in self.own_slots())

    def forget(self, head: bytes, author: bytes) -> None:
        """An answer that was planned will not be signed now; it is to be planned again."""
        if head == self._head:
            self._making.discard(author)

    def clock_began(self, clocks: Clocks, slot: Slot) -> float | None:
        """When the turn clock of a person began to run, or None where none does."""
        return clocks.began("turn", self._ledger.head, slot.seat)

    def _look_at_head(self) -> None:
        if self._head != self._ledger.head:
            self._head = self._ledger.head
            self._choices.clear()
            self._making.clear()

    def _plan(self, slot: Slot, clocks: Clocks, settings: PeerSettings) -> Planned | None:
        state = self._ledger.state
        player = self._players[slot.author]
        if self.resigning and Kind.RESIGN in slot.kinds:
            plan = player.answer(state, slot, Choice(verb=Verb.RESIGN))
            return None if plan is None else Planned(slot, plan, stood_in=False)
        if Kind.ROUND_OPEN in slot.kinds:
            body = self._round_open(slot)
            return (
                None if body is None else Planned(slot, Plan(kind=Kind.ROUND_OPEN, make=lambda: body), stood_in=False)
            )
        choice = self._choices.get(slot.author)
        plan = player.answer(state, slot, choice)
        if plan is not None:
            return None if self._gives_away(slot, plan) else Planned(slot, plan, stood_in=False)
        if not settings.turn_clock or not clocks.over("turn", self._ledger.head, slot.seat, settings.turn_clock):
            return None
        plan = player.answer(state, slot, player.stand_in(state, slot))
        return None if plan is None or self._gives_away(slot, plan) else Planned(slot, plan, stood_in=True)

    def _gives_away(self, slot: Slot, plan: Plan) -> bool:
        elsewhere = self._ledger.signed_elsewhere(slot.author)
        return self._players[slot.author].would_give_away(self._ledger.state, plan.kind, elsewhere)

    def _round_open(self, slot: Slot) -> Body | None:
        """The body that opens the next round with all who are back and all who are out, or None where it cannot
        open."""
        away = self._engine.away(self._ledger.state)
        state = self._ledger.state
        backs = [
            back
            for seat in sorted(away)
            for back in self._ledger.requests_at(away[seat])
            if back.author == state.seats[seat].key
        ]
        keys = {seat.key: place for place, seat in enumerate(state.seats)}
        evidence: dict[int, Evidence] = {}
        for proof in sorted(self._ledger.evidence.values(), key=lambda proof: (len(proof.events), proof.digest)):
            seat = keys.get(proof.author)
            if seat is None or proof.author == slot.author or not fits_in_round_open(proof.events):
                continue
            if self._would_stand(slot, RoundOpen(tuple(backs), ((seat, proof),))):
                evidence.setdefault(seat, proof)
        opening = RoundOpen(tuple(backs), tuple(sorted(evidence.items())))
        return opening.to_body() if self._would_stand(slot, opening) else None

    def _would_stand(self, slot: Slot, opening: RoundOpen) -> bool:
        state = self._ledger.state
        trial: Event = make_event(
            _Trial(slot.author), table=state.table, head=state.head, kind=Kind.ROUND_OPEN, body=opening.to_body()
        )
        return self._engine.verdict(state, trial) is None
