"""Play in a real network: hosts in network namespaces, real processes, and cables that are pulled.

    sudo .venv/bin/python scripts/lan.py [table] [host-killed] [link-cut] [split] [resign]

Without a name all scenarios run. Each ends with a line that says what it has shown; the exit status is 1
where one has not.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from pathlib import Path
from typing import Final

import trio
from lan_network import Network, NetworkError, network
from lan_players import NotShownError, Player, Players

HOSTS: Final = ("ann", "ben", "cat", "dan")
_AUTO: Final = ("--auto", "--json-lines")
_PORT: Final = 31031
_CUT_SECONDS: Final = 30.0
_SPLIT_SECONDS: Final = 25.0


async def table(net: Network, players: Players) -> str:
    """One hosts, one joins by name, one by address with multicast blocked; a wrong passcode; a spectator."""
    net.block_multicast("cat")
    host = await players.start(
        "ann", "host", "--name", "Family", "--rules", "classic", "--seats", "3", "--passcode", "rosebud", *_AUTO
    )
    await _seen(players, "ben", "Family")
    _status, printed = await players.run("cat", "tables", "--wait", "4", "--json")
    _expect(json.loads(printed) == [], "cat sees a table although multicast is blocked")
    where = f"{net.address('ann')}:{_PORT}"
    status, printed = await players.run("ben", "join", "Family", "--passcode", "rosebed", *_AUTO)
    _expect(status == 1 and "passcode is wrong" in printed, f"a wrong passcode is not refused: {status} {printed}")
    _expect(not players.visitor("ben").logs(), "a wrong passcode has learned something of the table")
    watcher = await players.start("dan", "watch", where, "--passcode", "rosebud", *_AUTO)
    by_name = await players.start("ben", "join", "Family", "--passcode", "rosebud", "--wait", "30", *_AUTO)
    by_address = await players.start("cat", "join", where, "--passcode", "rosebud", *_AUTO)
    for player in (host, by_name, by_address, watcher):
        await player.until_over()
    _same_end([host, by_name, by_address, watcher])
    _expect(watcher.hands == 0 and by_name.hands > 0, "the spectator could read a hand")
    _expect(not list(watcher.home.tables.glob("*.key")), "the spectator keeps secrets")
    return "three hosts have found each other and played; a wrong passcode was refused; a spectator saw no hidden card"


async def host_killed(net: Network, players: Players) -> str:
    """The host's machine dies for good in mid-round; the others go on and finish."""
    four = await _four(net, players, patience=10)
    host, *others = four
    await others[0].until_happened("dealt", 2)
    host.kill()
    for player in others:
        await player.until_over()
    _same_end(others)
    _expect(all(player.happened["lapsed"] >= 1 for player in others), "nobody was voted away")
    return "the host was killed in mid-round, and the other three have finished the game"


async def link_cut(net: Network, players: Players) -> str:
    """One cable is pulled for half a minute; everybody is back in the seat with their cards, and no round
    is void.
    """
    four = await _four(net, players, patience=120)
    await four[0].until_happened("dealt", 2)
    net.cut("cat")
    await trio.sleep(_CUT_SECONDS)
    _expect(all(player.status is None for player in four), "somebody has ended while the cable was out")
    net.restore("cat")
    for player in four:
        await player.until_over()
    _same_end(four)
    _expect(all(player.happened["void"] + player.happened["lapsed"] == 0 for player in four), "a round was void")
    return f"a cable was out for {_CUT_SECONDS:.0f} s, and all four have finished without a void round"


async def split(net: Network, players: Players) -> str:
    """Two against two are cut off: both halves wait, nobody wins; joined again they finish."""
    four = await _four(net, players, patience=10)
    await four[0].until_happened("dealt", 2)
    net.split(["cat", "dan"])
    await trio.sleep(_SPLIT_SECONDS)
    for player in four:
        _expect(player.status is None and player.happened["won"] == 0, f"{player.host} has gone on with two of four")
    net.join()
    for player in four:
        await player.until_over()
    _same_end(four)
    return "two against two have waited for each other, and finished when they were joined again"


