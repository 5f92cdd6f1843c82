"""One seat of this machine: its secrets, what it can read, and how it answers.

A `Player` draws nothing at random: everything comes from the table's seed and the state answered to, so the same state
and choice give the same bytes, today and after a restart. What a person has to decide is passed in as a `Choice`; all
else is answered at once.
"""

from __future__ import annotations

import hmac
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final

from scatnet.dealing import (
    Pair,
    TableSecrets,
    make_commitment,
    make_mixed_opening,
    make_opening,
    make_round_key,
    make_shares,
    make_shuffle,
    read_card,
    round_secret,
)
from scatnet.log import Event, Kind, Signer, Value
from scatnet.log import bodies as log
from scatnet.log.bodies import as_wire
from scatnet.table.coin import nonce_commitment
from scatnet.table.giving import would_give_away
from scatnet.table.options import choices, thirty_one_held
from scatnet.table.seam import Plan
from scatnet.table.seeing import see
from scatnet.table.slots import Slot
from scatnet.table.state import Stage, TableState
from scatnet.table.statements import (
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
)
from scatnet.table.view import Choice, TableView, Verb
from scatnet.table.wires import secret_field

__all__ = ["Chooser", "Player", "Serials", "seat_secrets"]

Chooser = Callable[[TableView], Choice]
"""A computer player: a view in, one of its choices out."""

Body = tuple[Value, ...]

_SEAT_LABEL: Final = b"scatnet seat secrets 1\n"


@dataclass(slots=True)
class Serials:
    """The serials of one seat at one table: which was burned for which head. A head keeps its serial for good."""

    burned: dict[bytes, int] = field(default_factory=dict)

    def for_head(self, head: bytes, above: int) -> int:
        """The serial for answering to `head`, above all used before."""
        known = self.burned.get(head)
        if known is None:
            known = max(above, *self.burned.values(), -1) + 1
            self.burned[head] = known
        return known


def seat_secrets(seed: bytes, key: bytes, table: bytes) -> TableSecrets:
    """The secrets of the seat with this key, from the machine's seed for the table: all 32 bytes."""
    return TableSecrets(hmac.digest(seed, _SEAT_LABEL + key, "sha256"), table)


