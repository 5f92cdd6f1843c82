"""How a channel comes about: `dial` and `accept` are its two ends, over any stream of bytes.

1. TLS 1.3. The listener's certificate is made of its Ed25519 key, and TLS proves that it holds that key. The
dialler compares the key with the one it expects before it sends a single byte of its own. 2. The listener
says HELLO: its revision, the table, a fresh nonce, whether there is a passcode. 3. The dialler says PROVE:
its key, and a signature by it over a label, both keys, the table, the role and the nonce. Nothing can be
relayed: whoever stands between has to end the TLS connection with a key of its own, and then it is that key
that the dialler signs, which no other listener accepts. The nonce keeps old signatures out. So the signature
need not name the TLS session as well. 4. With a passcode, SPAKE2: PROVE carries the first message, then PAKE,
CONFIRM; see `scatnet.net.passcode`. A dialler that insists on the passcode takes no welcome without the
listener's own confirmation. 5. WELCOME, or BYE with a reason.

The caller owns the stream until the channel is returned; where an error is raised, the stream has been
closed.
"""

from __future__ import annotations

import hmac
import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Final, NoReturn, Protocol, TypeVar

import trio

from scatnet.log import fingerprint, verify
from scatnet.net.channel import FAREWELL_TROUBLE, Channel, ChannelError, FramedStream, Trouble
from scatnet.net.credentials import Credentials, CredentialsError, certified_key
from scatnet.net.frames import Bye, Confirm, Farewell, Frame, Hello, Pake, Prove, Role, Welcome
from scatnet.net.limits import FRAME_BYTES, GREETING_BYTES, HANDSHAKE_SECONDS, REVISION
from scatnet.net.passcode import Context, PasscodeError, PasscodeExchange

__all__ = ["Door", "Refused", "Wish", "accept", "dial"]

_LABEL: Final = b"scatnet channel 1\n"
_EXCHANGES: Final = trio.CapacityLimiter(2)  # passcode runs at once: strangers must not fill the cores with them

AnyFrame = TypeVar("AnyFrame", bound=Frame)


@dataclass(frozen=True, slots=True, kw_only=True)
class Wish:
    """What a dialler wants: the `key` or `fingerprint` it expects, and the `table`; None where any will do.

    With `insist`, only a listener that knows the passcode will do; without, the listener's key is proof
    enough and the passcode is used where it is asked for.
    """

    key: bytes | None = None
    fingerprint: str | None = None
    table: bytes | None = None
    role: Role = Role.PLAYER
    passcode: str | None = None
    insist: bool = True

    def means(self, listener: bytes) -> bool:
        """Whether this listener's key is the one expected."""
        return self.key in (None, listener) and self.fingerprint in (None, fingerprint(listener))


@dataclass(frozen=True, slots=True)
class Refused:
    """The listener does not let this key in."""

    reason: Farewell


class Door(Protocol):
    """A listener's rules for who comes in."""

    @property
    def table(self) -> bytes:
        """The 32-byte id of the table served here."""
        ...

    @property
    def passcode(self) -> str | None:
        """What strangers must know to come in; None where the door is open."""
        ...

    def judge(self, key: bytes, role: Role) -> Refused | bool:
        """Whether this proven key may come in: True as it is, False only with the passcode (where there is
        one).
        """
        ...

    def may_try_passcode(self, address: str) -> bool:
        """Whether one more attempt may be made from there now; it counts as wrong until
        `passcode_was_right`.
        """
        ...

    def passcode_was_right(self, address: str) -> None:
        """The last attempt from there was no wrong one."""
        ...


async def dial(stream: trio.abc.Stream, credentials: Credentials, wish: Wish, address: str = "") -> Channel:
    """The dialler's end of a new channel over `stream`. Raises ChannelError, the stream closed."""
    tls = trio.SSLStream(stream, credentials.client_context, server_hostname=None, server_side=False)
    async with _guarded(tls):
        listener = await _listener_key(tls)
        if listener == credentials.public or not wish.means(listener):
            raise ChannelError(Trouble.WRONG_KEY, f"the certificate there is of {listener.hex()}")
        frames = FramedStream(tls, GREETING_BYTES)
        hello = await _receive(frames, Hello)
        if wish.table not in (None, hello.table):
            raise ChannelError(Trouble.OTHER_TABLE)
        context = Context(dialler=credentials.public, listener=listener, table=hello.table, nonce=hello.nonce)
        exchange = await _open_exchange(wish, hello, context)
        await frames.send(
            Prove(
                revision=REVISION,
                public=credentials.public,
                signature=credentials.identity.sign(_statement(context, wish.role)),
                role=wish.role,
                pake=exchange.message if exchange else b"",
            )
        )
        await _be_welcomed(frames, wish, exchange)
        frames.allow(FRAME_BYTES)
        return Channel(frames, listener, hello.table, dialled=True, address=address)


