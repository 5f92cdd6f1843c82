"""What a person sees of a state: where the table stands, the seats, the cards of one's own, and nothing made up."""

from __future__ import annotations

from dataclasses import replace

import pytest

from scatnet.log import Kind, fingerprint
from scatnet.log import bodies as log
from scatnet.rules.scoring import hand_score
from scatnet.table.seeing import see
from scatnet.table.slots import expected
from scatnet.table.state import Stage
from scatnet.table.statements import playing_round
from scatnet.table.view import Phase, SeatStatus, Verb
from tests.table.helpers import begun_table, host_deals, idle
from tests.table.stacking import cards, stacked_deck
from tests.table.stages import BLIND, PLAYED, WINDOWS, lobby_table, restocking_table, table_at

PHASES = {
    Stage.COIN_COMMIT: Phase.COIN,
    Stage.COIN_REVEAL: Phase.COIN,
    Stage.OPENING: Phase.OPENING,
    Stage.KEYS: Phase.SHUFFLE,
    Stage.SHUFFLE: Phase.SHUFFLE,
    Stage.THROW_DOWN: Phase.THROW_DOWN,
    Stage.DEAL_SHARES: Phase.SHUFFLE,
    Stage.DEAL_CALL: Phase.DEAL_CALL,
    Stage.TURN: Phase.TURN,
    Stage.DRAW_SHARES: Phase.TURN,
    Stage.DISCARD: Phase.TURN,
    Stage.SHOW: Phase.SHOW,
}


@pytest.mark.parametrize("stage", PHASES)
def test_every_stage_is_seen_as_a_phase_with_those_it_waits_for(stage: Stage) -> None:
    table = table_at(stage)
    for view in (see(table.state, None, ()), table.player(0).view(table.state)):
        assert view.phase is PHASES[stage]
        waiting = tuple(slot.seat for slot in expected(table.state))
        assert view.waiting_for == waiting
        assert tuple(seat.seat for seat in view.seats if seat.waited_for) == waiting
        assert (view.table, view.number, view.round) == (table.state.table, table.state.number, table.state.rounds)


def test_the_lobby_and_the_end_are_phases_too() -> None:
    table, _ = lobby_table()
    view = see(table.state, None, ())
    assert (view.phase, view.seats, view.waiting_for, view.seats_wanted) == (Phase.LOBBY, (), (), 4)
    table = table_at(Stage.KEYS, seats=2)
    table.resign(1)
    view = table.player(0).view(table.state)
    assert (view.phase, view.winners, view.kitty) == (Phase.OVER, (0,), 3)


def test_the_shuffle_is_seen_to_advance_from_the_keys_to_the_shares() -> None:
    table = table_at(Stage.KEYS, rules=replace(WINDOWS, throw_down=False))
    seen = []
    while not table.is_at(Stage.DEAL_CALL):
        progress = see(table.state, None, ()).progress
        assert progress is not None
        seen.append((progress.done, progress.total, progress.last_shuffler))
        table.step()
    order = playing_round(table.state).order
    assert seen == [(0, 6, None), (1, 6, None), *((2 + place, 6, seat) for place, seat in enumerate(order))]
    assert see(table.state, None, ()).progress is None


def test_a_reshuffle_is_seen_to_advance_in_the_same_way() -> None:
    table = restocking_table()
    done = []
    while not table.is_at(Stage.DRAW_SHARES):
        progress = see(table.state, None, ()).progress
        assert progress is not None
        done.append(progress.done)
        table.step()
    assert done == list(range(10))


def test_ones_own_hand_is_seen_with_its_score_and_the_fourth_card_apart() -> None:
    table = table_at(Stage.DISCARD)
    player = table.player(table.acting)
    held = player.held(table.state)
    view = player.view(table.state)
    assert (view.hand, view.extra) == (held[:3], held[3])
    assert view.score == max(hand_score(table.state.rules, [card for card in held if card != left]) for left in held)
    other = table.player((table.acting + 1) % 4).view(table.state)
    assert (len(other.hand), other.extra) == (3, None)
    assert other.score == hand_score(table.state.rules, other.hand)


def test_everybody_sees_how_many_cards_each_seat_holds() -> None:
    for stage, counts in ((Stage.DEAL_SHARES, 0), (Stage.DEAL_CALL, 3), (Stage.TURN, 3), (Stage.DISCARD, 3)):
        table = table_at(stage)
        for seat in see(table.state, None, ()).seats:
            holding_four = stage is Stage.DISCARD and seat.seat == table.acting
            assert seat.cards == (4 if holding_four else counts)


