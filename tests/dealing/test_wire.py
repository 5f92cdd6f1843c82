"""Wire forms: one canonical form for each value, and one kind of error for everything else."""

from collections.abc import Iterator
from typing import TypeVar

import msgpack
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scatnet.dealing import (
    BadProofEncoding,
    Commitment,
    MixedOpening,
    Opening,
    RoundKey,
    Shares,
    Shuffle,
    Wire,
    secret_from_wire,
    secret_to_wire,
)
from tests.dealing.helpers import (
    CURVE,
    Proven,
    deal,
    proven_commitment,
    proven_key,
    proven_mixed_opening,
    proven_opening,
    proven_shares,
    proven_shuffle,
)

Value = TypeVar("Value")

ORDER = CURVE.group.order.to_bytes(32, "big")


def rewritten(wire: object) -> Iterator[object]:
    """Give a wire form with every single part of it spoilt in turn."""
    if isinstance(wire, bytes):
        yield from (wire[:-1], wire + b"\x00", b"", wire.decode("latin-1"), bytearray(wire), list(wire), None)
        unit = 33 if len(wire) % 33 == 0 else 32 if len(wire) % 32 == 0 else 1
        for start in range(0, len(wire), unit):
            yield wire[:start] + b"\xff" * unit + wire[start + unit :]
            if unit == 33:
                yield wire[:start] + bytes(33) + wire[start + 33 :]
                yield wire[:start] + b"\x04" + wire[start + 1 :]
            if unit == 32:
                yield wire[:start] + ORDER + wire[start + 32 :]
        return
    assert isinstance(wire, list)
    yield from (wire[:-1], [*wire, b""], [], b"", {}, None, 1.5, 7)
    for place, part in enumerate(wire):
        for other in rewritten(part):
            yield [*wire[:place], other, *wire[place + 1 :]]


def check_wire(proven: Proven[Value], most_octets: int) -> None:
    """Check the round trip through msgpack, the size, and that every spoilt form is refused."""
    wire = proven.to_wire(proven.value)
    packed = msgpack.packb(wire)
    assert len(packed) <= most_octets
    assert proven.from_wire(msgpack.unpackb(packed)) == proven.value
    assert proven.from_wire(msgpack.unpackb(packed, use_list=False)) == proven.value
    for spoilt in rewritten(wire):
        with pytest.raises(BadProofEncoding, match=r"\.$"):
            proven.from_wire(spoilt)


def test_a_round_key_has_one_wire_form() -> None:
    check_wire(proven_key(CURVE), 110)


def test_a_commitment_has_one_wire_form() -> None:
    proven = proven_commitment(CURVE)
    wire = proven.to_wire(proven.value)
    without_a_place = [wire[0][:-33], wire[1]]
    with pytest.raises(BadProofEncoding):
        proven.from_wire(without_a_place)
    check_wire(proven, 1100)


def test_a_shuffle_has_one_wire_form() -> None:
    check_wire(proven_shuffle(CURVE), 700)


def test_shares_have_one_wire_form() -> None:
    check_wire(proven_shares(CURVE), 210)


def test_an_opening_has_one_wire_form() -> None:
    check_wire(proven_opening(CURVE), 115)


def test_a_mixed_opening_has_one_wire_form() -> None:
    check_wire(proven_mixed_opening(CURVE), 1600)


def test_a_whole_decks_messages_stay_small() -> None:
    dealt = deal(CURVE, 1, 52)
    assert len(msgpack.packb(dealt.commitments[0].to_wire(CURVE))) < 9_000
    assert len(msgpack.packb(dealt.shuffles[0].to_wire(CURVE))) < 5_400


def test_opened_positions_must_ascend() -> None:
    proven = proven_mixed_opening(CURVE)
    commitment, shuffle, _, opening = proven.to_wire(proven.value)
    assert isinstance(opening, list)
    three_cards: list[Wire] = [b"\x00\x01\x02", opening[1]]
    for positions in (b"\x01\x00\x02", b"\x00\x00\x01", b"\x00\x02\x02"):
        with pytest.raises(BadProofEncoding, match="ascend"):
            MixedOpening.from_wire(CURVE, [commitment, shuffle, positions, three_cards], 4, 3)
    assert MixedOpening.from_wire(CURVE, [commitment, shuffle, b"\x00\x01\x03", three_cards], 4, 3)


def test_a_commitment_to_more_than_a_deck_or_to_nothing_is_refused() -> None:
    one = CURVE.group.encode(CURVE.group.generator)
    for c in (b"", one * 53):
        with pytest.raises(BadProofEncoding, match="1 to 52"):
            Commitment.from_wire(CURVE, [c, []])


def test_a_resigning_seats_secret_has_one_wire_form() -> None:
    assert secret_from_wire(CURVE, secret_to_wire(CURVE, 12345)) == 12345
    for spoilt in (b"", bytes(31), bytes(33), ORDER, b"\xff" * 32, 5, None):
        with pytest.raises(BadProofEncoding):
            secret_from_wire(CURVE, spoilt)


scraps = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5) | st.binary(max_size=200),
    lambda children: st.lists(children, max_size=6),
    max_leaves=12,
)


@settings(max_examples=150, deadline=None)
@given(value=scraps)
def test_whatever_is_sent_reading_it_raises_one_kind_of_error(value: object) -> None:
    for read in (
        lambda: RoundKey.from_wire(CURVE, value),
        lambda: Commitment.from_wire(CURVE, value),
        lambda: Shuffle.from_wire(CURVE, value, 3),
        lambda: Shares.from_wire(CURVE, value, 3),
        lambda: Opening.from_wire(CURVE, value, 3),
        lambda: MixedOpening.from_wire(CURVE, value, 4, 1),
    ):
        with pytest.raises(BadProofEncoding):
            read()
