"""What keys do, as sets of bindings for the screens of rows, for the table, for a text, and for everywhere.

Every handler is one line of what it means; the doing is in the screens' modules. A key that means nothing here says so.
"""

from __future__ import annotations

from collections.abc import Callable

from prompt_toolkit.filters import Condition
from prompt_toolkit.key_binding import KeyBindings, KeyBindingsBase, KeyPressEvent, merge_key_bindings
from prompt_toolkit.keys import Keys

from scatnet.console import actions
from scatnet.console.editing import FieldEditor
from scatnet.console.rows import step_cursor
from scatnet.console.screens.catalogue import rows_of
from scatnet.console.screens.forms import act_on_row, cursor_of, put_cursor
from scatnet.console.screens.page import scroll
from scatnet.console.state import Console, Screen
from scatnet.words import _

__all__ = ["console_bindings"]

_PAGE = 10


def console_bindings(
    console: Console, editor: FieldEditor, *, follow: Callable[[], None], interrupt: Callable[[], None]
) -> KeyBindingsBase:
    """All bindings. `follow` is called after each, so that the editor is where the state says before the next key;
    `interrupt` by Ctrl-C.
    """
    typing = Condition(lambda: editor.active)
    return merge_key_bindings(
        [
            _everywhere(interrupt),
            _row_bindings(console, typing, follow),
            _table_bindings(console, typing, follow),
            _page_bindings(console, follow),
        ]
    )


def _everywhere(interrupt: Callable[[], None]) -> KeyBindings:
    bindings = KeyBindings()

    @bindings.add("c-c", eager=True)
    @bindings.add("<sigint>")
    def _leave(event: KeyPressEvent) -> None:
        """Leave the table in good order and end the program as interrupted."""
        interrupt()

    @bindings.add("c-l", eager=True)
    def _redraw(event: KeyPressEvent) -> None:
        """Draw everything anew, after something else wrote on the terminal."""
        event.app.renderer.clear()

    @bindings.add("c-]", eager=True)
    @bindings.add("c-@", eager=True)
    @bindings.add("c-q", eager=True)
    @bindings.add("c-x", eager=True)
    def _nothing(event: KeyPressEvent) -> None:
        """Nothing: in a field these would begin something of prompt_toolkit's that takes the next key too."""

    return bindings


def _row_bindings(console: Console, typing: Condition, follow: Callable[[], None]) -> KeyBindings:
    bindings = KeyBindings()
    here = Condition(lambda: console.screen not in (Screen.TABLE, Screen.PAGE))

    def move(by: int) -> None:
        rows = rows_of(console)
        place = cursor_of(console, rows)
        for _count in range(abs(by)):
            place = step_cursor(rows, place, 1 if by > 0 else -1)
        put_cursor(console, rows, place)
        console.notice = ""
        follow()

    def change(by: int) -> None:
        rows = rows_of(console)
        place = cursor_of(console, rows)
        put_cursor(console, rows, place)
        row = rows[place]
        if row.change is not None:
            row.change(by)
        elif row.act is not None:
            console.tell(_("Press Enter here."))
        follow()

    @bindings.add("up", filter=here, eager=True)
    @bindings.add("s-tab", filter=here, eager=True)
    def _up(event: KeyPressEvent) -> None:
        """To the row above."""
        move(-1)

    @bindings.add("down", filter=here, eager=True)
    @bindings.add("tab", filter=here, eager=True)
    def _down(event: KeyPressEvent) -> None:
        """To the row below."""
        move(1)

    @bindings.add("pageup", filter=here, eager=True)
    def _page_up(event: KeyPressEvent) -> None:
        """Many rows up."""
        move(-_PAGE)

    @bindings.add("pagedown", filter=here, eager=True)
    def _page_down(event: KeyPressEvent) -> None:
        """Many rows down."""
        move(_PAGE)

    @bindings.add("left", filter=here & ~typing)
    def _left(event: KeyPressEvent) -> None:
        """The value before."""
        change(-1)

    @bindings.add("right", filter=here & ~typing)
    def _right(event: KeyPressEvent) -> None:
        """The value after."""
        change(1)

    @bindings.add("enter", filter=here, eager=True)
    def _enter(event: KeyPressEvent) -> None:
        """Do what this row is for; from a field without a deed of its own, go on to the next row."""
        rows = rows_of(console)
        place = cursor_of(console, rows)
        if rows[place].act is None and rows[place].typed is not None:
            move(1)
            return
        act_on_row(rows, place)
        follow()

    @bindings.add(" ", filter=here & ~typing)
    def _space(event: KeyPressEvent) -> None:
        """Like Enter."""
        rows = rows_of(console)
        act_on_row(rows, cursor_of(console, rows))
        follow()

    @bindings.add("escape", filter=here, eager=True)
    def _escape(event: KeyPressEvent) -> None:
        """Stop waiting for a table; otherwise back to the screen below."""
        if console.busy:
            console.busy = ""
            console.ask_table("leave")
        elif console.screen is Screen.LOBBY:
            console.tell(_("Press q to quit."))
        else:
            console.close()
        follow()

    @bindings.add(Keys.Any, filter=here & ~typing)
    def _letter(event: KeyPressEvent) -> None:
        """Jump to the row with this letter and do it; a letter of none says what works."""
        rows = rows_of(console)
        for place, row in enumerate(rows):
            if row.key and row.key == event.data.lower():
                put_cursor(console, rows, place)
                act_on_row(rows, place)
                break
        else:
            if event.data == "?":
                actions.show_help(console)
            elif event.data.isprintable():
                console.tell(_("That key does nothing here: move with the arrow keys, and press Enter."))
        follow()

    return bindings


