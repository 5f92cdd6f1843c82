"""Who is waited for at each stage and what they may answer; everything else is refused and changes nothing."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

import pytest

from scatnet.log import SLOT, Event, Kind, make_event
from scatnet.log import bodies as log
from scatnet.rules.ruleset import StockOut, ThirtyOneCall
from scatnet.table.examine import verdict
from scatnet.table.fold import fold
from scatnet.table.refused import Refused
from scatnet.table.slots import expected, operators
from scatnet.table.state import Stage, TableState
from scatnet.table.statements import playing_round
from scatnet.table.view import Choice, Verb
from tests.table.helpers import Table, begun_table, host_deals, identity, idle
from tests.table.stacking import stacked_deck
from tests.table.stages import BLIND, KINDS, PLAYED, WINDOWS, lobby_table, restocking_table, table_at
from tests.table.state_bytes import state_bytes

COIN = (Stage.COIN_COMMIT, Stage.COIN_REVEAL)

BODIES: dict[Kind, log.Body] = {
    Kind.COIN_COMMIT: log.CoinCommit(bytes(32)),
    Kind.COIN_REVEAL: log.CoinReveal(bytes(32)),
    Kind.ROUND_OPEN: log.RoundOpen((), ()),
    Kind.ROUND_KEY: log.RoundKey((), 0, ()),
    Kind.RESTOCK: log.Restock(0, ()),
    Kind.SHUFFLE: log.Shuffle(()),
    Kind.THROW_DOWN: log.ThrowDown(False),
    Kind.DEAL_SHARES: log.DealShares(()),
    Kind.DEAL_CALL: log.DealCall(False, ()),
    Kind.DRAW: log.Draw(),
    Kind.TAKE: log.Take(),
    Kind.KNOCK: log.Knock(),
    Kind.PASS: log.Pass(),
    Kind.DRAW_SHARES: log.DrawShares(()),
    Kind.DISCARD: log.Discard(0, False, ()),
    Kind.DECLARE: log.Declare((0, 1, 2), ()),
    Kind.SHOW: log.Show((0, 1, 2), ()),
    Kind.RESIGN: log.Resign(b""),
}
"""A body of each kind that fits the schema; many of them need no proof to be sound."""


def tables() -> list[Table]:
    """A table at every stage, and in the turns that differ in what they take."""
    staged = [table_at(stage) for stage in (*COIN, *PLAYED)]
    return [*staged, restocking_table(), table_at(Stage.TURN, rules=BLIND)]


def refusal(state: TableState, event: Event) -> str:
    """The sentence by which an event is refused."""
    refused = verdict(state, event)
    assert isinstance(refused, Refused)
    assert refused.reason[0].isupper()
    assert refused.reason.endswith(".")
    return refused.reason


@contextmanager
def unchanged(state: TableState) -> Iterator[None]:
    """What is done within leaves every bit of the state as it was."""
    before = state_bytes(state)
    yield
    assert state_bytes(state) == before


@pytest.mark.parametrize(
    ("stage", "waited_for"),
    [
        (Stage.COIN_COMMIT, {0, 1, 2, 3}),
        (Stage.COIN_REVEAL, {0, 1, 2, 3}),
        (Stage.OPENING, "dealer"),
        (Stage.KEYS, {0, 1, 2, 3}),
        (Stage.SHUFFLE, "left"),
        (Stage.THROW_DOWN, {0, 1, 2, 3}),
        (Stage.DEAL_SHARES, {0, 1, 2, 3}),
        (Stage.DEAL_CALL, {0, 1, 2, 3}),
        (Stage.TURN, "left"),
        (Stage.DRAW_SHARES, "not left"),
        (Stage.DISCARD, "left"),
        (Stage.SHOW, {0, 1, 2, 3}),
    ],
)
def test_each_stage_waits_for_its_seats_and_kinds(stage: Stage, waited_for: set[int] | str) -> None:
    state = table_at(stage).state
    dealer = state.game.dealer if state.game is not None else 0
    left = (dealer + 1) % 4
    named = {"dealer": {dealer}, "left": {left}, "not left": {0, 1, 2, 3} - {left}}
    seats = named[waited_for] if isinstance(waited_for, str) else waited_for
    slots = expected(state)
    assert [slot.seat for slot in slots] == sorted(seats)
    assert all(slot.author == state.seats[slot.seat].key for slot in slots)
    kinds = KINDS.get(stage, {Kind.DRAW, Kind.TAKE, Kind.KNOCK, Kind.DECLARE})
    assert all(slot.kinds == kinds | {Kind.RESIGN} for slot in slots)


def test_the_lobby_waits_for_the_host_to_begin() -> None:
    table, begin = lobby_table()
    (slot,) = expected(table.state)
    assert (slot.seat, slot.author) == (0, table.identities[0].public)
    assert slot.kinds == {Kind.BEGIN}
    assert operators(table.state) == {}
    assert verdict(table.state, begin) is None


def test_seats_shuffle_in_turn_from_the_dealers_left_and_the_dealer_last() -> None:
    table = table_at(Stage.SHUFFLE)
    assert table.state.game is not None
    order = []
    while table.state.stage is Stage.SHUFFLE:
        order.append(expected(table.state)[0].seat)
        table.step()
    dealer = table.state.game.dealer
    assert order == [(dealer + place) % 4 for place in (1, 2, 3, 4)]
    assert table.state.round is not None
    assert table.state.round.order == tuple(order)


def test_a_round_without_the_window_has_no_throw_down() -> None:
    table = begun_table(rules=host_deals("kitchen"))
    table.play_until(Stage.SHUFFLE)
    table.play_until(Stage.DEAL_SHARES)
    assert all(state.stage is not Stage.THROW_DOWN for state in table.states)


def test_a_reshuffle_waits_for_fresh_commitments_of_all_then_for_shuffles_then_for_shares() -> None:
    table = restocking_table()
    acting = table.acting
    assert [slot.seat for slot in expected(table.state)] == list(range(9))
    table.step()
    order = []
    while table.state.stage is Stage.SHUFFLE:
        order.append(expected(table.state)[0].seat)
        table.step()
    assert tuple(order) == playing_round(table.state).order
    assert table.state.stage is Stage.DRAW_SHARES
    assert [slot.seat for slot in expected(table.state)] == [seat for seat in range(9) if seat != acting]


def test_nothing_is_waited_for_once_the_game_is_over() -> None:
    table = begun_table(seats=2)
    table.play_until(Stage.OVER)
    assert expected(table.state) == ()
    with pytest.raises(ValueError, match="does not answer"):
        fold(table.state, table.steps[-1])


def test_the_fold_takes_no_step_for_another_head() -> None:
    table = table_at(Stage.KEYS)
    with pytest.raises(ValueError, match="does not answer"):
        fold(table.state, table.steps[-1])


def test_an_event_of_another_table_is_refused() -> None:
    for table in tables():
        slot = expected(table.state)[0]
        honest = table.honest(slot, _choice(table))
        event = table.event(slot.seat, honest.kind, honest.body, table=bytes([1]) * 32)
        assert "another table" in refusal(table.state, event)


def test_an_event_for_another_head_is_refused_early_or_late() -> None:
    for table in tables():
        slot = expected(table.state)[0]
        honest = table.honest(slot, _choice(table))
        for head in (table.states[-1].head, bytes([1]) * 32):
            assert "another head" in refusal(table.state, table.event(slot.seat, honest.kind, honest.body, head=head))


def test_an_event_of_somebody_who_is_not_waited_for_is_refused() -> None:
    for table in tables():
        state, slots = table.state, expected(table.state)
        honest = table.honest(slots[0], _choice(table))
        stranger = identity("nobody here")
        event = make_event(stranger, table=state.table, head=state.head, kind=honest.kind, body=honest.body)
        with unchanged(state):
            assert "No answer of its author" in refusal(state, event)
            for seat in set(range(len(state.seats))) - {slot.seat for slot in slots}:
                assert "No answer of its author" in refusal(state, table.event(seat, honest.kind, honest.body))


def test_a_kind_that_is_not_waited_for_is_refused_from_every_seat() -> None:
    for table in tables():
        with unchanged(table.state):
            for slot in expected(table.state):
                for kind in SLOT - slot.kinds - {Kind.BEGIN}:
                    event = table.event(slot.seat, kind, BODIES[kind].to_body())
                    assert refusal(table.state, event) == f"A `{kind}` is not what this step waits for."


def test_votes_and_lobby_events_answer_no_slot() -> None:
    table = table_at(Stage.TURN)
    for body in (log.Lapse(1, b""), log.Keep(1, bytes(32)), log.Back(), log.Ready(bytes(32))):
        assert refusal(table.state, table.event(table.acting, body.kind, body.to_body()))


def test_every_kind_that_a_stage_waits_for_is_accepted_from_a_seat_that_can_give_it() -> None:
    for table in tables():
        for slot in expected(table.state):
            for event in _answers(table, slot.seat):
                assert event.kind in slot.kinds
                assert verdict(table.state, event) is None


def test_a_31_in_the_first_hand_can_be_declared_in_the_first_turn_where_it_must_be_declared() -> None:
    table = begun_table(
        rules=host_deals("classic"),
        deck=stacked_deck(["AS KS QS", "2C 3C 4C", "2D 3D 4D"], "9H"),
        chooser=idle,
    )
    table.play_until(Stage.DEAL_CALL)
    left = playing_round(table.state).order[0]
    table.step({left: table.event(left, Kind.DEAL_CALL, log.DealCall(False, ()).to_body())})
    assert Kind.DECLARE in expected(table.state)[0].kinds
    table.play(Verb.DECLARE)
    assert table.state.settlement is not None
    assert table.state.settlement.lost == {seat: int(seat != left) for seat in range(3)}


def test_the_kinds_of_a_turn_follow_the_round() -> None:
    table = begun_table(seats=2, rules=replace(host_deals("cadillac"), stock_out=StockOut.PASS), chooser=idle)
    seen: set[frozenset[Kind]] = set()
    while table.state.stage is not Stage.SHOW:
        if table.state.stage is Stage.TURN:
            (slot,) = expected(table.state)
            round_ = playing_round(table.state)
            assert (Kind.DRAW in slot.kinds) is bool(round_.stock)
            assert (Kind.PASS in slot.kinds) is not bool(round_.stock)
            assert (Kind.TAKE in slot.kinds) is bool(round_.pile)
            assert Kind.DECLARE not in slot.kinds
            seen.add(slot.kinds)
        table.step()
    assert {Kind.DRAW in kinds for kinds in seen} == {True, False}


def test_nobody_knocks_after_a_knock() -> None:
    table = table_at(Stage.TURN)
    table.play(Verb.KNOCK)
    assert Kind.KNOCK not in expected(table.state)[0].kinds
    assert refusal(table.state, table.event(table.acting, Kind.KNOCK, ()))


def test_the_face_down_card_is_there_for_the_first_turn_only() -> None:
    table = table_at(Stage.TURN, rules=BLIND)
    assert Kind.TAKE in expected(table.state)[0].kinds
    table.resign(table.acting)
    assert Kind.TAKE not in expected(table.state)[0].kinds


def test_operators_are_those_with_a_seat_that_is_in_the_game_and_here() -> None:
    table = begun_table(seats=4, computers={2: 0, 3: 1}, rules=WINDOWS)
    table.play_until(Stage.TURN)
    by_key = {seat.key: place for place, seat in enumerate(table.state.seats)}
    ann, ben = (who.public for who in table.identities[:2])
    anns, bens = ({by_key[table.identities[place].public] for place in places} for places in ((0, 2), (1, 3)))
    assert operators(table.state) == {ann: anns, ben: bens}
    table.resign(table.acting)
    gone = set(range(4)) - {seat for seats in operators(table.state).values() for seat in seats}
    assert len(gone) == 1


def _choice(table: Table) -> Choice | None:
    """What the first seat waited for might choose, where it has to."""
    return Choice(verb=Verb.DRAW) if table.state.stage is Stage.TURN else None


def _answers(table: Table, seat: int) -> list[Event]:
    slot = table.slot(seat)
    view = table.player(seat).view(table.state)
    events = [table.resignation(seat)]
    if view.choices:
        events += [table.honest(slot, choice) for choice in view.choices]
    else:
        events.append(table.honest(slot))
    return events


def test_declared_and_automatic_31_differ_in_what_the_first_turn_takes() -> None:
    declared = table_at(Stage.TURN, rules=replace(WINDOWS, thirty_one_call=ThirtyOneCall.DECLARED))
    automatic = table_at(Stage.TURN, rules=replace(WINDOWS, thirty_one_call=ThirtyOneCall.AUTOMATIC))
    assert Kind.DECLARE in expected(declared.state)[0].kinds
    assert Kind.DECLARE not in expected(automatic.state)[0].kinds
