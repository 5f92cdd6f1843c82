"""What `host`, `join`, `watch` and `resume` have in common: options, the person, and how the table is shown.

A table is shown as JSON lines, as plain lines, or, on a terminal, on the full screen. With `--auto` a
computer player sits in the person's seat, nobody is asked anything, and the program ends with the game.
"""

from __future__ import annotations

import argparse
import getpass
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager, suppress
from typing import Final, TypeAlias

import trio

from scatnet.bots import STANDARD
from scatnet.bots.faces import personas
from scatnet.bots.seat import computer_player
from scatnet.commands.refusing import INTERRUPTED, REFUSED, refuse
from scatnet.commands.terminal import (
    fits_full_screen,
    leave_on_signals,
    manner_here,
    no_lines,
    typed_lines,
    write_line,
)
from scatnet.console.app import run_console
from scatnet.console.backend import Program
from scatnet.console.json_lines import json_line
from scatnet.console.messages import Request
from scatnet.console.plain import run_plain
from scatnet.console.refusals import sentence_of
from scatnet.log import clean_text
from scatnet.log.limits import NICKNAME_CHARACTERS
from scatnet.net.addresses import AddressError, Endpoint, parse_endpoint
from scatnet.net.credentials import Credentials
from scatnet.net.passcode import as_passcode
from scatnet.net.person import Person
from scatnet.net.session import RefusalError, Session
from scatnet.store.errors import StoreError
from scatnet.store.identity_file import load_identity
from scatnet.store.paths import open_home
from scatnet.store.settings import load_settings
from scatnet.table.view import Phase
from scatnet.words import _

__all__ = ["Way", "add_options", "passcode_of", "person_of", "sit_down"]

Way: TypeAlias = Callable[[Person, Endpoint | None], AbstractAsyncContextManager[Session]]
"""How one comes to the table: for this person, listening there."""

_LINGER_SECONDS: Final = 3.0  # after the end, so that everybody gets the last events from somebody
_WATCHED_SECONDS: Final = 60.0  # at most, while spectators are here: on a slow machine they come to the end later


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of every command that comes to a table."""
    parser.add_argument(
        "--auto", action="store_true", help=_("a computer player sits in this seat; ends with the game")
    )
    parser.add_argument("--nickname", metavar="NAME", help=_("what you are called at this table"))
    parser.add_argument(
        "--listen", metavar="HOST:PORT", help=_("where to listen for the others; port 0 means any that is free")
    )
    parser.add_argument("--no-discovery", action="store_true", help=_("announce nothing on the network"))
    parser.add_argument("--plain", action="store_true", help=_("plain lines instead of the full screen"))
    parser.add_argument(
        "--json-lines", action="store_true", help=_("print one JSON object for each thing that happens")
    )


def passcode_of(args: argparse.Namespace) -> str | None:
    """The passcode given on the command line, or None. Raises PasscodeError with a sentence."""
    given: str | None = args.passcode
    return None if given is None else as_passcode(given)


def person_of(args: argparse.Namespace) -> Person:
    """The person of this home, with what the command line says of them. Raises StoreError."""
    home = open_home(args.home)
    settings = load_settings(home.settings)
    given: str | None = args.nickname
    return Person(
        home=home,
        credentials=Credentials(load_identity(home)),
        nickname=clean_text(given or "", NICKNAME_CHARACTERS) or settings.nickname or suggested_name(),
        chooser=lambda secret: computer_player(STANDARD, secret),
        names=lambda count, taken: tuple(persona.name for persona in personas(count, taken)),
        house_rule=settings.house_rule,
        thirty_one_by_hand=settings.thirty_one_by_hand,
        pace=0.0 if args.auto else settings.pace,
        auto=args.auto,
        discovery=not getattr(args, "no_discovery", False),
    )


def suggested_name() -> str:
    """What to call somebody who has not said: the name they use the computer under."""
    with suppress(OSError, KeyError, ImportError):  # a user without a name
        return clean_text(getpass.getuser(), NICKNAME_CHARACTERS).capitalize() or _("Guest")
    return _("Guest")


def sit_down(args: argparse.Namespace, way: Way, request: Request) -> int:
    """Come to the table by this way and stay until it is left; the exit status. Raises StoreError.

    `request` is the same way as the full screen takes it.
    """
    listen: str | None = args.listen
    try:
        where = parse_endpoint(listen, lowest_port=0) if listen else None
    except AddressError as error:
        return refuse(str(error))
    status, refusal = 0, ""
    if not (args.auto or args.plain or args.json_lines) and fits_full_screen():
        refusal = run_console(_program(args, where), first=request)
    else:
        try:
            status = trio.run(_at_table, args, person_of(args), way, where)
        except* (RefusalError, StoreError) as group:
            refusal = sentence_of(group)
    return refuse(refusal, REFUSED) if refusal else status


def _program(args: argparse.Namespace, listen: Endpoint | None) -> Program:
    return Program(open_home(args.home), lambda: person_of(args), suggested_name=suggested_name(), listen=listen)


async def _at_table(args: argparse.Namespace, person: Person, way: Way, listen: Endpoint | None) -> int:
    status = INTERRUPTED
    async with way(person, listen) as session, trio.open_nursery() as nursery:
        await nursery.start(leave_on_signals, session.leave, nursery.cancel_scope)
        if person.auto:
            nursery.start_soon(_leave_after_the_end, session)
        status = await _show(args, person, session)
        nursery.cancel_scope.cancel()
    return status


async def _leave_after_the_end(session: Session) -> None:
    updates = session.updates()
    async for _update in updates:
        if session.view().phase is Phase.OVER:
            break
    await trio.sleep(_LINGER_SECONDS)
    with trio.move_on_after(_WATCHED_SECONDS):
        if _watched(session):
            async for _update in updates:
                if not _watched(session):
                    break
    await session.leave()


def _watched(session: Session) -> bool:
    return any(there.reachable and not there.seats for there in session.neighbours())


async def _show(args: argparse.Namespace, person: Person, session: Session) -> int:
    if args.json_lines:
        async for update in session.updates():
            write_line(json_line(update, session.view()))
        return 0
    lines = no_lines() if person.auto else typed_lines()
    manner = manner_here(load_settings(person.home.settings))
    return await run_plain(session, lines=lines, write=write_line, manner=manner)
