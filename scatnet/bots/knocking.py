"""From what score on the standard player knocks.

A knock loses nothing as long as one other hand is weaker; but to lose it costs double, and to wait costs little to
whoever is not the weakest. So what a knock must be worth depends on how many hands it is up against and on how often
they have been improved. It was measured: at tables shared evenly with the quick player, and at tables of its own, the
standard player both knocked and did not knock in the same place, and each of the two rounds was played to its end with
the same cards. The tables hold the lowest score from which knocking came out ahead in losses: those of the others
divided by their number, less the player's own. This was repeated with the scores found, until they hardly moved, and
smoothed over neighbouring turns. A hand good enough by them is far likelier than not to beat the weakest.

Where the lowest pay and waiting for somebody else to knock was better with any hand, the tables hold 27 all the same:
somebody has to.
"""

from __future__ import annotations

from typing import Final

from scatnet.bots.view import BotView
from scatnet.rules.ruleset import ShowdownLoser

Table = tuple[tuple[int, ...], ...]
"""Scores in whole points. A row is for so many seats in the round, two in the first row; a column for the turn of the
round, counted over all seats, the first in the first column. More seats, or later turns, count as the last.
"""

_DEAR: Final[Table] = (
    (21, 22, 23, 24, 25, 25, 26, 26, 26, 26, 26, 27, 27, 27, 27, 27, 27, 27, 27, 27, 27, 27, 27, 27),
    (19, 20, 22, 22, 22, 24, 25, 25, 25, 25, 25, 26, 26, 27, 27, 27, 27, 27, 27, 27, 27, 27, 27, 27),
    (18, 19, 19, 22, 22, 22, 22, 22, 22, 22, 23, 24, 24, 27, 27, 27, 27, 27, 27, 27, 27, 27, 27, 27),
    (17, 17, 18, 18, 19, 22, 22, 22, 22, 22, 22, 22, 22, 22, 22, 27, 27, 27, 27, 27, 27, 27, 27, 27),
    (16, 16, 16, 17, 17, 18, 18, 19, 22, 22, 22, 22, 22, 22, 22, 22, 22, 22, 27, 27, 27, 27, 27, 27),
)
"""Where the lowest pay and a lost knock costs more than a lost showdown. Measured under the nordic rules."""

_CHEAP: Final[Table] = (
    (20, 21, 21, 21, 22, 22, 22, 23, 24, 24, 24, 25, 25, 25, 25, 25, 25, 26, 26, 26, 26, 26, 26, 26),
    (18, 18, 20, 20, 21, 22, 22, 22, 22, 22, 23, 23, 24, 24, 24, 24, 25, 25, 25, 25, 25, 25, 25, 25),
    (16, 16, 17, 19, 19, 19, 20, 20, 22, 22, 22, 22, 22, 22, 22, 22, 22, 23, 23, 23, 23, 24, 24, 25),
    (15, 15, 16, 17, 17, 17, 18, 19, 19, 22, 22, 22, 22, 22, 22, 22, 22, 22, 22, 22, 22, 27, 27, 27),
    (14, 14, 15, 15, 16, 16, 17, 17, 17, 18, 19, 19, 22, 22, 22, 22, 22, 22, 22, 22, 22, 27, 27, 27),
)
"""Where the lowest pay and a lost knock costs one loss, as on the county. Measured under the nordic rules."""

_DEAR_WITH_DISCARD: Final[Table] = (
    (20, 22, 22, 23, 24, 25, 25, 25, 25, 25, 25, 25, 26, 26, 26, 26, 26, 26, 26, 26, 26, 26, 26, 26),
    (19, 20, 20, 21, 22, 22, 22, 22, 22, 23, 24, 24, 24, 25, 25, 25, 25, 25, 25, 25, 25, 25, 25, 25),
    (17, 17, 18, 18, 18, 19, 19, 20, 20, 20, 22, 22, 22, 22, 22, 22, 22, 23, 23, 23, 23, 23, 23, 23),
)
"""As `_DEAR`, but knocking with the discard. Measured under the cadillac rules, which take four seats at most."""

_CHEAP_WITH_DISCARD: Final[Table] = (
    (18, 20, 21, 21, 22, 22, 22, 22, 23, 23, 23, 24, 24, 25, 25, 25, 25, 25, 25, 25, 25, 25, 25, 25),
    (15, 17, 18, 18, 19, 19, 20, 21, 22, 22, 22, 22, 22, 22, 22, 22, 22, 22, 22, 22, 24, 24, 24, 24),
    (14, 15, 15, 15, 15, 17, 17, 17, 17, 19, 19, 19, 19, 19, 19, 19, 19, 19, 19, 19, 19, 19, 19, 19),
)
"""As `_CHEAP`, but knocking with the discard. Measured under the cadillac rules."""

_ALL_BUT_HIGHEST: Final[Table] = (
    (21, 21, 22, 22, 22, 23, 24, 24, 25, 25, 25, 25, 25, 25, 26, 26, 26, 26, 26, 26, 26, 26, 26, 26),
    (21, 22, 22, 22, 22, 24, 25, 25, 25, 26, 26, 26, 27, 27, 27, 27, 27, 27, 27, 27, 27, 27, 27, 28),
    (21, 22, 22, 22, 22, 23, 25, 25, 26, 26, 26, 26, 27, 27, 27, 27, 27, 27, 28, 28, 28, 28, 28, 28),
    (22, 22, 22, 22, 22, 24, 24, 25, 25, 26, 26, 26, 27, 27, 27, 27, 27, 28, 28, 28, 28, 28, 29, 29),
    (22, 22, 22, 22, 22, 24, 25, 25, 25, 26, 26, 27, 27, 27, 27, 27, 28, 28, 28, 28, 28, 29, 29, 29),
)
"""Where all but the highest pay. Measured under the kitty rules."""


def knocks_with(view: BotView, score: int) -> bool:
    """Whether to knock with this score, in half points, where the rules allow it."""
    return score >= view.rules.minimum_knock and score >= least_knock(view)


def least_knock(view: BotView) -> int:
    """The lowest score, in half points, with which knocking now is better than waiting; no minimum is looked at."""
    rules = view.rules
    if rules.showdown_loser is ShowdownLoser.ALL_BUT_HIGHEST:
        table = _ALL_BUT_HIGHEST
    elif rules.knock_after_discard:
        table = _CHEAP_WITH_DISCARD if lost_knock_costs(view) == 1 else _DEAR_WITH_DISCARD
    else:
        table = _CHEAP if lost_knock_costs(view) == 1 else _DEAR
    row = table[min(view.opponents, len(table)) - 1]
    return 2 * row[min(max(view.public.turn, 1), len(row)) - 1]


def lost_knock_costs(view: BotView) -> int:
    """How many losses it is worth to the player to lose a knock: 1 where it goes the same way as any loss."""
    rules = view.rules
    # Without the shield a second loss can put out a seat that the first would have left on the county.
    to_lose = view.lives + 1 if rules.grace and not rules.county_shield else view.lives
    return max(1, min(rules.knocker_penalty, to_lose))
