"""Play by plain lines: append-only text that a screen reader can follow, and numbers or words as answers.

Nothing is ever drawn over. Each thing that happens is a line; each time there is something to decide, the hand, the
pile and a numbered menu follow. Every thing the full screen can do at a table can be done here.
"""

from __future__ import annotations

import math
from collections.abc import AsyncIterable, Callable

import trio

from scatnet.console.closing import closing
from scatnet.console.commands import Command, Line, menu, possible, read_line
from scatnet.console.helping import help_lines
from scatnet.console.phrases import (
    CardText,
    choice_text,
    hand_text,
    pile_text,
    standings_text,
    teller_for,
    turn_text,
    verified_text,
    waiting_text,
)
from scatnet.net.session import Notice, Said, Session, Update, ViewChanged
from scatnet.table.happenings import HappeningKind
from scatnet.table.telling import card_with_symbol, tell
from scatnet.table.view import Choice, Phase, TableView, Verb
from scatnet.words import _

__all__ = ["PlainTable", "run_plain"]

_QUIET = frozenset({HappeningKind.KEYED})
_BANNERS = frozenset({HappeningKind.CALLED, HappeningKind.DECLARED, HappeningKind.KNOCKED, HappeningKind.WON})
_LAST_SECONDS = 10


class PlainTable:
    """The lines for one table: what has been said already, and so what is worth saying next."""

    def __init__(self, session: Session, card: CardText = card_with_symbol) -> None:
        self._session = session
        self._card = card
        self._asked: tuple[Choice, ...] = ()
        self._phase: Phase | None = None
        self._waiting: tuple[tuple[int, ...], float] = ((), 0.0)  # for whom, and the patience there was at first
        self._warned = False
        self._verified = 0

    def greeting(self) -> list[str]:
        """The first lines: where one is, and what can be typed."""
        view = self._session.view()
        lines = [_("Table “{name}”.").format(name=view.name)]
        if view.me is None:
            lines.append(_("You are watching."))
        if self._session.ticket:
            lines.append(_("Others can join with this ticket: {ticket}").format(ticket=self._session.ticket))
        lines.append(_("Type ? for help at any time."))
        return lines + self._turn(view)

    def on_update(self, update: Update) -> list[str]:
        """The lines that an update is worth."""
        view = self._session.view()
        if view.progress is not None:
            self._verified = max(self._verified, view.progress.verified)
        if isinstance(update, Said):
            return [_("{name} says: {text}").format(name=update.name, text=update.text)]
        if isinstance(update, Notice):
            return [update.text]
        if isinstance(update, ViewChanged):
            return self._turn(view)
        if update.kind in _QUIET:
            return []
        line = tell(update, teller_for(view, self._card))
        if update.kind in _BANNERS:
            return ["", f"*** {line} ***"]
        if update.kind is HappeningKind.ROUND:
            return ["", line, standings_text(view)]
        if update.kind is HappeningKind.DEALT:
            return [line, *filter(None, [verified_text(self._verified)])]
        return [line]

    def _turn(self, view: TableView) -> list[str]:
        """What is to be decided now, if that is new; else a change of phase, a countdown, or nothing."""
        choices = menu(view)
        lines: list[str] = []
        if choices != self._asked:
            self._asked = choices
            self._warned = False
            if choices:
                lines += self.question(view)
        elif view.phase is not self._phase and view.phase in (Phase.LOBBY, Phase.OVER, Phase.SUSPENDED):
            lines += [turn_text(view), *self._afterwards(view)]
        self._phase = view.phase
        if choices and view.clock is not None and view.clock <= _LAST_SECONDS and not self._warned:
            self._warned = True
            lines.append(_("{seconds} seconds left.").format(seconds=max(0, math.ceil(view.clock))))
        return lines + self._waiting_lines(view)

    def _waiting_lines(self, view: TableView) -> list[str]:
        """Whom the table waits for, once, when that has lasted a while: most answers come at once."""
        if view.patience is None:
            return []
        seats, at_first = self._waiting
        if seats != view.waiting_for:
            self._waiting = (view.waiting_for, view.patience)
        elif at_first - view.patience >= _LAST_SECONDS:
            self._waiting = (seats, -1.0)
            return list(filter(None, [waiting_text(view, view.patience)]))
        return []

    def _afterwards(self, view: TableView) -> list[str]:
        if view.phase is Phase.LOBBY and self._session.is_host:
            return [_("Type start to begin with those who sit.")]
        if view.phase is Phase.OVER and view.me is not None:
            return [_("Type rematch for another game, or leave.")]
        return []

    def question(self, view: TableView) -> list[str]:
        """The hand, the pile and the numbered menu."""
        lines = [""]
        if view.must_declare or any(choice.verb is Verb.CALL for choice in view.choices):
            lines += ["*** 31! 31! 31! ***"]
        lines.append(turn_text(view))
        if view.hand:
            lines.append(hand_text(view, self._card))
        if view.phase is Phase.TURN and view.extra is None:
            lines.append(pile_text(view, self._card))
        lines += [
            f"  {number}  {choice_text(choice, view, self._card)}" for number, choice in enumerate(menu(view), start=1)
        ]
        return [*lines, possible(view)]

    def state(self) -> list[str]:
        """Everything one can see, for whoever has lost the thread."""
        view = self._session.view()
        lines = [standings_text(view), pile_text(view, self._card)]
        if menu(view):
            return lines + self.question(view)
        if view.hand:
            lines.append(hand_text(view, self._card))
        return [*lines, turn_text(view), *self._afterwards(view)]

    def help(self) -> list[str]:
        """This table's rules and tips, and what can be typed."""
        return [*help_lines(self._session.view()), "", *_typing_help()]


