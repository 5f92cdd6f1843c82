"""A peer's identity on the wire: its Ed25519 key, the TLS certificate made of it, and how to read another's.

The certificate is a shell around the key. Names, dates and issuers in it mean nothing and are never looked
at; the key is compared, and TLS proves that the other side holds it.
"""

from __future__ import annotations

import datetime
import secrets
import ssl
import tempfile
from pathlib import Path
from typing import Final

from cryptography import x509
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.serialization import BestAvailableEncryption, Encoding, PrivateFormat
from cryptography.x509.oid import NameOID

from scatnet.log import Identity
from scatnet.store.errors import StoreError
from scatnet.words import _

__all__ = ["Credentials", "CredentialsError", "certified_key"]

_NAME: Final = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "scatnet")])
_BEGIN: Final = datetime.datetime(2000, 1, 1, tzinfo=datetime.UTC)  # no clock at home need be right
_END: Final = datetime.datetime(9999, 12, 31, tzinfo=datetime.UTC)


class CredentialsError(Exception):
    """A certificate holds no Ed25519 key that could be a peer's."""


class Credentials:
    """The key of one peer, ready for both ends of a TLS channel.

    Making it takes some milliseconds and touches the disk (Python's TLS reads keys from files only), so make
    it once, before the first connection. Raises StoreError where the disk does not take part.
    """

    def __init__(self, identity: Identity) -> None:
        self.identity: Final = identity
        self.public: Final = identity.public
        self.server_context: Final = _context(ssl.PROTOCOL_TLS_SERVER)
        self.client_context: Final = _context(ssl.PROTOCOL_TLS_CLIENT)
        self.server_context.num_tickets = 0  # no session is ever resumed
        _load(self.server_context, Ed25519PrivateKey.from_private_bytes(identity.seed))


def _context(protocol: int) -> ssl.SSLContext:
    context = ssl.SSLContext(protocol)
    context.minimum_version = ssl.TLSVersion.TLSv1_3
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE  # no authority signs our certificates: the key itself is compared
    return context


def _load(context: ssl.SSLContext, private: Ed25519PrivateKey) -> None:
    certificate = (
        x509.CertificateBuilder()
        .subject_name(_NAME)
        .issuer_name(_NAME)
        .public_key(private.public_key())
        .serial_number(1)
        .not_valid_before(_BEGIN)
        .not_valid_after(_END)
        .sign(private, None)
    )
    password = secrets.token_bytes(32).hex().encode()  # so that what touches the disk is of no use to anyone
    pem = private.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, BestAvailableEncryption(password))
    try:
        with tempfile.TemporaryDirectory(prefix="scatnet-") as folder:
            path = Path(folder) / "identity.pem"
            path.write_bytes(pem + certificate.public_bytes(Encoding.PEM))
            context.load_cert_chain(path, password=password)
    except OSError as fault:
        sentence = _("A temporary file could not be written, and without it no secure connection is made: {fault}.")
        raise StoreError(sentence.format(fault=fault.strerror or fault)) from fault


def certified_key(certificate: bytes | None) -> bytes:
    """The 32-byte Ed25519 key in a DER certificate. Raises CredentialsError.

    Only the key is taken: that the other side holds the private half has been shown by the TLS handshake,
    which signs its whole transcript with it.
    """
    if not certificate:
        raise CredentialsError("no certificate was shown")
    try:
        key = x509.load_der_x509_certificate(certificate).public_key()
    except Exception as error:  # the parser names no one error for all that a stranger may send
        raise CredentialsError("the certificate cannot be read") from error
    if not isinstance(key, Ed25519PublicKey):
        raise CredentialsError("the certificate's key is not an Ed25519 key")
    return key.public_bytes_raw()