async def resign(net: Network, players: Players) -> str:
    """One resigns in mid-round; the round goes on and is not void."""
    host = await players.start("ann", "host", "--name", "Four", "--rules", "classic", "--seats", "4", *_AUTO)
    await _seen(players, "ben", "Four")
    others = [await players.start(name, "join", "Four", "--wait", "30", *_AUTO) for name in ("ben", "cat")]
    person = await players.start("dan", "join", "Four", "--wait", "30", "--plain")
    await host.until_happened("dealt", 1)
    await person.type("resign")
    await person.type("yes")
    for player in (host, *others):
        await player.until_over()
        _expect(player.happened["resigned"] == 1, "nobody has resigned")
        _expect(player.happened["void"] == 0, "the round was void")
    await person.type("leave")
    await person.until(lambda player: player.status is not None, "its end")
    _same_end([host, *others])
    return "one has resigned in mid-round, and the round went on without it"


SCENARIOS: Final[Mapping[str, Callable[[Network, Players], Awaitable[str]]]] = {
    "table": table,
    "host-killed": host_killed,
    "link-cut": link_cut,
    "split": split,
    "resign": resign,
}


async def _four(net: Network, players: Players, patience: int) -> list[Player]:
    """Four at a table, each on a host of its own."""
    options = ["--rules", "classic", "--seats", "4", "--patience", str(patience)]
    four = [await players.start("ann", "host", "--name", "Four", *options, *_AUTO)]
    await _seen(players, "ben", "Four")
    for host in HOSTS[1:]:
        four.append(await players.start(host, "join", "Four", "--wait", "30", *_AUTO))
    return four


async def _seen(players: Players, host: str, name: str) -> None:
    """Wait until the table is listed on this host."""
    for _try in range(10):
        _status, printed = await players.run(host, "tables", "--wait", "3", "--json")
        if name in [found["name"] for found in json.loads(printed)]:
            return
    raise NotShownError(f"{host} does not see the table {name}")


def _same_end(players: Sequence[Player]) -> None:
    ends = [player.end for player in players]
    for player, end in zip(players, ends, strict=True):
        _expect(end.over and end == ends[0], f"{player.host} has come to another end than {players[0].host}")


def _expect(shown: bool, otherwise: str) -> None:
    if not shown:
        raise NotShownError(otherwise)


async def _run(name: str, net: Network, folder: Path) -> str:
    shown = ""
    async with trio.open_nursery() as nursery:
        shown = await SCENARIOS[name](net, Players(net, folder, nursery))
        nursery.cancel_scope.cancel()
    return shown


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("scenario", nargs="*", metavar="SCENARIO", help=", ".join(SCENARIOS))
    wanted: list[str] = parser.parse_args().scenario or list(SCENARIOS)
    unknown = [name for name in wanted if name not in SCENARIOS]
    if unknown:
        parser.error(f"there is no scenario {unknown[0]}; there are {', '.join(SCENARIOS)}")
    try:
        shown = [_try(name) for name in wanted]
    except NetworkError as error:
        print(error, file=sys.stderr)
        return 1
    return 0 if all(shown) else 1


def _try(name: str) -> bool:
    """Run a scenario and print what it has shown, or what it has not. Raises NetworkError."""
    began = time.monotonic()
    complaint = shown = ""
    with network(HOSTS) as net, tempfile.TemporaryDirectory(prefix="scatnet-lan-") as folder:
        try:
            shown = trio.run(_run, name, net, Path(folder))
        except* (NotShownError, NetworkError) as group:
            complaint = f"NOT SHOWN, {group.exceptions[0]}"
    print(f"{name}: {complaint or shown} ({time.monotonic() - began:.0f} s)", flush=True)
    return not complaint


if __name__ == "__main__":
    sys.exit(main())
