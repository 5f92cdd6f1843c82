"""Help in the words of the table's own rules, with their tips, and how this program works.

The rules themselves are put into words by `scatnet.rules.text`.
"""

from __future__ import annotations

from dataclasses import replace

from scatnet.console.phrases import counting_rules
from scatnet.rules.ruleset import KITCHEN, RuleSet
from scatnet.rules.scoring import points_text
from scatnet.rules.text import rules_text, tips
from scatnet.table.view import Phase, TableView
from scatnet.words import _

__all__ = ["help_lines"]


def help_lines(view: TableView | None, *, keys: bool = True) -> list[str]:
    """This table's rules and tips; without a table the game in short, and the rules of the kitchen preset.

    Where nothing is done by `keys`, they are left out.
    """
    about_keys = [_keys()] if keys else []
    if view is None:
        note = _("Each table has rules of its own; these are the Kitchen rules. At a table, ? explains that table's.")
        parts = [_short(), *about_keys, [note], _rules(KITCHEN)]
    else:
        parts = [*_rules_here(view), *about_keys]
    lines = [line for part in (*parts, _tips(), _marks(), _program()) for line in ("", *part)]
    return lines[1:]


def _short() -> list[str]:
    return [
        _("In short:"),
        "  " + _("Everybody holds three cards, and wants them to come near 31 in one suit."),
        "  " + _("On your turn, draw from the stock or take the top of the pile, then discard one card."),
        "  " + _("Whoever is content knocks instead; the others have one more turn, and all hands are shown."),
        "  " + _("The lowest hand loses a life. Whoever has none left is out, and the last one in wins."),
    ]


def _keys() -> list[str]:
    return [
        _("Keys:"),
        "  " + _("The keys that work stand in the last lines of the screen; any of them can be clicked, too."),
        "  " + _("d draws, t takes from the pile, k knocks, c calls or declares a 31."),
        "  " + _("1 to 4 discard a card; so do a click on it, or left, right and Enter. Space does the same as Enter."),
        "  " + _("s says something to all, h shows what has happened, Esc leaves."),
    ]


def _rules_here(view: TableView) -> list[list[str]]:
    """The rules of a table, the house rule as it was decided once the game has begun."""
    score = view.rules.house_rule_three_of_a_kind
    if view.phase is Phase.LOBBY or not score:
        return [_rules(view.rules)]
    sentence = (
        _("It is on at this table: three of a kind are worth {score}.").format(score=points_text(score))
        if view.house_rule
        else _("It is off at this table: not every human here has switched it on.")
    )
    decided = replace(counting_rules(view), house_rule_three_of_a_kind=0)
    return [_rules(decided), [_("House rule:"), "  " + sentence]]


def _rules(rules: RuleSet) -> list[str]:
    lines: list[str] = []
    for section in rules_text(rules):
        lines += ["", section.title + ":", *("  " + sentence for sentence in section.sentences)]
    return lines[1:]


def _tips() -> list[str]:
    return [_("Tips:"), *("  " + tip for tip in tips()), "  " + _("Scat is best with three or four players.")]


def _marks() -> list[str]:
    return [
        _("What the marks mean:"),
        "  " + _("(D) deals this round. Each filled dot is a life, each hollow one a life that is lost."),
        "  " + _("On the county (or on charity, on the dole, on grace, on welfare): nothing left, one last chance."),
        "  " + _("Away: not dealt in for now, and losing one each round until they are back."),
    ]


def _program() -> list[str]:
    return [
        _("How it is kept fair:"),
        "  "
        + _("Every computer at the table shuffles the cards, one after the other, and proves that it did so rightly."),
        "  " + _("A card can be read only with the help of all others, so nobody can look at what is not theirs."),
        "  " + _("Everything is signed and kept in a file. Under “My games” you can check a finished game from it."),
        "  " + _("It cannot stop players from telling each other their cards."),
        "  " + _("If you must go, leave: your seat is kept, and the game can be resumed. Ctrl-C leaves at once."),
    ]
