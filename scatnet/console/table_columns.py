"""The tables of the network in columns, as wide as there is room for: rules, seats and state behind the name.

Where all words stand at length beside the longest name, they do; else changed rules are a "+" and a passcode stands for
the open table that it locks. The sentence on a row says everything in any case.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scatnet.console.canvas import fit
from scatnet.console.listing import state_text
from scatnet.console.look import Look, cell_width
from scatnet.console.ports import FoundTable
from scatnet.table.telling import rules_name
from scatnet.words import _

__all__ = ["Columns", "columns_for", "found_sentence"]

_NAME = 20
"""So many cells of a name are wanted before the words beside it are shortened."""

_USUAL = 36
"""Where the columns begin if there is room, so that they do not move whenever a table comes."""

_BESIDE = 6
"""Cells of a row that are neither name nor column: the pointer, and what parts name and columns."""

_RULES = 20


@dataclass(frozen=True, slots=True)
class Columns:
    """Where the columns begin, counted from the row's first cell, and how wide each is; `short` words where it is
    narrow.
    """

    at: int
    widths: tuple[int, int, int]
    short: bool
    look: Look

    @property
    def title(self) -> str:
        """What the names are, left of the headings."""
        return _("Tables on this network")

    @property
    def heading(self) -> str:
        """What the columns are."""
        return self._line((_("Rules"), _("Seats"), _("State")))

    def value(self, table: FoundTable) -> str:
        """A table in these columns; one of another version only says so."""
        return self._line(_cells(table, self.short)) if table.fits else _("another version")

    def _line(self, cells: tuple[str, str, str]) -> str:
        shown = [fit(self.look.plain(cell), width, self.look) for cell, width in zip(cells, self.widths, strict=True)]
        padded = (cell + " " * (width - cell_width(cell)) for cell, width in zip(shown, self.widths, strict=True))
        return self.gap.join(padded).rstrip()

    @property
    def gap(self) -> str:
        """What parts two columns."""
        return " " if self.short else "  "


def columns_for(tables: Sequence[FoundTable], room: int, look: Look) -> Columns:
    """The columns for these tables in rows of so many cells."""
    name = min(_NAME, max((cell_width(look.plain(table.name)) for table in tables), default=0))
    columns = _columns(tables, room, look, short=False)
    if columns.at < max(name + _BESIDE, cell_width(look.plain(columns.title)) + len(columns.gap)):
        columns = _columns(tables, room, look, short=True)
    return columns


def _columns(tables: Sequence[FoundTable], room: int, look: Look, *, short: bool) -> Columns:
    lines = [(_("Rules"), _("Seats"), _("State")), *(_cells(table, short) for table in tables if table.fits)]
    rules, seats, state = (max(cell_width(look.plain(line[place])) for line in lines) for place in range(3))
    widths = (min(rules, _RULES), seats, state)
    gaps = 2 if short else 4
    return Columns(max(0, min(_USUAL, room - sum(widths) - gaps - 3)), widths, short, look)


def _cells(table: FoundTable, short: bool) -> tuple[str, str, str]:
    rules, seats = rules_name(table.rules), f"{table.taken}/{table.seats}"
    if not short:
        return rules, seats, state_text(table)
    if table.rules.endswith("+"):
        rules = rules_name(table.rules[:-1]) + "+"
    if table.playing:
        return rules, seats, _("playing")
    return rules, seats, _("passcode") if table.locked else _("open")


def found_sentence(table: FoundTable) -> str:
    """All that is announced of a table, as a sentence."""
    seats = _("{taken} of {count} seats taken").format(taken=table.taken, count=table.seats)
    facts = (rules_name(table.rules), seats, state_text(table))
    return ", ".join(facts) + "."
