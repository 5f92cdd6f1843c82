"""Opening a log: what is believed of it, what is not, and how little of it is read."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from scatnet.dealing import Element, make_params
from scatnet.log import BadRecord, Event, Kind
from scatnet.table.effects import RecordType
from scatnet.table.engine import ENGINE
from scatnet.table.fold import genesis
from scatnet.table.ledger import Ledger
from scatnet.table.loading import load
from scatnet.table.state import Stage, TableState
from tests.dealing.modular_group import AdditiveGroup
from tests.table.helpers import Table, begun_table
from tests.table.long_game import SEATS, long_table, rounds_of


class CountingGroup(AdditiveGroup):
    """Counts the elements that are read from the wire."""

    def __init__(self) -> None:
        super().__init__()
        self.read = 0

    def decode(self, data: bytes) -> Element:
        """One more."""
        self.read += 1
        return super().decode(data)


def opened(table: Table, events: Sequence[Event]) -> Ledger[TableState]:
    """A ledger from a log with these events after the table's opening."""
    assert table.opening is not None
    ledger = Ledger(ENGINE, genesis(table.opening, table.state.params))
    load(ledger, None, [(RecordType.EVENT, event.record) for event in events], (), ())
    return ledger


def events_of(table: Table) -> list[Event]:
    """All answers so far."""
    return [outcome.event for step in table.steps for outcome in step.outcomes if outcome.event is not None]


def test_a_log_leads_to_the_state_that_playing_led_to() -> None:
    table = begun_table(seats=3, seed=4)
    table.play_until(Stage.TURN)
    ledger = opened(table, events_of(table))
    assert ledger.state == table.state
    assert ledger.tip.number == len(table.steps)


def test_the_records_of_a_step_may_stand_in_any_order() -> None:
    table = begun_table(seats=3, seed=4)
    table.play_until(Stage.TURN)
    events = [outcome.event for step in table.steps for outcome in reversed(step.outcomes) if outcome.event is not None]
    assert opened(table, events).state == table.state


def test_a_log_that_goes_on_against_the_rules_is_no_log() -> None:
    table = begun_table(seats=3, seed=4)
    table.play_until(Stage.TURN)
    unlawful = table.event(table.acting, Kind.PASS, ())
    with pytest.raises(BadRecord, match="no game"):
        opened(table, [*events_of(table), unlawful])


def test_an_event_that_its_author_has_not_signed_is_no_record() -> None:
    table = begun_table(seats=3, seed=4)
    events = events_of(table)
    assert table.opening is not None
    ledger = Ledger(ENGINE, genesis(table.opening, table.state.params))
    record = events[-1].record
    with pytest.raises(BadRecord, match="signature"):
        load(ledger, None, [(RecordType.EVENT, record[:-1] + bytes([record[-1] ^ 1]))], (), ())


def test_a_round_is_opened_with_few_of_its_points_read() -> None:
    group = CountingGroup()
    table = long_table(params=make_params(group))
    rounds = 2
    events = [event for played in rounds_of(table, rounds) for event in played]
    points = sum(len(event.record) for event in events if event.kind in (Kind.ROUND_KEY, Kind.SHUFFLE)) / 8
    group.read = 0
    ledger = opened(table, events)
    assert ledger.state == table.state
    assert ledger.state.rounds == rounds
    turns = sum(event.kind in (Kind.DRAW, Kind.TAKE) for event in events)
    dealt = SEATS * 3 + 1
    most = rounds * (SEATS * 4 + 2 * dealt + (SEATS - 1) * SEATS * 3 + SEATS) + turns * (SEATS + 1 + 6)
    assert group.read <= most < points / 5
