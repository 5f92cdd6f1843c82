"""Forged round keys and commitments over the true group: each check has its negative test."""

from __future__ import annotations

from dataclasses import replace

import pytest

from scatnet.dealing import Commitment, RoundKey, make_round_key
from scatnet.dealing.commitment import prove_permutation
from scatnet.log import Event, Kind
from scatnet.log import bodies as log
from scatnet.log.bodies import Wire
from scatnet.table.slots import expected
from scatnet.table.state import Stage
from scatnet.table.statements import commitment_context_of, context_of
from tests.table.forging import choosing, opening_of, refusal
from tests.table.helpers import Table
from tests.table.proving import GROUP, PARAMS, element
from tests.table.stages import real_table


def round_key_event(table: Table, seat: int, key: RoundKey, *, serial: int | None = None, wire: Wire = ()) -> Event:
    """A `round_key` with this key, and the seat's own commitment unless another is given."""
    honest = log.body_of(table.honest(table.slot(seat)))
    assert isinstance(honest, log.RoundKey)
    body = log.RoundKey(
        log.as_wire(key.to_wire(PARAMS)), honest.serial if serial is None else serial, wire or honest.commitment
    )
    return table.event(seat, Kind.ROUND_KEY, body.to_body())


def key_of_event(event: Event) -> RoundKey:
    """The round key in an event."""
    body = log.body_of(event)
    assert isinstance(body, log.RoundKey)
    return RoundKey.from_wire(PARAMS, body.key)


def test_a_key_made_from_the_others_keys_is_refused() -> None:
    table = real_table(Stage.KEYS)
    first, second = (key_of_event(table.honest(table.slot(seat))) for seat in (0, 1))
    own = make_round_key(PARAMS, table.secrets(2), context_of(table.state, 2, Kind.ROUND_KEY), 0)
    others = GROUP.negate(GROUP.sum((first.key, second.key)))
    alone = element(GROUP.sum((own.key, others)))  # the table key would be the forger's own
    assert GROUP.sum((first.key, second.key, alone)) == own.key
    for forged in (RoundKey(alone, own.t, own.s), RoundKey(alone, element(GROUP.sum((own.t, others))), own.s)):
        assert "does not hold" in refusal(table.state, round_key_event(table, 2, forged))


def test_another_seats_key_or_whole_answer_cannot_be_published_as_ones_own() -> None:
    table = real_table(Stage.KEYS)
    theirs = table.honest(table.slot(0))
    assert "does not hold" in refusal(table.state, round_key_event(table, 1, key_of_event(theirs)))
    assert "does not hold" in refusal(table.state, table.event(1, Kind.ROUND_KEY, theirs.body))


def test_a_key_that_is_a_public_base_is_refused() -> None:
    table = real_table(Stage.KEYS)
    context = context_of(table.state, 1, Kind.ROUND_KEY)
    forged = make_round_key(PARAMS, choosing(table.secrets(1), 1), context, 0)
    assert forged.key == GROUP.generator
    assert "public base" in refusal(table.state, round_key_event(table, 1, forged))


def test_a_key_serial_or_commitment_of_an_earlier_round_is_refused() -> None:
    table = real_table(Stage.KEYS)
    used = {seat: table.honest(table.slot(seat)) for seat in range(3)}
    table.close(used)
    table.lapse(expected(table.state)[0].seat)
    table.play_until(Stage.KEYS)
    seat = expected(table.state)[0].seat
    earlier = log.body_of(used[seat])
    assert isinstance(earlier, log.RoundKey)
    key = make_round_key(PARAMS, table.secrets(seat), context_of(table.state, seat, Kind.ROUND_KEY), earlier.serial)
    assert "round key has been used" in refusal(table.state, round_key_event(table, seat, key))

    fresh = key_of_event(table.honest(table.slot(seat)))
    again = round_key_event(table, seat, fresh, serial=earlier.serial, wire=earlier.commitment)
    assert "serial is not above" in refusal(table.state, again)

    opening = opening_of(table, table.secrets(seat), seat, earlier.serial, 52)
    serial = earlier.serial + 7
    same = prove_permutation(PARAMS, table.secrets(seat), commitment_context_of(table.state, seat, serial), opening)
    event = round_key_event(table, seat, fresh, serial=serial, wire=log.as_wire(same.to_wire(PARAMS)))
    assert "commitment has been used" in refusal(table.state, event)


def test_a_commitment_for_another_number_of_cards_is_refused() -> None:
    table = real_table(Stage.KEYS)
    opening = opening_of(table, table.secrets(0), 0, 0, 51)
    small = prove_permutation(PARAMS, table.secrets(0), commitment_context_of(table.state, 0, 0), opening)
    key = key_of_event(table.honest(table.slot(0)))
    event = round_key_event(table, 0, key, wire=log.as_wire(small.to_wire(PARAMS)))
    assert refusal(table.state, event) == "A commitment is for 51 cards where 52 are to be shuffled."


def test_a_commitment_that_takes_one_card_twice_or_blends_two_is_refused() -> None:
    table = real_table(Stage.KEYS)
    body = log.body_of(table.honest(table.slot(0)))
    assert isinstance(body, log.RoundKey)
    honest = Commitment.from_wire(PARAMS, body.commitment)
    first, second, *rest = honest.c
    for c in ((second, second, *rest), (second, first, *rest), (element(GROUP.sum((first, second))), first, *rest)):
        forged = replace(body, commitment=log.as_wire(replace(honest, c=c).to_wire(PARAMS)))
        event = table.event(0, Kind.ROUND_KEY, forged.to_body())
        assert "holds a permutation does not hold" in refusal(table.state, event)


@pytest.mark.parametrize(
    "encoding",
    [
        bytes(33),  # what would be the identity
        b"\x04" + bytes(32),  # no compressed point
        b"\x02" + b"\xff" * 32,  # x beyond the field
        b"\x02" + bytes(31) + b"\x05",  # no point has this x
        GROUP.encode(GROUP.generator)[:-1],
        GROUP.encode(GROUP.generator) + b"\x00",
    ],
)
def test_an_encoding_of_a_point_that_is_not_canonical_is_refused(encoding: bytes) -> None:
    table = real_table(Stage.KEYS)
    honest = log.body_of(table.honest(table.slot(0)))
    assert isinstance(honest, log.RoundKey)
    assert isinstance(honest.key, tuple)
    forged = replace(honest, key=(encoding, *honest.key[1:]))
    assert refusal(table.state, table.event(0, Kind.ROUND_KEY, forged.to_body()))


def test_a_response_that_is_not_below_the_order_is_refused() -> None:
    table = real_table(Stage.KEYS)
    honest = log.body_of(table.honest(table.slot(0)))
    assert isinstance(honest, log.RoundKey)
    assert isinstance(honest.key, tuple)
    s = key_of_event(table.honest(table.slot(0))).s + GROUP.order
    for octets in (s.to_bytes(33, "big"), (GROUP.order).to_bytes(32, "big")):
        forged = replace(honest, key=(*honest.key[:2], octets))
        assert refusal(table.state, table.event(0, Kind.ROUND_KEY, forged.to_body()))
