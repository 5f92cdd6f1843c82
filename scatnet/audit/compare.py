"""Several logs of one table side by side: the same heads, one a beginning of another, or where and how they part.

Files differ, because records of a step come in any order and witnesses stand beside. Heads do not.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scatnet.audit.verify import Audit
from scatnet.words import _, ngettext

__all__ = ["Comparison", "Parting", "compare", "comparison_lines"]


@dataclass(frozen=True, slots=True)
class Parting:
    """What one log has at the step at which they part: for each slot in dispute its seat, and the kind of event that it
    closed with, empty for a lapse."""

    log: int
    outcomes: tuple[tuple[int, str], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """Logs of one table. `logs` are their places in the list compared, `steps` how many closed steps each has, `common`
    how many all share; `partings` are empty where they only differ in length."""

    table: bytes
    logs: tuple[int, ...]
    steps: tuple[int, ...]
    common: int
    partings: tuple[Parting, ...] = ()

    @property
    def same(self) -> bool:
        """Whether all end at the same head."""
        return not self.partings and len(set(self.steps)) == 1


def compare(audits: Sequence[Audit]) -> tuple[Comparison, ...]:
    """Compare the logs of each table that has several, tables in the order of their first log."""
    tables: dict[bytes, list[int]] = {}
    for place, audit in enumerate(audits):
        if audit.state is not None:
            tables.setdefault(audit.state.table, []).append(place)
    return tuple(_compared(table, places, audits) for table, places in tables.items() if len(places) > 1)


def _compared(table: bytes, places: list[int], audits: Sequence[Audit]) -> Comparison:
    all_heads = [audits[place].heads for place in places]
    shortest = min(map(len, all_heads))
    common = next((n for n in range(shortest) if len({heads[n] for heads in all_heads}) > 1), shortest) - 1
    partings: tuple[Parting, ...] = ()
    if common + 1 < shortest:
        partings = _partings(places, audits, common)
    return Comparison(
        table=table,
        logs=tuple(places),
        steps=tuple(len(heads) - 1 for heads in all_heads),
        common=common,
        partings=partings,
    )


def _partings(places: list[int], audits: Sequence[Audit], step: int) -> tuple[Parting, ...]:
    paths = [audits[place].chronicle.notes[step].path for place in places]
    disputed = {seat for outcomes in zip(*paths, strict=True) if len(set(outcomes)) > 1 for seat, _digest in outcomes}
    found = []
    for place in places:
        note = audits[place].chronicle.notes[step]
        outcomes = [
            (seat, "" if kind is None else kind.value)
            for (seat, _digest), kind in zip(note.path, note.kinds, strict=True)
            if seat in disputed
        ]
        found.append(Parting(place, tuple(outcomes)))
    return tuple(found)


def comparison_lines(comparison: Comparison, audits: Sequence[Audit]) -> list[str]:
    """The comparison in words."""
    files = {place: str(audits[place].path) for place in comparison.logs}
    count = len(comparison.logs)
    if comparison.same:
        return [_("All {count} logs of this table end at the same head.").format(count=count)]
    if not comparison.partings:
        lines = [_("The {count} logs agree as far as each goes.").format(count=count)]
        for place, steps in zip(comparison.logs, comparison.steps, strict=True):
            lines.append(
                "  "
                + ngettext("{file}: {steps} step", "{file}: {steps} steps", steps).format(
                    file=files[place], steps=steps
                )
            )
        return lines
    lines = [
        ngettext(
            "The logs are the same for {count} step and part then:",
            "The logs are the same for {count} steps and part then:",
            comparison.common,
        ).format(count=comparison.common)
    ]
    for parting in comparison.partings:
        people = audits[parting.log].state
        told = []
        for seat, kind in parting.outcomes:
            name = people.seats[seat].name if people is not None and seat < len(people.seats) else str(seat + 1)
            told.append(
                _("`{kind}` of {name}").format(kind=kind, name=name) if kind else _("{name} lapsed").format(name=name)
            )
        lines.append(f"  {files[parting.log]}: {', '.join(told)}")
    return lines
