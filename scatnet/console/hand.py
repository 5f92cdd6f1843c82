"""My own cards, large, with the keys that discard them, and what they are worth and why.

Where there is no hand (before the game, after it, or once one is out) its place says what there is to do instead.
"""

from __future__ import annotations

from functools import partial

from scatnet.console.actions import pick_card
from scatnet.console.canvas import Canvas, Span
from scatnet.console.cards import paint_back, paint_card, paint_empty
from scatnet.console.holding import held_cards, may_discard
from scatnet.console.invitation import invitation
from scatnet.console.layout import Layout, holds_cards
from scatnet.console.phrases import counted, counting_rules, is_fetching, score_text
from scatnet.console.scene import Scene
from scatnet.console.seats import lives_spans
from scatnet.console.state import Console
from scatnet.table.view import Phase, Verb
from scatnet.words import _, ngettext

__all__ = ["paint_hand"]


def paint_hand(console: Console, canvas: Canvas, scene: Scene, layout: Layout) -> None:
    """Paint the hand, or what stands in its place."""
    if not holds_cards(scene.view):
        _paint_words(canvas, scene, layout)
        return
    view = scene.view
    cards = held_cards(view)
    step = layout.size.width + 1
    x = layout.hand_left
    for place in range(max(3, len(cards))):
        if place == 3:
            x += 1
        if place < len(cards):
            click = partial(pick_card, console, place)
            paint_card(canvas, x, layout.hand, cards[place], layout.size, click=click)
            if may_discard(view, cards[place]):
                _paint_key(console, canvas, layout, place, x)
        elif view.phase is Phase.THROW_DOWN:
            paint_back(canvas, x, layout.hand, layout.size)
        else:
            paint_empty(canvas, x, layout.hand, layout.size)
        x += step
    _paint_worth(canvas, scene, x + 1, layout.hand, layout.width)


def _paint_key(console: Console, canvas: Canvas, layout: Layout, place: int, x: int) -> None:
    """The key that discards this card, below it; a pointer at the one that Enter discards."""
    picked = place == console.pick
    label = f"{canvas.look.pointer}[{place + 1}]" if picked else f"[{place + 1}]"
    start = x + layout.size.width // 2 - 1 - picked
    row = layout.hand + layout.size.height
    canvas.put(start, row, label, "class:key bold" if picked else "class:key", click=partial(pick_card, console, place))


def _paint_words(canvas: Canvas, scene: Scene, layout: Layout) -> None:
    y = layout.hand + (layout.turn - layout.hand > 4)
    for style, text in _words(canvas, scene, layout.width - 2, layout.turn - y):
        y = canvas.paragraph(1, y, layout.width - 2, text, style, height=max(0, layout.turn - y))


def _words(canvas: Canvas, scene: Scene, width: int, rows: int) -> list[Span]:
    """What there is to do where one has no cards, for so much room."""
    view = scene.view
    if is_fetching(view):
        return []
    if view.phase is Phase.LOBBY:
        if not scene.is_host:
            return [("", _("The game begins when all seats are taken, or when the host says so."))]
        return invitation(canvas, scene, width, rows)
    if view.phase is Phase.OVER:
        again = [] if view.me is None else [("", _("Press n to play again: the same people, the same rules."))]
        return [
            *again,
            ("", _("Press v to see for yourself that nobody cheated. The game is kept under “My games”.")),
        ]
    if view.me is None:
        return []
    return [
        ("", _("You are out of this game. You may watch how it ends, or leave.")),
        ("class:dim", _("The cards of the others stay hidden from you.")),
    ]


def _paint_worth(canvas: Canvas, scene: Scene, left: int, top: int, right: int) -> None:
    """What my cards are worth and which of them count, my lives, and my marks."""
    view = scene.view
    if view.me is None:
        return
    me = view.seats[view.me]
    room = right - left - 1
    lives = lives_spans(canvas, me, scene)
    taken = sum(canvas.measure(text) for _style, text in lives)
    mine = bool(view.choices) and view.phase is Phase.TURN
    x = canvas.put(left - 1, top, canvas.look.pointer if mine else " ", "class:mark")
    x = canvas.put(x, top, me.name, "class:name-acting" if mine else "class:name", width=max(3, room - taken - 5))
    x = canvas.put(x, top, " (D)" if me.dealer else "", "class:mark")
    canvas.put_spans(x + 1, top, lives)
    cards = held_cards(view)
    if len(cards) in (3, 4):
        rules = counting_rules(view)
        silent = view.must_declare or any(choice.verb is Verb.CALL for choice in view.choices)
        style = "class:win" if silent else "class:score"
        canvas.put(left, top + 1, score_text(rules, cards), style, width=room)
        best = counted(rules, cards)
        named = " ".join(canvas.look.card(card) for card in best)
        counts = ngettext("{cards} counts", "{cards} count", len(best)).format(cards=named)
        canvas.put(left, top + 2, counts, "class:dim", width=room)
