"""A table as one person follows it: the newest view, what was said and done, and the report of the last round.

A `Scene` is a frozen value. `after` gives the next one for each update, so a whole evening is a fold over updates, and
a screen is a function of a scene.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

from scatnet.console.phrases import CardText, shuffled_text, teller_for
from scatnet.net.session import Notice, Said, Update, ViewChanged
from scatnet.rules.scoring import THIRTY_ONE
from scatnet.table.happenings import Happening, HappeningKind
from scatnet.table.telling import Teller, card_with_symbol, tell
from scatnet.table.view import TableView
from scatnet.words import _

__all__ = ["LineKind", "LogLine", "Report", "ReportRow", "Scene", "after", "entered"]

MOST_LINES: Final = 600
"""So many lines of history are kept; a long evening has more, and the log file has them all."""

WAITING_SECONDS: Final = 8.0
"""So long the table waits for somebody before it says so: most answers come at once."""

BANNER_SECONDS: Final = 4.0
"""How long a knock or a 31 stands in the middle of the table."""


class LineKind(StrEnum):
    """What sort of line stands in the history."""

    EVENT = "event"
    CHAT = "chat"
    NOTICE = "notice"
    ROUND = "round"
    FAIR = "fair"  # that the cards were shuffled by all, and checked


@dataclass(frozen=True, slots=True)
class LogLine:
    """One line of the history."""

    kind: LineKind
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportRow:
    """What one seat showed and lost in a round; `score` in half points."""

    seat: int
    cards: tuple[int, ...] = ()
    score: int | None = None
    lost: int = 0
    county: bool = False
    out: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """How a round ended: lines on how, a row for each seat that showed or lost something, and who won the game.

    `moment` is the one line that everybody waits for, a 31; `passed` says that somebody has passed.
    """

    round: int = 0
    how: tuple[str, ...] = ()
    moment: str = ""
    passed: bool = False
    rows: tuple[ReportRow, ...] = ()
    winners: tuple[int, ...] | None = None
    kitty: int = 0

    @property
    def causes(self) -> tuple[str, ...]:
        """How the round ended; that nobody knocked goes without a happening of its own."""
        if self.how or self.moment or not any(row.cards for row in self.rows):
            return self.how
        return (_("A pass ended it.") if self.passed else _("The stock ran out."),)

    def row(self, seat: int) -> ReportRow:
        """The row of a seat, empty where nothing is known of it yet."""
        return next((row for row in self.rows if row.seat == seat), ReportRow(seat=seat))

    def with_row(self, row: ReportRow) -> Report:
        """The report with this row in place of the seat's old one; rows stay in the order of the seats."""
        others = [other for other in self.rows if other.seat != row.seat]
        return replace(self, rows=tuple(sorted([*others, row], key=lambda one: one.seat)))


@dataclass(frozen=True, slots=True, kw_only=True)
class Scene:
    """The table as one person follows it; `report` is there while the last round's end is to be looked at."""

    view: TableView
    viewed_at: float
    is_host: bool
    ticket: str | None
    log: tuple[LogLine, ...] = ()
    gathering: Report = Report()
    report: Report | None = None
    banner: str = ""
    banner_until: float = 0.0
    verified: int = 0  # proofs checked on this machine since the table opened, as far as we have heard
    waiting_since: float = 0.0  # since when the table waits for just these seats
    gone: tuple[tuple[int, int], ...] = ()  # seats that are out for good, each with the round in which that came
    shufflers: tuple[int, ...] = ()  # who has shuffled the cards that are about to come, in that order

    @property
    def reporting(self) -> bool:
        """Whether a round's end is shown that has to be put away before the game goes on to be seen."""
        return self.report is not None and self.report.winners is None

    def seconds(self, left: float | None, now: float) -> float | None:
        """What is left now of a countdown that the view gave at `viewed_at`."""
        return None if left is None else max(0.0, left - (now - self.viewed_at))


_BANNERS: Final = frozenset(
    {HappeningKind.CALLED, HappeningKind.DECLARED, HappeningKind.KNOCKED, HappeningKind.THREW_DOWN}
)
_ENDS: Final = frozenset(
    {
        HappeningKind.LOST,
        HappeningKind.OUT,
        HappeningKind.COUNTY,
        HappeningKind.REPLAY,
        HappeningKind.VOID,
        HappeningKind.WON,
    }
)
_HOW: Final = frozenset(
    {
        HappeningKind.THREW_DOWN,
        HappeningKind.REPLAY,
        HappeningKind.VOID,
        HappeningKind.EXPELLED,
        HappeningKind.LAPSED,
    }
)
_GOING: Final = frozenset({HappeningKind.OUT, HappeningKind.EXPELLED, HappeningKind.RESIGNED})
_MOMENTS: Final = frozenset({HappeningKind.CALLED, HappeningKind.DECLARED})
_UNTOLD: Final = frozenset({HappeningKind.KEYED, HappeningKind.SHUFFLED})
_FROM_THE_SHUFFLE: Final = frozenset({HappeningKind.DEALT, HappeningKind.DREW})


