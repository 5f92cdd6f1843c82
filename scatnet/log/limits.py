"""Every cap on what a record may hold, in one place, with the reason for its value.

A cap is checked before memory is given to what it bounds. Whoever reads records from a stream or a file sizes
its buffers from `RECORD_BYTES`; nothing longer is ever worth reading.
"""

from __future__ import annotations

__all__ = [
    "ARRAY_ITEMS",
    "CARDS",
    "DEPTH",
    "ENVELOPE_BYTES",
    "EVENT_BYTES",
    "EVIDENCE_BYTES",
    "HASH_BYTES",
    "KEY_BYTES",
    "MAX_SEATS",
    "MIN_SEATS",
    "NESTING",
    "NICKNAME_CHARACTERS",
    "PATIENCE_SECONDS",
    "RECORD_BYTES",
    "REVISIONS",
    "ROUND_OPEN_BYTES",
    "RULE_NUMBERS",
    "RULE_VALUE",
    "SERIALS",
    "SIGNATURE_BYTES",
    "TABLE_NAME_CHARACTERS",
    "TURN_CLOCK_SECONDS",
    "WIRE_DEPTH",
    "WIRE_NUMBER",
]

HASH_BYTES = 32  # SHA-256
KEY_BYTES = 32  # an Ed25519 public key, RFC 8032
SIGNATURE_BYTES = 64  # an Ed25519 signature, RFC 8032

MIN_SEATS = 2
MAX_SEATS = 9
CARDS = 52

TABLE_NAME_CHARACTERS = 40
NICKNAME_CHARACTERS = 24
PATIENCE_SECONDS = (10, 3600)
TURN_CLOCK_SECONDS = (0, 600)  # 0: no clock
RULE_NUMBERS = 64  # a rule set is a list of at most this many numbers
RULE_VALUE = 255  # the largest of them
SERIALS = 2**32 - 1  # the largest serial number of a committed permutation
REVISIONS = 65535  # the largest protocol revision

WIRE_DEPTH = 5  # lists within lists in a dealing proof
WIRE_NUMBER = 2**32 - 1  # the largest number in one

# The largest honest event, a key commitment with its proof for 52 cards, is near 10 KB. `round_open` may have
# to carry two events of every other seat as evidence (16 x 15 KiB), and requests to be back (9 x 0.2 KiB).
EVENT_BYTES = 15 * 1024
ROUND_OPEN_BYTES = 256 * 1024

# What stands around unsigned bytes in a record (two lengths, the signature), and around records in evidence.
ENVELOPE_BYTES = 80

# Two events of the largest kind. The longest record of any type, in a file or in a frame.
EVIDENCE_BYTES = 2 * (ROUND_OPEN_BYTES + ENVELOPE_BYTES) + 16
RECORD_BYTES = EVIDENCE_BYTES

# The longest list in any record. The reader gives 8 bytes to each announced item before it sees it, and goes
# at most 1024 lists deep before it refuses, so this also bounds what a lying record can make it set aside: 4
# MiB.
ARRAY_ITEMS = 512

# Lists within lists in any value: an event, its body, a proof within it, and one more, so that it is the schema that
# names a proof which nests too deep.
DEPTH = 3 + WIRE_DEPTH

# Records within records: `round_open` > `begin` (as evidence) > `start` > `sit`.
NESTING = 3
