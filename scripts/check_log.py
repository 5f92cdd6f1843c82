"""Checks Scat logs: `python scripts/check_log.py LOG…` prints a verdict for each.

A second auditor, written from `protocol.md` alone (`checker/`). Ends with 0 if all logs are valid, 1 if one is not, 2
if one cannot be read.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from checker.audit import Report, audit
from checker.refusal import Unreadable
from checker.state import Table


def _people(table: Table) -> str:
    names = [f"{seat.nickname}{' (computer)' if seat.computer else ''}" for seat in table.seats]
    return ", ".join(names) or "nobody yet"


def _result(table: Table) -> str:
    if table.step != "over":
        return f"unfinished, waiting for {table.step}"
    if not table.winners:
        return "nobody has won"
    names = " and ".join(table.seats[seat].nickname for seat in table.winners)
    return f"won by {names}; the kitty holds {table.kitty}"


def _describe(report: Report) -> str:
    if report.fault is not None:
        fault = report.fault
        author = f" of {fault.author}" if fault.author else ""
        return f"not valid: record {fault.record} at byte {fault.offset}, {fault.kind}{author}: {fault.reason}"
    table = report.table
    assert table is not None, "a log without a table has a fault"
    torn = "; a torn tail at its end" if report.torn else ""
    lines = (
        f"valid: {report.records} records, {report.steps} steps{torn}",
        f"  players  {_people(table)}",
        f"  rounds   {table.rounds}",
        f"  result   {_result(table)}",
        f"  head     {table.head.hex()}",
    )
    return "\n".join(lines)


def main(arguments: list[str]) -> int:
    """Prints a verdict for each log; returns the exit code."""
    parser = argparse.ArgumentParser(description="Checks Scat logs by the protocol alone.")
    parser.add_argument("logs", metavar="LOG", nargs="+", type=Path)
    worst = 0
    for path in parser.parse_args(arguments).logs:
        try:
            report = audit(path.read_bytes())
            text, code = _describe(report), 0 if report.fault is None else 1
        except Unreadable as error:
            text, code = f"unreadable at byte {error.offset}: {error}", 2
        except OSError as error:
            text, code = f"unreadable: {error.strerror}", 2
        print(f"{path}: {text}")
        worst = max(worst, code)
    return worst


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
