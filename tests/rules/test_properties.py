"""What holds always: in every round and game, under every preset and whatever fields are changed."""

from __future__ import annotations

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from scatnet.rules.apply import apply
from scatnet.rules.cards import DECK_SIZE, HAND_SIZE, NEW_DECK
from scatnet.rules.game import Game, begin_round, lapse_loss, mark_away, new_game, settle, void_round
from scatnet.rules.moves import (
    Action,
    CloseCalls,
    CloseThrowDown,
    Deal,
    Declare,
    Discard,
    Draw,
    Knock,
    Move,
    Pass,
    Refusal,
    Resign,
    Restock,
    Show,
    Take,
    Verb,
)
from scatnet.rules.open_round import OpenRound, legal_moves, play
from scatnet.rules.round import Phase, Round, legal, start_round
from scatnet.rules.ruleset import AllOut, FirstDiscard, RuleSet
from scatnet.rules.scoring import hand_score
from scatnet.rules.showdown import EndedBy
from tests.rules.helpers import all_moves, random_round, rule_sets, three

seeds = st.integers(0, 2**32)
seat_counts = st.integers(2, 9)
MOST_ACTIONS = 5000
"""More actions than any round takes."""


@settings(max_examples=40, deadline=None)
@given(rule_sets, seat_counts, seeds)
def test_the_deck_is_always_fifty_two_different_cards(rules: RuleSet, seats: int, seed: int) -> None:
    for opened in random_round(rules, seats, Random(seed)):
        public = opened.public
        lying = [card for hand in opened.hands for card in hand]
        lying += [*public.pile, *opened.stock[public.drawn :]]
        if opened.first_discard not in lying:
            windows = public.phase is Phase.THROW_DOWN or public.ended_by is EndedBy.THROW_DOWN
            assert windows or rules.first_discard is FirstDiscard.FACE_DOWN
            lying.append(opened.first_discard)
        assert sorted(lying) == list(NEW_DECK)
        assert len(opened.stock) - public.drawn == public.stock


def _may(opened: OpenRound, seat: int, move: Move) -> bool:
    """Whether the lists of legal moves have this one."""
    if move.verb not in legal_moves(opened, seat):
        return False
    if move.verb is not Verb.DISCARD:
        return True
    hand, public = opened.hands[seat], opened.public
    if move.card not in hand or move.card == public.banned:
        return False
    kept = [card for card in hand if card != move.card]
    return not move.knock or (
        public.may_knock_with_discard and hand_score(public.rules, kept) >= public.rules.minimum_knock
    )


@settings(max_examples=25, deadline=None)
@given(rule_sets, seat_counts, seeds)
def test_legal_moves_listed_are_exactly_those_accepted(rules: RuleSet, seats: int, seed: int) -> None:
    states = random_round(rules, seats, Random(seed))
    for opened in states[:40] + states[-10:]:
        for seat in opened.public.order:
            for move in all_moves(opened.hands[seat]):
                answer = play(opened, seat, move)
                assert isinstance(answer, OpenRound) is _may(opened, seat, move), (seat, move, answer)


def _turn_actions(round_: Round, seat: int) -> dict[Verb, Action]:
    card = next(card for card in NEW_DECK if card != round_.banned)
    return {
        Verb.DRAW: Draw(seat),
        Verb.TAKE: Take(seat),
        Verb.KNOCK: Knock(seat),
        Verb.PASS: Pass(seat),
        Verb.DISCARD: Discard(seat, card),
        Verb.DECLARE: Declare(seat=seat, cards=three("AS KS QS")),
    }


@settings(max_examples=25, deadline=None)
@given(rule_sets, seat_counts, seeds)
def test_public_actions_listed_are_exactly_those_accepted(rules: RuleSet, seats: int, seed: int) -> None:
    for round_ in public_round(rules, seats, Random(seed)):
        for seat in round_.order:
            for verb, action in _turn_actions(round_, seat).items():
                listed = seat == round_.seat and verb in legal(round_)
                assert isinstance(apply(round_, action), Round) is listed, (seat, action)
            if round_.seat == seat and round_.phase is Phase.HOLDING:
                knock = apply(round_, Discard(seat, _other_than(round_.banned), knock=True))
                assert isinstance(knock, Round) is round_.may_knock_with_discard


@settings(max_examples=25, deadline=None)
@given(rule_sets, seat_counts, seeds)
def test_an_illegal_action_changes_nothing(rules: RuleSet, seats: int, seed: int) -> None:
    for opened in random_round(rules, seats, Random(seed))[:30]:
        before = repr(opened)
        for seat in range(seats):
            for move in all_moves(opened.hands[seat]):
                play(opened, seat, move)
        assert repr(opened) == before


def _other_than(banned: int | None) -> int:
    return next(card for card in NEW_DECK if card != banned)


def _hand(chance: Random) -> tuple[int, int, int]:
    a, b, c = chance.sample(NEW_DECK, HAND_SIZE)
    return a, b, c


