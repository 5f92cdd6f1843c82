"""What people do at a console besides playing: arrive, open a table or find one, leave, and be interrupted."""

from __future__ import annotations

import re
from typing import Final

from consoles_person import Person, StuckError
from consoles_screen import Screen
from consoles_tmux import TerminalState

from scatnet.commands.refusing import INTERRUPTED
from scatnet.table.telling import rules_name
from scatnet.words import _, use_language

__all__ = [
    "arrive", "close_terminal", "go_home", "interrupt", "join_by_ticket", "join_found", "open_table", "terminate",
]  # fmt: skip

_AS_FOUND: Final = TerminalState(alternate_screen=False, cursor_shown=True, mouse_reported=False)
_TICKET: Final = re.compile(r"scat1[a-z2-7]+(?:\s*\n\s*[a-z2-7]{8,}(?=\s*\n))*")


async def arrive(person: Person, language: str) -> None:
    """Start the program for the first time, type a name, and set the language. Raises StuckError."""
    await person.start()
    await person.call_myself(person.name)
    if language == "en":
        return
    use_language("en")
    await person.choose("Settings")
    await person.turn_to("Language", {"da": "Dansk"}[language])
    use_language(language)
    await person.do("Esc")
    await person.until(lambda screen: screen.key("o"), "the lobby")


async def open_table(host: Person, preset: str, seats: int) -> str:
    """Open a table of these rules with the form; its name. Raises StuckError."""
    await host.choose(_("Open a table for others"))
    await host.until(lambda screen: screen.row_of(_("Open the table")), "the form for a table")
    await host.turn_to(_("Rules"), rules_name(preset))
    await host.turn_to(_("Seats"), str(seats))
    await host.choose(_("Open the table"))
    await host.until(lambda screen: screen.key("b"), "the new table")
    return _("{name}'s table").format(name=host.name)


async def join_found(person: Person, table: str) -> None:
    """Sit down at a table that the lobby shows. Raises StuckError."""
    await person.until(lambda screen: screen.row_of(table), f"the table {table} in the lobby")
    await person.choose(table)
    await person.until(lambda screen: screen.key("s"), f"the table {table}")


async def join_by_ticket(person: Person, host: Screen) -> None:
    """Sit down with the ticket that stands on the host's screen. Raises StuckError."""
    ticket = _TICKET.search(host.text)
    if ticket is None:
        raise StuckError(f"The host sees no ticket:\n{host.text}")
    await person.choose(_("Join by address or ticket"))
    await person.until(lambda screen: screen.row_of(_("Address or ticket")), "the form to join")
    await person.terminal.type("".join(ticket[0].split()))
    await person.do("Enter")
    await person.until(lambda screen: screen.key("s"), "the host's table")


async def go_home(person: Person) -> None:
    """Leave the table, and the program. Raises StuckError."""
    await person.do("Esc")
    await person.until(lambda screen: screen.key("y"), "the question whether to leave")
    await person.do("y")
    await person.until(lambda screen: screen.key("o"), "the lobby")
    await person.choose(_("Quit"))
    status = await person.ended()
    state = await person.terminal.state()
    if status or state != _AS_FOUND:
        person.notes.append(f"{person.name}'s program ended with status {status} and left its terminal as {state}")


async def close_terminal(person: Person) -> None:
    """Close the window that the program runs in."""
    await person.terminal.close()


async def terminate(person: Person) -> None:
    """End the program from outside."""
    await person.terminal.signal("TERM")
    await _expect_end(person)


async def interrupt(person: Person) -> None:
    """Press Ctrl-C."""
    await person.key("C-c")
    await _expect_end(person)


async def _expect_end(person: Person) -> None:
    status = await person.ended()
    state = await person.terminal.state()
    if status != INTERRUPTED or state != _AS_FOUND:
        person.notes.append(f"{person.name}'s program ended with status {status} and left its terminal as {state}")
