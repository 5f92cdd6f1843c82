"""What a player sees from its seat, and what it can be asked.

A `BotView` is made of the public round and of one hand: there is no way for a player to look at anything
else.
"""

from __future__ import annotations

from typing import NamedTuple, Protocol

from scatnet.rules.moves import Move, Verb
from scatnet.rules.round import Round, legal_with_hand
from scatnet.rules.ruleset import RuleSet


class Chance(Protocol):
    """Where a player's luck comes from; `random.Random` is one."""

    def random(self) -> float:
        """A number from 0 up to, but not including, 1."""
        ...


class BotView(NamedTuple):
    """What a player knows when it is asked: what everyone knows, its own cards, and its own lives.

    A tuple, because simulated games make one for every choice.
    """

    public: Round
    seat: int
    hand: tuple[int, ...]
    """The player's own cards: three, or four while one is to be discarded; none before anybody may look."""
    lives: int
    """The player's own lives; 0 on the county."""

    @property
    def rules(self) -> RuleSet:
        """The rules of the table."""
        return self.public.rules

    @property
    def legal(self) -> tuple[Verb, ...]:
        """What the player may do now with this hand, sorted by name; nothing where it is not its turn."""
        return legal_with_hand(self.public, self.hand) if self.public.seat == self.seat else ()

    @property
    def opponents(self) -> int:
        """How many other seats are still in the round."""
        return len(self.public.active) - 1

    @property
    def laps(self) -> int:
        """How often the table has been round before this turn: how many turns every seat has had, roughly."""
        return max(self.public.turn - 1, 0) // len(self.public.order)

    @property
    def on_the_county(self) -> bool:
        """Whether the player's next loss puts it out, having no lives left."""
        return self.lives == 0


class Player(Protocol):
    """A computer player."""

    def throws_down(self, view: BotView, chance: Chance) -> bool:
        """Whether to throw down the hand, unseen, in the window that some rules have for it."""
        ...

    def calls_thirty_one(self, view: BotView, chance: Chance) -> bool:
        """Whether to call the 31 it has been dealt; asked also without one."""
        ...

    def choose(self, view: BotView, chance: Chance) -> Move:
        """What to do in its turn: one of `view.legal`."""
        ...
