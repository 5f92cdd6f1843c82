"""A game to be looked at again: what everybody could see after each step, and what one seat saw with its own secrets.

A `Replay` watches an audit and keeps a frame for every step. People stop only where something happens that they would
notice: `stops` puts the quiet steps of a shuffle together with what follows them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Final

from scatnet.audit.secret_keys import HandReader
from scatnet.log import Step
from scatnet.table.happenings import Happening, HappeningKind
from scatnet.table.news import news
from scatnet.table.seeing import see
from scatnet.table.state import TableState
from scatnet.table.telling import Teller, tell
from scatnet.table.view import TableView

__all__ = ["QUIET", "Frame", "Replay", "find", "lines_of", "round_stop", "stops"]

QUIET: Final = frozenset({HappeningKind.KEYED, HappeningKind.SHUFFLED})
"""Happenings that nobody stops for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Frame:
    """The table after `view.number` steps: what everybody sees, and for each seat whose secrets are here what it sees;
    `happenings` are those of the step that led here."""

    view: TableView
    own: Mapping[int, TableView] = field(default_factory=dict)
    happenings: tuple[Happening, ...] = ()

    def seen_by(self, seat: int | None) -> TableView:
        """What a seat sees, as far as its secrets are here; None is everybody."""
        return self.view if seat is None else self.own.get(seat, self.view)


class Replay:
    """A `Watcher` that keeps a frame for each step, the first being that of the opened table."""

    def __init__(self, seeds: Sequence[bytes] = ()) -> None:
        """`seeds` are those of the secret files whose hands are to be read."""
        self.frames: list[Frame] = []
        self._readers: Final = [HandReader(seed) for seed in seeds]

    @property
    def readable(self) -> tuple[int, ...]:
        """The seats whose hands can be seen, people before computer players."""
        seats = self.frames[-1].view.seats if self.frames else ()
        opened = {seat for frame in self.frames for seat in frame.own}
        return tuple(sorted(opened, key=lambda seat: (seats[seat].computer, seat)))

    def began(self, genesis: TableState) -> None:
        """See `Watcher`."""
        self.frames = [Frame(view=see(genesis, None, ()))]

    def closed(self, before: TableState, step: Step, after: TableState) -> None:
        """See `Watcher`."""
        hands: dict[int, tuple[int, ...]] = {}
        for reader in self._readers:
            hands |= reader.hands(after)
        own = MappingProxyType({seat: see(after, seat, hand) for seat, hand in sorted(hands.items())})
        self.frames.append(Frame(view=see(after, None, ()), own=own, happenings=news(before, step, after)))

    def undone(self, steps: int) -> None:
        """See `Watcher`."""
        del self.frames[len(self.frames) - steps :]


def stops(frames: Sequence[Frame]) -> tuple[Frame, ...]:
    """The frames that people stop at, the first and the last always among them, with all that has happened since the
    stop before."""
    found: list[Frame] = []
    since: list[Happening] = []
    for place, frame in enumerate(frames):
        since += frame.happenings
        noticed = any(happening.kind not in QUIET for happening in frame.happenings)
        if noticed or place in (0, len(frames) - 1):
            found.append(replace(frame, happenings=tuple(since)))
            since = []
    return tuple(found)


def lines_of(frame: Frame, me: int | None = None) -> tuple[str, ...]:
    """What happened, as sentences; quiet happenings are left out."""
    view = frame.view
    teller = Teller(rules=view.rules, names=tuple(seat.name for seat in view.seats), me=me)
    return tuple(tell(happening, teller) for happening in frame.happenings if happening.kind not in QUIET)


def round_stop(found: Sequence[Frame], number: int) -> int | None:
    """The place of the stop at which a round opens; None where there is no such round."""
    for place, frame in enumerate(found):
        if any(each.kind is HappeningKind.ROUND and each.number == number for each in frame.happenings):
            return place
    return None


def find(found: Sequence[Frame], text: str, start: int, *, backwards: bool = False) -> int | None:
    """The next stop from `start` on at which a sentence holds `text`, large or small letters alike; None for none."""
    places = range(start, -1, -1) if backwards else range(start, len(found))
    wanted = text.casefold()
    for place in places:
        if any(wanted in line.casefold() for line in lines_of(found[place])):
            return place
    return None
