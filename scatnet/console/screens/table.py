"""The table: seats around the middle, what happens in words, my own cards large, whose turn it is, and the keys.

From top to bottom: a title, the ring of seats with stock and pile in its middle, the last events, the hand, a line for
sentences to the person, the line that says whose turn it is, and the keys. A wide screen has the events at its side.
"""

from __future__ import annotations

from prompt_toolkit.keys import Keys

from scatnet.console.action import Action
from scatnet.console.actions import actions
from scatnet.console.asking import explanation, question
from scatnet.console.canvas import Canvas, Editor, wrap
from scatnet.console.hand import paint_hand
from scatnet.console.history import paint_events, paint_sidebar
from scatnet.console.invitation import invitation_rows
from scatnet.console.layout import ONE_LINE_FROM, Layout, layout_of, main_width
from scatnet.console.middle import Middle, banner_of, paint_banner, paint_middle
from scatnet.console.phrases import (
    is_fetching,
    missed,
    turn_text,
    verified_text,
    waiting_text,
)
from scatnet.console.report import paint_report
from scatnet.console.scene import WAITING_SECONDS, Report, Scene
from scatnet.console.screens.hints import Hint, back, paint_hint
from scatnet.console.seats import others, paint_plaque, places
from scatnet.console.state import Console
from scatnet.rules.fields import preset_and_changes
from scatnet.rules.text import amount
from scatnet.table.telling import rules_name
from scatnet.table.view import Phase, TableView, Verb
from scatnet.words import _

__all__ = ["paint"]


def paint(console: Console, canvas: Canvas) -> None:
    """Paint the table."""
    scene = console.scene
    if scene is None:
        return
    now = console.clock()
    found = actions(console, scene)
    key_lines = _key_lines(canvas, found, console)
    layout = layout_of(canvas, scene.view, len(key_lines), invitation_rows(canvas, scene, main_width(canvas) - 2))
    _paint_title(canvas, scene)
    if layout.width < canvas.width:
        paint_sidebar(canvas, scene, layout)
    banner = banner_of(scene, now)
    paint_events(canvas, scene, layout, layout.hand - bool(banner))
    if scene.report is None:
        _paint_ring(console, canvas, scene, layout)
        paint_hand(console, canvas, scene, layout)
    else:
        _paint_end(console, canvas, scene, scene.report, layout)
    if banner:
        paint_banner(canvas, banner, layout)
    _paint_notice(console, canvas, layout)
    _paint_turn(console, canvas, scene, layout, now)
    _paint_keys(console, canvas, key_lines, layout)


def _paint_end(console: Console, canvas: Canvas, scene: Scene, report: Report, layout: Layout) -> None:
    """The end of a round where the ring is; where it is longer, over the events, and over the hand of the next."""
    ring = layout.ring if layout.width < canvas.width else 1
    ends = (layout.events, layout.hand, layout.turn)
    heights = [end - ring for end in ends]
    bottom = paint_report(canvas, scene, report, left=0, top=ring, width=layout.width, heights=heights)
    if bottom <= layout.hand:
        paint_hand(console, canvas, scene, layout)


def _paint_title(canvas: Canvas, scene: Scene) -> None:
    verified = verified_text(scene.verified)
    if scene.verified and canvas.width < 76:
        verified = _("{count} proofs checked").format(count=scene.verified)
    elif scene.verified and canvas.width < 110:
        verified = _("verified: {count} proofs").format(count=scene.verified)
    canvas.fill(0, 0, canvas.width, 1, "class:bar")
    start = canvas.right(0, verified + " ", "class:bar") if verified else canvas.width
    room = max(4, start - 3)
    titles = [f" {canvas.look.dot} ".join(filter(None, parts)) for parts in _titles(scene.view)]
    title = next((text for text in titles if canvas.measure(text) <= room), titles[-1])
    canvas.put(1, 0, title, "class:bar class:title", width=room)


def _titles(view: TableView) -> list[tuple[str, ...]]:
    """What the title says, from all of it to the least; what does not apply is empty."""
    preset, changes = preset_and_changes(view.rules)
    short = rules_name(preset)
    rules = _("{rules} rules").format(rules=short)
    if changes:
        short, rules = (_("{rules}, changed").format(rules=text) for text in (short, rules))
    number = _("round {number}").format(number=view.round) if view.round else ""
    kitty = _("kitty: {lives}").format(lives=amount(view.rules.called, view.kitty)) if view.kitty else ""
    watching = _("watching") if view.me is None else ""
    return [
        (view.name, rules, number, kitty, watching),
        (view.name, short, number, kitty, watching),
        (view.name, short, number, watching),
        (view.name, number, watching),
    ]


def _paint_ring(console: Console, canvas: Canvas, scene: Scene, layout: Layout) -> None:
    height = layout.events - layout.ring
    seats = others(scene.view)
    spots = places(len(seats), layout.left, layout.ring, layout.ring_width, height, 2)
    for seat, place in zip(seats, spots, strict=False):
        paint_plaque(canvas, place, seat, scene)
    plaque = spots[0].width if spots else 0
    sides = any(place.y > layout.ring for place in spots)
    inset = plaque + 1 if sides else 0
    top = layout.ring + (2 if any(place.y == layout.ring for place in spots) else 0)
    middle = Middle(layout.left + inset, top, layout.ring_width - 2 * inset, layout.events - top)
    paint_middle(console, canvas, scene, middle)


