"""Records of the small game, signed step by step, and ledgers that take them in."""

from __future__ import annotations

from collections.abc import Iterable

from scatnet.log import Event, Identity, Kind, make_event
from scatnet.table.ledger import Ledger
from tests.table.small_game import (
    TABLE,
    SmallEngine,
    SmallPlayer,
    SmallState,
    keep_vote,
    lapse_vote,
    make_seats,
    number_event,
    opening_event,
)

ENGINE = SmallEngine()


def people(count: int) -> list[Identity]:
    """So many operators, each with a seat."""
    return [Identity(bytes([place + 1]) * 32) for place in range(count)]


def first_state(operators: list[Identity], *, rounds: int = 3) -> SmallState:
    """The small game before its first round."""
    return SmallState(seats=make_seats(operators), rounds=rounds)


def take_in(ledger: Ledger[SmallState], events: Iterable[Event]) -> None:
    """Give events to a ledger, with their verdicts, and let it settle after each."""
    for event in events:
        ledger.add(event)
        settle(ledger)


def settle(ledger: Ledger[SmallState]) -> None:
    """Settle, with every check answered at once."""
    ledger.settle()
    while checks := ledger.wanted():
        for check in checks:
            ledger.judge(check.event.head, check.event.digest, ENGINE.verdict(check.state, check.event))
        ledger.settle()


class Script:
    """A ledger that sees everything, and everything it has seen."""

    def __init__(self, operators: list[Identity], *, rounds: int = 3) -> None:
        self.operators = operators
        self.genesis = first_state(operators, rounds=rounds)
        self.ledger = Ledger(ENGINE, self.genesis)
        self.records: list[Event] = []

    @property
    def state(self) -> SmallState:
        return self.ledger.state

    def add(self, *events: Event) -> None:
        """Take events in."""
        self.records.extend(events)
        take_in(self.ledger, events)

    def answer(self, seat: int, number: int | None = None, *, state: SmallState | None = None) -> Event:
        """A seat's answer at a state, the current one unless another is given, as its player would give it unless a
        number is named; not taken in."""
        at = self.state if state is None else state
        signer = next(who for who in self.operators if who.public == at.seats[seat].key)
        if at.stage == "opening":
            return opening_event(signer, at)
        if number is not None:
            return number_event(signer, at, number)
        slot = next(slot for slot in ENGINE.expected(at) if slot.seat == seat)
        plan = SmallPlayer(signer).answer(at, slot, None)
        assert plan is not None
        return make_event(signer, table=at.table, head=at.head, kind=plan.kind, body=plan.make())

    def answers(self, *, without: Iterable[int] = ()) -> list[Event]:
        """The answers of all seats that are waited for, but some."""
        left_out = set(without)
        return [self.answer(slot.seat) for slot in ENGINE.expected(self.state) if slot.seat not in left_out]

    def play(self, steps: int, *, without: Iterable[int] = ()) -> None:
        """Play so many steps, all but some seats answering."""
        for _ in range(steps):
            self.add(*self.answers(without=without))

    def lapse(self, voter: int, seat: int, *, state: SmallState | None = None) -> Event:
        """A vote to lapse a seat."""
        return lapse_vote(self.operators[voter], self.state if state is None else state, seat)

    def keep(self, voter: int, event: Event, seat: int) -> Event:
        """A vote to keep an event."""
        return keep_vote(self.operators[voter], event, seat)

    def back(self, seat: int) -> Event:
        """A request of an away seat."""
        head = self.state.seats[seat].away_since
        return make_event(self.operators[seat], table=TABLE, head=head, kind=Kind.BACK, body=())
