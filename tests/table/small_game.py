"""A game so small that thousands can be played: the ledger and the peer are generic over it as over Scat.

A round is opened by the first present seat; then all present seats give a number at once; then each in turn gives one.
A number above `HIGHEST` is refused. A lapse voids the round and makes the seat away; a round is won by the last number.
After so many rounds the game is over. Numbers travel as the wire of `deal_shares` and `shuffle`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from scatnet.log import Event, Evidence, Identity, Kind, Signer, Step, make_event
from scatnet.log import bodies as log
from scatnet.table.refused import Refused
from scatnet.table.seam import Plan
from scatnet.table.slots import Slot
from scatnet.table.view import Choice, Verb

HIGHEST = 99
TABLE = bytes([7]) * 32
FIRST_HEAD = bytes([1]) * 32


@dataclass(frozen=True, slots=True)
class SmallSeat:
    key: bytes
    operator: bytes
    away_since: bytes = b""
    out: bool = False

    @property
    def present(self) -> bool:
        return not (self.away_since or self.out)


@dataclass(frozen=True, slots=True)
class SmallState:
    seats: tuple[SmallSeat, ...]
    rounds: int
    table: bytes = TABLE
    head: bytes = FIRST_HEAD
    number: int = 0
    stage: str = "opening"
    turn: tuple[int, ...] = ()
    settled: int = 0
    scores: tuple[int, ...] = ()
    before_lapse: tuple[tuple[int, SmallState], ...] = field(default=(), compare=False)


class SmallEngine:
    """The rules of the small game."""

    def expected(self, state: SmallState) -> tuple[Slot, ...]:
        present = _present(state)
        match state.stage:
            case "opening":
                seats = (present or tuple(seat for seat, who in enumerate(state.seats) if not who.out))[:1]
                kinds = {Kind.ROUND_OPEN}
            case "all":
                seats, kinds = present, {Kind.DEAL_SHARES}
            case "turn":
                seats, kinds = state.turn[:1], {Kind.SHUFFLE}
            case _:
                return ()
        return tuple(
            Slot(seat=seat, author=state.seats[seat].key, kinds=frozenset(kinds | {Kind.RESIGN})) for seat in seats
        )

    def operators(self, state: SmallState) -> Mapping[bytes, frozenset[int]]:
        found: dict[bytes, frozenset[int]] = {}
        for seat in _present(state):
            operator = state.seats[seat].operator
            found[operator] = found.get(operator, frozenset()) | {seat}
        return found

    def away(self, state: SmallState) -> Mapping[int, bytes]:
        return {place: seat.away_since for place, seat in enumerate(state.seats) if seat.away_since and not seat.out}

    def verdict(self, state: SmallState, event: Event) -> Refused | None:
        if event.head != state.head:
            return Refused("It answers to another head.")
        slot = next((slot for slot in self.expected(state) if slot.author == event.author), None)
        if slot is None or event.kind not in slot.kinds:
            return Refused("Nobody waits for it.")
        body = log.body_of(event)
        if isinstance(body, log.RoundOpen):
            return self._round_open(state, body)
        if event.kind is Kind.RESIGN:
            return None
        return Refused("Its number is too high.") if _number(event) > HIGHEST else None

    def _round_open(self, state: SmallState, body: log.RoundOpen) -> Refused | None:
        away = {state.seats[seat].key: head for seat, head in self.away(state).items()}
        if any(away.get(back.author) != back.head for back in body.backs):
            return Refused("It brings back a seat that is not away.")
        for seat, evidence in body.evidence:
            if not self._convicts(state, seat, evidence):
                return Refused("Its evidence shows nothing.")
        if len(self.operators(_opened(state, body))) < 2 and not all(seat.out or seat.present for seat in state.seats):
            return Refused("Too few people are here.")
        return None

    def _convicts(self, state: SmallState, seat: int, evidence: Evidence) -> bool:
        if state.seats[seat].out or state.seats[seat].key != evidence.author:
            return False
        return len(evidence.events) == 2 or any(
            lapsed == seat and before.head == evidence.head and self.verdict(before, evidence.events[0]) is not None
            for lapsed, before in state.before_lapse
        )

    def is_slow(self, event: Event) -> bool:
        return event.kind is Kind.SHUFFLE

    def fold(self, state: SmallState, step: Step) -> SmallState:
        after = replace(state, head=step.next_head, number=state.number + 1)
        lapsed = [outcome.seat for outcome in step.outcomes if outcome.event is None]
        resigned = [
            outcome.seat for outcome in step.outcomes if outcome.event is not None and outcome.event.kind is Kind.RESIGN
        ]
        for seat in resigned:
            after = _change_seat(after, seat, replace(after.seats[seat], out=True))
        if lapsed:
            before = replace(state, before_lapse=())
            for seat in lapsed:
                after = _change_seat(after, seat, replace(after.seats[seat], away_since=after.head))
                after = replace(after, before_lapse=(*after.before_lapse, (seat, before)))
            return _next_round(replace(after, stage="opening", turn=()))
        if resigned:
            return _next_round(replace(after, stage="opening", turn=()))
        if state.stage == "opening":
            (outcome,) = step.outcomes
            assert outcome.event is not None
            body = log.body_of(outcome.event)
            assert isinstance(body, log.RoundOpen)
            return _next_round(replace(_opened(after, body), stage="all"))
        numbers = tuple(_number(outcome.event) for outcome in step.outcomes if outcome.event is not None)
        if state.stage == "all":
            return replace(after, stage="turn", turn=_present(after), scores=(*after.scores, sum(numbers)))
        if len(state.turn) > 1:
            return replace(after, turn=state.turn[1:])
        done = replace(after, settled=state.settled + 1, scores=(*after.scores, numbers[0]), stage="opening", turn=())
        return replace(done, stage="over") if done.settled == state.rounds else done


def _present(state: SmallState) -> tuple[int, ...]:
    return tuple(place for place, seat in enumerate(state.seats) if seat.present)


def _change_seat(state: SmallState, seat: int, changed: SmallSeat) -> SmallState:
    return replace(state, seats=(*state.seats[:seat], changed, *state.seats[seat + 1 :]))


def _opened(state: SmallState, body: log.RoundOpen) -> SmallState:
    for seat, _ in body.evidence:
        state = _change_seat(state, seat, replace(state.seats[seat], out=True))
    returning = {back.author for back in body.backs}
    for place, seat_now in enumerate(state.seats):
        if seat_now.key in returning and not seat_now.out:
            state = _change_seat(state, place, replace(seat_now, away_since=b""))
    return replace(state, before_lapse=())


def _next_round(state: SmallState) -> SmallState:
    """Over where one operator is left in the game."""
    left = {seat.operator for seat in state.seats if not seat.out}
    return replace(state, stage="over", turn=()) if len(left) < 2 else state


def _number(event: Event) -> int:
    match event.body:
        case (int() as number,):
            return number
        case _:
            return HIGHEST + 1


def make_seats(operators: list[Identity], computers: int = 0) -> tuple[SmallSeat, ...]:
    """A seat for each operator, and `computers` more of the first one."""
    seats = [SmallSeat(operator.public, operator.public) for operator in operators]
    for index in range(computers):
        seats.append(SmallSeat(operators[0].computer_seat(TABLE, index).public, operators[0].public))
    return tuple(seats)


def number_event(signer: Signer, state: SmallState, number: int) -> Event:
    """An answer with a number, of the kind that the state waits for."""
    kind = Kind.DEAL_SHARES if state.stage == "all" else Kind.SHUFFLE
    return make_event(signer, table=state.table, head=state.head, kind=kind, body=(number,))


def opening_event(signer: Signer, state: SmallState) -> Event:
    """A round opened with nobody back and nobody out."""
    return make_event(signer, table=state.table, head=state.head, kind=Kind.ROUND_OPEN, body=((), ()))


def lapse_vote(signer: Signer, state: SmallState, seat: int) -> Event:
    """A vote that the seat's slot lapses."""
    body = log.Lapse(seat, b"").to_body()
    return make_event(signer, table=state.table, head=state.head, kind=Kind.LAPSE, body=body)


