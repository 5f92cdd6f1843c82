"""Frames: what two peers say to each other on a channel, as length-prefixed msgpack arrays.

Sans-IO: bytes in, frames out. A frame is a four-byte big-endian length and then `[kind, field, ...]`;
`SCHEMA` says which fields each kind has and what each may hold, and nothing else is accepted: no further
fields, no encoding but msgpack's shortest, no kind outside the list. Whoever gets a FrameError closes the
connection.

A greeting is `HELLO` from the listener, `PROVE` from the dialler, with a passcode `PAKE` and `CONFIRM`, then
`WELCOME` or `BYE`; every other kind follows a welcome.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import IntEnum
from typing import Final, TypeAlias

import msgpack

from scatnet.net.fields import Blob, Flag, FrameError, Number, Rule, Several, Together
from scatnet.net.limits import (
    ADDRESSES_PER_PEER,
    FRAME_BYTES,
    NAMES_PER_FRAME,
    RECORD_BYTES,
    RECORD_TYPES,
    RECORDS_PER_FRAME,
    REVISION,
    SEALED_BYTES,
    SYNC_BYTES,
)

__all__ = [
    "Addresses",
    "Again",
    "Bye",
    "Chat",
    "Confirm",
    "Farewell",
    "Frame",
    "FrameReader",
    "Have",
    "Hello",
    "Pake",
    "Ping",
    "Pong",
    "Prove",
    "Records",
    "RevisionError",
    "Role",
    "Sync",
    "Want",
    "Welcome",
    "decode",
    "encode",
]


class RevisionError(FrameError):
    """The other side speaks another revision of the protocol; `theirs` is its number."""

    def __init__(self, theirs: int) -> None:
        super().__init__(f"revision {theirs} of the protocol, not {REVISION}")
        self.theirs = theirs


class Role(IntEnum):
    """What the dialler wants at the table."""

    PLAYER = 0
    WATCHER = 1


class Farewell(IntEnum):
    """Why a connection is closed on purpose."""

    LEAVING = 0
    BUSY = 1
    WRONG_PASSCODE = 2
    NO_SPECTATORS = 3
    TABLE_FULL = 4
    OTHER_TABLE = 5
    KICKED = 6
    MISBEHAVED = 7
    DUPLICATE = 8  # another connection between the same two peers is kept
    NOT_INVITED = 9


@dataclass(frozen=True, slots=True)
class Hello:
    """The listener's first words: its protocol revision, table, a nonce to sign, and whether a passcode is
    asked.
    """

    revision: int
    table: bytes
    nonce: bytes
    locked: bool


@dataclass(frozen=True, slots=True)
class Prove:
    """The dialler's key and its signature over both keys and the listener's nonce; `pake` opens SPAKE2, or is
    empty.
    """

    revision: int
    public: bytes
    signature: bytes
    role: int
    pake: bytes


@dataclass(frozen=True, slots=True)
class Pake:
    """The listener's SPAKE2 message."""

    message: bytes


@dataclass(frozen=True, slots=True)
class Confirm:
    """The dialler's proof that it derived the same key from the passcode."""

    mac: bytes


@dataclass(frozen=True, slots=True)
class Welcome:
    """The listener takes part; `mac` is its own proof of the passcode, empty where none was used."""

    mac: bytes


@dataclass(frozen=True, slots=True)
class Bye:
    """The last frame of a connection: why it ends."""

    reason: int


@dataclass(frozen=True, slots=True)
class Records:
    """Records of the table's log: (type, record) each."""

    records: tuple[tuple[int, bytes], ...]


@dataclass(frozen=True, slots=True)
class Sync:
    """What the sender has of the log; its meaning belongs to the table's peer, not to the network."""

    payload: bytes


@dataclass(frozen=True, slots=True)
class Chat:
    """One signed chat line, see `scatnet.net.chat`."""

    record: bytes


@dataclass(frozen=True, slots=True)
class Addresses:
    """Signed address records of peers that the sender knows, see `scatnet.net.gossip`."""

    records: tuple[bytes, ...]


@dataclass(frozen=True, slots=True)
class Again:
    """An offer of another game, see `scatnet.net.offer`."""

    record: bytes


@dataclass(frozen=True, slots=True)
class Ping:
    """Asks for a Pong with the same number."""

    number: int


@dataclass(frozen=True, slots=True)
class Pong:
    """Answers a Ping."""

    number: int


@dataclass(frozen=True, slots=True)
class Have:
    """Names of records that the sender has, see `scatnet.net.spreading`."""

    names: tuple[bytes, ...]


@dataclass(frozen=True, slots=True)
class Want:
    """Names of records that the sender lacks and asks for."""

    names: tuple[bytes, ...]


Frame: TypeAlias = (
    Hello
    | Prove
    | Pake
    | Confirm
    | Welcome
    | Bye
    | Records
    | Sync
    | Chat
    | Addresses
    | Again
    | Ping
    | Pong
    | Have
    | Want
)

