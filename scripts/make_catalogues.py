"""Extract every sentence of the program, bring the catalogues up to date and compile them, with nothing but Python.

`python scripts/make_catalogues.py` writes `scatnet/locale/scatnet.pot`, adds new sentences (untranslated) to each
`scatnet/locale/<language>/LC_MESSAGES/scatnet.po`, drops those that are gone, and compiles the `.mo` files.
`--new LANGUAGE` begins another language. Ends with status 1 where a translation is missing.

A sentence is found where `_`, `mark`, `ngettext` or `pgettext` is called with literal texts.
"""

from __future__ import annotations

import argparse
import ast
import struct
import sys
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "scatnet"
LOCALE = PACKAGE / "locale"
DOMAIN = "scatnet"
HEADER = (
    "Project-Id-Version: scatnet\n"
    "MIME-Version: 1.0\n"
    "Content-Type: text/plain; charset=UTF-8\n"
    "Content-Transfer-Encoding: 8bit\n"
    "Language: {language}\n"
    "Plural-Forms: nplurals=2; plural=(n != 1);\n"
)

_CONTEXT_END = "\x04"
_MAGIC = 0x950412DE


@dataclass(frozen=True, slots=True, kw_only=True)
class Message:
    """One sentence: its text, its plural (empty where it has none), its context, where it stands, its translations."""

    text: str
    plural: str = ""
    context: str = ""
    places: tuple[str, ...] = ()
    translations: tuple[str, ...] = ()

    @property
    def key(self) -> tuple[str, str]:
        """What tells messages apart."""
        return self.context, self.text

    @property
    def finished(self) -> bool:
        """Whether every form is translated."""
        return len(self.translations) == (2 if self.plural else 1) and all(self.translations)


def extract(package: Path = PACKAGE) -> dict[tuple[str, str], Message]:
    """Every sentence in the package's source, in the order of files and lines."""
    found: dict[tuple[str, str], Message] = {}
    for path in sorted(package.rglob("*.py")):
        where = path.relative_to(package.parent).as_posix()
        for message in _in_source(path.read_text(encoding="utf-8"), where):
            before = found.get(message.key)
            if before is not None:
                places = before.places if where in before.places else (*before.places, where)
                message = replace(message, plural=before.plural or message.plural, places=places)
            found[message.key] = message
    return found


def _in_source(source: str, where: str) -> Iterator[Message]:
    calls = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call)]
    for call in sorted(calls, key=lambda node: (node.lineno, node.col_offset)):
        name = call.func.id if isinstance(call.func, ast.Name) else ""
        texts = [arg.value for arg in call.args if isinstance(arg, ast.Constant) and isinstance(arg.value, str)]
        if name in ("_", "mark") and len(texts) == 1 and texts[0]:
            yield Message(text=texts[0], places=(where,))
        elif name == "ngettext" and len(texts) == 2:
            yield Message(text=texts[0], plural=texts[1], places=(where,))
        elif name == "pgettext" and len(texts) == 2:
            yield Message(text=texts[1], context=texts[0], places=(where,))


def read_po(path: Path) -> dict[tuple[str, str], Message]:
    """The messages of a catalogue, its header left out. Raises ValueError where it cannot be read."""
    found: dict[tuple[str, str], Message] = {}
    for block in path.read_text(encoding="utf-8").split("\n\n"):
        fields: dict[str, str] = {}
        current = ""
        for line in block.splitlines():
            if not line or line.startswith("#"):
                continue
            if not line.startswith('"'):
                current, _space, line = line.partition(" ")
                fields[current] = ""
            fields[current] += _unquoted(line)
        if fields.get("msgid"):
            message = Message(
                text=fields["msgid"],
                plural=fields.get("msgid_plural", ""),
                context=fields.get("msgctxt", ""),
                translations=tuple(text for name, text in fields.items() if name.startswith("msgstr")),
            )
            found[message.key] = message
    return found


def _unquoted(text: str) -> str:
    value = ast.literal_eval(text.strip())
    if not isinstance(value, str):
        raise ValueError(f"{text} is no text.")
    return value


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("\t", "\\t")
    return f'"{escaped}"'


def write_po(path: Path, messages: list[Message], language: str) -> None:
    """Write a catalogue, or with no language the template of all."""
    header = "".join(f"{_quoted(line)}\n" for line in HEADER.format(language=language).splitlines(keepends=True))
    blocks = [f'msgid ""\nmsgstr ""\n{header}']
    for message in messages:
        lines = [f"#: {place}" for place in message.places]
        if "{" in message.text:
            lines.append("#, python-brace-format")
        if message.context:
            lines.append(f"msgctxt {_quoted(message.context)}")
        lines.append(f"msgid {_quoted(message.text)}")
        if message.plural:
            lines.append(f"msgid_plural {_quoted(message.plural)}")
            forms = message.translations or ("", "")
            lines += [f"msgstr[{place}] {_quoted(form)}" for place, form in enumerate(forms)]
        else:
            lines.append(f"msgstr {_quoted(message.translations[0] if message.translations else '')}")
        blocks.append("\n".join(lines) + "\n")
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("\n".join(blocks), encoding="utf-8", newline="\n")


def compiled(messages: list[Message], language: str) -> bytes:
    """The catalogue in the form that gettext reads (GNU gettext manual, "The Format of GNU MO Files")."""
    texts = {"": HEADER.format(language=language)}
    for message in messages:
        if message.finished:
            context = message.context + _CONTEXT_END if message.context else ""
            source = context + message.text + ("\0" + message.plural if message.plural else "")
            texts[source] = "\0".join(message.translations)
    pairs = sorted((source.encode(), text.encode()) for source, text in texts.items())
    tables_at = 7 * 4
    data_at = tables_at + 2 * 8 * len(pairs)
    sources, translations, data = b"", b"", b""
    for place in (0, 1):
        for pair in pairs:
            entry = struct.pack("<II", len(pair[place]), data_at + len(data))
            if place == 0:
                sources += entry
            else:
                translations += entry
            data += pair[place] + b"\0"
    head = struct.pack("<7I", _MAGIC, 0, len(pairs), tables_at, tables_at + 8 * len(pairs), 0, data_at)
    return head + sources + translations + data


def merged(source: dict[tuple[str, str], Message], old: dict[tuple[str, str], Message]) -> list[Message]:
    """The source's messages with the translations that are there already."""
    return [
        replace(message, translations=old[key].translations)
        if key in old and old[key].plural == message.plural
        else message
        for key, message in source.items()
    ]


def main() -> int:
    """Bring all catalogues up to date."""
    parser = argparse.ArgumentParser(description="Extract, update and compile the catalogues.")
    parser.add_argument("--new", metavar="LANGUAGE", help="begin another language, by its code")
    args = parser.parse_args()
    source = extract()
    write_po(LOCALE / f"{DOMAIN}.pot", list(source.values()), "")
    if args.new:
        fresh = LOCALE / args.new / "LC_MESSAGES" / f"{DOMAIN}.po"
        if not fresh.exists():
            write_po(fresh, list(source.values()), args.new)
    missing = 0
    for path in sorted(LOCALE.glob(f"*/LC_MESSAGES/{DOMAIN}.po")):
        language = path.parent.parent.name
        messages = merged(source, read_po(path))
        write_po(path, messages, language)
        path.with_suffix(".mo").write_bytes(compiled(messages, language))
        unfinished = [message for message in messages if not message.finished]
        missing += len(unfinished)
        print(f"{language}: {len(messages) - len(unfinished)} of {len(messages)} sentences translated")
        for message in unfinished:
            print(f"  {message.places[0]}: {message.text[:90]}")
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main())
