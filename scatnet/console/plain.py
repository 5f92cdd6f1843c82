"""Play by plain lines: append-only text that a screen reader can follow, and numbers or words as answers.

Nothing is ever drawn over. What is told and asked is made in `scatnet.console.plain_table`; here typed lines are
carried out, and both go on side by side until the table is left. Every thing the full screen can do can be done so.
"""

from __future__ import annotations

from collections.abc import AsyncIterable, Callable, Sequence

import trio

from scatnet.console.asking import may_resign
from scatnet.console.closing import closing
from scatnet.console.commands import Command, Line, menu, possible, read_line
from scatnet.console.phrases import choice_text
from scatnet.console.plain_table import Manner, PlainTable
from scatnet.net.session import Session, Update
from scatnet.table.view import Choice, Phase, TableView, Verb
from scatnet.words import _

__all__ = ["run_plain"]


class _Answering:
    """Carries out typed lines against the session; remembers what waits for a yes."""

    def __init__(self, session: Session, table: PlainTable, write: Callable[[str], None], manner: Manner) -> None:
        self._session = session
        self._table = table
        self._write = write
        self._manner = manner
        self._waiting: Choice | None = None

    async def answer(self, text: str) -> bool:
        """Do what the line asks; False once the table is left."""
        view = self._session.view()
        line = read_line(text, view)
        waiting, self._waiting = self._waiting, None
        if line.command is Command.LEAVE:
            await self._session.leave()
            self._write(_parting(view))
            return False
        if line.command is Command.YES and waiting is not None:
            await self._choose(waiting)
        elif line.command is Command.NO and waiting is not None:
            self._write(_("You play on."))
        elif line.command is not None:
            await self._command(line)
        elif line.choice is None:
            self._write(line.why_not)
        elif text.strip().isdigit() and menu(view) != self._table.asked:
            self._say(self._table.turn())  # the number was meant for another menu
        elif line.choice.verb is Verb.DISCARD and self._manner.confirm_discard:
            self._waiting = line.choice
            order = choice_text(line.choice, view, self._manner.card)
            self._write(_("You want to {choice}? Type yes or no.").format(choice=order))
        else:
            await self._choose(line.choice)
        return True

    async def _choose(self, choice: Choice) -> None:
        if choice.verb is Verb.RESIGN:
            await self._session.resign()
        else:
            self._refused(await self._session.choose(choice))

    async def _command(self, line: Line) -> None:
        match line.command:
            case Command.HELP:
                self._say(self._table.help())
            case Command.STATE:
                self._say(self._table.state())
            case Command.SAY if line.text:
                self._refused(await self._session.say(line.text))
            case Command.SAY:
                self._write(_("Type say and then what you want to say."))
            case Command.START if not self._session.is_host:
                self._write(_("Only the host can begin the game."))
            case Command.START:
                self._refused(await self._session.start())
            case Command.KICK:
                await self._kick(line.text)
            case Command.REMATCH:
                self._refused(await self._session.rematch())
            case Command.RESIGN if may_resign(self._session.view()):
                self._waiting = Choice(verb=Verb.RESIGN)
                self._write(_("Resign? You are out for good, and the others play on. Type yes or no."))
            case Command.RESIGN:
                self._write(_("There is no game that you could resign now."))
            case _:
                self._write(possible(self._session.view()))

    async def _kick(self, text: str) -> None:
        """Leave out the seat of this number or name."""
        view = self._session.view()
        others = [seat for seat in view.seats if seat.seat != view.me]
        meant = [seat for seat in others if text.casefold() in (seat.name.casefold(), str(seat.seat + 1))]
        if not meant and others and self._session.is_host:
            listed = ", ".join(f"{seat.seat + 1} {seat.name}" for seat in others)
            self._write(_("Type kick and one of these: {seats}.").format(seats=listed))
        else:
            self._refused(await self._session.kick(meant[0].seat if meant else -1))

    def _say(self, lines: Sequence[str]) -> None:
        for line in lines:
            self._write(line)

    def _refused(self, sentence: str | None) -> None:
        if sentence is not None:
            self._write(sentence)


def _parting(view: TableView) -> str:
    if view.me is None or view.phase is Phase.OVER:
        return _("You have left the table.")
    return _("You have left the table. It can be resumed with: scatnet resume")


async def run_plain(
    session: Session,
    *,
    lines: AsyncIterable[str],
    write: Callable[[str], None],
    manner: Manner,
) -> int:
    """Play at a table by lines until it is left, the input ends or the table closes; gives the exit status.

    `write` takes one line at a time, without its newline.
    """
    table = PlainTable(session, manner)
    for line in table.greeting():
        write(line)
    arrived = _Arrivals()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(
            _answer_lines, _Answering(session, table, write, manner), session, lines, nursery.cancel_scope
        )
        nursery.start_soon(_gather, session, table, arrived)
        while updates := await arrived.together():
            for line in table.told(updates):
                write(line)
        nursery.cancel_scope.cancel()
    return 0


class _Arrivals:
    """Updates that have come and are not told yet."""

    def __init__(self) -> None:
        self._updates: list[Update] = []
        self._stirred = trio.Event()
        self._ended = False

    def add(self, update: Update) -> None:
        self._updates.append(update)
        self._stirred.set()

    def end(self) -> None:
        self._ended = True
        self._stirred.set()

    async def together(self) -> list[Update]:
        """All that has come since, at least one; none after the last."""
        if not self._updates and not self._ended:
            self._stirred = trio.Event()
            await self._stirred.wait()
        updates, self._updates = self._updates, []
        return updates


async def _gather(session: Session, table: PlainTable, arrived: _Arrivals) -> None:
    """Take updates as fast as they come: what has been published together is told together."""
    async with closing(session.updates()) as updates:
        async for update in updates:
            table.see()
            arrived.add(update)
    arrived.end()


async def _answer_lines(
    answering: _Answering, session: Session, lines: AsyncIterable[str], scope: trio.CancelScope
) -> None:
    async with closing(lines) as typed:
        async for text in typed:
            if not await answering.answer(text):
                break
        else:
            await session.leave()
    scope.cancel()
