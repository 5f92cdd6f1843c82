"""What must stay hidden: looked for in all answers that honest machines have ever sent, on every branch.

A deck card is read with the shares of all whose keys it lies under, so everybody else together must never have the
share that an honest seat gives of a card that only others may read, let alone of its own. The group of the simulated
tables hides nothing: x follows from X, so the share of any card is known here, and any octets sent can be held against
it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from scatnet.dealing import Element, shares_from_secret
from scatnet.log import Event, Kind, Value
from scatnet.rules.round import Held, Phase, Round
from scatnet.rules.ruleset import FirstDiscard
from scatnet.table.state import Deal, TableState
from tests.simulation.world import World

__all__ = ["cards_given_away"]

EVERYBODY = -1


@dataclass
class _Permuted:
    """What one seat has sent about the decks of one of its permutations, under one of its round keys."""

    decks: dict[bytes, Deal] = field(default_factory=dict)  # those it gave shares of, by their first card
    readers: dict[int, int] = field(default_factory=dict)  # who may read the card at each place it gave its share of


def cards_given_away(world: World[TableState], states: Mapping[bytes, TableState]) -> list[str]:
    """Every card that honest machines have let others read against the rules; `states` are all states by head."""
    honest = {key for machine in world.machines if machine.honest for key in machine.keys}
    found: list[str] = []
    for key in sorted(honest):
        sent = [event for event in world.sent.values() if event.author == key and event.head in states]
        found += _of_one_seat(sent, states)
    return found


def _of_one_seat(sent: list[Event], states: Mapping[bytes, TableState]) -> Iterator[str]:
    given: dict[tuple[Element, int], _Permuted] = {}
    left: set[Element] = set()  # keys whose secret was published on leaving
    for event in sent:
        state = states[event.head]
        seat = next(place for place, each in enumerate(state.seats) if each.key == event.author)
        deal, round_ = state.deal, state.round
        key = None if deal is None else deal.keys[seat]
        if deal is None or key is None:
            continue
        if event.kind is Kind.RESIGN:
            left.add(key)
        serial = deal.commitment_serials[seat]
        if round_ is None or serial is None or key in left:
            continue
        permuted = given.setdefault((key, serial), _Permuted())
        readers = _readers(state, deal, round_, seat, event.kind)
        if event.kind in (Kind.DEAL_SHARES, Kind.DRAW_SHARES):
            assert deal.deck is not None
            permuted.decks[deal.deck.a] = deal
            yield from _shared_twice(permuted, readers, seat, state)
        elif any(permuted.readers.get(place, reader) != reader for place, reader in readers.items()):
            yield f"seat {seat} takes a card at step {state.number} whose share it has given to another"
    octets = {part for event in sent if event.kind is not Kind.RESIGN for part in _parts(event.body)}
    for (key, _), permuted in given.items():
        if key not in left:
            yield from _found_in_the_open(permuted, key, octets, states)


def _shared_twice(permuted: _Permuted, readers: dict[int, int], seat: int, state: TableState) -> Iterator[str]:
    if len(permuted.decks) > 1:
        yield f"seat {seat} gives shares of two decks of one permutation, the second at step {state.number}"
    for place, reader in readers.items():
        if reader == seat:
            continue
        if permuted.readers.setdefault(place, reader) != reader:
            yield f"seat {seat} gives one card to two readers, the second at step {state.number}"


def _found_in_the_open(
    permuted: _Permuted, key: Element, octets: set[bytes], states: Mapping[bytes, TableState]
) -> Iterator[str]:
    """Shares among what was sent, of cards that nobody else was to read."""
    params = next(iter(states.values())).params
    secret = int.from_bytes(params.group.encode(key), "big")
    for deal in permuted.decks.values():
        assert deal.deck is not None
        hidden = [pair for place, pair in enumerate(deal.deck.pairs(params)) if place not in permuted.readers]
        if any(params.group.encode(share) in octets for share in shares_from_secret(params, secret, hidden)):
            yield f"the share of a hidden card of round {deal.number} has been sent"


def _readers(state: TableState, deal: Deal, round_: Round, seat: int, kind: Kind) -> dict[int, int]:
    """By the rules alone: the places of the deck that an answer of this kind is about, and who is to read them."""
    dealt = 3 * len(round_.order)
    match kind:
        case Kind.DEAL_SHARES:
            readers = {place: round_.order[place % len(round_.order)] for place in range(dealt)}
            readers = {place: reader for place, reader in readers.items() if reader in round_.active}
            if state.rules.first_discard is FirstDiscard.FACE_UP and round_.phase is Phase.DEAL:
                readers[dealt] = EVERYBODY
            return readers
        case Kind.DRAW_SHARES if round_.seat is not None:
            return {dealt if round_.held is Held.BLIND else deal.drawn: round_.seat}
        case Kind.TAKE if round_.blind:
            return {dealt: seat}
        case Kind.DRAW if deal.drawn < len(deal.cards):
            return {deal.drawn: seat}
        case _:
            return {}


def _parts(value: Value) -> Iterator[bytes]:
    """All elements that octets in a body may stand for: each run of eight, as they are packed."""
    if isinstance(value, tuple):
        for part in value:
            yield from _parts(part)
    elif isinstance(value, bytes):
        for start in range(0, len(value) - 7, 8):
            yield value[start : start + 8]
