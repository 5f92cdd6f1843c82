"""Checking a log file from itself alone, and telling what it holds: verdict, report, page, replay, tally.

`audit_log` checks and never trusts; everything else here is a view of what it has found. Nothing here needs the
network, and nothing is written but the page that is asked for.
"""

from __future__ import annotations

from scatnet.audit.faults import Fault, FaultCode, Verdict, fault_text
from scatnet.audit.irregularities import Irregularity, IrregularityCode
from scatnet.audit.verify import Audit, audit_log, skim_log
from scatnet.audit.watching import Watcher

__all__ = [
    "Audit",
    "Fault",
    "FaultCode",
    "Irregularity",
    "IrregularityCode",
    "Verdict",
    "Watcher",
    "audit_log",
    "fault_text",
    "skim_log",
]