class Player:
    """A seat's secrets and answers.

    `seed` is the table's (32 bytes); every seat of this machine has its own secrets from it. `chooser` plays for a
    computer player, and for a person whose clock has run out. `calls_by_hand` says that the person calls a 31 on the
    deal themselves, where it has to be declared.
    """

    def __init__(
        self,
        *,
        signer: Signer,
        seed: bytes,
        table: bytes,
        computer: bool,
        chooser: Chooser,
        serials: Serials | None = None,
        calls_by_hand: bool = False,
    ) -> None:
        self.signer: Final = signer
        self.computer: Final = computer
        self.serials: Final = Serials() if serials is None else serials
        self._secrets: Final = seat_secrets(seed, signer.public, table)
        self._chooser: Final = chooser
        self._calls_by_hand: Final = calls_by_hand
        self._cards: dict[tuple[int, Pair], int] = {}

    def seat(self, state: TableState) -> int | None:
        """The seat's place at the table, or None where it has none."""
        keys = [seat.key for seat in state.seats]
        return keys.index(self.signer.public) if self.signer.public in keys else None

    def held(self, state: TableState) -> tuple[int, ...]:
        """The cards this seat holds and can read: none, three, or four while it has to discard."""
        seat = self.seat(state)
        deal = state.deal
        if seat is None or deal is None or state.round is None or not deal.hands or not deal.hands[seat]:
            return ()
        return tuple(self._read(state, seat, pair) for pair in held_pairs(state, seat))

    def view(self, state: TableState) -> TableView:
        """What this seat's person may see."""
        return see(state, self.seat(state), self.held(state))

    def answer(self, state: TableState, slot: Slot, choice: Choice | None) -> Plan | None:
        """How the seat answers `slot`: at once where nothing is to be decided, by `choice` where something is.

        None where a person has to choose first, or where the choice given is not possible now. A computer player
        always answers, except to open a round, which is the peer's to do.
        """
        if choice is not None and choice.verb is Verb.RESIGN:
            return self._plan(Kind.RESIGN, lambda: self._resign(state, slot.seat))
        automatic = self._automatic(state, slot.seat)
        if automatic is not None:
            return automatic
        options = choices(state, slot.seat, self.held(state))
        if choice is None:
            choice = self._obvious(state, options)
        if choice is None and self.computer and options:
            choice = self.stand_in(state, slot)
        return self._chosen(state, slot.seat, choice) if choice in options and choice is not None else None

    def would_give_away(self, state: TableState, kind: Kind, elsewhere: Iterable[tuple[TableState, Event]]) -> bool:
        """Whether the answer would, beside what the seat has signed on branches left behind, give away a card."""
        seat = self.seat(state)
        return seat is not None and would_give_away(state, seat, kind, elsewhere)

    def stand_in(self, state: TableState, slot: Slot) -> Choice:
        """What a computer player would choose for this seat."""
        options = choices(state, slot.seat, self.held(state))
        chosen = self._chooser(self.view(state))
        return chosen if chosen in options else options[0]

    def _obvious(self, state: TableState, options: tuple[Choice, ...]) -> Choice | None:
        """The choice that is made without asking: the only one, and a 31 on the deal unless it is called by hand."""
        if state.stage is Stage.DEAL_CALL and options and not self._calls_by_hand:
            return options[0]
        only_one = len(options) == 1 and options[0].verb in (Verb.CALL, Verb.NO_CALL, Verb.DECLARE)
        return options[0] if only_one else None

    def _automatic(self, state: TableState, seat: int) -> Plan | None:
        match state.stage:
            case Stage.COIN_COMMIT:
                commitment = nonce_commitment(state.table, state.head, seat, self._nonce(state.head))
                return self._plan(Kind.COIN_COMMIT, log.CoinCommit(commitment).to_body)
            case Stage.COIN_REVEAL:
                return self._plan(Kind.COIN_REVEAL, log.CoinReveal(self._nonce(state.coin_head)).to_body)
            case Stage.KEYS | Stage.RESTOCK:
                return self._commit(state, seat)
            case Stage.SHUFFLE:
                return self._plan(Kind.SHUFFLE, lambda: self._shuffle(state, seat))
            case Stage.DEAL_SHARES:
                return self._plan(Kind.DEAL_SHARES, lambda: self._deal_shares(state, seat))
            case Stage.DRAW_SHARES:
                return self._plan(Kind.DRAW_SHARES, lambda: self._draw_shares(state, seat))
            case Stage.SHOW:
                return self._plan(Kind.SHOW, lambda: self._show(state, seat))
            case _:
                return None

    def _chosen(self, state: TableState, seat: int, choice: Choice) -> Plan:
        match choice.verb:
            case Verb.THROW_DOWN | Verb.KEEP_CARDS:
                return self._plan(Kind.THROW_DOWN, log.ThrowDown(choice.verb is Verb.THROW_DOWN).to_body)
            case Verb.CALL:
                return self._plan(Kind.DEAL_CALL, lambda: self._call(state, seat))
            case Verb.NO_CALL:
                return self._plan(Kind.DEAL_CALL, log.DealCall(False, ()).to_body)
            case Verb.DISCARD:
                return self._plan(Kind.DISCARD, lambda: self._discard(state, seat, choice))
            case Verb.DECLARE:
                return self._plan(Kind.DECLARE, lambda: self._declare(state, seat))
            case _:
                return self._plan(_TURN_KINDS[choice.verb], tuple)

    @staticmethod
    def _plan(kind: Kind, make: Callable[[], Body], serial: int | None = None) -> Plan:
        return Plan(kind=kind, make=make, serial=serial)

    def _nonce(self, coin_head: bytes) -> bytes:
        return self._secrets.octets(32, "coin nonce", coin_head)

    def _commit(self, state: TableState, seat: int) -> Plan:
        serial = self.serials.for_head(state.head, state.seats[seat].last_serial)
        restock = state.stage is Stage.RESTOCK
        return self._plan(
            Kind.RESTOCK if restock else Kind.ROUND_KEY,
            lambda: self._restock(state, seat, serial) if restock else self._round_key(state, seat, serial),
            serial,
        )

    def _round_key(self, state: TableState, seat: int, serial: int) -> Body:
        context = context_of(state, seat, Kind.ROUND_KEY)
        key = make_round_key(state.params, self._secrets, context, serial)
        wire = as_wire(key.to_wire(state.params))
        return log.RoundKey(wire, serial, self._commitment(state, seat, serial)).to_body()

    def _restock(self, state: TableState, seat: int, serial: int) -> Body:
        return log.Restock(serial, self._commitment(state, seat, serial)).to_body()

    def _commitment(self, state: TableState, seat: int, serial: int) -> log.Wire:
        context = commitment_context_of(state, seat, serial)
        made = make_commitment(state.params, self._secrets, context, deck_size(state))
        return as_wire(made.to_wire(state.params))

    def _shuffle(self, state: TableState, seat: int) -> Body:
        deal = playing_deal(state)
        serial = deal.commitment_serials[seat]
        assert serial is not None
        shuffle = make_shuffle(
            state.params,
            self._secrets,
            context_of(state, seat, Kind.SHUFFLE),
            commitment_context_of(state, seat, serial),
            committed_by(state, seat),
            deck_keys(deal),
            deck_of(state),
        )
        return log.Shuffle(as_wire(shuffle.to_wire(state.params))).to_body()

    def _deal_shares(self, state: TableState, seat: int) -> Body:
        pairs = [deck_pair(state, place) for place in dealt_shares_owed(state, seat)]
        return log.DealShares(self._shares(state, seat, Kind.DEAL_SHARES, pairs)).to_body()

    def _draw_shares(self, state: TableState, seat: int) -> Body:
        return log.DrawShares(self._shares(state, seat, Kind.DRAW_SHARES, [drawn_pair(state)])).to_body()

    def _shares(self, state: TableState, seat: int, kind: Kind, pairs: list[Pair]) -> log.Wire:
        key = key_of(playing_deal(state), seat)
        context = context_of(state, seat, kind)
        made = make_shares(state.params, self._secrets, context, self._secret(state, seat), key, pairs)
        return as_wire(made.to_wire(state.params))

    def _call(self, state: TableState, seat: int) -> Body:
        return log.DealCall(True, self._opening(state, seat, Kind.DEAL_CALL)[1]).to_body()

    def _show(self, state: TableState, seat: int) -> Body:
        return log.Show(*self._opening(state, seat, Kind.SHOW)).to_body()

    def _opening(self, state: TableState, seat: int, kind: Kind) -> tuple[tuple[int, int, int], log.Wire]:
        pairs = held_pairs(state, seat)
        key = key_of(playing_deal(state), seat)
        context = context_of(state, seat, kind)
        made = make_opening(state.params, self._secrets, context, self._secret(state, seat), key, pairs)
        first, second, third = made.cards
        return (first, second, third), as_wire(made.to_wire(state.params))

    def _discard(self, state: TableState, seat: int, choice: Choice) -> Body:
        assert choice.card is not None
        _, proof = self._mixed(state, seat, Kind.DISCARD, (choice.card,))
        return log.Discard(choice.card, choice.knock, proof).to_body()

    def _declare(self, state: TableState, seat: int) -> Body:
        if state.stage is Stage.TURN:
            return log.Declare(*self._opening(state, seat, Kind.DECLARE)).to_body()
        best = thirty_one_held(state, self.held(state))
        assert best is not None
        (first, second, third), proof = self._mixed(state, seat, Kind.DECLARE, best)
        return log.Declare((first, second, third), proof).to_body()

    def _mixed(
        self, state: TableState, seat: int, kind: Kind, cards: tuple[int, ...]
    ) -> tuple[tuple[int, ...], log.Wire]:
        held = self.held(state)
        made = make_mixed_opening(
            state.params,
            self._secrets,
            context_of(state, seat, kind),
            self._secret(state, seat),
            key_of(playing_deal(state), seat),
            held_pairs(state, seat),
            [held.index(card) for card in cards],
        )
        return made.opening.cards, as_wire(made.to_wire(state.params))

    def _resign(self, state: TableState, seat: int) -> Body:
        deal = state.deal
        if deal is None or deal.keys[seat] is None:
            return log.Resign(b"").to_body()
        return log.Resign(secret_field(state.params, self._secret(state, seat))).to_body()

    def _secret(self, state: TableState, seat: int) -> int:
        serial = playing_deal(state).serials[seat]
        assert serial is not None
        return round_secret(state.params, self._secrets, serial)

    def _read(self, state: TableState, seat: int, pair: Pair) -> int:
        number = playing_deal(state).number
        known = self._cards.get((number, pair))
        if known is None:
            if any(seen != number for seen, _ in self._cards):
                self._cards.clear()
            known = read_card(state.params, self._secret(state, seat), pair)
            if known is None:
                raise ValueError(
                    "a pair of this seat's hand holds no card: these are not the secrets it was dealt under"
                )
            self._cards[(number, pair)] = known
        return known


_TURN_KINDS: Final[Mapping[Verb, Kind]] = {
    Verb.DRAW: Kind.DRAW,
    Verb.TAKE: Kind.TAKE,
    Verb.KNOCK: Kind.KNOCK,
    Verb.PASS: Kind.PASS,
}
