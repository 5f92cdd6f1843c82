"""A channel: one encrypted connection between two peers, whole frames in and out, each peer's key known.

`scatnet.net.handshake` makes channels. A channel owns its stream: closing the channel closes the stream. One
task may send and one may receive at a time.
"""

from __future__ import annotations

from contextlib import suppress
from enum import Enum, auto
from typing import Final

import trio

from scatnet.net.fields import FrameError
from scatnet.net.frames import Farewell, Frame, FrameReader, RevisionError, encode
from scatnet.net.limits import CLOSE_SECONDS, FRAME_BYTES, SEND_SECONDS
from scatnet.words import _, mark

__all__ = ["FAREWELL_TROUBLE", "Channel", "ChannelError", "FramedStream", "Trouble"]


class Trouble(Enum):
    """Why there is no channel, or no longer one."""

    UNREACHABLE = auto()
    NOT_SCATNET = auto()
    WRONG_KEY = auto()
    OTHER_REVISION = auto()
    OTHER_TABLE = auto()
    PASSCODE_NEEDED = auto()
    WRONG_PASSCODE = auto()
    NO_PASSCODE_THERE = auto()
    TOO_SLOW = auto()
    NONSENSE = auto()
    BROKEN = auto()
    BUSY = auto()
    NO_SPECTATORS = auto()
    TABLE_FULL = auto()
    NOT_INVITED = auto()
    KICKED = auto()
    MISBEHAVED = auto()
    DUPLICATE = auto()
    LEFT = auto()


_SENTENCES: Final = {
    Trouble.UNREACHABLE: mark("Nobody answers there. Is the table still open, and are both on the same network?"),
    Trouble.NOT_SCATNET: mark("Something answers there, but it is no table of this program."),
    Trouble.WRONG_KEY: mark("Somebody else answers there: the key is not the one of the table that was meant."),
    Trouble.OTHER_REVISION: mark("The others use a version of this program that plays differently; use the same one."),
    Trouble.OTHER_TABLE: mark("There is another table at that address now."),
    Trouble.PASSCODE_NEEDED: mark("This table asks for a passcode."),
    Trouble.WRONG_PASSCODE: mark("The passcode is wrong."),
    Trouble.NO_PASSCODE_THERE: mark("A passcode was given, but the table there has none: it is not the one meant."),
    Trouble.TOO_SLOW: mark("The other side took too long to answer."),
    Trouble.NONSENSE: mark("The other side sent something that is not part of the protocol."),
    Trouble.BROKEN: mark("The connection broke."),
    Trouble.BUSY: mark("The table takes no more connections just now; try again in a minute."),
    Trouble.NO_SPECTATORS: mark("This table takes no spectators."),
    Trouble.TABLE_FULL: mark("All seats at this table are taken."),
    Trouble.NOT_INVITED: mark("The game at this table has begun without you; you can watch it where that is allowed."),
    Trouble.KICKED: mark("The host wants somebody else in your seat."),
    Trouble.MISBEHAVED: mark("The other side closed the connection because of what was sent to it."),
    Trouble.DUPLICATE: mark("Another connection to the same peer is used."),
    Trouble.LEFT: mark("The other side has left."),
}

FAREWELL_TROUBLE: Final = {
    Farewell.LEAVING: Trouble.LEFT,
    Farewell.BUSY: Trouble.BUSY,
    Farewell.WRONG_PASSCODE: Trouble.WRONG_PASSCODE,
    Farewell.NO_SPECTATORS: Trouble.NO_SPECTATORS,
    Farewell.TABLE_FULL: Trouble.TABLE_FULL,
    Farewell.OTHER_TABLE: Trouble.OTHER_TABLE,
    Farewell.KICKED: Trouble.KICKED,
    Farewell.MISBEHAVED: Trouble.MISBEHAVED,
    Farewell.DUPLICATE: Trouble.DUPLICATE,
    Farewell.NOT_INVITED: Trouble.NOT_INVITED,
}


