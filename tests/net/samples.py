"""One frame of each kind, and of each shape that it may have, those of the handshake first and in its order."""

from __future__ import annotations

from scatnet.net.frames import (
    Addresses,
    Again,
    Bye,
    Chat,
    Confirm,
    Frame,
    Have,
    Hello,
    Pake,
    Ping,
    Pong,
    Prove,
    Records,
    Sync,
    Want,
    Welcome,
)
from scatnet.net.limits import REVISION
from tests.net.helpers import TABLE

KEY = b"k" * 32

FRAMES: tuple[Frame, ...] = (
    Hello(REVISION, TABLE, bytes(32), True),
    Prove(REVISION, KEY, bytes(64), 1, b""),
    Prove(REVISION, KEY, bytes(64), 0, bytes(33)),
    Pake(bytes(33)),
    Confirm(bytes(32)),
    Welcome(b""),
    Welcome(bytes(32)),
    Bye(0),
    Records(((1, b"event"), (2, b"evidence"))),
    Sync(b"have"),
    Chat(b"line"),
    Addresses((b"one", b"two")),
    Again(b"offer"),
    Ping(0),
    Pong(2**32 - 1),
    Have((KEY, bytes(32))),
    Want((KEY,)),
)
