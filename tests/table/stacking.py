"""Decks in a chosen order: every seat shuffles honestly, by permutations that were agreed on beforehand.

All proofs hold, so nothing of the engine is bypassed; only chance is taken out. The host's permutation is the wanted
deck, everybody else's changes nothing, and so does every later one of another size: a reshuffle leaves the oldest
discard on top, as in a scripted round.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import chain, zip_longest
from unittest.mock import patch

from scatnet.dealing import DECK_SIZE, TableSecrets
from scatnet.rules.cards import parse_card
from scatnet.table.player import seat_secrets

SecretsFor = Callable[[bytes, bytes, bytes], TableSecrets]
"""As `seat_secrets`: the seed, the seat's key, and the table."""


def cards(names: str) -> tuple[int, ...]:
    """The cards of names such as "10H AS"."""
    return tuple(map(parse_card, names.split()))


def three(names: str) -> tuple[int, int, int]:
    """A hand."""
    first, second, third = cards(names)
    return first, second, third


def stacked_deck(hands: Sequence[str], rest: str = "") -> tuple[int, ...]:
    """A deck that deals these hands, the dealer's left first and the dealer last; then comes `rest`, the first discard
    first. Cards not named follow in the order of a new deck."""
    dealt = chain.from_iterable(zip_longest(*map(cards, hands)))
    named = [card for card in dealt if card is not None] + list(cards(rest))
    assert len(named) == len(set(named))
    return tuple(named) + tuple(card for card in range(DECK_SIZE) if card not in named)


@dataclass(frozen=True, slots=True)
class StackedSecrets(TableSecrets):
    """A seat's secrets with the permutation of a whole deck given, and every other one the identity."""

    deck: tuple[int, ...] = tuple(range(DECK_SIZE))

    def permutation(self, size: int, label: str, *parts: bytes) -> tuple[int, ...]:
        """The permutation that was agreed on."""
        return self.deck if size == DECK_SIZE else tuple(range(size))


def secrets_for(host: bytes, deck: tuple[int, ...] | None) -> SecretsFor:
    """Where secrets come from at a table that deals `deck`, brought about by the seat with the key `host`.

    With None the deck is left to chance.
    """

    def stacked(seed: bytes, key: bytes, table: bytes) -> TableSecrets:
        honest = seat_secrets(seed, key, table)
        order = deck if key == host and deck is not None else tuple(range(DECK_SIZE))
        return StackedSecrets(honest.seed, table, deck=order)

    return seat_secrets if deck is None else stacked


@contextmanager
def stacking(host: bytes, deck: tuple[int, ...] | None) -> Iterator[None]:
    """Players made within have the secrets of a table that deals `deck`."""
    with patch("scatnet.table.player.seat_secrets", secrets_for(host, deck)):
        yield
