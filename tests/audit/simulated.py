"""Logs as peers write them in a world of faults and false players, and what an audit has to say of each."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from scatnet.audit import Audit, IrregularityCode, Verdict, fault_text
from scatnet.rules.ruleset import PRESETS
from scatnet.table.fold import genesis
from scatnet.table.state import TableState
from tests.audit.helpers import Raw, audited, raw
from tests.simulation.scat import ScatTable, ScatTricks, SharedEngine, opening_of, scat_machines
from tests.simulation.scenario import MANY_ACTIONS, Scenario, play, shared_decoding
from tests.simulation.world import Machine
from tests.table.helpers import fast_params

__all__ = ["Simulated", "simulate"]

BLAMES = frozenset({IrregularityCode.FALSE_PLAY, IrregularityCode.EXPELLED, IrregularityCode.DOUBLE_VOTE})
"""The irregularities that say of somebody that they played false."""


@dataclass(frozen=True, slots=True)
class Simulated:
    """What the audits of one game came to: a line for each thing that is wrong, and how often each irregularity was
    told."""

    wrong: tuple[str, ...]
    told: Counter[str]
    logs: int


def simulate(scenario: Scenario, folder: Path) -> Simulated:
    """Play a scenario of Scat and audit the log of every honest machine that is still there."""
    table = ScatTable(
        rules=PRESETS[scenario.rules], people=scenario.people, computers=scenario.computers, seed=scenario.seed
    )
    engine = SharedEngine()
    machines = scat_machines(table, engine)
    with shared_decoding():
        first = genesis(opening_of(table), fast_params())
        outcome = play(scenario, machines, engine, first, ScatTricks(table), False, MANY_ACTIONS)
    false = {key for machine in machines if not machine.honest for key in (*machine.keys, machine.identity.public)}
    wrong = list(outcome.problems)
    told: Counter[str] = Counter()
    logs = 0
    for place, machine in enumerate(machines):
        if machine.honest and machine.peer is not None:
            logs += 1
            records: list[Raw] = [raw(opening_of(table)), *((int(kind), record) for kind, record in machine.disk.log)]
            audit = audited(folder / f"{scenario.seed}-{place}.scat", records)
            told.update(one.code.value for one in audit.irregularities)
            wrong += [f"seed {scenario.seed}, machine {place}: {line}" for line in _wrong(audit, machine, false)]
    return Simulated(tuple(wrong), told, logs)


def _wrong(audit: Audit, machine: Machine[TableState], false: set[bytes]) -> list[str]:
    assert machine.peer is not None
    found = [fault_text(fault) for fault in audit.faults]
    if audit.verdict is not Verdict.VALID or audit.state is None:
        return found or [audit.verdict.value]
    if audit.state.head != machine.peer.ledger.head:
        found.append("the audit comes to another head than the peer")
    keys = {seat.name: seat.key for seat in audit.state.seats} | {name: key for key, name in audit.people.known}
    for one in audit.irregularities:
        if one.code in BLAMES and keys.get(one.name) not in false:
            found.append(f"{one.name} is blamed: {one.sentence}")
    return found
