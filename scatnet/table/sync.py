"""Two peers bring their record sets together.

A *request* says what a peer has: heads of its chain, thinner towards the beginning, and short names of the records that
do not follow from the chain. The *answer* is a bounded part of what it lacks, oldest steps first, and says whether
there is more; and it asks in turn where the request names anything unknown here. Both sides keep no state about each
other. What is sent twice does no harm, and what the other refuses is not sent again in the same exchange, so that any
two peers come to the same set whatever branches they had been on.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from scatnet.log.encoding import Value, pack, unpack
from scatnet.log.errors import Unfit
from scatnet.log.event import Event
from scatnet.table.effects import RecordType
from scatnet.table.ledger import Ledger
from scatnet.table.node import Node
from scatnet.table.seam import S

__all__ = ["ANSWER_BYTES", "SyncAnswer", "answer", "request"]

ANSWER_BYTES: Final = 384 * 1024  # of records in one answer, except that one record always fits
_PAYLOAD_BYTES: Final = 60 * 1024
_NAME_BYTES: Final = 8  # of a digest: a clash only delays one record until another peer has it
_NAMES: Final = 6000
_REQUEST, _MORE, _DONE, _ASKED_BACK = 0, 1, 2, 3


@dataclass(frozen=True, slots=True)
class SyncAnswer:
    """What to send back: records, then payloads. `again` says that the sender has more for us: request again once what
    came is worked on. `bad` says that no honest peer sends such a payload."""

    records: tuple[tuple[RecordType, bytes], ...] = ()
    replies: tuple[bytes, ...] = ()
    again: bool = False
    bad: bool = False


def request(ledger: Ledger[S], lobby: tuple[Event, ...], turn: int = 0, *, asked_back: bool = False) -> bytes:
    """What this peer has, at most 60 KiB. `turn` counts requests: where there are too many names for one, the next
    request has the next of them. `asked_back`: it comes with an answer, and is not to be answered by another."""
    names = sorted(_names(ledger, lobby))
    first, last = b"", b"\xff" * _NAME_BYTES
    if len(names) > _NAMES:
        windows = -(-len(names) // _NAMES)
        window = turn % windows
        names_here = names[window * _NAMES : (window + 1) * _NAMES]
        first = b"" if window == 0 else names_here[0]
        last = last if window == windows - 1 else names_here[-1]
        names = names_here
    locator = b"".join(_locator(ledger))
    return pack((_ASKED_BACK if asked_back else _REQUEST, locator, first, last, b"".join(names)))


def answer(ledger: Ledger[S], lobby: tuple[Event, ...], payload: bytes, turn: int = 0) -> SyncAnswer:
    """Answer a payload of a neighbour."""
    match _read(payload):
        case (0 | 3 as kind, bytes() as locator, bytes() as first, bytes() as last, bytes() as names) if (
            locator and len(locator) % 32 == 0 and len(names) % _NAME_BYTES == 0
        ):
            heads = [locator[at : at + 32] for at in range(0, len(locator), 32)]
            theirs = {names[at : at + _NAME_BYTES] for at in range(0, len(names), _NAME_BYTES)}
            found = _answer_request(ledger, lobby, heads, theirs, (first, last))
            if kind == _REQUEST and not found.bad and _is_new(ledger, lobby, heads[0], theirs):
                asking = request(ledger, lobby, turn, asked_back=True)
                return replace(found, replies=(*found.replies, asking))
            return found
        case (1,):
            return SyncAnswer(again=True)
        case (2,):
            return SyncAnswer()
        case _:
            return SyncAnswer(bad=True)


def _read(payload: bytes) -> Value:
    try:
        return unpack(payload, _PAYLOAD_BYTES)
    except Unfit:
        return ()


def _answer_request(
    ledger: Ledger[S],
    lobby: tuple[Event, ...],
    heads: list[bytes],
    theirs: set[bytes],
    window: tuple[bytes, bytes],
) -> SyncAnswer:
    common = next((ledger.nodes[head] for head in heads if head in ledger.nodes), None)
    if common is None:
        return SyncAnswer(bad=True)
    records: list[tuple[RecordType, bytes]] = []
    size = 0
    more = False
    for kept in _lacking(ledger, lobby, common, theirs, window):
        record = kept if isinstance(kept, bytes) else kept.record
        if records and size + len(record) > ANSWER_BYTES:
            more = True
            break
        records.append((RecordType.EVENT, record))
        size += len(record)
    return SyncAnswer(tuple(records), (pack((_MORE if more else _DONE,)),))


def _is_new(ledger: Ledger[S], lobby: tuple[Event, ...], head: bytes, theirs: set[bytes]) -> bool:
    """Whether a request names a head or a record that is unknown here."""
    return head not in ledger.nodes or not theirs <= _all_names(ledger, lobby, theirs)


def _lacking(
    ledger: Ledger[S],
    lobby: tuple[Event, ...],
    common: Node[S],
    theirs: set[bytes],
    window: tuple[bytes, bytes],
) -> Iterator[Event | bytes]:
    """What the other lacks as far as its request tells, in the order in which it can use them."""
    fork = common
    on_their_chain: set[bytes] = set()
    taken: Node[S] | None = common
    while taken is not None and not ledger.on_chain(taken):
        taken = _note_taken(taken, on_their_chain)
    if taken is not None:
        fork = taken
    if ledger.tip is ledger.root:
        yield from (event for event in lobby if _name(event) not in theirs)
    for node in _in_order(ledger, fork.number):
        chosen = _chosen(ledger, node)
        for digest, kept in node.listing():
            name = digest[:_NAME_BYTES]
            if name in theirs or digest in on_their_chain:
                continue
            if node.number >= fork.number if digest in chosen else window[0] <= name <= window[1]:
                yield kept


def _note_taken(node: Node[S], digests: set[bytes]) -> Node[S] | None:
    digests.update(digest for _, digest in node.path if digest is not None)
    return node.parent


def _in_order(ledger: Ledger[S], fork: int) -> Iterator[Node[S]]:
    """Nodes that may hold what the other lacks: the odd ones, and the chain from the fork on; lowest first."""
    odd = sorted(ledger.odd.values(), key=lambda node: (node.number, node.head))
    for node in odd:
        if node.number < fork:
            yield node
    beyond = {node.head: node for node in odd if node.number >= fork}
    beyond |= {node.head: node for node in ledger.chain[fork:]}
    yield from sorted(beyond.values(), key=lambda node: (node.number, node.head))


def _chosen(ledger: Ledger[S], node: Node[S]) -> frozenset[bytes]:
    """The events that closed the step at a node on the chain."""
    if not ledger.on_chain(node) or node is ledger.tip:
        return frozenset()
    return frozenset(digest for _, digest in ledger.chain[node.number + 1].path if digest is not None)


def _names(ledger: Ledger[S], lobby: tuple[Event, ...]) -> Iterator[bytes]:
    """The names of all that does not follow from our chain: witnesses, abandoned branches, the current head, what has
    come early."""
    if ledger.tip is ledger.root:
        yield from (_name(event) for event in lobby)
    nodes = dict(ledger.odd)
    nodes[ledger.head] = ledger.tip
    for node in nodes.values():
        chosen = _chosen(ledger, node)
        yield from (digest[:_NAME_BYTES] for digest, _ in node.listing() if digest not in chosen)
    yield from (digest[:_NAME_BYTES] for digest in ledger.early.digests())


def _all_names(ledger: Ledger[S], lobby: tuple[Event, ...], theirs: set[bytes]) -> set[bytes]:
    """Those of `theirs` that are known here, on the chain or beside it."""
    known = theirs.intersection(_names(ledger, lobby))
    known.update(theirs.intersection(_name(event) for event in lobby))
    if known != theirs:
        for node in reversed(ledger.chain[:-1]):
            known.update(theirs.intersection(digest[:_NAME_BYTES] for digest in _chosen(ledger, node)))
            if known == theirs:
                break
    return known


def _locator(ledger: Ledger[S]) -> Iterator[bytes]:
    number, stride = ledger.tip.number, 1
    while number > 0:
        yield ledger.chain[number].head
        number -= stride
        stride *= 2
    yield ledger.root.head


def _name(event: Event) -> bytes:
    return event.digest[:_NAME_BYTES]
