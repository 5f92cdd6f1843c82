"""The tables in a person's home, as a list: what each was, how far it came, and whether it has ended.

A list must be quick, so it reads only what stands at the front of the records: no proof is checked, no game folded and
no secret touched. Whoever opens or audits a table finds out what is true of it.
"""

from __future__ import annotations

import os
import tomllib
from dataclasses import asdict, dataclass
from pathlib import Path

from scatnet.log import BadRecord, Kind, decode_record, kind_of, limits
from scatnet.log.bodies import Begin, Open, Sit, body_of
from scatnet.store.errors import StoreError, explain
from scatnet.store.files import SYSTEM, Files, write_whole
from scatnet.store.paths import Home, key_path, result_path
from scatnet.store.table_file import RecordType, read_table
from scatnet.store.toml_text import toml_text
from scatnet.words import _

__all__ = ["Result", "TableEntry", "list_tables", "note_result", "read_result"]

_RESULT_BYTES = 4096


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """How a game ended, noted beside its log so that a list need not fold it; losing the note loses nothing."""

    winners: tuple[str, ...]
    rounds: int


@dataclass(frozen=True, slots=True, kw_only=True)
class TableEntry:
    """One log in a home; `fault` is a sentence where the log cannot be read, and then all that it says is empty.

    `rules` are the numbers in `open`; `players` are the nicknames in seat order once the game has begun; `rounds`
    counts the rounds opened, abandoned ones too; `played` is when the log last grew, in seconds since 1970; `mine` says
    that the table's secrets are here, so that it can be resumed; `result` is None while there is no winner yet.
    """

    path: Path
    name: str = ""
    rules: tuple[int, ...] = ()
    players: tuple[str, ...] = ()
    rounds: int = 0
    played: float = 0.0
    mine: bool = False
    result: Result | None = None
    fault: str | None = None


def list_tables(home: Home, *, files: Files = SYSTEM) -> tuple[TableEntry, ...]:
    """List the logs in this home, the one that grew last first, those that cannot be read last.

    Raises StoreError where the folder itself cannot be read.
    """
    entries = [_entry(path, files) for path in home.logs()]
    return tuple(sorted(entries, key=lambda entry: (-entry.played, entry.path)))


def note_result(log: Path, result: Result, *, files: Files = SYSTEM) -> None:
    """Note beside the log at `log` how its game ended. Raises StoreError where that cannot be written."""
    path = result_path(log)
    try:
        write_whole(files, path, toml_text(asdict(result)).encode())
    except OSError as fault:
        raise explain(fault, path) from fault


def read_result(log: Path, *, files: Files = SYSTEM) -> Result | None:
    """Read the note beside the log at `log`; None where there is none, or none that makes sense."""
    try:
        handle = files.open_to_read(result_path(log))
        try:
            written = tomllib.loads(files.read(handle, _RESULT_BYTES).decode())
        finally:
            files.close(handle)
    except (OSError, ValueError, RecursionError):
        return None
    match written:
        case {"winners": list() as winners, "rounds": int() as rounds} if all(
            isinstance(name, str) for name in winners
        ):
            return Result(winners=tuple(str(name) for name in winners), rounds=rounds)
    return None


def _entry(path: Path, files: Files) -> TableEntry:
    mine, result = os.path.exists(key_path(path)), read_result(path, files=files)
    try:
        offer, players, rounds = _skim(path, files)
        played = path.stat().st_mtime
    except (StoreError, BadRecord) as fault:
        return TableEntry(path=path, mine=mine, result=result, fault=str(fault))
    except OSError as fault:
        return TableEntry(path=path, mine=mine, result=result, fault=explain(fault, path).sentence)
    return TableEntry(
        path=path,
        name=offer.name,
        rules=offer.rules,
        players=players,
        rounds=rounds,
        played=played,
        mine=mine,
        result=result,
    )


def _skim(path: Path, files: Files) -> tuple[Open, tuple[str, ...], int]:
    offer: Open | None = None
    players: tuple[str, ...] = ()
    rounds: set[bytes] = set()
    for record in read_table(path, files=files):
        kind = kind_of(record.payload) if record.tag == RecordType.EVENT else None
        if kind is Kind.OPEN and offer is None:
            body = body_of(decode_record(record.payload))
            offer = body if isinstance(body, Open) else None
        elif kind is Kind.BEGIN:
            body = body_of(decode_record(record.payload))
            if isinstance(body, Begin):
                players = tuple(_nickname(body_of(sit)) for sit in body.start.embedded[: limits.MAX_SEATS])
        elif kind is Kind.ROUND_OPEN:
            rounds.add(decode_record(record.payload).head)
    if offer is None:
        raise StoreError(_("{path} does not begin with a table.").format(path=path))
    return offer, players, len(rounds)


def _nickname(body: object) -> str:
    return body.nickname if isinstance(body, Sit) else ""
