"""A seat's own hands, read back from a finished log with the secret file of the machine that played it.

The secret file opens what that machine could see while it played, and nothing more. It is read here and never sent or
stored: what is shown of it is up to whoever asked.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from scatnet.dealing import read_card, round_secret, secret_fits_key
from scatnet.store.secret_file import SecretFile
from scatnet.table.player import seat_secrets
from scatnet.table.state import TableState
from scatnet.table.statements import held_pairs

__all__ = ["HandReader", "load_seed"]


def load_seed(path: Path) -> bytes:
    """The seed in a secret file. Raises StoreError where it cannot be read, or a game holds it at this moment."""
    with SecretFile(path) as secrets:
        return secrets.seed


class HandReader:
    """Reads the hands of the seats whose machine has a given seed."""

    def __init__(self, seed: bytes) -> None:
        """Take the seed of a secret file, 32 bytes."""
        self._seed: Final = seed
        self._secrets: dict[tuple[bytes, int], int | None] = {}  # by round key and seat

    def hands(self, state: TableState) -> dict[int, tuple[int, ...]]:
        """The cards of every seat that the seed opens and that holds any, in the order of its hand."""
        deal, found = state.deal, dict[int, tuple[int, ...]]()
        if deal is None or state.round is None:
            return found
        for seat, pairs in enumerate(deal.hands):
            secret = self._secret(state, seat) if pairs else None
            if secret is not None:
                cards = [read_card(state.params, secret, pair) for pair in held_pairs(state, seat)]
                if None not in cards:
                    found[seat] = tuple(card for card in cards if card is not None)
        return found

    def _secret(self, state: TableState, seat: int) -> int | None:
        """The round secret of a seat, where the seed is its machine's; None where it is another's."""
        deal = state.deal
        key = None if deal is None else deal.keys[seat]
        serial = None if deal is None else deal.serials[seat]
        if key is None or serial is None:
            return None
        place = (bytes(key), seat)
        if place not in self._secrets:
            secrets = seat_secrets(self._seed, state.seats[seat].key, state.table)
            secret = round_secret(state.params, secrets, serial)
            self._secrets[place] = secret if secret_fits_key(state.params, secret, key) else None
        return self._secrets[place]