async def accept(stream: trio.abc.Stream, credentials: Credentials, door: Door, address: str = "") -> Channel:
    """The listener's end of a new channel over `stream`. Raises ChannelError, the stream closed."""
    tls = trio.SSLStream(stream, credentials.server_context, server_side=True)
    async with _guarded(tls):
        frames = FramedStream(tls, GREETING_BYTES)
        nonce = secrets.token_bytes(32)
        await frames.send(Hello(REVISION, door.table, nonce, door.passcode is not None))
        proof = await _receive(frames, Prove)
        role = Role(proof.role)
        context = Context(dialler=proof.public, listener=credentials.public, table=door.table, nonce=nonce)
        if not verify(proof.public, proof.signature, _statement(context, role)):
            raise ChannelError(Trouble.NONSENSE, "the dialler's signature is wrong")
        verdict = door.judge(proof.public, role)
        if isinstance(verdict, Refused):
            await _refuse(frames, verdict.reason)
        mac = b""
        if not verdict and door.passcode is not None:
            mac = await _ask_passcode(frames, door, door.passcode, proof.pake, context, address)
        await frames.send(Welcome(mac))
        frames.allow(FRAME_BYTES)
        return Channel(
            frames, proof.public, context.table, dialled=False, watcher=role is Role.WATCHER, address=address
        )


@asynccontextmanager
async def _guarded(tls: trio.SSLStream[trio.abc.Stream]) -> AsyncIterator[None]:
    """Run the handshake in this block: bounded in time, and the stream closed whatever goes wrong."""
    try:
        with trio.fail_after(HANDSHAKE_SECONDS):
            try:
                await tls.do_handshake()
            except (trio.BrokenResourceError, trio.ClosedResourceError) as error:
                raise ChannelError(Trouble.NOT_SCATNET, f"no TLS: {error.__cause__ or error}") from error
            yield
    except BaseException as error:
        await FramedStream(tls).aclose()
        if isinstance(error, trio.TooSlowError):
            raise ChannelError(Trouble.TOO_SLOW, "the handshake was not done in time") from None
        raise


async def _listener_key(tls: trio.SSLStream[trio.abc.Stream]) -> bytes:
    certificate: object = tls.getpeercert(binary_form=True)
    try:
        return certified_key(certificate if isinstance(certificate, bytes) else None)
    except CredentialsError as error:
        raise ChannelError(Trouble.NOT_SCATNET, str(error)) from error


def _statement(context: Context, role: Role) -> bytes:
    """What the dialler signs: every part has a fixed length."""
    return _LABEL + context.dialler + context.listener + context.table + context.nonce + bytes([role])


async def _receive(frames: FramedStream, kind: type[AnyFrame]) -> AnyFrame:
    """The next frame, which must be of this kind; a BYE instead says why not."""
    frame = await frames.receive()
    if isinstance(frame, Bye):
        raise ChannelError(FAREWELL_TROUBLE[Farewell(frame.reason)])
    if not isinstance(frame, kind):
        raise ChannelError(Trouble.NONSENSE, f"{type(frame).__name__} where {kind.__name__} is due")
    return frame


async def _open_exchange(wish: Wish, hello: Hello, context: Context) -> PasscodeExchange | None:
    if wish.passcode is None:
        return None
    if not hello.locked:
        if wish.insist:
            raise ChannelError(Trouble.NO_PASSCODE_THERE)
        return None
    return await _exchange(wish.passcode, context, dialler=True)


async def _exchange(passcode: str, context: Context, *, dialler: bool) -> PasscodeExchange:
    return await trio.to_thread.run_sync(
        lambda: PasscodeExchange(passcode, context, dialler=dialler), limiter=_EXCHANGES
    )


async def _finish(exchange: PasscodeExchange, theirs: bytes) -> tuple[bytes, bytes]:
    try:
        return await trio.to_thread.run_sync(exchange.finish, theirs, limiter=_EXCHANGES)
    except PasscodeError as error:
        raise ChannelError(Trouble.NONSENSE, str(error)) from error


async def _be_welcomed(frames: FramedStream, wish: Wish, exchange: PasscodeExchange | None) -> None:
    expected = b""
    frame = await frames.receive()
    if isinstance(frame, Pake) and exchange is not None:
        ours, expected = await _finish(exchange, frame.message)
        await frames.send(Confirm(ours))
        frame = await frames.receive()
    if isinstance(frame, Bye):
        trouble = FAREWELL_TROUBLE[Farewell(frame.reason)]
        if trouble is Trouble.WRONG_PASSCODE and exchange is None:
            trouble = Trouble.PASSCODE_NEEDED
        raise ChannelError(trouble)
    if not isinstance(frame, Welcome):
        raise ChannelError(Trouble.NONSENSE, f"{type(frame).__name__} where a welcome is due")
    if not hmac.compare_digest(frame.mac, expected) or (exchange is not None and wish.insist and not expected):
        raise ChannelError(Trouble.WRONG_PASSCODE, "the listener did not prove that it knows the passcode")


async def _ask_passcode(
    frames: FramedStream, door: Door, passcode: str, pake: bytes, context: Context, address: str
) -> bytes:
    """Run the passcode exchange; our confirmation for the welcome. A wrong passcode gets a BYE and nothing
    else.
    """
    if not pake:
        await _refuse(frames, Farewell.WRONG_PASSCODE)
    if not door.may_try_passcode(address):
        await _refuse(frames, Farewell.BUSY)
    exchange = await _exchange(passcode, context, dialler=False)
    ours, expected = await _finish(exchange, pake)
    await frames.send(Pake(exchange.message))
    confirmation = await _receive(frames, Confirm)
    if not hmac.compare_digest(confirmation.mac, expected):
        await _refuse(frames, Farewell.WRONG_PASSCODE)
    door.passcode_was_right(address)
    return ours


async def _refuse(frames: FramedStream, reason: Farewell) -> NoReturn:
    await frames.send(Bye(reason))
    raise ChannelError(FAREWELL_TROUBLE[reason], "refused by this side")
