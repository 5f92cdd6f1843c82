"""Any rule set in plain words, written from its fields.

Every sentence here follows from the fields it is given, so the text cannot get out of step with the play. Sentences are
whole, and pass through `_` with named places, so that a catalogue can turn them.
"""

from __future__ import annotations

from dataclasses import dataclass

from scatnet.rules.ruleset import (
    AllOut,
    Called,
    DealtThirtyOnes,
    FirstDealer,
    FirstDiscard,
    RuleSet,
    ShowdownLoser,
    StockOut,
    ThirtyOneCall,
)
from scatnet.rules.scoring import points_text
from scatnet.words import _, ngettext


@dataclass(frozen=True, slots=True)
class Section:
    """A heading of the rules and the sentences under it, in the language in use."""

    title: str
    sentences: tuple[str, ...]


def amount(called: Called, n: int) -> str:
    """A number of lives as the table calls them: "1 life", "3 pennies"."""
    match called:
        case Called.LIVES:
            form = ngettext("{n} life", "{n} lives", n)
        case Called.MARKERS:
            form = ngettext("{n} marker", "{n} markers", n)
        case Called.COINS:
            form = ngettext("{n} coin", "{n} coins", n)
        case Called.PENNIES:
            form = ngettext("{n} penny", "{n} pennies", n)
        case Called.QUARTERS:
            form = ngettext("{n} quarter", "{n} quarters", n)
        case Called.LOONIES:
            form = ngettext("{n} loonie", "{n} loonies", n)
        case Called.CANDIES:
            form = ngettext("{n} candy", "{n} candies", n)
    return form.format(n=n)


def rules_text(rules: RuleSet) -> tuple[Section, ...]:
    """These rules in plain words, section by section."""
    return (
        Section(_("The table"), _table(rules)),
        Section(_("Hands"), _hands(rules)),
        Section(_("A round"), _round(rules)),
        Section(_("Knocking"), _knocking(rules)),
        Section(_("Thirty-one"), _thirty_one(rules)),
        Section(_("An empty stock"), _stock(rules)),
        Section(_("Showdown"), _showdown(rules)),
        Section(_("Losing and winning"), _losing(rules)),
    )


def tips() -> tuple[str, ...]:
    """Advice for players, in the language in use."""
    return (
        _("Settle on one suit early."),
        _("Two of a suit beat three strays."),
        _("An ace is worth holding alone."),
        _("Watch what the others throw away."),
        _("A knock needs to beat only one hand."),
        _("More players make a low knock safer, not riskier; 19 is seldom safe between two."),
        _("Second-lowest costs nothing."),
        _("On the county, knock early."),
    )


def _table(rules: RuleSet) -> tuple[str, ...]:
    match rules.first_dealer:
        case FirstDealer.RANDOM:
            dealer = _("The first dealer is drawn by lot.")
        case FirstDealer.HIGH_CARD:
            dealer = _("Everyone is shown one card; the highest deals first, an ace being high, and ties draw again.")
        case FirstDealer.HOST:
            dealer = _("The host deals first.")
    return (
        _("From {least} to {most} players sit at the table.").format(least=rules.min_seats, most=rules.max_seats)
        if rules.min_seats < rules.max_seats
        else _("Exactly {most} players sit at the table.").format(most=rules.max_seats),
        _("Everyone begins with {lives}.").format(lives=amount(rules.called, rules.lives)),
        dealer,
        _("The deal then moves clockwise to the next player still in."),
    )


def _hands(rules: RuleSet) -> tuple[str, ...]:
    sentences = [
        _("An ace counts 11; king, queen, jack and ten count 10; all others their number."),
        _("A hand of three cards is worth its largest sum within one suit."),
    ]
    if rules.three_of_a_kind:
        sentences.append(_("Three of a kind are worth {score}.").format(score=points_text(rules.three_of_a_kind)))
    else:
        sentences.append(_("Three of a kind are worth nothing extra."))
    if rules.house_rule_three_of_a_kind:
        sentences.append(
            _("House rule: three of a kind are worth {score} when every human at the table has switched it on.").format(
                score=points_text(rules.house_rule_three_of_a_kind)
            )
        )
    if rules.straight_flush:
        sentences.append(
            _("Three cards of a suit in a row, the ace high or low, are worth {score}.").format(
                score=points_text(rules.straight_flush)
            )
        )
    sentences.append(_("The best way to count is always taken."))
    return tuple(sentences)


