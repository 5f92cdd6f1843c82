"""Keys, signatures, computer players' keys and fingerprints."""

from __future__ import annotations

import hashlib
import hmac
import re

import pytest

from scatnet.log import Identity, endorse, endorsed, fingerprint, verify
from tests.log.samples import ANN, BEN, COMPUTER, TABLE, filler

# RFC 8032, section 7.1, TEST 1 to TEST 3: seed, public key, message, signature.
RFC_8032 = [
    (
        "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
        "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
        "",
        "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b",
    ),
    (
        "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
        "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c",
        "72",
        "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00",
    ),
    (
        "c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7",
        "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025",
        "af82",
        "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a",
    ),
]


@pytest.mark.parametrize(("seed", "public", "message", "signature"), RFC_8032)
def test_signatures_are_those_of_rfc_8032(seed: str, public: str, message: str, signature: str) -> None:
    identity = Identity(bytes.fromhex(seed))
    assert identity.public.hex() == public
    assert identity.sign(bytes.fromhex(message)).hex() == signature
    assert verify(bytes.fromhex(public), bytes.fromhex(signature), bytes.fromhex(message))


def test_a_signature_with_a_bit_changed_or_of_another_message_is_none() -> None:
    signature = ANN.sign(b"message")
    for place in range(64):
        changed = bytearray(signature)
        changed[place] ^= 4
        assert not verify(ANN.public, bytes(changed), b"message")
    assert not verify(ANN.public, signature, b"massage")
    assert not verify(BEN.public, signature, b"message")


def test_a_signature_whose_scalar_is_not_below_the_order_is_none() -> None:
    # RFC 8032, section 5.1.7: S is below the order, so that nobody can make a second signature out of a first.
    order = 2**252 + 27742317777372353535851937790883648493
    signature = ANN.sign(b"message")
    scalar = int.from_bytes(signature[32:], "little") + order
    assert not verify(ANN.public, signature[:32] + scalar.to_bytes(32, "little"), b"message")


@pytest.mark.parametrize("public", [b"", bytes(31), bytes(33), b"\xff" * 32])
def test_what_is_no_key_verifies_nothing(public: bytes) -> None:
    assert not verify(public, ANN.sign(b"message"), b"message")
    assert not verify(ANN.public, public, b"message")


def test_a_seed_of_another_length_is_our_mistake() -> None:
    for length in (0, 31, 33):
        with pytest.raises(ValueError, match="32 bytes"):
            Identity(bytes(length))


def test_two_new_identities_differ() -> None:
    assert Identity.generate() != Identity.generate()
    assert Identity(ANN.seed) == ANN
    assert hash(Identity(ANN.seed)) == hash(ANN)


def test_an_identity_shows_its_fingerprint_and_never_its_seed() -> None:
    shown = repr(ANN) + str(ANN)
    assert ANN.fingerprint in shown
    assert ANN.seed.hex() not in shown
    assert repr(ANN.seed) not in shown


def test_a_fingerprint_is_five_groups_without_look_alikes() -> None:
    prints = {fingerprint(filler(str(number))) for number in range(200)}
    assert len(prints) == 200
    for each in prints:
        assert re.fullmatch(r"([0-9A-HJKMNP-TV-Z]{4}-){4}[0-9A-HJKMNP-TV-Z]{4}", each)


def test_a_fingerprint_is_the_first_100_bits_of_its_hash() -> None:
    digest = hashlib.sha256(b"scatnet fingerprint 1\n" + ANN.public).digest()
    bits = "".join(f"{byte:08b}" for byte in digest)
    signs = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
    assert ANN.fingerprint.replace("-", "") == "".join(signs[int(bits[at : at + 5], 2)] for at in range(0, 100, 5))


def test_a_computer_players_seed_is_the_hkdf_of_rfc_5869() -> None:
    for index in (0, 1, 8):
        extracted = hmac.digest(TABLE, ANN.seed, "sha256")
        info = b"scatnet computer seat 1\n" + bytes((index,))
        assert ANN.computer_seat(TABLE, index).seed == hmac.digest(extracted, info + b"\x01", "sha256")


def test_computer_players_differ_by_operator_table_and_index() -> None:
    seats = [
        ANN.computer_seat(TABLE, 0),
        ANN.computer_seat(TABLE, 1),
        ANN.computer_seat(filler("another"), 0),
        BEN.computer_seat(TABLE, 0),
    ]
    assert len({seat.public for seat in (*seats, ANN, BEN)}) == 6


@pytest.mark.parametrize(("table", "index"), [(TABLE[:-1], 0), (TABLE, -1), (TABLE, 9)])
def test_a_computer_players_key_needs_a_table_and_an_index(table: bytes, index: int) -> None:
    with pytest.raises(ValueError, match="32 bytes and an index"):
        ANN.computer_seat(table, index)


def test_an_endorsement_holds_for_its_operator_table_and_seat_only() -> None:
    endorsement = endorse(ANN, TABLE, COMPUTER.public)
    assert endorsed(ANN.public, TABLE, COMPUTER.public, endorsement)
    assert not endorsed(BEN.public, TABLE, COMPUTER.public, endorsement)
    assert not endorsed(ANN.public, filler("another"), COMPUTER.public, endorsement)
    assert not endorsed(ANN.public, TABLE, BEN.public, endorsement)
    assert not endorsed(ANN.public, TABLE, COMPUTER.public, b"")


@pytest.mark.parametrize(
    "key",
    [
        "0100000000000000000000000000000000000000000000000000000000000000",
        "0000000000000000000000000000000000000000000000000000000000000080",
        "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
        "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa",
        "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
        "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    ],
)
def test_a_key_of_small_order_or_not_in_canonical_form_signs_nothing(key: str) -> None:
    everything = bytes.fromhex(key) + bytes(32)
    identity_as_commitment = bytes([1]) + bytes(63)
    assert not verify(bytes.fromhex(key), everything, b"anything")
    assert not verify(bytes.fromhex(key), identity_as_commitment, b"anything")
