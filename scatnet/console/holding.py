"""My own cards: the order they are shown in, which of them may go, and on which the cursor begins."""

from __future__ import annotations

from scatnet.console.phrases import counting_rules
from scatnet.rules.cards import rank_of, suit_of
from scatnet.rules.scoring import hand_score
from scatnet.table.view import TableView, Verb

__all__ = ["first_pick", "held_cards", "may_discard"]


def held_cards(view: TableView) -> tuple[int, ...]:
    """My cards as they are shown: by suits, the fullest first, and the fourth card last, which moves no other."""
    if len(view.hand) < 3:
        return view.hand
    suits = [suit_of(card) for card in view.hand]
    hand = sorted(view.hand, key=lambda card: (-suits.count(suit_of(card)), suit_of(card), -rank_of(card)))
    return (*hand, view.extra) if view.extra is not None else tuple(hand)


def may_discard(view: TableView, card: int) -> bool:
    """Whether this card of mine can be discarded now."""
    return any(choice.verb is Verb.DISCARD and choice.card == card for choice in view.choices)


def first_pick(view: TableView) -> int:
    """Where the cursor over my cards begins, so that Enter alone is no blunder: on the card without which the others
    are worth most. Among equals it is the last one, which is the one that was drawn.
    """
    cards = held_cards(view)
    able = [place for place, card in enumerate(cards) if may_discard(view, card)]
    if len(cards) != 4 or not able:
        return 0
    rules = counting_rules(view)
    return max(able, key=lambda place: (hand_score(rules, cards[:place] + cards[place + 1 :]), place))
