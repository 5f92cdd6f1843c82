"""The questions at a table that wait for an answer: what they say, and the keys that answer them.

Enter answers only where nothing is lost by it: it neither gives a game up nor leaves anybody out.
"""

from __future__ import annotations

from functools import partial

from scatnet.console.action import ENTER, Action
from scatnet.console.messages import Kick
from scatnet.console.scene import Scene
from scatnet.console.state import Asking, Console
from scatnet.table.view import Choice, Phase, TableView, Verb
from scatnet.words import _

__all__ = ["answers", "ask", "discard", "explanation", "may_resign", "question"]


def ask(console: Console, asking: Asking | None) -> None:
    """Put a question, or take it back."""
    console.asking = asking


def answers(console: Console, scene: Scene) -> list[Action]:
    """The answers to the question that waits; none where there is no question."""
    no = Action(key="n", also="Esc", label=_("no, go back"), do=lambda: ask(console, None))
    match console.asking:
        case Asking.LEAVE:
            leave = Action(key="y", also=ENTER, label=_("leave"), do=lambda: console.ask_table("leave"))
            if may_resign(scene.view):
                resign = Action(key="r", label=_("resign for good"), do=lambda: ask(console, Asking.RESIGN))
                return [leave, resign, no]
            return [leave, no]
        case Asking.RESIGN:
            return [Action(key="y", label=_("resign"), do=lambda: console.ask_table("resign")), no]
        case Asking.DISCARD:
            return [_only_discard(console, scene.view, _("discard")), no]
        case Asking.KNOCK:
            knock = Action(key="k", label=_("discard and knock"), do=lambda: discard(console, scene.view, True))
            return [_only_discard(console, scene.view, _("only discard")), knock, no]
        case Asking.KICK:
            return [*_kicks(console, scene), no]
        case None:
            return []


def _only_discard(console: Console, view: TableView, label: str) -> Action:
    return Action(key="y", also=ENTER, label=label, do=lambda: discard(console, view, False))


def _kicks(console: Console, scene: Scene) -> list[Action]:
    """A digit for each who sits here besides the host."""

    def kick(seat: int) -> None:
        ask(console, None)
        console.post(Kick(seat))

    return [
        Action(key=str(place), label=seat.name, do=partial(kick, seat.seat))
        for place, seat in enumerate((seat for seat in scene.view.seats if seat.seat != scene.view.me), start=1)
    ]


def question(console: Console, scene: Scene) -> str:
    """The question that waits for an answer; empty where there is none."""
    card = "" if console.asked_card is None else console.look.card(console.asked_card)
    match console.asking:
        case Asking.LEAVE if scene.view.phase in (Phase.LOBBY, Phase.OVER) or scene.view.me is None:
            return _("Leave the table?")
        case Asking.LEAVE:
            return _("Leave the table? You can come back to your cards later.")
        case Asking.RESIGN:
            return _("Resign? You are out for good, and the others play on.")
        case Asking.DISCARD:
            return _("Discard {card}?").format(card=card)
        case Asking.KICK:
            return _("Who is left out of this game?")
        case Asking.KNOCK:
            return _("Discard {card}: only that, or knock as well?").format(card=card)
        case None:
            return ""


def explanation(console: Console) -> str:
    """What a newcomer has to know to answer; empty where the question says it all."""
    if console.asking is Asking.KNOCK:
        return _("A knock ends the round: the others have one more turn, then all hands are shown. Else you play on.")
    return ""


def may_resign(view: TableView) -> bool:
    """Whether there is a game that this person could give up."""
    return view.me is not None and view.phase not in (Phase.LOBBY, Phase.OVER) and not view.seats[view.me].resigned


def discard(console: Console, view: TableView, knock: bool) -> None:
    """Discard the card that was asked about, and knock with it or not."""
    choice = Choice(verb=Verb.DISCARD, card=console.asked_card, knock=knock)
    if choice in view.choices:
        console.make(choice)
    else:
        ask(console, None)
