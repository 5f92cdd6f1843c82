"""One JSON object a line for whatever happens at a table, for programs that follow along.

Fields that are always there: `type`. By type:

- `happening`: `kind` (the values of `HappeningKind`), `seat` (int or null), `name` (of that seat, or null), `cards`
  (names such as "10H"), `number` (int or null), `points` (number or null; where `number` is a score, that score as
  31 or 30.5), `seats` (ints), `text` (the sentence a person would read, in the language in use).
- `said`: `seat` (int or null), `name`, `text`.
- `notice`: `text`.
- `view`: `phase`, `round`, `acting` (int or null), `lives` (by seat), `stock`, `pile_top` (card name or null), `hand`
  (card names, of the seat this program plays), `choices` (objects with `verb`, `card`, `knock`), `waiting_for` (seats).

New fields may be added; these keep their names and meaning.
"""

from __future__ import annotations

import json

from scatnet.console.phrases import teller_for
from scatnet.net.session import Notice, Said, Update
from scatnet.rules.cards import card_name
from scatnet.rules.scoring import points
from scatnet.table.happenings import Happening, HappeningKind
from scatnet.table.telling import card_with_letter, tell
from scatnet.table.view import TableView

__all__ = ["Json", "as_json", "json_line"]

Json = None | bool | int | float | str | list["Json"] | dict[str, "Json"]

_SCORES = frozenset({HappeningKind.SHOWED, HappeningKind.HOUSE_RULE})


def as_json(update: Update, view: TableView) -> dict[str, Json]:
    """The update as a JSON object; `view` is the table as it is now."""
    if isinstance(update, Happening):
        return _happening(update, view)
    if isinstance(update, Said):
        return {"type": "said", "seat": update.seat, "name": update.name, "text": update.text}
    if isinstance(update, Notice):
        return {"type": "notice", "text": update.text}
    return _view(view)


def json_line(update: Update, view: TableView) -> str:
    """The update as one line of JSON, without a newline inside or at the end."""
    return json.dumps(as_json(update, view), ensure_ascii=True, separators=(",", ":"))


def _happening(happening: Happening, view: TableView) -> dict[str, Json]:
    teller = teller_for(view, card_with_letter)
    scored = happening.kind in _SCORES and happening.number is not None
    return {
        "type": "happening",
        "kind": happening.kind.value,
        "seat": happening.seat,
        "name": None if happening.seat is None else teller.name(happening.seat),
        "cards": [card_name(card) for card in happening.cards],
        "number": happening.number,
        "points": points(happening.number or 0) if scored else None,
        "seats": list(happening.seats),
        "text": tell(happening, teller),
    }


def _view(view: TableView) -> dict[str, Json]:
    top = card_name(view.pile[-1]) if view.pile and not view.face_down else None
    hand = [*view.hand, *(() if view.extra is None else (view.extra,))]
    return {
        "type": "view",
        "phase": view.phase.value,
        "round": view.round,
        "acting": view.acting,
        "lives": [seat.lives for seat in view.seats],
        "stock": view.stock,
        "pile_top": top,
        "hand": [card_name(card) for card in hand],
        "choices": [
            {
                "verb": choice.verb.value,
                "card": None if choice.card is None else card_name(choice.card),
                "knock": choice.knock,
            }
            for choice in view.choices
        ],
        "waiting_for": list(view.waiting_for),
    }
