"""One table of real processes on this machine: three players and a spectator. One of the players can be killed, have an
older copy of its log put back, and be started again.

The spectator stays to the end and beyond, so that whoever is killed at the very end finds somebody who has the rest.
"""

from __future__ import annotations

import json
import os
import socket
import sys
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Final

import trio
from lan_players import PATIENT, NotShownError, Player, Players

from scatnet.log import SLOT, Event, Kind, decode_record, kind_of
from scatnet.log.bodies import Sit, body_of
from scatnet.net.reading import TableEnd, read_end
from scatnet.store.framing import StoredRecord
from scatnet.store.identity_file import load_identity
from scatnet.store.paths import Home
from scatnet.store.table_file import RecordType, read_table

__all__ = ["NAMES", "Loopback", "OwnAnswers", "Table", "until_fresh"]

NAMES: Final = ("ann", "ben", "cat")  # ann hosts
_SPECTATOR: Final = "eve"
_POLL_SECONDS: Final = 0.002
_SHORT: Final = (
    "--rules", "cadillac", "--set", "lives=1", "--set", "grace=false", "--set", "showdown_loser=all_but_highest",
    "--patience", "900",
)  # fmt: skip
"""A game of a round or two, in which nobody loses patience with who is started again on a busy machine."""


class Loopback:
    """All processes run here. What is in `under` stands before the first command of a player."""

    def __init__(self) -> None:
        self.under: dict[str, Sequence[str]] = {}

    def command(self, host: str, command: Sequence[str]) -> list[str]:
        """See `Hosts`."""
        return [*self.under.pop(host, ()), *command]


class OwnAnswers:
    """The answers that the seats of one home have given, as they come to be in its log."""

    def __init__(self, home: Home) -> None:
        self._home = home
        self._seats: set[bytes] = set()
        self._known: set[bytes] = set()
        self._size = -1
        self.kinds: list[Kind] = []

    def fresh(self) -> int:
        """How many there are that had never been there before."""
        records = self._records()
        before = len(self.kinds)
        for record in records:
            if record.tag == RecordType.EVENT and kind_of(record.payload) in {Kind.SIT, *SLOT}:
                self._look(decode_record(record.payload))
        return len(self.kinds) - before

    def _records(self) -> list[StoredRecord]:
        for log in self._home.logs():
            size = log.stat().st_size
            if size != self._size:
                self._size = size
                return list(read_table(log))
        return []

    def _look(self, event: Event) -> None:
        if event.digest in self._known:
            return
        self._known.add(event.digest)
        body = body_of(event)
        if isinstance(body, Sit):
            if body.operator == load_identity(self._home).public:
                self._seats.add(event.author)
        elif event.author in self._seats:
            self.kinds.append(event.kind)


