"""The sentences about a table's present state that plain lines and the full screen share.

What *happened* is told by `scatnet.table.telling`; here stands what *is*: whose turn, what may be done, what a hand is
worth and why, who holds how many lives.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from scatnet.rules.cards import CARD_POINTS, rank_of, suit_of
from scatnet.rules.ruleset import RuleSet
from scatnet.rules.scoring import THIRTY_ONE, best_three, hand_score, points_text
from scatnet.rules.text import amount
from scatnet.table.telling import Teller, suit_name
from scatnet.table.view import Choice, Phase, Progress, SeatStatus, SeatView, TableView, Verb
from scatnet.words import _, ngettext

CardText = Callable[[int], str]


def counting_rules(view: TableView) -> RuleSet:
    """The rules hands are counted by at this table: the house rule put in where it was agreed."""
    return view.rules.with_house_rule(view.house_rule)


def teller_for(view: TableView, card: CardText) -> Teller:
    """How sentences are told at this table."""
    return Teller(rules=view.rules, names=tuple(seat.name for seat in view.seats), me=view.me, card=card)


def counted(rules: RuleSet, cards: Sequence[int]) -> tuple[int, ...]:
    """Those of three or four cards that make up the best score."""
    three = best_three(rules, cards)
    score = hand_score(rules, three)
    for suit in range(4):
        suited = tuple(card for card in three if suit_of(card) == suit)
        if suited and hand_score(rules, three) == score == _suit_total(suited):
            return suited
    return three


def _suit_total(cards: Sequence[int]) -> int:
    return sum(2 * CARD_POINTS[card] for card in cards)


def score_text(rules: RuleSet, cards: Sequence[int]) -> str:
    """What three or four cards are worth and why: "21 in hearts"."""
    three = best_three(rules, cards)
    score = hand_score(rules, three)
    best = counted(rules, cards)
    if score == THIRTY_ONE:
        return _("31 in {suit}!").format(suit=suit_name(suit_of(best[0])))
    if len({rank_of(card) for card in three}) == 1 and _suit_total(best) != score:
        return _("{score}, three of a kind").format(score=points_text(score))
    if _suit_total(best) != score:
        return _("{score}, a straight flush").format(score=points_text(score))
    return _("{score} in {suit}").format(score=points_text(score), suit=suit_name(suit_of(best[0])))


def choice_text(choice: Choice, view: TableView, card: CardText) -> str:
    """What a choice does, as a short order: "take 7♠", "discard 7♠ and knock"."""
    match choice.verb:
        case Verb.THROW_DOWN:
            return _("throw the cards down unseen")
        case Verb.KEEP_CARDS:
            return _("keep the cards")
        case Verb.CALL:
            return _("call 31")
        case Verb.NO_CALL:
            return _("keep silent")
        case Verb.DRAW:
            return _("draw from the stock")
        case Verb.TAKE:
            if view.face_down or not view.pile:
                return _("take the face-down card, unseen")
            return _("take {card} from the pile").format(card=card(view.pile[-1]))
        case Verb.DISCARD:
            name = card(choice.card) if choice.card is not None else ""
            if choice.knock:
                return _("discard {card} and knock").format(card=name)
            return _("discard {card}").format(card=name)
        case Verb.DECLARE:
            return _("declare your 31")
        case Verb.KNOCK:
            return _("knock")
        case Verb.PASS:
            return _("pass")
        case Verb.RESIGN:
            return _("resign the game")


def hand_text(view: TableView, card: CardText) -> str:
    """The person's own cards and what they are worth, as a sentence."""
    if not view.hand:
        return _("You hold no cards now.")
    cards = [*view.hand, *(() if view.extra is None else (view.extra,))]
    worth = score_text(counting_rules(view), cards) if len(cards) in (3, 4) else ""
    held = " ".join(card(one) for one in view.hand)
    if view.extra is not None:
        return _("Your hand: {held}, and {extra}. Best: {worth}.").format(
            held=held, extra=card(view.extra), worth=worth
        )
    return _("Your hand: {held}. That is {worth}.").format(held=held, worth=worth)


