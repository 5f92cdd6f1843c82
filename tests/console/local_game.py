"""A real local game on the rules engine, with computer players in the other seats, and the view of it from one seat.

The same seed and the same choices play the same game.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from scatnet.bots import STANDARD
from scatnet.bots.view import BotView
from scatnet.net.session import Update, ViewChanged
from scatnet.rules import moves
from scatnet.rules.cards import NEW_DECK
from scatnet.rules.game import Game, begin_round, forfeit, new_game, settle
from scatnet.rules.moves import Code, Move, Refusal
from scatnet.rules.open_round import OpenRound, close_calls, close_throw_down, deal_open, play
from scatnet.rules.round import Held, legal_with_hand
from scatnet.rules.round import Phase as RoundPhase
from scatnet.rules.ruleset import FirstDiscard, RuleSet, ThirtyOneCall
from scatnet.rules.scoring import hand_score, thirty_one_in
from scatnet.rules.showdown import EndedBy
from scatnet.table.happenings import Happening, HappeningKind
from scatnet.table.view import Choice, Phase, Progress, SeatStatus, SeatView, TableView, Verb

__all__ = ["WAIT", "LocalGame", "play_through"]

WAIT = ViewChanged()
"""What the game yields where it goes on only after my choice: this very object."""


class LocalGame:
    """A game at one machine. Iterating gives what happens; at a choice of mine it yields until `choose` was called."""

    def __init__(
        self,
        rules: RuleSet,
        names: tuple[str, ...],
        *,
        seed: int,
        me: int | None = 0,
        deck: tuple[int, ...] | None = None,
        dealer: int | None = None,
        table: str = "Kitchen table",
        people: tuple[int, ...] = (),
    ) -> None:
        """`people` are the seats besides mine whose name a person bears; they play as computer players do."""
        self.rules = rules
        self.people = people
        self.names = names
        self.me = me
        self.table = table
        self.lobby = True
        self.phase = Phase.LOBBY
        self.started = False
        self.resigning = False
        self._deck = deck
        self._dealer = dealer
        self._chance = Random(seed)
        self._choice: Choice | None = None
        self.game: Game | None = None
        self.opened: OpenRound | None = None
        self.progress: Progress | None = None
        self.rounds = 0
        self.shown: dict[int, tuple[int, ...]] = {}
        self.verified = 0

    # What happens.

    def run(self) -> Iterator[Update]:
        """Play from the lobby to the winner."""
        for seat in range(len(self.names)):
            yield Happening(kind=HappeningKind.SAT, seat=seat)
        while not self.started:
            yield WAIT
        self.phase = Phase.COIN
        yield Happening(kind=HappeningKind.BEGUN, seats=tuple(range(len(self.names))))
        self.game = new_game(self.rules, len(self.names), self._first_dealer())
        yield Happening(kind=HappeningKind.DEALER, seat=self.game.dealer)
        while self.game.winners is None:
            yield from self._round()
        self.phase, self.opened = Phase.OVER, None
        yield Happening(kind=HappeningKind.WON, seats=self.game.winners, number=self.game.kitty)

    def _first_dealer(self) -> int:
        return self._chance.randrange(len(self.names)) if self._dealer is None else self._dealer

    def choose(self, choice: Choice) -> str | None:
        """My choice; a sentence where it is refused."""
        if choice not in self.view().choices:
            return self.view().refusals.get(choice.verb, Refusal(Code.CARD_NOT_HELD).sentence)
        self._choice = choice
        return None

    def _mine(self) -> Iterator[Update]:
        self._choice = None
        while self._choice is None and not self.resigning:
            yield WAIT

    def _round(self) -> Iterator[Update]:
        if self.game is None:
            raise AssertionError("A round belongs to a game.")
        self.phase = Phase.OPENING
        self.game = begin_round(self.game)
        self.rounds += 1
        self.shown = {}
        yield Happening(kind=HappeningKind.ROUND, number=self.rounds, seat=self.game.dealer, seats=self.game.present)
        yield from self._shuffle(self.game.present)
        deck = self._deck or tuple(sorted(NEW_DECK, key=lambda _card: self._chance.random()))
        self._deck = None
        opened = deal_open(self.rules, self.game.present, self.game.dealer, deck)
        self.opened = opened
        if opened.public.phase is RoundPhase.THROW_DOWN:
            yield from self._throw_down_window(opened)
        if self.opened.public.phase is not RoundPhase.OVER or self.opened.public.ended_by is EndedBy.THIRTY_ONE:
            face_up = self.rules.first_discard is FirstDiscard.FACE_UP
            yield Happening(kind=HappeningKind.DEALT, cards=(self.opened.first_discard,) if face_up else ())
        if self.opened.public.phase is RoundPhase.CALLS:
            yield from self._call_window(self.opened)
        elif self.opened.public.phase is RoundPhase.OVER:
            for seat in self.opened.public.thirty_ones:
                yield Happening(kind=HappeningKind.CALLED, seat=seat, cards=self.opened.hands[seat])
        self.phase = Phase.TURN
        while self.opened.public.seat is not None and not self.resigning:
            yield from self._turn(self.opened, self.opened.public.seat)
        yield from self._end()

    def _shuffle(self, present: tuple[int, ...]) -> Iterator[Update]:
        self.phase, self.opened = Phase.SHUFFLE, None
        total = len(present) + 2  # the keys, a shuffle of each, and the shares
        self.progress = Progress(done=0, total=total, verified=self.verified)
        for seat in present:
            yield Happening(kind=HappeningKind.KEYED, seat=seat)
        for done, seat in enumerate(present, start=2):
            self.verified += 3
            self.progress = Progress(done=done, total=total, last_shuffler=seat, verified=self.verified)
            yield Happening(kind=HappeningKind.SHUFFLED, seat=seat)

    def _throw_down_window(self, opened: OpenRound) -> Iterator[Update]:
        self.phase = Phase.THROW_DOWN
        throwing: list[int] = []
        if self.me in opened.public.order:
            yield from self._mine()
            if self._choice == Choice(verb=Verb.THROW_DOWN) and self.me is not None:
                throwing.append(self.me)
        self.opened = close_throw_down(opened, throwing)
        for seat in throwing:
            yield Happening(kind=HappeningKind.THREW_DOWN, seat=seat)

    def _call_window(self, opened: OpenRound) -> Iterator[Update]:
        self.phase = Phase.DEAL_CALL
        callers = [
            seat for seat in opened.public.order if seat != self.me and thirty_one_in(opened.hands[seat]) is not None
        ]
        if self.me in opened.public.order and self.me is not None and thirty_one_in(opened.hands[self.me]):
            yield from self._mine()
            if self._choice == Choice(verb=Verb.CALL):
                callers.append(self.me)
        self.opened = close_calls(opened, callers)
        for seat in callers:
            yield Happening(kind=HappeningKind.CALLED, seat=seat, cards=opened.hands[seat])

    def _turn(self, opened: OpenRound, seat: int) -> Iterator[Update]:
        if seat == self.me:
            yield from self._mine()
            choice = self._choice
            if choice is None:
                return
            move = Move(moves.Verb(choice.verb.value), choice.card, choice.knock)
        else:
            yield ViewChanged()
            game = self.game
            lives = 0 if game is None else game.lives[seat]
            move = STANDARD.choose(BotView(opened.public, seat, opened.hands[seat], lives), self._chance)
        blind = opened.public.blind and move.verb is moves.Verb.TAKE
        top = opened.public.top
        after = play(opened, seat, move, lambda cards: cards)
        if isinstance(after, Refusal):
            raise AssertionError(after.code)
        if after.public.restocks > opened.public.restocks:
            yield Happening(kind=HappeningKind.RESHUFFLE, number=after.public.stock + 1)
        self.opened = after
        yield from _told(seat, move, blind, top, opened)
        if opened.public.blind and not after.public.blind and not blind:
            yield Happening(kind=HappeningKind.BURIED)
        if after.public.thirty_ones:
            yield Happening(kind=HappeningKind.DECLARED, seat=seat, cards=thirty_one_in(after.hands[seat]) or ())

    def _end(self) -> Iterator[Update]:
        if self.game is None or self.opened is None:
            raise AssertionError("A round that ends has been dealt.")
        result = self.opened.public.result
        if self.resigning and self.me is not None and result is None:
            self.game, self.resigning = forfeit(self.game, (self.me,)), False
            yield Happening(kind=HappeningKind.RESIGNED, seat=self.me)
            return
        if result is None:
            raise AssertionError("A round that is over has a result.")
        self.phase = Phase.SHOW
        for seat, score in result.scores.items():
            cards = thirty_one_in(self.opened.hands[seat]) or self.opened.hands[seat][:3]
            self.shown[seat] = cards
            if result.ended_by is not EndedBy.THIRTY_ONE:
                yield Happening(kind=HappeningKind.SHOWED, seat=seat, cards=cards, number=score)
        settled = settle(self.game, result)
        before, self.game = self.game, settled.game
        if settled.replay:
            yield Happening(kind=HappeningKind.REPLAY)
        for seat, lost in settled.lost.items():
            if lost:
                yield Happening(kind=HappeningKind.LOST, seat=seat, number=lost)
            if seat in settled.game.county and seat not in before.county:
                yield Happening(kind=HappeningKind.COUNTY, seat=seat)
            if seat in settled.put_out:
                yield Happening(kind=HappeningKind.OUT, seat=seat)

    # What I see.

    def view(self) -> TableView:
        """The table as I may see it."""
        hand, extra = self._hand()
        public = None if self.opened is None else self.opened.public
        counted = (*hand, *(() if extra is None else (extra,)))
        choices = self._choices(hand, extra)
        held = thirty_one_in(counted) is not None if len(counted) in (3, 4) else False
        return TableView(
            table=bytes(32),
            name=self.table,
            rules=self.rules,
            phase=self.phase,
            number=self.rounds * 10,
            round=self.rounds,
            seats=tuple(self._seat(seat) for seat in range(len(self.names))),
            me=self.me,
            seats_wanted=len(self.names),
            hand=hand,
            extra=extra,
            must_declare=held
            and self.rules.thirty_one_call is ThirtyOneCall.DECLARED
            and self.phase is Phase.TURN
            and public is not None
            and public.seat == self.me,
            pile=() if public is None else public.pile,
            face_down=False if public is None else public.blind,
            may_take_blind=False if public is None else public.blind and public.turn == 1,
            stock=0 if public is None else public.stock,
            dealer=None if self.game is None else self.game.dealer,
            acting=None if public is None else public.seat,
            knocker=None if public is None else public.knocker,
            choices=choices,
            refusals={} if self.me is None else self._refusals(choices),
            progress=self.progress,
            kitty=0 if self.game is None else self.game.kitty,
            winners=() if self.game is None else self.game.winners or (),
        )

    def _hand(self) -> tuple[tuple[int, ...], int | None]:
        if self.opened is None or self.me is None or self.phase is Phase.THROW_DOWN:
            return (), None
        hand = self.opened.hands[self.me] if self.me < len(self.opened.hands) else ()
        return (hand[:3], hand[3]) if len(hand) == 4 else (hand, None)

    def _choices(self, hand: tuple[int, ...], extra: int | None) -> tuple[Choice, ...]:
        if self.opened is None or self.me is None or self.me not in self.opened.public.order or self._choice:
            return ()
        public = self.opened.public
        if self.phase is Phase.THROW_DOWN:
            return (Choice(verb=Verb.THROW_DOWN), Choice(verb=Verb.KEEP_CARDS))
        if self.phase is Phase.DEAL_CALL:
            return (Choice(verb=Verb.CALL), Choice(verb=Verb.NO_CALL)) if thirty_one_in(hand) else ()
        if self.phase is not Phase.TURN or public.seat != self.me:
            return ()
        cards = hand if extra is None else (*hand, extra)
        found: list[Choice] = []
        for verb in legal_with_hand(public, cards):
            if verb is not moves.Verb.DISCARD:
                found.append(Choice(verb=Verb(verb.value)))
                continue
            for card in cards:
                if card == public.banned:
                    continue
                found.append(Choice(verb=Verb.DISCARD, card=card))
                kept = tuple(other for other in cards if other != card)
                if public.may_knock_with_discard and hand_score(self.rules, kept) >= self.rules.minimum_knock:
                    found.append(Choice(verb=Verb.DISCARD, card=card, knock=True))
        return tuple(found)

    def _refusals(self, choices: tuple[Choice, ...]) -> dict[Verb, str]:
        possible = {choice.verb for choice in choices}
        public = None if self.opened is None else self.opened.public
        holding = public is not None and public.held is not Held.NOTHING
        mine = public is not None and public.seat == self.me
        found: dict[Verb, str] = {}
        for verb in (Verb.DRAW, Verb.TAKE, Verb.KNOCK, Verb.PASS, Verb.DECLARE, Verb.DISCARD):
            if verb in possible:
                continue
            if not mine:
                code = Code.NOT_YOUR_TURN
            elif verb is Verb.DISCARD:
                code = Code.MUST_DRAW_FIRST
            elif verb is Verb.DECLARE:
                code = Code.NOT_THIRTY_ONE
            elif holding:
                code = Code.MUST_DISCARD
            else:
                code = {
                    Verb.DRAW: Code.STOCK_EMPTY,
                    Verb.TAKE: Code.NOTHING_TO_TAKE,
                    Verb.KNOCK: Code.KNOCK_BELOW_MINIMUM,
                    Verb.PASS: Code.PASS_NOT_ALLOWED,
                }[verb]
            found[verb] = Refusal(code).sentence
        return found

    def _seat(self, seat: int) -> SeatView:
        public = None if self.opened is None else self.opened.public
        game = self.game
        out = game is not None and seat in game.out
        return SeatView(
            seat=seat,
            name=self.names[seat],
            key=bytes([seat]) * 32,
            fingerprint=f"key-{seat}",
            computer=seat != self.me and seat not in self.people,
            operator_seat=None if seat == self.me or seat in self.people else self.me,
            status=SeatStatus.OUT if out else SeatStatus.IN,
            lives=self.rules.lives if game is None else game.lives[seat],
            county=game is not None and seat in game.county,
            cards=0 if self.opened is None else len(self.opened.hands[seat]) if seat < len(self.opened.hands) else 0,
            dealer=game is not None and game.dealer == seat,
            acting=public is not None and public.seat == seat,
            knocked=public is not None and public.knocker == seat,
            shown=self.shown.get(seat, ()),
        )


def _told(seat: int, move: Move, blind: bool, top: int | None, opened: OpenRound) -> Iterator[Update]:
    match move.verb:
        case moves.Verb.DRAW:
            yield Happening(kind=HappeningKind.DREW, seat=seat)
        case moves.Verb.TAKE if blind:
            yield Happening(kind=HappeningKind.TOOK_BLIND, seat=seat)
        case moves.Verb.TAKE:
            yield Happening(kind=HappeningKind.TOOK, seat=seat, cards=() if top is None else (top,))
        case moves.Verb.KNOCK:
            yield Happening(kind=HappeningKind.KNOCKED, seat=seat)
        case moves.Verb.PASS:
            yield Happening(kind=HappeningKind.PASSED, seat=seat)
        case moves.Verb.DISCARD:
            yield Happening(kind=HappeningKind.DISCARDED, seat=seat, cards=() if move.card is None else (move.card,))
            if move.knock:
                yield Happening(kind=HappeningKind.KNOCKED, seat=seat)


def play_through(game: LocalGame, chance: Random) -> Iterator[tuple[Update, TableView]]:
    """The whole game with my choices made by chance, each update with the view after it."""
    game.started = True
    for update in game.run():
        view = game.view()
        yield update, view
        if update is WAIT and view.choices:
            game.choose(chance.choice(view.choices))
            yield ViewChanged(), game.view()
