"""The game as it stands in a page for its replay: JSON whose form is an affair of this module and `page_files/page.js`.

Names are short because there are hundreds of stops: `n` steps closed, `r` round, `t` sentences, `k` cards in the stock,
`p` the top of the pile, `s` seats, `h` hands by seat, `on` whether cards are on the table; of a seat `c` cards held,
`l` lives, `x` cards shown and `v` their score, `o` lives just lost, `f` what is to be said of it.
"""

from __future__ import annotations

import json
from collections.abc import Sequence

from scatnet.audit.as_json import Json
from scatnet.audit.replay import Frame, Replay, lines_of, round_stop
from scatnet.audit.report import Report
from scatnet.rules.cards import DECK_SIZE
from scatnet.rules.scoring import points_text
from scatnet.table.telling import card_with_symbol
from scatnet.table.view import SeatStatus, SeatView, TableView
from scatnet.words import _

__all__ = ["game_json"]


def game_json(report: Report, replay: Replay, found: Sequence[Frame]) -> str:
    """The game as JSON that may stand in a `script` element: nothing in it can end the element or begin a comment."""
    text = json.dumps(_game(report, replay, found), separators=(",", ":"))
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")


def _script_words() -> dict[str, Json]:
    return {
        "everybody": _("Everybody’s view"),
        "view": _("View of {name}"),
        "stock": _("Stock"),
        "pile": _("Pile"),
        "deals": _("deals"),
        "knocked": _("knocked"),
        "turn": _("turn"),
        "out": _("out"),
        "away": _("away"),
        "county": _("on the county"),
        "first": _("First (Home)"),
        "back": _("Back (arrow left)"),
        "forward": _("Forward (arrow right)"),
        "last": _("Last (End)"),
        "play": _("Play"),
        "pause": _("Pause"),
        "step": _("Stop {number} of {count}"),
        "round": _("Round {number}"),
        "before": _("Before the game"),
        "hidden": _("hidden card"),
        "empty": _("nothing to take"),
        "loses": _("loses {n}"),
        "seek": _("Place in the game"),
        "cards": [card_with_symbol(card) for card in range(DECK_SIZE)],
    }


def _game(report: Report, replay: Replay, found: Sequence[Frame]) -> dict[str, Json]:
    seats = replay.frames[-1].view.seats if replay.frames else ()
    return {
        "words": _script_words(),
        "names": [seat.name for seat in seats],
        "views": list(replay.readable),
        "rounds": [[line.note.number, round_stop(found, line.note.number)] for line in report.rounds],
        "stops": [_stop(frame) for frame in found],
    }


def _stop(frame: Frame) -> dict[str, Json]:
    view = frame.view
    return {
        "n": view.number,
        "r": view.round,
        "t": list(lines_of(frame)),
        "k": view.stock,
        "p": _pile(view),
        "s": [_seat(seat) for seat in view.seats],
        "h": {
            str(seat): list(own.hand) + ([] if own.extra is None else [own.extra]) for seat, own in frame.own.items()
        },
        "on": view.public is not None,
    }


def _pile(view: TableView) -> Json:
    """The top of the pile: a card, "back" for the face-down first discard, None where there is nothing."""
    if view.pile:
        return view.pile[-1]
    return "back" if view.face_down else None


def _seat(seat: SeatView) -> dict[str, Json]:
    return {
        "c": seat.cards,
        "l": seat.lives,
        "x": list(seat.shown),
        "v": "" if seat.score is None else points_text(seat.score),
        "o": seat.lost or 0,
        "f": [
            flag
            for flag, holds in (
                ("out", seat.status is SeatStatus.OUT or seat.resigned),
                ("away", seat.status is SeatStatus.AWAY),
                ("county", seat.county and seat.status is not SeatStatus.OUT),
                ("deals", seat.dealer),
                ("knocked", seat.knocked),
                ("turn", seat.acting),
            )
            if holds
        ],
    }
