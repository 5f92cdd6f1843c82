"""Targets in files: logs, secret files, identity, settings, table files, notes beside a log, scripts, whole audits."""

from __future__ import annotations

import atexit
import json
import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache
from pathlib import Path

from scatnet.audit import audit_log
from scatnet.audit.reading import Entry, Unreadable, read_log
from scatnet.audit.secret_keys import load_seed
from scatnet.log import BadRecord, Identity, decode_record
from scatnet.net.address_file import addresses_path, load_addresses
from scatnet.net.gossip import make_record, read_record
from scatnet.rules.fields import RuleSetError, as_written, ruleset_from_toml
from scatnet.rules.ruleset import PRESETS
from scatnet.rules.script import NotAScriptError, play_script, read_script
from scatnet.store.errors import StoreError
from scatnet.store.home import Result, list_tables, note_result, read_result
from scatnet.store.identity_file import load_identity
from scatnet.store.paths import Home, key_path, open_home, result_path
from scatnet.store.secret_file import SECRET_FORM, SecretFile
from scatnet.store.settings import Settings, load_settings, save_settings
from scatnet.store.table_file import TABLE_FORM, RecordType, TableFile, decode_stored, read_table
from scatnet.store.toml_text import toml_text
from tests.checker.helpers import first, first_round, log_of, recorded, second
from tests.fuzzing.target import Target, framed, mended, signed_again
from tests.log.samples import ANN, DISCARD, EVENTS, TABLE, TWICE
from tests.net.helpers import TABLE as NET_TABLE
from tests.rules.test_cases import CASES
from tests.table.helpers import identity


