"""What the tests of the rules share: cards by name, rounds on the way, rule sets and games by chance."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

from hypothesis import strategies as st

from scatnet.rules.apply import apply
from scatnet.rules.cards import CARD_NAMES, NEW_DECK, parse_card
from scatnet.rules.fields import FIELDS, Value, with_values
from scatnet.rules.moves import Action, CloseCalls, CloseThrowDown, Code, Deal, Move, Refusal, Show, Verb
from scatnet.rules.open_round import OpenRound, deal_open, legal_moves, play
from scatnet.rules.round import Phase, Round, start_round
from scatnet.rules.ruleset import PRESETS, FirstDiscard, RuleSet
from scatnet.rules.showdown import RoundResult


def cards(names: str) -> tuple[int, ...]:
    """The cards of names parted by blanks."""
    return tuple(parse_card(name) for name in names.split())


def three(names: str) -> tuple[int, int, int]:
    """Three cards."""
    a, b, c = cards(names)
    return a, b, c


def card(name: str) -> int:
    """One card."""
    return parse_card(name)


def deck_of(*first: str) -> tuple[int, ...]:
    """A deck with these cards on top and the others in the order of a new deck."""
    named = cards(" ".join(first))
    return (*named, *(other for other in NEW_DECK if other not in named))


def after(round_: Round, *actions: Action) -> Round:
    """The round after these actions, all of which it must take."""
    for action in actions:
        answer = apply(round_, action)
        assert isinstance(answer, Round), (action, answer)
        round_ = answer
    return round_


def refused(round_: Round, action: Action) -> Code:
    """The code with which the round refuses this action, as it must."""
    answer = apply(round_, action)
    assert isinstance(answer, Refusal), action
    return answer.code


def turns_begun(rules: RuleSet, seats: Iterable[int] = (0, 1, 2), dealer: int | None = None) -> Round:
    """A round whose first turn has begun: nobody threw down, nobody was dealt 31; 2C starts a face-up pile."""
    seats = tuple(seats)
    round_ = start_round(rules, seats, seats[-1] if dealer is None else dealer)
    if round_.phase is Phase.THROW_DOWN:
        round_ = after(round_, CloseThrowDown(seats=frozenset()))
    face_up = rules.first_discard is FirstDiscard.FACE_UP
    return after(round_, Deal(first_discard=card("2C") if face_up else None), CloseCalls(calls={}))


def shown(round_: Round, **hands: str) -> RoundResult:
    """The result after the hands are shown: `s0="KS 9S 5D"`, or `s0=""` for a lapse."""
    over = after(round_, Show(hands={int(seat[1:]): three(hand) if hand else None for seat, hand in hands.items()}))
    assert over.result is not None
    return over.result


def played(opened: OpenRound, *moves: tuple[int, Verb] | tuple[int, Verb, str]) -> OpenRound:
    """The open round after these moves, all of which it must take."""
    for seat, verb, *named in moves:
        answer = play(opened, seat, Move(verb, card(named[0]) if named else None))
        assert isinstance(answer, OpenRound), (seat, verb, answer)
        opened = answer
    return opened


def all_moves(hand: Iterable[int]) -> list[Move]:
    """Every move there is for a player with this hand, and a discard of a card it may not hold."""
    discards = [Move(Verb.DISCARD, held, knock) for held in {*hand, 0} for knock in (False, True)]
    return [Move(verb) for verb in Verb if verb is not Verb.DISCARD] + discards


def random_round(rules: RuleSet, seats: int, chance: Random) -> list[OpenRound]:
    """Every state of a round played by legal moves at random, from the deal to its end."""
    deck = list(NEW_DECK)
    chance.shuffle(deck)
    opened = deal_open(rules, range(seats), chance.randrange(seats), tuple(deck))
    states = [opened]
    while opened.public.phase is not Phase.OVER:
        options = [(seat, move) for seat in opened.public.order for move in legal_options(opened, seat)]
        # Knocks and declarations end a round; made rare, so that long rounds and empty stocks are seen too.
        quiet = [option for option in options if option[1].verb not in (Verb.KNOCK, Verb.DECLARE, Verb.THROW_DOWN)]
        seat, move = chance.choice(quiet if quiet and chance.random() < 0.95 else options)
        answer = play(opened, seat, move, lambda discards: tuple(chance.sample(discards, len(discards))))
        assert isinstance(answer, OpenRound), (seat, move, answer)
        opened = answer
        states.append(opened)
    return states


def legal_options(opened: OpenRound, seat: int) -> list[Move]:
    """The moves that `legal_moves` says this seat has, with every card that may go."""
    options = []
    for verb in legal_moves(opened, seat):
        if verb is Verb.DISCARD:
            options += [Move(verb, held) for held in opened.hands[seat] if held != opened.public.banned]
        else:
            options.append(Move(verb))
    return options


def _rule_set(preset: str, values: dict[str, Value]) -> RuleSet:
    return with_values(PRESETS[preset], {**values, "min_seats": 2, "max_seats": 9})


_CHANGES = {
    field.name: st.sampled_from(field.allowed) for field in FIELDS if field.name not in ("min_seats", "max_seats")
}

rule_sets = st.builds(_rule_set, st.sampled_from(sorted(PRESETS)), st.fixed_dictionaries({}, optional=_CHANGES))
"""Presets with some of their fields changed, for 2 to 9 seats."""

hands = st.lists(st.integers(0, len(CARD_NAMES) - 1), min_size=3, max_size=3, unique=True)
"""Three different cards."""