class Table:
    """The processes at one table. Everything that waits raises NotShownError where it waits too long."""

    def __init__(self, players: Players, net: Loopback, *, victim: str) -> None:
        self.players: Final[dict[str, Player]] = {}
        self.restarts = 0
        self._start: Final = players
        self._net: Final = net
        self._victim: Final = victim
        self._ports: Final = dict(zip(NAMES, _free_ports(len(NAMES)), strict=True))

    @property
    def victim(self) -> Player:
        """The player that is killed, as it runs now."""
        return self.players[self._victim]

    async def seat(self, under: Sequence[str] = ()) -> None:
        """Start everybody; the victim's first process behind the command `under`."""
        self._net.under[self._victim] = under
        host, *guests = NAMES
        options = ("--name", "Kills", "--seats", str(len(NAMES)), *_SHORT)
        self.players[host] = await self._run(host, "host", *options)
        await self._until_log(host)  # it listens before it has a log
        self.players[_SPECTATOR] = await self._start.start(
            _SPECTATOR, "watch", self._address(host), "--no-discovery", "--json-lines"
        )
        await self._until_log(_SPECTATOR)
        for guest in guests:
            self.players[guest] = await self._run(guest, "join", self._address(host))

    async def _until_log(self, name: str) -> None:
        """Wait until somebody is at the table."""
        player = self.players[name]
        while not player.home.logs():
            if player.status is not None:
                raise NotShownError(f"{name} comes to no table: {' / '.join(player.lines)}")
            await trio.sleep(_POLL_SECONDS)

    async def kill_victim(self) -> None:
        """End the victim as a power cut would."""
        self.victim.kill()
        await self.victim.until(lambda player: player.status is not None, "its death")

    def cut_log(self, kept: float) -> None:
        """Put an older copy of the victim's log back: the first records, this part of them, at least the `open`."""
        log = self._log()
        records = list(read_table(log))
        count = max(1, int(len(records) * kept))
        if count < len(records):
            os.truncate(log, records[count].offset)

    async def start_again(self, under: Sequence[str] = ()) -> None:
        """Start the victim again, behind the command `under`, in the way that a person would: the table is resumed, or,
        where its log does not come to the beginning of the game, joined again."""
        self.restarts += 1
        self._net.under[self._victim] = under
        logs = self.victim.home.logs()
        begun = any(kind_of(record.payload) is Kind.BEGIN for log in logs for record in read_table(log))
        if begun or (logs and self._victim == NAMES[0]):
            arguments = ["resume", logs[0].stem]
        else:
            arguments = ["join", self._address(next(name for name in NAMES if name != self._victim))]
        self.players[self._victim] = await self._run(self._victim, *arguments)

    def is_over(self) -> bool:
        """Whether the victim's log leads to the end of the game."""
        logs = self.victim.home.logs()
        return bool(logs) and read_end(logs[0]).over

    async def until_over(self) -> TableEnd:
        """Wait until everybody has come to the end, audit all logs, and give that end."""
        for name in NAMES:
            player = self.players[name]
            await player.until(lambda player: player.status is not None, "its end")
            if player.status != 0 and not (player is self.victim and player.killed):
                raise NotShownError(f"{name} ended with status {player.status}: {' / '.join(player.lines[-3:])}")
        spectator = self.players[_SPECTATOR]
        await spectator.until(lambda player: player.end.over, "the end of the game")
        spectator.process.terminate()
        await spectator.until(lambda player: player.status is not None, "its end")
        ends = {name: player.end for name, player in self.players.items()}
        for name, end in ends.items():
            if not end.over or end != ends[NAMES[0]]:
                raise NotShownError(f"{name} has come to another end than {NAMES[0]}: {end} and {ends[NAMES[0]]}")
        for name, player in self.players.items():
            if any("Traceback" in line for line in player.lines):
                raise NotShownError(f"{name} has shown a traceback")
        await self._audit()
        return ends[NAMES[0]]

    async def _audit(self) -> None:
        """Have `scatnet audit` check and compare all logs: valid, finished, and nothing out of the ordinary in them."""
        logs = [str(log) for player in self.players.values() for log in player.home.logs()]
        command = [sys.executable, "-m", "scatnet", "--home", str(self.victim.home.root), "audit", "--json", *logs]
        done = await trio.run_process(command, capture_stdout=True, capture_stderr=True, check=False)
        if done.returncode != 0:
            raise NotShownError(f"the audit fails: {done.stdout.decode()[:500]} {done.stderr.decode()[:500]}")
        found = json.loads(done.stdout)
        if found["agree"] is not True or len(found["logs"]) != len(NAMES) + 1:
            raise NotShownError("the logs do not agree")
        for log in found["logs"]:
            if log["verdict"] != "valid" or not log["finished"] or log["irregularities"]:
                raise NotShownError(f"{log['file']}: {log['verdict']}, {log['why']} {log['irregularities']}")

    async def _run(self, name: str, *arguments: str) -> Player:
        return await self._start.start(
            name, *arguments, "--auto", "--json-lines", "--no-discovery", "--nickname", name,
            "--listen", self._address(name),
        )  # fmt: skip

    def _address(self, name: str) -> str:
        return f"127.0.0.1:{self._ports[name]}"

    def _log(self) -> Path:
        (log,) = self.victim.home.logs()
        return log


async def until_fresh(player: Player, own: OwnAnswers) -> bool:
    """Wait until a player's log holds an answer of its own that was never there before; False where it ends first.

    Raises NotShownError where it takes too long.
    """
    with trio.move_on_after(PATIENT):
        while player.status is None:
            if own.fresh():
                return True
            await trio.sleep(_POLL_SECONDS)
        return False
    raise NotShownError(f"{player.host} has given no answer for {PATIENT:.0f} s: {' / '.join(player.lines[-3:])}")


def _free_ports(count: int) -> list[int]:
    with ExitStack() as stack:
        sockets = [stack.enter_context(socket.socket()) for _ in range(count)]
        for each in sockets:
            each.bind(("127.0.0.1", 0))
        return [int(each.getsockname()[1]) for each in sockets]