class ChannelError(Exception):
    """A channel could not be made or is at its end. `trouble` says why, the text says it to a person.

    `detail` is for the log file: what exactly was wrong.
    """

    def __init__(self, trouble: Trouble, detail: str = "") -> None:
        super().__init__(_(_SENTENCES[trouble]))
        self.trouble = trouble
        self.detail = detail


class FramedStream:
    """Whole frames over a stream of bytes. Every error is a ChannelError."""

    def __init__(self, stream: trio.abc.Stream, limit: int = FRAME_BYTES) -> None:
        self._stream = stream
        self._reader = FrameReader(limit)
        self._received = 0

    def allow(self, limit: int) -> None:
        """Take frames of up to `limit` bytes from now on."""
        self._reader.limit = limit

    @property
    def received(self) -> int:
        """Bytes received so far."""
        return self._received

    async def send(self, frame: Frame) -> None:
        """Send one frame. A peer that does not take it in time is given up."""
        await self.send_encoded(encode(frame))

    async def send_encoded(self, data: bytes) -> None:
        """Send one frame that is already encoded, as for many peers at once."""
        try:
            with trio.fail_after(SEND_SECONDS):
                await self._stream.send_all(data)
        except trio.TooSlowError:
            raise ChannelError(Trouble.TOO_SLOW, "a frame could not be delivered in time") from None
        except (trio.BrokenResourceError, trio.ClosedResourceError) as error:
            raise ChannelError(Trouble.BROKEN, "the stream broke while sending") from error

    async def receive(self) -> Frame:
        """The next frame. Waits for its first byte as long as need be, for its last one only so long."""
        try:
            frame = self._reader.next_frame()
            if frame is None and not self._reader.in_frame:
                await self._more()
                frame = self._reader.next_frame()
            if frame is None:
                with trio.fail_after(SEND_SECONDS):
                    while frame is None:
                        await self._more()
                        frame = self._reader.next_frame()
        except RevisionError as error:
            raise ChannelError(Trouble.OTHER_REVISION, str(error)) from error
        except FrameError as error:
            raise ChannelError(Trouble.NONSENSE, str(error)) from error
        except trio.TooSlowError:
            raise ChannelError(Trouble.TOO_SLOW, "a frame was begun and not finished in time") from None
        return frame

    async def aclose(self) -> None:
        """Close the stream, politely if that is quickly done. Safe to call when cancelled, and more than
        once.
        """
        with trio.move_on_after(CLOSE_SECONDS, shield=True):
            with suppress(trio.BrokenResourceError, trio.BusyResourceError):
                await self._stream.aclose()
        await trio.aclose_forcefully(self._stream)

    async def _more(self) -> None:
        try:
            data = await self._stream.receive_some()
        except (trio.BrokenResourceError, trio.ClosedResourceError) as error:
            raise ChannelError(Trouble.BROKEN, "the stream broke while receiving") from error
        if not data:
            raise ChannelError(Trouble.BROKEN, "the other side closed the stream")
        self._received += len(data)
        self._reader.feed(bytes(data))


class Channel:
    """A FramedStream to the peer that holds the key `peer`, about the table of this id.

    `dialled` tells which end this is, `watcher` whether the other side came only to watch, `address` whence
    it came (text, for limits and the log file).
    """

    def __init__(
        self,
        frames: FramedStream,
        peer: bytes,
        table: bytes,
        *,
        dialled: bool,
        watcher: bool = False,
        address: str = "",
    ) -> None:
        self._frames = frames
        self.peer: Final = peer
        self.table: Final = table
        self.dialled: Final = dialled
        self.watcher: Final = watcher
        self.address: Final = address
        self.send = frames.send
        self.send_encoded = frames.send_encoded
        self.receive = frames.receive
        self.aclose = frames.aclose

    @property
    def received(self) -> int:
        """Bytes received so far."""
        return self._frames.received
