"""Record logs for tests and measurements: `python -m scripts.record_log [--rounds N --home DIR --seed S]` at the root.

Without arguments, a short game over the true group becomes tests/audit/logs/two.scat, with what its audit must say
beside it: to be done again after a change that is meant to alter what peers write; a test audits the recorded log and
compares.

With `--rounds`, a table of four plays so many rounds of a game that never ends (tests/table/long_game.py), and DIR
becomes the home of the person who opened it: identity, log and secret file, as a peer leaves them that was stopped
between two rounds. `scatnet --home DIR resume` goes on with it. About 0.4 s a round.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Iterable
from pathlib import Path

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

from scatnet.audit import audit_log
from scatnet.audit.as_json import audits_json
from scatnet.audit.report import report_of
from scatnet.dealing import standard_params
from scatnet.log import Event, Identity
from scatnet.log import bodies as log
from scatnet.store.files import SystemFiles
from scatnet.store.paths import Home, key_path, open_home
from scatnet.store.secret_file import SecretFile
from scatnet.store.table_file import TableFile
from scatnet.table.state import Stage
from tests.audit.helpers import RECORDED, SHORT, records_of, write_log
from tests.table.helpers import Table, begun_table
from tests.table.long_game import long_table, rounds_of


class _Hasty(SystemFiles):
    """The system without waiting for the disk: a recording can be made again."""

    def sync(self, handle: int) -> None:
        """Do not wait."""


def main() -> None:
    """Record what was asked for."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("--rounds", type=int, help="rounds of a long game")
    parser.add_argument("--home", type=Path, default=Path("long-game"), help="the folder to be made")
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    if options.rounds is None:
        record_short_game()
    else:
        record_long_game(open_home(options.home), options.rounds, options.seed)


def record_short_game() -> None:
    """Play two people's game to its end and write it down."""
    table = begun_table(seats=2, rules=SHORT, params=standard_params(), seed=11, player="standard")
    table.play_until(Stage.OVER)
    RECORDED.parent.mkdir(parents=True, exist_ok=True)
    audit = audit_log(write_log(RECORDED, records_of(table)))
    told = audits_json([audit], [report_of(audit)], [])
    text = json.dumps(told, indent=1).replace(json.dumps(str(RECORDED)), json.dumps(RECORDED.name))
    RECORDED.with_suffix(".json").write_text(text + "\n", encoding="utf-8", newline="\n")


def record_long_game(home: Home, rounds: int, seed: int) -> None:
    """Play so many rounds, and leave in `home` what the host's machine would have."""
    began = time.monotonic()
    files = _Hasty()
    table = long_table(seed=seed, params=standard_params())
    host = table.identities[0]
    home.identity.write_bytes(_pem(host))
    assert table.opening is not None
    path = home.table(table.state.table)
    with (
        TableFile.create(path, table.opening, files=files) as file,
        SecretFile.create(key_path(path), files=files) as secrets,
    ):
        lobby = records_of(table)[1:-1]  # `begin` comes with the first round
        file.append(*lobby)
        for events in rounds_of(table, rounds):
            file.append(*events)
            _note(secrets, host, events)
            _tell(table, path, rounds, time.monotonic() - began)


def _note(secrets: SecretFile, host: Identity, events: Iterable[Event]) -> None:
    """What the host's machine notes of its own answers before they leave it."""
    for event in events:
        if event.author == host.public:
            body = log.body_of(event)
            if isinstance(body, log.RoundKey | log.Restock):
                secrets.serial_for(event.author, event.head, at_least=body.serial)
            secrets.note_signed(event.author, event.head, event.digest, record=event.record)


def _tell(table: Table, path: Path, rounds: int, seconds: float) -> None:
    done = table.state.rounds
    if done % 10 == 0 or done == rounds:
        sizes = path.stat().st_size / 1e6, key_path(path).stat().st_size / 1e6
        print(f"round {done}: log {sizes[0]:.2f} MB, secret file {sizes[1]:.2f} MB, {seconds:.0f} s", flush=True)


def _pem(identity: Identity) -> bytes:
    key = Ed25519PrivateKey.from_private_bytes(identity.seed)
    return key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())


if __name__ == "__main__":
    main()
