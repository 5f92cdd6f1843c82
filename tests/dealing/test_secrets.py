"""Secrets repeat with their whole statement and only with it; transcripts bind everything in them."""

from collections import Counter
from dataclasses import replace

import pytest

from scatnet.dealing import Context, DealingError, TableSecrets, commitment_context, make_round_key, round_secret
from scatnet.dealing.secrets import below
from scatnet.dealing.transcript import Transcript
from tests.dealing.helpers import CURVE, HEAD, MODULAR, TABLE, context, secrets_of

SECRETS = secrets_of(1)
ORDER = CURVE.group.order


def opened(kind: str = "deal_shares", proof: str = "shares") -> Transcript:
    return Transcript(CURVE, context(1, kind), proof)


def test_a_seed_never_appears_when_secrets_are_printed() -> None:
    secrets = TableSecrets(seed=b"\xabSECRET".ljust(32, b"\xcd"), table=TABLE)
    assert "SECRET" not in repr(secrets)


def test_seeds_and_tables_have_32_octets() -> None:
    for seed, table in ((b"", TABLE), (bytes(31), TABLE), (bytes(32), TABLE[1:])):
        with pytest.raises(DealingError):
            TableSecrets(seed=seed, table=table)


def test_the_same_question_has_the_same_answer_and_another_question_another() -> None:
    answers = [
        SECRETS.scalars(ORDER, 3, "a", b"x"),
        SECRETS.scalars(ORDER, 3, "b", b"x"),
        SECRETS.scalars(ORDER, 3, "a", b"y"),
        SECRETS.scalars(ORDER, 3, "a", b"x", b""),
        SECRETS.scalars(ORDER, 3, "ax"),
        secrets_of(2).scalars(ORDER, 3, "a", b"x"),
        replace(SECRETS, table=HEAD).scalars(ORDER, 3, "a", b"x"),
    ]
    assert SECRETS.scalars(ORDER, 3, "a", b"x") == answers[0]
    assert len({scalar for answer in answers for scalar in answer}) == 21


def test_scalars_are_in_range_and_longer_answers_begin_like_shorter_ones() -> None:
    many = SECRETS.scalars(ORDER, 300, "many")
    assert len(set(many)) == 300
    assert all(1 <= scalar < ORDER for scalar in many)
    assert SECRETS.scalars(5, 200, "few") != SECRETS.scalars(5, 200, "others")
    assert set(SECRETS.scalars(5, 200, "few")) == {1, 2, 3, 4}


def test_nonces_bind_the_transcript_and_the_witness() -> None:
    def nonces(transcript: Transcript, witness: tuple[int, ...]) -> tuple[int, ...]:
        return SECRETS.bound_scalars(ORDER, 1, "nonce", transcript, witness)

    longer = opened()
    longer.absorb("card", b"")
    seen = [
        nonces(opened(), (1, 2)),
        nonces(opened("draw_shares"), (1, 2)),
        nonces(opened(proof="opening"), (1, 2)),
        nonces(longer, (1, 2)),
        nonces(opened(), (2, 1)),
        nonces(opened(), (1,)),
        nonces(opened(), (1, 2, 0)),
        nonces(opened(), (0x0102,)),
    ]
    assert nonces(opened(), (1, 2)) == seen[0]
    assert len(set(seen)) == len(seen)


def test_permutations_are_permutations_and_take_all_their_values_alike() -> None:
    assert sorted(SECRETS.permutation(52, "p")) == list(range(52))
    assert SECRETS.permutation(1, "p") == (0,)
    counts = Counter(SECRETS.permutation(3, "p", bytes((high, low))) for high in range(20) for low in range(30))
    assert len(counts) == 6
    # 600 draws of six values: 100 each on average, the deviation 9.1; five deviations are never seen.
    assert all(55 < count < 145 for count in counts.values())


def test_a_word_that_would_favour_some_places_is_passed_over() -> None:
    last = 2**64 - 1
    assert below(3, iter((last, 5))) == 2
    assert below(3, iter((last - 1, 5))) == 2
    assert below(52, iter((last, last - 15, last - 16))) == 51


def test_a_serial_decides_a_rounds_secret() -> None:
    assert round_secret(CURVE, SECRETS, 5) == round_secret(CURVE, SECRETS, 5)
    assert round_secret(CURVE, SECRETS, 5) != round_secret(CURVE, SECRETS, 6)


def test_the_same_key_proven_at_another_head_shares_no_nonce_and_so_shows_no_secret() -> None:
    first = make_round_key(MODULAR, SECRETS, context(1, "round_key"), 5)
    again = make_round_key(MODULAR, SECRETS, context(1, "round_key"), 5)
    rewound = make_round_key(MODULAR, SECRETS, replace(context(1, "round_key"), anchor=TABLE), 5)
    assert first == again
    assert first.key == rewound.key
    assert first.t != rewound.t
    assert first.s != rewound.s


def test_challenges_change_with_every_item_its_label_and_where_items_are_parted() -> None:
    def challenge(*items: tuple[str, bytes], label: str = "e") -> int:
        transcript = opened()
        for name, data in items:
            transcript.absorb(name, data)
        return transcript.challenge(label)

    challenges = [
        challenge(("a", b"xy")),
        challenge(("a", b"xz")),
        challenge(("b", b"xy")),
        challenge(("a", b"x"), ("a", b"y")),
        challenge(("ax", b"y")),
        challenge(("a", b"xy"), ("a", b"")),
        challenge(("a", b"xy"), label="f"),
    ]
    assert len(set(challenges)) == len(challenges)


def test_challenges_drawn_one_after_the_other_differ_and_vectors_have_128_bits() -> None:
    transcript = opened()
    vectors = [transcript.challenge_vector("u", 60), transcript.challenge_vector("u", 60)]
    entries = {entry for vector in vectors for entry in vector}
    assert len(entries) == 120
    assert all(entry < 2**128 for entry in entries)
    assert any(entry > 2**127 for entry in entries)
    assert transcript.challenge("e") != transcript.challenge("e")


def test_a_transcript_binds_the_parameters() -> None:
    curve = Transcript(CURVE, context(1, "k"), "p")
    modular = Transcript(MODULAR, context(1, "k"), "p")
    assert curve.digest() != modular.digest()


def test_contexts_out_of_bounds_are_refused() -> None:
    for table, anchor, round_number, seat in (
        (b"", HEAD, 1, 1),
        (TABLE, b"", 1, 1),
        (TABLE, -1, 1, 1),
        (TABLE, 2**64, 1, 1),
        (TABLE, HEAD, -1, 1),
        (TABLE, HEAD, 2**32, 1),
        (TABLE, HEAD, 1, -1),
        (TABLE, HEAD, 1, 256),
    ):
        with pytest.raises(DealingError):
            Context(table=table, anchor=anchor, round=round_number, seat=seat, kind="k")


def test_no_two_contexts_have_the_same_octets() -> None:
    where = context(1, "k")
    others = [
        replace(where, table=HEAD),
        replace(where, anchor=TABLE),
        replace(where, anchor=1),
        replace(where, round=256),
        replace(where, round=1, seat=0),
        replace(where, seat=2),
        replace(where, kind="kk"),
        replace(where, kind=""),
        commitment_context(TABLE, 1, 1),
        commitment_context(TABLE, 1, 2),
        commitment_context(TABLE, 2, 1),
    ]
    assert len({other.to_bytes() for other in (where, *others)}) == len(others) + 1
