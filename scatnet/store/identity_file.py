"""The person's key on disk: an Ed25519 private key as unencrypted PKCS #8 in PEM, readable by its owner alone."""

from __future__ import annotations

from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    load_pem_private_key,
)

from scatnet.log import Identity
from scatnet.store.errors import DamagedFile, explain
from scatnet.store.files import SYSTEM, Files, write_whole
from scatnet.store.lock import Lock, lock_path
from scatnet.store.paths import Home
from scatnet.words import _

__all__ = ["load_identity"]

_READ_BYTES = 4096  # such a file has about 120


def load_identity(home: Home, *, files: Files = SYSTEM) -> Identity:
    """Return the identity of this home's person, made at the first call.

    Raises StoreError where the file cannot be read or made, or holds something else (DamagedFile).
    """
    data = _read(home, files)
    if data is None:
        busy = _("Another scatnet is making the identity in {home}; try again.").format(home=home.root)
        with Lock(lock_path(home.identity), busy, files=files):
            data = _read(home, files)  # again, now that nobody else can make one
            if data is None:
                return _make(home, files)
    return _from_pem(home, data)


def _read(home: Home, files: Files) -> bytes | None:
    try:
        handle = files.open_to_read(home.identity)
        try:
            return files.read(handle, _READ_BYTES)
        finally:
            files.close(handle)
    except FileNotFoundError:
        return None
    except OSError as fault:
        raise explain(fault, home.identity) from fault


def _make(home: Home, files: Files) -> Identity:
    identity = Identity.generate()
    try:
        write_whole(files, home.identity, _to_pem(identity))
    except OSError as fault:
        raise explain(fault, home.identity) from fault
    return identity


def _to_pem(identity: Identity) -> bytes:
    key = Ed25519PrivateKey.from_private_bytes(identity.seed)
    return key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())


def _from_pem(home: Home, data: bytes) -> Identity:
    try:
        key = load_pem_private_key(data, password=None)
    except (ValueError, TypeError, UnsupportedAlgorithm) as fault:
        raise DamagedFile(home.identity, 0, _("it is not an unencrypted private key in PEM form")) from fault
    if not isinstance(key, Ed25519PrivateKey):
        raise DamagedFile(home.identity, 0, _("it is a private key of another kind than Ed25519"))
    return Identity(key.private_bytes_raw())
