"""The table: seats around the middle, what happens in words, my own cards large, whose turn it is, and the keys.

From top to bottom: a title, the ring of seats with stock and pile in its middle, the last events, the hand, a line for
sentences to the person, the line that says whose turn it is, and the keys. A wide screen has the events at its side.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from scatnet.console.actions import Action, actions, held_cards, perform, pick_card, question
from scatnet.console.canvas import Canvas, Editor, wrap
from scatnet.console.cards import BIG, HUGE, SMALL, Size, paint_back, paint_card, paint_empty
from scatnet.console.phrases import (
    counted,
    counting_rules,
    score_text,
    shuffle_text,
    turn_text,
    verified_text,
    waiting_text,
)
from scatnet.console.report import paint_report
from scatnet.console.scene import WAITING_SECONDS, LineKind, LogLine, Scene
from scatnet.console.seats import others, paint_lives, paint_plaque, places
from scatnet.console.state import Console
from scatnet.rules.fields import preset_and_changes
from scatnet.rules.text import amount
from scatnet.table.telling import rules_name
from scatnet.table.view import Phase, TableView, Verb
from scatnet.words import _, ngettext

__all__ = ["paint"]

_SIDEBAR_FROM = 104
"""A screen at least so wide has the events at its side."""


_TALLEST_RING = 20
"""A ring of more rows falls apart; a tall screen leaves room around it instead."""

_ONE_LINE_FROM = 100
"""A screen at least so wide has all keys in one line."""


@dataclass(frozen=True, slots=True)
class _Layout:
    """The rows of the table's parts: each begins there and ends where the next begins."""

    width: int
    ring: int
    events: int
    hand: int
    turn: int
    keys: int
    size: Size


def paint(console: Console, canvas: Canvas) -> None:
    """Paint the table."""
    scene = console.scene
    if scene is None:
        return
    now = console.clock()
    found = actions(console, scene)
    key_lines = _key_lines(canvas, found, console)
    layout = _layout(canvas, scene.view, len(key_lines))
    _paint_title(canvas, scene)
    if scene.report is not None:
        paint_report(
            canvas, scene, scene.report, left=0, top=layout.ring, width=layout.width, height=layout.events - layout.ring
        )
    else:
        _paint_ring(console, canvas, scene, layout, now)
    if layout.width < canvas.width:
        _paint_sidebar(canvas, scene, layout)
    _paint_events(canvas, scene, layout)
    _paint_banner(canvas, scene, layout, now)
    _paint_hand(console, canvas, scene, layout)
    _paint_notice(console, canvas, layout)
    _paint_turn(console, canvas, scene, layout, now)
    _paint_keys(console, canvas, key_lines, layout)


