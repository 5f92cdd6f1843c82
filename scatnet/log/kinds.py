"""The kinds of events and the part each class of them plays. What a kind's body holds stands in `schema`."""

from __future__ import annotations

from enum import StrEnum

__all__ = ["LOBBY", "OPENING", "REQUEST", "SLOT", "VOTE", "Kind"]


class Kind(StrEnum):
    """What an event says; the value is its name on the wire."""

    OPEN = "open"
    SIT = "sit"
    START = "start"
    READY = "ready"
    BEGIN = "begin"
    COIN_COMMIT = "coin_commit"
    COIN_REVEAL = "coin_reveal"
    ROUND_OPEN = "round_open"
    ROUND_KEY = "round_key"
    RESTOCK = "restock"
    SHUFFLE = "shuffle"
    THROW_DOWN = "throw_down"
    DEAL_SHARES = "deal_shares"
    DEAL_CALL = "deal_call"
    DRAW = "draw"
    TAKE = "take"
    KNOCK = "knock"
    PASS = "pass"
    DRAW_SHARES = "draw_shares"
    DISCARD = "discard"
    DECLARE = "declare"
    SHOW = "show"
    RESIGN = "resign"
    BACK = "back"
    LAPSE = "lapse"
    KEEP = "keep"


OPENING = frozenset({Kind.OPEN})
"""The table's first event. It answers to nothing, so two of one author are two tables, never false play."""

LOBBY = frozenset({Kind.SIT, Kind.START, Kind.READY})
"""Before play: answers to `open`, several of one author are allowed."""

VOTE = frozenset({Kind.LAPSE, Kind.KEEP})
"""An operator's word on another's slot: a witness beside the step, never in a head."""

REQUEST = frozenset({Kind.BACK})
"""Asks to be let in again: a witness until a `round_open` carries it."""

SLOT = frozenset(Kind) - OPENING - LOBBY - VOTE - REQUEST
"""Answers to an expected slot: one for each (head, author), whatever the kind."""
