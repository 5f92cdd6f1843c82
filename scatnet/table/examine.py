"""Verdicts: whether an event may answer an expected slot, proofs and all.

`verdict` checks one event alone, as a peer does on arrival. `examine` is the same with the proofs' equations collected
into a batch of the caller's, for whoever checks a whole chain at once; it gives the same verdict once the batch holds.
Both are pure, and neither ever raises for an event that decoding has let through.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

from scatnet.dealing import (
    BadProofEncoding,
    Batch,
    Commitment,
    MixedOpening,
    Opening,
    RoundKey,
    Shares,
    Shuffle,
    collect_commitment,
    collect_mixed_opening,
    collect_opening,
    collect_round_key,
    collect_shares,
    collect_shuffle,
    secret_fits_key,
)
from scatnet.log import Event, Kind
from scatnet.log import bodies as log
from scatnet.rules import moves
from scatnet.rules.apply import apply
from scatnet.rules.cards import HAND_SIZE
from scatnet.rules.moves import Refusal
from scatnet.rules.scoring import is_thirty_one
from scatnet.table.beginning import check_begin
from scatnet.table.coin import nonce_commitment
from scatnet.table.opening import check_round_open
from scatnet.table.refused import Refused
from scatnet.table.slots import expected
from scatnet.table.state import Stage, TableState
from scatnet.table.statements import (
    TURN_MOVES,
    commitment_context_of,
    committed_by,
    context_of,
    dealt_shares_owed,
    deck_keys,
    deck_of,
    deck_pair,
    deck_size,
    drawn_pair,
    held_pairs,
    key_of,
    playing_deal,
    playing_round,
)
from scatnet.table.wires import read_secret

__all__ = ["Label", "examine", "is_slow", "verdict"]

Label = tuple[int, Event]
"""What the claims of an event carry in a batch: its seat and itself."""

_SLOW_KINDS: Final = frozenset(
    {
        Kind.ROUND_KEY,
        Kind.RESTOCK,
        Kind.SHUFFLE,
        Kind.DEAL_SHARES,
        Kind.DEAL_CALL,
        Kind.DRAW_SHARES,
        Kind.DISCARD,
        Kind.DECLARE,
        Kind.SHOW,
        Kind.ROUND_OPEN,
    }
)


def is_slow(event: Event) -> bool:
    """Whether a verdict on the event may take milliseconds, so that a worker thread should give it."""
    return event.kind in _SLOW_KINDS


def verdict(state: TableState, event: Event) -> Refused | None:
    """None where `event` may answer a slot that is expected at `state`; else why it is refused. May take 20 ms."""
    batch: Batch[Label] = Batch(state.params)
    refused = examine(state, event, batch)
    if refused is not None:
        return refused
    faults = batch.verify()
    return Refused(faults[0].reason) if faults else None


def examine(state: TableState, event: Event, batch: Batch[Label]) -> Refused | None:
    """Check everything of an event but its proofs' equations, which are collected into `batch`.

    The event is admissible if this gives None and every claim labelled (seat, event) in the batch holds.
    """
    if event.table != state.table:
        return Refused("It belongs to another table.")
    if event.head != state.head:
        return Refused("It answers to another head.")
    slot = next((slot for slot in expected(state) if slot.author == event.author), None)
    if slot is None:
        return Refused("No answer of its author is expected now.")
    if event.kind not in slot.kinds:
        return Refused(f"A `{event.kind}` is not what this step waits for.")
    try:
        return _EXAMINERS[event.kind](state, slot.seat, event, batch)
    except BadProofEncoding as error:
        return Refused(str(error))


def _begin(state: TableState, _seat: int, event: Event, _batch: Batch[Label]) -> Refused | None:
    return check_begin(state, event)


def _coin_commit(_state: TableState, _seat: int, _event: Event, _batch: Batch[Label]) -> Refused | None:
    return None


def _coin_reveal(state: TableState, seat: int, event: Event, _batch: Batch[Label]) -> Refused | None:
    body = log.body_of(event)
    assert isinstance(body, log.CoinReveal)
    expected_commitment = nonce_commitment(state.table, state.coin_head, seat, body.nonce)
    if expected_commitment != state.coin_commitments[seat]:
        return Refused("The nonce is not the one its seat committed to.")
    return None


def _round_open(state: TableState, _seat: int, event: Event, _batch: Batch[Label]) -> Refused | None:
    return check_round_open(state, event, verdict)


def _round_key(state: TableState, seat: int, event: Event, batch: Batch[Label]) -> Refused | None:
    body = log.body_of(event)
    assert isinstance(body, log.RoundKey)
    round_key = RoundKey.from_wire(state.params, body.key)
    if state.params.group.encode(round_key.key) in state.seen:
        return Refused("The round key has been used at this table before.")
    refused = _commitment(state, seat, event, body.serial, body.commitment, batch)
    if refused is None:
        collect_round_key(batch, (seat, event), context_of(state, seat, Kind.ROUND_KEY), round_key)
    return refused


def _restock(state: TableState, seat: int, event: Event, batch: Batch[Label]) -> Refused | None:
    body = log.body_of(event)
    assert isinstance(body, log.Restock)
    return _commitment(state, seat, event, body.serial, body.commitment, batch)


def _commitment(
    state: TableState, seat: int, event: Event, serial: int, wire: object, batch: Batch[Label]
) -> Refused | None:
    if serial <= state.seats[seat].last_serial:
        return Refused("The serial is not above all that its seat has used at this table.")
    commitment = Commitment.from_wire(state.params, wire)
    if commitment.digest(state.params) in state.seen:
        return Refused("The commitment has been used at this table before.")
    context = commitment_context_of(state, seat, serial)
    collect_commitment(batch, (seat, event), context, commitment, deck_size(state))
    return None


def _shuffle(state: TableState, seat: int, event: Event, batch: Batch[Label]) -> Refused | None:
    body = log.body_of(event)
    assert isinstance(body, log.Shuffle)
    deal = playing_deal(state)
    assert deal.table_key is not None
    shuffle = Shuffle.from_wire(state.params, body.shuffle, len(deal.cards))
    collect_shuffle(
        batch,
        (seat, event),
        context_of(state, seat, Kind.SHUFFLE),
        committed_by(state, seat),
        deal.table_key,
        deck_keys(deal),
        deck_of(state),
        shuffle,
    )
    return None


def _throw_down(_state: TableState, _seat: int, _event: Event, _batch: Batch[Label]) -> Refused | None:
    return None


def _deal_shares(state: TableState, seat: int, event: Event, batch: Batch[Label]) -> Refused | None:
    body = log.body_of(event)
    assert isinstance(body, log.DealShares)
    deal = playing_deal(state)
    pairs = [deck_pair(state, place) for place in dealt_shares_owed(state, seat)]
    shares = Shares.from_wire(state.params, body.shares, len(pairs))
    collect_shares(batch, (seat, event), context_of(state, seat, Kind.DEAL_SHARES), key_of(deal, seat), pairs, shares)
    return None


def _draw_shares(state: TableState, seat: int, event: Event, batch: Batch[Label]) -> Refused | None:
    body = log.body_of(event)
    assert isinstance(body, log.DrawShares)
    shares = Shares.from_wire(state.params, body.shares, 1)
    key = key_of(playing_deal(state), seat)
    collect_shares(batch, (seat, event), context_of(state, seat, Kind.DRAW_SHARES), key, (drawn_pair(state),), shares)
    return None


def _deal_call(state: TableState, seat: int, event: Event, batch: Batch[Label]) -> Refused | None:
    body = log.body_of(event)
    assert isinstance(body, log.DealCall)
    if not body.call:
        return Refused("There is nothing to prove where no 31 is called.") if body.proof != () else None
    opening = Opening.from_wire(state.params, body.proof, HAND_SIZE)
    if not _is_hand(opening.cards) or not is_thirty_one(opening.cards):
        return Refused("The cards called are no 31.")
    _collect_hand_opening(state, seat, event, opening, batch)
    return None


def _turn(state: TableState, seat: int, event: Event, _batch: Batch[Label]) -> Refused | None:
    return _refused_by_rules(state, TURN_MOVES[event.kind](seat))


def _discard(state: TableState, seat: int, event: Event, batch: Batch[Label]) -> Refused | None:
    body = log.body_of(event)
    assert isinstance(body, log.Discard)
    refused = _refused_by_rules(state, moves.Discard(seat, body.card, body.knock))
    if refused is not None:
        return refused
    return _collect_mixed(state, seat, event, (body.card,), body.proof, batch)


def _declare(state: TableState, seat: int, event: Event, batch: Batch[Label]) -> Refused | None:
    body = log.body_of(event)
    assert isinstance(body, log.Declare)
    refused = _refused_by_rules(state, moves.Declare(seat=seat, cards=body.cards))
    if refused is not None:
        return refused
    if state.stage is Stage.DISCARD:
        return _collect_mixed(state, seat, event, body.cards, body.proof, batch)
    return _collect_said_hand(state, seat, event, body.cards, body.proof, batch)


def _show(state: TableState, seat: int, event: Event, batch: Batch[Label]) -> Refused | None:
    body = log.body_of(event)
    assert isinstance(body, log.Show)
    return _collect_said_hand(state, seat, event, body.cards, body.proof, batch)


def _resign(state: TableState, seat: int, event: Event, _batch: Batch[Label]) -> Refused | None:
    body = log.body_of(event)
    assert isinstance(body, log.Resign)
    key = state.deal.keys[seat] if state.deal is not None else None
    if key is None:
        return Refused("It publishes a secret where no round key is published.") if body.secret else None
    if not body.secret:
        return Refused("It does not publish the secret of its round key.")
    if not secret_fits_key(state.params, read_secret(state.params, body.secret), key):
        return Refused("The secret published is not the one of its round key.")
    return None


def _refused_by_rules(state: TableState, action: moves.Action) -> Refused | None:
    outcome = apply(playing_round(state), action)
    return Refused(outcome.sentence) if isinstance(outcome, Refusal) else None


def _collect_mixed(
    state: TableState, seat: int, event: Event, cards: tuple[int, ...], wire: object, batch: Batch[Label]
) -> Refused | None:
    hand = held_pairs(state, seat)
    mixed = MixedOpening.from_wire(state.params, wire, len(hand), len(cards))
    if mixed.opening.cards != cards:
        return Refused("The cards opened are not the cards named.")
    key = key_of(playing_deal(state), seat)
    collect_mixed_opening(batch, (seat, event), context_of(state, seat, event.kind), key, hand, mixed)
    return None


def _collect_said_hand(
    state: TableState, seat: int, event: Event, cards: tuple[int, ...], wire: object, batch: Batch[Label]
) -> Refused | None:
    opening = Opening.from_wire(state.params, wire, HAND_SIZE)
    if opening.cards != cards:
        return Refused("The cards opened are not the cards named.")
    if not _is_hand(cards):
        return Refused("A hand is three different cards.")
    _collect_hand_opening(state, seat, event, opening, batch)
    return None


def _collect_hand_opening(state: TableState, seat: int, event: Event, opening: Opening, batch: Batch[Label]) -> None:
    key = key_of(playing_deal(state), seat)
    pairs = held_pairs(state, seat)
    collect_opening(batch, (seat, event), context_of(state, seat, event.kind), key, pairs, opening)


def _is_hand(cards: tuple[int, ...]) -> bool:
    return len(set(cards)) == len(cards) == HAND_SIZE


_EXAMINERS: Final[Mapping[Kind, Callable[[TableState, int, Event, Batch[Label]], Refused | None]]] = MappingProxyType(
    {
        Kind.BEGIN: _begin,
        Kind.COIN_COMMIT: _coin_commit,
        Kind.COIN_REVEAL: _coin_reveal,
        Kind.ROUND_OPEN: _round_open,
        Kind.ROUND_KEY: _round_key,
        Kind.RESTOCK: _restock,
        Kind.SHUFFLE: _shuffle,
        Kind.THROW_DOWN: _throw_down,
        Kind.DEAL_SHARES: _deal_shares,
        Kind.DEAL_CALL: _deal_call,
        Kind.DRAW: _turn,
        Kind.TAKE: _turn,
        Kind.KNOCK: _turn,
        Kind.PASS: _turn,
        Kind.DRAW_SHARES: _draw_shares,
        Kind.DISCARD: _discard,
        Kind.DECLARE: _declare,
        Kind.SHOW: _show,
        Kind.RESIGN: _resign,
    }
)
