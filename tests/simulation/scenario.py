"""One simulated game, drawn from a seed: who plays, what the network does, who dies, who cheats and how.

`run` plays it to its end, or until nothing can happen any more, and gives what was wrong. The same seed always gives
the same game.
"""

from __future__ import annotations

import random
import traceback
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from functools import lru_cache, partial
from typing import TypeVar
from unittest.mock import patch

from scatnet.log import decode_record
from scatnet.rules.ruleset import PRESETS
from scatnet.table import intake, loading, node
from scatnet.table.fold import genesis
from scatnet.table.peer import ChoiceRefusedError
from scatnet.table.seam import Engine, StateLike
from tests.simulation import cheats, elsewhere, false_votes
from tests.simulation import world as world_module
from tests.simulation.cheats import Tricks
from tests.simulation.false_players import CHEATS, OPERATOR_CHEATS, make_cheat
from tests.simulation.hidden import cards_given_away
from tests.simulation.judge import forged_answers, problems
from tests.simulation.scat import ScatTable, ScatTricks, SharedEngine, opening_of, scat_machines
from tests.simulation.small import ENGINE, SmallTricks, small_genesis, small_machines
from tests.simulation.world import Faults, Machine, World
from tests.table.helpers import fast_params

St = TypeVar("St", bound=StateLike)

MANY_ACTIONS = 100_000


@dataclass(frozen=True, kw_only=True)
class Scenario:
    """What one seed stands for."""

    seed: int
    people: int
    computers: int
    faults: Faults
    cheaters: tuple[tuple[int, str], ...]  # machine and cheat
    deaths: tuple[tuple[int, float], ...]  # machine and second
    leavers: tuple[tuple[int, float], ...]  # who resigns, and when
    rules: str = ""


@dataclass
class Outcome:
    """How a game went: problems, and figures for the curious. `forged` counts the answers that honest machines got and
    had to refuse, `named` the seats that any of them has named for false play."""

    scenario: Scenario
    problems: list[str]
    over: bool
    steps: int
    lapses: int
    actions: int
    forged: int = 0
    named: int = 0
    trace: list[str] = field(default_factory=list)


