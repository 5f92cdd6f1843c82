"""What somebody with every seat's secrets sees: all cards on the table, wherever they lie."""

from __future__ import annotations

from dataclasses import dataclass

from scatnet.dealing import Pair, recover_card, shares_from_secret
from scatnet.table.statements import deck_of, playing_deal, playing_round
from tests.table.forging import secret_of
from tests.table.helpers import Table


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenCards:
    """`stock`: what the deck has left; `hands` by seat; `blind`: the face-down card while it lies there."""

    stock: tuple[int | None, ...]
    hands: dict[int, tuple[int, ...]]
    blind: tuple[int | None, ...]
    pile: tuple[int, ...]

    @property
    def all(self) -> tuple[int | None, ...]:
        """Every card that is somewhere."""
        held = tuple(card for hand in self.hands.values() for card in hand)
        return (*self.stock, *held, *self.blind, *self.pile)


def deck_cards(table: Table, pairs: tuple[Pair, ...]) -> tuple[int | None, ...]:
    """What pairs under the table key hold; None for a pair that holds no card."""
    deal, params = playing_deal(table.state), table.state.params
    secrets = [secret_of(table, seat) for seat, key in enumerate(deal.keys) if key is not None]
    return tuple(
        recover_card(params, pair, [shares_from_secret(params, secret, (pair,))[0] for secret in secrets])
        for pair in pairs
    )


def open_cards(table: Table) -> OpenCards:
    """Everything, in the middle of a round."""
    deal, round_ = playing_deal(table.state), playing_round(table.state)
    stock = deck_of(table.state)[deal.drawn :] if round_.stock else ()
    blind = (deal.first_discard,) if round_.blind and deal.first_discard is not None else ()
    return OpenCards(
        stock=deck_cards(table, stock),
        hands={seat: table.player(seat).held(table.state) for seat in round_.active},
        blind=deck_cards(table, blind),
        pile=round_.pile,
    )
