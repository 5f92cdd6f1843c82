"""The one field that is typed in: prompt_toolkit's own editor, laid over the canvas where the painter left room for it.

Which field that is follows from the shared state alone, so the editor never has an opinion of its own.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from prompt_toolkit.buffer import Buffer
from prompt_toolkit.document import Document
from prompt_toolkit.filters import Condition
from prompt_toolkit.layout import BufferControl, ConditionalContainer, Float, Layout, Window

from scatnet.console.canvas import Editor
from scatnet.console.look import Look
from scatnet.console.screens.catalogue import rows_of
from scatnet.console.screens.forms import cursor_of
from scatnet.console.state import Console, Screen

__all__ = ["EditorField", "FieldEditor", "active_field"]

CHAT_LIMIT = 200


@dataclass(frozen=True, slots=True)
class EditorField:
    """A field to type in: what tells it from others, its text now, where the text goes, and how long it may be.

    Text that is only `suggested` is selected to begin with, so that what is typed takes its place.
    """

    place: tuple[Screen, int]
    text: str
    typed: Callable[[str], None]
    limit: int
    suggested: bool = False


def active_field(console: Console) -> EditorField | None:
    """The field that is typed in now, if any."""
    if console.screen is Screen.TABLE:
        if not console.chatting:
            return None

        def chat(text: str) -> None:
            console.chat = text

        return EditorField((Screen.TABLE, 0), console.chat, chat, CHAT_LIMIT)
    rows = rows_of(console)
    if not rows:
        return None
    place = cursor_of(console, rows)
    row = rows[place]
    if row.typed is None:
        return None
    return EditorField((console.screen, place), row.value, row.typed, row.limit, row.suggested)


class FieldEditor:
    """The editor and its window."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self._place: tuple[Screen, int] | None = None
        self._width = 1
        self.buffer = Buffer(multiline=False, on_text_changed=self._changed)
        self.window = Window(
            BufferControl(self.buffer, focus_on_click=True),
            height=1,
            style="class:field",
            always_hide_cursor=False,
            dont_extend_height=True,
        )
        shown = ConditionalContainer(self.window, Condition(lambda: self.active))
        self.float = Float(shown, left=0, top=0, width=lambda: self._width, height=1)

    @property
    def active(self) -> bool:
        """Whether a field is typed in now."""
        return self._place is not None

    def follow(self, layout: Layout, canvas_window: Window) -> None:
        """Turn to the field that the shared state says is typed in, or away from the last one."""
        field = active_field(self._console)
        place = None if field is None else field.place
        if place == self._place:
            return
        self._place = None  # a change of text from here on is ours, not the person's
        text = "" if field is None else field.text
        self.buffer.reset(Document(text, len(text)))
        if field is not None and field.suggested:
            self._select_all()
        self._place = place
        layout.focus(canvas_window if field is None else self.window)

    def _select_all(self) -> None:
        """Select the text as with Shift and the arrow keys: a key that is typed replaces it, an arrow lets it go."""
        end = len(self.buffer.text)
        self.buffer.cursor_position = 0
        self.buffer.start_selection()
        if self.buffer.selection_state is not None:
            self.buffer.selection_state.enter_shift_mode()
        self.buffer.cursor_position = end

    def lie_at(self, editor: Editor | None) -> None:
        """Lay the window where the painter left room."""
        if editor is not None:
            self.float.left, self.float.top, self._width = editor.x, editor.y, max(1, editor.width)

    def _changed(self, buffer: Buffer) -> None:
        field = active_field(self._console)
        if field is None or self._place is None:
            return
        clean = Look().plain(buffer.text)[: field.limit]
        if clean != buffer.text:
            buffer.document = Document(clean, min(buffer.cursor_position, len(clean)))
            return
        field.typed(clean)
