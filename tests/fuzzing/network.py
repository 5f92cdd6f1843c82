"""Targets on the network: frames, sealed statements, tickets, addresses, announcements, passcodes, handshakes."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Awaitable, Callable, Iterator
from contextlib import suppress
from functools import cache

import msgpack
import trio
from trio.testing import memory_stream_pair

from scatnet.log import ZERO, Kind, make_event
from scatnet.log.bodies import Open
from scatnet.net import chat, gossip, offer
from scatnet.net.addresses import AddressError, Endpoint, parse_endpoint
from scatnet.net.announcement import Announcement, AnnouncementError, Stage, from_txt, to_txt
from scatnet.net.channel import Channel, ChannelError, FramedStream
from scatnet.net.credentials import CredentialsError, certified_key
from scatnet.net.fields import FrameError
from scatnet.net.frames import (
    Confirm,
    FrameReader,
    Hello,
    Pake,
    Prove,
    Role,
    Welcome,
    decode,
    encode,
)
from scatnet.net.handshake import Wish, accept, dial
from scatnet.net.limits import REVISION
from scatnet.net.passcode import Context, PasscodeError, PasscodeExchange, as_passcode
from scatnet.net.ticket import Ticket, TicketError, parse_ticket
from scatnet.rules.fields import encode_rules
from scatnet.rules.ruleset import KITCHEN
from tests.fuzzing.target import Cursor, Target
from tests.net.helpers import ANN, BEN, TABLE, OpenDoor
from tests.net.samples import FRAMES

KEY = ANN.public
PLACES = (Endpoint("192.168.1.20", 5431), Endpoint("fe80::1", 1), Endpoint("box.local", 65535))


def _frame(data: bytes) -> None:
    try:
        frame = decode(data)
    except FrameError:
        return
    assert encode(frame)[4:] == data
    assert decode(encode(frame)[4:]) == frame


def _stream(data: bytes) -> None:
    """The first byte says in what pieces the rest arrives."""
    if not data:
        return
    reader, at, step = FrameReader(), 1, data[0] + 1
    with suppress(FrameError):
        while at < len(data):
            reader.feed(data[at : at + step])
            at += step
            while reader.next_frame() is not None:
                pass


def _stream_seeds() -> Iterator[bytes]:
    together = b"".join(encode(frame) for frame in FRAMES)
    yield from (bytes([step]) + together for step in (0, 6, 255))


Read = Callable[[bytes, bytes], object]


def _sealed(read: Read) -> Callable[[bytes], None]:
    def check(raw: bytes) -> None:
        with suppress(FrameError):
            assert getattr(read(raw, TABLE), "raw", None) == raw

    return check


def _sealed_again(read: Read, label: bytes) -> Callable[[bytes], None]:
    """The bytes are what is signed: the table and the key are put in, and the signature is right."""
    check = _sealed(read)

    def check_signed(unsigned: bytes) -> None:
        check(msgpack.packb([unsigned, ANN.identity.sign(label + unsigned)]))

    return check_signed


def _unsigned(raw: bytes) -> bytes:
    unsigned: bytes = msgpack.unpackb(raw)[0]
    return unsigned


@cache
def _line() -> bytes:
    line = chat.make_line(ANN.identity, TABLE, 3, "Ann", "good luck, všem")
    assert line is not None
    return line.raw


@cache
def _addresses() -> bytes:
    return gossip.make_record(ANN.identity, TABLE, 9, PLACES).raw


def _ticket(data: bytes) -> None:
    text = data.decode("utf-8", "replace")
    try:
        ticket = parse_ticket(text)
    except TicketError:
        return
    assert parse_ticket(str(ticket)) == ticket


def _ticket_body(body: bytes) -> None:
    """The bytes are a ticket's body; its checksum and letters are right."""
    checksum = hashlib.sha256(b"scatnet ticket 1\n" + body).digest()[:4]
    _ticket(b"scat1" + base64.b32encode(body + checksum).rstrip(b"=").lower())


def _tickets() -> list[str]:
    return [str(Ticket(addresses=PLACES[:count], key=KEY, passcode=word)) for count, word in ((1, ""), (3, "blå"))]


