"""What has happened, in words: the newest lines, below the ring or at the side of a wide screen."""

from __future__ import annotations

from scatnet.console.canvas import Canvas, wrap
from scatnet.console.layout import Layout
from scatnet.console.scene import LineKind, LogLine, Scene

__all__ = ["paint_events", "paint_sidebar"]


def _line_style(line: LogLine) -> str:
    return {
        LineKind.EVENT: "",
        LineKind.CHAT: "class:chat",
        LineKind.NOTICE: "class:notice",
        LineKind.ROUND: "bold",
    }[line.kind]


def paint_sidebar(canvas: Canvas, scene: Scene, layout: Layout) -> None:
    left = layout.width
    for y in range(1, layout.turn):
        canvas.put(left, y, canvas.look.frame.down, "class:line")
    _paint_lines(canvas, scene, left + 2, 1, canvas.width - left - 3, layout.turn - 1)


def paint_events(canvas: Canvas, scene: Scene, layout: Layout) -> None:
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
