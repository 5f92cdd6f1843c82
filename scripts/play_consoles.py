"""Four consoles on terminals of their own play a whole game with each other, by keys or by mouse. Needs tmux.

    python scripts/play_consoles.py [--preset kitchen] [--mouse] [--size 80x24] [--restless] [--record DIR]

Every person has a home of their own, starts the real program, types a name, and sees nothing but their own screen. One
opens a table, the others find it in their lobby and sit down. After the winner is shown everybody leaves; then the logs
are audited and must end with the same head. Prints what was found and counted; the exit status is 1 where anything
hindered somebody.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Final

import trio
from consoles_person import Person, StuckError
from consoles_play import Play
from consoles_tmux import Terminals, TerminalState, open_terminals

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from scatnet.commands.refusing import INTERRUPTED
from scatnet.rules.ruleset import PRESETS
from scatnet.store.paths import Home
from scatnet.table.telling import rules_name
from scatnet.words import _, languages, use_language

ROOT: Final = Path(__file__).resolve().parent.parent
NAMES: Final = ("Ann", "Ben", "Cat", "Dan")
_AS_FOUND: Final = TerminalState(alternate_screen=False, cursor_shown=True, mouse_reported=False)
_LISTEN: Final = "127.0.0.1:0"
_PLAIN: Final = {"NO_COLOR": "1", "PYTHONIOENCODING": "ascii"}


async def whole_game(people: Sequence[Person], args: argparse.Namespace) -> None:
    """From the first start to the end of the program. Raises StuckError."""
    host, *others = people
    async with trio.open_nursery() as nursery:
        for person in people:
            nursery.start_soon(_arrive, person, args.language)
    table = await open_table(host, args.preset)
    for person in others:
        await person.until(lambda screen: screen.row_of(table), f"the table {table} in the lobby")
        await person.choose(table)
        await person.until(lambda screen: screen.key("s"), f"the table {table}")
    await host.until(lambda screen: all(other.name in screen.text for other in others), "everybody at the table")
    await host.until(lambda screen: not screen.key("b"), "the game to begin by itself, all seats being taken")
    interruptions = dict(zip(NAMES[1:], (close_terminal, terminate, interrupt), strict=True)) if args.interrupt else {}
    games = [Play(person, restless=args.restless, interruption=interruptions.get(person.name)) for person in people]
    async with trio.open_nursery() as nursery:
        for game in games:
            nursery.start_soon(game.to_the_end)
    for game in games:
        slowest = max(game.answers, default=0.0)
        print(f"{game.person.name}: {game.moves} moves, the slowest answer {slowest:.1f} s", flush=True)
    for person in people:
        await go_home(person)


async def _arrive(person: Person, language: str) -> None:
    await person.start()
    await person.call_myself(person.name)
    if language == "en":
        return
    use_language("en")
    await person.choose("Settings")
    await person.turn_to("Language", {"da": "Dansk"}[language])
    use_language(language)
    await person.do("Esc")
    await person.until(lambda screen: screen.key("o"), "the lobby")


async def open_table(host: Person, preset: str) -> str:
    """Open a table of these rules with the form; its name. Raises StuckError."""
    await host.choose(_("Open a table for others"))
    await host.until(lambda screen: screen.row_of(_("Open the table")), "the form for a table")
    await host.turn_to(_("Rules"), rules_name(preset))
    await host.turn_to(_("Seats"), str(len(NAMES)))
    await host.choose(_("Open the table"))
    await host.until(lambda screen: screen.key("b"), "the new table")
    return _("{name}'s table").format(name=host.name)


async def close_terminal(person: Person) -> None:
    """Close the window that the program runs in."""
    await person.terminal.close()


async def terminate(person: Person) -> None:
    """End the program from outside."""
    await person.terminal.signal("TERM")
    await _expect_end(person)


async def interrupt(person: Person) -> None:
    """Press Ctrl-C."""
    await person.key("C-c")
    await _expect_end(person)


async def _expect_end(person: Person) -> None:
    status = await person.ended()
    state = await person.terminal.state()
    if status != INTERRUPTED or state != _AS_FOUND:
        person.notes.append(f"{person.name}'s program ended with status {status} and left its terminal as {state}")


async def go_home(person: Person) -> None:
    """Leave the table, and the program. Raises StuckError."""
    await person.do("Esc")
    await person.until(lambda screen: screen.key("y"), "the question whether to leave")
    await person.do("y")
    await person.until(lambda screen: screen.key("o"), "the lobby")
    await person.choose(_("Quit"))
    status = await person.ended()
    state = await person.terminal.state()
    if status or state != _AS_FOUND:
        person.notes.append(f"{person.name}'s program ended with status {status} and left its terminal as {state}")


def audited(people: Sequence[Person]) -> list[str]:
    """Audit all logs, and compare them; what is wrong, if anything."""
    logs = [str(log) for person in people for log in Home(person.home).logs()]
    command = [sys.executable, "-m", "scatnet", "--home", str(people[0].home), "audit", *logs, "--json"]
    done = subprocess.run(command, check=False, capture_output=True, text=True, cwd=ROOT)
    if done.returncode:
        return [f"The logs do not pass their audit: {done.stdout or done.stderr}"]
    found = json.loads(done.stdout)
    heads = {log["report"]["head"] for log in found["logs"]}
    if len(logs) != len(people) or len(heads) != 1 or not all(log["finished"] for log in found["logs"]):
        return [f"{len(logs)} logs end with {len(heads)} heads."]
    print(f"All {len(logs)} logs pass their audit and end with head {heads.pop()[:16]}.", flush=True)
    return []


async def run(args: argparse.Namespace) -> int:
    """Set everything up, play, and judge; the exit status."""
    width, height = (int(part) for part in args.size.split("x"))
    environment = {"LANG": "C.UTF-8", "PYTHONPATH": str(ROOT), **(_PLAIN if args.ascii else {})}
    if args.record is not None:
        args.record.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder) if args.keep is None else args.keep
        async with open_terminals() as terminals:
            people = [_person(name, root, terminals, width, height, environment, args) for name in NAMES]
            stuck = await _watched(people, args)
        for person in people:
            print(f"{person.name}: {person.presses} key presses, {person.clicks} clicks", flush=True)
        notes = [*stuck, *(note for person in people for note in person.notes)]
        notes += [] if stuck else audited(people)
    for note in notes:
        print(note, flush=True)
    print(f"{args.preset}: {'played to the end, and nothing hindered' if not notes else f'{len(notes)} hindrances'}")
    return 1 if notes else 0


async def _watched(people: Sequence[Person], args: argparse.Namespace) -> list[str]:
    """Play the game; who was stuck, with everybody's screens."""
    found: list[str] = []
    try:
        await whole_game(people, args)
    except* StuckError as group:
        found += [str(error) for error in group.exceptions]
        found += [f"What {person.name} sees:\n{person.seen}" for person in people]
    return found


