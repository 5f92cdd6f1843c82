"""The choices listed for a seat are exactly those that the rules take, seen with its cards, and the engine accepts."""

from __future__ import annotations

from dataclasses import replace

import pytest

from scatnet.rules import moves
from scatnet.rules.cards import parse_card
from scatnet.rules.moves import Move, Refusal
from scatnet.rules.open_round import OpenRound
from scatnet.rules.open_round import play as play_open
from scatnet.rules.ruleset import PRESETS, RuleSet, StockOut, ThirtyOneCall
from scatnet.table.examine import verdict
from scatnet.table.options import choices, refusals
from scatnet.table.slots import expected
from scatnet.table.state import Stage
from scatnet.table.statements import playing_round
from scatnet.table.view import Choice, Verb
from tests.table.helpers import Table, at_random, begun_table, host_deals, idle
from tests.table.stacking import stacked_deck
from tests.table.stages import WINDOWS, table_at

PLAYS = (Verb.DRAW, Verb.TAKE, Verb.KNOCK, Verb.PASS, Verb.DECLARE)


def all_choices() -> list[Choice]:
    """Everything that can be said in a turn."""
    discards = [Choice(verb=Verb.DISCARD, card=card, knock=knock) for card in range(52) for knock in (False, True)]
    return [Choice(verb=verb) for verb in PLAYS] + discards


def referee_takes(table: Table, choice: Choice) -> bool:
    """Whether a referee who sees the seat's cards lets it do this; the card drawn next does not matter."""
    round_, seat = playing_round(table.state), table.acting
    hands: list[tuple[int, ...]] = [(0, 14, 28)] * len(table.state.seats)
    hands[seat] = table.player(seat).held(table.state)
    opened = OpenRound(round_, tuple(range(52)), 0, tuple(hands))
    move = Move(moves.Verb(choice.verb.value), choice.card, choice.knock)
    return not isinstance(play_open(opened, seat, move), Refusal)


def check_choices(table: Table) -> None:
    """Compare the list with the referee, and try every choice listed on the engine."""
    player, slot = table.player(table.acting), expected(table.state)[0]
    listed = player.view(table.state).choices
    assert len(set(listed)) == len(listed)
    automatic = table.state.rules.thirty_one_call is ThirtyOneCall.AUTOMATIC
    if automatic and Choice(verb=Verb.DECLARE) in listed:
        assert listed == (Choice(verb=Verb.DECLARE),)
    else:
        assert set(listed) == {choice for choice in all_choices() if referee_takes(table, choice)}
    for choice in all_choices():
        plan = player.answer(table.state, slot, choice)
        assert (plan is not None) is (choice in listed)
        if plan is not None:
            assert verdict(table.state, table.event(slot.seat, plan.kind, plan.make())) is None


RULES = {
    **PRESETS,
    "given back": replace(PRESETS["classic"], return_taken=True),
    "knock with the discard, from 25": replace(PRESETS["cadillac"], minimum_knock=50),
    "face down, declared": replace(PRESETS["kitchen"], thirty_one_call=ThirtyOneCall.DECLARED, minimum_knock=20),
}


@pytest.mark.parametrize("name", sorted(RULES))
def test_choices_are_what_a_referee_with_open_cards_would_take(name: str) -> None:
    table = begun_table(seats=3, rules=RULES[name], seed=8, chooser=at_random(8))
    checked = 0
    while checked < 24 and not table.is_at(Stage.OVER):
        if table.state.stage in (Stage.TURN, Stage.DISCARD):
            check_choices(table)
            checked += 1
        table.step()
    assert checked > 8


@pytest.mark.parametrize("stock_out", list(StockOut))
def test_choices_are_right_when_the_stock_has_run_out(stock_out: StockOut) -> None:
    rules = replace(host_deals("classic"), stock_out=stock_out)
    table = begun_table(seats=9, rules=rules, seed=1, chooser=idle)
    while not table.is_at(Stage.SHOW) and playing_stock(table) != 0:
        table.step()
    while table.state.stage not in (Stage.SHOW, Stage.TURN):
        table.step()
    if stock_out is StockOut.SHOWDOWN:
        assert table.is_at(Stage.SHOW)
        return
    check_choices(table)
    verbs = {choice.verb for choice in table.player(table.acting).view(table.state).choices}
    assert verbs == {Verb.TAKE, Verb.KNOCK, Verb.DRAW if stock_out is StockOut.RESHUFFLE else Verb.PASS}


def playing_stock(table: Table) -> int | None:
    """The cards left in the stock, while a round is played."""
    return table.state.round.stock if table.state.round is not None else None


