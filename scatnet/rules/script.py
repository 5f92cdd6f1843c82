"""Scripted rounds: a round with a known deck and known moves, played by the referee.

A script is a JSON object as the rules page describes it in section 9, and so is its result. Reading comes in
two steps: what is no script at all raises `NotAScript`, whatever is wrong with the table or a move of a
script is an error in its result.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from scatnet.rules.cards import CARD_NAMES, NEW_DECK, card_name, parse_card
from scatnet.rules.fields import BadOptionError, UnknownRulesError, ruleset
from scatnet.rules.game import Game, Settlement, new_game, settle
from scatnet.rules.moves import Code, Move, Refusal, Verb
from scatnet.rules.open_round import OpenRound, close_windows, deal_open, legal_moves, play
from scatnet.rules.ruleset import RuleSet
from scatnet.rules.scoring import points
from scatnet.words import _

MOST_LIVES: Final = 9

Json = bool | int | float | str | None | Sequence["Json"] | Mapping[str, "Json"]
"""What a JSON document holds."""


class NotAScriptError(ValueError):
    """The file is no script; its text is one line that says why."""


class SetupCode(StrEnum):
    """What is wrong with a script before its first action."""

    UNKNOWN_RULES = "unknown_rules"
    BAD_OPTION = "bad_option"
    BAD_SEATS = "bad_seats"
    BAD_DEALER = "bad_dealer"
    BAD_LIVES = "bad_lives"
    UNKNOWN_CARD = "unknown_card"
    DUPLICATE_CARD = "duplicate_card"


@dataclass(frozen=True, slots=True, kw_only=True)
class ScriptAction:
    """One action as it is written: names not looked up yet."""

    seat: str
    verb: str
    card: str | None = None
    knock: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Script:
    """A script as it is written: well formed, but its names and numbers may still be wrong."""

    rules: str
    changes: Mapping[str, Json]
    seats: tuple[str, ...]
    dealer: str
    lives: Mapping[str, Json]
    deck: tuple[str, ...]
    actions: tuple[ScriptAction, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Table:
    rules: RuleSet
    game: Game
    deck: tuple[int, ...]


# Reading


def read_script(document: object) -> Script:
    """The script of a parsed JSON document. Raises NotAScriptError where it is none."""
    if not isinstance(document, dict):
        raise NotAScriptError(_("A script is a JSON object."))
    known = ("rules", "set", "seats", "dealer", "lives", "deck", "actions")
    for key in document:
        if key not in known:
            raise NotAScriptError(_("A script has no {key}; it has {known}.").format(key=key, known=", ".join(known)))
    return Script(
        rules=_text(document, "rules"),
        changes=_object(document, "set"),
        seats=_texts(document, "seats", needed=True),
        dealer=_text(document, "dealer"),
        lives=_object(document, "lives"),
        deck=_texts(document, "deck"),
        actions=tuple(_read_action(index, written) for index, written in enumerate(_array(document, "actions"))),
    )


def _text(document: Mapping[str, object], key: str) -> str:
    value = document.get(key)
    if not isinstance(value, str):
        raise NotAScriptError(_("In a script, {key} is a text.").format(key=key))
    return value


def _array(document: Mapping[str, object], key: str, needed: bool = False) -> list[object]:
    value = document.get(key, None if needed else [])
    if not isinstance(value, list):
        raise NotAScriptError(_("In a script, {key} is an array.").format(key=key))
    return value


def _texts(document: Mapping[str, object], key: str, needed: bool = False) -> tuple[str, ...]:
    values = []
    for value in _array(document, key, needed):
        if not isinstance(value, str):
            raise NotAScriptError(_("In a script, {key} is an array of texts.").format(key=key))
        values.append(value)
    return tuple(values)


def _object(document: Mapping[str, object], key: str) -> Mapping[str, Json]:
    value = document.get(key, {})
    if not isinstance(value, dict):
        raise NotAScriptError(_("In a script, {key} is an object.").format(key=key))
    return value


def _read_action(index: int, written: object) -> ScriptAction:
    malformed = NotAScriptError(
        _("Action {index} is not [seat, verb], or [seat, “discard”, card] with or without “knock”.").format(index=index)
    )
    if not isinstance(written, list) or len(written) < 2 or not all(isinstance(part, str) for part in written):
        raise malformed
    seat, verb, *rest = written
    if verb == Verb.DISCARD:
        if not rest or rest[1:] not in ([], ["knock"]):
            raise malformed
        return ScriptAction(seat=seat, verb=verb, card=rest[0], knock=len(rest) == 2)
    if rest and verb in tuple(Verb):
        raise malformed
    return ScriptAction(seat=seat, verb=verb)


# Setting up


def _set_up(script: Script) -> _Table | SetupCode:
    try:
        rules = ruleset(script.rules, script.changes)
    except UnknownRulesError:
        return SetupCode.UNKNOWN_RULES
    except BadOptionError:
        return SetupCode.BAD_OPTION
    seats = script.seats
    if not rules.min_seats <= len(seats) <= rules.max_seats or len(set(seats)) < len(seats):
        return SetupCode.BAD_SEATS
    if script.dealer not in seats:
        return SetupCode.BAD_DEALER
    lives = dict.fromkeys(seats, rules.lives)
    for seat, number in script.lives.items():
        lowest = 0 if rules.grace else 1
        if seat not in lives or type(number) is not int or not lowest <= number <= MOST_LIVES:
            return SetupCode.BAD_LIVES
        lives[seat] = number
    deck = _deck(script.deck)
    if isinstance(deck, SetupCode):
        return deck
    fresh = new_game(rules, len(seats), seats.index(script.dealer))
    game = Game(rules=rules, lives=tuple(lives.values()), dealer=fresh.dealer)
    return _Table(rules=rules, game=game, deck=deck)


def _deck(named: Sequence[str]) -> tuple[int, ...] | SetupCode:
    """The cards named, then all others in the order of a new deck."""
    cards: dict[int, None] = {}
    for name in named:
        if name not in CARD_NAMES:
            return SetupCode.UNKNOWN_CARD
        card = parse_card(name)
        if card in cards:
            return SetupCode.DUPLICATE_CARD
        cards[card] = None
    return (*cards, *(card for card in NEW_DECK if card not in cards))


# Playing


def play_script(script: Script) -> dict[str, Json]:
    """Play a script; its result as a JSON object."""
    table = _set_up(script)
    if isinstance(table, SetupCode):
        return {"error": {"action": None, "code": table.value}}
    opened = deal_open(table.rules, range(len(script.seats)), table.game.dealer, table.deck)
    error: dict[str, Json] | None = None
    for index, action in enumerate(script.actions):
        after = _play_action(opened, script.seats, action)
        if isinstance(after, Refusal):
            error = {"action": index, "code": after.code.value}
            break
        opened = after
    return _result(close_windows(opened), table.game, script.seats, error)


def _play_action(opened: OpenRound, seats: tuple[str, ...], action: ScriptAction) -> OpenRound | Refusal:
    if action.seat not in seats:
        return Refusal(Code.UNKNOWN_SEAT)
    if action.verb not in tuple(Verb):
        return Refusal(Code.UNKNOWN_ACTION)
    card = parse_card(action.card) if action.card in CARD_NAMES else None
    return play(opened, seats.index(action.seat), Move(Verb(action.verb), card, action.knock))


def _result(opened: OpenRound, game: Game, seats: tuple[str, ...], error: dict[str, Json] | None) -> dict[str, Json]:
    public = opened.public
    settlement = (
        Settlement(game=game, lost=dict.fromkeys(game.left, 0), paid={}, put_out=(), replay=False)
        if public.result is None
        else settle(game, public.result)
    )
    after = settlement.game
    following: dict[str, Json] | None = None
    if public.seat is not None:
        legal = [verb.value for verb in legal_moves(opened, public.seat)]
        following = {"seat": seats[public.seat], "legal": legal}
    scores = {} if public.result is None else public.result.scores
    winners = None if after.winners is None else [seats[seat] for seat in sorted(after.winners)]
    return {
        "ended_by": None if public.result is None else public.result.ended_by.value,
        "scores": {seats[seat]: points(score) for seat, score in sorted(scores.items())},
        "lost": {name: settlement.lost[seat] for seat, name in enumerate(seats)},
        "lives": {name: after.lives[seat] for seat, name in enumerate(seats)},
        "county": [seats[seat] for seat in after.county],
        "out": [seats[seat] for seat in sorted(after.out)],
        "winner": winners,
        "replay": settlement.replay,
        "hands": {name: [card_name(card) for card in sorted(opened.hands[seat])] for seat, name in enumerate(seats)},
        "next": following,
        "error": error,
    }