def _ticket_bodies() -> Iterator[bytes]:
    for text in _tickets():
        code = text.removeprefix("scat1").upper()
        yield base64.b32decode(code + "=" * (-len(code) % 8))[:-4]


def _address(data: bytes) -> None:
    text = data.decode("utf-8", "replace")
    try:
        endpoint = parse_endpoint(text)
    except AddressError:
        return
    assert parse_endpoint(str(endpoint)) == endpoint
    assert 1 <= endpoint.port <= 65535


def _txt(data: bytes) -> None:
    """The bytes are TXT strings behind their lengths, as DNS has them."""
    fields: dict[bytes, bytes | None] = {}
    cursor = Cursor(data)
    while cursor.more:
        name, equals, value = cursor.take(cursor.take(1)[0]).partition(b"=")
        fields.setdefault(name, value if equals else None)
    try:
        announcement = from_txt(fields)
    except AnnouncementError:
        return
    again = {name.encode(): value.encode() for name, value in to_txt(announcement).items()}
    assert from_txt(again) == announcement


def _txt_seeds() -> Iterator[bytes]:
    announcement = Announcement(
        table=bytes(range(16)),
        name="Køkkenbordet",
        rules="nordic+",
        taken=2,
        seats=4,
        stage=Stage.LOBBY,
        fingerprint="FBV0-6RZ0",
        host=True,
        locked=True,
    )
    pairs = [f"{name}={value}".encode() for name, value in to_txt(announcement).items()]
    yield b"".join(bytes([len(pair)]) + pair for pair in pairs)
    yield b"\x05table\x01v\x00"


def _passcode(data: bytes) -> None:
    try:
        passcode = as_passcode(data.decode("utf-8", "replace"))
    except PasscodeError:
        return
    assert as_passcode(passcode) == passcode


_CONTEXT = Context(dialler=ANN.public, listener=BEN.public, table=TABLE, nonce=b"n" * 32)


def _pake(message: bytes) -> None:
    with suppress(PasscodeError):
        ours, theirs = PasscodeExchange("rosebud", _CONTEXT, dialler=False).finish(message)
        assert len(ours) == len(theirs) == 32


def _certificate(data: bytes) -> None:
    with suppress(CredentialsError):
        assert len(certified_key(data)) == 32


@cache
def _own_certificate() -> bytes:
    """The certificate that a listener shows."""
    shown: list[bytes] = []

    async def look() -> None:
        left, right = memory_stream_pair()
        async with trio.open_nursery() as nursery:
            nursery.start_soon(_quietly, accept, right, BEN, OpenDoor())
            tls = trio.SSLStream(left, ANN.client_context)
            await tls.do_handshake()
            shown.append(tls.getpeercert(binary_form=True) or b"")
            nursery.cancel_scope.cancel()

    trio.run(look)
    return shown[0]


async def _quietly(shake: Callable[..., Awaitable[Channel]], *given: object) -> None:
    with suppress(ChannelError):
        await shake(*given)


def _handshake(data: bytes) -> None:
    """A true TLS channel, and anything behind it. The first byte says to whom, and how far the handshake goes well."""
    trio.run(_shake, data)


async def _shake(data: bytes) -> None:
    pair: tuple[trio.abc.Stream, trio.abc.Stream] = memory_stream_pair()
    left, right = pair
    cursor = Cursor(data)
    to_listener, locked, proven = cursor.number(2) == 0, cursor.number(2) == 0, cursor.number(2) == 0
    async with trio.open_nursery() as nursery:
        if to_listener:
            nursery.start_soon(_quietly, accept, right, BEN, OpenDoor(passcode="rosebud" if locked else None))
            tls = trio.SSLStream(left, ANN.client_context)
        else:
            nursery.start_soon(_quietly, dial, right, BEN, Wish(passcode="rosebud" if locked else None))
            tls = trio.SSLStream(left, ANN.server_context, server_side=True)
        with suppress(trio.BrokenResourceError, trio.ClosedResourceError):
            if to_listener and proven:
                await tls.send_all(await _proof(tls, cursor))
            await tls.send_all(data[3:] or b"\0")
            await left.aclose()


