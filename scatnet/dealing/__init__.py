"""Mental poker: a deck that nobody can look into, shuffled and dealt with nobody trusted.

The package knows cards as numbers 0 to 51 and seats as numbers in a `Context`; turns, hands of three and the
rules of Scat are not its business. Every kind of proof has the same four faces: `make_*` (the prover, with
its secrets), `to_wire` and `from_wire` on the value made, `collect_*` (its equations go into a `Batch`) and
`verify_*` (a batch of one). All are pure functions: who holds public values only needs no secrets here, and
no function keeps a state.

A round: every seat makes a round key and a commitment (`make_round_key`, `make_commitment`); `starting_deck`
under the `table_key`; each seat in turn `make_shuffle`s; `make_shares` of the cards to be dealt; `seat_pair`
for a card that one seat may read, `recover_card` for one that all may. Then `make_mixed_opening` for a
discard or a declared 31 with four cards in hand, `make_opening` for a show.
"""

from scatnet.dealing.batch import Batch, Fault
from scatnet.dealing.commitment import (
    Commitment,
    Committed,
    collect_commitment,
    committed_digest,
    committed_octets,
    make_commitment,
    verify_commitment,
)
from scatnet.dealing.elgamal import (
    Deck,
    Hand,
    PackedDeck,
    Pair,
    hides_every_card,
    public_pair,
    read_card,
    recover_card,
    seat_pair,
    starting_deck,
)
from scatnet.dealing.errors import BadProofEncoding, DealingError
from scatnet.dealing.group import Element, Group
from scatnet.dealing.hands import (
    MixedOpening,
    Opening,
    collect_mixed_opening,
    collect_opening,
    kept_pairs,
    make_mixed_opening,
    make_opening,
    verify_mixed_opening,
    verify_opening,
)
from scatnet.dealing.keys import (
    RoundKey,
    collect_round_key,
    make_round_key,
    round_secret,
    secret_fits_key,
    secret_from_wire,
    secret_to_wire,
    table_key,
    verify_round_key,
)
from scatnet.dealing.params import DECK_SIZE, Params, make_params, standard_params
from scatnet.dealing.secrets import SEED_SIZE, TableSecrets
from scatnet.dealing.shares import (
    Shares,
    collect_shares,
    make_shares,
    shares_from_secret,
    shares_given,
    verify_shares,
)
from scatnet.dealing.shuffle import Shuffle, collect_shuffle, make_shuffle, shuffled_deck, verify_shuffle
from scatnet.dealing.transcript import Context, commitment_context
from scatnet.dealing.wire import Wire

__all__ = [
    "DECK_SIZE",
    "SEED_SIZE",
    "BadProofEncoding",
    "Batch",
    "Commitment",
    "Committed",
    "Context",
    "DealingError",
    "Deck",
    "Element",
    "Fault",
    "Group",
    "Hand",
    "MixedOpening",
    "Opening",
    "PackedDeck",
    "Pair",
    "Params",
    "RoundKey",
    "Shares",
    "Shuffle",
    "TableSecrets",
    "Wire",
    "collect_commitment",
    "collect_mixed_opening",
    "collect_opening",
    "collect_round_key",
    "collect_shares",
    "collect_shuffle",
    "commitment_context",
    "committed_digest",
    "committed_octets",
    "hides_every_card",
    "kept_pairs",
    "make_commitment",
    "make_mixed_opening",
    "make_opening",
    "make_params",
    "make_round_key",
    "make_shares",
    "make_shuffle",
    "public_pair",
    "read_card",
    "recover_card",
    "round_secret",
    "seat_pair",
    "secret_fits_key",
    "secret_from_wire",
    "secret_to_wire",
    "shares_from_secret",
    "shares_given",
    "shuffled_deck",
    "standard_params",
    "starting_deck",
    "table_key",
    "verify_commitment",
    "verify_mixed_opening",
    "verify_opening",
    "verify_round_key",
    "verify_shares",
    "verify_shuffle",
]
