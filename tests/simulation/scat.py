"""Scat itself in the simulated world: the true engine, players and proofs, over a group that hides nothing.

Verdicts and folds are pure, so the machines of one process share them: what one has computed, the others look up.
"""

from __future__ import annotations

import hashlib
import random
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from scatnet.bots import PLAYERS
from scatnet.bots.seat import computer_player
from scatnet.dealing import Shuffle, make_shuffle
from scatnet.log import Event, Identity, Kind, Step, Value
from scatnet.log.bodies import as_wire
from scatnet.rules.ruleset import RuleSet
from scatnet.table.effects import Made
from scatnet.table.engine import ENGINE
from scatnet.table.fold import genesis
from scatnet.table.lobby import Lobby
from scatnet.table.options import choices
from scatnet.table.peer import OwnSeat, Peer, PeerSettings
from scatnet.table.player import Chooser, Player, Serials, seat_secrets
from scatnet.table.refused import Refused
from scatnet.table.slots import Slot
from scatnet.table.state import TableState
from scatnet.table.statements import commitment_context_of, committed_by, context_of, deck_keys, deck_of, playing_deal
from scatnet.table.view import Choice, TableView, Verb
from tests.simulation.damage import damaged
from tests.simulation.disk import Disk
from tests.simulation.elsewhere import events_of
from tests.simulation.world import Machine
from tests.table.helpers import fast_params, open_event

PATIENCE = 30.0

PROVEN = frozenset(
    {
        Kind.COIN_REVEAL,
        Kind.ROUND_KEY,
        Kind.RESTOCK,
        Kind.SHUFFLE,
        Kind.DEAL_SHARES,
        Kind.DRAW_SHARES,
        Kind.DISCARD,
        Kind.DECLARE,
        Kind.SHOW,
    }
)


@dataclass
class SharedEngine:
    """The engine of Scat, remembering verdicts and states by head: the same for everybody."""

    verdicts: dict[tuple[bytes, bytes], Refused | None] = field(default_factory=dict)
    states: dict[bytes, TableState] = field(default_factory=dict)

    def expected(self, state: TableState) -> tuple[Slot, ...]:
        return ENGINE.expected(state)

    def operators(self, state: TableState) -> Mapping[bytes, frozenset[int]]:
        return ENGINE.operators(state)

    def away(self, state: TableState) -> Mapping[int, bytes]:
        return ENGINE.away(state)

    def is_slow(self, event: Event) -> bool:
        return ENGINE.is_slow(event)

    def verdict(self, state: TableState, event: Event) -> Refused | None:
        key = (state.head, event.digest)
        if key not in self.verdicts:
            self.verdicts[key] = ENGINE.verdict(state, event)
        return self.verdicts[key]

    def fold(self, state: TableState, step: Step) -> TableState:
        head = step.next_head
        if head not in self.states:
            self.states[head] = ENGINE.fold(state, step)
        return self.states[head]


@dataclass(frozen=True, kw_only=True)
class ScatTable:
    """A table to be simulated: `people` machines, the first of which hosts and runs `computers` more seats."""

    rules: RuleSet
    people: int
    computers: int = 0
    seed: int = 0
    player: str = "quick"
    patience: float = PATIENCE
    moody: bool = True  # people choose now and then by chance, and otherwise after each restart
    name: str = "Kitchen table"


def identity_of(table: ScatTable, person: int) -> Identity:
    """The person's key, from the table's seed."""
    return Identity(_octets(table, "identity", person))


def opening_of(table: ScatTable) -> Event:
    """The table's `open`, by the first person."""
    return open_event(identity_of(table, 0), rules=table.rules, seats=table.people + table.computers, name=table.name)


def scat_machines(table: ScatTable, engine: SharedEngine | None = None) -> list[Machine[TableState]]:
    """The machines of a table, in the order in which their seats are asked for."""
    shared = SharedEngine() if engine is None else engine
    first = genesis(opening_of(table), fast_params())
    settings = PeerSettings(patience=table.patience, turn_clock=0.0, lobby_patience=table.patience)

    def machine(person: int) -> Machine[TableState]:
        who = identity_of(table, person)
        signers = [who]
        if person == 0:
            signers += [who.computer_seat(first.table, index) for index in range(table.computers)]

        def build(disk: Disk) -> Peer[TableState]:
            seats = []
            for place, signer in enumerate(signers):
                secret = _octets(table, "seed", person)
                chooser = computer_player(PLAYERS[table.player], secret)
                player = Player(
                    signer=signer,
                    seed=secret,
                    table=first.table,
                    computer=True,
                    chooser=_moody(chooser, f"{table.seed} {disk.boots}") if table.moody else chooser,
                    serials=Serials(dict(disk.serials.get(signer.public, {}))),
                )
                seats.append(OwnSeat(player=player, nickname=f"Person {person} {place}"))
            return Peer(
                engine=shared,
                genesis=first,
                settings=settings,
                operator=who,
                seats=seats,
                lobby=Lobby(first),
                records=tuple(disk.log),
                notes=disk.notes,
            )

        return Machine(who, build, keys=tuple(signer.public for signer in signers))

    return [machine(person) for person in range(table.people)]


