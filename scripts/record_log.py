"""Record a short game over the true group as tests/audit/logs/two.scat, and what its audit must say beside it.

Run it as `python -m scripts.record_log` at the root, after a change that is meant to alter what peers write; a test
audits the recorded log and compares.
"""

from __future__ import annotations

import json

from scatnet.audit import audit_log
from scatnet.audit.as_json import audits_json
from scatnet.audit.report import report_of
from scatnet.dealing import standard_params
from scatnet.table.state import Stage
from tests.audit.helpers import RECORDED, SHORT, records_of, write_log
from tests.table.helpers import begun_table


def main() -> None:
    """Play two people's game to its end and write it down."""
    table = begun_table(seats=2, rules=SHORT, params=standard_params(), seed=11, player="standard")
    table.play_until(Stage.OVER)
    RECORDED.parent.mkdir(parents=True, exist_ok=True)
    audit = audit_log(write_log(RECORDED, records_of(table)))
    told = audits_json([audit], [report_of(audit)], [])
    text = json.dumps(told, indent=1).replace(json.dumps(str(RECORDED)), json.dumps(RECORDED.name))
    RECORDED.with_suffix(".json").write_text(text + "\n", encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
