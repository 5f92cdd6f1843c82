"""Spoil recorded logs in every way, and see that no audit accepts one: python -m scripts.damage_logs [--flips N]

For a game of four and one of nine (by the true algorithms over a group that hides nothing): each single record left
out, repeated, swapped with its neighbour, replaced by that of another game, and with each of some fields changed and
signed again by its own author; then so many random byte flips, half of them with the file's checksums made to fit.
Prints what it tried; exit status 1 where anything was accepted that should not be, or where an audit failed.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
import traceback
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import cache, partial
from itertools import islice
from pathlib import Path
from typing import Final

from scatnet.audit import Audit, FaultCode, Verdict
from scatnet.log import LOBBY, Event
from scatnet.store.framing import file_header
from scatnet.store.table_file import TABLE_FORM
from tests.audit.helpers import SHORT, Raw, audited, game, raw, records_of, with_changed_field, write_log
from tests.table.helpers import Table

WAYS: Final = ("leave out", "repeat", "swap", "replace", "change fields")
FIELDS: Final = 4  # changed fields tried of each record, spread over it
FLIPS_AT_ONCE: Final = 250
HEADER: Final = len(file_header(TABLE_FORM))


@dataclass(frozen=True, slots=True)
class Game:
    """A game to be spoilt: so many seats, stopped after so many rounds."""

    seats: int
    rounds: int

    def table(self, seed: int = 5) -> Table:
        """The game, or another one of its kind."""
        return game(self.seats, SHORT, rounds=self.rounds, seed=seed)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What some tries came to: how many of each sort, and a line for each that went wrong."""

    tried: Counter[str]
    wrong: tuple[str, ...]


@cache
def events_of(which: Game, seed: int = 5) -> tuple[Event, ...]:
    """The records of a game."""
    return tuple(record for record in records_of(which.table(seed)) if isinstance(record, Event))


def spoil(which: Game, way: str, place: int) -> Outcome:
    """Spoil one record in one way."""
    table, events = which.table(), events_of(which)
    event = events[place]
    tried: Counter[str] = Counter()
    wrong = []
    for records in _spoilt(which, way, place):
        said = _said(records)
        name = f"{which.seats} seats, {way} {place + 1}, {event.kind.value}"
        tried[f"{way}: {_sort(said)}"] += 1
        if isinstance(said, str):
            wrong.append(f"{name}: {said}")
        elif said.verdict is Verdict.VALID and not _may_be_valid(table, way, events, place, said):
            wrong.append(f"{name}: accepted")
        elif said.verdict is Verdict.NOT_VALID and not _well_named(way, place, event, said):
            wrong.append(f"{name}: blamed on record {said.faults[0].record}, {said.faults[0].code}")
    return Outcome(tried, tuple(wrong))


def _spoilt(which: Game, way: str, place: int) -> Iterator[list[Event]]:
    events = list(events_of(which))
    event = events[place]
    match way:
        case "leave out":
            yield events[:place] + events[place + 1 :]
        case "repeat":
            yield events[: place + 1] + events[place:]
        case "swap" if 0 < place < len(events) - 1:
            yield [*events[:place], events[place + 1], event, *events[place + 2 :]]
        case "replace" if 0 < place < len(events_of(which, 6)):
            yield [*events[:place], events_of(which, 6)[place], *events[place + 1 :]]
        case "change fields":
            versions = list(with_changed_field(which.table(), event))
            stride = max(1, len(versions) // FIELDS)
            for other in islice(versions[::stride], FIELDS):
                yield [*events[:place], other, *events[place + 1 :]]


def _said(records: list[Event] | list[Event | Raw]) -> Audit | str:
    with tempfile.TemporaryDirectory() as folder:
        try:
            return audited(Path(folder) / "log", records)
        except Exception:
            return traceback.format_exc()


def _sort(said: Audit | str) -> str:
    if isinstance(said, str):
        return "failed"
    return said.verdict.value if not said.faults else said.faults[0].code.value


def _may_be_valid(table: Table, way: str, events: tuple[Event, ...], place: int, said: Audit) -> bool:
    """What nobody could tell from a log that is right: see `scatnet.audit.verify`."""
    event = events[place]
    if event.kind in LOBBY and way in ("leave out", "change fields"):
        return True  # `begin` holds all that counts of the lobby
    if way == "swap":
        return event.head == events[place + 1].head and said.heads[-1] == table.state.head
    if way == "leave out":
        return event.head == table.steps[-1].head and not said.finished
    return way == "change fields" and event.head == table.steps[-1].head  # another end, by its author's own will


def _well_named(way: str, place: int, event: Event, said: Audit) -> bool:
    fault = said.faults[0]
    match way:
        case "leave out":
            return place == 0 or (fault.code, fault.author) == (FaultCode.MISSING, event.author)
        case "repeat":
            return fault.record == place + 2
        case "change fields":
            return fault.record >= place + 1 or fault.author == event.author
        case _:
            return fault.record == place + 1


def flip(seed: int, count: int) -> Outcome:
    """Flip random bits of a small log, every other time so that the checksums fit again."""
    which = Game(2, 1)
    events = events_of(which)
    draw = random.Random(seed)
    tried: Counter[str] = Counter()
    wrong = []
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "log"
        data = write_log(path, events).read_bytes()
        for number in range(count):
            if number % 2:
                place = draw.randrange(len(data))
                path.write_bytes(_flipped(data, place, draw))
                lowest, highest = (0, 0) if place < HEADER else (1, len(events))
            else:
                record = draw.randrange(len(events))
                tag, payload = raw(events[record])
                spoilt = (tag, _flipped(payload, draw.randrange(len(payload)), draw))
                write_log(path, [*events[:record], spoilt, *events[record + 1 :]])
                lowest = highest = record + 1
            try:
                said = audited(path)
            except Exception:
                wrong.append(f"flip {number} of seed {seed}: {traceback.format_exc()}")
                continue
            tried[f"flip: {_sort(said)}"] += 1
            named = said.faults[0].record if said.faults else 0
            if said.verdict is Verdict.VALID or not lowest <= named <= highest:
                wrong.append(f"flip {number} of seed {seed}: {said.verdict}, record {named}")
    return Outcome(tried, tuple(wrong))


def _flipped(data: bytes, place: int, draw: random.Random) -> bytes:
    return data[:place] + bytes([data[place] ^ (1 << draw.randrange(8))]) + data[place + 1 :]


def main() -> int:
    """Try everything; the exit status."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("--flips", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--cores", type=int, default=2)
    options = parser.parse_args()
    games = (Game(4, 99), Game(9, 2))
    tried: Counter[str] = Counter()
    wrong: list[str] = []
    with ProcessPoolExecutor(options.cores) as pool:
        waiting = [
            pool.submit(spoil, which, way, place)
            for which in games
            for way in WAYS
            for place in range(len(events_of(which)))
        ]
        waiting += [
            pool.submit(partial(flip, options.seed + start, min(FLIPS_AT_ONCE, options.flips - start)))
            for start in range(0, options.flips, FLIPS_AT_ONCE)
        ]
        for future in waiting:
            outcome = future.result()
            tried += outcome.tried
            wrong += outcome.wrong
            for line in outcome.wrong:
                print(line, file=sys.stderr)
    for which in games:
        print(f"{which.seats} seats, {which.table().state.rounds} rounds, {len(events_of(which))} records")
    for sort, count in sorted(tried.items()):
        print(f"{count:7}  {sort}")
    print(f"{sum(tried.values())} spoilt logs, {len(wrong)} not dealt with as they should be")
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main())
