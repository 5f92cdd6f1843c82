"""What somebody could send who keeps to the schema and to nothing else: bodies made with dealing's tools, misused."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Final
from unittest.mock import patch

from scatnet.dealing import Context, Params, TableSecrets, round_secret
from scatnet.dealing.commitment import committed_permutation
from scatnet.dealing.permutation import PermutationOpening
from scatnet.log import Event, Evidence, Kind, make_evidence
from scatnet.log import bodies as log
from scatnet.log.bodies import Wire
from scatnet.table import player
from scatnet.table.examine import verdict
from scatnet.table.refused import Refused
from scatnet.table.state import TableState
from scatnet.table.statements import commitment_context_of, context_of, playing_deal
from scatnet.table.view import Choice
from tests.table.helpers import Table

OTHER: Final = bytes([9]) * 32


def refusal(state: TableState, event: Event) -> str:
    """The sentence by which an event is refused."""
    refused = verdict(state, event)
    assert isinstance(refused, Refused), f"a forged {event.kind} was accepted"
    assert refused.reason[0].isupper()
    assert refused.reason.endswith(".")
    return refused.reason


def elsewhere(context: Context, what: str) -> Context:
    """A context that differs in one thing: `table`, `anchor`, `round`, `seat` or `kind`."""
    match what:
        case "table":
            return replace(context, table=OTHER)
        case "anchor":
            return replace(context, anchor=OTHER if isinstance(context.anchor, bytes) else context.anchor + 1)
        case "round":
            return replace(context, round=context.round + 1)
        case "seat":
            return replace(context, seat=context.seat + 1)
    return replace(context, kind="another")


@contextmanager
def proving_elsewhere(what: str) -> Iterator[None]:
    """Players prove their events in a context that differs in one thing from where they send them."""

    def moved(state: TableState, seat: int, kind: Kind) -> Context:
        return elsewhere(context_of(state, seat, kind), what)

    with patch.object(player, "context_of", moved):
        yield


@contextmanager
def committing_elsewhere(what: str) -> Iterator[None]:
    """Players prove their commitments in a context that differs in one thing."""

    def moved(state: TableState, seat: int, serial: int) -> Context:
        return elsewhere(commitment_context_of(state, seat, serial), what)

    with patch.object(player, "commitment_context_of", moved):
        yield


@dataclass(frozen=True, slots=True)
class ChosenSecrets(TableSecrets):
    """A seat's secrets with a round secret of its own choice."""

    chosen: int = 1

    def scalars(self, order: int, count: int, label: str, *parts: bytes) -> tuple[int, ...]:
        """The chosen secret where a round secret is asked for."""
        if label == "round secret":
            return (self.chosen,) * count
        return TableSecrets.scalars(self, order, count, label, *parts)


def choosing(secrets: TableSecrets, secret: int) -> ChosenSecrets:
    """These secrets, but with `secret` as the x of every round."""
    return ChosenSecrets(secrets.seed, secrets.table, chosen=secret)


def secret_of(table: Table, seat: int) -> int:
    """The x of a seat in the round that is played."""
    serial = playing_deal(table.state).serials[seat]
    assert serial is not None
    return round_secret(table.state.params, table.secrets(seat), serial)


def opening_of(table: Table, secrets: TableSecrets, seat: int, serial: int, size: int) -> PermutationOpening:
    """The permutation that a seat has committed to, with its randomness."""
    return committed_permutation(table.state.params, secrets, commitment_context_of(table.state, seat, serial), size)


def honest_body(table: Table, seat: int, choice: Choice | None = None) -> tuple[object, ...]:
    """The body that the seat's own player would send."""
    return table.honest(table.slot(seat), choice).body


def altered(params: Params, wire: Wire) -> Iterator[Wire]:
    """The wire with every single element and scalar of it moved by one in turn, everything staying well formed."""
    group = params.group
    size = group.scalar_size
    if isinstance(wire, tuple):
        for place, part in enumerate(wire):
            for other in altered(params, part):
                yield (*wire[:place], other, *wire[place + 1 :])
    elif isinstance(wire, bytes) and len(wire) % size == 0:
        for start in range(0, len(wire), size):
            moved = (int.from_bytes(wire[start : start + size], "big") + 1) % group.order or 1
            yield wire[:start] + moved.to_bytes(size, "big") + wire[start + size :]
    elif isinstance(wire, bytes):
        for start, octet in enumerate(wire):
            yield wire[:start] + bytes([(octet + 1) % 52]) + wire[start + 1 :]


def replaced(wire: Wire, path: Sequence[int], part: Wire) -> Wire:
    """The wire with another part at a path of places."""
    if not path:
        return part
    assert isinstance(wire, tuple)
    place = path[0]
    return (*wire[:place], replaced(wire[place], path[1:], part), *wire[place + 1 :])


def two_answers(table: Table, seat: int) -> Evidence:
    """Two different answers of a seat to the present head, both of them sound."""
    return make_evidence(table.honest(table.slot(seat)), table.resignation(seat))


def false_answer(table: Table, seat: int) -> Event:
    """An answer of a seat to the present head that the rules refuse."""
    event = table.event(seat, Kind.SHOW, log.Show((0, 1, 2), ()).to_body())
    assert verdict(table.state, event) is not None
    return event