def _typing_help() -> list[str]:
    return [
        _("What you can type:"),
        _("  a number from the menu, or a word for it: draw, take, discard 7D, knock, declare, pass"),
        _("  table  who holds what, your hand and the pile (an empty line does the same)"),
        _("  say …  speak to everybody at the table"),
        _("  start  begin the game (the host, before it begins)"),
        _("  resign  give the game up for good"),
        _("  leave  go away; the game can be resumed later"),
        _("  rematch  another game with the same people, after the end"),
    ]


class _Answering:
    """Carries out typed lines against the session; remembers whether a resignation waits for its yes."""

    def __init__(self, session: Session, table: PlainTable, write: Callable[[str], None]) -> None:
        self._session = session
        self._table = table
        self._write = write
        self._resigning = False

    async def answer(self, text: str) -> bool:
        """Do what the line asks; False once the table is left."""
        line = read_line(text, self._session.view())
        resigning, self._resigning = self._resigning, False
        if line.command is Command.LEAVE:
            await self._session.leave()
            self._write(_("You have left the table. It can be resumed with: scatnet resume"))
            return False
        if line.command is Command.YES and resigning:
            await self._session.resign()
        elif line.command is Command.NO and resigning:
            self._write(_("You play on."))
        elif line.command is not None:
            await self._command(line)
        elif line.choice is not None:
            self._refused(await self._session.choose(line.choice))
        else:
            self._write(line.why_not)
        return True

    async def _command(self, line: Line) -> None:
        match line.command:
            case Command.HELP:
                for row in self._table.help():
                    self._write(row)
            case Command.STATE:
                for row in self._table.state():
                    self._write(row)
            case Command.SAY if line.text:
                self._refused(await self._session.say(line.text))
            case Command.SAY:
                self._write(_("Type say and then what you want to say."))
            case Command.START if not self._session.is_host:
                self._write(_("Only the host can begin the game."))
            case Command.START:
                self._refused(await self._session.start())
            case Command.REMATCH:
                self._refused(await self._session.rematch())
            case Command.RESIGN if self._may_resign():
                self._resigning = True
                self._write(_("Resign? You are out for good, and the others play on. Type yes or no."))
            case Command.RESIGN:
                self._write(_("There is no game that you could resign now."))
            case _:
                self._write(possible(self._session.view()))

    def _may_resign(self) -> bool:
        view = self._session.view()
        return view.me is not None and view.phase not in (Phase.LOBBY, Phase.OVER) and not view.seats[view.me].resigned

    def _refused(self, sentence: str | None) -> None:
        if sentence is not None:
            self._write(sentence)


async def run_plain(
    session: Session,
    *,
    lines: AsyncIterable[str],
    write: Callable[[str], None],
    card: CardText = card_with_symbol,
) -> int:
    """Play at a table by lines until it is left, the input ends or the table closes; gives the exit status.

    `write` takes one line at a time, without its newline.
    """
    table = PlainTable(session, card)
    for line in table.greeting():
        write(line)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(_answer_lines, session, table, lines, write, nursery.cancel_scope)
        async with closing(session.updates()) as updates:
            async for update in updates:
                for line in table.on_update(update):
                    write(line)
        nursery.cancel_scope.cancel()
    return 0


async def _answer_lines(
    session: Session,
    table: PlainTable,
    lines: AsyncIterable[str],
    write: Callable[[str], None],
    scope: trio.CancelScope,
) -> None:
    answering = _Answering(session, table, write)
    async with closing(lines) as typed:
        async for text in typed:
            if not await answering.answer(text):
                break
        else:
            await session.leave()
    scope.cancel()
