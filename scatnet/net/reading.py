"""Where the game in a log file stands, read without checking its proofs: for a comparison of logs, not for
an audit.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from scatnet.log import BadRecord
from scatnet.net.disk import opening_of
from scatnet.store.errors import DamagedFile
from scatnet.store.table_file import read_table
from scatnet.table.engine import ENGINE
from scatnet.table.fold import genesis
from scatnet.table.lobby import Lobby
from scatnet.table.peer import Peer, PeerSettings
from scatnet.table.state import Stage

__all__ = ["TableEnd", "read_end"]


@dataclass(frozen=True, slots=True, kw_only=True)
class TableEnd:
    """The head that a log leads to, how many rounds were opened, and the winners' names where the game is
    over.
    """

    head: bytes
    rounds: int
    over: bool
    winners: tuple[str, ...]


def read_end(path: Path) -> TableEnd:
    """Fold the log at `path` to its end. Raises StoreError."""
    try:
        opening = opening_of(path, next(iter(read_table(path))).payload)
        state = genesis(opening)
        peer = Peer(
            engine=ENGINE,
            genesis=state,
            settings=PeerSettings(patience=state.settings.patience, turn_clock=state.settings.turn_clock),
            lobby=Lobby(state),
            records=((record.tag, record.payload) for record in read_table(path)),
        )
    except (BadRecord, ValueError, StopIteration) as fault:
        raise DamagedFile(path, 0, str(fault)) from fault
    state = peer.state
    winners = (state.game.winners or ()) if state.game is not None else ()
    return TableEnd(
        head=state.head,
        rounds=state.rounds,
        over=state.stage is Stage.OVER,
        winners=tuple(state.seats[seat].name for seat in winners),
    )
