"""Four consoles on terminals of their own play a whole game with each other, by keys or by mouse. Needs tmux.

    python scripts/play_consoles.py [--preset kitchen] [--mouse] [--size 80x24] [--restless] [--record DIR]

Every person has a home of their own, starts the real program, types a name, and sees nothing but their own screen. One
opens a table, the others find it in their lobby (or type its ticket) and sit down. After the winner is shown everybody
leaves; then the logs are audited and must end with the same head. Prints what was found and counted; the exit status is
1 where anything hindered somebody.
"""

from __future__ import annotations

import argparse
import json
import signal
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from contextlib import nullcontext
from pathlib import Path
from random import Random
from typing import Final

import trio

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from consoles_person import Person, StuckError
from consoles_play import Play
from consoles_tmux import TerminalError, open_terminals
from consoles_visit import arrive, close_terminal, go_home, interrupt, join_by_ticket, join_found, open_table, terminate
from lan_network import Network, NetworkError, network

from scatnet.rules.ruleset import PRESETS
from scatnet.store.paths import Home
from scatnet.words import languages

ROOT: Final = Path(__file__).resolve().parent.parent
NAMES: Final = ("Ann", "Ben", "Cat", "Dan")
_LISTEN: Final = "127.0.0.1:0"
_PLAIN: Final = {"NO_COLOR": "1", "PYTHONIOENCODING": "ascii"}


async def whole_game(people: Sequence[Person], args: argparse.Namespace) -> None:
    """From the first start to the end of the program. Raises StuckError."""
    host, *others = people
    async with trio.open_nursery() as nursery:
        for person in people:
            nursery.start_soon(arrive, person, args.language)
    table = await open_table(host, args.preset, len(NAMES))
    for person in others:
        if args.ticket:
            await join_by_ticket(person, await host.look())
        else:
            await join_found(person, table)
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
            with network([name.lower() for name in NAMES]) if args.network else nullcontext() as net:
                people = [
                    Person(
                        name=name,
                        home=root / name,
                        command=_command(name, root / name, net),
                        terminals=terminals,
                        width=width,
                        height=height,
                        chance=Random(f"{args.seed} {name}"),
                        mouse=args.mouse,
                        environment=environment,
                        record=args.record,
                    )
                    for name in NAMES
                ]
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


def _command(name: str, home: Path, net: Network | None) -> list[str]:
    """The program on that person's own computer; without a network on this one's loopback."""
    program = [sys.executable, "-m", "scatnet", "--home", str(home), "play"]
    return [*program, "--listen", _LISTEN] if net is None else net.command(name.lower(), program)


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
    parser.add_argument("--ticket", action="store_true", help="the others type the ticket that the host sees")
    parser.add_argument("--network", action="store_true", help="everybody on a computer of their own; needs root")
    parser.add_argument("--record", type=Path, metavar="DIR", help="keep every new picture there, with its colours")
    parser.add_argument("--keep", type=Path, metavar="DIR", help="keep the homes there")
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # whatever ends this ends the terminals, too
    try:
        return trio.run(run, parser.parse_args(), strict_exception_groups=True)
    except (NetworkError, TerminalError) as error:
        print(error, file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())