def draw_scenario(seed: int, *, rules: str = "", people: int | None = None, cheating: bool | None = None) -> Scenario:
    """The scenario of a seed. Honest machines are always more than half, and of those that die too."""
    chance = random.Random(seed)
    most = PRESETS[rules].max_seats if rules else 9
    count = people or min(most, chance.choice((2, 3, 3, 4, 4, 5, 6)))
    faults = Faults(
        delay=chance.choice((0.02, 0.2, 1.0, 4.0)),
        slow=chance.choice((0.0, 0.0, 0.02, 0.1)),
        slow_delay=chance.choice((10.0, 60.0, 120.0)),
        loss=chance.choice((0.0, 0.0, 0.05, 0.3)),
        duplication=chance.choice((0.0, 0.1)),
        crash=chance.choice((0.0, 0.0003, 0.001, 0.02)),  # a game has some ten thousand effects
        crashes=chance.choice((0, 2, 8)),
        down=chance.choice(((0.1, 3.0), (0.5, 40.0), (20.0, 120.0))),
        partitions=chance.choice((0, 0, 1, 4)),
    )
    minority = max(1, (count - 1) // 2)
    false = chance.randint(0, minority) if cheating is None else chance.randint(1, minority) * cheating
    cheaters = tuple((place, chance.choice(CHEATS)) for place in sorted(chance.sample(range(count), false)))
    dying = chance.randint(0, max(0, (count - 1) // 2 - false)) if chance.random() < 0.4 else 0
    cheaters, computers = _operators(cheaters, min(most - count, chance.choice((0, 0, 0, 1, 2))), most - count)
    honest = [place for place in range(count) if place not in {place for place, _ in cheaters}]
    return Scenario(
        seed=seed,
        people=count,
        computers=computers,
        faults=faults,
        cheaters=cheaters,
        deaths=tuple((place, chance.uniform(1.0, 30.0)) for place in chance.sample(honest, dying)),
        leavers=tuple((place, chance.uniform(1.0, 30.0)) for place in range(count) if chance.random() < 0.08),
        rules=rules,
    )


def _operators(
    cheaters: tuple[tuple[int, str], ...], computers: int, room: int
) -> tuple[tuple[tuple[int, str], ...], int]:
    """Where somebody cheats with computer players, they are the first, who runs them, and have some."""
    for place, name in cheaters:
        if name in OPERATOR_CHEATS:
            moved = tuple((other, cheat) for other, cheat in cheaters if other not in (0, place))
            return ((0, name), *moved), min(room, max(computers, 3))
    return cheaters, computers


def run(scenario: Scenario, *, trace: bool = False, actions: int = MANY_ACTIONS) -> Outcome:
    """Play a scenario and judge it: the small game, or Scat where it names rules. It ends at the latest after so many
    actions of all machines in the time of faults, and as many in the calm after it. What an honest peer raises is a
    problem like any other."""
    with shared_decoding():
        try:
            return _run(scenario, trace=trace, actions=actions)
        except (ArithmeticError, AssertionError, AttributeError, LookupError, TypeError, ValueError) as error:
            where = "".join(traceback.format_exception(error)) if trace else ""
            return Outcome(scenario, [f"a machine stops with {error!r}"], False, 0, 0, 0, trace=[where])


@contextmanager
def shared_decoding() -> Iterator[None]:
    """Let the machines of this process read each record once: decoding is pure, and a signature takes long."""
    shared = lru_cache(20_000)(decode_record)
    with ExitStack() as stack:
        for module in (intake, loading, node, cheats, elsewhere, false_votes, world_module):
            stack.enter_context(patch.object(module, "decode_record", shared))
        yield


def _run(scenario: Scenario, *, trace: bool, actions: int) -> Outcome:
    if not scenario.rules:
        machines = small_machines(scenario.people, computers=scenario.computers, rounds=3)
        first = small_genesis(scenario.people, computers=scenario.computers, rounds=3)
        return play(scenario, machines, ENGINE, first, SmallTricks(scenario.people), trace, actions)
    table = ScatTable(
        rules=PRESETS[scenario.rules], people=scenario.people, computers=scenario.computers, seed=scenario.seed
    )
    engine = SharedEngine()
    opened = genesis(opening_of(table), fast_params())
    return play(
        scenario,
        scat_machines(table, engine),
        engine,
        opened,
        ScatTricks(table),
        trace,
        actions,
        lambda world: cards_given_away(world, engine.states),
    )


def play(
    scenario: Scenario,
    machines: list[Machine[St]],
    engine: Engine[St],
    first: St,
    tricks: Tricks[St],
    trace: bool,
    actions: int,
    more: Callable[[World[St]], list[str]] = lambda _: [],
) -> Outcome:
    """Play a scenario on machines that have been made for it; `more` finds what only this game can have wrong."""
    world = World(machines, scenario.faults, scenario.seed)
    world.trace = [] if trace else None
    for place, name in scenario.cheaters:
        machines[place].cheat = make_cheat(name, tricks, world.chance)
    for machine in machines:
        world.boot(machine)
    _plan(world, scenario)
    over = world.run(lambda: _all_over(world), 900.0, actions)
    world.calm = True
    world.split({})
    if not over:
        _start_at_last(world)
        over = world.run(lambda: _all_over(world), 4_000.0, actions)
    world.run(lambda: False, 200.0, actions)  # what is still under way may reopen a step
    over = world.run(lambda: _all_over(world), 4_000.0, actions)
    found = problems(world, engine, first) + more(world)
    chains = [machine.peer.ledger.chain for machine in machines if machine.peer is not None and machine.honest]
    paths = [step.path for step in chains[0][1:]] if chains else []
    honest = [machine for machine in machines if machine.honest]
    return Outcome(
        scenario,
        found,
        over,
        len(paths),
        sum(digest is None for path in paths for _, digest in path),
        world.actions,
        forged=len(forged_answers(world)),
        named=len(frozenset[bytes]().union(*(machine.false for machine in honest))),
        trace=world.trace or [],
    )


def _plan(world: World[St], scenario: Scenario) -> None:
    """Put partitions, deaths and resignations into the queue."""
    count = scenario.people
    for _ in range(scenario.faults.partitions):
        begin = world.chance.uniform(0.0, 60.0)
        islands = {place: world.chance.randrange(2) for place in range(count)}
        world.at(begin, partial(world.split, islands))
        world.at(begin + world.chance.uniform(*scenario.faults.apart), lambda: world.split({}))
    for place, second in scenario.deaths:
        world.at(second, partial(_die, world, world.machines[place]))
    for place, second in scenario.leavers:
        world.at(second, partial(_leave, world, world.machines[place]))
    world.at(60.0, lambda: _start_at_last(world))


def _die(world: World[St], machine: Machine[St]) -> None:
    machine.gone = True
    if machine.peer is not None:
        world.crash(machine)


def _leave(world: World[St], machine: Machine[St]) -> None:
    if machine.honest:
        world.give(machine, machine.life, lambda leaving: leaving.resign(world.now))


def _start_at_last(world: World[St]) -> None:
    """The host begins with whoever sits."""
    for machine in world.machines:
        if machine.peer is not None and machine.peer.lobby is not None:
            try:
                world.give(machine, machine.life, lambda host: host.start_game(world.now))
            except ChoiceRefusedError:
                continue


def _all_over(world: World[St]) -> bool:
    for machine in world.machines:
        if machine.honest and not machine.gone and (machine.peer is None or machine.peer.ledger.tip.slots):
            return False
    return True
