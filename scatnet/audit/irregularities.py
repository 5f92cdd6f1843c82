"""Everything in a log that an undisturbed game would not have, each with whose doing it is.

None of these makes a log invalid: votes, lapses, resignations, false play that the table has dealt with, branches that
were given up. They follow from the ledger's odd nodes and from the happenings of the steps. That a player's own machine
played for them when their time was up is in no log, and so is not told.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from scatnet.audit.chronicle import StepNote
from scatnet.audit.findings import false_play
from scatnet.audit.tracing import Trace
from scatnet.log import SLOT, Event
from scatnet.table.happenings import HappeningKind
from scatnet.table.ledger import Ledger
from scatnet.table.node import Node
from scatnet.table.slots import Slot
from scatnet.table.state import TableState
from scatnet.words import _, mark, ngettext

__all__ = ["Irregularity", "IrregularityCode", "irregularities"]

_Node = Node[TableState]
_Ledger = Ledger[TableState]


class IrregularityCode(StrEnum):
    """The kinds of irregularities; the value is its name in JSON."""

    LAPSED = "lapsed"  # a seat's answer was given up for missing by votes
    KEPT = "kept"  # some voted for a lapse, and the answer stands
    OBJECTION = "objection"  # votes on the step that the log stops at
    FALSE_PLAY = "false_play"  # refused or double answers that the table has dealt with
    EXPELLED = "expelled"
    UNLAWFUL_KNOCK = "unlawful_knock"
    RESIGNED = "resigned"
    RETURNED = "returned"
    SUSPENDED = "suspended"
    RESUMED = "resumed"
    DOUBLE_VOTE = "double_vote"  # one operator voted both ways
    BRANCH = "branch"  # steps that were taken back or that only some had taken
    UNUSED = "unused"  # records that can change nothing
    DID_NOT_PLAY = "did_not_play"  # sat down, and was not there when the game began


@dataclass(frozen=True, slots=True, kw_only=True)
class Irregularity:
    """One irregularity. `step` counts the closed steps before it and `round` the rounds opened, both None before the
    game; `seat` and `name` are whose doing it is, None and empty where it is nobody's alone; `by` are the names of
    those who voted."""

    code: IrregularityCode
    sentence: str
    step: int | None = None
    round: int | None = None
    seat: int | None = None
    name: str = ""
    by: tuple[str, ...] = ()


def irregularities(trace: Trace, notes: Sequence[StepNote]) -> tuple[Irregularity, ...]:
    """All irregularities, in the order of the steps."""
    if trace.ledger is None:
        return ()
    teller = _Telling(trace, trace.ledger, notes)
    found = [*teller.disputes(), *teller.happened(), *teller.branches(), *teller.unused()]
    found.sort(key=lambda one: -1 if one.step is None else one.step)
    return (*teller.did_not_play(), *found)


class _Telling:
    def __init__(self, trace: Trace, ledger: _Ledger, notes: Sequence[StepNote]) -> None:
        self._trace = trace
        self._people = trace.people
        self._ledger = ledger
        self._notes = notes

    def did_not_play(self) -> Iterator[Irregularity]:
        """Those who sat down and have no seat, once there are seats."""
        if not self._ledger.state.seats:
            return
        for key, name in self._people.known:
            if self._people.seat(key) is None:
                sentence = _("{name} sat down and is not in the game.").format(name=name)
                yield Irregularity(code=IrregularityCode.DID_NOT_PLAY, sentence=sentence, name=name)

    def disputes(self) -> Iterator[Irregularity]:
        """Votes and false play on the chain."""
        for node in sorted(self._ledger.odd.values(), key=lambda node: node.number):
            if self._ledger.on_chain(node):
                for slot in node.slots:
                    if node.disputed(slot):
                        yield from self._dispute(node, slot)

    def _dispute(self, node: _Node, slot: Slot) -> Iterator[Irregularity]:
        ballots = [(key, ballot) for (key, seat), ballot in node.records.ballots.items() if seat == slot.seat]
        lapse = [key for key, ballot in ballots if ballot.lapse is not None]
        keep = [key for key, ballot in ballots if ballot.keeps]
        proven = any(ballot.lapse is not None and ballot.lapse.body[1] for _key, ballot in ballots)
        closed, outcome = self._ledger.closed_with(node, slot)
        reason = false_play(node, slot)
        if reason and closed:
            yield self._one(IrregularityCode.FALSE_PLAY, node, slot, self._outcome(node, slot, reason, outcome))
        if lapse or keep:
            code = IrregularityCode.LAPSED if outcome is None else IrregularityCode.KEPT
            sentence = self._voted(slot, lapse, keep, closed=closed, lapsed=outcome is None, proven=proven)
            yield self._one(code if closed else IrregularityCode.OBJECTION, node, slot, sentence, lapse + keep)
        for key, ballot in ballots:
            if len(ballot.keeps) + (ballot.lapse is not None) > 1:
                sentence = _("{name} voted in two ways on one answer, so that neither counts for it.")
                yield Irregularity(
                    code=IrregularityCode.DOUBLE_VOTE,
                    sentence=sentence.format(name=self._name(key)),
                    step=node.number,
                    round=self._round(node),
                    seat=self._people.seat(key),
                    name=self._name(key),
                )

    def _outcome(self, node: _Node, slot: Slot, reason: str, outcome: bytes | None) -> str:
        name = self._name(slot.author)
        if outcome is None:
            return _("{name} played false. {reason} The answer did not count.").format(name=name, reason=reason)
        kind = node.answers(slot)[outcome].kind.value
        return _("{name} played false. {reason} The `{kind}` that most of the others went on with stands.").format(
            name=name, reason=reason, kind=kind
        )

    def _voted(
        self, slot: Slot, lapse: list[bytes], keep: list[bytes], *, closed: bool, lapsed: bool, proven: bool
    ) -> str:
        against = ", ".join(map(self._name, lapse)) or _("nobody")
        in_favour = ", ".join(map(self._name, keep)) or _("nobody")
        if closed and lapsed:
            sentence = _(
                "The answer of {name} was given up. For that voted {against}; to keep an answer voted {favour}."
            )
        elif closed:
            sentence = _("The answer of {name} stands. To give it up voted {against}; to keep it voted {favour}.")
        else:
            sentence = _("The answer of {name} is in dispute. To give it up voted {against}; to keep it {favour}.")
        told = sentence.format(name=self._name(slot.author), against=against, favour=in_favour)
        return told + " " + _("The votes name evidence of false play.") if proven else told

    def _one(
        self, code: IrregularityCode, node: _Node, slot: Slot, sentence: str, by: Sequence[bytes] = ()
    ) -> Irregularity:
        return Irregularity(
            code=code,
            sentence=sentence,
            step=node.number,
            round=self._round(node),
            seat=self._people.seat(slot.author),
            name=self._name(slot.author),
            by=tuple(map(self._name, by)),
        )

    def happened(self) -> Iterator[Irregularity]:
        """What the steps themselves say: resignations, expulsions, pauses."""
        seats = self._ledger.state.seats
        for note in self._notes:
            for happening in note.happenings:
                if happening.kind not in _TOLD:
                    continue
                code, sentence = _TOLD[happening.kind]
                if happening.kind is HappeningKind.EXPELLED:
                    code, sentence = _EXPELLED[happening.number or 1]
                # Before the coin is tossed seats are numbered in the order of sitting.
                named = happening.seat is not None and (note.round > 0)
                name = seats[happening.seat].name if named and happening.seat is not None else ""
                yield Irregularity(
                    code=code,
                    sentence=_(sentence).format(name=name or _("A player")),
                    step=note.number,
                    round=note.round,
                    seat=happening.seat if named else None,
                    name=name,
                )

    def branches(self) -> Iterator[Irregularity]:
        """Records at heads that the chain does not pass through, by the step at which they left it."""
        left: dict[bytes, list[Event]] = {}
        for node in self._ledger.nodes.values():
            if not self._ledger.on_chain(node):
                events = list(node.records.events())
                if events:
                    left.setdefault(self._fork(node).head, []).extend(events)
        for head, events in left.items():
            fork = self._ledger.nodes[head]
            names = sorted({self._name(event.author) for event in events if event.kind in SLOT})
            sentence = ngettext(
                "A branch that was given up begins here; {count} record of {names} answers to it.",
                "A branch that was given up begins here; {count} records of {names} answer to it.",
                len(events),
            ).format(count=len(events), names=", ".join(names) or _("voters"))
            yield Irregularity(
                code=IrregularityCode.BRANCH, sentence=sentence, step=fork.number, round=self._round(fork)
            )

    def unused(self) -> Iterator[Irregularity]:
        """Records that say nothing that their author had not said."""
        for entry, event in self._trace.unused:
            node = self._ledger.nodes[event.head]
            sentence = _("Record {number}, a `{kind}` of {name}, changes nothing.").format(
                number=entry.number, kind=event.kind.value, name=self._name(event.author)
            )
            yield Irregularity(
                code=IrregularityCode.UNUSED,
                sentence=sentence,
                step=node.number,
                round=self._round(node),
                seat=self._people.seat(event.author),
                name=self._name(event.author),
            )

    def _fork(self, node: _Node) -> _Node:
        while not self._ledger.on_chain(node):
            assert node.parent is not None  # the root is on the chain
            node = node.parent
        return node

    def _round(self, node: _Node) -> int:
        return self._notes[node.number].round if node.number < len(self._notes) else self._ledger.state.rounds

    def _name(self, key: bytes) -> str:
        return self._people.name(key) or _("the operator {key}…").format(key=key.hex()[:12])


_TOLD = {
    HappeningKind.EXPELLED: (IrregularityCode.EXPELLED, ""),
    HappeningKind.RESIGNED: (IrregularityCode.RESIGNED, mark("{name} resigned and left the game.")),
    HappeningKind.RETURNED: (IrregularityCode.RETURNED, mark("{name}, who had been away, came back.")),
    HappeningKind.SUSPENDED: (IrregularityCode.SUSPENDED, mark("Too few were there to play on: the game rested.")),
    HappeningKind.RESUMED: (IrregularityCode.RESUMED, mark("The game went on.")),
}

_EXPELLED = {
    1: (IrregularityCode.EXPELLED, mark("{name} was put out, with a refused answer as evidence.")),
    2: (IrregularityCode.EXPELLED, mark("{name} was put out, with two answers to one head as evidence.")),
    3: (IrregularityCode.UNLAWFUL_KNOCK, mark("{name} had knocked below the minimum and was put out by the rules.")),
}