def pile_text(view: TableView, card: CardText) -> str:
    """What lies in the middle, as a sentence."""
    if view.face_down:
        top = _("The pile's only card lies face down.")
    elif view.pile:
        top = _("On the pile lies {card}.").format(card=card(view.pile[-1]))
    else:
        top = _("The pile is empty.")
    return (
        top
        + " "
        + ngettext("{count} card in the stock.", "{count} cards in the stock.", view.stock).format(count=view.stock)
    )


def standing(seat: SeatView, rules: RuleSet) -> str:
    """What a seat still has, in words: "3 lives", "on the county", "out"."""
    if seat.resigned:
        return _("resigned")
    if seat.status is SeatStatus.OUT:
        return _("out")
    text = _("on the county") if seat.county else amount(rules.called, seat.lives)
    return _("{lives}, away").format(lives=text) if seat.status is SeatStatus.AWAY else text


def standings_text(view: TableView) -> str:
    """Who still has what, in one line: "Ann 3 lives; you 2 lives; Bo out"."""
    return "; ".join(
        f"{_('you') if seat.seat == view.me else seat.name}: {standing(seat, view.rules)}" for seat in view.seats
    )


def names_of(view: TableView, seats: Sequence[int]) -> str:
    """Names of seats as a list in words."""
    return teller_for(view, str).list(seats)


def is_fetching(view: TableView) -> bool:
    """Whether nothing has come of the table yet: whoever opens one sits at it, so nobody at all is not known yet."""
    return view.phase is Phase.LOBBY and not view.seats


def turn_text(view: TableView) -> str:
    """Whose move it is, or what the table is doing, in one sentence."""
    name = "" if view.acting is None else view.seats[view.acting].name
    mine = view.me is not None and view.acting == view.me
    waiting = [seat for seat in view.waiting_for if seat != view.me]
    match view.phase:
        case Phase.LOBBY if is_fetching(view):
            return _("The table is being fetched from the others ...")
        case Phase.LOBBY:
            return _("{taken} of {count} seats are taken.").format(taken=len(view.seats), count=view.seats_wanted)
        case Phase.COIN:
            return _("Everybody tosses a coin for the first deal, and nobody can bias it.")
        case Phase.OPENING:
            return _("The next round is about to begin.")
        case Phase.SHUFFLE:
            return shuffle_text(view)
        case Phase.THROW_DOWN:
            if view.choices:
                return _("Before anybody looks: throw your cards down, or keep them?")
            return _("Before anybody looks: {names} may throw down.").format(names=names_of(view, waiting))
        case Phase.DEAL_CALL:
            if view.choices:
                return _("You were dealt 31! Call it now.")
            return _("The cards are dealt. Does anybody hold 31?")
        case Phase.TURN if mine and view.must_declare:
            return _("You hold 31! It counts only when you declare it.")
        case Phase.TURN if mine and view.extra is not None:
            return _("Your turn: discard one card.")
        case Phase.TURN if mine and view.choices:
            if view.knocker is not None:
                return _("Your last turn: {name} has knocked.").format(name=view.seats[view.knocker].name)
            return _("Your turn.")
        case Phase.TURN if mine:
            return _("Your turn: the card is on its way.")
        case Phase.TURN:
            if view.knocker is not None and view.knocker != view.me:
                return _("{name}'s last turn: {knocker} has knocked.").format(
                    name=name, knocker=view.seats[view.knocker].name
                )
            if view.knocker is not None:
                return _("{name}'s last turn: you have knocked.").format(name=name)
            return _("{name}'s turn.").format(name=name)
        case Phase.SHOW:
            return _("The hands are shown.")
        case Phase.OVER if not view.winners:
            return _("The game is over, and nobody has won.")
        case Phase.OVER:
            return _("The game is over: {names} won.").format(names=names_of(view, view.winners))
        case Phase.SUSPENDED:
            return _("Too few people are here: the game rests, and can be resumed any day.")


