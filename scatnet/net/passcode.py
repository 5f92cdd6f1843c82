"""The passcode of a table: SPAKE2 between dialler and listener, both of whom confirm the resulting key.

Each run gives either side one guess at the other's passcode and nothing to try further guesses on: not to a
host that only pretends, not to one who reads everything. Both Ed25519 keys, the table and the listener's
nonce go into what is confirmed, so a run cannot be passed on to somebody else. SPAKE2 is Abdalla and
Pointcheval 2005, in the `spake2` library over Ed25519's group; roles A (dialler) and B (listener).
"""

from __future__ import annotations

import hmac
import unicodedata
from dataclasses import dataclass
from typing import Final, Protocol

import spake2
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from scatnet.net.limits import PASSCODE_TEXT
from scatnet.words import _

__all__ = ["Context", "PasscodeError", "PasscodeExchange", "as_passcode"]

_DIALLER: Final = b"scatnet dialler 1\n"
_LISTENER: Final = b"scatnet listener 1\n"
_CONFIRM: Final = b"scatnet passcode confirmation 1\n"


class PasscodeError(ValueError):
    """A passcode that cannot be used, or a message that is none of SPAKE2's; the text is a sentence."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Context:
    """All that a run is bound to: both keys, the table, and the listener's nonce, 32 bytes each."""

    dialler: bytes
    listener: bytes
    table: bytes
    nonce: bytes


class _Run(Protocol):
    def start(self) -> bytes: ...
    def finish(self, message: bytes) -> bytes: ...


def as_passcode(text: str) -> str:
    """A passcode as people type it, made the same on every keyboard. Raises PasscodeError with a sentence."""
    passcode = unicodedata.normalize("NFKC", text).strip()
    if not passcode or not passcode.isprintable():
        raise PasscodeError(_("A passcode is one or more letters, digits or other visible characters."))
    if len(passcode) > PASSCODE_TEXT:
        raise PasscodeError(_("A passcode has at most {n} characters.").format(n=PASSCODE_TEXT))
    return passcode


class PasscodeExchange:
    """One side of one run. Pure Python and slow (20 ms): make and finish it in a worker thread."""

    def __init__(self, passcode: str, context: Context, *, dialler: bool) -> None:
        self._context = context
        self._dialler = dialler
        make = spake2.SPAKE2_A if dialler else spake2.SPAKE2_B
        self._run: _Run = make(
            b"scatnet passcode 1\n" + passcode.encode(),
            idA=_DIALLER + context.dialler,
            idB=_LISTENER + context.listener + context.table,
        )
        self.message: Final[bytes] = self._run.start()

    def finish(self, theirs: bytes) -> tuple[bytes, bytes]:
        """Our confirmation, and the one to expect of the other side (32 bytes each). Raises PasscodeError."""
        try:
            key = self._run.finish(theirs)
        except Exception as error:  # the library names no one error for what it cannot take
            raise PasscodeError(_("The other side's passcode message makes no sense.")) from error
        ours, other = (_DIALLER, _LISTENER) if self._dialler else (_LISTENER, _DIALLER)
        return self._confirmation(key, ours), self._confirmation(key, other)

    def _confirmation(self, key: bytes, role: bytes) -> bytes:
        derived = HKDF(algorithm=SHA256(), length=32, salt=None, info=_CONFIRM + role).derive(key)
        context = self._context
        statement = context.dialler + context.listener + context.table + context.nonce
        return hmac.digest(derived, statement, "sha256")
