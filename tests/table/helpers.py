"""A table without a network: seats answer a state's slots, each step is closed and folded."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache

from scatnet.bots import PLAYERS
from scatnet.bots.seat import computer_player
from scatnet.dealing import Params, TableSecrets, make_params
from scatnet.log import ZERO, Event, Evidence, Identity, Kind, Outcome, Step, Value, endorse, make_event
from scatnet.log import bodies as log
from scatnet.rules.fields import encode_rules
from scatnet.rules.ruleset import PRESETS, FirstDealer, RuleSet
from scatnet.table.beginning import PROTOCOL_REVISION
from scatnet.table.closing import game_of
from scatnet.table.examine import verdict
from scatnet.table.fold import fold, genesis
from scatnet.table.player import Chooser, Player
from scatnet.table.slots import Slot, expected
from scatnet.table.state import Stage, TableState
from scatnet.table.statements import playing_round
from scatnet.table.view import Choice, TableView, Verb
from tests.dealing.modular_group import AdditiveGroup
from tests.table.stacking import secrets_for, stacking

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


def start_of(host: Identity, state: TableState, sits: Sequence[Event], replaces: bytes = b"") -> Event:
    """The host's order of the seats."""
    body = log.Start(tuple(sits), replaces).to_body()
    return make_event(host, table=state.table, head=state.head, kind=Kind.START, body=body)


def ready_for(who: Identity, state: TableState, start: Event) -> Event:
    """A player agrees to a start."""
    body = log.Ready(start.digest).to_body()
    return make_event(who, table=state.table, head=state.head, kind=Kind.READY, body=body)


def begin_with(host: Identity, state: TableState, start: Event, readies: Sequence[Event]) -> Event:
    """The host begins."""
    body = log.Begin(start, tuple(readies)).to_body()
    return make_event(host, table=state.table, head=state.head, kind=Kind.BEGIN, body=body)


@dataclass
class Table:
    """A state, the identities that sit there, and every step so far."""

    state: TableState
    identities: list[Identity]
    players: dict[bytes, Player] = field(default_factory=dict)
    seeds: dict[bytes, bytes] = field(default_factory=dict)
    opening: Event | None = None
    deck: tuple[int, ...] | None = None
    steps: list[Step] = field(default_factory=list)
    states: list[TableState] = field(default_factory=list)

    def copy(self) -> Table:
        """The same table, to be played on in another way."""
        return replace(self, steps=[*self.steps], states=[*self.states])

    def player(self, seat: int) -> Player:
        """The player in a seat."""
        return self.players[self.state.seats[seat].key]

    def secrets(self, seat: int) -> TableSecrets:
        """What a player in a seat that is not honest can use: its secrets."""
        key = self.state.seats[seat].key
        return secrets_for(self.state.settings.host, self.deck)(self.seeds[key], key, self.state.table)

    def slot(self, seat: int) -> Slot:
        """The slot that waits for a seat."""
        return next(slot for slot in expected(self.state) if slot.seat == seat)

    @property
    def acting(self) -> int:
        """The seat whose turn it is."""
        acting = playing_round(self.state).seat
        assert acting is not None
        return acting

    def is_at(self, stage: Stage) -> bool:
        """Whether the table has come to this stage."""
        return self.state.stage is stage

    def event(self, seat: int, kind: Kind, body: tuple[Value, ...], *, head: bytes = b"", table: bytes = b"") -> Event:
        """Anything that a seat signs, for the present head and table unless others are given."""
        signer = self.player(seat).signer
        return make_event(signer, table=table or self.state.table, head=head or self.state.head, kind=kind, body=body)

    def honest(self, slot: Slot, choice: Choice | None = None) -> Event:
        """The answer of the seat's own player."""
        player = self.players[slot.author]
        if self.state.stage is Stage.OPENING and choice is None:
            kind, body = Kind.ROUND_OPEN, log.RoundOpen((), ()).to_body()
        else:
            plan = player.answer(self.state, slot, choice)
            assert plan is not None
            kind, body = plan.kind, plan.make()
        return make_event(player.signer, table=self.state.table, head=self.state.head, kind=kind, body=body)

    def resignation(self, seat: int) -> Event:
        """The seat's answer by which its player leaves the game."""
        return self.honest(self.slot(seat), Choice(verb=Verb.RESIGN))

    def back(self, seat: int) -> Event:
        """The request of an away seat to be dealt in again."""
        return self.event(seat, Kind.BACK, (), head=self.state.seats[seat].away_since)

    def close(self, outcomes: Mapping[int, Event | None]) -> None:
        """Close the step with these outcomes, after checking each event's verdict."""
        for event in outcomes.values():
            assert event is None or verdict(self.state, event) is None
        step = Step(self.state.head, tuple(Outcome(seat, outcomes[seat]) for seat in sorted(outcomes)))
        self.states.append(self.state)
        self.steps.append(step)
        self.state = fold(self.state, step)

    def step(self, given: Mapping[int, Event | None] | None = None) -> None:
        """Close the step with what is given, and honest answers for the rest."""
        outcomes = dict(given or {})
        for slot in expected(self.state):
            if slot.seat not in outcomes:
                outcomes[slot.seat] = self.honest(slot)
        self.close(outcomes)

    def lapse(self, *seats: int) -> None:
        """The slots of these seats lapse, all others are answered."""
        self.step(dict.fromkeys(seats))

    def resign(self, *seats: int) -> None:
        """These seats resign, all others answer."""
        self.step({seat: self.resignation(seat) for seat in seats})

    def open_round(self, backs: Sequence[Event] = (), evidence: Sequence[tuple[int, Evidence]] = ()) -> Event:
        """The answer that opens a round with these seats back and those out."""
        (slot,) = expected(self.state)
        return self.event(slot.seat, Kind.ROUND_OPEN, log.RoundOpen(tuple(backs), tuple(evidence)).to_body())

    def play(self, verb: Verb, card: int | None = None, *, knock: bool = False) -> None:
        """The seat to act makes this choice, and all that follows without a choice is done."""
        choice = Choice(verb=verb, card=card, knock=knock)
        self.close({self.acting: self.honest(self.slot(self.acting), choice)})
        while self.state.stage in (Stage.RESTOCK, Stage.SHUFFLE, Stage.DRAW_SHARES):
            self.step()

    def settle_round(self) -> None:
        """Play on until a round has been settled: whoever is first knocks, whatever it holds."""
        self.play_until(Stage.TURN)
        self.play(Verb.KNOCK)
        self.play_until(Stage.OPENING)

    def finish(self, limit: int = 4000) -> None:
        """Play on to the end of the game, whoever can knock doing so."""
        for _ in range(limit):
            if self.is_at(Stage.OVER):
                return
            if self.is_at(Stage.TURN):
                verbs = [choice.verb for choice in self.player(self.acting).view(self.state).choices]
                self.play(Verb.KNOCK if Verb.KNOCK in verbs else verbs[0])
            else:
                self.step()
        raise AssertionError("the game did not end")

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


