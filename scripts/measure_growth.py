"""How a peer and its files grow over a long game: `python -m scripts.measure_growth HOME` at the root.

HOME is one that `python -m scripts.record_log --rounds N --home HOME` has made. A headless peer takes the log's records
in one by one, as they come over a network, but for the checks of proofs: its memory and its time are shown as the game
goes on. Then another opens the log again as `scatnet resume` does, and a late spectator brings itself up to date from
it. Each is a process of its own, so that memory is its alone. Beside seconds of the processor stands m, one
variable-base product measured in the same run, because machines differ.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from types import MappingProxyType
from typing import Final

sys.path.insert(0, str(Path(__file__).resolve().parent))

from measure_audit import product

from scatnet.bench.memory import resident_megabytes
from scatnet.bots import STANDARD
from scatnet.bots.seat import computer_player
from scatnet.log import Event
from scatnet.net.credentials import Credentials
from scatnet.net.disk import TableDisk, opening_of
from scatnet.net.person import Person
from scatnet.net.seats import seats_again
from scatnet.store.framing import StoredRecord
from scatnet.store.identity_file import load_identity
from scatnet.store.paths import open_home
from scatnet.store.table_file import read_table
from scatnet.table.effects import Persist
from scatnet.table.engine import TableEngine
from scatnet.table.fold import genesis
from scatnet.table.lobby import Lobby
from scatnet.table.peer import Peer, PeerSettings
from scatnet.table.refused import Refused
from scatnet.table.state import Stage, TableState

EVERY: Final = 50
"""Rounds between two lines."""


class Believing(TableEngine):
    """The engine without checks: what they cost is measured elsewhere, and they keep nothing."""

    def verdict(self, state: TableState, event: Event) -> Refused | None:
        """No check."""
        return None

    def is_slow(self, event: Event) -> bool:
        """Nothing is."""
        return False


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("home", type=Path)
    parser.add_argument("--part", choices=sorted(PARTS), help="only this, in this process")
    options = parser.parse_args()
    if options.part is not None:
        PARTS[options.part](options.home)
        return
    print(f"m = {product() * 1e6:.0f} µs", flush=True)
    for part in PARTS:
        command = [sys.executable, "-m", "scripts.measure_growth", str(options.home), "--part", part]
        subprocess.run(command, check=True)


def play(home: Path) -> None:
    """A spectator takes in the log, record by record."""
    peer, records = _spectator(home)
    written = told = 0
    began, shown = time.process_time(), 0.0
    print("rounds   log MB   memory MB   ms a round since the last line")
    for record in records:
        effects = peer.receive(record.tag, record.payload, time.monotonic())
        written += sum(len(effect.record) for effect in effects if isinstance(effect, Persist))
        rounds = peer.state.rounds if peer.state.stage is Stage.OPENING else 0
        if rounds >= told + EVERY:
            spent = time.process_time() - began
            each = 1000 * (spent - shown) / EVERY
            print(f"{rounds:6}   {written / 1e6:6.2f}   {_memory():>9}   {each:6.1f}", flush=True)
            told, shown = rounds, spent


def open_again(home: Path) -> None:
    """The log is opened as a player's machine does that was stopped."""
    log = _log(home)
    opened = open_home(home)
    person = Person(
        home=opened,
        credentials=Credentials(load_identity(opened)),
        nickname="",
        chooser=lambda secret: computer_player(STANDARD, secret),
        names=lambda count, taken: (),
        auto=False,
    )
    began = time.process_time()
    disk = TableDisk.open(log, playing=True)
    state = genesis(disk.opening)
    seated = seats_again(person, disk, state.table)
    assert seated is not None
    files = time.process_time() - began
    peer = Peer(
        engine=TableEngine(),
        genesis=state,
        settings=_settings(state),
        operator=person.identity,
        seats=seated.seats,
        lobby=Lobby(state),
        records=disk.records(),
        notes=disk.notes(),
    )
    peer.start(0.0)
    spent = time.process_time() - began
    disk.close()
    print(
        f"opened again: {peer.state.rounds} rounds in {spent:.2f} s, {1000 * spent / peer.state.rounds:.1f} ms each,"
        f" {files:.2f} s of all for checking the files and finding the seats; memory {_memory()} MB"
    )


def follow(home: Path) -> None:
    """A spectator who comes late asks a peer for everything, answer by answer."""
    old, records = _spectator(home)
    for record in records:
        old.receive(record.tag, record.payload, 0.0)
    before = _memory()
    late, _ = _spectator(home)
    late.start(0.0)
    answers, size = 0, 0
    began = time.process_time()
    while True:
        answer = old.sync_answer(late.sync_request())
        if not answer.records:
            break
        answers += 1
        for kind, sent in answer.records:
            size += len(sent)
            late.receive(kind, sent, 0.0)
    assert late.state.head == old.state.head
    spent = time.process_time() - began
    print(
        f"brought up to date: {late.state.rounds} rounds, {size / 1e6:.1f} MB in {answers} answers, {spent:.1f} s for"
        f" both sides; memory before {before} MB, with the second peer {_memory()} MB"
    )


def _spectator(home: Path) -> tuple[Peer[TableState], Iterator[StoredRecord]]:
    """A spectator's peer that knows the opening alone, and the records after it."""
    log = _log(home)
    records = read_table(log)
    state = genesis(opening_of(log, next(records).payload))
    peer = Peer(engine=Believing(), genesis=state, settings=_settings(state), lobby=Lobby(state))
    return peer, records


def _settings(state: TableState) -> PeerSettings:
    return PeerSettings(patience=state.settings.patience, turn_clock=state.settings.turn_clock)


def _log(home: Path) -> Path:
    (log,) = open_home(home).logs()
    return log


def _memory() -> str:
    memory = resident_megabytes()
    return "unknown" if memory is None else f"{memory:.1f}"


PARTS: Final = MappingProxyType[str, Callable[[Path], None]]({"play": play, "open": open_again, "follow": follow})


if __name__ == "__main__":
    main()
