"""Why something is not possible at a table now, with the names and numbers of the case, and what is.

The rules engine refuses in general words. What is said here names what lies on this very table, so that nobody has to
look for it; where there is nothing to name, the engine's own sentence stands.
"""

from __future__ import annotations

from scatnet.console.phrases import CardText, counting_rules, is_fetching, score_text, turn_text
from scatnet.rules.scoring import best_three, hand_score, points_text
from scatnet.table.view import Phase, TableView, Verb
from scatnet.words import _

__all__ = ["why_not", "why_not_back", "why_nothing"]


def why_nothing(view: TableView) -> str:
    """Why there is nothing to do now, in a sentence."""
    if is_fetching(view):
        return turn_text(view)
    if view.me is None:
        return _("You are watching: the players decide.")
    if view.phase is Phase.TURN and view.acting is not None and view.acting != view.me:
        return _("It is {name}'s turn.").format(name=view.seats[view.acting].name)
    if view.phase is Phase.LOBBY:
        return _("The game begins when all seats are taken, or when the host says so.")
    return _("Nothing is for you to decide just now.")


def why_not(view: TableView, verb: Verb) -> str:
    """Why this cannot be done now; empty where nothing is known to be against it."""
    if verb not in view.refusals:
        return ""
    if view.acting not in (None, view.me):
        return why_nothing(view)
    return (_of_the_case(view, verb) if view.phase is Phase.TURN else "") or view.refusals[verb]


def _of_the_case(view: TableView, verb: Verb) -> str:
    """What can be said of this very case; empty where that is no more than the refusal says."""
    match verb:
        case Verb.KNOCK if view.extra is not None:
            return _knock_with_four(view)
        case Verb.KNOCK if view.knocker is not None:
            name = view.seats[view.knocker].name
            return _("{name} has knocked already, and nobody knocks after that. This is your last turn.").format(
                name=name
            )
        case Verb.KNOCK if view.hand and _score(view) < view.rules.minimum_knock:
            return _("You hold {worth}; you may knock from {minimum}.").format(
                worth=score_text(counting_rules(view), view.hand), minimum=points_text(view.rules.minimum_knock)
            )
        case Verb.TAKE if view.extra is None and view.face_down:
            return _("Only the first player of a round may take the face-down card.")
        case Verb.TAKE if view.extra is None and not view.pile:
            return _("The pile is empty until somebody discards.")
        case Verb.DECLARE if len(view.hand) == 3:
            cards = view.hand if view.extra is None else (*view.hand, view.extra)
            return _("You hold {worth}; only 31 is declared.").format(worth=score_text(counting_rules(view), cards))
        case _:
            return ""


def _score(view: TableView) -> int:
    rules = counting_rules(view)
    return hand_score(rules, best_three(rules, view.hand))


def _knock_with_four(view: TableView) -> str:
    if not view.rules.knock_after_discard:
        return _("You knock at the start of a turn, instead of drawing. Discard a card now.")
    if any(choice.knock for choice in view.choices):
        return _("Choose the card to discard: then you are asked whether you knock with it.")
    return ""


def why_not_back(view: TableView, card: CardText) -> str:
    """Why the fourth card cannot be discarded."""
    if view.extra is None:
        return _("The card taken from the pile may not be put back in the same turn.")
    return _("{card} has just been taken and may not go back in the same turn: discard another card.").format(
        card=card(view.extra)
    )
