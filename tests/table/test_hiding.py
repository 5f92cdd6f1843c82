"""What nobody must be able to read: other seats' cards, the stock, the face-down card, from the log or from a view.

A coalition here is everybody but one seat, with all their secrets. Over the group of these tests logarithms are easy,
so what is tested is structure: every pair that must stay closed is still closed under a key outside the coalition.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass, replace
from itertools import combinations

import pytest

from scatnet.dealing import Pair, read_card, recover_card, round_secret, shares_from_secret
from scatnet.log import Event, Kind
from scatnet.log import bodies as log
from scatnet.rules.ruleset import PRESETS, FirstDiscard, RuleSet
from scatnet.table.news import news
from scatnet.table.seeing import see
from scatnet.table.state import Stage, TableState
from scatnet.table.statements import deck_of, playing_deal, playing_round
from scatnet.table.view import TableView, Verb
from tests.table.forging import secret_of
from tests.table.helpers import Table, at_random, begun_table, host_deals, idle
from tests.table.stages import BLIND, WINDOWS, real_table, restocking_table, table_at


def readable(table: Table, pair: Pair, coalition: tuple[int, ...]) -> int | None:
    """What the coalition makes of a pair with its secrets added in every way, and each alone."""
    params = table.state.params
    for size in range(1, len(coalition) + 1):
        for some in combinations(coalition, size):
            shares = [shares_from_secret(params, secret_of(table, seat), (pair,))[0] for seat in some]
            card = recover_card(params, pair, shares)
            if card is not None:
                return card
    return recover_card(params, pair, ())


def coalition_against(table: Table, seat: int) -> tuple[int, ...]:
    """Everybody dealt in but one seat."""
    return tuple(other for other in playing_deal(table.state).order if other != seat)


@pytest.mark.parametrize("rules", [WINDOWS, BLIND], ids=["face up", "face down"])
def test_all_others_together_read_no_hand(rules: RuleSet) -> None:
    for stage in (Stage.DEAL_CALL, Stage.TURN, Stage.DRAW_SHARES, Stage.DISCARD):
        table = table_at(stage, rules=rules)
        deal = playing_deal(table.state)
        for seat in deal.order:
            hand = deal.hands[seat]
            held = table.player(seat).held(table.state)
            extra = (deal.extra,) if deal.extra is not None and table.acting == seat else ()
            assert len(held) == len(hand) + len(extra)
            for pair, card in zip((*hand, *extra), held, strict=True):
                assert readable(table, pair, coalition_against(table, seat)) is None
                assert read_card(table.state.params, secret_of(table, seat), pair) == card


def test_all_others_together_read_no_card_of_the_stock() -> None:
    table = table_at(Stage.TURN)
    deal = playing_deal(table.state)
    for pair in deck_of(table.state)[deal.drawn : deal.drawn + 5]:
        for seat in deal.order:
            assert readable(table, pair, coalition_against(table, seat)) is None
        everybody = [shares_from_secret(table.state.params, secret_of(table, seat), (pair,))[0] for seat in deal.order]
        assert recover_card(table.state.params, pair, everybody) is not None


def test_all_others_together_read_no_card_of_a_reshuffled_stock() -> None:
    table = restocking_table(9)
    while table.state.stage is not Stage.DRAW_SHARES:
        table.step()
    deal = playing_deal(table.state)
    seat = deal.order[0]
    coalition = coalition_against(table, seat)
    params = table.state.params
    for pair in deck_of(table.state):
        shares = [shares_from_secret(params, secret_of(table, other), (pair,))[0] for other in coalition]
        assert recover_card(params, pair, shares) is None


@pytest.mark.parametrize("taken", [False, True], ids=["buried", "taken"])
def test_the_face_down_card_is_read_by_nobody_but_the_seat_that_takes_it(taken: bool) -> None:
    table = table_at(Stage.TURN, rules=BLIND)
    first = table.acting
    blind = playing_deal(table.state).first_discard
    assert blind is not None
    for seat in playing_deal(table.state).order:
        assert readable(table, blind, coalition_against(table, seat)) is None
    given_before = _shares_given(table)
    table.play(Verb.TAKE if taken else Verb.DRAW)
    deal = playing_deal(table.state)
    assert deal.extra is not None
    assert (deal.extra.a == blind.a) is taken
    assert readable(table, deal.extra, coalition_against(table, first)) is None
    assert len(_shares_given(table)) == len(given_before) + 3
    if not taken:
        table.play(Verb.DISCARD, table.player(first).held(table.state)[3])
        assert playing_round(table.state).pile[-1] not in table.player(first).held(table.state)
        for seat in deal.order:
            assert readable(table, blind, coalition_against(table, seat)) is None


def _shares_given(table: Table) -> list[tuple[int, bytes]]:
    kinds = (Kind.DEAL_SHARES, Kind.DRAW_SHARES)
    return [
        (outcome.seat, outcome.event.unsigned)
        for step in table.steps
        for outcome in step.outcomes
        if outcome.event is not None and outcome.event.kind in kinds
    ]


def test_no_share_is_given_of_a_first_discard_that_stays_face_down_or_of_ones_own_cards() -> None:
    for rules, count in ((WINDOWS, 3 * 3 + 1), (BLIND, 3 * 3)):
        table = table_at(Stage.DEAL_SHARES, rules=rules)
        for seat in range(4):
            body = log.body_of(table.honest(table.slot(seat)))
            assert isinstance(body, log.DealShares)
            assert isinstance(body.shares, tuple)
            assert isinstance(body.shares[0], bytes)
            assert len(body.shares[0]) == count * table.state.params.group.element_size


def test_after_a_hand_is_thrown_down_the_first_discard_stays_hidden() -> None:
    table = table_at(Stage.THROW_DOWN)
    table.step({1: table.event(1, Kind.THROW_DOWN, (True,))})
    assert table.state.rules.first_discard is FirstDiscard.FACE_UP
    table.step()
    assert table.state.stage is Stage.SHOW
    first = playing_deal(table.state).first_discard
    assert first is not None
    assert readable(table, first, coalition_against(table, 0)) is None
    assert playing_round(table.state).pile == ()
    body = log.body_of(next(o.event for o in table.steps[-1].outcomes if o.event is not None))
    assert isinstance(body, log.DealShares)
    assert isinstance(body.shares, tuple)
    assert isinstance(body.shares[0], bytes)
    assert len(body.shares[0]) == 9 * table.state.params.group.element_size


def test_a_discard_does_not_tell_which_pair_was_given_away() -> None:
    table = table_at(Stage.DISCARD)
    seat, before = table.acting, playing_deal(table.state)
    assert before.extra is not None
    old = {*before.hands[seat], before.extra}
    table.play(Verb.DISCARD, table.player(seat).held(table.state)[3])
    assert old.isdisjoint(playing_deal(table.state).hands[seat])


def test_the_place_of_the_opened_card_is_independent_of_its_place_in_the_hand() -> None:
    places: set[tuple[int, int]] = set()
    for seed in range(20):
        table = begun_table(seats=2, rules=host_deals("classic"), seed=seed, chooser=idle)
        table.play_until(Stage.DISCARD)
        for place, card in enumerate(table.player(table.acting).held(table.state)):
            view = table.player(table.acting).view(table.state)
            choice = next(choice for choice in view.choices if choice.card == card)
            body = log.body_of(table.honest(table.slot(table.acting), choice))
            assert isinstance(body, log.Discard)
            assert isinstance(body.proof, tuple)
            assert isinstance(body.proof[2], bytes)
            places.add((place, body.proof[2][0]))
    assert places == {(place, position) for place in range(4) for position in range(4)}


def test_a_player_reads_its_own_hand_and_no_other() -> None:
    table = table_at(Stage.TURN)
    deal = playing_deal(table.state)
    mine = table.player(0)
    assert mine.seat(table.state) == 0
    assert len(mine.held(table.state)) == 3
    for other in (1, 2, 3):
        hands = list(deal.hands)
        hands[0] = deal.hands[other]
        stolen = replace(table.state, deal=replace(deal, hands=tuple(hands)))
        with pytest.raises(ValueError, match="holds no card"):
            mine.held(stolen)


def test_a_player_without_a_seat_holds_nothing_and_chooses_nothing() -> None:
    table = table_at(Stage.TURN)
    outsider = begun_table(seats=2, seed=99)
    player = next(iter(outsider.players.values()))
    assert player.seat(table.state) is None
    assert player.held(table.state) == ()
    view = player.view(table.state)
    assert (view.me, view.hand, view.extra, view.choices, view.refusals) == (None, (), None, (), {})


# Views and happenings


def shown_so_far(table: Table) -> list[set[int]]:
    """For each number of steps closed, the cards shown in the round: on the pile, called, declared, or in a hand."""
    states = [*table.states, table.state]
    found: list[set[int]] = [set()]
    for step, after in zip(table.steps, states[1:], strict=True):
        shown = set() if after.stage is Stage.KEYS else set(found[-1])
        shown.update(after.round.pile if after.round is not None else ())
        for outcome in step.outcomes:
            shown.update(_opened(outcome.event) if outcome.event is not None else ())
        found.append(shown)
    return found


def _opened(event: Event) -> tuple[int, ...]:
    """The cards that an event opens."""
    match log.body_of(event):
        case log.Discard(card=card):
            return (card,)
        case log.Show(cards=opened) | log.Declare(cards=opened):
            return opened
        case log.DealCall(proof=(bytes() as opened, _)):
            return tuple(opened)
    return ()


def cards_in(view: TableView) -> set[int]:
    """Every card that a view names."""
    found = {*view.hand, *view.pile, *(() if view.extra is None else (view.extra,))}
    found |= {card for seat in view.seats for card in seat.shown}
    found |= {choice.card for choice in view.choices if choice.card is not None}
    if view.public is not None:
        found |= set(view.public.pile) | {card for hand in view.public.shown.values() if hand for card in hand}
        found |= set() if view.public.taken is None else {view.public.taken}
    return found


@pytest.mark.parametrize("preset", sorted(PRESETS))
def test_views_name_no_card_but_ones_own_and_those_that_were_shown(preset: str) -> None:
    table = begun_table(seats=3, rules=PRESETS[preset], seed=5, chooser=at_random(5))
    table.play_until(Stage.OVER)
    for state, shown in list(zip([*table.states, table.state], shown_so_far(table), strict=True))[::3]:
        assert cards_in(see(state, None, ())) <= shown
        for player in table.players.values():
            assert cards_in(player.view(state)) <= shown | set(player.held(state))


@pytest.mark.parametrize("preset", ["kitchen", "cadillac"])
def test_happenings_name_no_card_but_those_that_were_shown(preset: str) -> None:
    table = begun_table(seats=3, rules=PRESETS[preset], seed=6, chooser=at_random(6))
    table.play_until(Stage.OVER)
    states, shown = [*table.states, table.state], shown_so_far(table)
    for at, step in enumerate(table.steps):
        for happening in news(states[at], step, states[at + 1]):
            assert set(happening.cards) <= shown[at + 1]


def test_no_round_secret_is_in_a_state_or_in_the_log() -> None:
    table = real_table(Stage.SHOW, knocks=True)
    table.step()
    dealt = table.states[-1]
    log_bytes = b"".join(o.event.record for step in table.steps for o in step.outcomes if o.event is not None)
    for player in table.players.values():
        seat = player.seat(dealt)
        assert seat is not None
        serial = playing_deal(dealt).serials[seat]
        assert serial is not None
        secret = round_secret(dealt.params, table.secrets(seat), serial)
        assert secret not in set(_numbers(dealt))
        for forbidden in (secret.to_bytes(32, "big"), table.seeds[player.signer.public], table.secrets(seat).seed):
            assert forbidden not in log_bytes


def _numbers(value: object) -> Iterator[int]:
    if isinstance(value, int):
        yield value
    elif isinstance(value, tuple | frozenset):
        for part in value:
            yield from _numbers(part)
    elif is_dataclass(value) and not isinstance(value, TableState):
        for field in fields(value):
            yield from _numbers(getattr(value, field.name))
    elif isinstance(value, TableState):
        for part in (value.deal, value.round, value.game, value.seats):
            yield from _numbers(part)
