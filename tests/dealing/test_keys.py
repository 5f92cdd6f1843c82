"""Round keys: nobody joins a table with a key computed from others' keys."""

import pytest

from scatnet.dealing import (
    DealingError,
    Element,
    Params,
    RoundKey,
    make_round_key,
    round_secret,
    secret_fits_key,
    shares_from_secret,
    table_key,
    verify_round_key,
    verify_shares,
)
from scatnet.dealing.group import proper, subtract
from scatnet.dealing.transcript import Transcript
from tests.dealing.helpers import ADDITIVE, CURVE, MODULAR, SERIAL, context, deal, plus_generator, secrets_of


def test_a_key_made_from_others_keys_cannot_be_proven() -> None:
    dealt = deal(CURVE, 3, 5)
    group = CURVE.group
    # Were this key accepted, the table key would be seat 2's own: it could read every card.
    own = make_round_key(CURVE, secrets_of(2), context(2, "round_key"), SERIAL)
    rogue = proper(subtract(group, subtract(group, own.key, dealt.keys[0]), dealt.keys[1]), "A rogue key")
    assert table_key(CURVE, (dealt.keys[0], dealt.keys[1], rogue)) == own.key
    assert not verify_round_key(CURVE, context(2, "round_key"), RoundKey(rogue, own.t, own.s))
    assert not verify_round_key(
        CURVE, context(2, "round_key"), RoundKey(rogue, dealt.round_keys[0].t, dealt.round_keys[0].s)
    )


def test_another_seats_key_and_proof_cannot_be_handed_in_as_ones_own() -> None:
    copied = deal(CURVE, 3, 5).round_keys[0]
    assert verify_round_key(CURVE, context(0, "round_key"), copied)
    assert not verify_round_key(CURVE, context(2, "round_key"), copied)


@pytest.mark.parametrize("params", [CURVE, ADDITIVE], ids=["curve", "additive"])
def test_a_key_that_is_a_public_base_is_refused_even_with_a_proof(params: Params) -> None:
    # On the curve only the generator's logarithm is known; in the additive group everybody knows all of them.
    known = {params.group.generator: 1}
    if params is ADDITIVE:
        known |= {point: int.from_bytes(point, "big") for point in params.reserved}
    for key, secret in known.items():
        assert not verify_round_key(params, context(1, "round_key"), proven(params, key, secret))
    other = proper(params.group.base_mul_secret(12345), "A key")
    assert verify_round_key(params, context(1, "round_key"), proven(params, other, 12345))


def proven(params: Params, key: Element, secret: int) -> RoundKey:
    """Prove a key by its logarithm, whatever the key is."""
    transcript = Transcript(params, context(1, "round_key"), "round key")
    transcript.absorb_elements("key", (key,))
    t = proper(params.group.base_mul_secret(99), "T")
    transcript.absorb_elements("commitment", (t,))
    return RoundKey(key, t, (99 + transcript.challenge("e") * secret) % params.group.order)


@pytest.mark.parametrize("point", ["generator", "chain base", "commitment base", "card"])
def test_a_key_that_is_a_public_base_is_refused(point: str) -> None:
    reserved = {
        "generator": CURVE.group.generator,
        "chain base": CURVE.chain_base,
        "commitment base": CURVE.bases[9],
        "card": CURVE.cards[30],
    }[point]
    made = make_round_key(CURVE, secrets_of(1), context(1, "round_key"), SERIAL)
    assert not verify_round_key(CURVE, context(1, "round_key"), RoundKey(reserved, made.t, made.s))


def test_the_table_key_is_never_the_identity() -> None:
    key = deal(CURVE, 3, 5).keys[0]
    opposite = proper(CURVE.group.negate(key), "A key")
    with pytest.raises(DealingError, match="table key is the identity"):
        table_key(CURVE, (key, opposite))
    with pytest.raises(DealingError, match="table key is the identity"):
        table_key(CURVE, ())
    assert table_key(CURVE, (key,)) == key


def test_a_resigning_seats_secret_is_checked_against_its_key() -> None:
    dealt = deal(CURVE, 3, 5)
    assert secret_fits_key(CURVE, dealt.secret(1), dealt.keys[1])
    assert not secret_fits_key(CURVE, dealt.secret(1) + 1, dealt.keys[1])
    assert not secret_fits_key(CURVE, dealt.secret(0), dealt.keys[1])
    assert not secret_fits_key(CURVE, 0, dealt.keys[1])


def test_a_resigned_seats_shares_are_those_that_it_would_have_given() -> None:
    dealt = deal(MODULAR, 3, 5)
    given = dealt.shares_of(1, dealt.deck)
    computed = shares_from_secret(MODULAR, round_secret(MODULAR, secrets_of(1), SERIAL), dealt.deck)
    assert computed == given.shares
    assert verify_shares(MODULAR, context(1, "deal_shares"), dealt.keys[1], dealt.deck, given)


def test_a_key_moved_by_a_known_multiple_cannot_keep_its_proof() -> None:
    made = make_round_key(CURVE, secrets_of(1), context(1, "round_key"), SERIAL)
    moved = RoundKey(plus_generator(CURVE, made.key), made.t, made.s)
    assert not verify_round_key(CURVE, context(1, "round_key"), moved)
