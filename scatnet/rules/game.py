"""A game: lives, the county, who is out or away, whose deal it is, the kitty, and who has won.

A `Game` stands between two rounds; `settle` folds a round's result into it, and the other functions say what
leaving, lapsing and coming back do. All are pure. Seats are 0 to n-1, clockwise. What the rules page leaves
to the program:

- The lives of a seat that leaves the game (resigned or expelled) go into the kitty. So the lives of all seats
  and the kitty always add up to what the game began with.
- Seats that resigned in a round are out before its losses are counted: a replay gives nobody a seat back.
- A round that ended because at most one seat was left in it costs nobody anything, away seats included.
- A penalty for a lapse that would put out everyone left is not taken.
- When the last seats leave together, the game is over and nobody has won.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

from scatnet.rules.ruleset import AllOut, RuleSet
from scatnet.rules.showdown import EndedBy, RoundResult


@dataclass(frozen=True, slots=True, kw_only=True)
class Game:
    """A game between two rounds.

    `lives`: by seat, 0 for a seat on the county and for one that is out. `out`: in the order of leaving.
    `away`: seats still in the game that are not dealt in, ascending. `dealer`: the seat whose deal comes
    next; `begin_round` moves it on where that seat cannot deal. `rounds`: how many have ended, replayed and
    void ones included. `winners`: None while the game goes on, then in turn order. `payout`: what each winner
    had from the kitty, as (seat, lives).
    """

    rules: RuleSet
    lives: tuple[int, ...]
    dealer: int
    out: tuple[int, ...] = ()
    away: tuple[int, ...] = ()
    kitty: int = 0
    rounds: int = 0
    winners: tuple[int, ...] | None = None
    payout: tuple[tuple[int, int], ...] = ()

    @property
    def turn_order(self) -> tuple[int, ...]:
        """All seats from the dealer's left on, the dealer last, whether or not they are in."""
        seats = tuple(range(len(self.lives)))
        return seats[self.dealer + 1 :] + seats[: self.dealer + 1]

    @property
    def left(self) -> tuple[int, ...]:
        """The seats still in the game, away or not, in turn order."""
        if not self.out:
            return self.turn_order
        return tuple(seat for seat in self.turn_order if seat not in self.out)

    @property
    def present(self) -> tuple[int, ...]:
        """The seats to be dealt in, in turn order."""
        if not self.away:
            return self.left
        return tuple(seat for seat in self.left if seat not in self.away)

    @property
    def county(self) -> tuple[int, ...]:
        """The seats on the county: still in the game with nothing left, ascending."""
        return tuple(sorted(seat for seat in self.left if self.lives[seat] == 0))

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.winners is not None


@dataclass(frozen=True, slots=True, kw_only=True)
class Settlement:
    """What a round did to a game.

    `lost`: for every seat still in the game when the round was settled, the lives lost as the rules say (0
    for all in a replay). `paid`: what those losses put into the kitty. `put_out`: the seats that left the
    game with this round, in turn order. `replay`: the round would have put out everyone left, so its losses
    are cancelled.
    """

    game: Game
    lost: Mapping[int, int]
    paid: Mapping[int, int]
    put_out: tuple[int, ...]
    replay: bool


def new_game(rules: RuleSet, seats: int, dealer: int) -> Game:
    """A game about to begin, with `dealer` to deal first.

    Raises ValueError where the rules do not take so many seats or the dealer is none of them.
    """
    if not rules.min_seats <= seats <= rules.max_seats:
        raise ValueError(f"These rules take {rules.min_seats} to {rules.max_seats} seats, not {seats}.")
    if not 0 <= dealer < seats:
        raise ValueError(f"The dealer is seat {dealer} of {seats}.")
    return Game(rules=rules, lives=(rules.lives,) * seats, dealer=dealer)


def begin_round(game: Game, back: Iterable[int] = ()) -> Game:
    """The game with these seats back, and the deal with the first seat from the dealer on that can deal."""
    returning = frozenset(back)
    ready = game
    if returning:
        ready = replace(game, away=tuple(seat for seat in game.away if seat not in returning))
    present = ready.present
    if not present or ready.dealer in present:
        return ready
    return replace(ready, dealer=present[0])


