"""A seat's own player: the same bytes to the same question, also after a restart; what it decides and what it asks."""

from __future__ import annotations

from dataclasses import replace

import pytest

from scatnet.log import Kind
from scatnet.log import bodies as log
from scatnet.rules.cards import parse_card
from scatnet.rules.ruleset import PRESETS, ThirtyOneCall
from scatnet.table.examine import verdict
from scatnet.table.player import Chooser, Player, Serials
from scatnet.table.slots import Slot, expected
from scatnet.table.state import Stage, TableState
from scatnet.table.statements import playing_round
from scatnet.table.view import Choice, TableView, Verb
from tests.table.helpers import Table, at_random, begun_table, idle
from tests.table.stacking import stacked_deck, stacking
from tests.table.stages import KINDS, PLAYED, WINDOWS, restocking_table, table_at

AUTOMATIC_STAGES = (
    Stage.COIN_COMMIT,
    Stage.COIN_REVEAL,
    Stage.KEYS,
    Stage.SHUFFLE,
    Stage.DEAL_SHARES,
    Stage.DRAW_SHARES,
    Stage.SHOW,
)


def rebuilt(
    table: Table,
    seat: int,
    *,
    serials: Serials | None = None,
    computer: bool = True,
    chooser: Chooser = idle,
    calls_by_hand: bool = False,
) -> Player:
    """The player of a seat, made again after a restart from what is on disk."""
    player = table.player(seat)
    with stacking(table.state.settings.host, table.deck):
        return Player(
            signer=player.signer,
            seed=table.seeds[player.signer.public],
            table=table.state.table,
            computer=computer,
            chooser=chooser,
            serials=serials,
            calls_by_hand=calls_by_hand,
        )


def answered(player: Player, state: TableState, slot: Slot) -> tuple[Kind, tuple[object, ...], int | None]:
    """What a player answers, as far as anybody can see it."""
    plan = player.answer(state, slot, None)
    assert plan is not None
    return plan.kind, plan.make(), plan.serial


def test_the_same_question_has_the_same_answer_twice_and_after_a_restart() -> None:
    chooser = at_random(4)
    table = begun_table(seats=3, rules=PRESETS["kitchen"], seed=4, chooser=chooser)
    while table.state.rounds < 3 and not table.is_at(Stage.OVER):
        if not table.is_at(Stage.OPENING):
            for slot in expected(table.state):
                player = table.players[slot.author]
                first = answered(player, table.state, slot)
                assert answered(player, table.state, slot) == first
                burned = Serials(dict(player.serials.burned))
                again = rebuilt(table, slot.seat, serials=burned, chooser=chooser)
                assert answered(again, table.state, slot) == first
        table.step()


def test_a_player_whose_notes_are_gone_still_answers_alike_in_a_round_whose_keys_are_published() -> None:
    for stage in PLAYED[2:]:
        table = table_at(stage)
        for slot in expected(table.state):
            player = table.players[slot.author]
            assert answered(rebuilt(table, slot.seat), table.state, slot)[:2] == answered(player, table.state, slot)[:2]


def test_a_serial_belongs_to_one_head_for_good_and_is_named_in_every_plan_that_uses_it() -> None:
    table = table_at(Stage.KEYS)
    slot = expected(table.state)[0]
    player = rebuilt(table, slot.seat)
    elsewhere = replace(table.state, head=bytes([7]) * 32)
    plans = [player.answer(state, slot, None) for state in (table.state, elsewhere, table.state)]
    assert [plan.serial if plan is not None else None for plan in plans] == [0, 1, 0]


def test_serials_go_on_above_all_that_the_log_has_seen_also_after_an_old_backup() -> None:
    table = begun_table(seats=2, rules=WINDOWS, chooser=idle)
    for _ in range(3):
        table.settle_round()
    table.play_until(Stage.KEYS)
    slot = expected(table.state)[0]
    last = table.state.seats[slot.seat].last_serial
    old = rebuilt(table, slot.seat, serials=Serials())
    assert answered(old, table.state, slot)[2] == last + 1
    ahead = rebuilt(table, slot.seat, serials=Serials({bytes(32): last + 5}))
    assert answered(ahead, table.state, slot)[2] == last + 6


def test_only_commitments_use_a_serial() -> None:
    for stage in (*AUTOMATIC_STAGES, Stage.RESTOCK):
        table = restocking_table() if stage is Stage.RESTOCK else table_at(stage)
        slot = expected(table.state)[0]
        kind, _, serial = answered(table.players[slot.author], table.state, slot)
        assert kind in KINDS[stage]
        assert (serial is not None) is (stage in (Stage.KEYS, Stage.RESTOCK))


def test_players_of_one_machine_share_no_secret() -> None:
    table = table_at(Stage.KEYS)
    table.seeds = dict.fromkeys(table.seeds, bytes(32))
    keys = {answered(rebuilt(table, slot.seat), table.state, slot)[1][0] for slot in expected(table.state)}
    assert len(keys) == 4


# What a person is asked


def person(table: Table, seat: int, *, calls_by_hand: bool = False) -> Player:
    """A person in this seat."""
    return rebuilt(table, seat, computer=False, calls_by_hand=calls_by_hand)


@pytest.mark.parametrize("stage", AUTOMATIC_STAGES)
def test_a_person_is_not_asked_where_there_is_nothing_to_decide(stage: Stage) -> None:
    table = table_at(stage)
    for slot in expected(table.state):
        plan = person(table, slot.seat).answer(table.state, slot, None)
        assert plan is not None
        assert plan.kind in KINDS[stage]


