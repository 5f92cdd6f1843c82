"""The fields of every kind and their bounds (chapter 4)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from checker import bodies, events
from checker.refusal import Refused
from checker.text import check_text
from checker.values import Value

if TYPE_CHECKING:
    from checker.bodies import Body, Proof
    from checker.events import Event

LOBBY: Final = frozenset({"sit", "start", "ready"})
VOTES: Final = frozenset({"lapse", "keep"})
SLOT: Final = frozenset(
    {"begin", "coin_commit", "coin_reveal", "round_open", "round_key", "restock", "shuffle", "throw_down"}
    | {"deal_shares", "deal_call", "draw", "take", "knock", "pass", "draw_shares", "discard", "declare", "show"}
    | {"resign"}
)
KINDS: Final = LOBBY | VOTES | SLOT | {"open", "back"}

MOST_PROOF_DEPTH: Final = 5
LARGEST: Final = 2**32 - 1


@dataclass(frozen=True, slots=True)
class Frame:
    """What a body stands in: its table, its author, and how many records deep it lies."""

    table: bytes
    author: bytes
    depth: int


def read_body(kind: str, values: tuple[Value, ...], frame: Frame) -> Body:
    """The body of an event of `kind`.

    Raises:
        Refused: with the field that does not hold.
    """
    count, read = _READERS[kind]
    if len(values) != count:
        raise Refused(f"has a body of {len(values)} fields, not {count}")
    return read(values, frame)


def _number(value: Value, least: int, most: int, name: str) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        raise Refused(f"{name} is no whole number from {least} to {most}")
    return value


def _truth(value: Value, name: str) -> bool:
    if not isinstance(value, bool):
        raise Refused(f"{name} is neither true nor false")
    return value


def _bytes(value: Value, lengths: tuple[int, ...], name: str) -> bytes:
    if not isinstance(value, bytes) or len(value) not in lengths:
        raise Refused(f"{name} is not {' or '.join(map(str, lengths))} bytes")
    return value


def _list(value: Value, least: int, most: int, name: str) -> tuple[Value, ...]:
    if not isinstance(value, tuple) or not least <= len(value) <= most:
        raise Refused(f"{name} is no list of {least} to {most}")
    return value


def _words(value: Value, most: int, name: str) -> str:
    if not isinstance(value, str):
        raise Refused(f"{name} is no text")
    return check_text(value, most, name)


def _proof(value: Value, depth: int = 1) -> Proof:
    if isinstance(value, tuple):
        if depth > MOST_PROOF_DEPTH:
            raise Refused(f"a proof holds lists deeper than {MOST_PROOF_DEPTH}")
        return tuple(_proof(item, depth + 1) for item in value)
    if isinstance(value, bool | bytes) or (isinstance(value, int) and 0 <= value <= LARGEST):
        return value
    raise Refused("a proof holds other things than lists, bytes, whole numbers and truth values")


def _record(value: Value, kinds: frozenset[str], table: bytes | None, depth: int, name: str) -> Event:
    if not isinstance(value, bytes):
        raise Refused(f"{name} is no record")
    try:
        event = events.read_event(value, depth + 1)
    except Refused as refused:
        raise Refused(f"{name} {refused}") from None
    if event.kind not in kinds:
        raise Refused(f"{name} holds a {event.kind}")
    if table is not None and event.table != table:
        raise Refused(f"{name} is of another table")
    return event


def read_evidence_items(items: tuple[Value, ...], table: bytes | None, depth: int) -> tuple[Event, ...]:
    """One or two slot events of one table, head and author, two of them in the order of their digests.

    Raises:
        Refused: they are not.
    """
    _list(items, 1, 2, "evidence")
    found = tuple(_record(item, SLOT, table, depth, "evidence") for item in items)
    first, last = found[0], found[-1]
    if len(found) == 2 and first.digest >= last.digest:
        raise Refused("evidence is not two different events in the order of their digests")
    if (first.table, first.head, first.author) != (last.table, last.head, last.author):
        raise Refused("evidence is not of one table, head and author")
    return found


def _open(values: tuple[Value, ...], frame: Frame) -> Body:
    name, rules, seats, patience, clock, spectators, revision, nonce, previous = values
    return bodies.Open(
        _words(name, 40, "name"),
        tuple(_number(item, 0, 255, "rule") for item in _list(rules, 1, 64, "rules")),
        _number(seats, 2, 9, "seats"),
        _number(patience, 10, 3600, "patience"),
        _number(clock, 0, 600, "turn_clock"),
        _truth(spectators, "spectators"),
        _number(revision, 1, 65535, "revision"),
        _bytes(nonce, (32,), "nonce"),
        _bytes(previous, (0, 32), "previous"),
    )


def _sit(values: tuple[Value, ...], frame: Frame) -> Body:
    nickname, computer, house_rule, operator, endorsement = values
    sit = bodies.Sit(
        _words(nickname, 24, "nickname"),
        _truth(computer, "computer"),
        _truth(house_rule, "house_rule"),
        _bytes(operator, (32,), "operator"),
        _bytes(endorsement, (0, 64), "endorsement"),
    )
    if not sit.computer:
        if sit.operator != frame.author or sit.endorsement:
            raise Refused("a person should be its own operator, without endorsement")
        return sit
    if sit.operator == frame.author:
        raise Refused("a computer player's operator should be another key")
    if not events.verify(sit.operator, sit.endorsement, b"scatnet seat 1\n" + frame.table + frame.author):
        raise Refused("a computer player's endorsement should be its operator's")
    return sit


def _start(values: tuple[Value, ...], frame: Frame) -> Body:
    sits = _list(values[0], 2, 9, "sits")
    return bodies.Start(
        tuple(_record(item, frozenset({"sit"}), frame.table, frame.depth, "start") for item in sits),
        _bytes(values[1], (0, 32), "replaces"),
    )


def _begin(values: tuple[Value, ...], frame: Frame) -> Body:
    readies = _list(values[1], 1, 9, "readies")
    return bodies.Begin(
        _record(values[0], frozenset({"start"}), frame.table, frame.depth, "begin"),
        tuple(_record(item, frozenset({"ready"}), frame.table, frame.depth, "begin") for item in readies),
    )


def _round_open(values: tuple[Value, ...], frame: Frame) -> Body:
    backs = tuple(
        _record(item, frozenset({"back"}), frame.table, frame.depth, "backs")
        for item in _list(values[0], 0, 9, "backs")
    )
    expelled: list[tuple[int, tuple[Event, ...]]] = []
    for entry in _list(values[1], 0, 8, "expelled"):
        seat, evidence = _list(entry, 2, 2, "expelled")
        number = _number(seat, 0, 8, "seat")
        if expelled and number <= expelled[-1][0]:
            raise Refused("expelled seats should ascend, each once")
        found = read_evidence_items(_list(evidence, 1, 2, "evidence"), frame.table, frame.depth)
        if any(isinstance(event.body, bodies.RoundOpen) and event.body.expelled for event in found):
            raise Refused("evidence should hold no round_open that holds evidence")
        expelled.append((number, found))
    return bodies.RoundOpen(backs, tuple(expelled))


def _named(*lengths: int) -> Callable[[tuple[Value, ...], Frame], Body]:
    return lambda values, frame: bodies.Named(_bytes(values[0], lengths, "the field"))


def _proven(values: tuple[Value, ...], frame: Frame) -> Body:
    return bodies.Proven(_proof(values[0]))


def _round_key(values: tuple[Value, ...], frame: Frame) -> Body:
    return bodies.RoundKey(_proof(values[0]), _number(values[1], 0, LARGEST, "serial"), _proof(values[2]))


def _restock(values: tuple[Value, ...], frame: Frame) -> Body:
    return bodies.Restock(_number(values[0], 0, LARGEST, "serial"), _proof(values[1]))


def _deal_call(values: tuple[Value, ...], frame: Frame) -> Body:
    return bodies.DealCall(_truth(values[0], "call"), _proof(values[1]))


def _discard(values: tuple[Value, ...], frame: Frame) -> Body:
    return bodies.Discard(_number(values[0], 0, 51, "card"), _truth(values[1], "knock"), _proof(values[2]))


def _opened(values: tuple[Value, ...], frame: Frame) -> Body:
    one, two, three = (_number(item, 0, 51, "card") for item in _list(values[0], 3, 3, "cards"))
    return bodies.Opened((one, two, three), _proof(values[1]))


def _vote(*lengths: int) -> Callable[[tuple[Value, ...], Frame], Body]:
    return lambda values, frame: bodies.Vote(_number(values[0], 0, 8, "seat"), _bytes(values[1], lengths, "digest"))


def _throw_down(values: tuple[Value, ...], frame: Frame) -> Body:
    return bodies.ThrowDown(_truth(values[0], "throw"))


def _plain(values: tuple[Value, ...], frame: Frame) -> Body:
    return bodies.Plain()


_READERS: Final[dict[str, tuple[int, Callable[[tuple[Value, ...], Frame], Body]]]] = {
    "open": (9, _open),
    "sit": (5, _sit),
    "start": (2, _start),
    "ready": (1, _named(32)),
    "begin": (2, _begin),
    "coin_commit": (1, _named(32)),
    "coin_reveal": (1, _named(32)),
    "round_open": (2, _round_open),
    "round_key": (3, _round_key),
    "restock": (2, _restock),
    "shuffle": (1, _proven),
    "throw_down": (1, _throw_down),
    "deal_shares": (1, _proven),
    "deal_call": (2, _deal_call),
    "draw": (0, _plain),
    "take": (0, _plain),
    "knock": (0, _plain),
    "pass": (0, _plain),
    "draw_shares": (1, _proven),
    "discard": (3, _discard),
    "declare": (2, _opened),
    "show": (2, _opened),
    "resign": (1, _named(0, 32)),
    "back": (0, _plain),
    "lapse": (2, _vote(0, 32)),
    "keep": (2, _vote(32)),
}
