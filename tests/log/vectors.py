"""What stands in tests/vectors/log, made from the samples.

In JSON, bytes within a body are {"bytes": hexadecimal digits}; all other bytes are hexadecimal digits alone.
"""

from __future__ import annotations

import json
from pathlib import Path

from scatnet.log import Event, Evidence, Identity, Outcome, Value, endorse, step_head
from tests.log.forging import REFUSALS
from tests.log.samples import ANN, BEN, COMPUTER, DRAW, EVENTS, HEAD, LOBBY_HEAD, OPEN, REFUSED, TABLE, TWICE

FOLDER = Path(__file__).parent.parent / "vectors" / "log"

_SHORT_RECORD = 4096  # the vectors of longer ones would be mostly zeros


def plain(value: Value) -> object:
    """A value of a record in JSON."""
    if isinstance(value, tuple):
        return [plain(part) for part in value]
    if isinstance(value, bytes):
        return {"bytes": value.hex()}
    return value


def keys_vector() -> object:
    """Public keys, fingerprints, a computer player's seed and its endorsement."""
    return {
        "people": [_key(ANN), _key(BEN)],
        "computer_player": {
            "operator_seed": ANN.seed.hex(),
            "table": TABLE.hex(),
            "index": 0,
            **_key(COMPUTER),
            "endorsement": endorse(ANN, TABLE, COMPUTER.public).hex(),
        },
    }


def events_vector() -> object:
    """One event of every kind."""
    return [_event(each) for each in EVENTS.values()]


def evidence_vector() -> object:
    """A single refused event, and two answers to one head."""
    return [_evidence(each) for each in (REFUSED, TWICE)]


def heads_vector() -> object:
    """The table's name, the head after `open`, and the head after a step with an event and a lapse."""
    outcomes = (Outcome(0, None), Outcome(1, DRAW), Outcome(8, None))
    return {
        "open": OPEN.unsigned.hex(),
        "table": TABLE.hex(),
        "head_after_open": LOBBY_HEAD.hex(),
        "step": {
            "head": HEAD.hex(),
            "outcomes": [
                {"seat": each.seat, "unsigned": None if each.event is None else each.event.unsigned.hex()}
                for each in outcomes
            ],
            "next_head": step_head(HEAD, outcomes).hex(),
        },
    }


def refusals_vector() -> object:
    """Records that must be refused, each with its one fault."""
    return [
        {"what": each.what, "record": each.record.hex(), "clause": each.clause}
        for each in REFUSALS
        if len(each.record) <= _SHORT_RECORD
    ]


VECTORS = {
    "keys.json": keys_vector,
    "events.json": events_vector,
    "evidence.json": evidence_vector,
    "heads.json": heads_vector,
    "refusals.json": refusals_vector,
}


def vector_text(content: object) -> str:
    """A vector file's text."""
    return json.dumps(content, indent=1, ensure_ascii=False) + "\n"


def _key(identity: Identity) -> dict[str, str]:
    return {
        "seed": identity.seed.hex(),
        "public": identity.public.hex(),
        "fingerprint": identity.fingerprint,
    }


def _event(event: Event) -> object:
    seeds = {each.public: each.seed.hex() for each in (ANN, BEN, COMPUTER)}
    return {
        "kind": event.kind.value,
        "author_seed": seeds[event.author],
        "table": event.table.hex(),
        "head": event.head.hex(),
        "body": plain(event.body),
        "unsigned": event.unsigned.hex(),
        "signature": event.signature.hex(),
        "record": event.record.hex(),
        "digest": event.digest.hex(),
    }


def _evidence(evidence: Evidence) -> object:
    return {
        "events": [event.record.hex() for event in evidence.events],
        "record": evidence.record.hex(),
        "digest": evidence.digest.hex(),
    }
