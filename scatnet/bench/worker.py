"""One peer of a measured table, as a process: `python -m scatnet.bench.worker`.

A computer player sits in its seat. It prints one JSON object with its ticket where it is the host, and one with its
measures after so many rounds; then it plays on until its standard input ends, so that the others come as far.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field
from pathlib import Path

import trio

from scatnet.bench.memory import resident_megabytes
from scatnet.bots import STANDARD
from scatnet.bots.faces import personas
from scatnet.bots.seat import computer_player
from scatnet.net.addresses import Endpoint
from scatnet.net.credentials import Credentials
from scatnet.net.opening import TableWish
from scatnet.net.person import Person
from scatnet.net.session import Session
from scatnet.net.tables import host_table, join_table
from scatnet.rules.fields import ruleset
from scatnet.store.identity_file import load_identity
from scatnet.store.paths import open_home
from scatnet.table.happenings import Happening, HappeningKind
from scatnet.table.player import Chooser
from scatnet.table.view import Choice, TableView, Verb


@dataclass(slots=True)
class Stopwatch:
    """What one peer has measured, in seconds: from keys to readable cards, and from a draw to its card seen; and its
    memory in MB whenever a round opened, where the system tells."""

    deals: list[float] = field(default_factory=list)
    draws: list[float] = field(default_factory=list)
    memory: list[float] = field(default_factory=list)
    rounds: int = 0
    _opened: float | None = None
    _drew: float | None = None

    def heard(self, happening: Happening) -> None:
        """Take in a happening at the moment it is told."""
        now = time.monotonic()
        if happening.kind is HappeningKind.ROUND:
            self.rounds += 1
            self._opened = now
            memory = resident_megabytes()
            self.memory += [] if memory is None else [memory]
        elif happening.kind is HappeningKind.DEALT and self._opened is not None:
            self.deals.append(now - self._opened)
            self._opened = None

    def around(self, chooser: Chooser) -> Chooser:
        """A chooser that plays as this one and takes the time from its draws to the sight of their cards."""

        def choose(view: TableView) -> Choice:
            if self._drew is not None and view.extra is not None:
                self.draws.append(time.monotonic() - self._drew)
            self._drew = None
            choice = chooser(view)
            if choice.verb is Verb.DRAW:
                self._drew = time.monotonic()
            return choice

        return choose


def main() -> None:
    """Run one peer."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--home", type=Path, required=True)
    parser.add_argument("--seats", type=int, required=True)
    parser.add_argument("--bots", type=int, default=0)
    parser.add_argument("--rounds", type=int, required=True)
    parser.add_argument("--ticket")
    args = parser.parse_args()
    trio.run(_peer, args.home, args.seats, args.bots, args.rounds, args.ticket)


async def _peer(home: Path, seats: int, bots: int, rounds: int, ticket: str | None) -> None:
    stopwatch = Stopwatch()
    person = _person(home, stopwatch)
    async with _table(person, seats, bots, ticket) as session, trio.open_nursery() as nursery:
        if ticket is None:
            _say({"ticket": session.ticket})
        nursery.start_soon(_until_input_ends, nursery.cancel_scope)
        await _measure(session, stopwatch, rounds)


def _person(home: Path, stopwatch: Stopwatch) -> Person:
    opened = open_home(home)
    first: list[Callable[[Chooser], Chooser]] = [stopwatch.around]  # only the person's own seat is timed

    def chooser(secret: bytes) -> Chooser:
        plain = computer_player(STANDARD, secret)
        return first.pop()(plain) if first else plain

    return Person(
        home=opened,
        credentials=Credentials(load_identity(opened)),
        nickname=home.name,
        chooser=chooser,
        names=lambda count, taken: tuple(persona.name for persona in personas(count, taken)),
        auto=True,
    )


def _table(person: Person, seats: int, bots: int, ticket: str | None) -> AbstractAsyncContextManager[Session]:
    listen = Endpoint("127.0.0.1", 0)
    if ticket is not None:
        return join_table(person, ticket, listen=listen)
    rules = ruleset("classic", {"lives": 9, "stock_out": "reshuffle"})
    wish = TableWish(name="bench", rules=rules, seats=seats, bots=bots, start_when=seats)
    return host_table(person, wish, listen)


async def _measure(session: Session, stopwatch: Stopwatch, rounds: int) -> None:
    told = False
    async for update in session.updates():
        if isinstance(update, Happening):
            stopwatch.heard(update)
        over = isinstance(update, Happening) and update.kind is HappeningKind.WON
        if not told and (over or stopwatch.rounds > rounds):
            told = True
            _say(
                {
                    "deals": stopwatch.deals,
                    "draws": stopwatch.draws,
                    "rounds": stopwatch.rounds,
                    "memory": stopwatch.memory,
                }
            )


async def _until_input_ends(scope: trio.CancelScope) -> None:
    await trio.to_thread.run_sync(sys.stdin.buffer.read, abandon_on_cancel=True)
    scope.cancel()


def _say(item: dict[str, object]) -> None:
    print(json.dumps(item), flush=True)


if __name__ == "__main__":
    main()