def entered(
    view: TableView,
    *,
    is_host: bool,
    ticket: str | None,
    now: float,
    past: Sequence[Happening] = (),
    card: CardText = card_with_symbol,
) -> Scene:
    """The scene on arriving at a table: what has happened there is told; where the game is over, its end is shown."""
    gathering = Report(round=view.round)
    scene = Scene(view=view, viewed_at=now, is_host=is_host, ticket=ticket, gathering=gathering, waiting_since=now)
    teller = teller_for(view, card)
    for happening in past:
        scene = _happened(scene, happening, teller, now)
    over = scene.report is not None and scene.report.winners is not None
    return replace(scene, report=scene.report if over else None, banner="", banner_until=0.0)


def after(scene: Scene, update: Update, view: TableView, *, now: float, card: CardText) -> Scene:
    """The scene after an update."""
    if view.table != scene.view.table:  # a rematch: another game at another table, with the same people
        scene = replace(scene, gathering=Report(), report=None, banner="", verified=0, gone=())
    since = scene.waiting_since if view.waiting_for == scene.view.waiting_for else now
    verified = scene.verified if view.progress is None else max(scene.verified, view.progress.verified)
    scene = replace(scene, view=view, viewed_at=now, waiting_since=since, verified=verified)
    match update:
        case Said(name=name, text=text):
            return _with_line(scene, LineKind.CHAT, f"{name}: {text}")
        case Notice(text=text):
            return _with_line(scene, LineKind.NOTICE, text)
        case ViewChanged():
            return scene
        case Happening():
            return _happened(scene, update, teller_for(view, card), now)


def _with_line(scene: Scene, kind: LineKind, text: str) -> Scene:
    return replace(scene, log=(*scene.log[-MOST_LINES + 1 :], LogLine(kind, text)))


def _happened(scene: Scene, happening: Happening, teller: Teller, now: float) -> Scene:
    kind = happening.kind
    if kind is HappeningKind.SHUFFLED and happening.seat is not None:
        return replace(scene, shufflers=(*scene.shufflers, happening.seat))
    if kind in _UNTOLD:
        return scene
    text = tell(happening, teller)
    if scene.shufflers:
        if kind in _FROM_THE_SHUFFLE:
            scene = _with_line(scene, LineKind.FAIR, shuffled_text(scene.shufflers, scene.view, teller))
        scene = replace(scene, shufflers=())
    scene = _with_line(scene, LineKind.ROUND if kind is HappeningKind.ROUND else LineKind.EVENT, text)
    if kind in _BANNERS:
        scene = replace(scene, banner=text, banner_until=now + BANNER_SECONDS)
    if kind is HappeningKind.ROUND:
        return replace(scene, gathering=Report(round=happening.number or 0))
    if kind is HappeningKind.BEGUN:
        return replace(scene, gathering=Report(), report=None, gone=())
    if kind in _GOING and happening.seat is not None and happening.seat not in dict(scene.gone):
        scene = replace(scene, gone=(*scene.gone, (happening.seat, scene.gathering.round)))
    report = _reported(scene.gathering, happening, text, teller)
    if kind in _ENDS:
        return replace(scene, gathering=report, report=report, banner="")
    return replace(scene, gathering=report)


def _reported(report: Report, happening: Happening, text: str, teller: Teller) -> Report:
    kind = happening.kind
    if kind is HappeningKind.WON:
        return replace(report, winners=happening.seats, kitty=happening.number or 0)
    if kind is HappeningKind.PASSED:
        return replace(report, passed=True)
    if kind in _HOW:
        return replace(report, how=(*report.how, text))
    if kind is HappeningKind.KNOCKED:
        knocked = _("You knocked.") if happening.seat == teller.me else _("{knocker} knocked.")
        return replace(report, how=(*report.how, knocked.format(knocker=teller.name(happening.seat))))
    if kind in _MOMENTS:
        report = replace(report, moment=f"{report.moment} {text}".strip())
    if happening.seat is None:
        return report
    row = report.row(happening.seat)
    after_it = _row_after(row, happening)
    return report if after_it == row else report.with_row(after_it)


def _row_after(row: ReportRow, happening: Happening) -> ReportRow:
    match happening.kind:
        case HappeningKind.SHOWED:
            return replace(row, cards=happening.cards, score=happening.number)
        case HappeningKind.CALLED | HappeningKind.DECLARED:
            return replace(row, cards=happening.cards, score=THIRTY_ONE)
        case HappeningKind.LOST:
            return replace(row, lost=happening.number or 0)
        case HappeningKind.COUNTY:
            return replace(row, county=True)
        case HappeningKind.OUT:
            return replace(row, out=True)
        case _:
            return row