def settle(game: Game, result: RoundResult) -> Settlement:
    """Fold a round's result into the game whose `present` seats played it."""
    before = game.left
    leaving = result.resigned if result.expelled is None else (*result.resigned, result.expelled)
    game = forfeit(game, leaving)
    left, rounds = game.left, game.rounds + 1
    lost = dict.fromkeys(before, 0)
    if not result.void and not game.over:
        lost.update({seat: n for seat, n in result.lost.items() if seat in left})
        if result.ended_by is not EndedBy.RESIGN:
            lost.update(dict.fromkeys(game.away, 1))
    after, paid = _take_losses(game, lost)
    staying = after.left
    replayed = not staying and not game.over and game.rules.all_out is AllOut.REPLAY
    if replayed:
        after, lost, paid = game, dict.fromkeys(before, 0), {}
    elif not game.over and len(staying) < 2:
        after = _won_by(after, staying or left)
    same_dealer = replayed or result.void or after.over
    after = replace(after, rounds=rounds, dealer=after.dealer if same_dealer else staying[0])
    return Settlement(
        game=after,
        lost=MappingProxyType(lost),
        paid=MappingProxyType(paid),
        put_out=tuple(seat for seat in before if seat in after.out),
        replay=replayed,
    )


def lapse_loss(rules: RuleSet, *, had_knocked: bool) -> int:
    """What a seat loses whose lapse makes a round void."""
    return rules.knocker_penalty if had_knocked else 1


def void_round(game: Game, lapsed: Mapping[int, int]) -> Game:
    """The game after a round made void by lapses: `lapsed` gives what each such seat loses (`lapse_loss`).

    Nobody else loses, the same dealer deals again, and the seats that lapsed are away.
    """
    ended = replace(game, rounds=game.rounds + 1)
    after, _paid = _take_losses(ended, lapsed)
    return mark_away(_with_winner(after if after.left else ended), lapsed)


def mark_away(game: Game, seats: Iterable[int]) -> Game:
    """The game with these seats away, as far as still in it, until `begin_round` brings them back."""
    going = {seat for seat in seats if seat in game.left}
    return replace(game, away=tuple(sorted({*game.away, *going})))


def forfeit(game: Game, seats: Iterable[int]) -> Game:
    """The game without these seats: out for good, their lives in the kitty. The last one left has won."""
    named = frozenset(seats)
    if not named or game.over:
        return game
    leaving = [seat for seat in game.left if seat in named]
    lives = tuple(0 if seat in leaving else n for seat, n in enumerate(game.lives))
    after = replace(
        game,
        lives=lives,
        kitty=game.kitty + sum(game.lives) - sum(lives),
        out=(*game.out, *leaving),
        away=tuple(seat for seat in game.away if seat not in leaving),
    )
    return _with_winner(after) if after.left else replace(after, winners=())


def lives_after(rules: RuleSet, lives: int, loss: int) -> tuple[int, bool]:
    """What a seat with so many lives has after a loss, and whether it is still in the game."""
    if loss == 0:
        return lives, True
    if not rules.grace:
        return max(lives - loss, 0), lives > loss
    in_game = lives > 0 if rules.county_shield else lives >= loss
    return max(lives - loss, 0), in_game


def _take_losses(game: Game, lost: Mapping[int, int]) -> tuple[Game, dict[int, int]]:
    """The game with losses taken and paid into the kitty, winners not looked for; and what each seat paid."""
    lives, out, paid = list(game.lives), list(game.out), dict[int, int]()
    for seat in game.left:
        loss = lost.get(seat, 0)
        if loss:
            lives[seat], in_game = lives_after(game.rules, game.lives[seat], loss)
            paid[seat] = game.lives[seat] - lives[seat]
            if not in_game:
                out.append(seat)
    if not paid:
        return game, paid
    after = replace(
        game,
        lives=tuple(lives),
        out=tuple(out),
        away=tuple(seat for seat in game.away if seat not in out),
        kitty=game.kitty + sum(paid.values()),
    )
    return after, paid


def _with_winner(game: Game) -> Game:
    return _won_by(game, game.left) if len(game.left) == 1 and not game.over else game


def _won_by(game: Game, winners: tuple[int, ...]) -> Game:
    """The game won by these seats, who share the kitty, an odd rest going to the first in turn order."""
    share, rest = divmod(game.kitty, len(winners))
    payout = tuple((seat, share + (rest if place == 0 else 0)) for place, seat in enumerate(winners))
    return replace(game, winners=winners, payout=payout)
