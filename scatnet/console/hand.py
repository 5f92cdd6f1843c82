"""My own cards, large, with the keys that discard them, and what they are worth and why."""

from __future__ import annotations

from functools import partial

from scatnet.console.actions import held_cards, pick_card
from scatnet.console.canvas import Canvas
from scatnet.console.cards import paint_card, paint_empty
from scatnet.console.layout import Layout
from scatnet.console.phrases import (
    counted,
    counting_rules,
    score_text,
)
from scatnet.console.scene import Scene
from scatnet.console.seats import paint_lives
from scatnet.console.state import Console
from scatnet.table.view import Phase, Verb
from scatnet.words import _, ngettext

__all__ = ["paint_hand"]


def _paint_lobby(canvas: Canvas, scene: Scene, layout: Layout) -> None:
    """Where the hand will be: how others come to this table."""
    if scene.is_host:
        lines = [(_("Others on this network see the table by its name and sit down with Enter."), "")]
    else:
        lines = [(_("The host begins the game when everybody is here."), "")]
    if scene.ticket:
        lines += [(_("From elsewhere they join with this ticket:"), ""), (scene.ticket, "class:value")]
    y = layout.hand
    for text, style in lines:
        y = canvas.paragraph(1, y, layout.width - 2, text, style, height=max(0, layout.turn - y))


def paint_hand(console: Console, canvas: Canvas, scene: Scene, layout: Layout) -> None:
    view = scene.view
    if view.phase is Phase.LOBBY:
        _paint_lobby(canvas, scene, layout)
        return
    if view.me is None:
        return
    cards = held_cards(view)
    step = layout.size.width + 1
    discarding = any(choice.verb is Verb.DISCARD for choice in view.choices)
    x = 1
    for place in range(max(3, len(cards))):
        if place == 3:
            x += 1
        if place < len(cards):
            click = partial(pick_card, console, place)
            paint_card(canvas, x, layout.hand, cards[place], layout.size, click=click)
            if discarding:
                picked = place == console.pick
                label = f"{canvas.look.pointer}{place + 1}" if picked else f" {place + 1}"
                style = "class:cursor" if picked else "class:key"
                canvas.center(
                    layout.hand + layout.size.height,
                    f"[{label.strip()}]",
                    style,
                    left=x,
                    width=layout.size.width,
                    click=click,
                )
        else:
            paint_empty(canvas, x, layout.hand, layout.size)
        x += step
    _paint_worth(canvas, scene, max(x + 1, 1 + 3 * step + 1), layout.hand, layout.width)


def _paint_worth(canvas: Canvas, scene: Scene, left: int, top: int, right: int) -> None:
    """What my cards are worth and which of them count, my lives, and my marks."""
    view = scene.view
    if view.me is None:
        return
    me = view.seats[view.me]
    room = right - left - 1
    x = canvas.put(left, top, me.name, "class:name", width=max(3, room - 14))
    x = canvas.put(x, top, " (D)" if me.dealer else "", "class:key")
    paint_lives(canvas, x + 1, top, me, scene)
    cards = held_cards(view)
    if len(cards) in (3, 4):
        rules = counting_rules(view)
        style = "class:win" if view.must_declare else "class:score"
        canvas.put(left, top + 1, score_text(rules, cards), style, width=room)
        best = counted(rules, cards)
        named = " ".join(canvas.look.card(card) for card in best)
        counts = ngettext("{cards} counts", "{cards} count", len(best)).format(cards=named)
        canvas.put(left, top + 2, counts, "class:dim", width=room)
