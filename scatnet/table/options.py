"""What the person in a seat may choose, knowing their own cards: exactly what the table would accept of them.

The public part of each rule is `scatnet.rules.apply`'s; here comes what only the holder can check: the cards held, the
minimum for a knock, and a 31.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from scatnet.rules import moves
from scatnet.rules.apply import apply
from scatnet.rules.moves import Code, Refusal
from scatnet.rules.round import Round
from scatnet.rules.ruleset import ThirtyOneCall
from scatnet.rules.scoring import best_three, hand_score, is_thirty_one
from scatnet.table.state import Stage, TableState
from scatnet.table.statements import playing_round
from scatnet.table.view import Choice, Verb
from scatnet.words import _

__all__ = ["choices", "must_declare", "refusals", "thirty_one_held"]

_TURN_ACTIONS: Mapping[Verb, Callable[[int], moves.Action]] = {
    Verb.DRAW: moves.Draw,
    Verb.TAKE: moves.Take,
    Verb.KNOCK: moves.Knock,
    Verb.PASS: moves.Pass,
}


def choices(state: TableState, seat: int, held: Sequence[int]) -> tuple[Choice, ...]:
    """All that `seat`, holding `held` (three cards, four in `discard`), may choose now; resigning left out."""
    match state.stage:
        case Stage.THROW_DOWN:
            return (Choice(verb=Verb.THROW_DOWN), Choice(verb=Verb.KEEP_CARDS))
        case Stage.DEAL_CALL if is_thirty_one(held):
            automatic = state.rules.thirty_one_call is ThirtyOneCall.AUTOMATIC
            return (Choice(verb=Verb.CALL),) if automatic else (Choice(verb=Verb.CALL), Choice(verb=Verb.NO_CALL))
        case Stage.DEAL_CALL:
            return (Choice(verb=Verb.NO_CALL),)
        case Stage.TURN if playing_round(state).seat == seat:
            verbs = [verb for verb in (Verb.DECLARE, *_TURN_ACTIONS) if _refusal(state, seat, held, verb) is None]
            return tuple(Choice(verb=verb) for verb in verbs)
        case Stage.DISCARD if playing_round(state).seat == seat:
            return _holding_choices(state, seat, held)
        case _:
            return ()


def _holding_choices(state: TableState, seat: int, held: Sequence[int]) -> tuple[Choice, ...]:
    found: list[Choice] = []
    if thirty_one_held(state, held) is not None:
        found.append(Choice(verb=Verb.DECLARE))
        if state.rules.thirty_one_call is ThirtyOneCall.AUTOMATIC:
            return tuple(found)
    for card in held:
        for knock in (False, True):
            if _discard_refusal(state, seat, held, card, knock) is None:
                found.append(Choice(verb=Verb.DISCARD, card=card, knock=knock))
    return tuple(found)


def thirty_one_held(state: TableState, held: Sequence[int]) -> tuple[int, int, int] | None:
    """Three of the cards held that make 31, if any do."""
    if len(held) < 3:
        return None
    best = best_three(state.rules, held)
    return best if is_thirty_one(best) else None


def must_declare(state: TableState, seat: int, held: Sequence[int]) -> bool:
    """Whether a 31 is held that counts only when its holder says so, and may be said now."""
    declared = state.rules.thirty_one_call is ThirtyOneCall.DECLARED
    options = (choice.verb for choice in choices(state, seat, held))
    return declared and any(verb in (Verb.DECLARE, Verb.CALL) for verb in options)


def refusals(state: TableState, seat: int, held: Sequence[int]) -> dict[Verb, str]:
    """For each verb of a turn that is not possible now, why, as one sentence."""
    if state.stage not in (Stage.TURN, Stage.DISCARD):
        sentence = _("There is nothing to play just now.")
        return dict.fromkeys((Verb.DRAW, Verb.TAKE, Verb.KNOCK, Verb.PASS, Verb.DISCARD, Verb.DECLARE), sentence)
    found = {}
    for verb in (*_TURN_ACTIONS, Verb.DECLARE):
        refusal = _refusal(state, seat, held, verb)
        if refusal is not None:
            found[verb] = refusal.sentence
    discards = [_discard_refusal(state, seat, held, card, False) for card in held]
    if discards and all(discards):
        found[Verb.DISCARD] = next(refusal.sentence for refusal in discards if refusal is not None)
    return found


def _refusal(state: TableState, seat: int, held: Sequence[int], verb: Verb) -> Refusal | None:
    round_ = playing_round(state)
    if verb is Verb.DECLARE:
        best = thirty_one_held(state, held)
        if best is None:
            return Refusal(Code.NOT_THIRTY_ONE if round_.seat == seat else Code.NOT_YOUR_TURN)
        return _refused(round_, moves.Declare(seat=seat, cards=best))
    refusal = _refused(round_, _TURN_ACTIONS[verb](seat))
    if refusal is None and verb is Verb.KNOCK and hand_score(state.rules, held) < state.rules.minimum_knock:
        return Refusal(Code.KNOCK_BELOW_MINIMUM)
    return refusal


def _discard_refusal(state: TableState, seat: int, held: Sequence[int], card: int, knock: bool) -> Refusal | None:
    refusal = _refused(playing_round(state), moves.Discard(seat, card, knock))
    if refusal is None and knock:
        kept = [other for other in held if other != card]
        if hand_score(state.rules, kept) < state.rules.minimum_knock:
            return Refusal(Code.KNOCK_BELOW_MINIMUM)
    return refusal


def _refused(round_: Round, action: moves.Action) -> Refusal | None:
    outcome = apply(round_, action)
    return outcome if isinstance(outcome, Refusal) else None
