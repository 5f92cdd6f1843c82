"""Every bound of the network in one place: sizes, counts, seconds and rates, each with the reason for its
value.

A bound on what a stranger can cost us is here; a bound on the log's own records lives with the log.
"""

from __future__ import annotations

from typing import Final

from scatnet.log import limits as log_limits

__all__ = [
    "ADDRESSES_BURST",
    "ADDRESSES_PER_PEER",
    "ADDRESSES_RATE",
    "CHAT_BURST",
    "CHAT_RATE",
    "CHAT_TEXT",
    "CLOSE_SECONDS",
    "CONNECT_SECONDS",
    "FILL_BYTES",
    "FRAME_BURST",
    "FRAME_BYTES",
    "FRAME_RATE",
    "GIVE_UP_SECONDS",
    "GRACE_SECONDS",
    "GREETING_BYTES",
    "HALF_OPEN",
    "HALF_OPEN_PER_ADDRESS",
    "HANDSHAKE_SECONDS",
    "INBOX_FRAMES",
    "KEPT_BYTES",
    "KEPT_SECONDS",
    "KEPT_SHARE_BYTES",
    "KEPT_SHARE_RECORDS",
    "LINKS",
    "LINK_AGE_SECONDS",
    "NAMED_PER_LINK",
    "NAMES_PER_FRAME",
    "NAMES_SEEN",
    "NEEDLESS_PUSHES",
    "OUTBOX_BYTES",
    "OUTBOX_FRAMES",
    "PASSCODE_BURST",
    "PASSCODE_BURST_TOTAL",
    "PASSCODE_RATE",
    "PASSCODE_RATE_TOTAL",
    "PASSCODE_TEXT",
    "PING_SECONDS",
    "RECORDS_PER_FRAME",
    "RECORD_BYTES",
    "RECORD_COST",
    "RECORD_TYPES",
    "REDIAL_FIRST_SECONDS",
    "REDIAL_LAST_SECONDS",
    "REVISION",
    "SEALED_BYTES",
    "SEALED_COST",
    "SEND_SECONDS",
    "SENT_AWAY_VISITS",
    "SILENCE_SECONDS",
    "SYNC_BYTES",
    "SYNC_COST",
    "TELL_SECONDS",
    "TOLD_PER_LINK",
    "USELESS_BURST",
    "USELESS_RATE",
    "VISIT_BURST",
    "VISIT_RATE",
    "WANT_SECONDS",
    "WATCHER_SHARE",
    "WORK_BURST",
    "WORK_RATE",
    "WRITE_BYTES",
]

REVISION: Final = 1  # of this protocol; a peer of another revision is told so and gets no further

# Sizes. A frame holds at least one record of the longest kind; we fill frames only so far with shorter ones.
RECORD_BYTES: Final = log_limits.RECORD_BYTES
FRAME_BYTES: Final = RECORD_BYTES + 16 * 1024
FILL_BYTES: Final = 256 * 1024
GREETING_BYTES: Final = 1024  # before the other side has proven its key
RECORDS_PER_FRAME: Final = 256
RECORD_TYPES: Final = 2  # 1 event, 2 evidence
NAMES_PER_FRAME: Final = 256
SYNC_BYTES: Final = 64 * 1024
SEALED_BYTES: Final = 2048  # a signed statement beside the log: addresses, a chat line, an offer
ADDRESSES_PER_PEER: Final = 8
CHAT_TEXT: Final = 280  # characters
PASSCODE_TEXT: Final = 64  # characters

# Connections. Nine seats and twenty spectators fit three times over.
LINKS: Final = 96
HALF_OPEN: Final = 64
HALF_OPEN_PER_ADDRESS: Final = 24  # a whole table may sit on one machine
INBOX_FRAMES: Final = 16  # received and not yet worked on, over all peers; then readers wait, and take turns
OUTBOX_FRAMES: Final = 4096  # queued for one peer; one that reads slower than a table talks is cut off
OUTBOX_BYTES: Final = 4 * 1024 * 1024
WRITE_BYTES: Final = 64 * 1024  # of queued frames that leave together: writing is dearer than what is written

