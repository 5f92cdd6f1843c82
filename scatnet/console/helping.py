"""Help in the words of the table's own rules, with their tips, and how this program works.

The rules themselves are put into words by `scatnet.rules.text`.
"""

from __future__ import annotations

from scatnet.rules.ruleset import KITCHEN, RuleSet
from scatnet.rules.text import rules_text, tips
from scatnet.table.view import TableView
from scatnet.words import _

__all__ = ["help_lines"]


def help_lines(view: TableView | None) -> list[str]:
    """This table's rules and tips; without a table those of the kitchen preset, and what the program promises."""
    rules = KITCHEN if view is None else view.rules
    lines = [] if view is not None else [*_program(), ""]
    return [*lines, *_rules(rules), "", *_tips(), "", *_marks(), *([] if view is None else ["", *_program()])]


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
