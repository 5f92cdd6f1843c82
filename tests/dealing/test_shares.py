"""Shares: one for every card asked for, each of exactly that card, by exactly that seat."""

from dataclasses import replace

import pytest

from scatnet.dealing import (
    DealingError,
    Element,
    Pair,
    Params,
    Shares,
    make_shares,
    recover_card,
    round_secret,
    verify_shares,
)
from scatnet.dealing.group import proper
from scatnet.dealing.transcript import Transcript
from tests.dealing.forgery import forge_shares, weights
from tests.dealing.helpers import CURVE, MODULAR, Deal, context, deal, plus_generator, secrets_of

on_both_groups = pytest.mark.parametrize("params", [CURVE, MODULAR], ids=["curve", "modular"])


def holds(dealt: Deal, shares: Shares, pairs: tuple[Pair, ...] | None = None, seat: int = 1) -> bool:
    asked = dealt.deck[:3] if pairs is None else pairs
    return verify_shares(dealt.params, context(1, "deal_shares"), dealt.keys[seat], asked, shares)


@on_both_groups
def test_a_forged_share_is_refused_wherever_it_stands(params: Params) -> None:
    dealt = deal(params, 3, 5)
    honest = dealt.shares_of(1, dealt.deck[:3])
    assert holds(dealt, honest)
    for place in range(3):
        forged = list(honest.shares)
        forged[place] = plus_generator(params, forged[place])
        assert not holds(dealt, replace(honest, shares=tuple(forged)))


@on_both_groups
def test_two_forged_shares_whose_faults_cancel_are_refused(params: Params) -> None:
    dealt = deal(params, 3, 5)
    honest = dealt.shares_of(1, dealt.deck[:3])
    first, second, third = honest.shares
    less = proper(params.group.sum((second, params.group.negate(params.group.generator))), "A share")
    assert not holds(dealt, replace(honest, shares=(plus_generator(params, first), less, third)))


@on_both_groups
def test_shares_in_another_order_or_of_other_cards_are_refused(params: Params) -> None:
    dealt = deal(params, 3, 5)
    honest = dealt.shares_of(1, dealt.deck[:3])
    first, second, third = honest.shares
    assert not holds(dealt, replace(honest, shares=(second, first, third)))
    assert not holds(dealt, honest, pairs=dealt.deck[1:4])
    assert not holds(dealt, dealt.shares_of(1, dealt.deck[1:4]))


@on_both_groups
def test_shares_by_another_secret_than_the_round_keys_are_refused(params: Params) -> None:
    dealt = deal(params, 3, 5)
    other = make_shares(
        params, secrets_of(1), context(1, "deal_shares"), dealt.secret(1) + 1, dealt.keys[1], dealt.deck[:3]
    )
    assert not holds(dealt, other)
    assert not holds(dealt, dealt.shares_of(1, dealt.deck[:3]), seat=0)


@on_both_groups
def test_forged_shares_that_a_weaker_protocol_would_let_pass_are_refused(params: Params) -> None:
    dealt = deal(params, 3, 5)
    group = params.group
    where, secret, key = context(1, "deal_shares"), dealt.secret(1), dealt.keys[1]
    pairs = dealt.deck[:2]
    sources = tuple(pair.a for pair in pairs)
    images = dealt.shares_of(1, pairs).shares

    def moved(points: tuple[Element, ...], rho: tuple[int, ...]) -> tuple[Element, ...]:
        """Move both points so that their sum weighted by ρ stays."""
        first, second = points
        return (
            proper(group.multi_exp((first, group.generator), (1, rho[1])), "A point"),
            proper(group.multi_exp((second, group.generator), (1, -rho[0])), "A point"),
        )

    def refused(omitted: str, sources: tuple[Element, ...], images: tuple[Element, ...], by: int = secret) -> bool:
        proof = forge_shares(params, where, by, key, sources, images, omitted)
        asked = tuple(Pair(a, pair.b) for a, pair in zip(sources, pairs, strict=True))
        return not verify_shares(params, where, key, asked, Shares(images, proof))

    assert not refused("nothing", sources, images)
    unbound_images = weights(params, where, (("key", (key,)), ("sources", sources)))
    assert refused("images", sources, moved(images, unbound_images))
    unbound_sources = weights(params, where, (("key", (key,)), ("images", images)))
    assert refused("sources", moved(sources, unbound_sources), images)
    assert refused("rho", sources, moved(images, (1, 1)))
    assert refused("nothing", sources, tuple(proper(group.mul_secret(a, 5), "A share") for a in sources), by=5)