def _moody(player: Chooser, mood: str) -> Chooser:
    """A person: they play like a computer player, but now and then do something else, and never twice the same."""
    chance = random.Random(mood)

    def choose(view: TableView) -> Choice:
        if view.choices and chance.random() < 0.3:
            return chance.choice(view.choices)
        return player(view)

    return choose


class ScatTricks:
    """What a cheat can do in Scat."""

    proven = PROVEN

    def __init__(self, table: ScatTable) -> None:
        self._table = table

    def signer(self, machine: Machine[TableState], key: bytes) -> Identity:
        """Signs as a seat of the machine."""
        assert machine.peer is not None
        table = machine.peer.ledger.table
        candidates = [machine.identity, *(machine.identity.computer_seat(table, index) for index in range(9))]
        return next(signer for signer in candidates if signer.public == key)

    def another(self, machine: Machine[TableState], state: TableState, event: Event) -> tuple[Kind, tuple[Value, ...]]:
        """Another choice where there is one; else leaving, with the round's secret where it is asked for."""
        slot = next(slot for slot in ENGINE.expected(state) if slot.author == event.author)
        player = Player(
            signer=self.signer(machine, event.author),
            seed=self._seed(machine),
            table=state.table,
            computer=True,
            chooser=lambda view: view.choices[0],
        )
        for choice in choices(state, slot.seat, player.held(state)):
            plan = player.answer(state, slot, choice)
            if plan is not None and (plan.kind, plan.make()) != (event.kind, event.body):
                return plan.kind, plan.make()
        if event.kind is Kind.RESIGN:
            return Kind.RESIGN, (bytes(32),)
        plan = player.answer(state, slot, Choice(verb=Verb.RESIGN))
        assert plan is not None
        return plan.kind, plan.make()

    def forged(self, made: Made, chance: random.Random) -> tuple[Value, ...] | None:
        """The body with an octet or a number changed."""
        tries = (damaged(made.body, chance.random()) for _ in range(10))
        return next((body for body in tries if body != made.body), None)

    def wrong_shuffle(
        self, machine: Machine[TableState], state: TableState, made: Made, chance: random.Random
    ) -> tuple[Value, ...]:
        """A true proof for another deck than the one on the table, or the true deck with a card twice."""
        deal = playing_deal(state)
        deck = list(deck_of(state))
        one, other = chance.sample(range(len(deck)), 2)
        trick = chance.choice(("twice in", "exchanged in", "twice out"))
        if trick == "twice out":
            shuffle = Shuffle.from_wire(state.params, made.body[0], len(deck))
            out = list(shuffle.deck)
            out[one] = out[other]
            return (as_wire(replace(shuffle, deck=tuple(out)).to_wire(state.params)),)
        if trick == "twice in":
            deck[one] = deck[other]
        else:
            deck[one], deck[other] = deck[other], deck[one]
        seat = [each.key for each in state.seats].index(made.author)
        serial = deal.commitment_serials[seat]
        assert serial is not None
        shuffle = make_shuffle(
            state.params,
            seat_secrets(self._seed(machine), made.author, state.table),
            context_of(state, seat, Kind.SHUFFLE),
            commitment_context_of(state, seat, serial),
            committed_by(state, seat),
            deck_keys(deal),
            tuple(deck),
        )
        return (as_wire(shuffle.to_wire(state.params)),)

    def elsewhere(self) -> list[Event]:
        """What the same people sign at another table with the same rules."""
        return events_of(scat_machines(replace(self._table, name="Another table", computers=0)))

    def _seed(self, machine: Machine[TableState]) -> bytes:
        return _octets(self._table, "seed", [who.public for who in self._people()].index(machine.identity.public))

    def _people(self) -> list[Identity]:
        return [identity_of(self._table, person) for person in range(self._table.people)]


def _octets(table: ScatTable, use: str, person: int) -> bytes:
    return hashlib.sha256(f"{table.seed} {use} {person}".encode()).digest()
