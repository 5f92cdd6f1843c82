"""What a long game keeps in memory: old steps stay folded up whatever is asked, and are folded up again."""

from __future__ import annotations

from scatnet.log import Event, Kind, make_event
from scatnet.log import bodies as log
from scatnet.table.archive import RECENT_STEPS
from scatnet.table.effects import RecordType
from scatnet.table.ledger import Ledger
from scatnet.table.loading import load
from scatnet.table.node import Node
from tests.table.ledger_play import ENGINE, Script, people
from tests.table.small_game import SmallState

MOST_OPEN = RECENT_STEPS + 4


def open_nodes(ledger: Ledger[SmallState]) -> list[Node[SmallState]]:
    """The nodes whose records are in memory as events."""
    return [node for node in ledger.nodes.values() if any(isinstance(kept, Event) for _, kept in node.listing())]


def reloaded(script: Script) -> Ledger[SmallState]:
    """A ledger from the log of all that a script has seen."""
    ledger = Ledger(ENGINE, script.genesis)
    load(ledger, None, [(RecordType.EVENT, event.record) for event in script.records], (), ())
    return ledger


def opening_with(script: Script, back: Event) -> Event:
    """The answer that opens a round with a seat back."""
    (slot,) = ENGINE.expected(script.state)
    signer = next(who for who in script.operators if who.public == slot.author)
    body = log.RoundOpen((back,), ()).to_body()
    return make_event(signer, table=script.state.table, head=script.state.head, kind=Kind.ROUND_OPEN, body=body)


def test_a_loaded_log_is_folded_up_and_stays_so_when_it_is_asked_what_wants_a_check() -> None:
    script = Script(people(3), rounds=100)
    script.play(400)
    ledger = reloaded(script)
    assert (ledger.head, ledger.state) == (script.ledger.head, script.ledger.state)
    assert ledger.wanted() == ()
    assert len(open_nodes(ledger)) <= MOST_OPEN


def test_an_answer_without_a_verdict_is_known_as_such_when_its_step_is_folded_up() -> None:
    script = Script(people(3), rounds=100)
    script.play(2)
    seat = script.state.turn[0]
    node, other = script.ledger.tip, script.answer(seat, 9)
    script.play(1)
    script.ledger.add(other)
    (slot,) = node.slots
    assert node.unchecked(slot) == (other.digest,)
    node.fold_records()
    assert node.unchecked(slot) == (other.digest,)
    script.ledger.judge(node.head, other.digest, None)
    node.fold_records()
    assert node.unchecked(slot) == ()
    assert node not in open_nodes(script.ledger)


def test_somebody_who_signs_again_after_long_leaves_the_steps_between_folded_up() -> None:
    script = Script(people(4), rounds=200)
    script.play(1)
    seat = 3
    script.add(*script.answers(without=[seat]), script.lapse(0, seat), script.lapse(1, seat), script.lapse(2, seat))
    script.play(400, without=[seat])
    while script.state.stage != "opening":
        script.play(1, without=[seat])
    reopened: list[Node[SmallState]] = []
    for node in script.ledger.chain[1:-RECENT_STEPS]:
        node.opened = reopened.append
    back = script.back(seat)
    script.add(back, opening_with(script, back))
    assert not script.state.seats[seat].away_since
    script.play(4)
    assert script.operators[seat].public in script.ledger.chain[100].below
    assert {node.number for node in reopened} <= {1, 2}  # that of the votes, and that of the request


def test_old_steps_that_are_looked_at_are_folded_up_again() -> None:
    script = Script(people(3), rounds=400)
    script.play(900)
    for node in script.ledger.chain[:700]:
        assert node.answers(node.slots[0])
    script.play(1)
    assert len(open_nodes(script.ledger)) <= 2 * MOST_OPEN
    assert script.ledger.state_of(script.ledger.chain[350]).number == 350
