"""What a seat's shares would tell, beside those that it has given on branches left behind.

A seat that plays false can lead others along two branches of one round, which have the same keys. An honest seat that
gave its share of a card on the first must not give it to somebody else on the second, nor take that card itself, nor go
on with another deck that its one permutation has made: all others together could then read what they must not. It
keeps silent instead; its slot lapses, and the next round has fresh keys. Which shares it gave is known from its own
signed answers, so a restart forgets nothing.
"""

from __future__ import annotations

from collections.abc import Iterable

from scatnet.log import Event, Kind
from scatnet.rules.round import Held
from scatnet.table.state import TableState
from scatnet.table.statements import (
    dealt_places,
    dealt_shares_owed,
    first_discard_place,
    playing_deal,
    playing_round,
)

__all__ = ["would_give_away"]

_SHARES = frozenset({Kind.DEAL_SHARES, Kind.DRAW_SHARES})
_EVERYBODY = -1


def would_give_away(state: TableState, seat: int, kind: Kind, elsewhere: Iterable[tuple[TableState, Event]]) -> bool:
    """Whether an answer of `kind` at `state` gives away a card, after what `seat` has signed `elsewhere`."""
    deal = state.deal
    if deal is None or deal.keys[seat] is None or kind is Kind.RESIGN:
        return False
    wanted = _readers(state, seat, kind)
    for other, event in elsewhere:
        theirs = other.deal
        if event.kind not in _SHARES or theirs is None or theirs.keys[seat] != deal.keys[seat]:
            continue
        if theirs.commitment_serials[seat] != deal.commitment_serials[seat]:
            continue
        if theirs.deck != deal.deck:
            return True
        given = _readers(other, seat, event.kind)
        if any(place in given and given[place] != reader for place, reader in wanted.items()):
            return True
    return False


def _readers(state: TableState, seat: int, kind: Kind) -> dict[int, int]:
    """For each place of the deck that an answer of this kind is about, the seat that is to read its card."""
    if state.round is None:
        return {}
    round_ = playing_round(state)
    match kind:
        case Kind.DEAL_SHARES:
            readers = {place: owner for owner, places in dealt_places(round_).items() for place in places}
            first = first_discard_place(round_)
            if first in dealt_shares_owed(state, seat):
                readers[first] = _EVERYBODY
            return readers
        case Kind.DRAW_SHARES if round_.seat is not None:
            return {_top(state, blind=round_.held is Held.BLIND): round_.seat}
        case Kind.DRAW:
            return {_top(state, blind=False): seat}
        case Kind.TAKE if round_.blind:
            return {_top(state, blind=True): seat}
        case _:
            return {}


def _top(state: TableState, *, blind: bool) -> int:
    return first_discard_place(playing_round(state)) if blind else playing_deal(state).drawn
