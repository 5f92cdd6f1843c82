"""Forged shares over the true group: each check has its negative test."""

from __future__ import annotations

from dataclasses import replace

from scatnet.dealing import Shares, make_shares
from scatnet.log import Event, Kind
from scatnet.log import bodies as log
from scatnet.table.examine import verdict
from scatnet.table.state import Stage
from scatnet.table.statements import context_of, dealt_shares_owed, deck_pair, drawn_pair, key_of, playing_deal
from tests.table.forging import refusal, secret_of
from tests.table.helpers import Table
from tests.table.proving import GROUP, PARAMS, element, proving


def shares_event(table: Table, seat: int, shares: Shares) -> Event:
    """The shares asked for, in the kind of event that this stage waits for."""
    wire = log.as_wire(shares.to_wire(PARAMS))
    dealing = table.state.stage is Stage.DEAL_SHARES
    body = log.DealShares(wire) if dealing else log.DrawShares(wire)
    return table.event(seat, body.kind, body.to_body())


def test_a_forged_share_is_refused_wherever_it_stands() -> None:
    table, seat, _ = proving("deal_shares")
    body = log.body_of(table.honest(table.slot(seat)))
    assert isinstance(body, log.DealShares)
    count = len(dealt_shares_owed(table.state, seat))
    honest = Shares.from_wire(PARAMS, body.shares, count)
    for place in range(count):
        moved = element(GROUP.sum((honest.shares[place], GROUP.generator)))
        forged = replace(honest, shares=(*honest.shares[:place], moved, *honest.shares[place + 1 :]))
        assert "seat's shares does not hold" in refusal(table.state, shares_event(table, seat, forged))


def test_shares_in_another_order_of_other_cards_too_few_or_by_another_secret_are_refused() -> None:
    table, seat, _ = proving("deal_shares")
    deal, state = playing_deal(table.state), table.state
    context = context_of(state, seat, Kind.DEAL_SHARES)
    owed = dealt_shares_owed(state, seat)
    own = next(place for place in range(9) if place not in owed)
    x = secret_of(table, seat)

    def shares(places: tuple[int, ...], secret: int) -> Shares:
        pairs = [deck_pair(state, place) for place in places]
        return make_shares(PARAMS, table.secrets(seat), context, secret, key_of(deal, seat), pairs)

    assert verdict(state, shares_event(table, seat, shares(owed, x))) is None
    for places in ((owed[1], owed[0], *owed[2:]), (own, *owed[1:]), owed[:-1], (*owed, own), (*owed[:-1], 20)):
        assert refusal(state, shares_event(table, seat, shares(places, x)))
    assert refusal(state, shares_event(table, seat, shares(owed, x + 1)))


def test_a_share_that_is_a_public_base_is_refused() -> None:
    table, seat, _ = proving("draw_shares")
    for point in (GROUP.generator, PARAMS.cards[0], PARAMS.bases[3]):
        body = log.body_of(table.honest(table.slot(seat)))
        assert isinstance(body, log.DrawShares)
        forged = replace(Shares.from_wire(PARAMS, body.shares, 1), shares=(point,))
        assert "public base" in refusal(table.state, shares_event(table, seat, forged))


def test_a_share_of_another_card_than_the_one_drawn_is_refused() -> None:
    table, seat, _ = proving("draw_shares")
    deal, state = playing_deal(table.state), table.state
    context, key = context_of(state, seat, Kind.DRAW_SHARES), key_of(deal, seat)
    beneath = deck_pair(state, deal.drawn + 1)
    for pair, accepted in ((drawn_pair(state), True), (beneath, False), (deal.hands[seat][0], False)):
        shares = make_shares(PARAMS, table.secrets(seat), context, secret_of(table, seat), key, (pair,))
        assert (verdict(state, shares_event(table, seat, shares)) is None) is accepted
