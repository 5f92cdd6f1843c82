"""What is told of a game: everything, once, in order, and enough to keep the score by."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace

import pytest

from scatnet.log import Kind
from scatnet.log import bodies as log
from scatnet.rules.round import Held
from scatnet.rules.ruleset import PRESETS, AllOut, RuleSet
from scatnet.table.closing import game_of
from scatnet.table.happenings import Happening
from scatnet.table.news import numbered
from scatnet.table.slots import expected, suspended
from scatnet.table.state import Stage
from scatnet.table.statements import playing_round
from scatnet.table.view import Verb
from tests.table.forging import two_answers
from tests.table.helpers import Table, at_random, begun_table, host_deals, idle
from tests.table.mishaps import mishaps
from tests.table.stacking import cards, stacked_deck
from tests.table.stages import BLIND, WINDOWS, restocking_table, table_at
from tests.table.stories import GOLDEN, H, Listener, golden_story, told

KIND_OF = {
    Kind.ROUND_KEY: H.KEYED,
    Kind.RESTOCK: H.KEYED,
    Kind.SHUFFLE: H.SHUFFLED,
    Kind.DISCARD: H.DISCARDED,
    Kind.DECLARE: H.DECLARED,
    Kind.PASS: H.PASSED,
    Kind.SHOW: H.SHOWED,
    Kind.RESIGN: H.RESIGNED,
}
"""The kinds of events of which each is told once, whatever happens."""


def last_told(table: Table) -> tuple[Happening, ...]:
    """What is told of the last step."""
    return list(told(table))[-1][3]


def kinds(table: Table) -> list[H]:
    """The kinds of what is told of the last step, in order."""
    return [happening.kind for happening in last_told(table)]


@pytest.mark.parametrize("preset", sorted(PRESETS))
def test_the_story_of_a_short_game_is_told_as_it_was_decided(preset: str) -> None:
    assert golden_story(preset) == (GOLDEN / f"{preset}.txt").read_text(encoding="utf-8")


def troubled_table(
    rules: RuleSet, seats: int, seed: int, often: float, computers: Mapping[int, int] | None = None
) -> Table:
    """A game with resignations, lapses and returns, to its end or for a while."""
    table = begun_table(seats=seats, rules=rules, seed=seed, chooser=at_random(seed), computers=computers)
    draw = random.Random(seed)
    while not table.is_at(Stage.OVER) and len(table.steps) < 160:
        table.step(mishaps(table, draw, often))
    return table


GAMES = [(preset, seats, often) for preset in sorted(PRESETS) for seats, often in ((3, 0.0), (4, 0.02))]


@pytest.mark.parametrize(("preset", "seats", "often"), GAMES)
def test_whoever_only_listens_knows_lives_who_is_out_away_and_on_the_county_and_who_won(
    preset: str, seats: int, often: float
) -> None:
    listen(troubled_table(PRESETS[preset], seats, 17, often))


def test_whoever_only_listens_knows_the_same_where_people_run_computer_players() -> None:
    for seed in (1, 2, 3):
        listen(troubled_table(PRESETS["classic"], 5, seed, 0.03, computers={3: 0, 4: 1}))


def listen(table: Table) -> None:
    """Keep the score by what is told, and compare it with the states between rounds."""
    listener = Listener()
    for _, _, after, happenings in told(table):
        for happening in happenings:
            listener.hear(happening, after.rules.lives)
        if after.game is None or after.deal is not None:
            continue
        game = after.game
        assert tuple(listener.lives) == game.lives
        assert sorted(listener.out) == sorted(game.out)
        assert listener.away == set(game.away)
        assert listener.county == set(game.county)
        assert listener.winners == game.winners
        assert listener.kitty == (game.kitty if game.over else None)


@pytest.mark.parametrize(("preset", "seats", "often"), GAMES)
def test_every_event_is_told_once(preset: str, seats: int, often: float) -> None:
    table = troubled_table(PRESETS[preset], seats, 23, often)
    for before, step, after, happenings in told(table):
        counted = Counter(happening.kind for happening in happenings)
        sent = Counter(outcome.event.kind for outcome in step.outcomes if outcome.event is not None)
        for kind, telling in KIND_OF.items():
            assert counted[telling] >= sent[kind]
            assert counted[telling] == sum(sent[other] for other, same in KIND_OF.items() if same is telling)
        assert counted[H.LAPSED] == sum(outcome.event is None for outcome in step.outcomes)
        knocks = [outcome.event for outcome in step.outcomes if outcome.event is not None]
        assert counted[H.KNOCKED] == sum(_knocks(log.body_of(event)) for event in knocks)
        assert counted[H.TOOK] + counted[H.TOOK_BLIND] == sent[Kind.TAKE]
        restocked = before.stage is Stage.SHUFFLE and after.stage is Stage.DRAW_SHARES
        assert counted[H.DREW] + counted[H.RESHUFFLE] == sent[Kind.DRAW] + restocked
        assert counted[H.ROUND] == (after.stage is Stage.KEYS and before.stage is Stage.OPENING)
        assert counted[H.WON] == (after.stage is Stage.OVER)
        assert max(counted.values(), default=0) <= max(len(step.outcomes), len(after.seats))


def _knocks(body: log.Body) -> bool:
    return isinstance(body, log.Knock) or (isinstance(body, log.Discard) and body.knock)


@pytest.mark.parametrize("preset", sorted(PRESETS))
def test_every_discard_is_told_with_its_card_and_by_whom(preset: str) -> None:
    table = begun_table(seats=3, rules=PRESETS[preset], seed=3)
    table.play_until(Stage.OVER)
    heard = [
        (happening.seat, happening.cards)
        for *_, happenings in told(table)
        for happening in happenings
        if happening.kind is H.DISCARDED
    ]
    sent = [
        (outcome.seat, (body.card,))
        for step in table.steps
        for outcome in step.outcomes
        if outcome.event is not None
        for body in (log.body_of(outcome.event),)
        if isinstance(body, log.Discard)
    ]
    assert heard == sent != []


def test_a_card_taken_is_told_and_the_face_down_one_is_not() -> None:
    table = table_at(Stage.TURN)
    top = playing_round(table.state).top
    seat = table.acting
    table.play(Verb.TAKE)
    assert last_told(table) == (Happening(kind=H.TOOK, seat=seat, cards=(top or 0,)),)
    blind = table_at(Stage.TURN, rules=BLIND)
    seat = blind.acting
    blind.close({seat: blind.event(seat, Kind.TAKE, ())})
    assert last_told(blind) == (Happening(kind=H.TOOK_BLIND, seat=seat),)
    assert playing_round(blind.state).held is Held.BLIND


def test_the_face_down_card_is_told_buried_when_it_is_drawn_past_knocked_past_or_left() -> None:
    table = table_at(Stage.TURN, rules=BLIND)
    first = table.acting
    table.close({first: table.event(first, Kind.DRAW, ())})
    assert kinds(table) == [H.DREW, H.BURIED]
    table = table_at(Stage.TURN, rules=BLIND)
    table.close({first: table.event(first, Kind.KNOCK, ())})
    assert kinds(table) == [H.KNOCKED, H.BURIED]
    table = table_at(Stage.TURN, rules=BLIND)
    table.resign(first)
    assert kinds(table) == [H.RESIGNED, H.BURIED]


def test_the_game_is_told_begun_when_everybody_has_a_place() -> None:
    table = begun_table(seats=3, rules=replace(PRESETS["kitchen"]), seed=4)
    table.play_until(Stage.OPENING)
    assert [happening for *_, happenings in list(told(table))[:-1] for happening in happenings] == []
    begun, house_rule, dealer = last_told(table)
    assert begun == Happening(kind=H.BEGUN, seats=(0, 1, 2))
    assert house_rule == Happening(kind=H.HOUSE_RULE, number=0)
    assert dealer == Happening(kind=H.DEALER, seat=game_of(table.state).dealer)
    assert numbered(table.states[-1], table.state) is table.state


def test_the_house_rule_is_announced_either_way_and_only_where_there_is_one() -> None:
    for preset, wanted, announced in (("kitchen", True, 61), ("kitchen", False, 0), ("classic", True, None)):
        table = begun_table(rules=PRESETS[preset], house_rule=wanted)
        table.play_until(Stage.OPENING)
        heard = [happening.number for happening in last_told(table) if happening.kind is H.HOUSE_RULE]
        assert heard == ([] if announced is None else [announced])


def test_the_house_rule_is_told_agreed_also_where_it_counts_what_the_rules_count_anyway() -> None:
    table = begun_table(rules=replace(PRESETS["kitchen"], three_of_a_kind=61), house_rule=True)
    table.play_until(Stage.OPENING)
    assert Happening(kind=H.HOUSE_RULE, number=61) in last_told(table)
    assert table.player(0).view(table.state).house_rule


def test_the_draw_for_the_deal_is_told_with_every_card() -> None:
    table = begun_table(seats=4, rules=PRESETS["classic"], seed=1)
    table.play_until(Stage.OPENING)
    dealer = last_told(table)[-1]
    assert dealer.kind is H.DEALER
    assert dealer.seats[:4] == (0, 1, 2, 3)
    assert len(dealer.cards) == len(dealer.seats) == len(set(dealer.cards))


def test_seats_left_out_of_the_coin_are_told_by_the_numbers_they_had() -> None:
    table = table_at(Stage.COIN_REVEAL)
    gone = table.state.seats[2]
    table.step({2: None, 3: table.resignation(3)})
    assert last_told(table) == (Happening(kind=H.RESIGNED, seat=3), Happening(kind=H.LAPSED, seat=2))
    assert numbered(table.states[-1], table.state).seats[2] == gone


def test_hands_shown_come_with_their_scores_and_losses_after_them() -> None:
    deck = stacked_deck(["AS KS 9D", "2C 3D 4H", "5C 6D 7H"], "8H 9S")
    table = begun_table(rules=host_deals("classic"), deck=deck, chooser=idle)
    table.settle_round()
    happenings = last_told(table)
    first = playing_round(table.state).order[0]
    shown = {happening.seat: happening.number for happening in happenings if happening.kind is H.SHOWED}
    assert shown[first] == 2 * 21
    assert [happening.kind for happening in happenings] == [H.SHOWED, H.SHOWED, H.SHOWED, H.LOST]
    assert happenings[-1] == Happening(kind=H.LOST, seat=playing_round(table.state).order[1], number=1)


def test_a_31_is_told_with_its_cards_when_called_and_when_declared() -> None:
    deck = stacked_deck(["AS KS QS", "2C 3D 4H", "5C 6D 7H"], "8H 9S")
    table = begun_table(rules=host_deals("classic"), deck=deck, chooser=idle)
    table.play_until(Stage.DEAL_CALL)
    first = playing_round(table.state).order[0]
    table.step()
    called, *losses = last_told(table)
    assert called == Happening(kind=H.CALLED, seat=first, cards=cards("AS KS QS"))
    assert [happening.kind for happening in losses] == [H.LOST, H.LOST]


def test_throwing_down_is_told_and_keeping_is_not() -> None:
    table = table_at(Stage.THROW_DOWN)
    table.step({1: table.event(1, Kind.THROW_DOWN, (True,))})
    assert last_told(table) == (Happening(kind=H.THREW_DOWN, seat=1),)
    table.step()
    assert kinds(table) == []


def test_a_table_that_too_few_are_left_at_is_told_to_end_before_its_game() -> None:
    table = table_at(Stage.COIN_REVEAL, seats=2)
    table.step({1: table.resignation(1)})
    assert table.is_at(Stage.OVER)
    assert last_told(table) == (Happening(kind=H.RESIGNED, seat=1), Happening(kind=H.WON))


def test_a_reshuffle_is_told_from_the_wish_to_the_card_drawn() -> None:
    table = restocking_table()
    acting = table.acting
    (reshuffle,) = last_told(table)
    assert (reshuffle.kind, reshuffle.seat) == (H.RESHUFFLE, acting)
    assert reshuffle.number == len(playing_round(table.state).restocking)
    table.step()
    while table.is_at(Stage.SHUFFLE):
        table.step()
    assert kinds(table) == [H.SHUFFLED, H.DREW]
    assert last_told(table)[-1].seat == acting


def test_the_card_drawn_after_a_reshuffle_is_told_also_when_the_last_to_shuffle_leaves() -> None:
    table = restocking_table()
    acting = table.acting
    table.step()
    last = playing_round(table.state).order[-1]
    while expected(table.state)[0].seat != last:
        table.step()
    assert last != acting
    table.resign(last)
    assert last_told(table) == (Happening(kind=H.RESIGNED, seat=last), Happening(kind=H.DREW, seat=acting))


def test_a_lapse_is_told_with_what_it_costs_and_that_the_round_is_void() -> None:
    table = table_at(Stage.DEAL_CALL)
    table.lapse(2)
    assert last_told(table) == (Happening(kind=H.LAPSED, seat=2, number=1), Happening(kind=H.VOID, seat=2))
    table = table_at(Stage.DEAL_CALL, rules=replace(WINDOWS, lives=1))
    table.lapse(2)
    assert [(happening.kind, happening.seat) for happening in last_told(table)] == [
        (H.LAPSED, 2),
        (H.COUNTY, 2),
        (H.VOID, 2),
    ]
    table = table_at(Stage.DEAL_CALL, rules=replace(WINDOWS, lives=1, grace=False))
    table.lapse(2)
    assert kinds(table) == [H.LAPSED, H.OUT, H.VOID]


def test_a_lapse_at_the_show_is_told_and_its_loss_among_the_others() -> None:
    table = table_at(Stage.SHOW)
    knocker = playing_round(table.state).knocker
    sleeper = next(seat for seat in range(4) if seat != knocker)
    table.lapse(sleeper)
    happenings = last_told(table)
    assert Happening(kind=H.LOST, seat=sleeper, number=1) in happenings
    assert happenings[-1] == Happening(kind=H.LAPSED, seat=sleeper, number=0)
    assert H.VOID not in kinds(table)


def test_false_play_and_returns_are_told_when_the_round_opens() -> None:
    table = table_at(Stage.DEAL_SHARES)
    evidence = two_answers(table, 1)
    table.lapse(2)
    opened = table.open_round(backs=[table.back(2)], evidence=[(1, evidence)])
    table.close({expected(table.state)[0].seat: opened})
    expelled, returned, begun = last_told(table)
    assert expelled == Happening(kind=H.EXPELLED, seat=1, number=2)
    assert returned == Happening(kind=H.RETURNED, seat=2)
    assert (begun.kind, begun.number, begun.seats) == (H.ROUND, 2, table.state.deal.order if table.state.deal else ())


def test_an_unlawful_knock_is_told_as_false_play_and_the_round_as_void() -> None:
    deck = stacked_deck(["2C 3D 4H", "KC QC 7H", "KD QD 8H"], "5S 6S 7S")
    table = begun_table(rules=host_deals("kitchen"), deck=deck, chooser=idle)
    table.play_until(Stage.TURN)
    knocker = table.acting
    table.close({knocker: table.event(knocker, Kind.KNOCK, ())})
    table.play_until(Stage.OPENING)
    assert last_told(table)[3:] == (
        Happening(kind=H.EXPELLED, seat=knocker, number=3),
        Happening(kind=H.VOID, seat=knocker),
    )


def test_a_replay_is_told_instead_of_losses() -> None:
    rules = replace(host_deals("classic"), lives=1, grace=False, all_out=AllOut.REPLAY, knocker_tie_safe=False)
    deck = stacked_deck(["2C 3D 4H", "2D 3H 4C"], "9S 8S 7S")
    table = begun_table(seats=2, rules=rules, deck=deck, chooser=idle)
    table.settle_round()
    assert kinds(table) == [H.SHOWED, H.SHOWED, H.REPLAY]
    assert game_of(table.state).lives == (1, 1)


def test_a_table_that_has_to_rest_is_told_once_and_that_it_goes_on() -> None:
    table = table_at(Stage.KEYS, seats=2)
    table.lapse(1)
    assert kinds(table) == [H.KEYED, H.LAPSED, H.VOID, H.SUSPENDED]
    opened = table.open_round(backs=[table.back(1)])
    table.close({expected(table.state)[0].seat: opened})
    assert kinds(table) == [H.RETURNED, H.RESUMED, H.ROUND]


def test_a_table_left_by_people_in_mid_deal_is_told_to_rest_when_the_round_is_over() -> None:
    table = begun_table(seats=4, computers={1: 0}, rules=host_deals("classic"), chooser=idle)
    table.play_until(Stage.KEYS)
    keys = [seat.key for seat in table.state.seats]
    leaver, sleeper = (keys.index(table.identities[place].public) for place in (2, 3))
    table.lapse(sleeper)
    table.play_until(Stage.KEYS)
    table.resign(leaver)
    assert suspended(table.state)
    table.settle_round()
    rests = [happenings for *_, happenings in told(table) if H.SUSPENDED in [each.kind for each in happenings]]
    assert len(rests) == 1
    assert kinds(table)[-1] is H.SUSPENDED


def test_a_rest_that_ends_by_expelling_the_other_is_told_as_a_win() -> None:
    table = table_at(Stage.DEAL_SHARES, seats=2)
    evidence = two_answers(table, 1)
    table.lapse(1)
    opened = table.open_round(evidence=[(1, evidence)])
    table.close({expected(table.state)[0].seat: opened})
    assert kinds(table) == [H.EXPELLED, H.WON]


def test_nothing_is_told_dealt_where_everybody_left_before_the_cards_could_be_read() -> None:
    table = table_at(Stage.DEAL_SHARES)
    table.resign(0, 1, 3)
    assert kinds(table) == [H.RESIGNED, H.RESIGNED, H.RESIGNED, H.WON]
