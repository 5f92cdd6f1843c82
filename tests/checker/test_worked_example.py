"""Chapter 11 of `protocol.md`: its bytes are those of the vectors, and hash to what it says."""

from __future__ import annotations

import hashlib
import json
import re
from pathlib import Path

import pytest
from checker.curve import parameters
from checker.events import digest_of, read_event
from checker.heads import next_head
from checker.transcript import NAME

CHAPTER = (Path(__file__).parents[2] / "protocol.md").read_text(encoding="utf-8").split("\n## 11. ")[1]
EVENT, PROOF = CHAPTER.split("### 11.1 ")[1].split("### 11.2 ")
VECTORS = Path(__file__).parents[1] / "vectors"


def _lines(text: str) -> list[tuple[bytes, bytes, int]]:
    """The annotated lines: the bytes before and after the gap of each, and the line's indentation."""
    found = []
    for line in text.splitlines():
        bytes_only = re.match(r"( {4,8})((?:[0-9a-f]{2,}|…)(?: {1,2}(?:[0-9a-f]{2,}|…))*)(?=  |$)", line)
        if bytes_only:
            before, _, after = bytes_only[2].replace(" ", "").partition("…")
            found.append((bytes.fromhex(before), bytes.fromhex(after), len(bytes_only[1])))
    return found


def _fits(octets: bytes, lines: list[tuple[bytes, bytes, int]]) -> bool:
    """Whether `octets` are the lines' bytes, each gap standing for some."""
    pattern = b""
    for before, after, _ in lines:
        pattern += re.escape(before) + (b".*?" + re.escape(after) if after else b"")
    return re.fullmatch(pattern, octets, re.DOTALL) is not None


def _draw() -> dict[str, str]:
    cases: list[dict[str, str]] = json.loads((VECTORS / "log/events.json").read_text(encoding="utf-8"))
    return next(case for case in cases if case["kind"] == "draw")


def test_the_annotated_event_is_the_draw_of_the_vectors() -> None:
    draw = _draw()
    unsigned = bytes.fromhex(draw["unsigned"])
    assert len(unsigned) == 110
    assert _fits(unsigned, _lines(EVENT)[:7])
    assert digest_of("scatnet digest 1", unsigned).hex() in EVENT
    assert len(bytes.fromhex(draw["record"])) == 179
    assert f"begins `{draw['signature'][:8]}`" in EVENT


def test_the_annotated_step_has_the_head_that_the_page_gives() -> None:
    heads = json.loads((VECTORS / "log/heads.json").read_text(encoding="utf-8"))
    event = read_event(bytes.fromhex(_draw()["record"]))
    outcomes = {0: None, 1: event, 8: None}
    head = bytes.fromhex(heads["step"]["head"])
    length = len(event.unsigned).to_bytes(4, "big")
    hashed = b"scatnet head 1\n" + head + b"\0\1" + b"\1\0" + length + event.unsigned + b"\x08\1"
    assert len(hashed) == 167
    assert _fits(hashed, _lines(EVENT)[7:12])
    assert next_head(head, outcomes).hex() == hashlib.sha256(hashed).hexdigest()
    assert f"= {next_head(head, outcomes).hex()}" in EVENT


def _item(label: str, data: bytes) -> bytes:
    name = label.encode()
    return len(name).to_bytes(4, "big") + name + len(data).to_bytes(4, "big") + data


@pytest.mark.parametrize("word", ["challenge of rho", "challenge of e"])
def test_the_annotated_transcript_gives_the_numbers_that_the_page_gives(word: str) -> None:
    shares = json.loads((VECTORS / "dealing/shares.json").read_text(encoding="utf-8"))
    case = shares["cases"][0]
    images, (commitments, response) = case["wire"]
    hashed = len(NAME).to_bytes(4, "big") + NAME
    hashed += _item("params", parameters().digest) + _item("context", bytes.fromhex(case["context"]["octets"]))
    hashed += _item("proof", b"shares") + _item("key", bytes.fromhex(case["key"]))
    hashed += _item("sources", b"".join(bytes.fromhex(a) for a, _ in shares["pairs"]))
    hashed += _item("images", bytes.fromhex(images)) + _item("challenge", b"rho")
    if word == "challenge of rho":
        state = hashlib.sha256(hashed).digest()
        assert f"`{state.hex()}`" in PROOF
        assert f"`{hashlib.sha256(state + bytes(4)).digest()[:16].hex()}`" in PROOF
        assert case["rho"][0].endswith(hashlib.sha256(state + bytes(4)).digest()[:16].hex())
        return
    hashed += _item("commitments", bytes.fromhex(commitments)) + _item("challenge", b"e")
    state = hashlib.sha256(hashed).digest()
    assert f"`{state.hex()}`" in PROOF
    assert f"e = `{case['e']}`" in PROOF
    assert f"`{response[:8]}…{response[-4:]}`" in PROOF
    outer = [line for line in _lines(PROOF) if line[2] == 4]
    context = [line for line in _lines(PROOF) if line[2] == 8]
    assert _fits(bytes.fromhex(case["context"]["octets"]), context)
    assert _fits(hashed, [*outer[:3], *context, *outer[3:]])
