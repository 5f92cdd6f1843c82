"""What players of every kind ask of their cards: which one to give away, what a draw is worth."""

from __future__ import annotations

from scatnet.rules.cards import CARD_POINTS, DECK_SIZE, NEW_DECK
from scatnet.rules.ruleset import RuleSet
from scatnet.rules.scoring import score_table


def best_kept(rules: RuleSet, hand: tuple[int, ...], banned: int | None) -> tuple[int, int]:
    """The best score to be kept of four cards, in half points, and the discard that keeps it, never `banned`.

    Of equally good ones the cheapest card goes: an ace or a king beside the suit is worth holding.
    """
    table = score_table(rules)
    a, b, c, d = hand
    ab, bc = (a * DECK_SIZE + b) * DECK_SIZE, (b * DECK_SIZE + c) * DECK_SIZE
    best, score, discard = -1, 0, d
    for kept, card in (
        (table[ab + c], d),
        (table[ab + d], c),
        (table[(a * DECK_SIZE + c) * DECK_SIZE + d], b),
        (table[bc + d], a),
    ):
        worth = 16 * kept - CARD_POINTS[card]
        if worth > best and card != banned:
            best, score, discard = worth, kept, card
    return score, discard


def scores_after_draw(rules: RuleSet, hand: tuple[int, ...], pile: tuple[int, ...]) -> list[int]:
    """The best scores to be kept, in half points, one for each card not seen yet that a draw may bring.

    Cards that have been on the pile are taken to be gone; cards that opponents hold are as likely as those in
    the stock.
    """
    table = score_table(rules)
    a, b, c = hand
    ab, ac, bc = ((x * DECK_SIZE + y) * DECK_SIZE for x, y in ((a, b), (a, c), (b, c)))
    stand = table[ab + c]
    seen = {*hand, *pile}
    return [max(stand, table[ab + card], table[ac + card], table[bc + card]) for card in NEW_DECK if card not in seen]
