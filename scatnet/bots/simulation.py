"""Whole games between computer players, without cryptography: the rules engine with nothing around it.

Everything random comes from one `random.Random`: the decks, the new stocks, the first dealer and the players'
luck. The same seed plays the same games.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from scatnet.bots.view import BotView, Player
from scatnet.rules.cards import NEW_DECK
from scatnet.rules.game import Game, begin_round, new_game, settle
from scatnet.rules.moves import Refusal
from scatnet.rules.open_round import OpenRound, close_calls, close_throw_down, deal_open, play
from scatnet.rules.round import Phase
from scatnet.rules.ruleset import RuleSet
from scatnet.rules.showdown import EndedBy


@dataclass(frozen=True, slots=True, kw_only=True)
class SimulatedGame:
    """How a game went. `endings` counts its rounds by what ended them; replayed rounds are among `rounds`."""

    winners: tuple[int, ...]
    rounds: int
    turns: int
    endings: Counter[EndedBy]


def play_game(rules: RuleSet, players: Sequence[Player], chance: Random) -> SimulatedGame:
    """Play a game to its winners, one player for each seat.

    Raises ValueError where the rules do not take so many seats.
    """
    game = new_game(rules, len(players), chance.randrange(len(players)) if players else 0)
    endings: Counter[EndedBy] = Counter()
    turns = 0
    while game.winners is None:
        game = begin_round(game)
        opened = play_round(game, players, chance)
        turns += opened.public.turn
        if opened.public.result is None:
            raise AssertionError("A round that is over has a result.")
        endings[opened.public.result.ended_by] += 1
        game = settle(game, opened.public.result).game
    return SimulatedGame(winners=game.winners, rounds=game.rounds, turns=turns, endings=endings)


def play_round(game: Game, players: Sequence[Player], chance: Random) -> OpenRound:
    """Deal the game's next round and play it to its end."""

    def reshuffle(discards: tuple[int, ...]) -> tuple[int, ...]:
        return _shuffled(discards, chance)

    opened = deal_open(game.rules, game.present, game.dealer, _shuffled(NEW_DECK, chance))
    if opened.public.phase is Phase.THROW_DOWN:
        views = ((seat, BotView(opened.public, seat, (), game.lives[seat])) for seat in opened.public.order)
        opened = close_throw_down(opened, [seat for seat, view in views if players[seat].throws_down(view, chance)])
    if opened.public.phase is Phase.CALLS:
        views = (
            (seat, BotView(opened.public, seat, opened.hands[seat], game.lives[seat])) for seat in opened.public.order
        )
        opened = close_calls(opened, [seat for seat, view in views if players[seat].calls_thirty_one(view, chance)])
    while (seat := opened.public.seat) is not None:
        view = BotView(opened.public, seat, opened.hands[seat], game.lives[seat])
        move = players[seat].choose(view, chance)
        after = play(opened, seat, move, reshuffle)
        if isinstance(after, Refusal):
            raise AssertionError(f"A computer player in seat {seat} was refused {move.verb}: {after.code}.")
        opened = after
    return opened


def _shuffled(cards: tuple[int, ...], chance: Random) -> tuple[int, ...]:
    """The cards in random order: sorted by random numbers, which takes a fifth of the time of `Random.shuffle`."""
    return tuple(sorted(cards, key=lambda _card: chance.random()))