def test_the_seat_to_act_the_dealer_the_knocker_and_last_turns_are_marked() -> None:
    table = table_at(Stage.TURN)
    knocker = table.acting
    view = see(table.state, None, ())
    assert [seat.seat for seat in view.seats if seat.acting] == [knocker] == [view.acting]
    assert [seat.seat for seat in view.seats if seat.dealer] == [view.dealer]
    table.play(Verb.KNOCK)
    view = see(table.state, None, ())
    assert [seat.seat for seat in view.seats if seat.knocked] == [knocker] == [view.knocker]
    assert [seat.seat for seat in view.seats if seat.last_turn_to_come] == [s for s in range(4) if s != knocker]


def test_seats_carry_names_fingerprints_and_the_person_behind_a_computer_player() -> None:
    table = begun_table(seats=3, computers={1: 0, 2: 0}, rules=WINDOWS, chooser=idle)
    table.play_until(Stage.TURN)
    view = see(table.state, None, ())
    host = next(seat.seat for seat in view.seats if not seat.computer)
    assert view.seats[host].operator_seat is None
    assert all(seat.operator_seat == host for seat in view.seats if seat.computer)
    assert all(seat.fingerprint == fingerprint(seat.key) for seat in view.seats)
    assert {seat.name for seat in view.seats} == {"Player 0", "Player 1", "Player 2"}


def test_away_out_and_resigned_seats_are_seen_as_such() -> None:
    table = table_at(Stage.KEYS)
    table.lapse(2)
    table.play_until(Stage.TURN)
    leaver = table.acting
    table.resign(leaver)
    seats = see(table.state, None, ()).seats
    assert seats[2].status is SeatStatus.AWAY
    assert seats[leaver].resigned
    assert seats[leaver].cards == 0
    table.settle_round()
    assert see(table.state, None, ()).seats[leaver].status is SeatStatus.OUT


def test_a_seat_on_the_county_is_seen_there() -> None:
    table = table_at(Stage.KEYS, rules=replace(WINDOWS, lives=1))
    table.lapse(1)
    seat = see(table.state, None, ()).seats[1]
    assert (seat.lives, seat.county, seat.status) == (0, True, SeatStatus.AWAY)


def test_shown_hands_scores_and_losses_stay_in_view_until_the_next_round() -> None:
    deck = stacked_deck(["AS KS 9D", "2C 3D 4H", "5C 6D 7H"], "8H 9S")
    table = begun_table(rules=host_deals("classic"), deck=deck, chooser=idle)
    table.settle_round()
    view = see(table.state, None, ())
    assert view.ended_by == "knock"
    first = playing_round(table.state).order[0]
    assert (view.seats[first].shown, view.seats[first].score, view.seats[first].lost) == (cards("AS KS 9D"), 42, 0)
    assert sum(seat.lost or 0 for seat in view.seats) == 1
    assert (view.public, view.pile, view.stock, view.acting) == (None, (), 0, None)
    table.step()
    view = see(table.state, None, ())
    assert all((seat.shown, seat.score, seat.lost) == ((), None, None) for seat in view.seats)
    assert view.ended_by is None


def test_the_face_down_card_lies_on_the_table_until_the_first_turn_has_begun() -> None:
    table = table_at(Stage.TURN, rules=BLIND)
    first = table.acting
    assert see(table.state, None, ()).face_down
    assert [table.player(seat).view(table.state).may_take_blind for seat in range(4)] == [s == first for s in range(4)]
    table.close({first: table.event(first, Kind.DRAW, ())})
    view = table.player(first).view(table.state)
    assert not view.face_down
    assert not view.may_take_blind
    assert view.pile == ()


def test_a_spectator_sees_the_pile_and_the_stock_and_no_hand() -> None:
    for stage in PLAYED:
        view = see(table_at(stage).state, None, ())
        assert (view.hand, view.extra, view.score, view.choices, view.must_declare) == ((), None, None, (), False)
        assert view.refusals == {}
    table = table_at(Stage.TURN)
    view = see(table.state, None, ())
    assert view.pile == playing_round(table.state).pile
    assert view.stock == 52 - 12 - 1


def test_a_31_that_has_to_be_declared_is_pointed_out_to_its_holder_alone() -> None:
    deck = stacked_deck(["AS KS QS", "2C 3D 4H", "5C 6D 7H"], "8H 9S")
    table = begun_table(rules=host_deals("classic"), deck=deck, chooser=idle)
    table.play_until(Stage.DEAL_CALL)
    first = playing_round(table.state).order[0]
    table.step({first: table.event(first, Kind.DEAL_CALL, log.DealCall(False, ()).to_body())})
    assert [table.player(seat).view(table.state).must_declare for seat in range(3)] == [s == first for s in range(3)]
