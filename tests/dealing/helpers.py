"""What the tests of dealing share: seats with known seeds, finished deals, every kind of proof made."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, fields, is_dataclass, replace
from functools import lru_cache
from typing import Final, Generic, TypeVar

from scatnet.dealing import (
    Commitment,
    Context,
    Deck,
    Element,
    Hand,
    MixedOpening,
    Opening,
    Pair,
    Params,
    RoundKey,
    Shares,
    Shuffle,
    TableSecrets,
    Wire,
    commitment_context,
    make_commitment,
    make_mixed_opening,
    make_opening,
    make_params,
    make_round_key,
    make_shares,
    make_shuffle,
    round_secret,
    seat_pair,
    standard_params,
    starting_deck,
    table_key,
    verify_commitment,
    verify_mixed_opening,
    verify_opening,
    verify_round_key,
    verify_shares,
    verify_shuffle,
)
from scatnet.dealing.group import Identity
from tests.dealing.modular_group import AdditiveGroup, ModularGroup

Value = TypeVar("Value")

TABLE: Final = bytes(range(32))
HEAD: Final = bytes(range(100, 132))
SERIAL: Final = 7
ROUND: Final = 3

CURVE: Final = standard_params()
MODULAR: Final = make_params(ModularGroup())
ADDITIVE: Final = make_params(AdditiveGroup())


def context(seat: int, kind: str) -> Context:
    """Give the context of a seat's event at the head of these tests."""
    return Context(table=TABLE, anchor=HEAD, round=ROUND, seat=seat, kind=kind)


def serial_context(seat: int, serial: int = SERIAL) -> Context:
    """Give the context of a seat's commitment at the table of these tests."""
    return commitment_context(TABLE, seat, serial)


def secrets_of(seat: int) -> TableSecrets:
    """Give the secrets of a seat, from a seed that is its number."""
    return TableSecrets(seed=bytes([seat]) * 32, table=TABLE)


def plus_generator(params: Params, element: Element) -> Element:
    """Give another valid element."""
    other = params.group.sum((element, params.group.generator))
    return params.group.generator if isinstance(other, Identity) else other


@dataclass(frozen=True)
class Deal:
    """Everything of a deal from keys to the last shuffle, each step made by its seat in turn."""

    params: Params
    secrets: tuple[TableSecrets, ...]
    round_keys: tuple[RoundKey, ...]
    commitments: tuple[Commitment, ...]
    decks: tuple[Deck, ...]
    shuffles: tuple[Shuffle, ...]

    @property
    def seats(self) -> range:
        return range(len(self.round_keys))

    @property
    def keys(self) -> tuple[Element, ...]:
        return tuple(round_key.key for round_key in self.round_keys)

    @property
    def key(self) -> Element:
        return table_key(self.params, self.keys)

    @property
    def deck(self) -> Deck:
        return self.decks[-1]

    def secret(self, seat: int) -> int:
        return round_secret(self.params, self.secrets[seat], SERIAL)

    def shares_of(self, seat: int, pairs: Sequence[Pair], kind: str = "deal_shares") -> Shares:
        key = self.keys[seat]
        return make_shares(self.params, self.secrets[seat], context(seat, kind), self.secret(seat), key, pairs)

    def hand_of(self, seat: int, cards: Sequence[int]) -> Hand:
        """Hand deck cards to a seat by the shares of all others."""
        pairs = [self.deck[card] for card in cards]
        given = [self.shares_of(other, pairs).shares for other in self.seats if other != seat]
        return tuple(
            seat_pair(self.params, pair, [shares[place] for shares in given]) for place, pair in enumerate(pairs)
        )


@lru_cache(maxsize=32)
def deal(params: Params, seats: int, cards: int) -> Deal:
    """Deal the first `cards` cards of the deck among `seats` seats."""
    secrets = tuple(secrets_of(seat) for seat in range(seats))
    round_keys = tuple(
        make_round_key(params, secrets[seat], context(seat, "round_key"), SERIAL) for seat in range(seats)
    )
    keys = [round_key.key for round_key in round_keys]
    commitments = tuple(make_commitment(params, secrets[seat], serial_context(seat), cards) for seat in range(seats))
    decks = [starting_deck(params, table_key(params, keys), range(cards))]
    shuffles: list[Shuffle] = []
    for seat in range(seats):
        shuffle = make_shuffle(
            params,
            secrets[seat],
            context(seat, "shuffle"),
            serial_context(seat),
            commitments[seat],
            keys,
            decks[-1],
        )
        shuffles.append(shuffle)
        decks.append(shuffle.deck)
    return Deal(params, secrets, round_keys, commitments, tuple(decks), tuple(shuffles))


