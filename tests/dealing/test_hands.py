"""Hands: what is opened is what the hand holds, and what stays closed cannot be told from what went."""

from collections import Counter
from dataclasses import replace

import pytest

from scatnet.dealing import (
    Context,
    DealingError,
    Hand,
    MixedOpening,
    Pair,
    Params,
    make_mixed_opening,
    make_opening,
    public_pair,
    read_card,
    verify_mixed_opening,
    verify_opening,
)
from scatnet.dealing.group import proper
from tests.dealing.helpers import ADDITIVE, CURVE, MODULAR, Deal, context, deal, secrets_of

on_both_groups = pytest.mark.parametrize("params", [CURVE, MODULAR], ids=["curve", "modular"])


def four_cards(dealt: Deal) -> Hand:
    """Give seat 1 three dealt cards and card 50, taken face up."""
    return (*dealt.hand_of(1, (0, 2, 4)), public_pair(dealt.params, dealt.keys[1], 50))


def cards_in(dealt: Deal, hand: Hand) -> list[int | None]:
    return [read_card(dealt.params, dealt.secret(1), pair) for pair in hand]


def mixed(dealt: Deal, hand: Hand, *chosen: int, where: Context | None = None) -> MixedOpening:
    return make_mixed_opening(
        dealt.params,
        secrets_of(1),
        where or context(1, "discard"),
        dealt.secret(1),
        dealt.keys[1],
        hand,
        chosen,
    )


def holds(dealt: Deal, hand: Hand, value: MixedOpening) -> bool:
    return verify_mixed_opening(dealt.params, context(1, "discard"), dealt.keys[1], hand, value)


@on_both_groups
def test_only_its_owner_reads_a_hand_and_a_taken_card_is_in_it(params: Params) -> None:
    dealt = deal(params, 3, 5)
    hand = four_cards(dealt)
    cards = cards_in(dealt, hand)
    assert len(set(cards)) == 4
    assert set(cards[:3]) <= set(range(5))
    assert cards[3] == 50
    for seat in (0, 2):
        assert [read_card(params, dealt.secret(seat), pair) for pair in hand] == [None] * 4


@on_both_groups
@pytest.mark.parametrize("place", range(4))
def test_a_discard_opens_the_chosen_card_and_keeps_the_others(params: Params, place: int) -> None:
    dealt = deal(params, 3, 5)
    hand = four_cards(dealt)
    before = cards_in(dealt, hand)
    value = mixed(dealt, hand, place)
    assert holds(dealt, hand, value)
    assert value.opening.cards == (before[place],)
    assert Counter(cards_in(dealt, value.kept)) == Counter(before) - Counter([before[place]])


@on_both_groups
def test_a_declared_31_opens_three_of_four_cards_and_keeps_one(params: Params) -> None:
    dealt = deal(params, 3, 5)
    hand = four_cards(dealt)
    before = cards_in(dealt, hand)
    value = mixed(dealt, hand, 3, 0, 2)
    assert holds(dealt, hand, value)
    assert sorted(value.opening.cards) == sorted(card for card in (before[0], before[2], before[3]) if card is not None)
    assert cards_in(dealt, value.kept) == [before[1]]


@on_both_groups
def test_a_hand_is_shown_as_it_stands(params: Params) -> None:
    dealt = deal(params, 3, 5)
    hand = dealt.hand_of(1, (0, 2, 4))
    shown = make_opening(params, secrets_of(1), context(1, "show"), dealt.secret(1), dealt.keys[1], hand)
    assert list(shown.cards) == cards_in(dealt, hand)
    assert verify_opening(params, context(1, "show"), dealt.keys[1], hand, shown)


@on_both_groups
def test_a_hand_goes_on_from_discard_to_discard_and_can_be_shown(params: Params) -> None:
    dealt = deal(params, 3, 5)
    hand = four_cards(dealt)
    for taken in (40, 41, 42):
        value = mixed(dealt, hand, 1)
        assert holds(dealt, hand, value)
        hand = (*value.kept, public_pair(params, dealt.keys[1], taken))
    shown = make_opening(params, secrets_of(1), context(1, "show"), dealt.secret(1), dealt.keys[1], hand)
    assert verify_opening(params, context(1, "show"), dealt.keys[1], hand, shown)


@on_both_groups
def test_a_forged_opening_of_another_card_is_refused(params: Params) -> None:
    dealt = deal(params, 3, 5)
    hand = dealt.hand_of(1, (0, 2, 4))
    shown = make_opening(params, secrets_of(1), context(1, "show"), dealt.secret(1), dealt.keys[1], hand)
    first, second, third = shown.cards
    for cards in ((9, second, third), (second, first, third), (first, second, second), (first, second), ()):
        forged = replace(shown, cards=cards)
        assert not verify_opening(params, context(1, "show"), dealt.keys[1], hand, forged)
    assert not verify_opening(params, context(1, "show"), dealt.keys[0], hand, shown)
    assert not verify_opening(params, context(1, "show"), dealt.keys[1], hand[::-1], shown)
    assert not verify_opening(params, context(1, "show"), dealt.keys[1], (), replace(shown, cards=()))