# Records by name. A table of nine makes some forty of ten kilobytes in a deal.
KEPT_BYTES: Final = 16 * 1024 * 1024  # of records that may be asked for; what finds no room is not named
KEPT_SHARE_BYTES: Final = 4 * 1024 * 1024  # of them, from one neighbour
KEPT_SHARE_RECORDS: Final = 512
NAMES_SEEN: Final = 4096  # of records that are here, newest; an older one that is named is asked for once too often
NAMED_PER_LINK: Final = NAMES_PER_FRAME  # by one neighbour and lacking here; further names are passed over
TOLD_PER_LINK: Final = 2048  # to one neighbour, and not asked for by it; as many records at most are kept
NEEDLESS_PUSHES: Final = 8  # in a row, of what a neighbour had otherwise, until it gets names again

# Seconds.
CONNECT_SECONDS: Final = 8.0
HANDSHAKE_SECONDS: Final = 15.0  # TLS, proof and passcode together; nine processes share two cores in a demo
SEND_SECONDS: Final = 30.0  # for one frame to leave: 10 KiB/s at least
SILENCE_SECONDS: Final = 50.0  # without a whole frame; a ping is due every PING_SECONDS
PING_SECONDS: Final = 15.0
CLOSE_SECONDS: Final = 2.0
REDIAL_FIRST_SECONDS: Final = 0.5
REDIAL_LAST_SECONDS: Final = 30.0
LINK_AGE_SECONDS: Final = 5.0  # older than this, a link gives way to a new one: its peer has lost it

TELL_SECONDS: Final = 1.0  # until what came from a neighbour is named to the others, by then mostly for nothing
GRACE_SECONDS: Final = 0.15  # until a record that was named is asked for: it may be on its way
WANT_SECONDS: Final = 2.0  # until other neighbours are asked
GIVE_UP_SECONDS: Final = 10.0  # after the last was asked; a busy machine may take so long
KEPT_SECONDS: Final = 20.0  # a record that may be asked for: it is within 5 s of its naming, and frames take time

# Rates: so many a second after a burst of so many.
FRAME_RATE: Final = 400.0
FRAME_BURST: Final = 6000.0
WORK_RATE: Final = 8.0 * 1024 * 1024  # in bytes received; who makes more work is read more slowly, not cut off
WORK_BURST: Final = 32.0 * 1024 * 1024
RECORD_COST: Final = (
    4.0 * 1024
)  # as many bytes' work beside its own: some 2000 a second, faster than proofs are checked
SEALED_COST: Final = 32.0 * 1024  # with a signature to be checked, and seldom needed
SYNC_COST: Final = 512.0 * 1024  # its answer, and finding that
WATCHER_SHARE: Final = 8.0  # a watcher may make so much less work than a player: it has little to say
USELESS_RATE: Final = 2.0  # records refused, or named and not given; chat beyond its rate
USELESS_BURST: Final = 200.0
ADDRESSES_RATE: Final = 0.2  # new ones of one peer at the table, or from one neighbour of strangers
ADDRESSES_BURST: Final = 64.0  # a whole book of them, at the first meeting
CHAT_RATE: Final = 0.5
CHAT_BURST: Final = 6.0
VISIT_RATE: Final = 1.0  # connections from one address or of one key
VISIT_BURST: Final = 40.0
SENT_AWAY_VISITS: Final = 15.0  # as which a link counts that is cut off for what came over it: each link has new bursts
PASSCODE_RATE: Final = 0.1  # wrong passcodes from one address
PASSCODE_BURST: Final = 5.0
PASSCODE_RATE_TOTAL: Final = 0.5  # from everywhere: a four-digit passcode stands for hours
PASSCODE_BURST_TOTAL: Final = 20.0
