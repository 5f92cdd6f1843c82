"""The log without input or output: signed events, strict decoding, steps and heads.

Bytes go in through `decode_record` and `decode_evidence`, and come out as frozen values or as one
`BadRecord`. Own events are made with `make_event`. Heads come from `step_head`. No module here knows a
socket, a file or a clock, nor what a legal move is.
"""

from __future__ import annotations

from scatnet.log import limits
from scatnet.log.decoding import decode_evidence, decode_record, kind_of, make_event
from scatnet.log.encoding import Value
from scatnet.log.errors import BadRecord
from scatnet.log.event import ZERO, Event
from scatnet.log.evidence import Evidence, fits_in_round_open, make_evidence
from scatnet.log.identity import Identity, Signer, endorse, endorsed, fingerprint, verify
from scatnet.log.kinds import LOBBY, OPENING, REQUEST, SLOT, VOTE, Kind
from scatnet.log.steps import Outcome, Step, opening_head, step_head, table_id
from scatnet.log.text import clean_text, text_fault

__all__ = [
    "LOBBY",
    "OPENING",
    "REQUEST",
    "SLOT",
    "VOTE",
    "ZERO",
    "BadRecord",
    "Event",
    "Evidence",
    "Identity",
    "Kind",
    "Outcome",
    "Signer",
    "Step",
    "Value",
    "clean_text",
    "decode_evidence",
    "decode_record",
    "endorse",
    "endorsed",
    "fingerprint",
    "fits_in_round_open",
    "kind_of",
    "limits",
    "make_event",
    "make_evidence",
    "opening_head",
    "step_head",
    "table_id",
    "text_fault",
    "verify",
]