def _round(rules: RuleSet) -> tuple[str, ...]:
    sentences = [_("Everyone is dealt three cards, one at a time from the dealer's left.")]
    if rules.throw_down:
        sentences.append(
            _(
                "Before anybody has seen a card, a player may throw down: all hands are shown at once, "
                "as if that player had knocked."
            )
        )
    if rules.first_discard is FirstDiscard.FACE_DOWN:
        sentences.append(
            _(
                "The next card starts the discard pile face down: only the first player may take it, unseen, "
                "on the first turn; else it is buried."
            )
        )
    else:
        sentences.append(_("The next card starts the discard pile face up."))
    sentences.append(_("In turn, draw the top of the stock or take the top of the discard pile, then discard a card."))
    if rules.return_taken:
        sentences.append(_("A card taken from the pile may go straight back."))
    else:
        sentences.append(_("A card taken from the pile may not go back in the same turn."))
    return tuple(sentences)


def _knocking(rules: RuleSet) -> tuple[str, ...]:
    sentences = [_("Instead of drawing, a player may knock; everyone else then has one more turn.")]
    if rules.knock_after_discard:
        sentences.append(_("A player may also draw or take, and knock together with the discard."))
    if rules.minimum_knock:
        sentences.append(
            _("A knock takes a hand worth at least {score}.").format(score=points_text(rules.minimum_knock))
        )
    else:
        sentences.append(_("Any hand will do for a knock."))
    sentences.append(_("Nobody knocks after a knock."))
    return tuple(sentences)


def _thirty_one(rules: RuleSet) -> tuple[str, ...]:
    loss = amount(rules.called, 1)
    sentences = [_("Only an ace and two ten-point cards of one suit make 31.")]
    if rules.thirty_one_call is ThirtyOneCall.AUTOMATIC:
        sentences.append(_("A 31 ends the round the moment it is there, and everyone else loses {loss}."))
    else:
        sentences.append(
            _(
                "A 31 is declared: on the deal, when it is made, or at the start of a later turn. "
                "The round ends, and everyone else loses {loss}, also who kept silent with a 31."
            )
        )
    if rules.several_dealt_thirty_ones is DealtThirtyOnes.ALL_SAFE:
        sentences.append(_("When several are dealt 31, all of them are safe."))
    else:
        sentences.append(_("When several are dealt 31, only the first in turn order is safe."))
    return tuple(sentence.format(loss=loss) for sentence in sentences)


def _stock(rules: RuleSet) -> tuple[str, ...]:
    may_pass = _("After a knock, a player who meets an empty stock may pass.")
    match rules.stock_out:
        case StockOut.RESHUFFLE:
            return (
                _("When the stock is empty, the discards except the top one are shuffled into a new stock."),
                _("When it has run out for the third time in a round, all hands are shown."),
                may_pass,
            )
        case StockOut.SHOWDOWN:
            return (_("When a turn would begin with an empty stock, all hands are shown."), may_pass)
        case StockOut.PASS:
            return (
                _("When the stock is empty, a player takes the top discard or passes."),
                _("The first pass ends the round, and all hands are shown."),
                _("After a knock, a pass only uses up that player's last turn."),
            )


def _showdown(rules: RuleSet) -> tuple[str, ...]:
    one, penalty = amount(rules.called, 1), amount(rules.called, rules.knocker_penalty)
    if rules.showdown_loser is ShowdownLoser.LOWEST:
        sentences = [_("The lowest hand loses {one}; hands tied for the lowest lose {one} each.")]
        if rules.knocker_penalty > 1:
            sentences.append(_("A knocker whose hand alone is the lowest loses {penalty}."))
        if rules.knocker_tie_safe:
            sentences.append(_("A knocker tied for the lowest is safe, and the others tied pay."))
        else:
            sentences.append(_("A knocker tied for the lowest pays like the others."))
    else:
        sentences = [_("Everyone below the best hand loses {one}; hands tied for the best keep everything.")]
        if rules.knocker_penalty > 1:
            sentences.append(_("A knocker whose hand alone is the lowest loses {penalty}."))
    return tuple(sentence.format(one=one, penalty=penalty) for sentence in sentences)


def _losing(rules: RuleSet) -> tuple[str, ...]:
    if rules.grace:
        sentences = [_("Who has lost everything is on the county: plays on, and is out with the next loss.")]
        if rules.county_shield:
            sentences.append(_("A loss of more than one has puts nobody out: it leads to the county."))
        else:
            sentences.append(_("Who loses more than they have is out at once."))
    else:
        sentences = [_("Who has lost everything is out.")]
    sentences.append(_("What is lost goes into the kitty, and the last player left wins it."))
    if rules.all_out is AllOut.REPLAY:
        sentences.append(_("If a round would put out everyone left, it does not count and is dealt again."))
    else:
        sentences.append(_("If a round puts out everyone left, all of them win and share the kitty."))
    return tuple(sentences)
