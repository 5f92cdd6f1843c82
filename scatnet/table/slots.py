"""What a state waits for: the expected slots, and the operators who may vote on them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from scatnet.log import Kind
from scatnet.rules.round import legal
from scatnet.table.state import Stage, TableState
from scatnet.table.statements import playing_deal, playing_round, those_dealt_in

__all__ = ["Slot", "away", "expected", "opener", "operators", "suspended"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Slot:
    """One answer that is expected: of `seat`, signed by `author` (its 32-byte key), of one of `kinds`."""

    seat: int
    author: bytes
    kinds: frozenset[Kind]


_KINDS: Final[Mapping[Stage, frozenset[Kind]]] = MappingProxyType(
    {
        Stage.LOBBY: frozenset({Kind.BEGIN}),
        Stage.COIN_COMMIT: frozenset({Kind.COIN_COMMIT, Kind.RESIGN}),
        Stage.COIN_REVEAL: frozenset({Kind.COIN_REVEAL, Kind.RESIGN}),
        Stage.OPENING: frozenset({Kind.ROUND_OPEN, Kind.RESIGN}),
        Stage.KEYS: frozenset({Kind.ROUND_KEY, Kind.RESIGN}),
        Stage.RESTOCK: frozenset({Kind.RESTOCK, Kind.RESIGN}),
        Stage.SHUFFLE: frozenset({Kind.SHUFFLE, Kind.RESIGN}),
        Stage.THROW_DOWN: frozenset({Kind.THROW_DOWN, Kind.RESIGN}),
        Stage.DEAL_SHARES: frozenset({Kind.DEAL_SHARES, Kind.RESIGN}),
        Stage.DEAL_CALL: frozenset({Kind.DEAL_CALL, Kind.RESIGN}),
        Stage.DRAW_SHARES: frozenset({Kind.DRAW_SHARES, Kind.RESIGN}),
        Stage.SHOW: frozenset({Kind.SHOW, Kind.RESIGN}),
    }
)
"""The kinds that answer a slot of each stage but those of a turn, where the rules of the round say them."""


def expected(state: TableState) -> tuple[Slot, ...]:
    """The slots of the step at this head, in seat order; none once the game is over."""
    if state.stage is Stage.OVER:
        return ()
    kinds = _kinds(state)
    if state.stage is Stage.LOBBY:
        return (Slot(seat=0, author=state.settings.host, kinds=kinds),)
    return tuple(Slot(seat=seat, author=state.seats[seat].key, kinds=kinds) for seat in sorted(_waited_for(state)))


def _kinds(state: TableState) -> frozenset[Kind]:
    if state.stage in (Stage.TURN, Stage.DISCARD):
        return frozenset({Kind.RESIGN, *(Kind(verb.value) for verb in legal(playing_round(state)))})
    return _KINDS[state.stage]


def _waited_for(state: TableState) -> tuple[int, ...]:
    match state.stage:
        case Stage.COIN_COMMIT | Stage.COIN_REVEAL:
            return tuple(range(len(state.seats)))
        case Stage.OPENING:
            return (opener(state),)
        case Stage.SHUFFLE:
            return playing_deal(state).shufflers[:1]
        case Stage.TURN | Stage.DISCARD:
            acting = playing_round(state).seat
            return () if acting is None else (acting,)
        case Stage.DRAW_SHARES:
            round_ = playing_round(state)
            return tuple(seat for seat in round_.active if seat != round_.seat)
        case Stage.SHOW:
            return playing_round(state).to_show
        case _:
            return those_dealt_in(state)


def opener(state: TableState) -> int:
    """The seat that opens the next round: the first present seat from the dealer on, the dealer included.

    Where every seat left is away, the first of these: it brings itself back with its own request.
    """
    game = state.game
    if game is None:
        raise ValueError("no game has begun")
    seats = len(state.seats)
    from_dealer = tuple((game.dealer + offset) % seats for offset in range(seats))
    present = [seat for seat in from_dealer if seat in game.present]
    return (present or [seat for seat in from_dealer if seat in game.left])[0]


def operators(state: TableState) -> dict[bytes, frozenset[int]]:
    """The operators with a seat in the game that is not away, with those seats: the voters of design section 6."""
    if state.game is None:
        return _by_operator(state, tuple(range(len(state.seats))))
    resigned = {seat for seat, _ in state.deal.opened} if state.deal is not None else set[int]()
    return _by_operator(state, tuple(sorted(seat for seat in state.game.present if seat not in resigned)))


def suspended(state: TableState) -> bool:
    """Whether too few are here to play on: fewer than two operators of two or more still in the game, or one seat."""
    game = state.game
    if game is None or game.over:
        return False
    few_people = len(_by_operator(state, game.present)) < 2 <= len(_by_operator(state, game.left))
    return few_people or len(game.present) < 2


def _by_operator(state: TableState, seats: tuple[int, ...]) -> dict[bytes, frozenset[int]]:
    found: dict[bytes, frozenset[int]] = {}
    for seat in seats:
        operator = state.seats[seat].operator
        found[operator] = found.get(operator, frozenset()) | {seat}
    return found


def away(state: TableState) -> dict[int, bytes]:
    """The seats that are away and may come back, each with the head at which it became away."""
    if state.game is None:
        return {}
    return {seat: state.seats[seat].away_since for seat in state.game.away}