@cache
def _home() -> Home:
    """A home for as long as the process runs; each input is written over the last."""
    folder = Path(tempfile.mkdtemp(prefix="scatnet-fuzz-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return open_home(folder)


def _log() -> Path:
    return _home().table(TABLE)


def _put(path: Path, data: bytes) -> Path:
    path.write_bytes(data)
    return path


def _stored(data: bytes) -> None:
    """A log as it is read for play and for the list of games."""
    path = _put(_log(), data)
    with suppress(StoreError):
        for record in read_table(path):
            assert decode_stored(record, path).record == record.payload
    list_tables(_home())


def _read(data: bytes) -> None:
    """A log as an audit reads it."""
    end = len(data)
    with suppress(Unreadable):
        for item in read_log(_put(_log(), data)):
            assert not isinstance(item, Entry) or item.end <= end


def _opened(data: bytes) -> None:
    """A log as it is opened to go on with: a torn tail is cut, and a second opening finds nothing more to cut."""
    path = _put(_log(), data)
    try:
        with TableFile(path) as log:
            held = list(log.records())
        with TableFile(path) as log:
            assert log.notice is None
            assert list(log.records()) == held
    except StoreError:
        assert path.read_bytes() == data


def _secret(data: bytes) -> None:
    path = _put(key_path(_log()), data)
    try:
        with SecretFile(path) as secrets:
            assert len(secrets.seed) == 32
            list(secrets.signed_records())
    except StoreError:
        return
    assert load_seed(path)


def _secret_seeds() -> Iterator[bytes]:
    path = key_path(_home().table(b"s" * 32))
    path.unlink(missing_ok=True)
    with SecretFile.create(path) as secrets:
        secrets.serial_for(ANN.public, TABLE)
        secrets.note_signed(DISCARD.author, DISCARD.head, DISCARD.digest, record=DISCARD.record)
    yield path.read_bytes()


def _identity(data: bytes) -> None:
    _put(_home().identity, data)
    try:
        held = load_identity(_home())
    except StoreError:
        return
    assert isinstance(held, Identity)


def _identity_seeds() -> Iterator[bytes]:
    _home().identity.unlink(missing_ok=True)
    load_identity(_home())
    yield _home().identity.read_bytes()


def _settings(data: bytes) -> None:
    path = _put(_home().settings, data)
    try:
        settings = load_settings(path)
    except StoreError:
        return
    save_settings(path, settings)
    assert load_settings(path) == settings


def _settings_seeds() -> Iterator[bytes]:
    path = _home().settings
    for settings in (Settings(), Settings(nickname="Åse", pace=2.5, language="da", letters=True)):
        save_settings(path, settings)
        yield path.read_bytes()


def _table_file(data: bytes) -> None:
    try:
        rules = ruleset_from_toml(data.decode("utf-8"))
    except (UnicodeDecodeError, RuleSetError):
        return
    assert ruleset_from_toml(toml_text({"rules": "kitchen", **as_written(rules)}, {})) == rules


def _table_file_seeds() -> Iterator[bytes]:
    for name, rules in PRESETS.items():
        yield toml_text({"rules": name, **as_written(rules)}, {}).encode()


def _result(data: bytes) -> None:
    _put(result_path(_log()), data)
    result = read_result(_log())
    if result is not None:
        note_result(_log(), result)
        assert read_result(_log()) == result


def _result_seeds() -> Iterator[bytes]:
    note_result(_log(), Result(winners=("Ann", "Åse"), rounds=7))
    yield result_path(_log()).read_bytes()


def _kept_addresses(data: bytes) -> None:
    _put(addresses_path(_log()), data)
    for record in load_addresses(_log(), NET_TABLE):
        assert read_record(record.raw, NET_TABLE) == record


def _kept_addresses_seeds() -> Iterator[bytes]:
    record = make_record(ANN, NET_TABLE, 1, ()).raw
    yield b"\x91\xc4" + bytes([len(record)]) + record


def _script(data: bytes) -> None:
    try:
        script = read_script(json.loads(data.decode("utf-8-sig")))
    except (NotAScriptError, ValueError, RecursionError):
        return
    json.dumps(play_script(script))


def _script_seeds() -> Iterator[bytes]:
    for path in CASES:
        yield json.dumps(json.loads(path.read_text(encoding="utf-8"))["script"]).encode()


# Audits of whole logs

_RECORDS = 24


@cache
def _people() -> dict[bytes, Identity]:
    people = (identity(f"seat {seat} of {seed}") for seat in range(2) for seed in range(10))
    return {person.public: person for person in people}


def _signed(tag: int, payload: bytes) -> bytes:
    """A record of a person whose key is known here, its signature put right."""
    if tag != RecordType.EVENT:
        return payload
    try:
        decode_record(payload)
    except BadRecord:
        unsigned = payload[3:-66] if payload[1:2] == b"\xc4" else payload[4:-66]
        author = _people().get(unsigned[72:104])
        return payload if author is None else signed_again(unsigned, author, unsigned[4:36])
    return payload


def _audit(data: bytes) -> None:
    """The program's own auditor, through to its verdict."""
    audit = audit_log(_put(_log(), mended(TABLE_FORM, data, _signed)))
    assert audit.verdict.exit_status in (0, 1, 2)


def _both(data: bytes) -> None:
    """Both auditors, who must come to the same verdict."""
    log = mended(TABLE_FORM, data, _signed)
    assert second(log).verdict == first(log, _home().root).verdict


def _short_logs() -> Iterator[bytes]:
    yield log_of(first_round())
    path = Path(__file__).parents[1] / "audit" / "logs" / "two.scat"
    yield framed(TABLE_FORM, [(record.tag, record.payload) for record in list(read_table(path))[:_RECORDS]])


def _logs() -> Iterator[bytes]:
    yield framed(TABLE_FORM, [(RecordType.EVENT, event.record) for event in EVENTS.values()])
    yield framed(
        TABLE_FORM, [(RecordType.EVENT, EVENTS[kind].record) for kind in list(EVENTS)[:4]] + [(2, TWICE.record)]
    )
    yield recorded("false_play")[:20_000]


def _mended_first(check: Callable[[bytes], None]) -> Callable[[bytes], None]:
    return lambda data: check(mended(TABLE_FORM, data))


TARGETS = (
    Target(name="log-file", check=_stored, seeds=_logs, slow=0.002),
    Target(name="log-file-mended", check=_mended_first(_stored), seeds=_logs, slow=0.002),
    Target(name="log-file-opened", check=_opened, seeds=_logs, slow=0.002),
    Target(name="log-read-for-audit", check=_mended_first(_read), seeds=_logs, slow=0.002),
    Target(name="secret-file", check=_secret, seeds=_secret_seeds, slow=0.005),
    Target(
        name="secret-file-mended",
        check=lambda data: _secret(mended(SECRET_FORM, data)),
        seeds=_secret_seeds,
        slow=0.005,
    ),
    Target(name="identity-file", check=_identity, seeds=_identity_seeds),
    Target(name="settings-file", check=_settings, seeds=_settings_seeds, slow=0.002),
    Target(name="table-file", check=_table_file, seeds=_table_file_seeds),
    Target(name="result-note", check=_result, seeds=_result_seeds),
    Target(name="kept-addresses", check=_kept_addresses, seeds=_kept_addresses_seeds),
    Target(name="scripts", check=_script, seeds=_script_seeds),
    Target(name="audit", check=_audit, seeds=_short_logs, slow=0.1),
    Target(name="two-auditors", check=_both, seeds=_short_logs, slow=0.2),
)
