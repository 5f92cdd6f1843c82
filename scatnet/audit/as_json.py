"""The audit as JSON, in a form that stays.

A field is never renamed or given another meaning under the same `schema`; new ones may be added. Seats and steps count
from 0, rounds and records from 1, scores are points (30.5), cards names such as `10H`, keys and hashes hexadecimal.

    {
      "schema": 1,
      "verdict": "valid" | "not_valid" | "unreadable",      the worst of all logs
      "agree": true | false | null,                          null: no two logs of one table; false: some part
      "logs": [LOG, ...],
      "comparisons": [{"table", "logs": [index, ...], "steps": [n, ...], "common": n, "same": bool,
                       "partings": [{"log": index, "outcomes": [{"seat", "kind": str | null (lapse)}]}]}]
    }

    LOG = {
      "file": str, "verdict": as above, "why": str (unreadable: a sentence; else ""),
      "finished": bool, "records": n, "bytes": n, "torn_bytes": n,
      "fault": FAULT | null (the first), "faults": [FAULT, ...] (the first few, in the file's order),
      "irregularities": [{"code", "sentence", "step": n | null, "round": n | null, "seat": n | null, "name": str,
                          "by": [name]}],
      "report": REPORT | null
    }

    FAULT = {"code", "sentence", "reason", "record": n, "offset": n, "kind": str | null, "head": hex | null,
             "step": n | null, "author": hex | null, "seat": n | null, "name": str | null}
      codes: see `faults.FaultCode`; codes of irregularities: `irregularities.IrregularityCode`

    REPORT = {
      "name": str, "table": hex, "head": hex (the last), "steps": n,
      "rules": {"preset", "changes": {field: value}, "fields": {field: value}, "house_rule": bool},
      "players": [{"seat", "name", "key": hex, "fingerprint", "computer": bool, "operator": fingerprint | null,
                   "lives": n, "county": bool, "standing": "won" | "in" | "away" | "out", "payout": n}],
      "rounds": [{"number", "dealer": seat, "order": [seat], "turns": n, "reshuffles": n, "first_step", "last_step",
                  "ended_by": str | null (void, or the log stops), "complete": bool, "knocker": seat | null,
                  "scores": {seat: points}, "shown": {seat: [card]}, "losses": [{"seat", "lives", "reason"}],
                  "put_out": [seat], "replay": bool, "expelled": seat | null, "lives": [n] | null,
                  "open_cards": n, "hidden_cards": n}],
      "winners": [seat], "kitty": n, "suspended": bool,
      "waiting_for": [{"seat", "name", "kinds": [kind]}],
      "proven": {"signatures", "steps", "keys", "permutations", "shuffles", "shares", "openings", "proofs"},
      "open_cards": n, "hidden_cards": n
    }
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from scatnet.audit.compare import Comparison
from scatnet.audit.faults import Fault, Verdict, fault_text
from scatnet.audit.irregularities import Irregularity
from scatnet.audit.report import PlayerLine, Report, RoundLine
from scatnet.audit.verify import Audit
from scatnet.rules.cards import card_name
from scatnet.rules.fields import as_written, preset_and_changes
from scatnet.rules.scoring import points

__all__ = ["SCHEMA", "Json", "audits_json"]

SCHEMA: Final = 1
"""The version of this form."""

Json = dict[str, "Json"] | Sequence["Json"] | str | int | float | bool | None
"""A value that `json.dumps` takes."""


def audits_json(
    audits: Sequence[Audit], reports: Sequence[Report | None], comparisons: Sequence[Comparison]
) -> dict[str, Json]:
    """Everything about some logs; `reports` go with `audits` one by one."""
    worst = max((audit.verdict for audit in audits), key=lambda verdict: verdict.exit_status, default=Verdict.VALID)
    return {
        "schema": SCHEMA,
        "verdict": worst.value,
        "agree": not any(comparison.partings for comparison in comparisons) if comparisons else None,
        "logs": [_log(audit, report) for audit, report in zip(audits, reports, strict=True)],
        "comparisons": [_comparison(comparison) for comparison in comparisons],
    }


def _comparison(comparison: Comparison) -> Json:
    return {
        "table": comparison.table.hex(),
        "logs": comparison.logs,
        "steps": comparison.steps,
        "common": comparison.common,
        "same": comparison.same,
        "partings": [
            {
                "log": parting.log,
                "outcomes": [{"seat": seat, "kind": kind or None} for seat, kind in parting.outcomes],
            }
            for parting in comparison.partings
        ],
    }


def _log(audit: Audit, report: Report | None) -> Json:
    return {
        "file": str(audit.path),
        "verdict": audit.verdict.value,
        "why": audit.why,
        "finished": audit.finished,
        "records": audit.records,
        "bytes": audit.size,
        "torn_bytes": audit.torn,
        "fault": _fault(audit.faults[0]) if audit.faults else None,
        "faults": [_fault(fault) for fault in audit.faults],
        "irregularities": [_irregularity(one) for one in audit.irregularities],
        "report": None if report is None else _report(report),
    }


def _fault(fault: Fault) -> Json:
    return {
        "code": fault.code.value,
        "sentence": fault_text(fault),
        "reason": fault.reason,
        "record": fault.record,
        "offset": fault.offset,
        "kind": None if fault.kind is None else fault.kind.value,
        "head": fault.head.hex() or None,
        "step": fault.step,
        "author": fault.author.hex() or None,
        "seat": fault.seat,
        "name": fault.name or None,
    }


def _irregularity(one: Irregularity) -> Json:
    return {
        "code": one.code.value,
        "sentence": one.sentence,
        "step": one.step,
        "round": one.round,
        "seat": one.seat,
        "name": one.name,
        "by": one.by,
    }


def _report(report: Report) -> Json:
    audit = report.audit
    opened = report.rules if audit.state is None else audit.state.settings.rules
    preset, changes = preset_and_changes(opened)
    return {
        "name": report.name,
        "table": report.table.hex(),
        "head": report.head.hex(),
        "steps": report.proven.steps,
        "rules": {
            "preset": preset,
            "changes": dict(changes),
            "fields": dict(as_written(report.rules)),
            "house_rule": report.house_rule,
        },
        "players": [_player(player) for player in report.players],
        "rounds": [_round(line) for line in report.rounds],
        "winners": report.winners,
        "kitty": report.kitty,
        "suspended": report.suspended,
        "waiting_for": [
            {
                "seat": slot.seat,
                "name": report.names[slot.seat] if report.names else None,
                "kinds": sorted(kind.value for kind in slot.kinds),
            }
            for slot in audit.waiting_for
        ],
        "proven": {
            "signatures": report.proven.signatures,
            "steps": report.proven.steps,
            "keys": report.proven.keys,
            "permutations": report.proven.permutations,
            "shuffles": report.proven.shuffles,
            "shares": report.proven.shares,
            "openings": report.proven.openings,
            "proofs": report.proven.proofs,
        },
        "open_cards": report.open_cards,
        "hidden_cards": report.hidden_cards,
    }


def _player(player: PlayerLine) -> Json:
    return {
        "seat": player.seat,
        "name": player.name,
        "key": player.key.hex(),
        "fingerprint": player.fingerprint,
        "computer": player.computer,
        "operator": player.operator or None,
        "lives": player.lives,
        "county": player.county,
        "standing": player.standing.value,
        "payout": player.payout,
    }


def _round(line: RoundLine) -> Json:
    note, end = line.note, line.note.end
    return {
        "number": note.number,
        "dealer": note.dealer,
        "order": note.order,
        "turns": note.turns,
        "reshuffles": note.reshuffles,
        "first_step": note.first_step,
        "last_step": note.last_step,
        "complete": end is not None,
        "ended_by": None if end is None or end.ended_by is None else end.ended_by.value,
        "knocker": None if end is None else end.knocker,
        "scores": {} if end is None else {str(seat): points(score) for seat, score in end.scores.items()},
        "shown": {} if end is None else {str(seat): list(map(card_name, cards)) for seat, cards in end.shown.items()},
        "losses": [{"seat": loss.seat, "lives": loss.lives, "reason": loss.reason.value} for loss in line.losses],
        "put_out": () if end is None else end.put_out,
        "replay": end is not None and end.replay,
        "expelled": None if end is None else end.expelled,
        "lives": None if end is None else end.lives,
        "open_cards": len(note.open_cards),
        "hidden_cards": note.hidden_cards,
    }