def _public_action(round_: Round, chance: Random) -> Action:
    """Some action the round waits for, made up as far as cards go; now and then somebody resigns."""
    rules, seat = round_.rules, round_.seat
    if chance.random() < 0.01:
        leaving = chance.sample(round_.active, chance.randint(1, min(2, len(round_.active))))
        return Resign(seats=frozenset(leaving))
    match round_.phase:
        case Phase.THROW_DOWN:
            return CloseThrowDown(seats=frozenset(s for s in round_.active if chance.random() < 0.1))
        case Phase.DEAL:
            face_up = rules.first_discard is FirstDiscard.FACE_UP
            return Deal(first_discard=chance.randrange(DECK_SIZE) if face_up else None)
        case Phase.CALLS:
            return CloseCalls(calls={s: three("AS KS QS") for s in round_.active if chance.random() < 0.03})
        case Phase.RESTOCK:
            return Restock()
        case Phase.SHOW:
            return Show(hands={s: _hand(chance) if chance.random() < 0.9 else None for s in round_.to_show})
    assert seat is not None
    actions = _turn_actions(round_, seat)
    rare = (Verb.KNOCK, Verb.DECLARE, Verb.PASS)
    verbs = [verb for verb in legal(round_) if verb not in rare or chance.random() < 0.03]
    return actions[chance.choice(verbs or legal(round_))]


def public_round(rules: RuleSet, seats: int, chance: Random) -> list[Round]:
    """Every state of a round of public actions at random, from its start to its end."""
    states = [start_round(rules, range(seats), chance.randrange(seats))]
    while states[-1].phase is not Phase.OVER:
        after = apply(states[-1], _public_action(states[-1], chance))
        assert isinstance(after, Round), (states[-1], after)
        states.append(after)
        assert len(states) < MOST_ACTIONS
    return states


@settings(max_examples=60, deadline=None)
@given(rule_sets, seat_counts, seeds)
def test_a_round_always_goes_on_to_its_end_whoever_resigns(rules: RuleSet, seats: int, seed: int) -> None:
    states = public_round(rules, seats, Random(seed))
    for round_ in states[:-1]:
        acting = round_.phase in (Phase.TURN, Phase.RESTOCK, Phase.HOLDING)
        assert acting is (round_.seat is not None)
        assert round_.seat is None or round_.seat in round_.active
        assert bool(round_.to_show) is (round_.phase is Phase.SHOW)
        assert round_.phase is not Phase.TURN or legal(round_)
    result = states[-1].result
    assert result is not None
    assert set(result.lost) == set(range(seats))
    assert all(result.lost[seat] == 0 for seat in result.resigned)
    assert not result.void or set(result.lost.values()) == {0}


def _play_on(game: Game, chance: Random) -> Game:
    """The game after another round, or after a lapse; now and then a seat goes away or comes back."""
    back = [seat for seat in game.away if chance.random() < 0.5]
    game = begin_round(game, back)
    if len(game.present) < 2:
        return begin_round(game, game.away)
    round_ = public_round_of(game, chance)
    if chance.random() < 0.1:
        knocked = round_.knocker is not None
        return void_round(game, {chance.choice(game.present): lapse_loss(game.rules, had_knocked=knocked)})
    assert round_.result is not None
    settled = settle(game, round_.result)
    assert set(settled.lost) == set(game.left)
    assert not settled.replay or settled.put_out == settled.game.out[len(game.out) :]
    after = settled.game
    return mark_away(after, [chance.choice(game.present)]) if chance.random() < 0.1 else after


def public_round_of(game: Game, chance: Random) -> Round:
    """The last state of a round of public actions at random between the seats that are present."""
    round_ = start_round(game.rules, game.present, game.dealer)
    while round_.phase is not Phase.OVER:
        after = apply(round_, _public_action(round_, chance))
        assert not isinstance(after, Refusal)
        round_ = after
    return round_


@settings(max_examples=40, deadline=None)
@given(rule_sets, st.integers(2, 6), seeds)
def test_every_game_ends_with_winners_the_rules_allow(rules: RuleSet, seats: int, seed: int) -> None:
    chance = Random(seed)
    game = new_game(rules, seats, chance.randrange(seats))
    for _round in range(2000):
        before = game
        game = _play_on(before, chance)
        assert all(now <= then for now, then in zip(game.lives, before.lives, strict=True))
        assert set(before.out) <= set(game.out)
        assert sum(game.lives) + game.kitty == seats * rules.lives
        assert all(game.lives[seat] == 0 for seat in game.out)
        assert rules.grace or all(game.lives[seat] > 0 for seat in game.left)
        if game.over:
            break
        assert len(game.left) > 1
    assert game.winners is not None
    if len(game.winners) > 1:
        assert rules.all_out is AllOut.SHARE
        assert set(game.winners) <= set(before.left)
        assert game.left == ()
    else:
        assert game.left == game.winners
    assert sum(n for _seat, n in game.payout) == (game.kitty if game.winners else 0)
