"""One small table of fixed keys, and one event of every kind at it: what the log's tests and its vectors are made of.

Nothing here is a legal game. Proofs are shaped like dealing's, and hold arbitrary bytes.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping

from scatnet.log import (
    ZERO,
    Event,
    Identity,
    Kind,
    Value,
    endorse,
    make_event,
    make_evidence,
    opening_head,
    table_id,
)
from scatnet.log.bodies import (
    Back,
    Begin,
    Body,
    CoinCommit,
    CoinReveal,
    DealCall,
    DealShares,
    Declare,
    Discard,
    Draw,
    DrawShares,
    Keep,
    Knock,
    Lapse,
    Open,
    Pass,
    Ready,
    Resign,
    Restock,
    RoundKey,
    RoundOpen,
    Show,
    Shuffle,
    Sit,
    Start,
    Take,
    ThrowDown,
    Wire,
)

ANN = Identity(bytes([1]) * 32)
BEN = Identity(bytes([2]) * 32)

HEAD = hashlib.sha256(b"a head in the middle of a game").digest()
PROOF: Wire = (b"\x02" * 33, (b"\x03" * 32, b""), (1, True, (0, (b"deep",))))


def filler(label: str) -> bytes:
    """32 bytes that are the same in every run."""
    return hashlib.sha256(label.encode()).digest()


OPEN = make_event(
    ANN,
    table=ZERO,
    head=ZERO,
    kind=Kind.OPEN,
    body=Open("Køkkenbordet", (0, 4, 255), 3, 120, 0, True, 1, filler("nonce"), b"").to_body(),
)
TABLE = table_id(OPEN)
LOBBY_HEAD = opening_head(OPEN)
COMPUTER = ANN.computer_seat(TABLE, 0)


def event(author: Identity, body: Body, head: bytes = HEAD) -> Event:
    """An event of `author` at the sample table."""
    return make_event(author, table=TABLE, head=head, kind=body.kind, body=body.to_body())


def raw_event(author: Identity, kind: Kind, body: tuple[Value, ...], head: bytes = HEAD) -> Event:
    """The same from a body that need not have been made by a body class."""
    return make_event(author, table=TABLE, head=head, kind=kind, body=body)


SITS = (
    event(ANN, Sit("Ann", False, True, ANN.public, b""), LOBBY_HEAD),
    event(BEN, Sit("Ben", False, False, BEN.public, b""), LOBBY_HEAD),
    event(COMPUTER, Sit("Robot", True, False, ANN.public, endorse(ANN, TABLE, COMPUTER.public)), LOBBY_HEAD),
)
START = event(ANN, Start(SITS, b""), LOBBY_HEAD)
READIES = tuple(event(author, Ready(START.digest), LOBBY_HEAD) for author in (ANN, BEN, COMPUTER))
BEGIN = event(ANN, Begin(START, READIES), LOBBY_HEAD)
DRAW = event(BEN, Draw())
DISCARD = event(BEN, Discard(51, True, PROOF))
TWICE = make_evidence(DRAW, DISCARD)
REFUSED = make_evidence(event(COMPUTER, Take()))
BACK = event(BEN, Back())

EVENTS: Mapping[Kind, Event] = {
    Kind.OPEN: OPEN,
    Kind.SIT: SITS[2],
    Kind.START: START,
    Kind.READY: READIES[0],
    Kind.BEGIN: BEGIN,
    Kind.COIN_COMMIT: event(ANN, CoinCommit(filler("commitment"))),
    Kind.COIN_REVEAL: event(ANN, CoinReveal(filler("coin"))),
    Kind.ROUND_OPEN: event(ANN, RoundOpen((BACK,), ((1, TWICE), (2, REFUSED)))),
    Kind.ROUND_KEY: event(ANN, RoundKey(PROOF, 2**32 - 1, PROOF)),
    Kind.RESTOCK: event(ANN, Restock(7, PROOF)),
    Kind.SHUFFLE: event(ANN, Shuffle(PROOF)),
    Kind.THROW_DOWN: event(ANN, ThrowDown(False)),
    Kind.DEAL_SHARES: event(ANN, DealShares(PROOF)),
    Kind.DEAL_CALL: event(ANN, DealCall(False, ())),
    Kind.DRAW: DRAW,
    Kind.TAKE: event(ANN, Take()),
    Kind.KNOCK: event(ANN, Knock()),
    Kind.PASS: event(ANN, Pass()),
    Kind.DRAW_SHARES: event(ANN, DrawShares(PROOF)),
    Kind.DISCARD: DISCARD,
    Kind.DECLARE: event(ANN, Declare((0, 9, 12), PROOF)),
    Kind.SHOW: event(ANN, Show((13, 26, 39), PROOF)),
    Kind.RESIGN: event(ANN, Resign(filler("secret"))),
    Kind.BACK: BACK,
    Kind.LAPSE: event(ANN, Lapse(1, TWICE.digest)),
    Kind.KEEP: event(ANN, Keep(1, DISCARD.digest)),
}
