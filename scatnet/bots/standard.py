"""The standard player: plays to win, whatever its name.

It keeps the three cards that score most, takes the discard when that is worth more than a draw can be
expected to be, and knocks the moment its hand is likelier than not to beat the weakest, where a knock that
would cost two lives has to be as much more likely to be won.
"""

from __future__ import annotations

from typing import Final

from scatnet.bots.hands import best_kept, expected_after_draw
from scatnet.bots.odds import chance_at_most, chance_below
from scatnet.bots.view import BotView, Chance
from scatnet.rules.moves import Move, Verb
from scatnet.rules.ruleset import ShowdownLoser
from scatnet.rules.scoring import hand_score

DARING: Final = 1 / 16
"""How often a player throws down that has no more to lose by it than by waiting."""


class StandardPlayer:
    """A computer player of the one standard that all play to."""

    def throws_down(self, view: BotView, chance: Chance) -> bool:
        """Now and then, and only where a lost knock costs no more than a lost showdown."""
        costs_no_more = lost_knock_costs(view) == 1
        return costs_no_more and chance.random() < DARING

    def calls_thirty_one(self, view: BotView, chance: Chance) -> bool:
        """Always."""
        return True

    def choose(self, view: BotView, chance: Chance) -> Move:
        """What to do in its turn: one of `view.legal`."""
        legal = view.legal
        if Verb.DECLARE in legal:
            return Move(Verb.DECLARE)
        if Verb.DISCARD in legal:
            return _discard(view)
        stand = hand_score(view.rules, view.hand)
        drawing = Verb.DRAW in legal
        # Where a knock may go with the discard, a draw first costs nothing: the card drawn can go at once.
        knocks_later = view.rules.knock_after_discard and drawing
        if Verb.KNOCK in legal and not knocks_later and comes_out_unharmed(view, stand):
            return Move(Verb.KNOCK)
        if not drawing:
            return _without_stock(view, stand)
        if Verb.TAKE not in legal:
            return Move(Verb.DRAW)
        if view.public.blind:
            # Unseen either way, and either may be thrown away at once.
            return Move(Verb.TAKE if chance.random() < 0.5 else Verb.DRAW)
        taken = _worth_of_taking(view)
        return Move(Verb.TAKE if taken > expected_after_draw(view.rules, view.hand, view.public.pile) else Verb.DRAW)


def comes_out_unharmed(view: BotView, score: int) -> bool:
    """Whether a knock with this score is likelier than not to be worth it: to lose nothing, a lost knock counting
    as often as it costs lives.

    Every opponent has one more turn. Against `lowest` one weaker hand is enough (or one as weak, where ties
    are safe); against `all_but_highest` no hand may be better.
    """
    rules, turns = view.rules, view.laps + 1
    if rules.showdown_loser is ShowdownLoser.ALL_BUT_HIGHEST:
        unharmed = chance_at_most(score, turns) ** view.opponents
    else:
        weaker = chance_at_most(score, turns) if rules.knocker_tie_safe else chance_below(score, turns)
        unharmed = 1 - (1 - weaker) ** view.opponents
    return unharmed > (1 - unharmed) * lost_knock_costs(view)


def lost_knock_costs(view: BotView) -> int:
    """How many losses it is worth to the player to lose a knock: 1 where it goes the same way as any loss."""
    rules = view.rules
    # Without the shield a second loss can put out a seat that the first would have left on the county.
    to_lose = view.lives + 1 if rules.grace and not rules.county_shield else view.lives
    return max(1, min(rules.knocker_penalty, to_lose))


def _discard(view: BotView) -> Move:
    score, card = best_kept(view.rules, view.hand, view.public.banned)
    knock = view.public.may_knock_with_discard and score >= view.rules.minimum_knock and comes_out_unharmed(view, score)
    return Move(Verb.DISCARD, card, knock)


def _worth_of_taking(view: BotView) -> int:
    top = view.public.pile[-1]
    banned = None if view.rules.return_taken else top
    return best_kept(view.rules, (*view.hand, top), banned)[0]


def _without_stock(view: BotView, stand: int) -> Move:
    """The stock is empty for good: improve with the discard, else pass."""
    if Verb.TAKE in view.legal and not view.public.blind and _worth_of_taking(view) > stand:
        return Move(Verb.TAKE)
    return Move(Verb.PASS)
