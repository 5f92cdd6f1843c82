"""Logs for audits: games played without a network, written to files as a peer writes them, and ways to spoil them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Final

from scatnet.audit import Audit, audit_log
from scatnet.audit.reading import Entry, read_log
from scatnet.dealing import Params
from scatnet.log import Event, Evidence, Identity, Kind, Value, make_event
from scatnet.log import bodies as log
from scatnet.rules.ruleset import PRESETS, RuleSet
from scatnet.store.framing import file_header, frame
from scatnet.store.table_file import TABLE_FORM, RecordType
from scatnet.table.state import Stage
from tests.table.helpers import Table, begun_table, fast_params

Record = Event | Evidence
Raw = tuple[int, bytes]

SHORT: Final = replace(PRESETS["kitchen"], lives=1)
"""Rules under which a game takes few rounds, with a face-down first discard and a minimum for a knock."""


RECORDED: Final = Path(__file__).parent / "logs" / "two.scat"
"""A game of two over the true group, recorded once by `scripts/record_log.py`, with its audit in JSON beside it."""


def records_of(table: Table, votes: Mapping[int, Sequence[Record]] | None = None) -> list[Record]:
    """A table's log in the order in which a peer would have written it; `votes` stand at the end of their steps."""
    assert table.opening is not None
    found: list[Record] = [table.opening]
    begin = table.steps[0].outcomes[0].event
    if begin is not None:
        start = begin.embedded[0]
        found += [*start.embedded, start, *begin.embedded[1:]]
    for number, step in enumerate(table.steps):
        found += [outcome.event for outcome in step.outcomes if outcome.event is not None]
        found += (votes or {}).get(number, ())
    return found


def raw(record: Record) -> Raw:
    """A record as it stands in a file."""
    return (RecordType.EVENT if isinstance(record, Event) else RecordType.EVIDENCE), record.record


def write_log(path: Path, records: Iterable[Record | Raw]) -> Path:
    """Write records to a file, whatever they are."""
    framed = [frame(*(record if isinstance(record, tuple) else raw(record))) for record in records]
    path.write_bytes(file_header(TABLE_FORM) + b"".join(framed))
    return path


def read_records(path: Path) -> list[Record]:
    """The records of a log that is whole."""
    return [item.holds for item in read_log(path) if isinstance(item, Entry)]


def audited(path: Path, records: Iterable[Record | Raw] | None = None, params: Params | None = None) -> Audit:
    """Audit a file of the fast group, written first where records are given."""
    if records is not None:
        write_log(path, records)
    return audit_log(path, params=fast_params() if params is None else params)


@cache
def _played(seats: int, rules: RuleSet, rounds: int, seed: int) -> Table:
    table = begun_table(seats=seats, rules=rules, seed=seed, player="standard")
    while table.state.stage is not Stage.OVER:
        if table.state.stage is Stage.OPENING and table.state.rounds == rounds:
            break
        table.play_step()
    return table


def game(seats: int = 4, rules: RuleSet = SHORT, *, rounds: int = 99, seed: int = 5) -> Table:
    """A copy of a game by the fast group, whole or stopped after so many rounds."""
    return _played(seats, rules, rounds, seed).copy()


def number_of(records: Sequence[Record], wanted: Record) -> int:
    """The number in its file, from 1, of a record."""
    return next(number for number, record in enumerate(records, 1) if record is wanted)


def signer_of(table: Table, event: Event) -> Identity:
    """Who signed an event."""
    return next(who for who in table.identities if who.public == event.author)


def changed(value: Value) -> Iterator[Value]:
    """Other values of the same kind, one for each place in it where something stands."""
    match value:
        case bool():
            yield not value
        case int():
            yield value - 1 if value else value + 1
        case bytes() if value:
            yield bytes([value[0] ^ 1]) + value[1:]
            yield value[:-1] + bytes([value[-1] ^ 128])
        case str():
            yield value[:-1] + ("x" if value[-1] != "x" else "y")
        case tuple():
            for place, part in enumerate(value):
                for other in changed(part):
                    yield (*value[:place], other, *value[place + 1 :])


def with_changed_field(table: Table, event: Event) -> Iterator[Event]:
    """The event with one field changed, signed again by its own author as if it had meant that."""
    signer = signer_of(table, event)
    for field, value in enumerate(event.body):
        for other in changed(value):
            body = (*event.body[:field], other, *event.body[field + 1 :])
            try:
                yield make_event(signer, table=event.table, head=event.head, kind=event.kind, body=body)
            except ValueError:
                continue  # no schema lets it through, so no such record can be signed
    if event.kind is not Kind.OPEN:
        for place in ("head", "table"):
            other_hash = bytes([getattr(event, place)[0] ^ 1]) + getattr(event, place)[1:]
            named = {"head": event.head, "table": event.table, place: other_hash}
            try:
                yield make_event(signer, table=named["table"], head=named["head"], kind=event.kind, body=event.body)
            except ValueError:
                continue  # an embedded record belongs to this table


def vote(who: Identity, table: Table, seat: int, evidence: bytes = b"", keep: bytes = b"") -> Event:
    """A vote at the table's present head: for a lapse of `seat`, or to keep the event with digest `keep`."""
    body = log.Keep(seat, keep).to_body() if keep else log.Lapse(seat, evidence).to_body()
    kind = Kind.KEEP if keep else Kind.LAPSE
    return make_event(who, table=table.state.table, head=table.state.head, kind=kind, body=body)
