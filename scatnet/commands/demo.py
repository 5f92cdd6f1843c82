"""`scatnet demo`: peers as separate processes on this machine find each other and play a whole game.

Each peer has a home of its own and runs the same commands that people run. Afterwards every log is audited,
and the heads and winners of all are compared.
"""

from __future__ import annotations

import argparse
import functools
import json
import secrets
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import trio

from scatnet.bots.faces import PERSONAS
from scatnet.commands.refusing import REFUSED, refuse
from scatnet.commands.rules import ruleset_from_argument
from scatnet.net.reading import TableEnd, read_end
from scatnet.rules.fields import RuleSetError
from scatnet.store.errors import StoreError
from scatnet.store.paths import Home
from scatnet.words import _

__all__ = ["add_parser", "run"]

_LOOPBACK: Final = "127.0.0.1:0"
_LONGEST: Final = 3600.0
_TOLD: Final = frozenset({"begun", "round", "lost", "out", "won", "lapsed", "suspended", "expelled"})
"""The kinds of happenings that the host's lines are shown of."""


class DemoError(Exception):
    """The demonstration has not shown what it should; the message is a sentence."""


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add `demo` to the program's commands."""
    parser = subparsers.add_parser("demo", help=_("several peers on this machine play a whole game, and it is checked"))
    parser.add_argument("--seats", type=int, default=4, metavar="N", help=_("default: %(default)s"))
    parser.add_argument("--rules", default="kitchen", metavar="PRESET|FILE", help=_("default: %(default)s"))
    parser.add_argument("--set", action="append", default=[], metavar="FIELD=VALUE", help=_("change a rule"))
    parser.add_argument("--keep", type=Path, metavar="DIR", help=_("keep the peers' homes there"))
    parser.add_argument(
        "--limit", type=float, default=900.0, metavar="S", help=_("seconds it may take, default: %(default)s")
    )
    parser.set_defaults(run=run)


@dataclass(slots=True)
class _Peer:
    """One peer of the demonstration: its name, home and process, and what it has printed."""

    name: str
    home: Home
    process: trio.Process | None = None
    winners: str = ""
    complaints: list[str] = field(default_factory=list)


def run(args: argparse.Namespace) -> int:
    """Run `scatnet demo`; the exit status."""
    rules_name: str = args.rules
    changes: list[str] = args.set
    seats: int = args.seats
    limit: float = args.limit
    keep: Path | None = args.keep
    try:
        rules = ruleset_from_argument(rules_name, changes)
    except RuleSetError as error:
        return refuse(str(error))
    if not rules.min_seats <= seats <= rules.max_seats:
        return refuse(_("These rules take {low} to {high} seats.").format(low=rules.min_seats, high=rules.max_seats))
    if not 0 < limit <= _LONGEST:
        return refuse(_("Give it up to {most:.0f} seconds.").format(most=_LONGEST))
    options = ["--rules", rules_name, *(part for change in changes for part in ("--set", change))]
    try:
        if keep is not None:
            keep.mkdir(parents=True, exist_ok=True)
            _demonstrate(keep, seats, options, limit)
        else:
            with tempfile.TemporaryDirectory(prefix="scatnet-demo-") as folder:
                _demonstrate(Path(folder), seats, options, limit)
    except (DemoError, StoreError, OSError) as error:
        return refuse(str(error), REFUSED)
    return 0


def _demonstrate(folder: Path, seats: int, options: Sequence[str], limit: float) -> None:
    peers = [_Peer(persona.name, Home(folder / persona.name)) for persona in PERSONAS[:seats]]
    began = time.monotonic()
    error: DemoError | None = None
    try:
        trio.run(_play, peers, options, limit)
    except* DemoError as group:
        error = _first(group)
    if error is not None:
        raise error
    print(_("Played in {s:.1f} seconds.").format(s=time.monotonic() - began), flush=True)
    ends = [_end_of(peer) for peer in peers]
    _compare(peers, ends)
    _audit(peers, ends)
    names = _(" and ").join(ends[0].winners)
    print(_("The winner is {names}: the same for all {n} peers.").format(names=names, n=len(peers)), flush=True)


def _first(group: BaseExceptionGroup[DemoError]) -> DemoError:
    error = group.exceptions[0]
    return _first(error) if isinstance(error, BaseExceptionGroup) else error