@on_both_groups
def test_a_key_chosen_after_the_challenge_is_refused(params: Params) -> None:
    dealt = deal(params, 3, 5)
    group, where = params.group, context(1, "deal_shares")
    pairs = dealt.deck[:2]
    sources = tuple(pair.a for pair in pairs)
    images = tuple(proper(group.mul_secret(a, 5), "A share") for a in sources)
    # Shares by 5; were the key not bound, T_1 could be anything and a key computed to fit it.
    proof = forge_shares(params, where, 5, group.generator, sources, images, omitted="key")
    moved = replace(proof, t_key=plus_generator(params, proof.t_key))
    transcript = Transcript(params, where, "shares")
    transcript.absorb_elements("sources", sources)
    transcript.absorb_elements("images", images)
    rho = transcript.challenge_vector("rho", 2)
    combined = proper(group.multi_exp(sources, rho), "Σρ·a")
    transcript.absorb_elements("commitments", (moved.t_key, moved.t_image))
    e = transcript.challenge("e")
    (omega,) = secrets_of(66).scalars(group.order, 1, "forged equality nonce")
    assert moved.t_image == group.mul_secret(combined, omega)
    s = (omega + 5 * e) % group.order
    inverse = pow(e, -1, group.order)
    key = proper(group.multi_exp((group.generator, moved.t_key), (s * inverse, -inverse)), "A key")
    assert key != group.base_mul_secret(5)
    assert not verify_shares(params, where, key, pairs, Shares(images, replace(moved, s=s)))


def test_a_share_too_few_or_too_many_is_refused() -> None:
    dealt = deal(CURVE, 3, 5)
    honest = dealt.shares_of(1, dealt.deck[:3])
    assert not holds(dealt, replace(honest, shares=honest.shares[:2]))
    assert not holds(dealt, honest, pairs=dealt.deck[:4])
    assert not holds(dealt, replace(honest, shares=()), pairs=())
    with pytest.raises(DealingError, match="one card at least"):
        dealt.shares_of(1, ())


@pytest.mark.parametrize("params", [CURVE, MODULAR], ids=["curve", "modular"])
def test_a_share_that_is_a_public_base_is_refused_though_its_proof_may_hold(params: Params) -> None:
    dealt = deal(params, 3, 5)
    inverse = pow(dealt.secret(1), -1, params.group.order)
    a = proper(params.group.mul_secret(params.cards[7], inverse), "A source")
    trap = (Pair(a, dealt.deck[0].b),)
    shares = dealt.shares_of(1, trap)
    assert shares.shares == (params.cards[7],)
    assert not holds(dealt, shares, pairs=trap)


@on_both_groups
def test_a_public_card_is_read_from_all_shares_and_from_no_fewer(params: Params) -> None:
    dealt = deal(params, 3, 5)
    shares = [dealt.shares_of(seat, dealt.deck).shares for seat in dealt.seats]
    cards = [recover_card(params, pair, [given[place] for given in shares]) for place, pair in enumerate(dealt.deck)]
    assert sorted(card for card in cards if card is not None) == [0, 1, 2, 3, 4]
    for missing in dealt.seats:
        fewer = [given[0] for seat, given in enumerate(shares) if seat != missing]
        assert recover_card(params, dealt.deck[0], fewer) is None


def test_shares_of_the_same_cards_at_another_head_share_no_nonce() -> None:
    dealt = deal(MODULAR, 3, 5)
    first = dealt.shares_of(1, dealt.deck[:3], "deal_shares")
    other = dealt.shares_of(1, dealt.deck[:3], "draw_shares")
    fewer = dealt.shares_of(1, dealt.deck[:2], "deal_shares")
    assert first.shares == other.shares
    commitments = [point for shares in (first, other, fewer) for point in (shares.proof.t_key, shares.proof.t_image)]
    assert len(set(commitments)) == 6
    assert dealt.shares_of(1, dealt.deck[:3], "deal_shares") == first
    assert round_secret(MODULAR, secrets_of(1), 7) == dealt.secret(1)
