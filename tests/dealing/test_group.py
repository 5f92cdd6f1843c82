"""The group in play: encodings as SEC 1 and the curve's known points have them, and sums that agree."""

import random

import pytest

from scatnet.dealing import BadProofEncoding, DealingError
from scatnet.dealing.bucket_sum import bucket_sum
from scatnet.dealing.group import IDENTITY, Element, Group, proper, subtract
from scatnet.dealing.secp256k1 import ORDER, Secp256k1
from tests.dealing.helpers import ADDITIVE, CURVE, MODULAR

GROUP = Secp256k1()

FIELD = 2**256 - 2**32 - 977
"""The field's prime (SEC 2, section 2.4.1)."""

KNOWN_MULTIPLES = {
    1: "0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798",
    2: "02c6047f9441ed7d6d3045406e95c07cd85c778e4b8cef3ca7abac09b95c709ee5",
    3: "02f9308a019258c31049344f85f89d5229b531c845836f99b08601f113bce036f9",
    ORDER - 1: "0379be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798",
}
"""Multiples of the generator: G from SEC 2, section 2.4.1; 2·G and 3·G as BIP 340's vectors and others print them."""

all_groups = pytest.mark.parametrize("group", [GROUP, MODULAR.group, ADDITIVE.group], ids=lambda g: g.name)


@pytest.mark.parametrize("scalar", KNOWN_MULTIPLES)
def test_known_multiples_of_the_generator_have_their_published_encodings(scalar: int) -> None:
    point = proper(GROUP.base_mul_secret(scalar), "a multiple")
    assert GROUP.encode(point).hex() == KNOWN_MULTIPLES[scalar]
    assert GROUP.decode(bytes.fromhex(KNOWN_MULTIPLES[scalar])) == point
    assert GROUP.mul_secret(GROUP.generator, scalar) == point
    assert GROUP.multi_exp((GROUP.generator,), (scalar,)) == point


def test_encodings_that_are_not_canonical_are_refused() -> None:
    generator = bytes.fromhex(KNOWN_MULTIPLES[1])
    x_is_one = (1).to_bytes(32, "big")
    assert GROUP.decode(b"\x02" + x_is_one)
    for data in (
        b"",
        b"\x00",  # SEC 1's identity
        bytes(33),
        generator[:-1],
        generator + b"\x00",
        bytes(GROUP.generator),  # uncompressed
        b"\x06" + GROUP.generator[1:],  # hybrid
        b"\x04" + generator[1:],
        b"\x00" + generator[1:],
        b"\x02" + (FIELD + 1).to_bytes(32, "big"),  # x = 1 a second time
        b"\x02" + (5).to_bytes(32, "big"),  # no point has x = 5
        b"\xff" * 33,
    ):
        with pytest.raises(BadProofEncoding):
            GROUP.decode(data)


@all_groups
def test_the_group_laws_hold(group: Group) -> None:
    g, q = group.generator, group.order
    a = proper(group.base_mul_secret(5), "a")
    b = proper(group.base_mul_secret(7), "b")
    assert group.sum((a, b)) == group.base_mul_secret(12)
    assert group.sum((a, IDENTITY, b, group.negate(b))) == a
    assert group.sum(()) is IDENTITY
    assert subtract(group, a, a) is IDENTITY
    assert group.negate(IDENTITY) is IDENTITY
    assert group.multi_exp((a, b), (7, q - 5)) is IDENTITY
    assert group.multi_exp((a, b), (0, 3)) == group.base_mul_secret(21)
    assert group.multi_exp((a, b), (-1, 2 * q + 1)) == group.base_mul_secret(2)
    assert group.multi_exp((), ()) is IDENTITY
    assert group.multi_exp((a,), (q,)) is IDENTITY
    assert group.mul_secret(a, 0) is IDENTITY
    assert group.mul_secret(a, q + 2) == group.base_mul_secret(10)
    assert group.base_mul_secret(q) is IDENTITY
    assert group.secret_sum(2, (a, b), (3, 0), (g, b)) == group.base_mul_secret(2 + 15 + 1 + 7)
    assert group.secret_sum(0) is IDENTITY
    assert group.secret_sum(-5, addends=(a,)) is IDENTITY
    assert group.decode(group.encode(a)) == a
    assert len(group.encode(a)) == group.element_size


@all_groups
def test_vectors_of_different_lengths_are_an_error(group: Group) -> None:
    with pytest.raises(ValueError, match=r"shorter|longer"):
        group.multi_exp((group.generator,), ())
    with pytest.raises(ValueError, match=r"shorter|longer"):
        group.secret_sum(1, (group.generator,), ())


def test_sums_by_buckets_agree_with_single_products() -> None:
    rng = random.Random(20261129)
    for count in (1, 2, 40):
        points = [proper(GROUP.base_mul_secret(rng.randrange(1, ORDER)), "a point") for _ in range(count)]
        scalars = [rng.choice((0, 1, 31, 32, 33, 2**255, ORDER - 1, rng.randrange(ORDER))) for _ in range(count)]
        by_products = GROUP.multi_exp(points, scalars)
        by_buckets = bucket_sum(points, scalars)
        assert by_buckets == (None if by_products is IDENTITY else by_products)
    point, negated = points[0], proper(GROUP.negate(points[0]), "a point")
    assert bucket_sum((point, negated), (ORDER - 7, ORDER - 7)) is None
    assert bucket_sum((point, point), (7, ORDER - 7)) is None
    assert bucket_sum((), ()) is None


def test_a_sum_of_very_many_products_is_right() -> None:
    count = 700
    point = proper(GROUP.base_mul_secret(3), "a point")
    scalars = [ORDER - index for index in range(count)]
    assert GROUP.multi_exp([point] * count, scalars) == GROUP.base_mul_secret(-3 * sum(range(count)))


def test_the_published_points_are_distinct_valid_and_hashed_from_their_labels() -> None:
    points = (GROUP.generator, CURVE.chain_base, *CURVE.bases, *CURVE.cards)
    assert len(set(points)) == 106
    assert all(GROUP.decode(GROUP.encode(point)) == point for point in points)
    assert CURVE.bases[3] == GROUP.hash_to_element(b"scatnet dealing: commitment base", 3)
    assert CURVE.cards[51] == GROUP.hash_to_element(b"scatnet dealing: card", 51)
    assert CURVE.card_of[CURVE.cards[17]] == 17


def test_a_proper_point_is_never_the_identity() -> None:
    assert proper(Element(b"x"), "It") == b"x"
    with pytest.raises(DealingError, match="It is the identity"):
        proper(IDENTITY, "It")