def _table_bindings(console: Console, typing: Condition, follow: Callable[[], None]) -> KeyBindings:
    bindings = KeyBindings()
    here = Condition(lambda: console.screen is Screen.TABLE)

    def wake(event: KeyPressEvent) -> bool:
        """A key of the game first puts the last round's report away, and is spent with that: whether it was."""
        scene = console.scene
        if scene is None or not scene.reporting or event.data in ("s", "h", "?"):
            return False
        console.dismiss_report()
        follow()
        return True

    @bindings.add("enter", filter=here & typing, eager=True)
    def _send(event: KeyPressEvent) -> None:
        """Send the line of chat."""
        actions.send_chat(console)
        follow()

    @bindings.add("escape", filter=here & typing, eager=True)
    def _no_chat(event: KeyPressEvent) -> None:
        """Close the line of chat unsent."""
        console.chatting, console.chat = False, ""
        follow()

    @bindings.add("escape", filter=here & ~typing, eager=True)
    def _escape(event: KeyPressEvent) -> None:
        """Back out of a question; otherwise ask whether to leave."""
        if wake(event):
            return
        if console.asking is not None:
            console.asking = None
        else:
            actions.perform(console, "Esc")
        follow()

    @bindings.add("left", filter=here & ~typing)
    def _left(event: KeyPressEvent) -> None:
        """To the card at the left."""
        actions.move_pick(console, -1)

    @bindings.add("right", filter=here & ~typing)
    def _right(event: KeyPressEvent) -> None:
        """To the card at the right."""
        actions.move_pick(console, 1)

    @bindings.add("enter", filter=here & ~typing)
    @bindings.add(" ", filter=here & ~typing)
    def _enter(event: KeyPressEvent) -> None:
        """Do the one thing there is to do: the only choice, or the card under the cursor."""
        if not wake(event):
            actions.perform_obvious(console)
            follow()

    @bindings.add(Keys.Any, filter=here & ~typing)
    def _key(event: KeyPressEvent) -> None:
        """A digit discards; a letter does what it stands for, or says why not."""
        if wake(event):
            return
        key = event.data.lower()
        if key in ("1", "2", "3", "4") and console.asking is None:
            actions.pick_card(console, int(key) - 1)
        elif not actions.perform(console, key) and event.data.isprintable():
            console.tell(_("That key does nothing here; the keys that work stand below."))
        follow()

    return bindings


def _page_bindings(console: Console, follow: Callable[[], None]) -> KeyBindings:
    bindings = KeyBindings()
    here = Condition(lambda: console.screen is Screen.PAGE)

    @bindings.add("up", filter=here)
    def _up(event: KeyPressEvent) -> None:
        """One line up."""
        scroll(console, -1)

    @bindings.add("down", filter=here)
    def _down(event: KeyPressEvent) -> None:
        """One line down."""
        scroll(console, 1)

    @bindings.add("pageup", filter=here)
    def _page_up(event: KeyPressEvent) -> None:
        """Many lines up."""
        scroll(console, -_PAGE)

    @bindings.add("pagedown", filter=here)
    @bindings.add(" ", filter=here)
    def _page_down(event: KeyPressEvent) -> None:
        """Many lines down."""
        scroll(console, _PAGE)

    @bindings.add("home", filter=here)
    def _home(event: KeyPressEvent) -> None:
        """To the beginning."""
        scroll(console, -console.page.scroll)

    @bindings.add("end", filter=here)
    def _end(event: KeyPressEvent) -> None:
        """To the end."""
        console.page_end()

    @bindings.add("escape", filter=here, eager=True)
    @bindings.add("enter", filter=here)
    @bindings.add("q", filter=here)
    @bindings.add("?", filter=here)
    def _back(event: KeyPressEvent) -> None:
        """Back to where one came from."""
        console.close()
        follow()

    return bindings
