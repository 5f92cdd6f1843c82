"""A log recorded earlier, over the true group: today's program says of it what it said then."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from scatnet.audit import FaultCode, Verdict, audit_log
from scatnet.audit.as_json import audits_json
from scatnet.audit.memo_group import MemoGroup, remembering
from scatnet.audit.report import report_of
from scatnet.dealing import BadProofEncoding, standard_params
from scatnet.log import Event, Kind, make_event
from tests.audit.helpers import RECORDED, changed, read_records, write_log
from tests.table.helpers import identity


def test_the_recorded_log_has_the_recorded_audit() -> None:
    audit = audit_log(RECORDED)
    told = json.loads(json.dumps(audits_json([audit], [report_of(audit)], [])))
    told["logs"][0]["file"] = RECORDED.name
    assert told == json.loads(RECORDED.with_suffix(".json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("cores", [1, 2])
def test_a_forged_proof_in_it_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, cores: int) -> None:
    monkeypatch.setattr("scatnet.audit.verify._WORTH_PROCESSES", 0)
    assert audit_log(RECORDED, cores=cores).verdict is Verdict.VALID
    records = [record for record in read_records(RECORDED) if isinstance(record, Event)]
    place = next(n for n, record in enumerate(records) if record.kind is Kind.DEAL_SHARES)
    event = records[place]
    author = next(who for who in map(identity, ("seat 0 of 11", "seat 1 of 11")) if who.public == event.author)
    body = list(changed(event.body))[-1]
    assert isinstance(body, tuple)
    false = make_event(author, table=event.table, head=event.head, kind=event.kind, body=body)
    audit = audit_log(write_log(tmp_path / "log", [*records[:place], false, *records[place + 1 :]]), cores=cores)
    fault = audit.faults[0]
    assert (fault.code, fault.record, fault.author) == (FaultCode.FALSE_PLAY, place + 1, event.author)


def test_the_group_that_remembers_gives_what_the_group_gives() -> None:
    params = standard_params()
    memory = remembering(params)
    assert isinstance(memory.group, MemoGroup)
    for point in params.cards[:5]:
        data = params.group.encode(point)
        assert memory.group.decode(data) == memory.group.decode(data) == point
        assert memory.group.encode(point) == data
    with pytest.raises(BadProofEncoding):
        memory.group.decode(bytes(33))
    g, q = params.group.generator, params.group.order
    assert memory.group.multi_exp((g,), (3,)) == params.group.base_mul_secret(3)
    assert memory.group.mul_secret(g, q + 1) == g
    assert memory.group.base_mul_secret(1) == g
    assert memory.group.sum((g, memory.group.negate(g))) == params.group.sum(())
    assert memory.group.secret_sum(2, (g,), (3,)) == params.group.base_mul_secret(5)
    assert memory.group.hash_to_element(b"x", 1) == params.group.hash_to_element(b"x", 1)
    assert (memory.digest, memory.group.name) == (params.digest, params.group.name)
