"""Forged shuffles over the true group: each check has its negative test."""

from __future__ import annotations

from dataclasses import replace

from scatnet.dealing import Commitment, Shuffle, starting_deck, table_key
from scatnet.dealing.commitment import prove_permutation
from scatnet.dealing.permutation import PermutationOpening
from scatnet.dealing.shuffle import prove_shuffle
from scatnet.log import Event, Kind
from scatnet.log import bodies as log
from scatnet.table.examine import verdict
from scatnet.table.slots import expected
from scatnet.table.statements import commitment_context_of, committed_by, context_of, deck_keys, deck_of, playing_deal
from tests.table.forging import opening_of, refusal
from tests.table.helpers import Table
from tests.table.proving import PARAMS, proving


def shuffle_event(table: Table, seat: int, shuffle: Shuffle) -> Event:
    """A `shuffle` of this deck with this proof."""
    return table.event(seat, Kind.SHUFFLE, log.Shuffle(log.as_wire(shuffle.to_wire(PARAMS))).to_body())


def shuffled_by(table: Table, seat: int, opening: PermutationOpening, commitment: Commitment | None = None) -> Shuffle:
    """What the prover makes of any opening, for the deck that the seat is to shuffle."""
    deal = playing_deal(table.state)
    own = committed_by(table.state, seat) if commitment is None else commitment
    assert deal.table_key is not None
    context = context_of(table.state, seat, Kind.SHUFFLE)
    keys, deck = deck_keys(deal), deck_of(table.state)
    return prove_shuffle(PARAMS, table.secrets(seat), context, opening, own, deal.table_key, keys, deck)


def committed(table: Table, seat: int) -> PermutationOpening:
    """The permutation that the seat has committed to."""
    deal = playing_deal(table.state)
    serial = deal.commitment_serials[seat]
    assert serial is not None
    return opening_of(table, table.secrets(seat), seat, serial, len(deal.cards))


def test_a_shuffle_by_another_permutation_than_committed_to_is_refused() -> None:
    table, seat, _ = proving("shuffle")
    opening = committed(table, seat)
    assert verdict(table.state, shuffle_event(table, seat, shuffled_by(table, seat, opening))) is None
    places = opening.permutation
    other = PermutationOpening((places[1], places[0], *places[2:]), opening.randomness)
    assert "shuffled as committed to" in refusal(
        table.state, shuffle_event(table, seat, shuffled_by(table, seat, other))
    )
    recommitted = prove_permutation(PARAMS, table.secrets(seat), commitment_context_of(table.state, seat, 0), other)
    event = shuffle_event(table, seat, shuffled_by(table, seat, other, recommitted))
    assert "shuffled as committed to" in refusal(table.state, event)


def test_a_shuffle_that_doubles_a_card_is_refused() -> None:
    table, seat, _ = proving("shuffle")
    opening = committed(table, seat)
    places = opening.permutation
    twice = PermutationOpening((places[1], *places[1:]), opening.randomness)
    assert refusal(table.state, shuffle_event(table, seat, shuffled_by(table, seat, twice)))
    honest = shuffled_by(table, seat, opening)
    doubled = replace(honest, deck=(honest.deck[1], *honest.deck[1:]))
    assert refusal(table.state, shuffle_event(table, seat, doubled))


def test_a_shuffle_that_brings_in_another_card_or_leaves_the_deck_alone_is_refused() -> None:
    table, seat, _ = proving("shuffle")
    deal = playing_deal(table.state)
    assert deal.table_key is not None
    honest = shuffled_by(table, seat, committed(table, seat))
    (ace,) = starting_deck(PARAMS, deal.table_key, (51,))
    for deck in ((ace, *honest.deck[1:]), deck_of(table.state), honest.deck[::-1]):
        assert refusal(table.state, shuffle_event(table, seat, replace(honest, deck=deck)))


def test_a_shuffle_of_a_deck_that_another_seat_has_shuffled_since_is_refused() -> None:
    table, seat, _ = proving("shuffle")
    table.step()
    second = expected(table.state)[0].seat
    before = replace(table.state, deal=replace(playing_deal(table.state), deck=playing_deal(table.states[-1]).deck))
    skipping = table.player(second).answer(before, table.slot(second), None)
    assert skipping is not None
    assert refusal(table.state, table.event(second, Kind.SHUFFLE, skipping.make()))
    copied = table.steps[-1].outcomes[0].event
    assert copied is not None
    assert copied.author == table.state.seats[seat].key
    assert refusal(table.state, table.event(second, Kind.SHUFFLE, copied.body))


def test_a_shuffle_under_another_table_key_is_refused() -> None:
    table, seat, _ = proving("shuffle")
    deal = playing_deal(table.state)
    fewer = tuple(key if place != 2 else None for place, key in enumerate(deal.keys))
    assert seat != 2
    without = replace(deal, keys=fewer, table_key=table_key(PARAMS, [key for key in fewer if key is not None]))
    plan = table.player(seat).answer(replace(table.state, deal=without), table.slot(seat), None)
    assert plan is not None
    assert refusal(table.state, table.event(seat, Kind.SHUFFLE, plan.make()))
