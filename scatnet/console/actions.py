"""What a person can do at a table now: keys, what they do, and why one does not work.

The keys shown, the keys that work and the places to click all come from this one list, so they cannot differ.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from scatnet.console.helping import help_lines
from scatnet.console.holding import held_cards, may_discard
from scatnet.console.messages import Kick, Say
from scatnet.console.phrases import choice_text
from scatnet.console.scene import Scene
from scatnet.console.state import Asking, Console
from scatnet.console.why_not import why_not, why_not_back, why_nothing
from scatnet.table.view import Choice, Phase, TableView, Verb
from scatnet.words import _

__all__ = [
    "Action",
    "actions",
    "move_pick",
    "perform",
    "perform_obvious",
    "pick_card",
    "question",
    "send_chat",
    "show_help",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Action:
    """Something to do: its key as shown and as pressed, its label, what it does; `urgent` must not be missed."""

    key: str
    label: str
    do: Callable[[], None]
    urgent: bool = False
    aside: bool = False  # not part of the game's moves


_KEY_OF = {
    Verb.DRAW: "d",
    Verb.TAKE: "t",
    Verb.KNOCK: "k",
    Verb.PASS: "p",
    Verb.DECLARE: "c",
    Verb.CALL: "c",
    Verb.NO_CALL: "n",
    Verb.THROW_DOWN: "x",
    Verb.KEEP_CARDS: "n",
}


def actions(console: Console, scene: Scene) -> list[Action]:
    """Everything that can be done now, what the game asks for first."""
    if console.asking is not None:
        return _answers(console, scene)
    if scene.reporting:
        moves = [Action(key="Space", label=_("go on"), do=console.dismiss_report)]
    else:
        moves = [*_moves(console, scene.view), *_lobby_moves(console, scene)]
    return [*moves, *_asides(console, scene)]


def _moves(console: Console, view: TableView) -> list[Action]:
    found: list[Action] = []
    for choice in view.choices:
        if choice.verb in _KEY_OF:
            found.append(
                Action(
                    key=_KEY_OF[choice.verb],
                    label=_short(choice, view, console),
                    do=partial(console.make, choice),
                    urgent=choice.verb in (Verb.DECLARE, Verb.CALL),
                )
            )
    found.sort(key=lambda action: (not action.urgent, list(_KEY_OF.values()).index(action.key)))
    able = [place for place, card in enumerate(held_cards(view), start=1) if may_discard(view, card)]
    if able:
        found.append(Action(key=f"1-{able[-1]}", label=_("discard"), do=lambda: discard_picked(console)))
    return found


def _short(choice: Choice, view: TableView, console: Console) -> str:
    """A choice in a word or two, where its cards are in sight."""
    match choice.verb:
        case Verb.DRAW:
            return _("draw")
        case Verb.TAKE if view.face_down or not view.pile:
            return _("take face down")
        case Verb.TAKE:
            return _("take {card}").format(card=console.look.card(view.pile[-1]))
        case _:
            return choice_text(choice, view, console.look.card)


def _lobby_moves(console: Console, scene: Scene) -> list[Action]:
    if scene.view.phase is Phase.LOBBY and scene.is_host:
        begin = Action(key="b", label=_("begin the game"), do=lambda: console.ask_table("start"))
        kick = Action(key="x", label=_("leave somebody out"), do=lambda: _ask(console, Asking.KICK))
        return [begin, kick] if len(scene.view.seats) > 1 else [begin]
    if scene.view.phase is Phase.OVER and scene.view.me is not None:
        return [Action(key="n", label=_("play again"), do=lambda: console.ask_table("rematch"))]
    return []


def _asides(console: Console, scene: Scene) -> list[Action]:
    return [
        Action(key="s", label=_("say"), do=lambda: _speak(console), aside=True),
        Action(key="h", label=_("log"), do=lambda: _history(console, scene), aside=True),
        Action(key="?", label=_("help"), do=lambda: show_help(console), aside=True),
        Action(key="Esc", label=_("leave"), do=lambda: _ask(console, Asking.LEAVE), aside=True),
    ]


def _answers(console: Console, scene: Scene) -> list[Action]:
    no = Action(key="n", label=_("no, go back"), do=lambda: _ask(console, None))
    match console.asking:
        case Asking.LEAVE:
            leave = Action(key="y", label=_("leave"), do=lambda: console.ask_table("leave"))
            if may_resign(scene.view):
                resign = Action(key="r", label=_("resign for good"), do=lambda: _ask(console, Asking.RESIGN))
                return [leave, resign, no]
            return [leave, no]
        case Asking.RESIGN:
            return [Action(key="y", label=_("resign"), do=lambda: console.ask_table("resign")), no]
        case Asking.DISCARD:
            return [Action(key="y", label=_("discard"), do=lambda: _discard(console, scene.view, False)), no]
        case Asking.KNOCK:
            return [
                Action(key="y", label=_("only discard"), do=lambda: _discard(console, scene.view, False)),
                Action(key="k", label=_("discard and knock"), do=lambda: _discard(console, scene.view, True)),
                no,
            ]
        case Asking.KICK:
            return [*_kicks(console, scene), no]
        case None:
            return []


def _kicks(console: Console, scene: Scene) -> list[Action]:
    """A digit for each who sits here besides the host."""

    def kick(seat: int) -> None:
        _ask(console, None)
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


def may_resign(view: TableView) -> bool:
    """Whether there is a game that this person could give up."""
    return view.me is not None and view.phase not in (Phase.LOBBY, Phase.OVER) and not view.seats[view.me].resigned


def perform(console: Console, key: str) -> bool:
    """Do what a key does here; a key of the game that does not work now says why. False: it means nothing."""
    scene = console.scene
    if scene is None:
        return False
    for action in actions(console, scene):
        if action.key == key:
            console.notice = ""
            action.do()
            return True
    if console.asking is not None:
        console.tell(_("Answer the question first: {keys}.").format(keys=_keys(actions(console, scene))))
        return True
    reasons = [why_not(scene.view, verb) for verb, its_key in _KEY_OF.items() if its_key == key]
    if any(reasons):
        console.tell(next(filter(None, reasons)))
        return True
    if key in _KEY_OF.values() or key == "b":
        moves = [action for action in actions(console, scene) if not action.aside]
        console.tell(_("You may: {keys}.").format(keys=_keys(moves)) if moves else why_nothing(scene.view))
        return True
    return False


def _keys(found: list[Action]) -> str:
    return ", ".join(f"{action.key} {action.label}" for action in found)


def pick_card(console: Console, place: int) -> None:
    """Discard the card at this place of my hand, by its digit or a click; or say why not."""
    scene = console.scene
    if scene is None or console.asking is not None:
        return
    cards = held_cards(scene.view)
    if place >= len(cards):
        console.tell(_("You hold no such card."))
        return
    console.pick = place
    discard_picked(console)


def discard_picked(console: Console) -> None:
    """Discard the card under the cursor: at once, or after a question where one is due."""
    scene = console.scene
    if scene is None:
        return
    cards = held_cards(scene.view)
    card = cards[console.pick] if console.pick < len(cards) else None
    fitting = [choice for choice in scene.view.choices if choice.verb is Verb.DISCARD and choice.card == card]
    if not fitting:
        held = any(choice.verb is Verb.DISCARD for choice in scene.view.choices)
        why = why_not_back(scene.view, console.look.card) if held else why_not(scene.view, Verb.DISCARD)
        console.tell(why or why_nothing(scene.view))
        return
    console.asked_card = card
    if any(choice.knock for choice in fitting):
        _ask(console, Asking.KNOCK)
    elif console.settings.confirm_discard:
        _ask(console, Asking.DISCARD)
    else:
        _discard(console, scene.view, False)


def _discard(console: Console, view: TableView, knock: bool) -> None:
    choice = Choice(verb=Verb.DISCARD, card=console.asked_card, knock=knock)
    if choice in view.choices:
        console.make(choice)
    else:
        _ask(console, None)


def _ask(console: Console, asking: Asking | None) -> None:
    console.asking = asking


def _speak(console: Console) -> None:
    console.chatting, console.chat = True, ""


def send_chat(console: Console) -> None:
    """Send what was typed, and close the line."""
    text = console.chat.strip()
    console.chatting, console.chat = False, ""
    if text:
        console.post(Say(text))


def _history(console: Console, scene: Scene) -> None:
    nothing = _("Nothing has happened since you came to this table.")
    console.show_page(_("What has happened"), [line.text for line in scene.log] or [nothing])
    console.page_end()


def show_help(console: Console) -> None:
    """This table's rules and tips; away from a table, help on the program."""
    view = None if console.scene is None else console.scene.view
    console.show_page(_("Help"), help_lines(view))


def move_pick(console: Console, by: int) -> None:
    """Move the cursor over my cards; while one is to be discarded, over those that may be."""
    if console.scene is None:
        return
    view = console.scene.view
    cards = held_cards(view)
    able = [place for place, card in enumerate(cards) if may_discard(view, card)] or list(range(len(cards)))
    if able:
        place = able.index(console.pick) if console.pick in able else 0
        console.pick = able[(place + by) % len(able)]


def perform_obvious(console: Console) -> None:
    """Do what Enter can only mean: answer yes, discard the card under the cursor, or the one move there is."""
    scene = console.scene
    if scene is None:
        return
    moves = [action for action in actions(console, scene) if not action.aside]
    if console.asking is not None or len(moves) == 1 or (moves and moves[0].urgent):
        moves[0].do()
    elif any(choice.verb is Verb.DISCARD for choice in scene.view.choices):
        discard_picked(console)
    elif moves:
        console.tell(_("You may: {keys}.").format(keys=_keys(moves)))
    else:
        console.tell(why_nothing(scene.view))
