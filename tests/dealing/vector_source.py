"""Where the known answers in tests/vectors/dealing come from: fixed seeds, and every value on the way.

Octets are in hexadecimal, scalars are big-endian octets too, cards and positions numbers. The challenges are
drawn here from transcripts written down once more, item by item, as another implementation would have to.
"""

from collections.abc import Sequence
from typing import Final, TypeAlias

from scatnet.dealing import (
    Context,
    Element,
    Pair,
    Wire,
    commitment_context,
    make_commitment,
    make_mixed_opening,
    make_opening,
    public_pair,
    seat_pair,
    starting_deck,
    table_key,
)
from scatnet.dealing.commitment import committed_permutation
from scatnet.dealing.transcript import Transcript
from tests.dealing.forgery import shuffle_statement
from tests.dealing.helpers import CURVE, SERIAL, TABLE, context, deal, secrets_of, serial_context

Json: TypeAlias = "str | int | list[Json] | dict[str, Json]"

SEATS: Final = 3
CARDS: Final = 5
GROUP: Final = CURVE.group


def vectors() -> dict[str, Json]:
    """Give the content of every vector file, by the file's name without its ending."""
    return {
        "points": _points(),
        "secrets": _secrets(),
        "transcript": _transcript(),
        "round_key": _round_keys(),
        "commitment": _commitments(),
        "shuffle": _shuffles(),
        "shares": _shares(),
        "hands": _hands(),
    }


def _points() -> Json:
    return {
        "about": "the public points of secp256k1 that all proofs rest on, and the digest that opens transcripts",
        "generator": _element(GROUP.generator),
        "chain_base": _element(CURVE.chain_base),
        "bases": _elements(CURVE.bases),
        "cards": _elements(CURVE.cards),
        "digest": CURVE.digest.hex(),
    }


def _secrets() -> Json:
    secrets = secrets_of(1)
    return {
        "about": "what a seed, a table and a label give",
        "seed": secrets.seed.hex(),
        "table": secrets.table.hex(),
        "octets_label_parts": ["label", "00", "0102"],
        "octets": secrets.octets(40, "label", b"\x00", b"\x01\x02").hex(),
        "scalars": _scalars(secrets.scalars(GROUP.order, 3, "label", b"\x00")),
        "permutation_of_52": list(secrets.permutation(52, "label", b"\x00")),
        "round_secret_serial": SERIAL,
        "round_secret": _scalar(deal(CURVE, SEATS, CARDS).secret(1)),
    }


def _transcript() -> Json:
    where = context(1, "kind")
    transcript = Transcript(CURVE, where, "proof")
    transcript.absorb("item", b"octets")
    before = transcript.digest()
    return {
        "about": "a transcript of one item, then a vector of three, then a scalar",
        "context": _context(where),
        "proof": "proof",
        "item": ["item", b"octets".hex()],
        "digest": before.hex(),
        "vector": _scalars(transcript.challenge_vector("u", 3)),
        "scalar": _scalar(transcript.challenge("e")),
        "serial_context": _context(commitment_context(TABLE, 2, SERIAL)),
    }


def _round_keys() -> Json:
    dealt = deal(CURVE, SEATS, CARDS)
    cases: list[Json] = []
    for seat, made in enumerate(dealt.round_keys):
        where = context(seat, "round_key")
        transcript = Transcript(CURVE, where, "round key")
        transcript.absorb_elements("key", (made.key,))
        transcript.absorb_elements("commitment", (made.t,))
        cases.append(
            {
                "context": _context(where),
                "e": _scalar(transcript.challenge("e")),
                "wire": _wire(made.to_wire(CURVE)),
            }
        )
    return {
        "about": "s·G = T + e·X",
        "cases": cases,
        "table_key": _element(dealt.key),
    }


def _commitments() -> Json:
    cases: list[Json] = []
    for seat, size in ((0, 1), (0, CARDS), (1, CARDS), (2, CARDS), (0, 52)):
        where = serial_context(seat)
        made = make_commitment(CURVE, secrets_of(seat), where, size)
        opening = committed_permutation(CURVE, secrets_of(seat), where, size)
        transcript = Transcript(CURVE, where, "permutation")
        transcript.absorb_elements("c", made.c)
        u = transcript.challenge_vector("u", size)
        transcript.absorb_elements("chain", made.proof.c_hat)
        transcript.absorb_elements("t", made.proof.t)
        transcript.absorb_elements("t_hat", made.proof.t_hat)
        cases.append(
            {
                "context": _context(where),
                "seed": secrets_of(seat).seed.hex(),
                "permutation": list(opening.permutation),
                "randomness": _scalars(opening.randomness),
                "u": _scalars(u),
                "e": _scalar(transcript.challenge("e")),
                "digest": made.digest(CURVE).hex(),
                "wire": _wire(made.to_wire(CURVE)),
            }
        )
    return {"about": "commitments to permutations, with the offline half of the proof of a shuffle", "cases": cases}


