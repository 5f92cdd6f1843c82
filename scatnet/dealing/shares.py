"""Shares: what a seat publishes so that a card can be read without it.

Statement: for every deck pair (a_k, b_k) asked for, d_k = x·a_k, where X = x·G is the seat's round key. One
batched proof serves all cards of an event: `scatnet.dealing.equality`. A seat gives shares only of decks
whose whole chain of shuffles it has verified; then a share tells nothing but the card, to whom it completes
it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

from scatnet.dealing.batch import Batch
from scatnet.dealing.elgamal import Pair
from scatnet.dealing.equality import EqualityProof, collect_equality, prove_equality
from scatnet.dealing.errors import DealingError
from scatnet.dealing.group import Element, proper
from scatnet.dealing.params import Params
from scatnet.dealing.secrets import TableSecrets
from scatnet.dealing.transcript import Context, Transcript
from scatnet.dealing.wire import Wire, pack_elements, read_elements, read_list

Label = TypeVar("Label")

_PROOF = "shares"


@dataclass(frozen=True, slots=True)
class Shares:
    """A seat's shares of one or more cards.

    Attributes:
        shares: d_1 … d_n, in the order of the cards asked for.
        proof: the proof for all of them.
    """

    shares: tuple[Element, ...]
    proof: EqualityProof

    def to_wire(self, params: Params) -> list[Wire]:
        """Write as [shares, proof]."""
        return [pack_elements(params.group, self.shares), self.proof.to_wire(params)]

    @classmethod
    def from_wire(cls, params: Params, value: object, count: int) -> "Shares":
        """Read what `to_wire` writes for `count` cards.

        Raises:
            BadProofEncoding: it is anything else.
        """
        shares, proof = read_list(value, 2, "An event's shares")
        return cls(
            shares=read_elements(params.group, shares, count, "An event's shares"),
            proof=EqualityProof.from_wire(params, proof),
        )


def shares_given(params: Params, value: object, count: int) -> tuple[Element, ...]:
    """Read the shares alone of what `Shares.to_wire` writes for `count` cards, for whoever has checked their proof.

    Raises:
        BadProofEncoding: it has another shape, or a share is no element.
    """
    shares, _proof = read_list(value, 2, "An event's shares")
    return read_elements(params.group, shares, count, "An event's shares")


def shares_from_secret(params: Params, secret: int, pairs: Sequence[Pair]) -> tuple[Element, ...]:
    """Give x·a for every pair, in constant time: one's own shares, or those of a seat that has resigned.

    Raises:
        DealingError: x is a multiple of the order, which no round key has.
    """
    return tuple(proper(params.group.mul_secret(pair.a, secret), "A share") for pair in pairs)


def make_shares(
    params: Params, secrets: TableSecrets, context: Context, secret: int, key: Element, pairs: Sequence[Pair]
) -> Shares:
    """Give a seat's shares of some cards, with their proof.

    Args:
        params: the parameters.
        secrets: the seat's secrets.
        context: where the shares belong.
        secret: x, from `round_secret`.
        key: X.
        pairs: the deck pairs asked for, at least one.

    Raises:
        DealingError: no card is asked for, or a point is the identity.
    """
    if not pairs:
        raise DealingError("Shares are of one card at least.")
    shares = shares_from_secret(params, secret, pairs)
    sources = [pair.a for pair in pairs]
    transcript = Transcript(params, context, _PROOF)
    return Shares(shares, prove_equality(params, secrets, transcript, secret, key, sources, shares))


def collect_shares(
    batch: Batch[Label], label: Label, context: Context, key: Element, pairs: Sequence[Pair], shares: Shares
) -> None:
    """Claim that the shares are x·a of exactly these pairs and that none is a public base."""
    params = batch.params
    claim = batch.claim(label, "The proof of a seat's shares does not hold.")
    if not pairs or len(shares.shares) != len(pairs):
        claim.refuse("There is not one share for every card asked for.")
        return
    if not params.reserved.isdisjoint(shares.shares):
        claim.refuse("A share equals one of the public base points.")
        return
    transcript = Transcript(params, context, _PROOF)
    collect_equality(claim, transcript, key, [pair.a for pair in pairs], shares.shares, shares.proof)


def verify_shares(params: Params, context: Context, key: Element, pairs: Sequence[Pair], shares: Shares) -> bool:
    """Check the shares of one event alone."""
    batch: Batch[None] = Batch(params)
    collect_shares(batch, None, context, key, pairs, shares)
    return not batch.verify()