def _layout(canvas: Canvas, view: TableView, key_rows: int) -> _Layout:
    wide = canvas.width >= _SIDEBAR_FROM
    width = canvas.width - min(46, canvas.width - 72) if wide else canvas.width
    size = HUGE if canvas.height >= 34 and width >= 60 else BIG
    keys = canvas.height - key_rows
    turn = keys - 1
    hand = turn - (size.height + 1 if view.me is not None or view.phase is Phase.LOBBY else 0)
    ring_height = max(8, min(16, hand - 1 - (0 if wide else 5)))
    events = max(2, min(hand if wide else hand - 2, 1 + ring_height))
    ring = 1
    if wide:
        ring = 1 + max(0, (hand - 1 - _TALLEST_RING) // 2)
        events = min(hand, ring + _TALLEST_RING)
    return _Layout(width, ring, events, hand, turn, keys, size)


def _paint_title(canvas: Canvas, scene: Scene) -> None:
    view = scene.view
    preset, changes = preset_and_changes(view.rules)
    rules = rules_name(preset) + (_(", changed") if changes else "")
    if canvas.width >= 76:
        rules = _("{rules} rules").format(rules=rules)
    parts = [view.name, rules]
    if view.round:
        parts.append(_("round {number}").format(number=view.round))
    if view.kitty and canvas.width >= 70:
        parts.append(_("kitty: {lives}").format(lives=amount(view.rules.called, view.kitty)))
    if view.me is None:
        parts.append(_("watching"))
    verified = verified_text(scene.verified)
    if scene.verified and canvas.width < 76:
        verified = _("{count} proofs hold").format(count=scene.verified)
    elif scene.verified and canvas.width < 110:
        verified = _("verified: {count} proofs").format(count=scene.verified)
    canvas.fill(0, 0, canvas.width, 1, "class:bar")
    start = canvas.right(0, verified + " ", "class:bar class:verified") if verified else canvas.width
    canvas.put(1, 0, f" {canvas.look.dot} ".join(parts), "class:bar class:title", width=max(4, start - 3))


def _paint_ring(console: Console, canvas: Canvas, scene: Scene, layout: _Layout, now: float) -> None:
    height = layout.events - layout.ring
    seats = others(scene.view)
    spots = places(len(seats), 0, layout.ring, layout.width, height, 2)
    for seat, place in zip(seats, spots, strict=False):
        paint_plaque(canvas, place, seat, scene)
    plaque = spots[0].width if spots else 0
    sides = any(place.y > layout.ring for place in spots)
    left = plaque + 1 if sides else 0
    top = layout.ring + (2 if any(place.y == layout.ring for place in spots) else 0)
    _paint_middle(console, canvas, scene, left, top, layout.width - 2 * left, layout.events - top)


def _paint_banner(canvas: Canvas, scene: Scene, layout: _Layout, now: float) -> None:
    """A knock or a 31 just now: boxed above the piles where there is room, else as a bar below the ring."""
    if not scene.banner or now >= scene.banner_until or scene.report is not None:
        return
    text = scene.banner
    if layout.events - layout.ring < 20:
        row = layout.hand - 1 if layout.width == canvas.width else layout.events - 1
        canvas.fill(0, row, layout.width, 1, "class:alarm")
        canvas.center(row, text, "class:alarm", left=1, width=layout.width - 2)
        return
    width = min(layout.width - 2, canvas.measure(text) + 4)
    lines = wrap(canvas.look.plain(text), width - 4)
    top = layout.ring + 3
    left = (layout.width - width) // 2
    canvas.box(left, top, width, len(lines) + 2, "class:alarm")
    for index, line in enumerate(lines):
        canvas.center(top + 1 + index, line, "class:alarm", left=left + 1, width=width - 2)


def _paint_middle(console: Console, canvas: Canvas, scene: Scene, left: int, top: int, width: int, height: int) -> None:
    view = scene.view
    match view.phase:
        case Phase.LOBBY:
            seats = f"{len(view.seats)}/{view.seats_wanted}"
            canvas.center(top + height // 2, seats, "bold", left=left, width=width)
        case Phase.COIN | Phase.OPENING | Phase.SHUFFLE:
            _paint_shuffle(canvas, view, left, top, width, height)
        case Phase.SUSPENDED:
            canvas.paragraph(left + 1, top + 1, width - 2, turn_text(view), "bold", height=height - 1)
        case _:
            _paint_piles(console, canvas, view, left, top, width, height)


def _paint_lobby(canvas: Canvas, scene: Scene, layout: _Layout) -> None:
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


def _paint_shuffle(canvas: Canvas, view: TableView, left: int, top: int, width: int, height: int) -> None:
    y = top + max(0, (height - 4) // 2)
    text = turn_text(view) if view.phase is not Phase.SHUFFLE else shuffle_text(view)
    for line in wrap(canvas.look.plain(text), width - 2)[: max(1, height - 2)]:
        canvas.center(y, line, "bold", left=left, width=width)
        y += 1
    if view.progress is not None and view.progress.total and view.phase is Phase.SHUFFLE:
        room = min(30, width - 4)
        done = room * min(view.progress.done, view.progress.total) // view.progress.total
        start = left + (width - room - 2) // 2
        bar = "#" if canvas.look.ascii else "█"
        canvas.put(start, y, "[", "class:dim")
        canvas.put(start + 1, y, bar * done, "class:good")
        canvas.put(start + 1 + done, y, canvas.look.back * (room - done), "class:dim")
        canvas.put(start + 1 + room, y, "]", "class:dim")
        y += 1
    if y < top + height:
        canvas.center(y, _("Nobody can see or choose a card."), "class:dim", left=left, width=width)


def _paint_piles(
    console: Console, canvas: Canvas, view: TableView, left: int, top: int, width: int, height: int
) -> None:
    size = SMALL
    for larger in (BIG, HUGE):
        if height >= larger.height + 3 - (larger is BIG) * 2 and width >= 2 * larger.width + 4:
            size = larger
    gap = 4 if width >= 2 * size.width + 6 else 2
    x = left + (width - 2 * size.width - gap) // 2
    y = top + max(0, (height - size.height - 1) // 2)

    def draw() -> None:
        perform(console, "d")

    def take() -> None:
        perform(console, "t")

    if view.stock:
        paint_back(canvas, x, y, size, text=str(view.stock), click=draw)
    else:
        paint_empty(canvas, x, y, size, click=draw)
    pile_x = x + size.width + gap
    if view.face_down:
        paint_back(canvas, pile_x, y, size, click=take)
    elif view.pile:
        paint_card(canvas, pile_x, y, view.pile[-1], size, click=take)
    else:
        paint_empty(canvas, pile_x, y, size, click=take)
    if size.height + y < top + height:
        wide = size.width + gap
        _label(canvas, x - gap // 2, y + size.height, _("stock"), "d", Verb.DRAW, view, wide)
        _label(canvas, pile_x - gap // 2, y + size.height, _("pile"), "t", Verb.TAKE, view, wide)


def _label(canvas: Canvas, x: int, y: int, text: str, key: str, verb: Verb, view: TableView, width: int) -> None:
    possible = any(choice.verb is verb for choice in view.choices)
    shown = f"[{key}] {text}" if possible else text
    canvas.center(y, shown, "class:key" if possible else "class:dim", left=x, width=width)


def _line_style(line: LogLine) -> str:
    return {
        LineKind.EVENT: "",
        LineKind.CHAT: "class:chat",
        LineKind.NOTICE: "class:notice",
        LineKind.ROUND: "bold",
    }[line.kind]


def _paint_sidebar(canvas: Canvas, scene: Scene, layout: _Layout) -> None:
    left = layout.width
    for y in range(1, layout.turn):
        canvas.put(left, y, canvas.look.frame.down, "class:line")
    _paint_lines(canvas, scene, left + 2, 1, canvas.width - left - 3, layout.turn - 1)


def _paint_events(canvas: Canvas, scene: Scene, layout: _Layout) -> None:
    if layout.width == canvas.width and layout.hand > layout.events:
        _paint_lines(canvas, scene, 1, layout.events, canvas.width - 2, layout.hand - layout.events)


def _paint_lines(canvas: Canvas, scene: Scene, left: int, top: int, width: int, height: int) -> None:
    """The newest lines that fit, the newest at the bottom."""
    shown: list[tuple[str, str]] = []
    for line in reversed(scene.log[-height:]):
        wrapped = wrap(canvas.look.plain(line.text[:400]), width)
        shown = [(text, _line_style(line)) for text in wrapped] + shown
        if len(shown) >= height:
            break
    for index, (text, style) in enumerate(shown[-height:]):
        canvas.put(left, top + index + max(0, height - len(shown)), text, style)


def _paint_hand(console: Console, canvas: Canvas, scene: Scene, layout: _Layout) -> None:
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


def _paint_notice(console: Console, canvas: Canvas, layout: _Layout) -> None:
    """A sentence to the person, right above the line of the turn or, while cards are numbered there, above the hand."""
    told = console.told()
    if not told:
        return
    view = None if console.scene is None else console.scene.view
    numbered = view is not None and any(choice.verb is Verb.DISCARD for choice in view.choices)
    lines = wrap(canvas.look.plain(told), layout.width - 2)[:2]
    above = numbered or len(lines) > 1 or view is None or view.me is None
    row = layout.hand - len(lines) if above else layout.turn - 1
    canvas.fill(0, row, layout.width, len(lines))
    for index, line in enumerate(lines):
        canvas.put(1, row + index, line, "class:notice")


def _paint_turn(console: Console, canvas: Canvas, scene: Scene, layout: _Layout, now: float) -> None:
    view = scene.view
    mine = bool(view.choices) and not scene.reporting
    asked = question(console, scene)
    urgent = view.must_declare or any(choice.verb is Verb.CALL for choice in view.choices)
    style = "class:alarm" if urgent else "class:turn" if mine or asked else "class:wait"
    canvas.fill(0, layout.turn, canvas.width, 1, style)
    text = asked or (_round_over(view) if scene.reporting else turn_text(view))
    clock = scene.seconds(view.clock, now) if mine else None
    long = now - scene.waiting_since >= WAITING_SECONDS
    patience = waiting_text(view, scene.seconds(view.patience, now)) if long else ""
    end = canvas.width - 1
    if clock is not None:
        end = canvas.right(layout.turn, _("{seconds} s left ").format(seconds=round(clock)), style, edge=end) - 1
    if patience and not asked:
        text = patience if not mine else f"{text} {patience}"
    canvas.put(1, layout.turn, text, style, width=end - 1)


def _round_over(view: TableView) -> str:
    if view.choices:
        return _("The next round has come to you: press Space to see it.")
    return _("Press Space to see the next round.")


def _key_lines(canvas: Canvas, found: list[Action], console: Console) -> list[list[Action]]:
    """The moves and the asides, in one line where it is wide and in one each elsewhere: they never jump about."""
    if console.chatting:
        return [[]] if canvas.width >= _ONE_LINE_FROM else [[], []]
    if canvas.width >= _ONE_LINE_FROM:
        return [found]
    moves = [action for action in found if not action.aside]
    return [moves, [action for action in found if action.aside]]


def _paint_keys(console: Console, canvas: Canvas, lines: list[list[Action]], layout: _Layout) -> None:
    if console.chatting:
        x = canvas.put(1, layout.keys, _("Say:") + " ", "class:key")
        canvas.editor = Editor(x, layout.keys, canvas.width - x - 1)
        return
    for index, line in enumerate(lines):
        x = 1
        for action in line:
            style = "class:alarm" if action.urgent else "class:key"
            x = canvas.put(x, layout.keys + index, f"[{action.key}]", style, click=action.do)
            label_style = "class:dim" if action.aside else ""
            x = canvas.put(x, layout.keys + index, f" {action.label}", label_style, click=action.do) + 2