@dataclass(frozen=True)
class Proven(Generic[Value]):
    """One proof with its check and its wire form."""

    context: Context
    value: Value
    holds: Callable[[Context, Value], bool]
    to_wire: Callable[[Value], list[Wire]]
    from_wire: Callable[[object], Value]

    def alterations(self, params: Params) -> Iterator[Value]:
        """Give the value with every single message of it altered in turn, everything staying well formed."""
        for other in _altered(params, self.value):
            assert isinstance(other, type(self.value))
            yield other


def proven_key(params: Params) -> Proven[RoundKey]:
    return Proven(
        context(1, "round_key"),
        deal(params, 3, 5).round_keys[1],
        lambda where, value: verify_round_key(params, where, value),
        lambda value: value.to_wire(params),
        lambda wire: RoundKey.from_wire(params, wire),
    )


def proven_commitment(params: Params) -> Proven[Commitment]:
    return Proven(
        serial_context(1),
        deal(params, 3, 5).commitments[1],
        lambda where, value: verify_commitment(params, where, value, 5),
        lambda value: value.to_wire(params),
        lambda wire: Commitment.from_wire(params, wire),
    )


def proven_shuffle(params: Params) -> Proven[Shuffle]:
    dealt = deal(params, 3, 5)
    return Proven(
        context(1, "shuffle"),
        dealt.shuffles[1],
        lambda where, value: verify_shuffle(
            params, where, dealt.commitments[1], dealt.key, dealt.keys, dealt.decks[1], value
        ),
        lambda value: value.to_wire(params),
        lambda wire: Shuffle.from_wire(params, wire, 5),
    )


def proven_shares(params: Params) -> Proven[Shares]:
    dealt = deal(params, 3, 5)
    pairs = dealt.deck[:3]
    return Proven(
        context(1, "deal_shares"),
        dealt.shares_of(1, pairs),
        lambda where, value: verify_shares(params, where, dealt.keys[1], pairs, value),
        lambda value: value.to_wire(params),
        lambda wire: Shares.from_wire(params, wire, 3),
    )


def proven_opening(params: Params) -> Proven[Opening]:
    dealt = deal(params, 3, 5)
    hand = dealt.hand_of(1, (0, 1, 2))
    return Proven(
        context(1, "show"),
        make_opening(params, dealt.secrets[1], context(1, "show"), dealt.secret(1), dealt.keys[1], hand),
        lambda where, value: verify_opening(params, where, dealt.keys[1], hand, value),
        lambda value: value.to_wire(params),
        lambda wire: Opening.from_wire(params, wire, 3),
    )


def proven_mixed_opening(params: Params) -> Proven[MixedOpening]:
    dealt = deal(params, 3, 5)
    hand = dealt.hand_of(1, (0, 1, 2, 3))
    return Proven(
        context(1, "discard"),
        make_mixed_opening(params, dealt.secrets[1], context(1, "discard"), dealt.secret(1), dealt.keys[1], hand, (2,)),
        lambda where, value: verify_mixed_opening(params, where, dealt.keys[1], hand, value),
        lambda value: value.to_wire(params),
        lambda wire: MixedOpening.from_wire(params, wire, 4, 1),
    )


def _altered(params: Params, value: object) -> Iterator[object]:
    if isinstance(value, bytes):
        yield plus_generator(params, Element(value))
    elif isinstance(value, int):
        yield (value + 1) % params.group.order
    elif isinstance(value, tuple):
        for place, item in enumerate(value):
            for other in _altered(params, item):
                yield (*value[:place], other, *value[place + 1 :])
    elif is_dataclass(value) and not isinstance(value, type):
        for field in fields(value):
            for other in _altered(params, getattr(value, field.name)):
                yield replace(value, **{field.name: other})
