"""Forged calls, discards, declarations and shows over the true group: each check has its negative test."""

from __future__ import annotations

from dataclasses import replace

from scatnet.dealing import make_opening
from scatnet.log import Event, Kind
from scatnet.log import bodies as log
from scatnet.log.bodies import Wire
from scatnet.rules.cards import parse_card
from scatnet.table.examine import verdict
from scatnet.table.state import Stage
from scatnet.table.statements import context_of, held_pairs, key_of, playing_deal, playing_round
from scatnet.table.view import Choice, Verb
from tests.table.forging import refusal, secret_of
from tests.table.proving import PARAMS, proving
from tests.table.stacking import cards, three
from tests.table.stages import real_table


def test_a_call_without_a_31_is_refused_however_it_is_dressed() -> None:
    table = real_table(Stage.DEAL_CALL)
    state, deal = table.state, playing_deal(table.state)
    seat = playing_round(state).order[1]
    context = context_of(state, seat, Kind.DEAL_CALL)
    opening = make_opening(
        PARAMS, table.secrets(seat), context, secret_of(table, seat), key_of(deal, seat), deal.hands[seat]
    )
    assert opening.cards == cards("2C 3D 4H")

    def call(wire: Wire) -> Event:
        return table.event(seat, Kind.DEAL_CALL, log.DealCall(True, wire).to_body())

    assert refusal(state, call(log.as_wire(opening.to_wire(PARAMS)))) == "The cards called are no 31."
    dressed = replace(opening, cards=cards("AC KC QC"))
    assert "opening does not hold" in refusal(state, call(log.as_wire(dressed.to_wire(PARAMS))))
    holder = playing_round(state).order[0]
    theirs = log.body_of(table.honest(table.slot(holder), Choice(verb=Verb.CALL)))
    assert isinstance(theirs, log.DealCall)
    assert "opening does not hold" in refusal(state, call(theirs.proof))


def test_a_call_of_the_same_card_twice_is_refused() -> None:
    table = real_table(Stage.DEAL_CALL)
    holder = playing_round(table.state).order[0]
    honest = log.body_of(table.honest(table.slot(holder), Choice(verb=Verb.CALL)))
    assert isinstance(honest, log.DealCall)
    assert isinstance(honest.proof, tuple)
    for names in ("AS KS KS", "AS AS AS"):
        event = table.event(
            holder, Kind.DEAL_CALL, log.DealCall(True, (bytes(cards(names)), *honest.proof[1:])).to_body()
        )
        assert refusal(table.state, event) == "The cards called are no 31."


def test_no_call_proves_nothing() -> None:
    table = real_table(Stage.DEAL_CALL)
    holder = playing_round(table.state).order[0]
    honest = log.body_of(table.honest(table.slot(holder), Choice(verb=Verb.CALL)))
    assert isinstance(honest, log.DealCall)
    event = table.event(holder, Kind.DEAL_CALL, log.DealCall(False, honest.proof).to_body())
    assert "nothing to prove" in refusal(table.state, event)


def test_a_discard_of_a_card_that_is_not_held_is_refused() -> None:
    table, seat, choice = proving("discard")
    honest = log.body_of(table.honest(table.slot(seat), choice))
    assert isinstance(honest, log.Discard)
    assert isinstance(honest.proof, tuple)
    commitment, shuffle, positions, opening = honest.proof
    assert isinstance(opening, tuple)
    lying = (commitment, shuffle, positions, (bytes(cards("2C")), opening[1]))
    event = table.event(seat, Kind.DISCARD, log.Discard(parse_card("2C"), False, lying).to_body())
    assert "opening does not hold" in refusal(table.state, event)