def keep_vote(signer: Signer, event: Event, seat: int) -> Event:
    """A vote that the seat's slot stands with this event."""
    body = log.Keep(seat, event.digest).to_body()
    return make_event(signer, table=event.table, head=event.head, kind=Kind.KEEP, body=body)


class SmallPlayer:
    """Answers with a number that follows from its key, the head and, where something is to be chosen, its mood; a
    person's seat waits for a choice, whose `card` is the number."""

    def __init__(self, signer: Identity, *, computer: bool = True, mood: int = 0) -> None:
        self.signer = signer
        self.computer = computer
        self.mood = mood

    def answer(self, state: SmallState, slot: Slot, choice: Choice | None) -> Plan | None:
        if choice is not None and choice.verb is Verb.RESIGN:
            return Plan(kind=Kind.RESIGN, make=lambda: (b"",))
        if state.stage == "all":
            number = (state.head[0] + self.signer.public[0]) % (HIGHEST + 1)
            return Plan(kind=Kind.DEAL_SHARES, make=lambda: (number,))
        if choice is None and self.computer:
            choice = self.stand_in(state, slot)
        if choice is None or choice.card is None or not 0 <= choice.card <= HIGHEST:
            return None
        card = choice.card
        return Plan(kind=Kind.SHUFFLE, make=lambda: (card,))

    def would_give_away(self, state: SmallState, kind: Kind, elsewhere: Iterable[tuple[SmallState, Event]]) -> bool:
        return False

    def stand_in(self, state: SmallState, slot: Slot) -> Choice:
        return Choice(verb=Verb.DRAW, card=(state.head[1] + slot.seat + self.mood) % (HIGHEST + 1))
