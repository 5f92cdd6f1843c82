"""The errors of dealing.

Two kinds, told apart by whose fault they are: `BadProofEncoding` is theirs (bytes that came from another
peer have no meaning here), `DealingError` is ours or the mathematics' (a value asked for does not exist).
A proof that is well formed and does not hold is no error but a verdict: see `scatnet.dealing.batch`.
"""


class BadProofEncoding(ValueError):
    """Bytes from another peer are not the one canonical encoding of a value; the message is a sentence."""


class DealingError(ValueError):
    """A value asked for does not exist, such as a table key that would be the identity."""