def is_shuffling(progress: Progress | None) -> bool:
    """Whether seats shuffle in turn now: the keys are there, and not every shuffle is."""
    return progress is not None and 1 <= progress.done < progress.total - 1


def shuffle_text(view: TableView) -> str:
    """How far the shuffle is: "Ann has shuffled; the proof is right (3/4)"."""
    progress = view.progress
    if progress is None:
        return _("The cards are being shuffled.")
    count = progress.total - 2  # the keys before the shuffles and the shares after them are a part each
    if progress.done > count:
        return ngettext(
            "The shuffle is proven; the cards are being dealt.",
            "All {count} shuffles are proven; the cards are being dealt.",
            count,
        ).format(count=count)
    if progress.done == 0:
        ready = max(0, count - len(view.waiting_for)) if view.waiting_for else 0
        return _("Everybody makes keys for the shuffle ({ready}/{count})").format(ready=ready, count=count)
    if progress.last_shuffler is None:
        return _("The keys are there; the shuffling begins.")
    if progress.last_shuffler == view.me:
        text = _("You have shuffled; the proof is right ({done}/{count})")
    else:
        text = _("{name} has shuffled; the proof is right ({done}/{count})")
    name = view.seats[progress.last_shuffler].name
    return text.format(name=name, done=progress.done - 1, count=count)


_NAMED_SHUFFLERS = 4
"""So many who have shuffled are named; of more there would be nothing but names."""


def shuffled_text(seats: Sequence[int], view: TableView, teller: Teller) -> str:
    """That these seats have shuffled and what that is worth, once it is done. Where all of them are run by this very
    machine, there was nobody's proof to check.
    """
    alone = view.me is not None and all(view.me in (seat.seat, seat.operator_seat) for seat in view.seats)
    if len(seats) > _NAMED_SHUFFLERS:
        text = (
            _("All {count} have shuffled in turn; every proof is kept, and can be verified at the end.")
            if alone
            else _("All {count} have shuffled in turn; every proof is checked, so the deal is fair.")
        )
        return text.format(count=len(seats))
    text = (
        _("{names} have shuffled in turn; every proof is kept, and can be verified at the end.")
        if alone
        else _("{names} have shuffled in turn; every proof is checked, so the deal is fair.")
    )
    text = text.format(names=teller.list(seats))
    return text[:1].upper() + text[1:]


def verified_text(proofs: int) -> str:
    """That the table is checked, in plain words; empty before anything was."""
    if not proofs:
        return ""
    return ngettext(
        "Fair and verified: {count} proof checked here.", "Fair and verified: {count} proofs checked here.", proofs
    ).format(count=proofs)


def cut_off(seat: SeatView, view: TableView) -> bool:
    """Whether there is no connection to this seat, while that matters: in a game, and it has a part in it."""
    playing = view.phase not in (Phase.LOBBY, Phase.OVER)
    return playing and not seat.reachable and seat.status is not SeatStatus.OUT and not seat.resigned


def missed(view: TableView) -> tuple[int, ...]:
    """The seats that the table waits for and that there is no connection to."""
    return tuple(seat for seat in view.waiting_for if seat != view.me and cut_off(view.seats[seat], view))


def waiting_text(view: TableView, patience: float | None) -> str:
    """Whom the table waits for and how long yet; empty when for nobody in particular."""
    gone = missed(view)
    if gone and patience is None:
        return _("No connection to {names}; the table waits until it is back.").format(names=names_of(view, gone))
    if gone:
        return _("No connection to {names}; the others may go on in {seconds} s.").format(
            names=names_of(view, gone), seconds=max(0, round(patience or 0))
        )
    waiting = [seat for seat in view.waiting_for if seat != view.me]
    if patience is None or not waiting:
        return ""
    return _("Waiting for {names}; the others may go on in {seconds} s.").format(
        names=names_of(view, waiting), seconds=max(0, round(patience))
    )