async def _proof(tls: trio.SSLStream[trio.abc.Stream], cursor: Cursor) -> bytes:
    """A proof whose signature is right: by Ann's key, over the nonce of the listener's greeting."""
    hello = await FramedStream(tls).receive()
    assert isinstance(hello, Hello)
    role = Role(cursor.number(max(Role) + 1))
    statement = b"scatnet channel 1\n" + KEY + BEN.public + hello.table + hello.nonce + bytes([role])
    pake = cursor.take(33) if hello.locked else b""
    return encode(Prove(REVISION, KEY, ANN.identity.sign(statement), role, pake))


def _bare(data: bytes) -> None:
    """Anything, where TLS should begin."""
    trio.run(_knock, data)


async def _knock(data: bytes) -> None:
    left, right = memory_stream_pair()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(_quietly, accept, right, BEN, OpenDoor())
        with suppress(trio.BrokenResourceError):
            await left.send_all(data or b"\0")
        await left.aclose()


def _channel(data: bytes) -> None:
    """Frames at an open channel, read until they end or make no sense."""

    async def read() -> None:
        left, right = memory_stream_pair()
        await left.send_all(data or b"\0")
        await left.aclose()
        frames = FramedStream(right)
        with suppress(ChannelError):
            while True:
                await frames.receive()

    trio.run(read)


def _handshake_seeds() -> Iterator[bytes]:
    together = b"".join(encode(frame) for frame in FRAMES[:7])
    pake = PasscodeExchange("rosebud", _CONTEXT, dialler=True).message
    for head in ((0, 0, 0), (0, 1, 0), (0, 0, 1)):
        yield bytes(head) + bytes([0]) + pake + encode(Confirm(b"c" * 32))
    yield bytes((1, 0, 0)) + encode(FRAMES[0]) + encode(Pake(pake)) + encode(Welcome(b"c" * 32))
    yield bytes((1, 1, 0)) + together


@cache
def _offer() -> bytes:
    body = Open("Again", tuple(encode_rules(KITCHEN)), 3, 120, 0, True, 1, b"n" * 32, TABLE)
    opening = make_event(ANN.identity, table=ZERO, head=ZERO, kind=Kind.OPEN, body=body.to_body())
    return offer.make_offer(ANN.identity, TABLE, opening, PLACES).raw


TARGETS = (
    Target(name="frames", check=_frame, seeds=lambda: [encode(frame)[4:] for frame in FRAMES]),
    Target(name="frame-stream", check=_stream, seeds=_stream_seeds),
    Target(name="channel", check=_channel, seeds=lambda: [b"".join(encode(frame) for frame in FRAMES)]),
    Target(name="chat", check=_sealed(chat.read_line), seeds=lambda: [_line()]),
    Target(
        name="chat-signed",
        check=_sealed_again(chat.read_line, b"scatnet chat 1\n"),
        seeds=lambda: [_unsigned(_line())],
    ),
    Target(name="address-records", check=_sealed(gossip.read_record), seeds=lambda: [_addresses()]),
    Target(
        name="address-records-signed",
        check=_sealed_again(gossip.read_record, b"scatnet addresses 1\n"),
        seeds=lambda: [_unsigned(_addresses())],
    ),
    Target(
        name="offers-signed",
        check=_sealed_again(offer.read_offer, b"scatnet rematch 1\n"),
        seeds=lambda: [_unsigned(_offer())],
    ),
    Target(name="tickets", check=_ticket, seeds=lambda: [text.encode() for text in _tickets()]),
    Target(name="ticket-bodies", check=_ticket_body, seeds=_ticket_bodies),
    Target(name="addresses", check=_address, seeds=lambda: [str(place).encode() for place in PLACES]),
    Target(name="dns-sd", check=_txt, seeds=_txt_seeds),
    Target(name="passcodes", check=_passcode, seeds=lambda: [b"rosebud", "blåbær ﬀ".encode()]),
    Target(
        name="spake2",
        check=_pake,
        seeds=lambda: [PasscodeExchange("rosebud", _CONTEXT, dialler=True).message],
        slow=0.03,
    ),
    Target(name="certificates", check=_certificate, seeds=lambda: [_own_certificate()]),
    Target(name="tls", check=_bare, seeds=lambda: [bytes.fromhex("160301004a010000460303") + bytes(70)], slow=0.003),
    Target(name="handshake", check=_handshake, seeds=_handshake_seeds, slow=0.02),
)