def test_a_last_turn_that_meets_an_empty_stock_may_be_passed_also_where_an_empty_stock_ends_the_round() -> None:
    rules = replace(host_deals("classic"), stock_out=StockOut.SHOWDOWN)
    table = begun_table(seats=9, rules=rules, seed=1, chooser=idle)
    while playing_stock(table) != 1 or not table.is_at(Stage.TURN):
        table.step()
    table.play(Verb.KNOCK)
    check_choices(table)
    table.play(Verb.DRAW)
    table.step()
    check_choices(table)
    assert Choice(verb=Verb.PASS) in table.player(table.acting).view(table.state).choices
    table.play(Verb.PASS)
    assert table.is_at(Stage.TURN)


def window(rules: RuleSet) -> tuple[Table, int]:
    """The window for a 31 on the deal, and who holds one."""
    deck = stacked_deck(["AS KS QS", "2C 3D 4H", "5C 6D 7H"])
    table = begun_table(rules=rules, deck=deck, chooser=idle)
    table.play_until(Stage.DEAL_CALL)
    return table, playing_round(table.state).order[0]


def test_in_the_call_window_only_a_31_may_be_called_and_an_automatic_one_must_be() -> None:
    for call, listed in (
        (ThirtyOneCall.AUTOMATIC, (Verb.CALL,)),
        (ThirtyOneCall.DECLARED, (Verb.CALL, Verb.NO_CALL)),
    ):
        table, holder = window(replace(WINDOWS, thirty_one_call=call))
        for seat in range(3):
            view = table.player(seat).view(table.state)
            assert tuple(choice.verb for choice in view.choices) == (listed if seat == holder else (Verb.NO_CALL,))
            assert view.must_declare is (seat == holder and call is ThirtyOneCall.DECLARED)


def test_in_the_throw_down_window_everybody_may_throw_and_nobody_sees_a_card() -> None:
    table = table_at(Stage.THROW_DOWN)
    for seat in range(4):
        view = table.player(seat).view(table.state)
        assert [choice.verb for choice in view.choices] == [Verb.THROW_DOWN, Verb.KEEP_CARDS]
        assert view.hand == ()


def test_whoever_is_not_to_act_has_no_choice_and_is_told_why() -> None:
    table = table_at(Stage.TURN)
    other = next(seat for seat in range(4) if seat != table.acting)
    view = table.player(other).view(table.state)
    assert view.choices == ()
    assert choices(table.state, other, view.hand) == ()
    for verb in (Verb.DRAW, Verb.TAKE, Verb.KNOCK, Verb.DISCARD):
        assert view.refusals[verb] == "It is another player's turn."


def test_every_verb_of_a_turn_is_possible_or_refused_with_a_sentence() -> None:
    for stage in (Stage.TURN, Stage.DISCARD):
        for rules in (WINDOWS, host_deals("kitchen")):
            table = table_at(stage, rules=rules)
            view = table.player(table.acting).view(table.state)
            possible = {choice.verb for choice in view.choices}
            assert possible.isdisjoint(view.refusals)
            assert possible | set(view.refusals) == {*PLAYS, Verb.DISCARD}
            assert all(sentence.endswith(".") for sentence in view.refusals.values())


def test_between_turns_there_is_nothing_to_play() -> None:
    for stage in (Stage.KEYS, Stage.DEAL_SHARES, Stage.DRAW_SHARES, Stage.SHOW):
        table = table_at(stage)
        found = refusals(table.state, 0, table.player(0).held(table.state))
        assert set(found.values()) == {"There is nothing to play just now."}
        assert table.player(0).view(table.state).choices == ()


def test_a_knock_below_the_minimum_is_not_offered_though_the_table_cannot_see_it() -> None:
    deck = stacked_deck(["2C 3D 4H", "KS 9S 5D", "5C 6D 7H"], "8H 9D 10D")
    table = begun_table(rules=replace(host_deals("kitchen"), knock_after_discard=True), deck=deck, chooser=idle)
    table.play_until(Stage.TURN)
    view = table.player(table.acting).view(table.state)
    assert Choice(verb=Verb.KNOCK) not in view.choices
    assert view.refusals[Verb.KNOCK] == "Your hand is below the minimum for a knock."
    table.play(Verb.DRAW)
    assert not any(choice.knock for choice in table.player(table.acting).view(table.state).choices)
    table.step()
    assert Choice(verb=Verb.KNOCK) in table.player(table.acting).view(table.state).choices
    table.play(Verb.DRAW)
    knocks = {choice.card for choice in table.player(table.acting).view(table.state).choices if choice.knock}
    assert knocks == {parse_card("5D"), parse_card("10D")}