_KEY: Final = Blob(32, 32)
_MAC: Final = Blob(32, 32)
_PAKE: Final = Blob(33, 33)
_COUNT: Final = Number(0, 2**32 - 1)
_NAMES: Final = Several(Blob(32, 32), 1, NAMES_PER_FRAME)

SCHEMA: Final[dict[int, tuple[Callable[..., Frame], tuple[Rule, ...]]]] = {
    1: (Hello, (Number(0, 2**16 - 1), _KEY, Blob(32, 32), Flag())),
    2: (Prove, (Number(0, 2**16 - 1), _KEY, Blob(64, 64), Number(0, max(Role)), Blob(33, 33, or_none=True))),
    3: (Pake, (_PAKE,)),
    4: (Confirm, (_MAC,)),
    5: (Welcome, (Blob(32, 32, or_none=True),)),
    6: (Bye, (Number(0, max(Farewell)),)),
    7: (
        Records,
        (Several(Together((Number(1, RECORD_TYPES), Blob(1, RECORD_BYTES))), 1, RECORDS_PER_FRAME),),
    ),
    8: (Sync, (Blob(1, SYNC_BYTES),)),
    9: (Chat, (Blob(1, SEALED_BYTES),)),
    10: (Addresses, (Several(Blob(1, SEALED_BYTES), 1, 4 * ADDRESSES_PER_PEER),)),
    11: (Ping, (_COUNT,)),
    12: (Pong, (_COUNT,)),
    13: (Again, (Blob(1, SEALED_BYTES),)),
    14: (Have, (_NAMES,)),
    15: (Want, (_NAMES,)),
}
_KIND: Final = {cls: kind for kind, (cls, _rules) in SCHEMA.items()}
_REVISION_FIRST: Final = (1, 2)  # kinds that in every revision say first which revision that is
_PREFIX: Final = 4


def encode(frame: Frame) -> bytes:
    """The frame as it goes over the channel, its length in front. Raises FrameError where our own frame is
    wrong.
    """
    kind = _KIND[type(frame)]
    values = [getattr(frame, name) for name in frame.__dataclass_fields__]
    for rule, value in zip(SCHEMA[kind][1], values, strict=True):
        rule.check(value)
    data: bytes = msgpack.packb([kind, *values])
    return len(data).to_bytes(_PREFIX, "big") + data


def decode(data: bytes) -> Frame:
    """The frame in these bytes, without the length. Raises FrameError, or RevisionError out of a greeting."""
    value = _unpack(data)
    if not isinstance(value, list) or not value or isinstance(value[0], bool) or not isinstance(value[0], int):
        raise FrameError("a frame is a list that begins with its kind")
    kind, *raw = value
    if kind not in SCHEMA:
        raise FrameError(f"there is no frame of kind {kind}")
    if kind in _REVISION_FIRST and raw and isinstance(raw[0], int) and raw[0] != REVISION:
        raise RevisionError(raw[0])
    make, rules = SCHEMA[kind]
    if len(raw) != len(rules):
        raise FrameError(f"a frame of kind {kind} has {len(rules)} fields, not {len(raw)}")
    frame = make(*(rule.check(item) for rule, item in zip(rules, raw, strict=True)))
    if msgpack.packb(value) != data:
        raise FrameError("a frame is encoded in the shortest form only")
    return frame


def _unpack(data: bytes) -> object:
    try:
        value: object = msgpack.unpackb(
            data,
            max_array_len=RECORDS_PER_FRAME,
            max_bin_len=RECORD_BYTES,
            max_str_len=0,
            max_map_len=0,
            max_ext_len=0,
        )
    except (ValueError, msgpack.UnpackException) as error:
        raise FrameError("no msgpack of the kind used here") from error
    return value


class FrameReader:
    """Cuts a stream of bytes into frames, holding no more than one frame and what came with it.

    `limit` bounds the length of a frame and may be raised once the other side is known.
    """

    def __init__(self, limit: int = FRAME_BYTES) -> None:
        self.limit = limit
        self._buffer = bytearray()

    def feed(self, data: bytes) -> None:
        """Take in received bytes; take the frames out with `next_frame` before feeding more."""
        self._buffer += data

    def next_frame(self) -> Frame | None:
        """The next whole frame, or None until more bytes come. Raises FrameError; then the stream is lost."""
        if len(self._buffer) < _PREFIX:
            return None
        length = int.from_bytes(self._buffer[:_PREFIX], "big")
        if not 0 < length <= self.limit:
            raise FrameError(f"a frame of {length} bytes, where 1 to {self.limit} are allowed")
        if len(self._buffer) < _PREFIX + length:
            return None
        data = bytes(self._buffer[_PREFIX : _PREFIX + length])
        del self._buffer[: _PREFIX + length]
        return decode(data)

    @property
    def in_frame(self) -> bool:
        """Whether a frame has begun and is not yet whole."""
        return bool(self._buffer)
