"""Round keys: a seat's X = x·G for one round, with a proof that the seat knows x.

Statement of the proof: the prover knows x with X = x·G. It is Schnorr's (1991), made non-interactive over a
transcript that names table, head, round and seat; so nobody can publish a key computed from others' keys,
such as X_3 − X_1 − X_2, which would give the table key to one seat alone. What travels is T = ω·G and s = ω +
e·x; for any e and s exactly one T fits, so the proof tells nothing of x, and ω belongs to this X and context
alone.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

from scatnet.dealing.batch import Batch
from scatnet.dealing.group import Element, proper
from scatnet.dealing.params import Params
from scatnet.dealing.secrets import TableSecrets
from scatnet.dealing.transcript import Context, Transcript
from scatnet.dealing.wire import Wire, pack_scalars, read_elements, read_list, read_scalars

Label = TypeVar("Label")


@dataclass(frozen=True, slots=True)
class RoundKey:
    """A seat's key for a round.

    Attributes:
        key: X = x·G.
        t: T = ω·G.
        s: ω + e·x.
    """

    key: Element
    t: Element
    s: int

    def to_wire(self, params: Params) -> list[Wire]:
        """Write as [X, T, s]."""
        group = params.group
        return [group.encode(self.key), group.encode(self.t), pack_scalars(group, (self.s,))]

    @classmethod
    def from_wire(cls, params: Params, value: object) -> "RoundKey":
        """Read what `to_wire` writes.

        Raises:
            BadProofEncoding: it is anything else.
        """
        key, t, scalar = read_list(value, 3, "A round key")
        (decoded_key,) = read_elements(params.group, key, 1, "A round key's point")
        (decoded_t,) = read_elements(params.group, t, 1, "A round key's commitment")
        (s,) = read_scalars(params.group, scalar, 1, "A round key's response")
        return cls(decoded_key, decoded_t, s)


def round_secret(params: Params, secrets: TableSecrets, serial: int) -> int:
    """Give x for a serial that is burned before use; the same serial always gives the same x."""
    (secret,) = secrets.scalars(params.group.order, 1, "round secret", serial.to_bytes(8, "big"))
    return secret


def make_round_key(params: Params, secrets: TableSecrets, context: Context, serial: int) -> RoundKey:
    """Publish the key of a serial in a context, with its proof.

    Raises:
        DealingError: a point is the identity (a chance of one over the order).
    """
    group = params.group
    secret = round_secret(params, secrets, serial)
    key = proper(group.base_mul_secret(secret), "A round key")
    transcript = _opened(params, context, key)
    (omega,) = secrets.bound_scalars(group.order, 1, "key nonce", transcript, (secret,))
    t = proper(group.base_mul_secret(omega), "A proof's commitment")
    e = _challenge(transcript, t)
    return RoundKey(key, t, (omega + e * secret) % group.order)


def collect_round_key(batch: Batch[Label], label: Label, context: Context, round_key: RoundKey) -> None:
    """Claim that the key is no public base and that s·G = T + e·X."""
    params = batch.params
    claim = batch.claim(label, "The proof that a seat knows the secret of its round key does not hold.")
    if round_key.key in params.reserved:
        claim.refuse("A round key equals one of the public base points.")
        return
    e = _challenge(_opened(params, context, round_key.key), round_key.t)
    claim.equation((round_key.t, 1), (round_key.key, e), (params.group.generator, -round_key.s))


def verify_round_key(params: Params, context: Context, round_key: RoundKey) -> bool:
    """Check one round key alone."""
    batch: Batch[None] = Batch(params)
    collect_round_key(batch, None, context, round_key)
    return not batch.verify()


def table_key(params: Params, keys: Sequence[Element]) -> Element:
    """Give X = ΣX_i of all seats dealt in.

    Raises:
        DealingError: there is no key, or the sum is the identity.
    """
    return proper(params.group.sum(keys), "The table key")


def secret_to_wire(params: Params, secret: int) -> bytes:
    """Write x, as a seat that resigns publishes it."""
    return pack_scalars(params.group, (secret,))


def secret_from_wire(params: Params, value: object) -> int:
    """Read x.

    Raises:
        BadProofEncoding: it is no scalar below the order.
    """
    (secret,) = read_scalars(params.group, value, 1, "A resigning seat's secret")
    return secret


def secret_fits_key(params: Params, secret: int, key: Element) -> bool:
    """Tell whether x·G = X, for an x that has been published."""
    return params.group.base_mul_secret(secret) == key


def _opened(params: Params, context: Context, key: Element) -> Transcript:
    transcript = Transcript(params, context, "round key")
    transcript.absorb_elements("key", (key,))
    return transcript


def _challenge(transcript: Transcript, t: Element) -> int:
    transcript.absorb_elements("commitment", (t,))
    return transcript.challenge("e")
