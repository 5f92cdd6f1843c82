"""The last line of a screen: the keys that work there and what they do. A click on one is the key itself."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from prompt_toolkit.keys import Keys

from scatnet.console.canvas import Canvas
from scatnet.console.state import Console
from scatnet.words import _

__all__ = ["Hint", "back", "paint_hint", "paint_hints"]


@dataclass(frozen=True, slots=True)
class Hint:
    """Keys as shown, with "/" between several, what they do, and their names, if a click can stand for them.

    A `spare` one says what is seen elsewhere on the screen too; the higher, the sooner it is left out.
    """

    shown: str
    label: str
    keys: tuple[str, ...] = ()
    spare: int = 0


def back(label: str = "") -> Hint:
    """The hint that Esc leads back, or to what the label says."""
    return Hint("Esc", label or _("back"), (Keys.Escape,))


def paint_hints(console: Console, canvas: Canvas, hints: Sequence[Hint]) -> None:
    """Paint the hints that fit; where it is too narrow, spare ones are left out first, then the first of all."""
    shown = list(hints)
    while len(shown) > 1 and _width(canvas, shown) > canvas.width - 1:
        shown.remove(max(shown, key=lambda hint: hint.spare))
    x = 1
    for hint in shown:
        x = paint_hint(console, canvas, x, canvas.height - 1, hint) + 2


def paint_hint(console: Console, canvas: Canvas, x: int, y: int, hint: Hint) -> int:
    """Paint one hint; gives the cell after it."""
    presses = [partial(console.press, key) for key in hint.keys]
    first = presses[0] if presses else None
    x = canvas.put(x, y, "[", "class:key", click=first)
    parts = hint.shown.split("/") if len(presses) > 1 else [hint.shown]
    for place, part in enumerate(parts):
        click = presses[place] if place < len(presses) else None
        x = canvas.put(x, y, part if place == len(parts) - 1 else part + "/", "class:key", click=click)
    last = presses[-1] if presses else None
    x = canvas.put(x, y, "]", "class:key", click=last)
    return canvas.put(x, y, f" {hint.label}", click=first if len(presses) == 1 else None)


def _width(canvas: Canvas, hints: Sequence[Hint]) -> int:
    return sum(canvas.measure(f"[{hint.shown}] {hint.label}") + 2 for hint in hints) - 2
