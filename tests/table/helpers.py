"""A table without a network: seats answer a state's slots, each step is closed and folded."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cache

from scatnet.bots import PLAYERS
from scatnet.bots.seat import computer_player
from scatnet.dealing import Params, make_params
from scatnet.log import ZERO, Event, Identity, Kind, Outcome, Step, endorse, make_event
from scatnet.log import bodies as log
from scatnet.rules.fields import encode_rules
from scatnet.rules.ruleset import PRESETS, RuleSet
from scatnet.table.beginning import PROTOCOL_REVISION
from scatnet.table.examine import verdict
from scatnet.table.fold import fold, genesis
from scatnet.table.player import Player
from scatnet.table.slots import Slot, expected
from scatnet.table.state import Stage, TableState
from scatnet.table.view import Choice
from tests.dealing.modular_group import AdditiveGroup

Answer = Callable[["Table", Slot], Event | None]


@cache
def fast_params() -> Params:
    """The true algorithms over a group that hides nothing, for whole games in little time."""
    return make_params(AdditiveGroup())


def identity(name: str) -> Identity:
    """A person whose key follows from a name."""
    return Identity(name.encode().ljust(32, b"."))


def open_event(
    host: Identity, *, rules: RuleSet, seats: int, name: str = "Kitchen table", previous: bytes = b""
) -> Event:
    """A table's opening."""
    body = log.Open(
        name=name,
        rules=tuple(encode_rules(rules)),
        seats=seats,
        patience=120,
        turn_clock=0,
        spectators=True,
        revision=PROTOCOL_REVISION,
        nonce=b"n" * 32,
        previous=previous,
    )
    return make_event(host, table=ZERO, head=ZERO, kind=Kind.OPEN, body=body.to_body())


def sit(who: Identity, state: TableState, *, name: str, house_rule: bool = False) -> Event:
    """A person sits down."""
    body = log.Sit(name, False, house_rule, who.public, b"")
    return make_event(who, table=state.table, head=state.head, kind=Kind.SIT, body=body.to_body())


def sit_computer(operator: Identity, seat: Identity, state: TableState, *, name: str) -> Event:
    """A computer player of `operator` sits down under its own key."""
    body = log.Sit(name, True, False, operator.public, endorse(operator, state.table, seat.public))
    return make_event(seat, table=state.table, head=state.head, kind=Kind.SIT, body=body.to_body())


def start_of(host: Identity, state: TableState, sits: Sequence[Event]) -> Event:
    """The host's order of the seats."""
    body = log.Start(tuple(sits), b"").to_body()
    return make_event(host, table=state.table, head=state.head, kind=Kind.START, body=body)


def ready_for(who: Identity, state: TableState, start: Event) -> Event:
    """A player agrees to a start."""
    body = log.Ready(start.digest).to_body()
    return make_event(who, table=state.table, head=state.head, kind=Kind.READY, body=body)


@dataclass
class Table:
    """A state, the identities that sit there, and every step so far."""

    state: TableState
    identities: list[Identity]
    players: dict[bytes, Player] = field(default_factory=dict)
    opening: Event | None = None
    steps: list[Step] = field(default_factory=list)
    states: list[TableState] = field(default_factory=list)

    def honest(self, slot: Slot, choice: Choice | None = None) -> Event:
        """The answer of the seat's own player."""
        player = self.players[slot.author]
        if self.state.stage is Stage.OPENING:
            kind, body = Kind.ROUND_OPEN, log.RoundOpen((), ()).to_body()
        else:
            plan = player.answer(self.state, slot, choice)
            assert plan is not None
            kind, body = plan.kind, plan.make()
        return make_event(player.signer, table=self.state.table, head=self.state.head, kind=kind, body=body)

    def close(self, outcomes: dict[int, Event | None]) -> None:
        """Close the step with these outcomes, after checking each event's verdict."""
        for event in outcomes.values():
            assert event is None or verdict(self.state, event) is None
        step = Step(self.state.head, tuple(Outcome(seat, outcomes[seat]) for seat in sorted(outcomes)))
        self.states.append(self.state)
        self.steps.append(step)
        self.state = fold(self.state, step)

    def play_step(self, answer: Answer | None = None) -> None:
        """Every expected slot is answered: by `answer`, or honestly."""
        slots = expected(self.state)
        self.close({slot.seat: (answer(self, slot) if answer else self.honest(slot)) for slot in slots})

    def play_until(self, stage: Stage, answer: Answer | None = None, limit: int = 5000) -> None:
        """Play on until the table is at `stage`."""
        for _ in range(limit):
            if self.state.stage is stage:
                return
            self.play_step(answer)
        raise AssertionError(f"never reached {stage}")


def begun_table(
    *,
    seats: int = 3,
    rules: RuleSet = PRESETS["classic"],
    params: Params | None = None,
    seed: int = 0,
    player: str = "quick",
    house_rule: bool = False,
) -> Table:
    """A table of people whose `begin` has just been folded; a computer player chooses for each of them."""
    identities = [identity(f"seat {seat} of {seed}") for seat in range(seats)]
    host = identities[0]
    opening = open_event(host, rules=rules, seats=seats)
    state = genesis(opening, fast_params() if params is None else params)
    sits = [sit(who, state, name=f"Player {place}", house_rule=house_rule) for place, who in enumerate(identities)]
    start = start_of(host, state, sits)
    readies = tuple(ready_for(who, state, start) for who in identities)
    begin = make_event(
        host, table=state.table, head=state.head, kind=Kind.BEGIN, body=log.Begin(start, readies).to_body()
    )
    table = Table(state, identities, opening=opening)
    draw = random.Random(seed)
    for who in identities:
        secret = draw.randbytes(32)
        table.players[who.public] = Player(
            signer=who,
            seed=secret,
            table=state.table,
            computer=True,
            chooser=computer_player(PLAYERS[player], secret),
        )
    table.close({0: begin})
    return table
