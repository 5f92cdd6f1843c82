"""The equations of chapter 7.3 to 7.7, letter by letter. What a proof states is each function's docstring.

Every function takes the value that came, refuses what has not the right form, and returns what the proof brings.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from checker.bodies import Proof
from checker.curve import ORDER, G, Point, check_equal, minus, parameters, read_points, read_scalars, times
from checker.refusal import Refused
from checker.transcript import Pair, Transcript, column


def _parts(value: Proof, count: int) -> tuple[Proof, ...]:
    if not isinstance(value, tuple) or len(value) != count:
        raise Refused(f"its proof should be a list of {count}")
    return value


def round_key(value: Proof, context: bytes) -> Point:
    """The key X of somebody who knows x with X = x·G (7.3).

    Raises:
        Refused: the proof does not hold, or X is one of the public points.
    """
    packed = _parts(value, 3)
    (key,), (commitment,), (response,) = (
        read_points(packed[0], 1),
        read_points(packed[1], 1),
        read_scalars(packed[2], 1),
    )
    if key in parameters().reserved:
        raise Refused("its key is one of the public points")
    transcript = Transcript(context, "round key")
    transcript.absorb("key", key)
    transcript.absorb("commitment", commitment)
    e = transcript.challenge("e")
    check_equal([(response, G)], [(1, commitment), (e, key)], "s·G = T + e·X")
    return key


def commitment(value: Proof, count: int, context: bytes) -> tuple[Point, ...]:
    """Commitments c of somebody who knows a permutation ψ and r_j with c_ψ(i) = r_ψ(i)·G + h_i (7.4).

    Raises:
        Refused: the proof does not hold.
    """
    packed, proof = _parts(value, 2)
    c = read_points(packed, count)
    fields = _parts(proof, 6)
    chain, t, t_hat = read_points(fields[0], count), read_points(fields[1], 3), read_points(fields[2], count)
    s, s_hat, s_prime = read_scalars(fields[3], 3), read_scalars(fields[4], count), read_scalars(fields[5], count)
    known = parameters()
    bases = known.bases[:count]
    transcript = Transcript(context, "permutation")
    transcript.absorb("c", *c)
    u = transcript.vector("u", count)
    transcript.absorb("chain", *chain)
    transcript.absorb("t", *t)
    transcript.absorb("t_hat", *t_hat)
    e = transcript.challenge("e")
    check_equal(
        [(s[0], G)],
        [(1, t[0]), *((e, point) for point in c), *((-e, base) for base in bases)],
        "s_1·G = t_1 + e·(Σc_j − Σh_i)",
    )
    before = (known.chain_base, *chain)
    for i in range(count):
        check_equal(
            [(s_hat[i], G), (s_prime[i], before[i])],
            [(1, t_hat[i]), (e, chain[i])],
            f"ŝ_i·G + s'_i·ĉ_(i-1) = t̂_i + e·ĉ_i for i = {i + 1}",
        )
    product = math.prod(u) % ORDER
    check_equal(
        [(s[1], G)],
        [(1, t[1]), (e, chain[-1]), (-e * product, known.chain_base)],
        "s_2·G = t_2 + e·(ĉ_N − (Πu_j)·H*)",
    )
    check_equal(
        [(s[2], G), *zip(s_prime, bases, strict=True)],
        [(1, t[2]), *((e * u[j], c[j]) for j in range(count))],
        "s_3·G + Σs'_i·h_i = t_3 + e·Σu_j·c_j",
    )
    return c


@dataclass(frozen=True, slots=True)
class Ground:
    """What a shuffle rests on: commitments c, the key X of the deck, the keys X_i it is the sum of, the old deck."""

    commitments: tuple[Point, ...]
    key: Point
    keys: tuple[Point, ...]
    deck: tuple[Pair, ...]


def shuffle(value: Proof, ground: Ground, context: bytes) -> tuple[Pair, ...]:
    """The new deck: the old one permuted by the ψ committed to, and re-encrypted (7.5).

    Raises:
        Refused: the proof does not hold.
    """
    decks, proof = (_parts(part, length) for part, length in zip(_parts(value, 2), (2, 3), strict=True))
    count = len(ground.deck)
    new = tuple(zip(read_points(decks[0], count), read_points(decks[1], count), strict=True))
    t_3, t_4a, t_4b = read_points(proof[0], 3)
    s_3, s_4 = read_scalars(proof[1], 2)
    s_prime = read_scalars(proof[2], count)
    transcript = Transcript(context, "shuffle")
    transcript.absorb("c", *ground.commitments)
    transcript.absorb("key", ground.key)
    transcript.absorb("keys", *ground.keys)
    for label, pairs in (("deck", ground.deck), ("new deck", new)):
        transcript.absorb(f"{label} a", column(pairs, 0))
        transcript.absorb(f"{label} b", column(pairs, 1))
    u = transcript.vector("u", count)
    transcript.absorb("t", t_3, t_4a, t_4b)
    e = transcript.challenge("e")
    bases = parameters().bases[:count]
    check_equal(
        [(s_3, G), *zip(s_prime, bases, strict=True)],
        [(1, t_3), *((e * u[j], ground.commitments[j]) for j in range(count))],
        "s_3·G + Σs'_i·h_i = t_3 + e·Σu_j·c_j",
    )
    for side, base, t_4, name in ((0, G, t_4a, "a"), (1, ground.key, t_4b, "b")):
        check_equal(
            [*((s_prime[i], new[i][side]) for i in range(count)), (-s_4, base)],
            [(1, t_4), *((e * u[j], ground.deck[j][side]) for j in range(count))],
            f"Σs'_i·{name}'_i − s_4·{'G' if side == 0 else 'X'} = t_4{name} + e·Σu_j·{name}_j",
        )
    return new


def _same_logarithm(
    transcript: Transcript, value: Proof, key: Point, sources: tuple[Point, ...], images: tuple[Point, ...]
) -> None:
    fields = _parts(value, 2)
    t_1, t_2 = read_points(fields[0], 2)
    (s,) = read_scalars(fields[1], 1)
    transcript.absorb("key", key)
    transcript.absorb("sources", *sources)
    transcript.absorb("images", *images)
    rho = transcript.vector("rho", len(sources))
    transcript.absorb("commitments", t_1, t_2)
    e = transcript.challenge("e")
    check_equal([(s, G)], [(1, t_1), (e, key)], "s·G = T_1 + e·X")
    check_equal(
        [(s * factor, source) for factor, source in zip(rho, sources, strict=True)],
        [(1, t_2), *((e * factor, image) for factor, image in zip(rho, images, strict=True))],
        "s·Σρ_k·a_k = T_2 + e·Σρ_k·d_k",
    )


def shares(value: Proof, key: Point, pairs: tuple[Pair, ...], context: bytes) -> tuple[Point, ...]:
    """The shares d_k = x·a_k of all pairs, where X = x·G (7.6).

    Raises:
        Refused: the proof does not hold, or a share is one of the public points.
    """
    packed, proof = _parts(value, 2)
    images = read_points(packed, len(pairs))
    if not parameters().reserved.isdisjoint(images):
        raise Refused("a share is one of the public points")
    _same_logarithm(Transcript(context, "shares"), proof, key, tuple(a for a, _ in pairs), images)
    return images


def opening(value: Proof, key: Point, pairs: tuple[Pair, ...], context: bytes) -> tuple[int, ...]:
    """The cards in `pairs`, all under the one key X_j (7.7).

    Raises:
        Refused: the proof does not hold.
    """
    cards, proof = _parts(value, 2)
    if not isinstance(cards, bytes) or len(cards) != len(pairs) or any(card > 51 for card in cards):
        raise Refused(f"its opening should name {len(pairs)} cards")
    transcript = Transcript(context, "opening")
    transcript.absorb("pairs", *(point for pair in pairs for point in pair))
    transcript.absorb("cards", cards)
    images: list[Point] = []
    for card, (_, b) in zip(cards, pairs, strict=True):
        image = minus(b, parameters().cards[card])
        if image is None:
            raise Refused("its opening leaves the identity")
        images.append(image)
    _same_logarithm(transcript, proof, key, tuple(a for a, _ in pairs), tuple(images))
    return tuple(cards)


def mixed_opening(value: Proof, key: Point, hand: tuple[Pair, ...], count: int, context: bytes) -> tuple[int, ...]:
    """`count` cards of a hand, without telling which of them: the hand is shuffled before (7.7).

    Raises:
        Refused: a proof does not hold, or the positions do not ascend within the hand.
    """
    committed, shuffled, positions, opened = _parts(value, 4)
    c = commitment(committed, len(hand), context)
    new = shuffle(shuffled, Ground(c, key, (key,), hand), context)
    if not isinstance(positions, bytes) or len(positions) != count or list(positions) != sorted(set(positions)):
        raise Refused(f"its mixed opening should name {count} ascending positions")
    if positions[-1] >= len(hand):
        raise Refused("its mixed opening names a position outside the hand")
    return opening(opened, key, tuple(new[place] for place in positions), context)


def check_secret(secret: bytes, key: Point) -> int:
    """The x of a resigning seat, with x·G = X (7.8).

    Raises:
        Refused: it is not.
    """
    (x,) = read_scalars(secret, 1)
    if times(x, G) != key:
        raise Refused("its secret does not belong to its round key")
    return x