def idle(view: TableView) -> Choice:
    """A chooser that lets the stock run out: draws, gives away the card drawn, and never shows anything of itself."""
    verbs = [choice.verb for choice in view.choices]
    for verb in (Verb.KEEP_CARDS, Verb.NO_CALL, Verb.DRAW, Verb.TAKE, Verb.PASS):
        if verb in verbs:
            return Choice(verb=verb)
    return next((choice for choice in view.choices if choice.card == view.extra and not choice.knock), view.choices[-1])


def at_random(seed: int) -> Chooser:
    """A chooser that takes any of its choices, each time the same ones for a seed."""

    def choose(view: TableView) -> Choice:
        draw = random.Random(f"{seed} {view.me} {view.number}")
        return draw.choice(view.choices)

    return choose


def lives_add_up(state: TableState) -> bool:
    """Whether all lives and the kitty still make up what the game began with."""
    game = game_of(state)
    return sum(game.lives) + game.kitty == len(state.seats) * state.rules.lives


def host_deals(preset: str) -> RuleSet:
    """The rules of a preset with the host dealing first, so that it is known who sits where around the deal."""
    return replace(PRESETS[preset], first_dealer=FirstDealer.HOST)


def begun_table(
    *,
    seats: int = 3,
    rules: RuleSet = PRESETS["classic"],
    params: Params | None = None,
    seed: int = 0,
    player: str = "quick",
    chooser: Chooser | None = None,
    house_rule: bool = False,
    computers: Mapping[int, int] | None = None,
    deck: tuple[int, ...] | None = None,
) -> Table:
    """A table whose `begin` has just been folded; the host is the first to sit, and a computer player chooses for
    everybody: `player`, or `chooser`. `computers` gives for places in the order of sitting who runs the computer player
    there. `deck` is dealt in every round (`stacking`)."""
    people = [identity(f"seat {seat} of {seed}") for seat in range(seats)]
    opening = open_event(people[0], rules=rules, seats=seats)
    state = genesis(opening, fast_params() if params is None else params)
    runs = computers or {}
    sits = [
        sit_computer(people[runs[place]], who, state, name=f"Player {place}")
        if place in runs
        else sit(who, state, name=f"Player {place}", house_rule=house_rule)
        for place, who in enumerate(people)
    ]
    return seated_table(opening, state, people[0], people, sits, seed=seed, player=player, chooser=chooser, deck=deck)


def seated_table(
    opening: Event,
    state: TableState,
    host: Identity,
    people: Sequence[Identity],
    sits: Sequence[Event],
    *,
    seed: int = 0,
    player: str = "quick",
    chooser: Chooser | None = None,
    deck: tuple[int, ...] | None = None,
) -> Table:
    """A table in the lobby, begun with those who sit, each of `people` in the order of their `sits`."""
    start = start_of(host, state, sits)
    begin = begin_with(host, state, start, [ready_for(who, state, start) for who in people])
    table = Table(state, list(people), opening=opening, deck=deck)
    draw = random.Random(seed)
    for who in people:
        secret = draw.randbytes(32)
        table.seeds[who.public] = secret
        with stacking(host.public, deck):
            table.players[who.public] = Player(
                signer=who,
                seed=secret,
                table=state.table,
                computer=True,
                chooser=chooser or computer_player(PLAYERS[player], secret),
            )
    table.close({0: begin})
    return table
