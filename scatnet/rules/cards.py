"""The deck: 52 cards as integers, with their names.

A card is an int 0 to 51 in the order of a new deck: 2C 3C ... AC 2D ... AD 2H ... AH 2S ... AS. The integer
is all that the rest of the program passes around; names are for people and scripts.
"""

from __future__ import annotations

from typing import Final

from scatnet.words import _

RANKS: Final = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
SUITS: Final = ("C", "D", "H", "S")
RANK_COUNT: Final = len(RANKS)
SUIT_COUNT: Final = len(SUITS)
DECK_SIZE: Final = RANK_COUNT * SUIT_COUNT
HAND_SIZE: Final = 3
NEW_DECK: Final = tuple(range(DECK_SIZE))

CARD_NAMES: Final = tuple(rank + suit for suit in SUITS for rank in RANKS)
"""Names of all cards, indexed by card: `CARD_NAMES[0] == "2C"`."""

CARD_POINTS: Final = (
    tuple(min(rank + 2, 10) if rank < RANK_COUNT - 1 else 11 for rank in range(RANK_COUNT)) * SUIT_COUNT
)
"""Points of all cards, indexed by card: ace 11; king, queen, jack and ten 10; the rest their number."""

_CARDS_BY_NAME: Final = {name: card for card, name in enumerate(CARD_NAMES)}


def card_name(card: int) -> str:
    """The name of a card: rank, then suit letter, such as `10H` or `AS`.

    Raises IndexError outside 0 to 51.
    """
    if card < 0:
        raise IndexError(card)
    return CARD_NAMES[card]


def parse_card(text: str) -> int:
    """The card of a name such as `10H` or `AS`.

    Raises ValueError with a sentence for a person where there is none.
    """
    card = _CARDS_BY_NAME.get(text)
    if card is None:
        raise ValueError(
            _("“{text}” is not a card: write a rank (2 to 10, J, Q, K, A), then a suit (C, D, H, S).").format(text=text)
        )
    return card


def rank_of(card: int) -> int:
    """The index of the card's rank in `RANKS`: 0 for a two, 12 for an ace."""
    return card % RANK_COUNT


def suit_of(card: int) -> int:
    """The index of the card's suit in `SUITS`: clubs 0, diamonds 1, hearts 2, spades 3."""
    return card // RANK_COUNT
