"""The known answers in tests/vectors/dealing: today's code gives them, and they hold as they stand there."""

import json
from pathlib import Path

import pytest

from scatnet.dealing import (
    Batch,
    Commitment,
    Element,
    MixedOpening,
    Opening,
    Pair,
    RoundKey,
    Shares,
    Shuffle,
    collect_commitment,
    collect_mixed_opening,
    collect_opening,
    collect_round_key,
    collect_shares,
    collect_shuffle,
)
from tests.dealing.helpers import CURVE
from tests.dealing.vector_source import Json, read_context, read_wire, vectors

FOLDER = Path(__file__).parent.parent / "vectors" / "dealing"


def stored(name: str) -> dict[str, Json]:
    content: Json = json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))
    assert isinstance(content, dict)
    return content


def cases(name: str) -> list[dict[str, Json]]:
    listed = stored(name)["cases"]
    assert isinstance(listed, list)
    found = [case for case in listed if isinstance(case, dict)]
    assert len(found) == len(listed)
    return found


def element(value: Json) -> Element:
    assert isinstance(value, str)
    return CURVE.group.decode(bytes.fromhex(value))


def elements(value: Json) -> tuple[Element, ...]:
    assert isinstance(value, list)
    return tuple(element(item) for item in value)


def pairs(value: Json) -> tuple[Pair, ...]:
    assert isinstance(value, list)
    return tuple(Pair(*elements(item)) for item in value)


@pytest.mark.parametrize("name", sorted(path.stem for path in FOLDER.glob("*.json")))
def test_the_stored_answers_are_what_the_code_gives(name: str) -> None:
    assert stored(name) == vectors()[name]


def test_every_vector_has_its_file() -> None:
    assert sorted(vectors()) == sorted(path.stem for path in FOLDER.glob("*.json"))


def test_everything_stored_holds_in_one_batch() -> None:
    batch: Batch[str] = Batch(CURVE)
    for case in cases("round_key"):
        made = RoundKey.from_wire(CURVE, read_wire(case["wire"]))
        collect_round_key(batch, "round key", read_context(case["context"]), made)
    commitments: dict[tuple[Element, ...], Commitment] = {}
    for case in cases("commitment"):
        commitment = Commitment.from_wire(CURVE, read_wire(case["wire"]))
        commitments[commitment.c] = commitment
        collect_commitment(batch, "commitment", read_context(case["context"]), commitment, len(commitment.c))
    chain = stored("shuffle")
    deck = pairs(chain["starting_deck"])
    for case in cases("shuffle"):
        assert pairs(case["deck"]) == deck
        shuffle = Shuffle.from_wire(CURVE, read_wire(case["wire"]), len(deck))
        collect_shuffle(
            batch,
            "shuffle",
            read_context(case["context"]),
            commitments[elements(case["c"])],
            element(chain["table_key"]),
            elements(chain["keys"]),
            deck,
            shuffle,
        )
        deck = shuffle.deck
    asked = pairs(stored("shares")["pairs"])
    assert asked == deck[:3]
    for case in cases("shares"):
        shares = Shares.from_wire(CURVE, read_wire(case["wire"]), len(asked))
        collect_shares(batch, "shares", read_context(case["context"]), element(case["key"]), asked, shares)
    hands = stored("hands")
    hand, key, show = pairs(hands["hand"]), element(hands["key"]), hands["show"]
    assert isinstance(show, dict)
    opening = Opening.from_wire(CURVE, read_wire(show["wire"]), 3)
    collect_opening(batch, "show", read_context(show["context"]), key, hand[:3], opening)
    for case in cases("hands"):
        chosen = case["chosen"]
        assert isinstance(chosen, list)
        mixed = MixedOpening.from_wire(CURVE, read_wire(case["wire"]), len(hand), len(chosen))
        collect_mixed_opening(batch, "mixed opening", read_context(case["context"]), key, hand, mixed)
    assert batch.verify() == ()
