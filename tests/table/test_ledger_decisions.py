"""The decision rule by exhaustion: every way in which a few operators can have voted and followed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product

import pytest

from scatnet.table.decisions import Decision, Poll, Standing, decide, may_lapse, quorum

EVENT, SECOND, UNKNOWN = b"first", b"second", b"unknown"
LAPSE = Decision(Standing.LAPSE)
OPEN = Decision(Standing.OPEN)
STANDS = Decision(Standing.EVENT, EVENT)


def operators(count: int) -> list[bytes]:
    return [bytes([place]) for place in range(count)]


@dataclass(frozen=True)
class Said:
    """What one operator has signed about a slot."""

    lapse: bool = False
    keep: tuple[bytes, ...] = ()
    followed: tuple[bytes, ...] = ()
    followed_lapse: bool = False


NOTHING = Said()
LAPSES = Said(lapse=True)
KEEPS = Said(keep=(EVENT,))
FOLLOWS = Said(followed=(EVENT,))


def poll_of(said: Sequence[Said], *, admissible: tuple[bytes, ...] = (EVENT,), false: bool = False) -> Poll:
    """A poll in which operator 0 owns the seat; `said` is of operator 0 and the others in turn."""
    voters = operators(len(said))
    keep: dict[bytes, frozenset[bytes]] = {}
    followed: dict[bytes, frozenset[bytes]] = {}
    for voter, words in zip(voters, said, strict=True):
        for event in words.keep:
            keep[event] = keep.get(event, frozenset()) | {voter}
        for event in words.followed:
            followed[event] = followed.get(event, frozenset()) | {voter}
    return Poll(
        voters=frozenset(voters),
        owner=voters[0],
        admissible=admissible,
        false=false,
        lapse=frozenset(voter for voter, words in zip(voters, said, strict=True) if words.lapse),
        keep=keep,
        followed=followed,
        followed_lapse=frozenset(voter for voter, words in zip(voters, said, strict=True) if words.followed_lapse),
    )


def everything(events: Sequence[bytes]) -> Iterator[Said]:
    """Whatever one operator, false or not, can have signed about these events."""
    subsets = [
        tuple(event for event, taken in zip(events, mask, strict=True) if taken)
        for mask in product((False, True), repeat=len(events))
    ]
    for lapse, keep, followed, followed_lapse in product((False, True), subsets, subsets, (False, True)):
        yield Said(lapse, keep, followed, followed_lapse)


def test_an_event_stands_without_any_vote_as_long_as_nobody_objects() -> None:
    assert decide(poll_of([NOTHING] * 4)) == STANDS
    assert decide(poll_of([NOTHING] * 4, admissible=())) == OPEN


@pytest.mark.parametrize("count", [2, 3, 4, 5, 6])
def test_lapse_and_keep_never_both_win_and_one_does_once_all_have_answered(count: int) -> None:
    for others in product((NOTHING, LAPSES, KEEPS), repeat=count - 1):
        poll = poll_of([NOTHING, *others])  # the owner's event is its keep
        lapsed = decide(poll) == LAPSE
        assert lapsed == (sum(words is LAPSES for words in others) * 2 > count)
        assert not (lapsed and quorum(poll, EVENT))
        if NOTHING not in others:
            assert lapsed or quorum(poll, EVENT)


@pytest.mark.parametrize("has_event", [False, True])
def test_two_operators_cannot_lapse_each_other_without_evidence(has_event: bool) -> None:
    admissible = (EVENT,) if has_event else ()
    for own, other in product(everything([EVENT]), repeat=2):
        assert decide(poll_of([own, other], admissible=admissible)) != LAPSE


def test_the_owner_has_no_vote_on_its_own_slot() -> None:
    for own in everything([EVENT]):
        assert decide(poll_of([own, LAPSES, NOTHING])) == STANDS
        assert decide(poll_of([own, LAPSES, LAPSES])) == LAPSE


def test_a_lapse_vote_of_somebody_who_has_followed_the_event_is_void() -> None:
    turncoat = Said(lapse=True, followed=(EVENT,))
    assert decide(poll_of([NOTHING, LAPSES, turncoat])) == STANDS
    assert decide(poll_of([NOTHING, LAPSES, LAPSES])) == LAPSE


def test_a_keep_vote_cannot_call_back_a_lapse_vote_of_the_same_operator() -> None:
    both = Said(lapse=True, keep=(EVENT,))
    assert decide(poll_of([NOTHING, LAPSES, both])) == LAPSE
    assert decide(poll_of([NOTHING, LAPSES, both], admissible=())) == LAPSE


@pytest.mark.parametrize("count", [3, 4, 5])
def test_a_lapse_that_the_honest_majority_plays_on_from_stands_whatever_a_minority_signs(count: int) -> None:
    locked = Said(lapse=True, followed_lapse=True)
    for false in (False, True):
        minority = (count - 1) // 2
        if count - 1 - minority <= (count - 1) // 2:
            minority -= 1  # then the seat's own owner is one of the false players
        for crooked in product(everything([EVENT]), repeat=minority):
            honest = [locked] * (count - 1 - minority)
            lapses = sum(words.lapse for words in (*crooked, *honest))
            if lapses * 2 > count or false:
                for own in (NOTHING, FOLLOWS):
                    assert decide(poll_of([own, *crooked, *honest], false=false)) == LAPSE


@pytest.mark.parametrize("count", [3, 4, 5])
def test_an_event_that_the_honest_majority_has_followed_stands_whatever_a_minority_signs(count: int) -> None:
    minority = (count - 1) // 2
    for crooked in product(everything([EVENT]), repeat=minority):
        for honest in product((FOLLOWS, Said(lapse=True, followed=(EVENT,))), repeat=count - 1 - minority):
            assert decide(poll_of([FOLLOWS, *crooked, *honest])) == STANDS


@pytest.mark.parametrize("count", [3, 4, 5])
def test_an_event_most_others_followed_survives_late_evidence_against_its_author(count: int) -> None:
    false_others = max(0, (count - 1) // 2 - 1)  # the author is one of the minority
    for crooked in product(everything([EVENT, SECOND]), repeat=false_others):
        honest = [FOLLOWS] * (count - 1 - false_others)
        poll = poll_of([NOTHING, *crooked, *honest], admissible=(EVENT, SECOND), false=True)
        assert decide(poll) == STANDS


@pytest.mark.parametrize("count", [2, 3, 4, 5])
def test_with_evidence_something_is_decided_once_all_others_have_answered(count: int) -> None:
    words = (LAPSES, KEEPS, FOLLOWS, Said(keep=(SECOND,)), Said(followed=(SECOND,)), Said(keep=(UNKNOWN,)))
    for admissible in ((), (EVENT,), (EVENT, SECOND)):
        for others in product(words, repeat=count - 1):
            decision = decide(poll_of([NOTHING, *others], admissible=admissible, false=True))
            assert decision != OPEN
            if decision.event is not None:
                support = sum(decision.event in (*said.keep, *said.followed) for said in others)
                assert support * 2 > count - 1


def test_evidence_is_enough_with_two_operators() -> None:
    assert decide(poll_of([NOTHING, LAPSES], admissible=(), false=True)) == LAPSE
    assert decide(poll_of([NOTHING, NOTHING], admissible=(), false=True)) == OPEN
    assert decide(poll_of([NOTHING, FOLLOWS], false=True)) == STANDS


def test_with_evidence_a_slot_lapses_as_soon_as_no_missing_answer_can_save_an_event() -> None:
    assert decide(poll_of([NOTHING, KEEPS, LAPSES, LAPSES, NOTHING], false=True)) == LAPSE
    assert decide(poll_of([NOTHING, KEEPS, KEEPS, LAPSES, NOTHING], false=True)) == OPEN


def test_whoever_keeps_two_events_keeps_none() -> None:
    both = Said(keep=(EVENT, SECOND))
    poll = poll_of([NOTHING, KEEPS, both, NOTHING], admissible=(EVENT, SECOND), false=True)
    assert decide(poll) == OPEN
    assert not poll.supporting(SECOND)


@pytest.mark.parametrize("count", [2, 3, 4])
def test_a_slot_lapses_only_where_it_was_seen_that_it_may(count: int) -> None:
    for false in (False, True):
        for others in product(everything([EVENT]), repeat=count - 1):
            poll = poll_of([NOTHING, *others], false=false)
            if decide(poll) == LAPSE:
                assert may_lapse(poll)
