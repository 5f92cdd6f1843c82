"""What a state looks like to one person: the public facts, and that person's own cards.

Times (the clock, the patience) are not in a state; whoever keeps them adds them to the view.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from scatnet.log import fingerprint
from scatnet.rules.cards import HAND_SIZE
from scatnet.rules.game import Game
from scatnet.rules.ruleset import FirstDiscard
from scatnet.rules.scoring import best_three, hand_score
from scatnet.table.beginning import house_rule_played
from scatnet.table.options import choices, must_declare, refusals
from scatnet.table.slots import expected, suspended
from scatnet.table.state import Stage, TableState
from scatnet.table.view import Phase, Progress, SeatStatus, SeatView, TableView

__all__ = ["see"]

_PHASES: Final[Mapping[Stage, Phase]] = MappingProxyType(
    {
        Stage.LOBBY: Phase.LOBBY,
        Stage.COIN_COMMIT: Phase.COIN,
        Stage.COIN_REVEAL: Phase.COIN,
        Stage.OPENING: Phase.OPENING,
        Stage.KEYS: Phase.SHUFFLE,
        Stage.RESTOCK: Phase.SHUFFLE,
        Stage.SHUFFLE: Phase.SHUFFLE,
        Stage.THROW_DOWN: Phase.THROW_DOWN,
        Stage.DEAL_SHARES: Phase.SHUFFLE,
        Stage.DEAL_CALL: Phase.DEAL_CALL,
        Stage.TURN: Phase.TURN,
        Stage.DRAW_SHARES: Phase.TURN,
        Stage.DISCARD: Phase.TURN,
        Stage.SHOW: Phase.SHOW,
        Stage.OVER: Phase.OVER,
    }
)


def see(state: TableState, me: int | None, held: tuple[int, ...]) -> TableView:
    """What the person in seat `me` may see, holding `held`; a spectator (None) holds nothing."""
    round_, deal, game = state.round, state.deal, state.game
    waiting = tuple(slot.seat for slot in expected(state)) if state.seats else ()
    open_ = round_ is not None and deal is not None
    extra = held[HAND_SIZE] if len(held) > HAND_SIZE else None
    return TableView(
        table=state.table,
        name=state.settings.name,
        rules=state.rules,
        phase=Phase.SUSPENDED if state.stage is Stage.OPENING and suspended(state) else _PHASES[state.stage],
        number=state.number,
        round=state.rounds,
        seats=tuple(_seat(state, place, waiting) for place in range(len(state.seats))),
        me=me,
        seats_wanted=state.settings.seats,
        public=round_ if open_ else None,
        house_rule=house_rule_played(state.settings, state.seats),
        hand=tuple(sorted(held[:HAND_SIZE])),
        extra=extra,
        score=hand_score(state.rules, best_three(state.rules, held)) if held else None,
        must_declare=me is not None and bool(held) and must_declare(state, me, held),
        pile=round_.pile if round_ is not None and open_ else (),
        face_down=open_ and round_ is not None and _face_down_on_top(state),
        may_take_blind=open_ and round_ is not None and round_.blind and round_.seat is not None and round_.seat == me,
        stock=round_.stock if round_ is not None and open_ else 0,
        dealer=game.dealer if game is not None else None,
        acting=round_.seat if round_ is not None and open_ else None,
        knocker=round_.knocker if round_ is not None else None,
        choices=choices(state, me, held) if me is not None and _may_choose(state, me, waiting) else (),
        refusals=refusals(state, me, held) if me is not None and open_ else {},
        progress=_progress(state),
        kitty=game.kitty if game is not None else 0,
        ended_by=round_.ended_by.value if round_ is not None and round_.ended_by is not None else None,
        winners=(game.winners or ()) if game is not None else (),
        waiting_for=waiting,
    )


def _may_choose(state: TableState, me: int, waiting: tuple[int, ...]) -> bool:
    """A hand can be chosen from only once it can be read; the windows and turns are the steps that wait for choices."""
    return me in waiting and state.stage in (Stage.THROW_DOWN, Stage.DEAL_CALL, Stage.TURN, Stage.DISCARD)


def _face_down_on_top(state: TableState) -> bool:
    """Whether the first discard lies face down and nothing has been put on it, taken or buried."""
    round_ = state.round
    if round_ is None or state.rules.first_discard is not FirstDiscard.FACE_DOWN:
        return False
    return round_.blind


def _seat(state: TableState, place: int, waiting: tuple[int, ...]) -> SeatView:
    seat, game, round_, deal = state.seats[place], state.game, state.round, state.deal
    settled = state.settlement
    shown = round_.shown.get(place) if round_ is not None else None
    keys = [other.key for other in state.seats]
    resigned = round_ is not None and place in round_.resigned
    return SeatView(
        seat=place,
        name=seat.name,
        key=seat.key,
        fingerprint=fingerprint(seat.key),
        computer=seat.computer,
        operator_seat=keys.index(seat.operator) if seat.operator != seat.key and seat.operator in keys else None,
        status=_status(game, place),
        lives=game.lives[place] if game is not None else state.rules.lives,
        county=game is not None and place in game.county,
        cards=_cards_held(state, place),
        dealer=game is not None and game.dealer == place,
        acting=deal is not None and round_ is not None and round_.seat == place,
        waited_for=place in waiting,
        knocked=round_ is not None and round_.knocker == place,
        last_turn_to_come=round_ is not None and place in round_.last_turns,
        resigned=resigned,
        shown=shown if shown is not None else (),
        score=hand_score(state.rules, shown) if shown is not None else None,
        lost=settled.lost.get(place) if settled is not None else None,
    )


def _status(game: Game | None, place: int) -> SeatStatus:
    if game is not None and place in game.out:
        return SeatStatus.OUT
    return SeatStatus.AWAY if game is not None and place in game.away else SeatStatus.IN


def _cards_held(state: TableState, place: int) -> int:
    deal, round_ = state.deal, state.round
    if deal is None or round_ is None or not deal.hands or not deal.hands[place] or place in round_.resigned:
        return 0
    return len(deal.hands[place]) + (deal.extra is not None and round_.seat == place)


def _progress(state: TableState) -> Progress | None:
    """Keys, then one shuffle after the other, then the shares."""
    deal = state.deal
    if deal is None or _PHASES[state.stage] is not Phase.SHUFFLE:
        return None
    order = state.round.active if state.round is not None else deal.live
    shuffled = [seat for seat in order if seat not in deal.shufflers]
    done = {
        Stage.KEYS: 0,
        Stage.RESTOCK: 0,
        Stage.SHUFFLE: 1 + len(shuffled),
        Stage.DEAL_SHARES: 1 + len(order),
    }[state.stage]
    shuffling = state.stage in (Stage.SHUFFLE, Stage.DEAL_SHARES)
    last = shuffled[-1] if shuffling and shuffled else None
    return Progress(done=done, total=2 + len(order), last_shuffler=last)
