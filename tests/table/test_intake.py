"""What becomes of records that come in from outside, and which of them count as a neighbour's fault."""

from __future__ import annotations

from unittest.mock import patch

from scatnet.log import Event, decode_record
from scatnet.rules.ruleset import PRESETS
from scatnet.table.effects import Ignored, RecordType
from scatnet.table.engine import ENGINE
from scatnet.table.fold import genesis
from scatnet.table.intake import Intake
from scatnet.table.ledger import Ledger
from scatnet.table.lobby import Lobby
from scatnet.table.state import TableState
from tests.table.helpers import fast_params, identity, open_event, sit

HOST = identity("host")
OPENING = open_event(HOST, rules=PRESETS["classic"], seats=3)
OTHER = open_event(HOST, rules=PRESETS["kitty"], seats=3)


def intake_at(opening: Event) -> Intake[TableState]:
    state = genesis(opening, fast_params())
    return Intake(Ledger(ENGINE, state), Lobby(state))


def faults(here: Intake[TableState], event: Event) -> list[bool]:
    """Of each sentence that a record is answered with, whether it is a fault of the neighbour."""
    effects = here.take(RecordType.EVENT, event.record).effects
    return [effect.fault for effect in effects if isinstance(effect, Ignored)]


def test_the_tables_own_opening_with_which_everybody_greets_is_nothing_to_complain_of() -> None:
    assert faults(intake_at(OPENING), OPENING) == []


def test_the_opening_is_decoded_once_however_often_it_comes() -> None:
    here = intake_at(OPENING)
    with patch("scatnet.table.intake.decode_record", wraps=decode_record) as decode:
        for _time in range(3):
            here.take(RecordType.EVENT, OPENING.record)
    assert decode.call_count == 1


def test_the_opening_of_another_table_is_useless_and_anything_else_of_one_is_a_fault() -> None:
    here = intake_at(OPENING)
    assert faults(here, OTHER) == [False]
    assert faults(here, sit(HOST, genesis(OTHER, fast_params()), name="Ann")) == [True]
