"""A game that never ends: every hand is worth the same whenever hands are shown, so nobody ever loses anything.

All else is as in any game: fresh keys, a full shuffle with its proofs by every seat in every round, shares, draws,
takes, discards and a showdown. Only the deck is agreed on beforehand (`stacking`), and the players keep the hands that
they were dealt. How many turns a round has is drawn from a seed, so that a log of any length can be made again.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from scatnet.dealing import Params
from scatnet.log import Event
from scatnet.rules.cards import DECK_SIZE, HAND_SIZE
from scatnet.rules.ruleset import PRESETS
from scatnet.table.player import Chooser
from scatnet.table.state import Stage
from scatnet.table.view import Choice, TableView, Verb
from tests.table.helpers import Table, begun_table
from tests.table.stacking import stacked_deck

__all__ = ["SEATS", "long_table", "rounds_of"]

SEATS: Final = 4

_RULES: Final = replace(PRESETS["kitty"], return_taken=True)
"""All but the highest pay, and those tied there are all the highest."""

_HANDS: Final = ("KS 9S 2D", "KH 9H 2C", "KD 9D 2S", "KC 9C 2H")
"""19 each; no single card makes 31 of any."""

_DRAWS: Final = (1, 7)
"""How many cards are drawn in a round before somebody knocks, at least and at most. So a round has nine turns on the
average, as it has among four computer players."""

_TAKES: Final = 0.25
"""How often the top of the discard pile is taken rather than the stock's."""

_STOCK: Final = DECK_SIZE - HAND_SIZE * SEATS - 1
"""Cards in the stock after a deal."""


def long_table(*, seed: int = 0, params: Params | None = None) -> Table:
    """A table of four whose game goes on for ever."""
    deck = stacked_deck(_HANDS)
    return begun_table(seats=SEATS, rules=_RULES, params=params, seed=seed, chooser=_keeping(seed), deck=deck)


def rounds_of(table: Table, rounds: int) -> Iterator[tuple[Event, ...]]:
    """Play so many rounds, and give the events of each as soon as it is settled; those before the first round come with
    it. The table keeps no step of the past."""
    for number in range(table.state.rounds + 1, table.state.rounds + rounds + 1):
        while not (table.is_at(Stage.OPENING) and table.state.rounds == number):
            table.play_step()
        events = tuple(outcome.event for step in table.steps for outcome in step.outcomes if outcome.event is not None)
        table.steps.clear()
        table.states.clear()
        yield events


def _keeping(seed: int) -> Chooser:
    """A chooser that gives away the very card it has drawn or taken, and knocks when enough has been drawn."""

    def choose(view: TableView) -> Choice:
        if view.extra is not None:
            return Choice(verb=Verb.DISCARD, card=view.extra)
        verbs = {choice.verb for choice in view.choices}
        if Verb.KNOCK in verbs and _STOCK - view.stock >= random.Random(f"{seed} {view.round}").randint(*_DRAWS):
            return Choice(verb=Verb.KNOCK)
        if Verb.TAKE in verbs and random.Random(f"{seed} {view.number}").random() < _TAKES:
            return Choice(verb=Verb.TAKE)
        return Choice(verb=Verb.DRAW) if Verb.DRAW in verbs else view.choices[0]

    return choose
