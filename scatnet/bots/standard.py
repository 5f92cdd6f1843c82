"""The standard player: plays to win, whatever its name.

It keeps the three cards that score most, takes the discard when that is worth more than a draw can be
expected to be, and knocks the moment its hand is likelier than not to come out of the showdown unharmed.
"""

from __future__ import annotations

from typing import Final

from scatnet.bots.hands import best_kept, expected_after_draw
from scatnet.bots.odds import chance_at_most, chance_below
from scatnet.bots.view import BotView, Chance
from scatnet.rules.moves import Move, Verb
from scatnet.rules.ruleset import ShowdownLoser
from scatnet.rules.scoring import hand_score

KNOCK_FROM: Final = 0.5
"""How likely a hand must be to come out unharmed for a knock."""

KNOCK_ON_THE_COUNTY: Final = 0.4
"""The same for a player on the county, whom a lost knock costs no more than any other loss, and time works against."""

DARING: Final = 1 / 16
"""How often a player throws down that has no more to lose by it than by waiting."""


class StandardPlayer:
    """A computer player of the one standard that all play to."""

    def throws_down(self, view: BotView, chance: Chance) -> bool:
        """Now and then, and only where a lost knock costs no more than a lost showdown."""
        costs_no_more = view.rules.knocker_penalty == 1 or view.on_the_county
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
    """Whether a hand of this score is likelier than not to lose nothing if its player knocks now.

    Every opponent has one more turn. Against `lowest` one weaker hand is enough (or one as weak, where ties
    are safe); against `all_but_highest` no hand may be better.
    """
    rules, turns = view.rules, view.laps + 1
    if rules.showdown_loser is ShowdownLoser.ALL_BUT_HIGHEST:
        unharmed = chance_at_most(score, turns) ** view.opponents
    else:
        weaker = chance_at_most(score, turns) if rules.knocker_tie_safe else chance_below(score, turns)
        unharmed = 1 - (1 - weaker) ** view.opponents
    return unharmed > (KNOCK_ON_THE_COUNTY if view.on_the_county else KNOCK_FROM)


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