def _paint_notice(console: Console, canvas: Canvas, layout: Layout) -> None:
    """A sentence to the person, right above the line of the turn or, while cards are numbered there, above the hand."""
    told = console.told() or explanation(console)
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


def _paint_turn(console: Console, canvas: Canvas, scene: Scene, layout: Layout, now: float) -> None:
    view = scene.view
    full = view.phase is Phase.LOBBY and scene.is_host and len(view.seats) >= view.seats_wanted
    mine = (bool(view.choices) or full) and not scene.reporting
    asked = question(console, scene)
    urgent = view.must_declare or any(choice.verb is Verb.CALL for choice in view.choices)
    style = "class:alarm" if urgent else "class:turn" if mine or asked else "class:wait"
    canvas.fill(0, layout.turn, canvas.width, 1, style)
    text = asked or (_round_over(view) if scene.reporting else _turn_line(scene))
    clock = scene.seconds(view.clock, now) if mine else None
    long = now - scene.waiting_since >= WAITING_SECONDS or bool(missed(view))
    patience = waiting_text(view, scene.seconds(view.patience, now)) if long else ""
    end = canvas.width - 1
    if clock is not None:
        end = canvas.right(layout.turn, _("{seconds} s left ").format(seconds=round(clock)), style, edge=end) - 1
    if patience and not asked:
        text = patience if not mine else f"{text} {patience}"
    canvas.put(1, layout.turn, text, style, width=end - 1)


def _turn_line(scene: Scene) -> str:
    """Whose move it is; shorter than elsewhere where the middle of the table says it at length."""
    view = scene.view
    match view.phase:
        case Phase.SHUFFLE:
            return _("The cards are being shuffled.")
        case Phase.COIN:
            return _("The game is about to begin.")
        case Phase.SUSPENDED:
            return _("The game rests.")
        case Phase.LOBBY if is_fetching(view):
            return _("The table is being fetched.")
        case Phase.LOBBY if scene.is_host and len(view.seats) > 1:
            return turn_text(view) + " " + _("Press b to begin.")
        case _:
            return turn_text(view)


def _round_over(view: TableView) -> str:
    if view.choices:
        return _("The next round has come to you: press Space to see it.")
    return _("Press Space to see the next round.")


def _key_lines(canvas: Canvas, found: list[Action], console: Console) -> list[list[Action]]:
    """The moves and the asides, in one line where it is wide and in one each elsewhere."""
    if console.chatting:
        return [[]] if canvas.width >= ONE_LINE_FROM else [[], []]
    if canvas.width >= ONE_LINE_FROM:
        return [found]
    moves = [action for action in found if not action.aside]
    return [moves, [action for action in found if action.aside]]


def _paint_keys(console: Console, canvas: Canvas, lines: list[list[Action]], layout: Layout) -> None:
    if console.chatting:
        _paint_chat(console, canvas, len(lines), layout.keys)
        return
    for index, line in enumerate(lines):
        x = 1
        room = _fits(canvas, line, room=True)
        line = [action for action in line if not action.way or _fits(canvas, line, room=False)]
        asides = canvas.width - sum(canvas.measure(_shown(action, room)) + 2 for action in line if action.aside) + 1
        for place, action in enumerate(line):
            if action.aside and place and not line[place - 1].aside:  # at the right edge, so that they never jump about
                x = max(x, asides)
            style = "class:alarm" if action.urgent else "class:key"
            x = canvas.put(x, layout.keys + index, f"[{action.shown(room=room)}]", style, click=action.do)
            x = canvas.put(x, layout.keys + index, f" {action.label}", click=action.do) + 2


def _fits(canvas: Canvas, line: list[Action], *, room: bool) -> bool:
    """Whether these actions fit beside each other, with all of their keys or with the first of each."""
    return sum(canvas.measure(_shown(action, room)) + 2 for action in line) <= canvas.width + 1


def _shown(action: Action, room: bool) -> str:
    return f"[{action.shown(room=room)}] {action.label}"


def _paint_chat(console: Console, canvas: Canvas, rows: int, top: int) -> None:
    """The line that is typed, and beside or below it the keys that end it."""
    hints = [Hint(_("Enter"), _("send"), (Keys.Enter,)), back()]
    taken = sum(canvas.measure(f"[{hint.shown}] {hint.label}") + 2 for hint in hints)
    x = canvas.put(1, top, _("Say:") + " ", "class:mark")
    beside = rows == 1
    canvas.editor = Editor(x, top, canvas.width - x - 1 - (taken if beside else 0))
    x = canvas.width - taken + 1 if beside else 1
    for hint in hints:
        x = paint_hint(console, canvas, x, top if beside else top + 1, hint) + 2