def _person(
    name: str,
    root: Path,
    terminals: Terminals,
    width: int,
    height: int,
    environment: dict[str, str],
    args: argparse.Namespace,
) -> Person:
    home = root / name
    return Person(
        name=name,
        home=home,
        command=[sys.executable, "-m", "scatnet", "--home", str(home), "play", "--listen", _LISTEN],
        terminals=terminals,
        width=width,
        height=height,
        chance=Random(f"{args.seed} {name}"),
        mouse=args.mouse,
        environment=environment,
        record=args.record,
    )


def main() -> int:
    """Parse the command line, and play."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--preset", choices=list(PRESETS), default="kitchen")
    parser.add_argument("--mouse", action="store_true", help="click wherever the mouse works; names are still typed")
    parser.add_argument("--size", default="80x24", help="of every terminal (default: 80x24)")
    parser.add_argument("--language", choices=list(languages()), default="en", help="set by everybody in the settings")
    parser.add_argument("--ascii", action="store_true", help="terminals without colour and without symbols")
    parser.add_argument("--restless", action="store_true", help="resize, chat, read help and press wrong keys, too")
    parser.add_argument("--interrupt", action="store_true", help="three lose their program in mid-turn and come back")
    parser.add_argument("--seed", type=int, default=1, help="of what everybody chooses (default: 1)")
    parser.add_argument("--record", type=Path, metavar="DIR", help="keep every new picture there, with its colours")
    parser.add_argument("--keep", type=Path, metavar="DIR", help="keep the homes there")
    return trio.run(run, parser.parse_args(), strict_exception_groups=True)


if __name__ == "__main__":
    sys.exit(main())
