"""What dealing costs, in units of one variable-base product on the same machine in the same run.

The figures are ratios so that they mean the same on a slow machine and a fast one. The clock comes from
outside, for nothing in this package looks at one; `time.thread_time` keeps other programs out of the figures.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from scatnet.dealing.batch import Batch
from scatnet.dealing.commitment import Commitment, collect_commitment, make_commitment
from scatnet.dealing.elgamal import Deck, starting_deck
from scatnet.dealing.group import Element
from scatnet.dealing.keys import RoundKey, collect_round_key, make_round_key, round_secret, table_key
from scatnet.dealing.params import DECK_SIZE, Params, standard_params
from scatnet.dealing.secrets import SEED_SIZE, TableSecrets
from scatnet.dealing.shares import Shares, collect_shares, make_shares
from scatnet.dealing.shuffle import Shuffle, collect_shuffle, make_shuffle
from scatnet.dealing.transcript import Context, commitment_context

_TABLE: Final = bytes(SEED_SIZE)
_HEAD: Final = bytes(range(SEED_SIZE))
_SERIAL: Final = 1
_ROUND: Final = 1
_CARDS_EACH: Final = 3


@dataclass(frozen=True, slots=True)
class Figure:
    """One measured figure.

    Attributes:
        name: what was measured.
        value: how much it was, in `unit`.
        bound: the most that it may be, or None where it is only for comparison.
        unit: "m" for one variable-base product, "µs" for microseconds.
    """

    name: str
    value: float
    bound: float | None
    unit: str


@dataclass(frozen=True, slots=True)
class _Deal:
    """A whole deal of one round: everything that the seats publish until all can read their cards."""

    params: Params
    secrets: tuple[TableSecrets, ...]
    keys: tuple[RoundKey, ...]
    commitments: tuple[Commitment, ...]
    decks: tuple[Deck, ...]
    shuffles: tuple[Shuffle, ...]
    shares: tuple[Shares, ...]

    @property
    def points(self) -> tuple[Element, ...]:
        return tuple(key.key for key in self.keys)


def measure_dealing(clock: Callable[[], float], repetitions: int = 7, seats: int = 4) -> list[Figure]:
    """Measure the costs of one seat's part in a deal of 52 cards.

    Args:
        clock: seconds of work done by this thread, such as `time.thread_time`.
        repetitions: how often to measure each cost; the least counts.
        seats: seats at the table whose deal is checked in one batch.

    Returns:
        The product itself in microseconds, then every cost that has a bound. Checks include decoding.
    """
    params = standard_params()
    deal = _make_deal(params, seats)
    gauge = _Gauge(params, clock, repetitions)
    secrets, key, commitment = deal.secrets[0], deal.keys[0], deal.commitments[0]
    key_wire = key.to_wire(params)
    commitment_wire = commitment.to_wire(params)
    shuffle_wire = deal.shuffles[0].to_wire(params)

    def make_key_and_commitment() -> None:
        make_round_key(params, secrets, _context(0, "round_key"), _SERIAL)
        make_commitment(params, secrets, commitment_context(_TABLE, 0, _SERIAL), DECK_SIZE)

    def check_key_and_commitment() -> None:
        batch: Batch[None] = Batch(params)
        collect_round_key(batch, None, _context(0, "round_key"), RoundKey.from_wire(params, key_wire))
        received = Commitment.from_wire(params, commitment_wire)
        collect_commitment(batch, None, commitment_context(_TABLE, 0, _SERIAL), received, DECK_SIZE)
        _must_hold(batch)

    def shuffle_deck() -> None:
        make_shuffle(
            params,
            secrets,
            _context(0, "shuffle"),
            commitment_context(_TABLE, 0, _SERIAL),
            commitment,
            deal.points,
            deal.decks[0],
        )

    def check_shuffle() -> None:
        batch: Batch[None] = Batch(params)
        _collect_shuffle(batch, deal, 0, Shuffle.from_wire(params, shuffle_wire, DECK_SIZE))
        _must_hold(batch)

    return [
        Figure("one variable-base product (m)", gauge.product() * 1e6, None, "µs"),
        Figure("key commitment and its proof", gauge.cost(make_key_and_commitment), 400, "m"),
        Figure("checking a key commitment", gauge.cost(check_key_and_commitment), 330, "m"),
        Figure("a shuffle and its proof", gauge.cost(shuffle_deck), 400, "m"),
        Figure("checking a shuffle", gauge.cost(check_shuffle), 380, "m"),
        Figure(
            "checking one seat's share of a deal, batched",
            gauge.cost(_deal_check(deal)) / seats,
            340,
            "m",
        ),
    ]


class _Gauge:
    """Times work and products in turn. The least of each counts: what other programs take only ever adds."""

    def __init__(self, params: Params, clock: Callable[[], float], repetitions: int) -> None:
        self._group = params.group
        self._clock = clock
        self._repetitions = repetitions
        secrets = TableSecrets(bytes(SEED_SIZE), _TABLE)
        self._points = params.bases
        self._scalars = secrets.scalars(params.group.order, len(params.bases), "measure")

    def product(self) -> float:
        """Give the seconds of one product."""
        return min(self._product_once() for _ in range(self._repetitions))

    def cost(self, work: Callable[[], None]) -> float:
        """Give the cost of work in products."""
        products: list[float] = []
        seconds: list[float] = []
        for _ in range(self._repetitions):
            products.append(self._product_once())
            seconds.append(self._timed(work))
        return min(seconds) / min(products)

    def _product_once(self) -> float:
        return self._timed(lambda: self._group.multi_exp(self._points, self._scalars)) / len(self._points)

    def _timed(self, work: Callable[[], object]) -> float:
        start = self._clock()
        work()
        return self._clock() - start


def _deal_check(deal: _Deal) -> Callable[[], None]:
    params = deal.params
    keys = [key.to_wire(params) for key in deal.keys]
    commitments = [commitment.to_wire(params) for commitment in deal.commitments]
    shuffles = [shuffle.to_wire(params) for shuffle in deal.shuffles]
    shares = [share.to_wire(params) for share in deal.shares]

    def check() -> None:
        batch: Batch[None] = Batch(params)
        decks = [deal.decks[0]]
        for seat in range(len(keys)):
            collect_round_key(batch, None, _context(seat, "round_key"), RoundKey.from_wire(params, keys[seat]))
            received = Commitment.from_wire(params, commitments[seat])
            collect_commitment(batch, None, commitment_context(_TABLE, seat, _SERIAL), received, DECK_SIZE)
            shuffle = Shuffle.from_wire(params, shuffles[seat], DECK_SIZE)
            _collect_shuffle(batch, deal, seat, shuffle)
            decks.append(shuffle.deck)
        for seat in range(len(keys)):
            asked = _asked_of(seat, len(keys), decks[-1])
            given = Shares.from_wire(params, shares[seat], len(asked))
            collect_shares(batch, None, _context(seat, "deal_shares"), deal.points[seat], asked, given)
        _must_hold(batch)

    return check


def _collect_shuffle(batch: Batch[None], deal: _Deal, seat: int, shuffle: Shuffle) -> None:
    collect_shuffle(
        batch,
        None,
        _context(seat, "shuffle"),
        deal.commitments[seat],
        table_key(deal.params, deal.points),
        deal.points,
        deal.decks[seat],
        shuffle,
    )


def _make_deal(params: Params, seats: int) -> _Deal:
    secrets = tuple(TableSecrets(bytes((seat,)) * SEED_SIZE, _TABLE) for seat in range(seats))
    keys = tuple(make_round_key(params, secrets[seat], _context(seat, "round_key"), _SERIAL) for seat in range(seats))
    points = [key.key for key in keys]
    commitments = tuple(
        make_commitment(params, secrets[seat], commitment_context(_TABLE, seat, _SERIAL), DECK_SIZE)
        for seat in range(seats)
    )
    decks = [starting_deck(params, table_key(params, points), range(DECK_SIZE))]
    shuffles: list[Shuffle] = []
    for seat in range(seats):
        shuffles.append(
            make_shuffle(
                params,
                secrets[seat],
                _context(seat, "shuffle"),
                commitment_context(_TABLE, seat, _SERIAL),
                commitments[seat],
                points,
                decks[-1],
            )
        )
        decks.append(shuffles[-1].deck)
    shares = tuple(
        make_shares(
            params,
            secrets[seat],
            _context(seat, "deal_shares"),
            round_secret(params, secrets[seat], _SERIAL),
            points[seat],
            _asked_of(seat, seats, decks[-1]),
        )
        for seat in range(seats)
    )
    return _Deal(params, secrets, keys, commitments, tuple(decks), tuple(shuffles), shares)


def _asked_of(seat: int, seats: int, deck: Deck) -> Deck:
    # Three cards for every other seat, one at a time around the table, and the first discard.
    hands = seats * _CARDS_EACH
    return (*(deck[card] for card in range(hands) if card % seats != seat), deck[hands])


def _context(seat: int, kind: str) -> Context:
    return Context(table=_TABLE, anchor=_HEAD, round=_ROUND, seat=seat, kind=kind)


def _must_hold(batch: Batch[None]) -> None:
    faults = batch.verify()
    if faults:
        raise AssertionError(faults[0].reason)
