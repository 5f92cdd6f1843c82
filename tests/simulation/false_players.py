"""The false players by name, each made with a moment drawn by chance."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Final, TypeVar

from scatnet.log import Kind
from scatnet.table.seam import StateLike
from tests.simulation.cheats import Tricks
from tests.simulation.false_answers import Accuses, Equivocates, EquivocatesWithAllSeats, Forges, ShufflesFalsely
from tests.simulation.false_votes import ComputersVote, FollowsTheAbandoned, VotesAgainstThePast, VotesBothWays
from tests.simulation.replays import Replays, ReplaysAnotherTable
from tests.simulation.stalls import Mutters, Stalls
from tests.simulation.world import Cheat

__all__ = ["CHEATS", "OPERATOR_CHEATS", "make_cheat"]

St = TypeVar("St", bound=StateLike)

FORGED: Final = (
    Kind.COIN_REVEAL,
    Kind.DEAL_SHARES,
    Kind.DISCARD,
    Kind.DRAW_SHARES,
    Kind.RESTOCK,
    Kind.ROUND_KEY,
    Kind.SHOW,
    Kind.SHUFFLE,
)
"""Answers with something in them that has to be so and not otherwise. The moment of each that comes often is drawn
later."""

STALLED: Final = (
    Kind.COIN_REVEAL,
    Kind.ROUND_OPEN,
    Kind.ROUND_KEY,
    Kind.SHUFFLE,
    Kind.DEAL_SHARES,
    Kind.DRAW_SHARES,
    Kind.DISCARD,
    Kind.SHOW,
)
"""Answers that all wait for, or that come when somebody is about to lose."""

OPERATOR_CHEATS: Final = ("equivocates with all seats", "forges through a computer player", "lets computers vote")
"""What an operator does with the computer players that it runs."""

CHEATS: Final = (
    "equivocates",
    "equivocates late",
    "forges",
    "shuffles falsely",
    "accuses",
    "goes silent",
    "stalls",
    "votes both ways",
    "votes against the past",
    "follows the abandoned",
    "replays",
    "replays another table",
    "steals",
    *OPERATOR_CHEATS,
)


def make_cheat(name: str, tricks: Tricks[St], chance: random.Random) -> Cheat[St]:
    """A cheat of this name, with a moment drawn by chance."""
    after = chance.randint(1, 30)
    times = chance.randint(1, 6)
    forged = frozenset({chance.choice(FORGED)})
    makers: dict[str, Callable[[], Cheat[St]]] = {
        "equivocates": lambda: Equivocates(tricks, after=after, reveal=0.0),
        "equivocates late": lambda: Equivocates(tricks, after=after, reveal=chance.uniform(1.0, 100.0)),
        "forges": lambda: Forges(tricks, kinds=forged, after=times),
        "shuffles falsely": lambda: ShufflesFalsely(tricks, after=chance.randint(1, 3)),
        "accuses": lambda: Accuses(tricks),
        "goes silent": lambda: Mutters(tricks, after=after, seconds=chance.choice((5.0, 60.0, 10_000.0))),
        "stalls": lambda: Stalls(tricks, kind=chance.choice(STALLED), times=times),
        "votes both ways": lambda: VotesBothWays(tricks),
        "votes against the past": lambda: VotesAgainstThePast(tricks),
        "follows the abandoned": lambda: FollowsTheAbandoned(tricks),
        "replays": lambda: Replays(tricks, steals=False),
        "replays another table": lambda: ReplaysAnotherTable(tricks),
        "steals": lambda: Replays(tricks, steals=True),
        "equivocates with all seats": lambda: EquivocatesWithAllSeats(
            tricks, after=after, reveal=chance.uniform(1.0, 60.0)
        ),
        "forges through a computer player": lambda: Forges(
            tricks, kinds=frozenset(FORGED), after=after, computers=True
        ),
        "lets computers vote": lambda: ComputersVote(tricks),
    }
    return makers[name]()
