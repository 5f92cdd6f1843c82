"""Verdicts in batches: what is false is found, whoever sums, and what was believed is never kept."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from scatnet.audit.judging import Believing, Checking, Disproved
from scatnet.audit.sums import Sums
from scatnet.dealing import standard_params
from scatnet.log import Event
from scatnet.table.slots import expected
from scatnet.table.state import Stage
from tests.audit.helpers import changed
from tests.table.helpers import Table, begun_table


@pytest.fixture(name="table", scope="module")
def table_fixture() -> Table:
    """Two people over the true group, about to publish their keys."""
    table = begun_table(seats=2, params=standard_params(), seed=3)
    table.play_until(Stage.KEYS)
    return table


@pytest.fixture(name="sums", params=[1, 3], ids=["here", "in processes"], scope="module")
def sums_fixture(request: pytest.FixtureRequest) -> Iterator[Sums]:
    with Sums(request.param) as sums:
        yield sums


def forged(table: Table, seat: int) -> Event:
    """A round key with another response in its proof."""
    event = table.honest(table.slot(seat))
    key = list(changed(event.body[0]))[-1]
    return table.event(seat, event.kind, (key, *event.body[1:]))


def test_sound_events_are_believed_and_then_proven(table: Table, sums: Sums) -> None:
    judge = Believing(table.state.params, sums)
    events = [table.honest(slot) for slot in expected(table.state)]
    assert [judge.judge(table.state, event) for event in events] == [None, None]
    assert judge.sound == set()
    judge.finish()
    assert judge.sound == {event.digest for event in events}


def test_a_forged_proof_is_believed_at_first_and_then_named_alone(table: Table, sums: Sums) -> None:
    judge = Believing(table.state.params, sums)
    honest, false = table.honest(table.slot(0)), forged(table, 1)
    assert judge.judge(table.state, honest) is None
    assert judge.judge(table.state, false) is None
    with pytest.raises(Disproved) as disproved:
        judge.finish()
    assert set(disproved.value.refused) == {false.digest}
    assert judge.sound == {honest.digest}


def test_the_second_reading_knows_what_the_first_found_and_checks_the_rest(table: Table) -> None:
    honest, false, other = table.honest(table.slot(0)), forged(table, 1), forged(table, 0)
    with Sums(1) as sums:
        first = Believing(table.state.params, sums)
        first.judge(table.state, honest)
        first.judge(table.state, false)
        with pytest.raises(Disproved) as disproved:
            first.finish()
    judge = Checking(first.sound, disproved.value.refused)
    assert judge.judge(table.state, honest) is None
    assert judge.judge(table.state, false) == disproved.value.refused[false.digest]
    assert judge.judge(table.state, other) is not None


def test_what_breaks_the_form_or_a_rule_is_refused_at_once(table: Table, sums: Sums) -> None:
    judge = Believing(table.state.params, sums)
    stranger = table.event(0, table.honest(table.slot(0)).kind, table.honest(table.slot(0)).body, head=b"\1" * 32)
    refused = judge.judge(table.state, stranger)
    assert refused is not None
    judge.finish()
    assert judge.sound == set()
