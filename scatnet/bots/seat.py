"""A computer player at a real table: what its seat sees becomes a `BotView`, its move a choice of the table's.

Chance comes from a secret of the seat and the step answered to, so a node that restarts chooses the same again, and
nobody else can foresee a choice that the player leaves to luck.
"""

from __future__ import annotations

import random
from collections.abc import Callable

from scatnet.bots.view import BotView, Player
from scatnet.rules.moves import Verb as RulesVerb
from scatnet.table.view import Choice, Phase, TableView, Verb

__all__ = ["computer_player"]


def computer_player(player: Player, secret: bytes) -> Callable[[TableView], Choice]:
    """A chooser for one seat, playing as `player`; `secret` is any bytes that only this machine knows."""

    def choose(view: TableView) -> Choice:
        if view.public is None or view.me is None:
            raise ValueError("a computer player is asked only while it sits in a round")
        chance = random.Random(secret + view.number.to_bytes(4, "big"))
        held = view.hand if view.extra is None else (*view.hand, view.extra)
        bot_view = BotView(public=view.public, seat=view.me, hand=held, lives=view.seats[view.me].lives)
        if view.phase is Phase.THROW_DOWN:
            throws = player.throws_down(bot_view, chance)
            return Choice(verb=Verb.THROW_DOWN if throws else Verb.KEEP_CARDS)
        if view.phase is Phase.DEAL_CALL:
            calls = Choice(verb=Verb.CALL) in view.choices and player.calls_thirty_one(bot_view, chance)
            return Choice(verb=Verb.CALL if calls else Verb.NO_CALL)
        move = player.choose(bot_view, chance)
        if move.verb is RulesVerb.DISCARD:
            return Choice(verb=Verb.DISCARD, card=move.card, knock=move.knock)
        return Choice(verb=Verb(move.verb.value))

    return choose