async def _play(peers: Sequence[_Peer], options: Sequence[str], limit: float) -> None:
    """Start every peer and wait until all have ended well. Raises DemoError."""
    table = f"demo {secrets.token_hex(4)}"
    host, *guests = peers
    with trio.move_on_after(limit) as scope:
        async with trio.open_nursery() as nursery:
            seats = str(len(peers))
            await nursery.start(_run_peer, host, ["host", "--name", table, "--seats", seats, *options])
            print(_("{name} hosts “{table}”.").format(name=host.name, table=table), flush=True)
            for guest in guests:
                await nursery.start(_run_peer, guest, ["join", table, "--wait", "60"])
                print(_("{name} looks for it on the network.").format(name=guest.name), flush=True)
    if scope.cancelled_caught:
        raise DemoError(_("The game has not ended within {s:.0f} seconds.").format(s=limit))


async def _run_peer(
    peer: _Peer, arguments: Sequence[str], *, task_status: trio.TaskStatus[None] = trio.TASK_STATUS_IGNORED
) -> None:
    """Run one peer's process to its end. Raises DemoError where it does not end well."""
    command = [
        sys.executable, "-m", "scatnet", "--home", str(peer.home.root), *arguments,
        "--auto", "--json-lines", "--nickname", peer.name, "--listen", _LOOPBACK,
    ]  # fmt: skip
    start = functools.partial(
        trio.run_process, command, stdin=b"", stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False
    )
    async with trio.open_nursery() as nursery:
        process: trio.Process = await nursery.start(start)
        task_status.started()
        assert process.stdout is not None
        assert process.stderr is not None
        nursery.start_soon(_follow, peer, process.stdout, arguments[0] == "host")
        nursery.start_soon(_collect, peer, process.stderr)
    if process.returncode != 0:
        why = " ".join(peer.complaints) or _("it says nothing")
        raise DemoError(
            _("{name}'s process ended with status {status}: {why}").format(
                name=peer.name, status=process.returncode, why=why
            )
        )


async def _follow(peer: _Peer, stdout: trio.abc.ReceiveStream, aloud: bool) -> None:
    """Read a peer's JSON lines; print the host's where they mark how the game goes."""
    pending = b""
    async for data in stdout:
        *lines, pending = (pending + data).split(b"\n")
        for line in lines:
            item: object = json.loads(line)
            if isinstance(item, dict) and item.get("type") == "happening" and aloud and item.get("kind") in _TOLD:
                print(f"  {peer.name}: {item.get('text')}", flush=True)


async def _collect(peer: _Peer, stderr: trio.abc.ReceiveStream) -> None:
    text = b"".join([data async for data in stderr]).decode("utf-8", "replace")
    peer.complaints += text.split("\n")[-10:]


def _end_of(peer: _Peer) -> TableEnd:
    logs = peer.home.logs()
    if len(logs) != 1:
        raise DemoError(_("{name} has {n} logs instead of one.").format(name=peer.name, n=len(logs)))
    end = read_end(logs[0])
    if not end.over:
        raise DemoError(_("{name}'s log does not lead to the end of a game.").format(name=peer.name))
    return end


def _compare(peers: Sequence[_Peer], ends: Sequence[TableEnd]) -> None:
    for peer, end in zip(peers, ends, strict=True):
        if end != ends[0]:
            raise DemoError(
                _("{name} came to another end than {other}: heads {theirs} and {ours}.").format(
                    name=peer.name, other=peers[0].name, theirs=end.head.hex()[:16], ours=ends[0].head.hex()[:16]
                )
            )
    print(
        _("All {n} heads are equal after {rounds} rounds: {head}.").format(
            n=len(ends), rounds=ends[0].rounds, head=ends[0].head.hex()
        ),
        flush=True,
    )


def _audit(peers: Sequence[_Peer], ends: Sequence[TableEnd]) -> None:
    """Have `scatnet audit` check every log."""
    for peer in peers:
        (log,) = peer.home.logs()
        done = subprocess.run(
            [sys.executable, "-m", "scatnet", "--home", str(peer.home.root), "audit", str(log)],
            capture_output=True,
            check=False,
            text=True,
        )
        if done.returncode != 0:
            why = (done.stderr or done.stdout).strip().split("\n")[-1]
            raise DemoError(_("The audit of {name}'s log fails: {why}").format(name=peer.name, why=why))
    print(_("All {n} logs pass their audit.").format(n=len(ends)), flush=True)
