"""What each event of a deal has to prove, read from the state it answers to.

Prover (`scatnet.table.player`), verifier (`scatnet.table.examine`) and fold (`scatnet.table.fold_deal`) take the
statement from here, so that they can never disagree on which cards, which keys and which order are meant.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

from scatnet.dealing import Committed, Context, Deck, Element, Pair, commitment_context, starting_deck
from scatnet.log import Kind
from scatnet.rules import moves
from scatnet.rules.cards import DECK_SIZE, HAND_SIZE
from scatnet.rules.round import Held, Phase, Round
from scatnet.rules.ruleset import FirstDiscard
from scatnet.table.state import Deal, Stage, TableState

__all__ = [
    "TURN_MOVES",
    "commitment_context_of",
    "committed_by",
    "context_of",
    "dealt_places",
    "dealt_shares_owed",
    "deck_keys",
    "deck_of",
    "deck_pair",
    "deck_size",
    "drawn_pair",
    "first_discard_place",
    "held_pairs",
    "key_of",
    "playing_deal",
    "playing_round",
    "those_dealt_in",
]

TURN_MOVES: Final[Mapping[Kind, Callable[[int], moves.Action]]] = MappingProxyType(
    {Kind.DRAW: moves.Draw, Kind.TAKE: moves.Take, Kind.KNOCK: moves.Knock, Kind.PASS: moves.Pass}
)
"""What a turn can begin with beside a 31: nothing is proven, and the rules alone decide."""


def playing_deal(state: TableState) -> Deal:
    """The deal of a state in the middle of a round. Raises ValueError in any other."""
    if state.deal is None:
        raise ValueError(f"no round is being dealt at stage {state.stage}")
    return state.deal


def playing_round(state: TableState) -> Round:
    """The round of a state whose cards are shuffled. Raises ValueError in any other."""
    if state.round is None:
        raise ValueError(f"no round is being played at stage {state.stage}")
    return state.round


def context_of(state: TableState, seat: int, kind: Kind) -> Context:
    """Where a proof of `seat` in an event of `kind` at this head belongs."""
    return Context(table=state.table, anchor=state.head, round=playing_deal(state).number, seat=seat, kind=kind.value)


def commitment_context_of(state: TableState, seat: int, serial: int) -> Context:
    """Where the commitment with `serial` belongs; it may be made before its head is known."""
    return commitment_context(state.table, seat, serial)


def those_dealt_in(state: TableState) -> tuple[int, ...]:
    """The seats still in the round that is dealt or played, in turn order."""
    return state.round.active if state.round is not None else playing_deal(state).live


def key_of(deal: Deal, seat: int) -> Element:
    """The round key of a seat dealt in. Raises ValueError where it has published none."""
    key = deal.keys[seat]
    if key is None:
        raise ValueError(f"seat {seat} has no round key")
    return key


def deck_keys(deal: Deal) -> tuple[Element, ...]:
    """X_i of every seat that is part of the table key, in seat order."""
    return tuple(key for key in deal.keys if key is not None)


def committed_by(state: TableState, seat: int) -> Committed:
    """What a seat dealt in has committed to for the newest deck. Raises ValueError where it has to nothing."""
    octets = playing_deal(state).commitments[seat]
    if octets is None:
        raise ValueError(f"seat {seat} has published no commitment")
    return Committed.from_octets(state.params, octets)


def deck_of(state: TableState) -> Deck:
    """The newest deck: as the last shuffle left it, or its cards in the open under the table key."""
    deal = playing_deal(state)
    if deal.deck is not None:
        return deal.deck.pairs(state.params)
    if deal.table_key is None:
        raise ValueError("there is no deck before the keys")
    return starting_deck(state.params, deal.table_key, deal.cards)


def deck_pair(state: TableState, place: int) -> Pair:
    """The pair at one place of a deck that has been shuffled."""
    deck = playing_deal(state).deck
    if deck is None:
        raise ValueError("nobody has shuffled the deck")
    return deck.pair(state.params, place)


def deck_size(state: TableState) -> int:
    """How many cards the deck has that is being committed to: a whole one, or the discards for a new stock."""
    return len(playing_round(state).restocking) if state.stage is Stage.RESTOCK else DECK_SIZE


def dealt_places(round_: Round) -> dict[int, tuple[int, ...]]:
    """The places in the deck of each seat's cards: one at a time, clockwise from the dealer's left."""
    count = len(round_.order)
    return {seat: tuple(range(place, HAND_SIZE * count, count)) for place, seat in enumerate(round_.order)}


def first_discard_place(round_: Round) -> int:
    """The place in the deck of the card that starts the discard pile; the stock's top comes next."""
    return HAND_SIZE * len(round_.order)


def dealt_shares_owed(state: TableState, seat: int) -> tuple[int, ...]:
    """The places of the deck whose cards `seat` gives its share of in `deal_shares`, ascending.

    Those of all other seats still in the round, and the first discard where it is to lie face up: after a hand was
    thrown down no pile is started, and the card stays hidden.
    """
    round_ = playing_round(state)
    places = dealt_places(round_)
    owed = [place for other in round_.active if other != seat for place in places[other]]
    if state.rules.first_discard is FirstDiscard.FACE_UP and round_.phase is Phase.DEAL:
        owed.append(first_discard_place(round_))
    return tuple(sorted(owed))


def drawn_pair(state: TableState) -> Pair:
    """The deck pair that `draw_shares` are asked for: the stock's top, or the face-down first discard."""
    deal, round_ = playing_deal(state), playing_round(state)
    if round_.held is Held.BLIND:
        if deal.first_discard is None:
            raise ValueError("there is no face-down first discard")
        return deal.first_discard
    return deck_pair(state, deal.drawn)


def held_pairs(state: TableState, seat: int) -> tuple[Pair, ...]:
    """The pairs in `seat`'s hand: three, or four while it holds a drawn or taken card."""
    deal, round_ = playing_deal(state), playing_round(state)
    hand = deal.hands[seat]
    if state.stage is Stage.DISCARD and round_.seat == seat and deal.extra is not None:
        return (*hand, deal.extra)
    return hand
