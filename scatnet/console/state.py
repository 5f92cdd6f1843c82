"""The one object that all screens share: what is known, where the person is, and what they are doing.

Screens read it and paint; key bindings change it and post requests; messages from the engine arrive in `receive`.
Nothing here draws, waits or touches the network.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum

from scatnet.console.holding import first_pick
from scatnet.console.look import Look
from scatnet.console.messages import (
    Ask,
    Audited,
    AuditTable,
    ChangeSettings,
    Entered,
    GamesListed,
    Left,
    ListGames,
    Make,
    Message,
    Refused,
    Request,
    SettingsKept,
    TablesFound,
    Updated,
)
from scatnet.console.ports import DamagedLog, FoundTable, PastGame, UnfinishedTable
from scatnet.console.scene import Scene, after, entered
from scatnet.rules.ruleset import KITCHEN, RuleSet
from scatnet.store.settings import Colours, Settings
from scatnet.table.happenings import Happening, HappeningKind
from scatnet.table.view import Choice, Phase, TableView, Verb
from scatnet.words import _

__all__ = ["Asking", "Console", "HostDraft", "JoinDraft", "Page", "Screen"]

NOTICE_SECONDS = 6.0
"""How long a sentence to the person stays on the screen."""


class Screen(StrEnum):
    """The screens; each has a module of its name in `scatnet.console.screens`."""

    WELCOME = "welcome"
    LOBBY = "lobby"
    HOST = "host"
    JOIN = "join"
    SETTINGS = "settings"
    GAMES = "games"
    TABLE = "table"
    PAGE = "page"


@dataclass(frozen=True, slots=True, kw_only=True)
class HostDraft:
    """A new table as the form has it so far."""

    practice: bool
    name: str
    rules: RuleSet = KITCHEN
    seats: int = 4
    bots: int = 0
    passcode: str = ""
    patience: int = 120
    turn_clock: int = 0
    spectators: bool = True
    more: bool = False  # whether every single rule is shown


@dataclass(frozen=True, slots=True, kw_only=True)
class JoinDraft:
    """Where to join, as typed so far; `name` where it is a table that was found."""

    target: str = ""
    passcode: str = ""
    name: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """A text to scroll through. Lines that begin with a space are indented when they wrap."""

    title: str
    lines: tuple[str, ...]
    scroll: int = 0


class Asking(StrEnum):
    """A question at the table that waits for an answer."""

    LEAVE = "leave"
    RESIGN = "resign"
    DISCARD = "discard"
    KNOCK = "knock"
    KICK = "kick"


def _press_nothing(_key: str) -> None:
    """What a click on a shown key does where the screen is only a picture."""


@dataclass(slots=True, kw_only=True)
class Console:
    """Everything the screens share."""

    post: Callable[[Request], None]
    quit: Callable[[], None]
    ring: Callable[[], None]
    press: Callable[[str], None] = _press_nothing  # acts as if this key, by its name or sign, had been pressed
    clock: Callable[[], float]
    settings: Settings
    suggested_name: str
    fingerprint: str
    home: str = ""  # the folder that keeps everything, where it is to be shown
    ascii: bool = False
    one_table: bool = False  # the program was started for one table, and ends with it
    parting: str = ""  # why that table was left, where there is more to say than that we wanted to
    left_in_game: str = ""  # the name of the table that was left last, if its game goes on with us
    screens: list[Screen] = field(default_factory=lambda: [Screen.LOBBY])
    cursors: dict[Screen, tuple[str, int]] = field(default_factory=dict)  # label and place of the row
    nickname: str = ""  # as typed so far
    notice: str = ""
    notice_until: float = 0.0
    tables: tuple[FoundTable, ...] = ()
    unfinished: tuple[UnfinishedTable, ...] = ()
    past: tuple[PastGame, ...] = ()
    damaged: tuple[DamagedLog, ...] = ()
    host: HostDraft | None = None
    join: JoinDraft = JoinDraft()
    page: Page = Page(title="", lines=())
    audited: str = ""  # the key of the past game whose verdict is shown
    busy: str = ""  # what we wait for, as a sentence
    scene: Scene | None = None
    pick: int = 0  # which of my cards the cursor is on
    asking: Asking | None = None
    asked_card: int | None = None
    chatting: bool = False
    chat: str = ""

    @property
    def look(self) -> Look:
        """How everything looks."""
        wanted = self.settings
        return Look(ascii=self.ascii, letters=wanted.letters, four_colours=wanted.colours is Colours.FOUR)

    @property
    def screen(self) -> Screen:
        """The screen that is seen."""
        return self.screens[-1]

    def begin(self) -> None:
        """Show the first screen: the lobby, or a welcome to whoever has no nickname yet."""
        self.nickname = self.settings.nickname or self.suggested_name
        if not self.settings.nickname:
            self.screens.append(Screen.WELCOME)
        self.post(ListGames())

    def open(self, screen: Screen) -> None:
        """Show a screen above this one, from its top."""
        if self.screen is not screen:
            self.screens.append(screen)
        self.cursors.pop(screen, None)
        self.notice = ""

    def close(self) -> None:
        """Go back to the screen below; from the lobby nowhere."""
        if len(self.screens) > 1:
            self.screens.pop()
        self.notice = ""

    def show_page(self, title: str, lines: Sequence[str]) -> None:
        """Show a text to scroll through."""
        self.page = Page(title=title, lines=tuple(lines))
        self.open(Screen.PAGE)

    def page_end(self) -> None:
        """Scroll the page to its end; painting brings it back to what there is."""
        self.page = replace(self.page, scroll=10**6)

    def tell(self, sentence: str) -> None:
        """Say something to the person for a while."""
        self.notice, self.notice_until = sentence, self.clock() + NOTICE_SECONDS

    def told(self) -> str:
        """What is being said to the person now."""
        return self.notice if self.clock() < self.notice_until else ""

    def change_settings(self, wanted: Settings) -> None:
        """Have these settings kept; they are used once that is done."""
        self.post(ChangeSettings(wanted))

    def wait_for(self, sentence: str, request: Request) -> None:
        """Post a request that leads to a table, and say so until it does."""
        self.busy = sentence
        self.post(request)

    def receive(self, message: Message) -> None:
        """Take in what the engine reports."""
        match message:
            case TablesFound(tables):
                self.tables = tables
            case GamesListed(unfinished=unfinished, past=past, damaged=damaged):
                self.unfinished, self.past, self.damaged = unfinished, past, damaged
            case Entered(view=view, is_host=is_host, ticket=ticket, past=past):
                now, card = self.clock(), self.look.card
                self._enter(entered(view, is_host=is_host, ticket=ticket, past=past, now=now, card=card))
            case Updated():
                self._update(message)
            case Left(text):
                self._leave(text)
            case Refused(text):
                self.tell(text)
            case Audited(key=key, text=text):
                if self.audited == key and self.screen is Screen.PAGE:
                    self.page = replace(self.page, lines=tuple(text.splitlines()))
            case SettingsKept(kept):
                self.settings = kept

    def _enter(self, scene: Scene) -> None:
        self.busy, self.scene = "", scene
        self.asking, self.chatting, self.chat, self.pick = None, False, "", first_pick(scene.view)
        self.screens = [Screen.LOBBY, Screen.TABLE]
        self.notice = ""

    @property
    def waiting_table(self) -> str:
        """The name of the table whose game waits for us once the program has ended; empty where none does."""
        return self.left_in_game if self.scene is None else _name_in_game(self.scene.view)

    def _leave(self, text: str) -> None:
        self.left_in_game = self.waiting_table if self.one_table else ""
        self.busy, self.scene, self.asking, self.chatting = "", None, None, False
        if Screen.TABLE in self.screens:
            self.screens = [Screen.LOBBY]
        if self.one_table:
            self.parting = text
            self.quit()
            return
        if text:
            self.tell(text)
        self.post(ListGames())

    def _update(self, message: Updated) -> None:
        if self.scene is None:
            return
        before, view, update = self.scene.view, message.view, message.update
        scene = after(self.scene, update, view, now=self.clock(), card=self.look.card)
        self.scene = replace(scene, is_host=message.is_host, ticket=message.ticket)
        if view.choices != before.choices:
            self._choices_changed(view)
        if isinstance(update, Happening) and update.kind in _LOUD:
            self._ring()

    def _choices_changed(self, view: TableView) -> None:
        """Drop a question about a choice that is gone, and what was said before; ring for a turn that comes."""
        self.notice = ""
        if self.asking in (Asking.DISCARD, Asking.KNOCK) and not any(
            choice.card == self.asked_card for choice in view.choices
        ):
            self.asking = None
        if any(choice.verb in (Verb.CALL, Verb.DECLARE) for choice in view.choices):
            self.dismiss_report()
        if view.choices and view.phase in (Phase.TURN, Phase.DEAL_CALL, Phase.THROW_DOWN) and view.extra is None:
            self._ring()
        self.pick = first_pick(view)

    def _ring(self) -> None:
        if self.settings.bell:
            self.ring()

    def make(self, choice: Choice) -> None:
        """Make a choice at the table."""
        self.asking = None
        self.post(Make(choice))

    def dismiss_report(self) -> None:
        """Put the last round's report away."""
        if self.scene is not None:
            self.scene = replace(self.scene, report=None)

    def audit_table(self) -> None:
        """Show the verdict on the game of this table."""
        if self.scene is not None:
            table = self.scene.view.table
            self.audited = table.hex()
            self.show_page(_("Audit of “{name}”").format(name=self.scene.view.name), [])
            self.post(AuditTable(table))

    def ask_table(self, what: str) -> None:
        """Start, resign, rematch or leave."""
        self.asking = None
        self.post(Ask(what))


def _name_in_game(view: TableView) -> str:
    """The name of a table where we have a seat in a game that is not over; empty elsewhere."""
    if view.me is None or view.phase in (Phase.LOBBY, Phase.OVER) or view.seats[view.me].resigned:
        return ""
    return view.name


_LOUD = frozenset({HappeningKind.CALLED, HappeningKind.DECLARED, HappeningKind.KNOCKED, HappeningKind.WON})
