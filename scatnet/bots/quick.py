"""The cheapest player: a few table look-ups for each choice, for games by the thousand."""

from __future__ import annotations

from typing import Final

from scatnet.bots.hands import best_kept
from scatnet.bots.view import BotView, Chance
from scatnet.rules.cards import DECK_SIZE, HAND_SIZE, NEW_DECK
from scatnet.rules.moves import Move, Verb
from scatnet.rules.ruleset import RuleSet, ThirtyOneCall
from scatnet.rules.scoring import THIRTY_ONE, score_table

WORTH_A_KNOCK: Final = 2 * 27
"""From what score on, in half points, it knocks when it can."""

WORTH_TAKING: Final = 2 * 4
"""How many half points a discard must add to its hand to be taken."""

_DISCARD: Final = tuple(Move(Verb.DISCARD, card) for card in NEW_DECK)
_DISCARD_AND_KNOCK: Final = tuple(Move(Verb.DISCARD, card, knock=True) for card in NEW_DECK)
_DRAW: Final = Move(Verb.DRAW)
_TAKE: Final = Move(Verb.TAKE)
_KNOCK: Final = Move(Verb.KNOCK)
_PASS: Final = Move(Verb.PASS)
_DECLARE: Final = Move(Verb.DECLARE)


class QuickPlayer:
    """A computer player that keeps its best three cards and knocks at a fixed score."""

    def throws_down(self, view: BotView, chance: Chance) -> bool:
        """Never."""
        return False

    def calls_thirty_one(self, view: BotView, chance: Chance) -> bool:
        """Always."""
        return True

    def choose(self, view: BotView, chance: Chance) -> Move:
        """What to do in its turn: one of `view.legal`."""
        public, hand = view.public, view.hand
        rules = public.rules
        if len(hand) > HAND_SIZE:
            score, card = best_kept(rules, hand, public.banned)
            if score == THIRTY_ONE:
                return _DECLARE
            knocks = public.may_knock_with_discard and _knocks(rules, score)
            return _DISCARD_AND_KNOCK[card] if knocks else _DISCARD[card]
        a, b, c = hand
        table = score_table(rules)
        stand = table[(a * DECK_SIZE + b) * DECK_SIZE + c]
        if stand == THIRTY_ONE and rules.thirty_one_call is ThirtyOneCall.DECLARED:
            return _DECLARE
        if public.knocker is None and _knocks(rules, stand):
            return _KNOCK
        if public.pile:
            top = public.pile[-1]
            taken = max(
                table[(a * DECK_SIZE + b) * DECK_SIZE + top],
                table[(a * DECK_SIZE + c) * DECK_SIZE + top],
                table[(b * DECK_SIZE + c) * DECK_SIZE + top],
            )
            if taken >= stand + WORTH_TAKING:
                return _TAKE
        return _DRAW if public.may_draw else _PASS


def _knocks(rules: RuleSet, score: int) -> bool:
    return score >= WORTH_A_KNOCK and score >= rules.minimum_knock
