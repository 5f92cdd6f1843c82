"""What a peer's effects mean to people: public happenings, and sentences for what only a network of peers
knows.
"""

from __future__ import annotations

from collections.abc import Callable

from scatnet.net.driver import Tidings
from scatnet.table.effects import Closed, FalsePlay, Happened, Rewound, Voted
from scatnet.table.happenings import Happening
from scatnet.table.news import news
from scatnet.table.state import TableState
from scatnet.words import _

__all__ = ["happenings_of", "notice_of"]


def happenings_of(tidings: Tidings) -> tuple[Happening, ...]:
    """The happenings in an effect, in order."""
    match tidings:
        case Closed(before, step, after):
            return news(before, step, after)
        case Happened(happening):
            return (happening,)
        case _:
            return ()


def notice_of(tidings: Tidings, state: TableState, name_of: Callable[[bytes], str]) -> str | None:
    """A sentence for an effect that is no happening of the game; `name_of` gives the name of an operator's
    key.
    """
    match tidings:
        case Rewound(steps=1):
            return _("The table goes back one step: the others have decided otherwise.")
        case Rewound(steps=steps):
            return _("The table goes back {n} steps: the others have decided otherwise.").format(n=steps)
        case Voted(operator=operator, seat=seat, keep=keep):
            sentence = _("{name} has {other}'s answer.") if keep else _("{name} wants to go on without {other}.")
            return sentence.format(name=name_of(operator), other=_seat_name(state, seat))
        case FalsePlay(author=author, sentence=sentence):
            name = next((seat.name for seat in state.seats if seat.key == author), name_of(author))
            return _("{name} plays false. {how}").format(name=name, how=_(sentence))
        case _:
            return None


def _seat_name(state: TableState, seat: int) -> str:
    return state.seats[seat].name if seat < len(state.seats) else _("seat {n}").format(n=seat + 1)
