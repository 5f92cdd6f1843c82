"""What has happened, in words: the newest lines, below the ring or at the side of a wide screen.

At the side there is room for the rules as well: the sentence on the preset, and what was changed.
"""

from __future__ import annotations

from scatnet.console.canvas import Canvas, wrap
from scatnet.console.layout import Layout
from scatnet.console.rule_words import field_label, preset_line, value_label
from scatnet.console.scene import LineKind, LogLine, Scene
from scatnet.rules.fields import field_named, preset_and_changes, value_of
from scatnet.rules.ruleset import RuleSet
from scatnet.table.telling import rules_name
from scatnet.words import _

__all__ = ["paint_events", "paint_sidebar"]

_RULES_FROM = 30
"""A side of so many rows has room for the rules."""

_MOST_CHANGES = 4


def _line_style(line: LogLine) -> str:
    return {
        LineKind.EVENT: "",
        LineKind.CHAT: "class:chat",
        LineKind.NOTICE: "class:notice",
        LineKind.ROUND: "bold",
        LineKind.FAIR: "class:good",
    }[line.kind]


def paint_sidebar(canvas: Canvas, scene: Scene, layout: Layout) -> None:
    """The rules and the newest lines, at the side."""
    left = layout.width
    for y in range(1, layout.turn):
        canvas.put(left, y, canvas.look.frame.down, "class:line")
    left, width, top = left + 2, canvas.width - left - 3, 1
    if layout.turn >= _RULES_FROM:
        top = _paint_rules(canvas, scene.view.rules, left, width)
    _paint_lines(canvas, scene, left, top, width, layout.turn - top)


def _paint_rules(canvas: Canvas, rules: RuleSet, left: int, width: int) -> int:
    """The rules in short; gives the row after them and a line."""
    preset, changes = preset_and_changes(rules)
    y = canvas.paragraph(left, 2, width, _("{rules} rules").format(rules=rules_name(preset)), "bold")
    y = canvas.paragraph(left, y, width, preset_line(preset))
    for name in list(changes)[:_MOST_CHANGES]:
        field = field_named(name)
        changed = _("{field}: {value}").format(
            field=field_label(field), value=value_label(field, value_of(rules, field))
        )
        y = canvas.paragraph(left, y, width, changed)
    if len(changes) > _MOST_CHANGES:
        y = canvas.paragraph(left, y, width, _("Some rules are changed; ? has them all."), "class:dim")
    canvas.rule(y + 1, left=left, width=width)
    return y + 2


def paint_events(canvas: Canvas, scene: Scene, layout: Layout, bottom: int) -> None:
    """The newest lines between the ring and this row, where there is no side."""
    if layout.width == canvas.width and bottom > layout.events:
        _paint_lines(canvas, scene, 1, layout.events, canvas.width - 2, bottom - layout.events)


def _paint_lines(canvas: Canvas, scene: Scene, left: int, top: int, width: int, height: int) -> None:
    """The newest lines that fit, the newest at the bottom; none begins in the middle unless it alone is too long."""
    shown: list[tuple[str, str]] = []
    for line in reversed(scene.log[-height:]):
        wrapped = wrap(canvas.look.plain(line.text[:400]), width)
        if shown and len(shown) + len(wrapped) > height:
            break
        shown = [(text, _line_style(line)) for text in wrapped] + shown
        if len(shown) >= height:
            break
    for index, (text, style) in enumerate(shown[-height:]):
        canvas.put(left, top + index + max(0, height - len(shown)), text, style)
