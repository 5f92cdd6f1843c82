"""What a person can do at a table now: keys, what they do, and why one does not work.

The keys shown, the keys that work and the places to click all come from this one list, so they cannot differ.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from scatnet.console.action import ENTER, KEY_OF, Action, keys_in_words
from scatnet.console.asking import answers, ask, discard
from scatnet.console.helping import help_lines
from scatnet.console.holding import held_cards, may_discard
from scatnet.console.messages import Say
from scatnet.console.phrases import choice_text
from scatnet.console.scene import Scene
from scatnet.console.state import Asking, Console
from scatnet.console.why_not import why_not, why_not_back, why_nothing
from scatnet.table.view import Choice, Phase, TableView, Verb
from scatnet.words import _

__all__ = [
    "actions",
    "move_pick",
    "perform",
    "perform_obvious",
    "pick_card",
    "send_chat",
    "show_help",
]


def actions(console: Console, scene: Scene) -> list[Action]:
    """Everything that can be done now, what the game asks for first."""
    if console.asking is not None:
        return answers(console, scene)
    if scene.reporting:
        moves = [Action(key="Space", also=ENTER, label=_("go on"), do=console.dismiss_report)]
    else:
        moves = [*_moves(console, scene.view), *_lobby_moves(console, scene)]
        urgent = bool(moves) and moves[0].urgent
        ways = [] if urgent else _by_cursor(console, scene.view)
        if urgent or (len(moves) == 1 and not ways):
            moves[0] = replace(moves[0], also=ENTER)
        moves += ways
    return [*moves, *_asides(console, scene)]


def _moves(console: Console, view: TableView) -> list[Action]:
    found: list[Action] = []
    for choice in view.choices:
        if choice.verb in KEY_OF:
            found.append(
                Action(
                    key=KEY_OF[choice.verb],
                    label=_short(choice, view, console),
                    do=partial(console.make, choice),
                    urgent=choice.verb in (Verb.DECLARE, Verb.CALL),
                )
            )
    found.sort(key=lambda action: (not action.urgent, list(KEY_OF.values()).index(action.key)))
    able = [place for place, card in enumerate(held_cards(view), start=1) if may_discard(view, card)]
    if able:
        found.append(Action(key=f"1-{able[-1]}", label=_("discard"), do=lambda: discard_picked(console)))
    return found


def _by_cursor(console: Console, view: TableView) -> list[Action]:
    """The ways to a discard by the cursor over my cards."""
    cards = held_cards(view)
    if not any(may_discard(view, card) for card in cards):
        return []
    label = _("discard {card}").format(card=console.look.card(cards[min(console.pick, len(cards) - 1)]))
    arrows = "</>" if console.look.ascii else "←/→"
    return [
        Action(key=ENTER, label=label, do=lambda: discard_picked(console), way=True),
        Action(key=arrows, label=_("another"), do=lambda: move_pick(console, 1), way=True),
    ]


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
        kick = Action(key="x", label=_("leave somebody out"), do=lambda: ask(console, Asking.KICK))
        return [begin, kick] if len(scene.view.seats) > 1 else [begin]
    if scene.view.phase is Phase.OVER:
        again = Action(key="n", label=_("play again"), do=lambda: console.ask_table("rematch"))
        check = Action(key="v", label=_("verify the whole game"), do=console.audit_table)
        return [check] if scene.view.me is None else [again, check]
    return []


def _asides(console: Console, scene: Scene) -> list[Action]:
    return [
        Action(key="s", label=_("say"), do=lambda: _speak(console), aside=True),
        Action(key="h", label=_("log"), do=lambda: _history(console, scene), aside=True),
        Action(key="?", label=_("help"), do=lambda: show_help(console), aside=True),
        Action(key="Esc", label=_("leave"), do=lambda: ask(console, Asking.LEAVE), aside=True),
    ]


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
        console.tell(_("Answer the question first: {keys}.").format(keys=keys_in_words(actions(console, scene))))
        return True
    reasons = [why_not(scene.view, verb) for verb, its_key in KEY_OF.items() if its_key == key]
    if any(reasons):
        console.tell(next(filter(None, reasons)))
        return True
    if key in KEY_OF.values() or key == "b":
        moves = [action for action in actions(console, scene) if not action.aside]
        console.tell(_("You may: {keys}.").format(keys=keys_in_words(moves)) if moves else why_nothing(scene.view))
        return True
    return False


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
        ask(console, Asking.KNOCK)
    elif console.settings.confirm_discard:
        ask(console, Asking.DISCARD)
    else:
        discard(console, scene.view, False)


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
    found = actions(console, scene)
    for action in found:
        if action.by_enter:
            action.do()
            return
    moves = [action for action in found if not action.aside]
    if console.asking is not None:
        console.tell(_("Answer the question first: {keys}.").format(keys=keys_in_words(moves)))
    elif moves:
        console.tell(_("You may: {keys}.").format(keys=keys_in_words(moves)))
    else:
        console.tell(why_nothing(scene.view))
