"""From `open` to `begin`: what a table was opened for, who may sit, and when a beginning is complete."""

from __future__ import annotations

from collections.abc import Sequence

from scatnet.log import Event, Kind
from scatnet.log.bodies import Begin, Open, Ready, Sit, Start, body_of
from scatnet.rules.fields import decode_rules
from scatnet.table.refused import Refused
from scatnet.table.state import Seat, Settings, TableState

__all__ = [
    "PROTOCOL_REVISION",
    "check_begin",
    "check_sit",
    "check_start",
    "house_rule_played",
    "seats_of",
    "settings_of",
]

PROTOCOL_REVISION = 1
"""The revision of protocol.md that this program speaks; a table of another one cannot be sat at."""


def settings_of(event: Event) -> Settings:
    """What an `open` fixes. Raises ValueError, with a sentence, where its rules are none or do not take its seats."""
    body = body_of(event)
    if not isinstance(body, Open):
        raise ValueError(f"a table is opened by its `open`, not by a `{event.kind}`")
    rules = decode_rules(body.rules)
    if body.revision != PROTOCOL_REVISION:
        raise ValueError(
            f"the table speaks revision {body.revision} of the protocol, and this program revision {PROTOCOL_REVISION}"
        )
    if not rules.min_seats <= body.seats <= rules.max_seats:
        raise ValueError(f"the table's rules take {rules.min_seats} to {rules.max_seats} seats, not {body.seats}")
    return Settings(
        name=body.name,
        host=event.author,
        rules=rules,
        seats=body.seats,
        patience=body.patience,
        turn_clock=body.turn_clock,
        spectators=body.spectators,
        revision=body.revision,
        previous=body.previous,
    )


def check_sit(state: TableState, sit: Event) -> Refused | None:
    """Whether a `sit` may take a seat at this table: it is a `sit` that answers to its `open`."""
    body = body_of(sit)
    if not isinstance(body, Sit) or (sit.table, sit.head) != (state.table, state.head):
        return Refused("It does not answer to this table's opening.")
    return None


def check_start(state: TableState, start: Event) -> Refused | None:
    """Whether a `start` is the host's for this table, with seats that may all sit."""
    body = body_of(start)
    if not isinstance(body, Start) or (start.table, start.head) != (state.table, state.head):
        return Refused("It does not answer to this table's opening.")
    if start.author != state.settings.host:
        return Refused("Only the host orders the seats.")
    if not state.rules.min_seats <= len(body.sits) <= state.settings.seats:
        return Refused(f"The table takes {state.rules.min_seats} to {state.settings.seats} seats.")
    if len({sit.author for sit in body.sits}) != len(body.sits):
        return Refused("The same player sits twice.")
    computers = {sit.author for sit in body.sits if sit.body[1] is True}
    if any(sit.body[3] in computers for sit in body.sits):
        return Refused("A computer player runs no seat.")
    for sit in body.sits:
        refused = check_sit(state, sit)
        if refused is not None:
            return refused
    return None


def check_begin(state: TableState, begin: Event) -> Refused | None:
    """Whether a `begin` is one `start` with the ready of everyone in it, and of nobody else."""
    body = body_of(begin)
    if not isinstance(body, Begin):
        return Refused("The table waits for its beginning.")
    refused = check_start(state, body.start)
    if refused is not None:
        return refused
    for ready in body.readies:
        answer = body_of(ready)
        right = isinstance(answer, Ready) and answer.start == body.start.digest
        if not right or (ready.table, ready.head) != (state.table, state.head):
            return Refused("A `ready` is not for the `start` that begins.")
    ready_authors = [ready.author for ready in body.readies]
    start_body = body_of(body.start)
    if not isinstance(start_body, Start) or sorted(ready_authors) != sorted(sit.author for sit in start_body.sits):
        return Refused("Not everyone in the `start`, and nobody else, is ready.")
    return None


def seats_of(begin: Event) -> tuple[Seat, ...]:
    """The seats of an accepted `begin`, in the order of its `start`."""
    if begin.kind is not Kind.BEGIN:
        raise ValueError(f"a game begins with `begin`, not with a `{begin.kind}`")
    seats = []
    for sit in begin.embedded[0].embedded:
        body = body_of(sit)
        if isinstance(body, Sit):
            seats.append(
                Seat(
                    key=sit.author,
                    operator=body.operator,
                    name=body.nickname,
                    computer=body.computer,
                    house_rule=body.house_rule,
                )
            )
    return tuple(seats)


def house_rule_played(settings: Settings, seats: Sequence[Seat]) -> bool:
    """Whether three of a kind counts by the house rule: there is one, and every human at the table wants it, of whom
    there is at least one (rules.md, section 6)."""
    wishes = [seat.house_rule for seat in seats if not seat.computer]
    return settings.rules.house_rule_three_of_a_kind > 0 and bool(wishes) and all(wishes)
