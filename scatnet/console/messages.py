"""What crosses between the screen and the engine: requests one way, messages the other, frozen values all of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from scatnet.console.ports import DamagedLog, FoundTable, PastGame, UnfinishedTable
from scatnet.net.session import Update
from scatnet.net.tables import TableWish
from scatnet.store.settings import Settings
from scatnet.table.happenings import Happening
from scatnet.table.view import Choice, TableView

__all__ = [
    "Ask",
    "Audit",
    "AuditTable",
    "Audited",
    "ChangeSettings",
    "Entered",
    "GamesListed",
    "Host",
    "Join",
    "Kick",
    "Left",
    "ListGames",
    "Make",
    "Message",
    "Refused",
    "Request",
    "Resume",
    "Say",
    "SettingsKept",
    "TablesFound",
    "Updated",
]


@dataclass(frozen=True, slots=True)
class Host:
    """Open a table."""

    wish: TableWish


@dataclass(frozen=True, slots=True, kw_only=True)
class Join:
    """Sit down at a table, or watch it."""

    target: str
    passcode: str = ""
    watch: bool = False


@dataclass(frozen=True, slots=True)
class Resume:
    """Go on with an unfinished table."""

    key: str


@dataclass(frozen=True, slots=True)
class Make:
    """Make a choice at the table."""

    choice: Choice


@dataclass(frozen=True, slots=True)
class Say:
    """Send a line of chat."""

    text: str


@dataclass(frozen=True, slots=True)
class Kick:
    """Leave a seat out before the game starts."""

    seat: int


@dataclass(frozen=True, slots=True)
class Ask:
    """Start, resign, rematch or leave: what needs no more than its name."""

    what: str


@dataclass(frozen=True, slots=True)
class ListGames:
    """Read the lists of unfinished and past games."""


@dataclass(frozen=True, slots=True)
class Audit:
    """Check the log of a past game."""

    key: str


@dataclass(frozen=True, slots=True)
class AuditTable:
    """Check the log of the table that we sit at, once its game is over. The verdict names the table by its digits."""

    table: bytes


@dataclass(frozen=True, slots=True)
class ChangeSettings:
    """Keep these settings."""

    wanted: Settings


Request: TypeAlias = Host | Join | Resume | Make | Say | Kick | Ask | ListGames | Audit | AuditTable | ChangeSettings


@dataclass(frozen=True, slots=True)
class TablesFound:
    """The tables on this network."""

    tables: tuple[FoundTable, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class GamesListed:
    """Our unfinished and finished games, and the logs that cannot be read."""

    unfinished: tuple[UnfinishedTable, ...]
    past: tuple[PastGame, ...]
    damaged: tuple[DamagedLog, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Entered:
    """We are at a table now; `past` is what has happened there before."""

    view: TableView
    is_host: bool
    ticket: str | None
    past: tuple[Happening, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Updated:
    """Something happened at the table; the rest is how it stands after it (a rematch may have another host)."""

    update: Update
    view: TableView
    is_host: bool
    ticket: str | None


@dataclass(frozen=True, slots=True)
class Left:
    """We are at no table any more; the text says why, where there is more to say than that we wanted to."""

    text: str = ""


@dataclass(frozen=True, slots=True)
class Refused:
    """A wish was refused, with a sentence."""

    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Audited:
    """The verdict on a past game."""

    key: str
    text: str


@dataclass(frozen=True, slots=True)
class SettingsKept:
    """The settings as they are kept now."""

    kept: Settings


Message: TypeAlias = TablesFound | GamesListed | Entered | Updated | Left | Refused | Audited | SettingsKept
