"""The standard player: plays to win, whatever its name.

- While nobody has knocked it keeps the three cards with the best outlook (`outlook`), and takes the discard where
  that promises more than a draw.
- It knocks from the score on from which knocking wins more than waiting (`knocking`), for the number of seats,
  the turns gone by, and what a lost knock costs.
- After a knock it plays its last turn for the chance not to pay in the showdown, and nothing else.
"""

from __future__ import annotations

from functools import cache
from math import exp
from typing import Final

from scatnet.bots.hands import best_kept, scores_after_draw
from scatnet.bots.knocking import knocks_with, lost_knock_costs
from scatnet.bots.outlook import outlook
from scatnet.bots.view import BotView, Chance
from scatnet.rules.moves import Move, Verb
from scatnet.rules.ruleset import ShowdownLoser
from scatnet.rules.scoring import THIRTY_ONE, hand_score

DARING: Final = 1 / 16
"""How often a player throws down that has no more to lose by it than by waiting."""

SAFE_BY_OPPONENTS: Final = (52, 48, 45, 42)
"""The score in half points that pays as often as not in a showdown against one opponent, two, ... where the lowest
pays; the last also against more.
"""

SAFE_AGAINST_ALL: Final = 56
"""The same where all but the highest pay."""

_SPREAD: Final = 4
"""How gradually, in half points, scores around these come to be safe."""


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
        drawing = Verb.DRAW in legal
        # Where a knock may go with the discard, a draw first costs nothing: the card drawn can go at once.
        knocks_later = view.rules.knock_after_discard and drawing
        if Verb.KNOCK in legal and not knocks_later and knocks_with(view, hand_score(view.rules, view.hand)):
            return Move(Verb.KNOCK)
        if not drawing:
            return _without_stock(view)
        if Verb.TAKE not in legal:
            return Move(Verb.DRAW)
        if view.public.blind:
            # Unseen either way, and either may be thrown away at once.
            return Move(Verb.TAKE if chance.random() < 0.5 else Verb.DRAW)
        takes = _takes(view) if view.public.knocker is None else _takes_at_last(view)
        return Move(Verb.TAKE if takes else Verb.DRAW)


def _discard(view: BotView) -> Move:
    public, rules = view.public, view.rules
    score, card = best_kept(rules, view.hand, public.banned)
    if public.knocker is not None:
        return Move(Verb.DISCARD, card)
    if public.may_knock_with_discard and knocks_with(view, score):
        return Move(Verb.DISCARD, card, knock=True)
    return Move(Verb.DISCARD, outlook(rules).best_kept(view.hand, public.banned)[1])


def _takes(view: BotView) -> bool:
    """Whether the discard promises more than a draw."""
    ahead = outlook(view.rules)
    return ahead.best_kept(*_with_discard(view))[0] > ahead.of_drawing(view.hand)


def _takes_at_last(view: BotView) -> bool:
    """Whether the discard makes a safe showdown likelier than a draw does, in the turn after a knock."""
    safe = _safety(view.rules.showdown_loser, view.opponents)
    scores = scores_after_draw(view.rules, view.hand, view.public.pile)
    taken = safe[best_kept(view.rules, *_with_discard(view))[0]]
    return taken * len(scores) > sum(safe[score] for score in scores)


def _without_stock(view: BotView) -> Move:
    """The stock is empty for good: improve with the discard, else pass."""
    if Verb.TAKE in view.legal and not view.public.blind:
        taken = best_kept(view.rules, *_with_discard(view))[0]
        if taken > hand_score(view.rules, view.hand):
            return Move(Verb.TAKE)
    return Move(Verb.PASS)


def _with_discard(view: BotView) -> tuple[tuple[int, ...], int | None]:
    """The four cards held after taking the discard, and the one of them that may not go again."""
    top = view.public.pile[-1]
    return (*view.hand, top), None if view.rules.return_taken else top


@cache
def _safety(loser: ShowdownLoser, opponents: int) -> tuple[float, ...]:
    """By score in half points, the chance to lose nothing in the showdown after a knock."""
    if loser is ShowdownLoser.ALL_BUT_HIGHEST:
        middle = SAFE_AGAINST_ALL
    else:
        middle = SAFE_BY_OPPONENTS[min(opponents, len(SAFE_BY_OPPONENTS)) - 1]
    return tuple(1 / (1 + exp((middle - score) / _SPREAD)) for score in range(THIRTY_ONE + 1))
