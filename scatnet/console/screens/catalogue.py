"""Which module paints a screen, and which rows a screen is made of."""

from __future__ import annotations

from collections.abc import Callable
from types import MappingProxyType
from typing import Final

from scatnet.console.canvas import Canvas
from scatnet.console.rows import Row
from scatnet.console.screens import games, host, join, lobby, page, settings, table, welcome
from scatnet.console.state import Console, Screen

__all__ = ["SMALLEST", "paint_screen", "rows_of"]

SMALLEST: Final = (40, 14)
"""Below this size a screen only asks for more room; it is made for 60x20 and up."""

_PAINTERS: Final = MappingProxyType(
    {
        Screen.WELCOME: welcome.paint,
        Screen.LOBBY: lobby.paint,
        Screen.HOST: host.paint,
        Screen.JOIN: join.paint,
        Screen.SETTINGS: settings.paint,
        Screen.GAMES: games.paint,
        Screen.TABLE: table.paint,
        Screen.PAGE: page.paint,
    }
)

_ROWS: Final = MappingProxyType[Screen, Callable[[Console], list[Row]]](
    {
        Screen.WELCOME: welcome.rows,
        Screen.LOBBY: lobby.rows,
        Screen.HOST: host.rows,
        Screen.JOIN: join.rows,
        Screen.SETTINGS: settings.rows,
        Screen.GAMES: games.rows,
    }
)


def rows_of(console: Console) -> list[Row]:
    """The rows of the screen that is seen; none where it is not made of rows."""
    rows = _ROWS.get(console.screen)
    return [] if rows is None else rows(console)


def paint_screen(console: Console, canvas: Canvas) -> None:
    """Paint the screen that is seen."""
    width, height = SMALLEST
    if canvas.width < width or canvas.height < height:
        canvas.paragraph(0, 0, max(2, canvas.width), "scatnet: 60 x 20", height=max(1, canvas.height))
        return
    _PAINTERS[console.screen](console, canvas)
