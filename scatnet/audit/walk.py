"""Walking through a replay: where one is, and the ways to get elsewhere. No screen and no key is known here."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from scatnet.audit.replay import Frame, Replay, find, round_stop, stops
from scatnet.table.happenings import HappeningKind
from scatnet.words import _

__all__ = ["Walk"]


class Walk:
    """A place in a game and a point of view. Every move that is not possible leaves both, and gives a sentence."""

    def __init__(self, replay: Replay) -> None:
        """Begin at the first round, seen by the first seat whose secrets are here, or by everybody."""
        self.stops: Final[Sequence[Frame]] = stops(replay.frames)
        self.points_of_view: Final[tuple[int | None, ...]] = (*replay.readable, None)
        self.seat: int | None = self.points_of_view[0]
        self.at = round_stop(self.stops, 1) or 0
        self._sought = ""

    @property
    def frame(self) -> Frame:
        """The stop where one is."""
        return self.stops[self.at]

    @property
    def rounds(self) -> int:
        """How many rounds the log has."""
        return self.stops[-1].view.round

    def step(self, count: int) -> str:
        """Go so many stops on, or back where negative."""
        wanted = self.at + count
        self.at = max(0, min(len(self.stops) - 1, wanted))
        if wanted < 0:
            return _("This is the beginning.")
        return _("This is the end.") if wanted >= len(self.stops) else ""

    def first(self) -> str:
        """Go to the beginning."""
        self.at = 0
        return ""

    def last(self) -> str:
        """Go to the end."""
        self.at = len(self.stops) - 1
        return ""

    def to_round(self, number: int) -> str:
        """Go to where a round opens."""
        place = round_stop(self.stops, number)
        if place is None:
            return _("There is no round {number}; the log has {count}.").format(number=number, count=self.rounds)
        self.at = place
        return ""

    def next_round(self) -> str:
        """Go to where the next round opens."""
        return self._jump(range(self.at + 1, len(self.stops)), _("There is no round after this."))

    def previous_round(self) -> str:
        """Go to where this round opened, or from there to the one before."""
        return self._jump(range(self.at - 1, -1, -1), _("There is no round before this."))

    def search(self, text: str) -> str:
        """Go to the next stop whose sentences hold this text, from the beginning again after the end."""
        self._sought = text.strip()
        return self.search_again()

    def search_again(self, *, backwards: bool = False) -> str:
        """Go to the next place of what was last sought, or the one before."""
        if not self._sought:
            return _("Nothing has been searched for yet.")
        last = len(self.stops) - 1
        place = find(self.stops, self._sought, self.at + (-1 if backwards else 1), backwards=backwards)
        if place is None:
            place = find(self.stops, self._sought, last if backwards else 0, backwards=backwards)
        if place is None:
            return _("“{text}” happens nowhere in this game.").format(text=self._sought)
        self.at = place
        return ""

    def look_on(self) -> str:
        """Change to the next point of view."""
        if len(self.points_of_view) == 1:
            return _("Only what everybody saw can be shown; a seat's own cards need its secret file (--key).")
        place = self.points_of_view.index(self.seat)
        self.seat = self.points_of_view[(place + 1) % len(self.points_of_view)]
        return ""

    def _jump(self, places: range, nowhere: str) -> str:
        for place in places:
            if any(happening.kind is HappeningKind.ROUND for happening in self.stops[place].happenings):
                self.at = place
                return ""
        return nowhere
