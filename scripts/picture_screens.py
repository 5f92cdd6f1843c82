"""Pictures of every screen in every state, to be looked at: `python scripts/picture_screens.py --out DIR`.

Each state is painted as the console paints it, at one size and in one look, and put on contact sheets: HTML pages, and
PNG files beside them where a Chromium is found. `--text` prints the screens instead.
"""

from __future__ import annotations

import argparse
import html
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from prompt_toolkit.styles import Attrs

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from scatnet.console.canvas import Canvas
from scatnet.console.editing import active_field
from scatnet.console.screens.catalogue import paint_screen
from scatnet.console.state import Console
from scatnet.console.style import CONSOLE_STYLE
from scatnet.store.settings import Colours, Settings
from scatnet.words import use_language
from tests.console.gallery import GALLERY, console_in

# The sixteen ANSI colours in their order, then foreground and background, as common terminals have them.
PALETTES = {
    "dark": (
        "#171421", "#c01c28", "#26a269", "#a2734c", "#12488b", "#a347ba", "#2aa1b3", "#d0cfcc",
        "#5e5c64", "#f66151", "#33d17a", "#e9ad0c", "#2a7bde", "#c061cb", "#33c7de", "#ffffff",
        "#d0cfcc", "#171421",
    ),
    "light": (
        "#000000", "#c50f1f", "#13a10e", "#c19c00", "#0037da", "#881798", "#3a96dd", "#cccccc",
        "#767676", "#e74856", "#16c60c", "#f9f1a5", "#3b78ff", "#b4009e", "#61d6d6", "#f2f2f2",
        "#171421", "#ffffff",
    ),
}  # fmt: skip
ANSI = (
    "ansiblack", "ansired", "ansigreen", "ansiyellow", "ansiblue", "ansimagenta", "ansicyan", "ansigray",
    "ansibrightblack", "ansibrightred", "ansibrightgreen", "ansibrightyellow",
    "ansibrightblue", "ansibrightmagenta", "ansibrightcyan", "ansiwhite",
)  # fmt: skip
CELL = 7.225  # DejaVu Sans Mono at 12 px
LINE = 15


def painted(console: Console, width: int, height: int) -> Canvas:
    """The screen of a console, with what is typed in the place of the editor."""
    canvas = Canvas(width, height, console.look)
    paint_screen(console, canvas)
    field = active_field(console)
    if canvas.editor is not None and field is not None:
        place = canvas.editor
        canvas.fill(place.x, place.y, place.width, 1, "class:field")
        end = canvas.put(place.x, place.y, field.text, "class:field", width=place.width - 1)
        canvas.put(end, place.y, " ", "reverse")
    return canvas


def style_of(attrs: Attrs, palette: Sequence[str], colours: bool) -> str:
    """Attributes as CSS."""
    fore = palette[ANSI.index(attrs.color)] if colours and attrs.color in ANSI else palette[16]
    back = palette[ANSI.index(attrs.bgcolor)] if colours and attrs.bgcolor in ANSI else palette[17]
    if attrs.reverse:
        fore, back = back, fore
    parts = [f"color:{fore}"]
    if back != palette[17]:
        parts.append(f"background:{back}")
    parts += ["font-weight:bold"] * bool(attrs.bold) + ["font-style:italic"] * bool(attrs.italic)
    parts += ["text-decoration:underline"] * bool(attrs.underline) + ["opacity:0.6"] * bool(attrs.dim)
    return ";".join(parts)


def page_of(canvas: Canvas, palette: Sequence[str], colours: bool) -> str:
    """A screen as HTML, each run of text as wide as its cells."""
    rows: list[str] = []
    for line in canvas.lines():
        runs: list[str] = []
        for style, text, *_handler in line:
            css = style_of(CONSOLE_STYLE.get_attrs_for_style_str(style), palette, colours)
            for piece in _pieces(text):
                width = canvas.measure(piece) * CELL
                runs.append(f'<span style="{css};width:{width:.2f}px">{html.escape(piece)}</span>')
        rows.append(f"<div>{''.join(runs)}</div>")
    size = f"width:{canvas.width * CELL:.2f}px;color:{palette[16]};background:{palette[17]}"
    return f'<div class="screen" style="{size}">{"".join(rows)}</div>'