def _shuffles() -> Json:
    dealt = deal(CURVE, SEATS, CARDS)
    cases: list[Json] = []
    for seat, made in enumerate(dealt.shuffles):
        where = context(seat, "shuffle")
        c, deck = dealt.commitments[seat].c, dealt.decks[seat]
        transcript, u = shuffle_statement(CURVE, where, c, dealt.key, dealt.keys, deck, made.deck)
        transcript.absorb_elements("t", made.proof.t)
        cases.append(
            {
                "context": _context(where),
                "c": _elements(c),
                "deck": _pairs(deck),
                "u": _scalars(u),
                "e": _scalar(transcript.challenge("e")),
                "wire": _wire(made.to_wire(CURVE)),
            }
        )
    return {
        "about": "a chain of shuffles from the starting deck, by the commitments of commitment.json",
        "table_key": _element(dealt.key),
        "keys": _elements(dealt.keys),
        "starting_cards": list(range(CARDS)),
        "starting_deck": _pairs(starting_deck(CURVE, table_key(CURVE, dealt.keys), range(CARDS))),
        "cases": cases,
    }


def _shares() -> Json:
    dealt = deal(CURVE, SEATS, CARDS)
    pairs = dealt.deck[:3]
    cases: list[Json] = []
    for seat in dealt.seats:
        made = dealt.shares_of(seat, pairs)
        where = context(seat, "deal_shares")
        transcript = Transcript(CURVE, where, "shares")
        transcript.absorb_elements("key", (dealt.keys[seat],))
        transcript.absorb_elements("sources", [pair.a for pair in pairs])
        transcript.absorb_elements("images", made.shares)
        rho = transcript.challenge_vector("rho", len(pairs))
        transcript.absorb_elements("commitments", (made.proof.t_key, made.proof.t_image))
        cases.append(
            {
                "context": _context(where),
                "key": _element(dealt.keys[seat]),
                "rho": _scalars(rho),
                "e": _scalar(transcript.challenge("e")),
                "wire": _wire(made.to_wire(CURVE)),
            }
        )
    given = [dealt.shares_of(seat, pairs).shares for seat in (0, 2)]
    return {
        "about": "every seat's shares of three cards, and what seat 1 is left with by the others' shares",
        "pairs": _pairs(pairs),
        "cases": cases,
        "seat_1_pairs": _pairs(
            [seat_pair(CURVE, pair, [shares[place] for shares in given]) for place, pair in enumerate(pairs)]
        ),
    }


def _hands() -> Json:
    dealt = deal(CURVE, SEATS, CARDS)
    secrets, secret, key = secrets_of(1), dealt.secret(1), dealt.keys[1]
    hand = (*dealt.hand_of(1, (0, 1, 2)), public_pair(CURVE, key, 50))
    shown = make_opening(CURVE, secrets, context(1, "show"), secret, key, hand[:3])
    cases: list[Json] = []
    for kind, chosen in (("discard", (1,)), ("declare", (0, 1, 3))):
        made = make_mixed_opening(CURVE, secrets, context(1, kind), secret, key, hand, chosen)
        cases.append(
            {
                "context": _context(context(1, kind)),
                "chosen": list(chosen),
                "cards": list(made.opening.cards),
                "kept": _pairs(made.kept),
                "wire": _wire(made.to_wire(CURVE)),
            }
        )
    return {
        "about": "seat 1's three dealt cards and card 50 taken face up: three shown, one given, three declared",
        "key": _element(key),
        "secret": _scalar(secret),
        "hand": _pairs(hand),
        "show": {
            "context": _context(context(1, "show")),
            "cards": list(shown.cards),
            "wire": _wire(shown.to_wire(CURVE)),
        },
        "cases": cases,
    }


def _context(where: Context) -> Json:
    anchor: Json = where.anchor if isinstance(where.anchor, int) else where.anchor.hex()
    return {
        "table": where.table.hex(),
        "anchor": anchor,
        "round": where.round,
        "seat": where.seat,
        "kind": where.kind,
        "octets": where.to_bytes().hex(),
    }


def read_context(value: Json) -> Context:
    """Read back what a vector file says of a context."""
    assert isinstance(value, dict)
    table, anchor, round_number, seat, kind = (value[name] for name in ("table", "anchor", "round", "seat", "kind"))
    assert isinstance(table, str)
    assert isinstance(anchor, str | int)
    assert isinstance(round_number, int)
    assert isinstance(seat, int)
    assert isinstance(kind, str)
    where = anchor if isinstance(anchor, int) else bytes.fromhex(anchor)
    return Context(table=bytes.fromhex(table), anchor=where, round=round_number, seat=seat, kind=kind)


def read_wire(value: Json) -> Wire:
    """Read back a wire form."""
    if isinstance(value, str):
        return bytes.fromhex(value)
    assert isinstance(value, list)
    return [read_wire(item) for item in value]


def _wire(wire: Wire) -> Json:
    return wire.hex() if isinstance(wire, bytes) else [_wire(item) for item in wire]


def _element(element: Element) -> str:
    return GROUP.encode(element).hex()


def _elements(elements: Sequence[Element]) -> list[Json]:
    return [_element(element) for element in elements]


def _scalar(scalar: int) -> str:
    return scalar.to_bytes(32, "big").hex()


def _scalars(scalars: Sequence[int]) -> list[Json]:
    return [_scalar(scalar) for scalar in scalars]


def _pairs(pairs: Sequence[Pair]) -> list[Json]:
    return [[_element(pair.a), _element(pair.b)] for pair in pairs]
