"""Who is expected to answer at a head, and with what (chapters 5 and 6)."""

from __future__ import annotations

from dataclasses import dataclass

from checker.state import Table


@dataclass(frozen=True, slots=True)
class Slot:
    """A seat that has to answer, the key it signs with, and the kinds that may answer."""

    seat: int
    key: bytes
    kinds: frozenset[str]


def expected(table: Table) -> tuple[Slot, ...]:
    """The slots at the table's head, in seat order; none when the game is over."""
    if table.step == "over":
        return ()
    if table.step == "begin":
        return (Slot(0, table.host, frozenset({"begin"})),)
    seats, kinds = _answering(table)
    return tuple(Slot(seat, table.seats[seat].key, frozenset({*kinds, "resign"})) for seat in sorted(seats))


def _answering(table: Table) -> tuple[tuple[int, ...], tuple[str, ...]]:
    step = table.step
    if step in ("coin_commit", "coin_reveal"):
        return table.left, (step,)
    if step == "round_open":
        return (opener(table),), (step,)
    round_ = table.playing
    if step == "shuffle" or step == "reshuffle":
        return round_.to_shuffle[:1], ("shuffle",)
    if step == "turn":
        return (round_.turn,), turn_kinds(table)
    if step == "draw_shares":
        return tuple(seat for seat in round_.playing if seat != round_.turn), (step,)
    if step == "four":
        return (round_.turn,), ("discard", "declare")
    if step == "show" and round_.ended_by == "thirty-one":
        return tuple(seat for seat in round_.playing if seat == round_.knocker), (step,)
    return round_.playing, (step,)


def opener(table: Table) -> int:
    """The first present seat from the dealer on, else the first that is not out."""
    among = table.present or table.left
    return next(seat for seat in table.clockwise(table.dealer) if seat in among)


def turn_kinds(table: Table) -> tuple[str, ...]:
    """What may begin the turn of the seat to act."""
    round_, rules = table.playing, table.rules
    renewable = rules.stock_out == "reshuffle" and round_.renewable
    kinds: list[str] = []
    if round_.stock or renewable:
        kinds.append("draw")
    if round_.pile or round_.face_down is not None:
        kinds.append("take")
    if round_.knocker is None:
        kinds.append("knock")
    if rules.declared:
        kinds.append("declare")
    if not round_.stock and not renewable:
        kinds.append("pass")
    return tuple(kinds)