def _pieces(text: str) -> Iterator[str]:
    """Runs of ASCII, and every other character by itself: fonts differ in their widths."""
    run = ""
    for char in text:
        if char.isascii() or char in "─│╭╮╰╯░█":
            run += char
            continue
        if run:
            yield run
        yield char
        run = ""
    if run:
        yield run


def sheet(screens: Sequence[tuple[str, str]], columns: int) -> str:
    """A contact sheet."""
    shown = "".join(f"<figure><figcaption>{html.escape(name)}</figcaption>{page}</figure>" for name, page in screens)
    css = (
        f"body{{margin:8px;background:#888;display:grid;grid-template-columns:repeat({columns},max-content);gap:8px}}"
        "figure{margin:0}figcaption{font:bold 12px sans-serif;color:#fff;padding:1px}"
        f'.screen div{{height:{LINE}px;white-space:pre;font:12px/{LINE}px "DejaVu Sans Mono",monospace}}'
        f".screen span{{display:inline-block;height:{LINE}px;overflow:visible;vertical-align:top}}"
    )
    return f'<!doctype html><meta charset="utf-8"><style>{css}</style>{shown}'


def photograph(page: Path, width: int, height: int) -> None:
    """A PNG of a page beside it, where a Chromium is found."""
    browser = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    if browser is None:
        return
    command = [
        browser, "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars",
        f"--window-size={width},{height}", f"--screenshot={page.with_suffix('.png')}", page.resolve().as_uri(),
    ]  # fmt: skip
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=120)


def main() -> int:
    """Paint the states and write the sheets."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, help="folder for the sheets")
    parser.add_argument("--text", action="store_true", help="print the screens instead")
    parser.add_argument("--size", default="80x24", help="default: 80x24")
    parser.add_argument("--colours", choices=("dark", "light", "none", "four"), default="dark")
    parser.add_argument("--ascii", action="store_true")
    parser.add_argument("--letters", action="store_true")
    parser.add_argument("--language", default="en")
    parser.add_argument("--per-sheet", type=int, default=6)
    parser.add_argument("--columns", type=int, default=2)
    parser.add_argument("states", nargs="*", help="default: all")
    args = parser.parse_args()
    width, height = (int(part) for part in args.size.split("x"))
    use_language(args.language)
    colours = Colours.FOUR if args.colours == "four" else Colours.TWO
    settings = Settings(nickname="ann", colours=colours, letters=args.letters, language=args.language)
    palette = PALETTES["light" if args.colours == "light" else "dark"]
    names = args.states or list(GALLERY)
    canvases = [(name, painted(console_in(name, settings, ascii_only=args.ascii), width, height)) for name in names]
    if args.text or args.out is None:
        for name, canvas in canvases:
            print(f"== {name}", canvas.text(), sep="\n")
        return 0
    args.out.mkdir(parents=True, exist_ok=True)
    for start in range(0, len(canvases), args.per_sheet):
        part = canvases[start : start + args.per_sheet]
        screens = [(name, page_of(canvas, palette, args.colours != "none")) for name, canvas in part]
        number = start // args.per_sheet + 1
        page = args.out / f"{args.size}-{args.colours}{'-ascii' if args.ascii else ''}-{args.language}-{number}.html"
        page.write_text(sheet(screens, args.columns), encoding="utf-8")
        lines = -(-len(part) // args.columns)
        photograph(page, round(args.columns * (width * CELL + 8) + 8), lines * (height * LINE + 24) + 8)
        print(page, ", ".join(name for name, _canvas in part))
    return 0


if __name__ == "__main__":
    sys.exit(main())
