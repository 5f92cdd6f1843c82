"""The handshake: who gets a channel, and what those who do not are told."""

from __future__ import annotations

import pytest
import trio
from trio.testing import MockClock, memory_stream_pair

from scatnet.log import fingerprint
from scatnet.net.channel import ChannelError
from scatnet.net.frames import Farewell, Hello, Ping, Prove, Role, encode
from scatnet.net.handshake import Refused, Wish, accept, dial
from scatnet.net.limits import HANDSHAKE_SECONDS, REVISION
from tests.net.helpers import ANN, BEN, CAT, TABLE, OpenDoor, shake_hands, trouble_of


async def test_both_ends_know_each_others_keys() -> None:
    dialler, listener = (await shake_hands(Wish(key=BEN.public, table=TABLE), OpenDoor())).channels()
    assert (dialler.peer, listener.peer) == (BEN.public, ANN.public)
    assert (dialler.dialled, listener.dialled, listener.watcher) == (True, False, False)


async def test_frames_pass_in_both_directions() -> None:
    dialler, listener = (await shake_hands(Wish(), OpenDoor())).channels()
    await dialler.send(Ping(1))
    await listener.send(Ping(2))
    assert (await listener.receive(), await dialler.receive()) == (Ping(1), Ping(2))


async def test_a_listener_of_another_key_gets_nothing_at_all_from_the_dialler() -> None:
    ends = await shake_hands(Wish(key=CAT.public), door := OpenDoor())
    assert trouble_of(ends.dialler) == "WRONG_KEY"
    assert trouble_of(ends.listener) == "BROKEN"
    assert door.judged == []


async def test_a_fingerprint_is_compared_as_a_key_is() -> None:
    (await shake_hands(Wish(fingerprint=fingerprint(BEN.public)), OpenDoor())).channels()
    ends = await shake_hands(Wish(fingerprint=fingerprint(CAT.public)), OpenDoor())
    assert trouble_of(ends.dialler) == "WRONG_KEY"


async def test_nobody_dials_themselves() -> None:
    ends = await shake_hands(Wish(), OpenDoor(), dialler=ANN, listener=ANN)
    assert trouble_of(ends.dialler) == "WRONG_KEY"


async def test_another_table_than_the_one_meant_is_left_alone() -> None:
    ends = await shake_hands(Wish(table=b"U" * 32), OpenDoor())
    assert trouble_of(ends.dialler) == "OTHER_TABLE"


async def test_a_watcher_is_known_as_one() -> None:
    _dialler, listener = (await shake_hands(Wish(role=Role.WATCHER), door := OpenDoor())).channels()
    assert listener.watcher
    assert door.judged == [(ANN.public, Role.WATCHER)]


@pytest.mark.parametrize("reason", [Farewell.TABLE_FULL, Farewell.NO_SPECTATORS, Farewell.NOT_INVITED])
async def test_who_is_refused_is_told_why(reason: Farewell) -> None:
    ends = await shake_hands(Wish(), OpenDoor(refusal=Refused(reason)))
    assert trouble_of(ends.dialler) == reason.name
    assert str(ends.dialler).endswith(".")


async def test_the_right_passcode_opens_the_door() -> None:
    door = OpenDoor(passcode="rosebud")
    dialler, listener = (await shake_hands(Wish(passcode="rosebud"), door)).channels()
    assert (dialler.peer, listener.peer) == (BEN.public, ANN.public)
    assert (door.attempts, door.right) == (1, 1)


async def test_a_wrong_passcode_is_refused_and_counted() -> None:
    door = OpenDoor(passcode="rosebud")
    ends = await shake_hands(Wish(passcode="rosebed"), door)
    assert trouble_of(ends.dialler) == "WRONG_PASSCODE"
    assert trouble_of(ends.listener) == "WRONG_PASSCODE"
    assert (door.attempts, door.right) == (1, 0)


async def test_without_a_passcode_a_locked_table_asks_for_one() -> None:
    ends = await shake_hands(Wish(), OpenDoor(passcode="rosebud"))
    assert trouble_of(ends.dialler) == "PASSCODE_NEEDED"


async def test_too_many_attempts_are_turned_away_unheard() -> None:
    door = OpenDoor(passcode="rosebud", attempts_allowed=0)
    ends = await shake_hands(Wish(passcode="rosebud"), door)
    assert trouble_of(ends.dialler) == "BUSY"
    assert door.right == 0


async def test_a_seated_key_needs_no_passcode() -> None:
    door = OpenDoor(passcode="rosebud", trusted=frozenset({ANN.public}))
    (await shake_hands(Wish(key=BEN.public), door)).channels()
    assert door.attempts == 0


async def test_a_host_that_only_pretends_to_know_the_passcode_is_found_out() -> None:
    trusting = OpenDoor(passcode="guess", trusted=frozenset({ANN.public}))
    ends = await shake_hands(Wish(passcode="rosebud"), trusting)
    assert trouble_of(ends.dialler) == "WRONG_PASSCODE"
    ends = await shake_hands(Wish(passcode="rosebud"), OpenDoor())
    assert trouble_of(ends.dialler) == "NO_PASSCODE_THERE"


