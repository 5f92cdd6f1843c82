"""A happening as a sentence, in the words of the table's rules and in the language in use.

Everything that tells a person what happened (the console, plain lines, replays, reports) comes here. A sentence says
"you" to the person it is told to. What a life is called, and whether a number is one or several, is decided here alone.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from scatnet.rules.cards import RANKS, card_name, rank_of, suit_of
from scatnet.rules.ruleset import RuleSet
from scatnet.rules.scoring import points_text
from scatnet.rules.text import amount
from scatnet.table.happenings import Happening, HappeningKind
from scatnet.words import _, mark, ngettext

__all__ = ["Teller", "card_with_letter", "card_with_symbol", "rules_name", "suit_name", "tell"]

CardText = Callable[[int], str]
"""How a card is written in a sentence: `card_with_symbol` or `card_with_letter`."""

SUIT_SYMBOLS: Final = ("♣", "♦", "♥", "♠")


def card_with_symbol(card: int) -> str:
    """A card as rank and suit symbol: `10♥`."""
    return RANKS[rank_of(card)] + SUIT_SYMBOLS[suit_of(card)]


def card_with_letter(card: int) -> str:
    """A card as rank and suit letter, for screens without the symbols: `10H`."""
    return card_name(card)


def suit_name(suit: int) -> str:
    """The name of a suit in the language in use: clubs 0, diamonds 1, hearts 2, spades 3."""
    return (_("clubs"), _("diamonds"), _("hearts"), _("spades"))[suit]


def rules_name(preset: str) -> str:
    """The title of a preset in the language in use, "+" behind it meaning that fields were changed."""
    titles = {
        "kitchen": _("Kitchen"),
        "classic": _("Classic"),
        "kitty": _("Kitty"),
        "nordic": _("Nordic"),
        "cadillac": _("Cadillac"),
        "own": _("Own rules"),
    }
    if preset.endswith("+"):
        return _("{rules}, changed").format(rules=rules_name(preset[:-1]))
    return titles.get(preset, preset)


@dataclass(frozen=True, slots=True, kw_only=True)
class Teller:
    """What a sentence depends on besides the happening: the rules, the names by seat, and who is told."""

    rules: RuleSet
    names: tuple[str, ...]
    me: int | None = None
    card: CardText = card_with_symbol

    def name(self, seat: int | None) -> str:
        """The name of a seat; where a log names a seat that nobody holds, its number."""
        if seat is None:
            return _("Somebody")
        if 0 <= seat < len(self.names):
            return self.names[seat]
        return _("Seat {number}").format(number=seat + 1)

    def cards(self, cards: Sequence[int]) -> str:
        """Several cards, best first."""
        return " ".join(self.card(card) for card in sorted(cards, key=lambda card: (-rank_of(card), suit_of(card))))

    def list(self, seats: Sequence[int]) -> str:
        """Several names: "Ann, Bo and you"."""
        names = [_("you") if seat == self.me else self.name(seat) for seat in seats]
        if len(names) < 2:
            return "".join(names)
        return _("{several} and {last}").format(several=", ".join(names[:-1]), last=names[-1])


# Of somebody else, and of the person who is told. `{name}`, `{cards}` and `{lives}` are filled in.
_TOLD: Final = MappingProxyType(
    {
        HappeningKind.OPENED: (mark("{name} opens the table."), mark("You open the table.")),
        HappeningKind.SAT: (mark("{name} sits down."), mark("You sit down.")),
        HappeningKind.ROUND: (mark("Round {number}: {name} deals."), mark("Round {number}: you deal.")),
        HappeningKind.RETURNED: (mark("{name} is back."), mark("You are back.")),
        HappeningKind.KEYED: (
            mark("{name} is ready for the shuffle."),
            mark("You are ready for the shuffle."),
        ),
        HappeningKind.SHUFFLED: (
            mark("{name} has shuffled; the proof is right."),
            mark("You have shuffled; the proof is right."),
        ),
        HappeningKind.THREW_DOWN: (
            mark("{name} throws the cards down unseen: all hands are shown."),
            mark("You throw the cards down unseen: all hands are shown."),
        ),
        HappeningKind.CALLED: (mark("31! {name} was dealt {cards}."), mark("31! You were dealt {cards}.")),
        HappeningKind.DREW: (mark("{name} draws from the stock."), mark("You draw from the stock.")),
        HappeningKind.TOOK: (mark("{name} takes {cards}."), mark("You take {cards}.")),
        HappeningKind.TOOK_BLIND: (
            mark("{name} takes the face-down card, unseen."),
            mark("You take the face-down card."),
        ),
        HappeningKind.DISCARDED: (mark("{name} discards {cards}."), mark("You discard {cards}.")),
        HappeningKind.DECLARED: (mark("31! {name} shows {cards}."), mark("31! You show {cards}.")),
        HappeningKind.KNOCKED: (
            mark("{name} knocks! Everybody else has one more turn."),
            mark("You knock! Everybody else has one more turn."),
        ),
        HappeningKind.PASSED: (mark("{name} passes."), mark("You pass.")),
        HappeningKind.SHOWED: (mark("{name} shows {cards}: {score}."), mark("You show {cards}: {score}.")),
        HappeningKind.LOST: (mark("{name} loses {lives}."), mark("You lose {lives}.")),
        HappeningKind.COUNTY: (
            mark("{name} is on the county: the next loss is the last."),
            mark("You are on the county: the next loss is your last."),
        ),
        HappeningKind.OUT: (mark("{name} is out of the game."), mark("You are out of the game.")),
        HappeningKind.RESIGNED: (
            mark("{name} resigns and leaves the game."),
            mark("You resign and leave the game."),
        ),
        HappeningKind.STOOD_IN: (
            mark("Time was up: the computer played for {name}."),
            mark("Your time was up: the computer played for you."),
        ),
    }
)

_FALSE_PLAY: Final = MappingProxyType(
    {
        1: (
            mark("{name} is out for false play: a move that the rules refuse."),
            mark("You are out for false play: a move that the rules refuse."),
        ),
        2: (
            mark("{name} is out for false play: two different moves at one moment."),
            mark("You are out for false play: two different moves at one moment."),
        ),
        3: (
            mark("{name} is out for false play: a knock below the minimum."),
            mark("You are out for false play: a knock below the minimum."),
        ),
    }
)


def tell(happening: Happening, teller: Teller) -> str:
    """The happening as one or two sentences."""
    special = _SPECIAL.get(happening.kind)
    if special is not None:
        return special(happening, teller)
    return _fill(_TOLD[happening.kind], happening, teller)


def _fill(forms: tuple[str, str], happening: Happening, teller: Teller) -> str:
    mine = happening.seat is not None and happening.seat == teller.me
    number = happening.number or 0
    return _(forms[mine]).format(
        name=teller.name(happening.seat),
        cards=teller.cards(happening.cards),
        lives=amount(teller.rules.called, number),
        score=points_text(number),
        number=number,
    )


def _begun(happening: Happening, teller: Teller) -> str:
    return _("The game begins. Clockwise: {names}.").format(names=teller.list(happening.seats))


def _dealer(happening: Happening, teller: Teller) -> str:
    mine = happening.seat == teller.me
    dealer = _("You deal first.") if mine else _("{name} deals first.").format(name=teller.name(happening.seat))
    if not happening.cards:
        return dealer
    drawn = ", ".join(
        f"{_('you') if seat == teller.me else teller.name(seat)} {teller.card(card)}"
        for seat, card in zip(happening.seats, happening.cards, strict=False)
    )
    return _("High card deals: {drawn}.").format(drawn=drawn) + " " + dealer


def _house_rule(happening: Happening, teller: Teller) -> str:
    if happening.number:
        return _("Everybody wants the house rule: three of a kind counts {score}.").format(
            score=points_text(happening.number)
        )
    return _("Not everybody wants the house rule: three of a kind counts nothing extra.")


def _expelled(happening: Happening, teller: Teller) -> str:
    return _fill(_FALSE_PLAY.get(happening.number or 0, _FALSE_PLAY[1]), happening, teller)


def _dealt(happening: Happening, teller: Teller) -> str:
    if happening.cards:
        return _("The cards are dealt. {card} starts the discard pile.").format(card=teller.cards(happening.cards))
    return _("The cards are dealt. The first discard lies face down.")


def _buried(happening: Happening, teller: Teller) -> str:
    return _("The face-down card is buried; nobody has seen it.")


def _reshuffle(happening: Happening, teller: Teller) -> str:
    count = happening.number or 0
    return ngettext(
        "The stock is empty: {count} discard is shuffled into a new one.",
        "The stock is empty: {count} discards are shuffled into a new one.",
        count,
    ).format(count=count)


def _void(happening: Happening, teller: Teller) -> str:
    if happening.seat is None:
        return _("The round is void and is dealt again.")
    if happening.seat == teller.me:
        return _("Because of you the round is void and is dealt again.")
    return _("Because of {name} the round is void and is dealt again.").format(name=teller.name(happening.seat))


def _replay(happening: Happening, teller: Teller) -> str:
    return _("That would have put everybody out: nobody loses anything, and the same dealer deals again.")


def _lapsed(happening: Happening, teller: Teller) -> str:
    mine = happening.seat == teller.me
    if happening.number is None:
        text = _("You did not answer and are left out.") if mine else _("{name} did not answer and is left out.")
    elif not happening.number:
        text = _("You did not answer and are away now.") if mine else _("{name} did not answer and is away now.")
    elif mine:
        text = _("You did not answer, lose {lives} and are away now.")
    else:
        text = _("{name} did not answer, loses {lives} and is away now.")
    return text.format(name=teller.name(happening.seat), lives=amount(teller.rules.called, happening.number or 0))


def _suspended(happening: Happening, teller: Teller) -> str:
    return _("Too few people are here: the game rests, and can be resumed any day.")


def _resumed(happening: Happening, teller: Teller) -> str:
    return _("The game goes on.")


def _won(happening: Happening, teller: Teller) -> str:
    if not happening.seats:
        if happening.number is None:
            return _("Too few are left to begin with: there is no game.")
        return _("Everybody has left the game, and nobody wins it.")
    if happening.seats == (teller.me,):
        text = _("You win the game!")
    elif len(happening.seats) > 1:
        text = _("{names} win the game together.").format(names=teller.list(happening.seats))
    else:
        text = _("{name} wins the game!").format(name=teller.list(happening.seats))
    if happening.number:
        text += " " + _("The kitty holds {lives}.").format(lives=amount(teller.rules.called, happening.number))
    return text[:1].upper() + text[1:]


_SPECIAL: Final = MappingProxyType(
    {
        HappeningKind.BEGUN: _begun,
        HappeningKind.DEALER: _dealer,
        HappeningKind.HOUSE_RULE: _house_rule,
        HappeningKind.EXPELLED: _expelled,
        HappeningKind.DEALT: _dealt,
        HappeningKind.BURIED: _buried,
        HappeningKind.RESHUFFLE: _reshuffle,
        HappeningKind.VOID: _void,
        HappeningKind.REPLAY: _replay,
        HappeningKind.LAPSED: _lapsed,
        HappeningKind.SUSPENDED: _suspended,
        HappeningKind.RESUMED: _resumed,
        HappeningKind.WON: _won,
    }
)
