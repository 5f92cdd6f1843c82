"""The report on one log as plain lines for a terminal."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from scatnet.audit.faults import Verdict, fault_text
from scatnet.audit.report import Report
from scatnet.audit.verify import Audit
from scatnet.audit.wording import (
    hidden_text,
    how_it_ended,
    losses_text,
    outcome_text,
    player_text,
    proven_text,
    round_title,
    rules_title,
    standing_text,
    verdict_text,
)
from scatnet.rules.text import rules_text
from scatnet.words import _, ngettext

__all__ = ["report_lines"]

_MOST_FAULTS = 5


def report_lines(audit: Audit, report: Report | None, *, with_rules: bool = True) -> list[str]:
    """All lines, the verdict first. `report` is what `report_of` gives for this audit."""
    if audit.verdict is Verdict.UNREADABLE:
        return [audit.why]
    lines = [*_verdict(audit, report), ""]
    if report is None:
        return lines[:-1]
    lines += [*_table(report), "", *_players(report), "", *_rounds(report), ""]
    lines += [*_irregularities(audit), "", _("Proven"), f"  {proven_text(report)}", f"  {hidden_text(report)}"]
    if with_rules:
        lines += ["", *_rules(report)]
    return lines


def _verdict(audit: Audit, report: Report | None) -> Iterator[str]:
    yield _("This log is not valid.") if report is None else verdict_text(report)
    for fault in audit.faults[:_MOST_FAULTS]:
        yield fault_text(fault)
    if len(audit.faults) > _MOST_FAULTS:
        more = len(audit.faults) - _MOST_FAULTS
        yield ngettext("{count} more fault.", "{count} more faults.", more).format(count=more)
    if report is not None:
        yield outcome_text(report)


def _table(report: Report) -> Iterator[str]:
    yield _("Table “{name}”, {file}").format(name=report.name, file=Path(report.audit.path).name)
    yield "  " + _("rules: {rules}").format(rules=rules_title(report))
    yield "  " + _("last head: {head}").format(head=report.head.hex())


def _players(report: Report) -> Iterator[str]:
    yield _("Players")
    for player in report.players:
        text = _("{seat}. {who}: {standing}").format(
            seat=player.seat + 1, who=player_text(player), standing=standing_text(report, player)
        )
        yield f"  {text}"


def _rounds(report: Report) -> Iterator[str]:
    yield _("Rounds")
    if not report.rounds:
        yield "  " + _("none")
    for line in report.rounds:
        losses = losses_text(report, line)
        yield f"  {round_title(report, line)}. {how_it_ended(report, line)}" + (f" {losses}." if losses else "")
        if line.note.end is not None and line.note.end.put_out:
            out = ", ".join(report.names[seat] for seat in line.note.end.put_out)
            yield "    " + _("out: {names}").format(names=out)


def _irregularities(audit: Audit) -> Iterator[str]:
    yield _("Irregularities")
    if audit.torn:
        yield "  " + ngettext(
            "The file ends in {count} byte of a record that was never finished.",
            "The file ends in {count} bytes of a record that was never finished.",
            audit.torn,
        ).format(count=audit.torn)
    for one in audit.irregularities:
        where = "" if one.step is None else _("step {step}, round {round}: ").format(step=one.step + 1, round=one.round)
        yield f"  {where}{one.sentence}"
    if not audit.irregularities and not audit.torn:
        yield "  " + _("none")


def _rules(report: Report) -> Iterator[str]:
    yield _("Rules")
    for section in rules_text(report.rules):
        yield f"  {section.title}"
        yield from (f"    {sentence}" for sentence in section.sentences)
