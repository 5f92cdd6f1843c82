"""Every label that keeps one use of a hash, a signature or a key from being mistaken for another.

A label ends in a line feed and names the version of its meaning, so that no label is the beginning of another
and a changed meaning can never verify under the old name.
"""

from __future__ import annotations

__all__ = ["DIGEST", "ENDORSEMENT", "EVIDENCE", "FINGERPRINT", "HEAD", "SEAT_SEED", "SIGNATURE", "TABLE"]

SIGNATURE = b"scatnet event 1\n"  # what an author signs: this, then the unsigned bytes
DIGEST = b"scatnet digest 1\n"  # names an event: this, then the unsigned bytes
EVIDENCE = b"scatnet evidence 1\n"  # names a piece of evidence: this, then its record
HEAD = b"scatnet head 1\n"  # a head after a step
TABLE = b"scatnet table 1\n"  # names a table: this, then the unsigned `open`
ENDORSEMENT = b"scatnet seat 1\n"  # what an operator signs for a computer player's seat
SEAT_SEED = b"scatnet computer seat 1\n"  # derives a computer player's key from its operator's seed
FINGERPRINT = b"scatnet fingerprint 1\n"  # the part of a key that people read to each other
