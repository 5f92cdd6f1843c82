"""The coin: bound commitments, every nonce with a say, and fair draws that anybody can repeat."""

from __future__ import annotations

import hashlib
from collections import Counter
from itertools import permutations

import pytest

from scatnet.log import Kind
from scatnet.log import bodies as log
from scatnet.rules.cards import RANKS, rank_of
from scatnet.table.coin import Draw, high_card, nonce_commitment, seating, toss
from scatnet.table.state import Stage
from tests.table.helpers import Table, begun_table
from tests.table.stages import table_at

TABLE, HEAD, NONCE = bytes([1]) * 32, bytes([2]) * 32, bytes([3]) * 32


def coin(number: int) -> bytes:
    """One of many coins, the same every time."""
    return hashlib.sha256(b"test coin" + number.to_bytes(4, "big")).digest()


def chi_square(counts: Counter[int], cells: int) -> float:
    """How far counts are from all being alike; its mean is cells - 1."""
    expected = sum(counts.values()) / cells
    return sum((counts[cell] - expected) ** 2 / expected for cell in range(cells))


def test_a_commitment_is_bound_to_table_head_seat_and_nonce() -> None:
    made = {
        nonce_commitment(TABLE, HEAD, 0, NONCE),
        nonce_commitment(HEAD, HEAD, 0, NONCE),
        nonce_commitment(TABLE, TABLE, 0, NONCE),
        nonce_commitment(TABLE, HEAD, 1, NONCE),
        nonce_commitment(TABLE, HEAD, 0, HEAD),
    }
    assert len(made) == 5
    assert all(len(commitment) == 32 for commitment in made)


def test_every_nonce_and_their_order_changes_the_coin() -> None:
    nonces = (NONCE, HEAD, TABLE)
    made = {
        toss(TABLE, HEAD, nonces),
        toss(HEAD, HEAD, nonces),
        toss(TABLE, TABLE, nonces),
        toss(TABLE, HEAD, nonces[:2]),
        toss(TABLE, HEAD, nonces[::-1]),
        toss(TABLE, HEAD, (bytes(32), HEAD, TABLE)),
        toss(TABLE, HEAD, (NONCE, bytes(32), TABLE)),
        toss(TABLE, HEAD, (NONCE, HEAD, bytes(32))),
    }
    assert len(made) == 8


def test_the_coin_is_the_hash_that_protocol_md_describes() -> None:
    expected = hashlib.sha256(b"scatnet coin 1\n" + TABLE + HEAD + b"\x02" + NONCE + HEAD).digest()
    assert toss(TABLE, HEAD, (NONCE, HEAD)) == expected
    commitment = hashlib.sha256(b"scatnet coin commitment 1\n" + TABLE + HEAD + b"\x05" + NONCE).digest()
    assert nonce_commitment(TABLE, HEAD, 5, NONCE) == commitment


def test_draws_for_one_purpose_tell_nothing_of_another() -> None:
    first, again, other = Draw(coin(0), "seating"), Draw(coin(0), "seating"), Draw(coin(0), "first dealer")
    values = [first.below(1000) for _ in range(8)]
    assert values == [again.below(1000) for _ in range(8)]
    assert values != [other.below(1000) for _ in range(8)]


@pytest.mark.parametrize("bound", [2, 3, 7, 9])
def test_a_draw_is_fair(bound: int) -> None:
    draw = Draw(coin(bound), "fairness")
    counts = Counter(draw.below(bound) for _ in range(4000))
    assert set(counts) == set(range(bound))
    assert chi_square(counts, bound) < 30


def test_the_first_dealer_is_fair_over_many_coins() -> None:
    counts = Counter(Draw(coin(number), "first dealer").below(4) for number in range(2000))
    assert chi_square(counts, 4) < 25


def test_every_seating_is_as_likely_as_any_other() -> None:
    orders = {order: place for place, order in enumerate(permutations(range(3)))}
    counts = Counter(orders[seating(coin(number), 3)] for number in range(3000))
    assert chi_square(counts, 6) < 30


def test_a_seating_names_every_seat_once() -> None:
    for seats in range(2, 10):
        assert sorted(seating(coin(seats), seats)) == list(range(seats))


def test_the_highest_card_deals_and_ties_draw_again_among_themselves() -> None:
    tied = 0
    for number in range(300):
        draw = high_card(coin(number), 5)
        drawn = [card for turn in draw.turns for _, card in turn]
        assert len(set(drawn)) == len(drawn)
        still = tuple(range(5))
        for turn in draw.turns:
            assert tuple(seat for seat, _ in turn) == still
            best = max(rank_of(card) for _, card in turn)
            still = tuple(seat for seat, card in turn if rank_of(card) == best)
        assert still == (draw.dealer,)
        tied += len(draw.turns) > 1
    assert tied > 20


def test_an_ace_is_the_highest_card_of_the_draw_for_the_deal() -> None:
    seen = 0
    for number in range(200):
        first = high_card(coin(number), 4).turns[0]
        aces = [seat for seat, card in first if RANKS[rank_of(card)] == "A"]
        if len(aces) == 1:
            seen += 1
            assert high_card(coin(number), 4).dealer == aces[0]
    assert seen > 20


def test_the_high_card_deal_is_fair_over_many_coins() -> None:
    counts = Counter(high_card(coin(number), 3).dealer for number in range(1500))
    assert chi_square(counts, 3) < 20


def revealed(table: Table) -> list[bytes]:
    """What was revealed for the coin, in the order of sitting."""
    events = [outcome.event for step in table.steps for outcome in step.outcomes]
    bodies = [log.body_of(event) for event in events if event is not None]
    return [body.nonce for body in bodies if isinstance(body, log.CoinReveal)]


def test_a_table_takes_its_coin_from_all_that_was_revealed() -> None:
    table = table_at(Stage.OPENING)
    assert table.state.coin == toss(table.state.table, table.state.coin_head, tuple(revealed(table)))
    sat = [who.public for who in table.identities]
    assert [seat.key for seat in table.state.seats] == [sat[place] for place in seating(table.state.coin, 4)]


def test_one_player_alone_with_another_nonce_makes_another_coin() -> None:
    coins = set[bytes]()
    for number in range(4):
        table = begun_table(seats=2, seed=5)
        commitment = nonce_commitment(table.state.table, table.state.head, 1, coin(number))
        table.step({1: table.event(1, Kind.COIN_COMMIT, (commitment,))})
        table.step({1: table.event(1, Kind.COIN_REVEAL, (coin(number),))})
        coins.add(table.state.coin)
    assert len(coins) == 4
