"""What three cards promise: not what they score now, but how far they can be expected to get.

A king and a nine of one suit beside a stray five are worth more than a stray king, queen and jack, whatever
they score. The outlook of a hand says by how much. It is the chance to be good enough in the end for a player
who draws in every turn and keeps whatever has the best outlook, where each turn may be the last: the solution of

    outlook(h) = (1 - GOES_ON) * good_enough(h) + GOES_ON * mean over the next card x of the best outlook in h + x

It depends on how hands are counted, and on nothing else that the table knows. Hands that differ only in the names
of their suits have the same outlook: there are 1,755 kinds of them.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from functools import cache
from itertools import combinations, permutations
from math import exp
from typing import Final, NamedTuple

from scatnet.rules.cards import CARD_POINTS, DECK_SIZE, HAND_SIZE, NEW_DECK, rank_of, suit_of
from scatnet.rules.ruleset import RuleSet
from scatnet.rules.scoring import score_table

GOES_ON: Final = 0.94
"""The chance that the player gets another turn. Measured: with 0.6 it wins two games in a hundred fewer."""

MIDDLE: Final = 48
"""The score in half points that is good enough as often as not."""

SPREAD: Final = 6
"""How gradually, in half points, scores around the middle come to be good enough."""

_SWEEPS: Final = 5
_NEXT_CARDS: Final = DECK_SIZE - HAND_SIZE
_CHEAP: Final = 1e-6
"""How much outlook a point of the card thrown away is worth: it only decides between equals."""


class Outlook(NamedTuple):
    """Outlooks by kind of hand; `kinds` is indexed as a table of scores is."""

    kinds: array[int]
    kept: tuple[float, ...]
    """Of a hand as it stands at the end of a turn."""
    drawing: tuple[float, ...]
    """Of a hand about to draw: the mean over the next card of the best that can be kept."""

    def of_drawing(self, hand: tuple[int, ...]) -> float:
        """What a draw promises to these three cards."""
        a, b, c = hand
        return self.drawing[self.kinds[(a * DECK_SIZE + b) * DECK_SIZE + c]]

    def best_kept(self, hand: tuple[int, ...], banned: int | None) -> tuple[float, int]:
        """The best outlook to be kept of four cards and the discard that keeps it, never `banned`; among equals
        the cheapest card goes.
        """
        kinds, kept = self.kinds, self.kept
        a, b, c, d = hand
        ab, bc = (a * DECK_SIZE + b) * DECK_SIZE, (b * DECK_SIZE + c) * DECK_SIZE
        best, outlook, discard = -1.0, 0.0, d
        for index, card in (
            (ab + c, d),
            (ab + d, c),
            ((a * DECK_SIZE + c) * DECK_SIZE + d, b),
            (bc + d, a),
        ):
            worth = kept[kinds[index]] - _CHEAP * CARD_POINTS[card]
            if worth > best and card != banned:
                best, outlook, discard = worth, kept[kinds[index]], card
        return outlook, discard


def outlook(rules: RuleSet) -> Outlook:
    """The outlooks of all hands as these rules count them; made on first use (some 0.2 s), then kept."""
    return _outlook(score_table(rules))


@cache
def _outlook(scores: bytes) -> Outlook:
    kinds, samples = _kinds()
    following = [_following(kinds, sample) for sample in samples]
    good = [1 / (1 + exp((MIDDLE - scores[_index(sample)]) / SPREAD)) for sample in samples]
    kept = list(good)
    drawing = list(good)
    for _sweep in range(_SWEEPS):
        # What a hand may become is better than what it is: with the best hands first, few sweeps settle all.
        for kind in sorted(range(len(kept)), key=kept.__getitem__, reverse=True):
            better, same, stands = 0.0, 0, kept[kind]
            for x, y, z in following[kind]:
                best = max(kept[x], kept[y], kept[z])
                if best > stands:
                    better += best
                else:
                    same += 1
            # The outlook is on both sides of its equation wherever the next card is of no use.
            stands = (1 - GOES_ON) * good[kind] + GOES_ON * better / _NEXT_CARDS
            kept[kind] = stands / (1 - GOES_ON * same / _NEXT_CARDS)
            drawing[kind] = (better + same * kept[kind]) / _NEXT_CARDS
    return Outlook(kinds, tuple(kept), tuple(drawing))


@cache
def _kinds() -> tuple[array[int], tuple[tuple[int, ...], ...]]:
    """The kind of every hand, and a hand of every kind."""
    kinds = array("H", bytes(2 * DECK_SIZE**HAND_SIZE))
    numbers: dict[tuple[tuple[int, ...], ...], int] = {}
    samples: list[tuple[int, ...]] = []
    for hand in combinations(NEW_DECK, HAND_SIZE):
        suits: dict[int, tuple[int, ...]] = {}
        for card in hand:
            suits[suit_of(card)] = (*suits.get(suit_of(card), ()), rank_of(card))
        kind = numbers.setdefault(tuple(sorted(suits.values())), len(samples))
        if kind == len(samples):
            samples.append(hand)
        for ordered in permutations(hand):
            kinds[_index(ordered)] = kind
    return kinds, tuple(samples)


def _following(kinds: array[int], hand: Sequence[int]) -> list[tuple[int, int, int]]:
    """For every next card, the kinds of the three hands that it can make with two of these cards."""
    a, b, c = hand
    ab, ac, bc = ((x * DECK_SIZE + y) * DECK_SIZE for x, y in ((a, b), (a, c), (b, c)))
    return [(kinds[ab + card], kinds[ac + card], kinds[bc + card]) for card in NEW_DECK if card not in hand]


def _index(hand: Sequence[int]) -> int:
    a, b, c = hand
    return (a * DECK_SIZE + b) * DECK_SIZE + c