@pytest.mark.parametrize("stage", [Stage.THROW_DOWN, Stage.TURN, Stage.DISCARD])
def test_a_person_is_asked_in_the_window_and_in_a_turn(stage: Stage) -> None:
    table = table_at(stage)
    for slot in expected(table.state):
        player = person(table, slot.seat)
        assert player.answer(table.state, slot, None) is None
        for choice in player.view(table.state).choices:
            plan = player.answer(table.state, slot, choice)
            assert plan is not None
            assert verdict(table.state, table.event(slot.seat, plan.kind, plan.make())) is None


def test_nobody_is_asked_to_open_a_round() -> None:
    table = table_at(Stage.OPENING)
    (slot,) = expected(table.state)
    for player in (person(table, slot.seat), table.players[slot.author]):
        assert player.answer(table.state, slot, None) is None


def test_a_choice_that_is_not_possible_is_not_answered() -> None:
    table = table_at(Stage.TURN)
    slot = expected(table.state)[0]
    player = person(table, slot.seat)
    for choice in (
        Choice(verb=Verb.PASS),
        Choice(verb=Verb.DECLARE),
        Choice(verb=Verb.DISCARD, card=0),
        Choice(verb=Verb.CALL),
        Choice(verb=Verb.DRAW, card=3),
    ):
        assert player.answer(table.state, slot, choice) is None


HOLDS_31 = stacked_deck(["AS KS QS", "2C 3D 4H", "5C 6D 7H"], "8H 9S")


def at_the_call(call: ThirtyOneCall) -> tuple[Table, int]:
    """A table in the window for a 31 on the deal, and the seat that holds one."""
    table = begun_table(rules=replace(WINDOWS, thirty_one_call=call), deck=HOLDS_31, chooser=idle)
    table.play_until(Stage.DEAL_CALL)
    return table, playing_round(table.state).order[0]


def test_a_node_calls_a_dealt_31_for_its_person_at_once() -> None:
    for call in ThirtyOneCall:
        table, seat = at_the_call(call)
        plan = person(table, seat).answer(table.state, table.slot(seat), None)
        assert plan is not None
        assert plan.make()[0] is True


def test_a_person_who_calls_by_hand_is_asked_only_where_a_31_has_to_be_declared() -> None:
    table, seat = at_the_call(ThirtyOneCall.DECLARED)
    player = person(table, seat, calls_by_hand=True)
    assert player.answer(table.state, table.slot(seat), None) is None
    silent = player.answer(table.state, table.slot(seat), Choice(verb=Verb.NO_CALL))
    assert silent is not None
    assert silent.make() == (False, ())
    other = playing_round(table.state).order[1]
    plan = person(table, other, calls_by_hand=True).answer(table.state, table.slot(other), None)
    assert plan is not None
    assert plan.make() == (False, ())
    table, seat = at_the_call(ThirtyOneCall.AUTOMATIC)
    plan = person(table, seat, calls_by_hand=True).answer(table.state, table.slot(seat), None)
    assert plan is not None
    assert plan.make()[0] is True


def test_an_automatic_31_in_play_is_declared_by_the_node_and_a_declared_one_is_the_persons_to_say() -> None:
    deck = stacked_deck(["AS KS 2C", "2D 3D 4H", "5C 6D 7H"], "8H QS")
    for call in ThirtyOneCall:
        table = begun_table(rules=replace(WINDOWS, thirty_one_call=call), deck=deck, chooser=idle)
        table.play_until(Stage.TURN)
        table.play(Verb.DRAW)
        slot = expected(table.state)[0]
        player = person(table, slot.seat)
        plan = player.answer(table.state, slot, None)
        if call is ThirtyOneCall.AUTOMATIC:
            assert plan is not None
            assert plan.kind is Kind.DECLARE
            assert player.view(table.state).must_declare is False
            assert [choice.verb for choice in player.view(table.state).choices] == [Verb.DECLARE]
        else:
            assert plan is None
            assert player.view(table.state).must_declare is True
            assert player.answer(table.state, slot, Choice(verb=Verb.DISCARD, card=parse_card("AS"))) is not None


# Computer players and stand-ins


def test_a_computer_player_that_chooses_nonsense_still_answers_with_something_possible() -> None:
    def nonsense(_view: TableView) -> Choice:
        return Choice(verb=Verb.PASS)

    for stage in (Stage.THROW_DOWN, Stage.TURN, Stage.DISCARD):
        table = table_at(stage)
        slot = expected(table.state)[0]
        player = rebuilt(table, slot.seat, chooser=nonsense)
        plan = player.answer(table.state, slot, None)
        assert plan is not None
        assert verdict(table.state, table.event(slot.seat, plan.kind, plan.make())) is None
        assert player.stand_in(table.state, slot) in player.view(table.state).choices


def test_a_stand_in_plays_what_a_computer_player_would() -> None:
    table = table_at(Stage.TURN)
    slot = expected(table.state)[0]
    assert person(table, slot.seat).stand_in(table.state, slot) == Choice(verb=Verb.DRAW)


def test_whoever_leaves_publishes_the_round_secret_once_there_is_a_key() -> None:
    for stage in (Stage.COIN_COMMIT, Stage.COIN_REVEAL, *PLAYED):
        table = table_at(stage)
        event = table.resignation(expected(table.state)[0].seat)
        body = log.body_of(event)
        assert isinstance(body, log.Resign)
        before_keys = stage in (Stage.COIN_COMMIT, Stage.COIN_REVEAL, Stage.OPENING, Stage.KEYS)
        assert bool(body.secret) is not before_keys