def test_cards_named_other_than_the_cards_opened_are_refused() -> None:
    sentence = "The cards opened are not the cards named."
    table, seat, choice = proving("discard")
    discard = log.body_of(table.honest(table.slot(seat), choice))
    assert isinstance(discard, log.Discard)
    event = table.event(seat, Kind.DISCARD, replace(discard, card=parse_card("AS")).to_body())
    assert refusal(table.state, event) == sentence
    for what in ("declare with three cards", "declare with four cards"):
        table, seat, choice = proving(what)
        declare = log.body_of(table.honest(table.slot(seat), choice))
        assert isinstance(declare, log.Declare)
        for names in ("AC KC QC", "AS QS KS", "KS AS QS"):
            named = three(names)
            if named != declare.cards:
                event = table.event(seat, Kind.DECLARE, log.Declare(named, declare.proof).to_body())
                assert refusal(table.state, event) == sentence
    table, seat, _ = proving("show")
    show = log.body_of(table.honest(table.slot(seat)))
    assert isinstance(show, log.Show)
    event = table.event(seat, Kind.SHOW, log.Show(three("AS KS JS"), show.proof).to_body())
    assert refusal(table.state, event) == sentence


def test_a_hand_shown_that_is_not_the_hand_held_is_refused() -> None:
    table, seat, _ = proving("show")
    state = table.state
    show = log.body_of(table.honest(table.slot(seat)))
    assert isinstance(show, log.Show)
    assert isinstance(show.proof, tuple)
    better = three("AH KH QH")
    event = table.event(seat, Kind.SHOW, log.Show(better, (bytes(better), show.proof[1])).to_body())
    assert "opening does not hold" in refusal(state, event)
    same = (show.cards[0], show.cards[0], show.cards[1])
    event = table.event(seat, Kind.SHOW, log.Show(same, (bytes(same), show.proof[1])).to_body())
    assert refusal(state, event) == "A hand is three different cards."
    other = playing_round(state).order[1]
    assert refusal(state, table.event(other, Kind.SHOW, show.to_body()))


def test_a_hand_of_before_a_discard_cannot_be_opened_after_it() -> None:
    table = real_table(Stage.DISCARD)
    seat = table.acting
    old = held_pairs(table.state, seat)[:3]
    table.play(Verb.DISCARD, parse_card("QS"))
    table.play(Verb.KNOCK)
    table.play_until(Stage.SHOW)
    state = table.state
    context, key = context_of(state, seat, Kind.SHOW), key_of(playing_deal(state), seat)
    opening = make_opening(PARAMS, table.secrets(seat), context, secret_of(table, seat), key, old)
    first, second, third = opening.cards
    body = log.Show((first, second, third), log.as_wire(opening.to_wire(PARAMS)))
    assert refusal(state, table.event(seat, Kind.SHOW, body.to_body()))


def test_a_declaration_of_what_is_no_31_is_refused() -> None:
    for what in ("declare with three cards", "declare with four cards"):
        table, seat, choice = proving(what)
        honest = log.body_of(table.honest(table.slot(seat), choice))
        assert isinstance(honest, log.Declare)
        event = table.event(seat, Kind.DECLARE, log.Declare(three("AS KS 9S"), honest.proof).to_body())
        assert refusal(table.state, event) == "There is no 31 to declare now."


def test_the_card_taken_from_the_pile_may_not_go_back_in_the_same_turn() -> None:
    table = real_table(Stage.TURN)
    table.play(Verb.TAKE)
    seat, taken = table.acting, parse_card("8H")
    free = replace(
        table.state,
        round=playing_round(table.state)._replace(rules=replace(playing_round(table.state).rules, return_taken=True)),
    )
    plan = table.player(seat).answer(free, table.slot(seat), Choice(verb=Verb.DISCARD, card=taken))
    assert plan is not None
    event = table.event(seat, Kind.DISCARD, plan.make())
    assert "may not be put back" in refusal(table.state, event)
    assert verdict(free, event) is None


def test_a_knock_with_the_discard_is_refused_where_the_rules_have_none() -> None:
    table, seat, choice = proving("discard")
    honest = log.body_of(table.honest(table.slot(seat), choice))
    assert isinstance(honest, log.Discard)
    event = table.event(seat, Kind.DISCARD, replace(honest, knock=True).to_body())
    assert "not with the discard" in refusal(table.state, event)