def test_an_opening_as_a_card_whose_point_is_the_pairs_b_is_refused() -> None:
    dealt = deal(CURVE, 3, 5)
    hand = dealt.hand_of(1, (0,))
    shown = make_opening(CURVE, secrets_of(1), context(1, "show"), dealt.secret(1), dealt.keys[1], hand)
    odd = (Pair(hand[0].a, CURVE.cards[12]),)
    forged = replace(shown, cards=(12,))
    assert not verify_opening(CURVE, context(1, "show"), dealt.keys[1], odd, forged)


@on_both_groups
def test_a_discard_from_another_hand_is_refused(params: Params) -> None:
    dealt = deal(params, 3, 5)
    hand = four_cards(dealt)
    value = mixed(dealt, hand, 1)
    assert not holds(dealt, hand[::-1], value)
    assert not holds(dealt, (*hand[:3], public_pair(params, dealt.keys[1], 49)), value)
    assert not holds(dealt, hand[:3], value)


@on_both_groups
def test_a_card_smuggled_into_a_hand_is_refused(params: Params) -> None:
    dealt = deal(params, 3, 5)
    hand = four_cards(dealt)
    smuggled = mixed(dealt, (*hand[:3], public_pair(params, dealt.keys[1], 49)), 3)
    assert smuggled.opening.cards == (49,)
    assert not holds(dealt, hand, smuggled)
    honest = mixed(dealt, hand, 3)
    for parts in (
        replace(smuggled, commitment=honest.commitment),
        replace(smuggled, shuffle=honest.shuffle),
        replace(honest, opening=smuggled.opening),
    ):
        assert not holds(dealt, hand, parts)


@on_both_groups
def test_a_discard_that_opens_another_pair_than_it_says_is_refused(params: Params) -> None:
    dealt = deal(params, 3, 5)
    hand = four_cards(dealt)
    value = mixed(dealt, hand, 1)
    (opened,) = value.positions
    for position in {0, 1, 2, 3, 4} - {opened}:
        assert not holds(dealt, hand, replace(value, positions=(position,)))
    assert not holds(dealt, hand, replace(value, positions=()))


def test_nobody_opens_nothing_or_a_place_that_the_hand_does_not_have() -> None:
    dealt = deal(MODULAR, 3, 5)
    hand = four_cards(dealt)
    for chosen in ((), (4,), (-1,), (1, 1)):
        with pytest.raises(DealingError, match="different places"):
            mixed(dealt, hand, *chosen)
    with pytest.raises(DealingError, match="one pair at least"):
        make_opening(MODULAR, secrets_of(1), context(1, "show"), dealt.secret(1), dealt.keys[1], ())
    with pytest.raises(DealingError, match="holds a card"):
        make_opening(MODULAR, secrets_of(1), context(1, "show"), dealt.secret(1), dealt.keys[1], dealt.deck[:1])


def test_a_mixed_hand_has_no_point_of_the_old_one_and_the_opened_position_tells_nothing() -> None:
    dealt = deal(ADDITIVE, 3, 5)
    hand = four_cards(dealt)
    old = {point for pair in hand for point in (pair.a, pair.b)}
    positions: Counter[int] = Counter()
    for chosen in range(4):
        for number in range(100):
            value = mixed(dealt, hand, chosen, where=replace(context(1, "discard"), round=number))
            assert not old & {point for pair in value.shuffle.deck for point in (pair.a, pair.b)}
            positions[value.positions[0]] += 1
    # 400 draws of four: 100 each on average, the deviation 8.7; five deviations are never seen.
    assert sorted(positions) == [0, 1, 2, 3]
    assert all(55 < count < 145 for count in positions.values())


def test_another_choice_after_a_rewind_mixes_the_hand_anew() -> None:
    # A common permutation or factor would show that what was opened first still lies at that place.
    dealt = deal(MODULAR, 3, 5)
    hand = four_cards(dealt)
    made = [mixed(dealt, hand, chosen) for chosen in range(4)]
    assert mixed(dealt, hand, 0) == made[0]
    points = [point for value in made for pair in value.shuffle.deck for point in (pair.a, pair.b)]
    assert len(set(points)) == 4 * 8
    commitments = [point for value in made for point in (*value.commitment.c, *value.commitment.proof.t)]
    assert len(set(commitments)) == 4 * 7


def test_a_mixed_opening_shares_no_nonce_with_another_hands_or_heads() -> None:
    dealt = deal(MODULAR, 3, 5)
    hand = four_cards(dealt)
    values = [
        mixed(dealt, hand, 0),
        mixed(dealt, hand, 0, where=replace(context(1, "discard"), round=8)),
        mixed(dealt, hand[::-1], 0),
    ]
    points = [
        point
        for value in values
        for point in (
            *value.commitment.c,
            *value.commitment.proof.c_hat,
            *value.commitment.proof.t,
            *value.commitment.proof.t_hat,
            *value.shuffle.proof.t,
            value.opening.proof.t_key,
            value.opening.proof.t_image,
        )
    ]
    assert len(set(points)) == len(points)


def test_a_taken_card_under_a_key_that_is_its_negated_point_is_an_error_not_an_identity() -> None:
    opposite = proper(CURVE.group.negate(CURVE.cards[5]), "A key")
    with pytest.raises(DealingError, match="identity"):
        public_pair(CURVE, opposite, 5)