async def test_a_known_key_is_proof_enough_where_the_dialler_does_not_insist() -> None:
    wish = Wish(key=BEN.public, passcode="rosebud", insist=False)
    (await shake_hands(wish, OpenDoor())).channels()
    (await shake_hands(wish, OpenDoor(passcode="rosebud"))).channels()
    (await shake_hands(wish, OpenDoor(passcode="other", trusted=frozenset({ANN.public})))).channels()


class _Tampering(trio.abc.Stream):
    """A stream that changes the bytes that pass one way after so many of them."""

    def __init__(self, stream: trio.abc.Stream, at: int) -> None:
        self._stream = stream
        self._left = at

    async def send_all(self, data: bytes | bytearray | memoryview) -> None:
        changed = bytearray(data)
        if 0 <= self._left < len(changed):
            changed[self._left] ^= 1
        self._left -= len(changed)
        await self._stream.send_all(bytes(changed))

    async def wait_send_all_might_not_block(self) -> None:
        await self._stream.wait_send_all_might_not_block()

    async def receive_some(self, max_bytes: int | None = None) -> bytes | bytearray:
        return await self._stream.receive_some(max_bytes)

    async def aclose(self) -> None:
        await self._stream.aclose()


@pytest.mark.parametrize("at", [0, 100, 200, 300])
async def test_a_byte_changed_on_the_way_breaks_the_handshake(at: int) -> None:
    left, right = memory_stream_pair()
    failed: list[str] = []

    async def dialling() -> None:
        try:
            await dial(_Tampering(left, at), ANN, Wish())
        except ChannelError as error:
            failed.append(error.trouble.name)

    async def accepting() -> None:
        try:
            await accept(right, BEN, OpenDoor())
        except ChannelError as error:
            failed.append(error.trouble.name)

    async with trio.open_nursery() as nursery:
        nursery.start_soon(dialling)
        nursery.start_soon(accepting)
    assert failed
    assert set(failed) <= {"NOT_SCATNET", "BROKEN", "NONSENSE"}


async def _hello_then(answer: bytes) -> ChannelError:
    """A listener's error when the dialler, its TLS in order, answers the HELLO with these bytes."""
    left, right = memory_stream_pair()
    errors: list[ChannelError] = []

    async def accepting() -> None:
        with pytest.raises(ChannelError) as caught:
            await accept(right, BEN, OpenDoor())
        errors.append(caught.value)

    async with trio.open_nursery() as nursery:
        nursery.start_soon(accepting)
        tls = trio.SSLStream(left, ANN.client_context)
        await tls.do_handshake()
        await tls.receive_some()
        await tls.send_all(answer)
    return errors[0]


def _prove(signature: bytes) -> bytes:
    return encode(Prove(revision=REVISION, public=ANN.public, signature=signature, role=0, pake=b""))


async def test_a_key_that_did_not_sign_is_refused() -> None:
    assert (await _hello_then(_prove(bytes(64)))).trouble.name == "NONSENSE"


async def test_a_signature_for_another_listener_is_refused() -> None:
    stolen = ANN.identity.sign(b"scatnet channel 1\n" + ANN.public + CAT.public + TABLE + bytes(32) + b"\0")
    assert (await _hello_then(_prove(stolen))).trouble.name == "NONSENSE"


async def test_anything_but_a_proof_ends_the_handshake() -> None:
    assert (await _hello_then(encode(Ping(1)))).trouble.name == "NONSENSE"
    assert (await _hello_then(b"GET / HTTP/1.1\r\n\r\n")).trouble.name == "NONSENSE"
    assert (await _hello_then(b"\0\0\xff\xff" + bytes(100))).trouble.name == "NONSENSE"


async def test_another_revision_is_named_to_the_dialler() -> None:
    left, right = memory_stream_pair()
    async with trio.open_nursery() as nursery:

        async def stranger() -> None:
            tls = trio.SSLStream(right, BEN.server_context, server_side=True)
            await tls.do_handshake()
            other = bytearray(encode(Hello(REVISION, TABLE, bytes(32), False)))
            assert other[6] == REVISION
            other[6] = 77
            await tls.send_all(bytes(other))

        nursery.start_soon(stranger)
        with pytest.raises(ChannelError) as caught:
            await dial(left, ANN, Wish())
    assert caught.value.trouble.name == "OTHER_REVISION"
    assert "77" in caught.value.detail


async def test_something_that_speaks_no_tls_is_no_table() -> None:
    left, right = memory_stream_pair()
    await right.send_all(b"220 mail.example ESMTP\r\n")
    with pytest.raises(ChannelError) as caught:
        await dial(left, ANN, Wish())
    assert caught.value.trouble.name == "NOT_SCATNET"


@pytest.mark.parametrize("end", ["dial", "accept"])
async def test_a_silent_connection_is_dropped_in_time(end: str, autojump_clock: MockClock) -> None:
    left, _silent = memory_stream_pair()
    with pytest.raises(ChannelError) as caught:
        await (dial(left, ANN, Wish()) if end == "dial" else accept(left, ANN, OpenDoor()))
    assert caught.value.trouble.name == "TOO_SLOW"
    assert trio.current_time() == pytest.approx(HANDSHAKE_SECONDS)
    with pytest.raises(trio.ClosedResourceError):
        await left.send_all(b"x")
