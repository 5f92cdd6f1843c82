"""`round_open`: who is back, and who is out for false play, by evidence that anyone can check again."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from scatnet.log import Event, Evidence
from scatnet.log.bodies import RoundOpen, body_of
from scatnet.rules.game import Game, begin_round, forfeit
from scatnet.table.refused import Refused
from scatnet.table.slots import suspended
from scatnet.table.state import TableState

__all__ = ["Verdict", "check_round_open", "convicts", "game_opened"]

Verdict = Callable[[TableState, Event], Refused | None]
"""The engine's verdict, given from outside: an event in evidence may itself be of any kind."""


def check_round_open(state: TableState, event: Event, verdict: Verdict) -> Refused | None:
    """Whether a `round_open` names only seats that may come back and only seats that the evidence convicts."""
    body = body_of(event)
    if not isinstance(body, RoundOpen) or state.game is None:
        return Refused("The table waits for a round to be opened.")
    away = {state.seats[seat].key: state.seats[seat].away_since for seat in state.game.away}
    authors = [back.author for back in body.backs]
    if len(set(authors)) != len(authors):
        return Refused("The same seat comes back twice.")
    for back in body.backs:
        if back.table != state.table or away.get(back.author) != back.head:
            return Refused("It brings back a seat that is not away, or that asked at another time.")
    for seat, evidence in body.evidence:
        if seat not in state.game.left or not convicts(state, seat, evidence, verdict):
            return Refused("Its evidence does not show false play of a seat that is still in the game.")
    if suspended(replace(state, game=game_opened(state, body))):
        return Refused("Too few people are here to play on.")
    return None


def convicts(state: TableState, seat: int, evidence: Evidence, verdict: Verdict) -> bool:
    """Whether evidence proves false play of `seat`: two answers to one head, or an answer whose slot lapsed and that
    the rules refused in the state it answered to."""
    if evidence.table != state.table or evidence.author != state.seats[seat].key:
        return False
    if len(evidence.events) == 2:
        return True
    (event,) = evidence.events
    return any(
        lapsed.seat == seat and lapsed.before.head == event.head and verdict(lapsed.before, event) is not None
        for lapsed in state.lapsed
    )


def game_opened(state: TableState, body: RoundOpen) -> Game:
    """The game after a `round_open`: those put out are out, those back are back, the deal is with whoever can deal."""
    if state.game is None:
        raise ValueError("no game has begun")
    game = forfeit(state.game, [seat for seat, _ in body.evidence])
    returning = {back.author for back in body.backs}
    back = [seat for seat in game.away if state.seats[seat].key in returning]
    return game if game.over else begin_round(game, back)
