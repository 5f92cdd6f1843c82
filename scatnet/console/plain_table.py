"""What plain lines say of a table: a line for each thing that happens; hand, pile and a menu for each decision.

Strings out and nothing in but the session's view and updates, so a game can be told to anything that takes lines.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from scatnet.console.commands import menu, possible
from scatnet.console.final import rounds_text
from scatnet.console.helping import help_lines
from scatnet.console.phrases import (
    CardText,
    choice_text,
    hand_text,
    missed,
    pile_text,
    standings_text,
    teller_for,
    turn_text,
    verified_text,
    waiting_text,
)
from scatnet.net.session import Notice, Said, Session, Update, ViewChanged
from scatnet.store.settings import Settings
from scatnet.table.happenings import HappeningKind
from scatnet.table.telling import card_with_letter, card_with_symbol, tell
from scatnet.table.view import Choice, Phase, TableView, Verb
from scatnet.words import _

__all__ = ["Manner", "PlainTable", "manner_of"]

_QUIET = frozenset({HappeningKind.KEYED})
_PROGRESS = frozenset({HappeningKind.KEYED, HappeningKind.SHUFFLED})
_BANNERS = frozenset({HappeningKind.CALLED, HappeningKind.DECLARED, HappeningKind.KNOCKED})
_LAST_SECONDS = 10


@dataclass(frozen=True, slots=True, kw_only=True)
class Manner:
    """How a person wants to be told things: how a card is written, a bell for a turn, a question before a discard."""

    card: CardText = card_with_symbol
    bell: bool = False
    confirm_discard: bool = False


def manner_of(settings: Settings, *, symbols: bool, bell: bool) -> Manner:
    """The manner by a person's settings, on an output that can or cannot show the suits' symbols and ring a bell."""
    return Manner(
        card=card_with_symbol if symbols and not settings.letters else card_with_letter,
        bell=bell and settings.bell,
        confirm_discard=settings.confirm_discard,
    )


class PlainTable:
    """The lines for one table: what has been said already, and so what is worth saying next."""

    def __init__(self, session: Session, manner: Manner) -> None:
        self._session = session
        self._card = manner.card
        self._bell = "\a" if manner.bell else ""
        self._asked: tuple[Choice, ...] = ()
        self._phase: Phase | None = None
        self._waiting: tuple[tuple[int, ...], float] = ((), 0.0)  # for whom, and the patience there was at first
        self._missed: tuple[int, ...] = ()  # those who cannot be reached that the table waits for, as last told
        self._warned = False
        self._verified = 0
        self._end_told = session.view().phase is Phase.OVER  # whoever comes after the end is not told of it again

    @property
    def asked(self) -> tuple[Choice, ...]:
        """The choices of the menu that was written last."""
        return self._asked

    def greeting(self) -> list[str]:
        """The first lines: where one is, and what can be typed."""
        view = self._session.view()
        lines = [_("Table “{name}”.").format(name=view.name)]
        if view.me is None:
            lines.append(_("You are watching."))
        if self._session.ticket:
            lines.append(_("Others can join with this ticket: {ticket}").format(ticket=self._session.ticket))
        lines.append(_("Type ? for help at any time."))
        lines += self._past(view)
        asked = self.turn()
        if view.phase in (Phase.LOBBY, Phase.OVER) or not view.seats:
            return lines + asked
        return lines + ([standings_text(view), *asked] if menu(view) else self.state())

    def _past(self, view: TableView) -> list[str]:
        """What has happened in the round that is being played."""
        past = self._session.past()
        opened = [place for place, happening in enumerate(past) if happening.kind is HappeningKind.ROUND]
        if not opened:
            return []
        told = [happening for happening in past[opened[-1] :] if happening.kind not in _PROGRESS]
        return [_("What has happened in this round:"), *(tell(one, teller_for(view, self._card)) for one in told), ""]

    def see(self) -> None:
        """Take note of what is only there for a moment: how many proofs have been checked."""
        progress = self._session.view().progress
        if progress is not None:
            self._verified = max(self._verified, progress.verified)

    def told(self, updates: Sequence[Update]) -> list[str]:
        """The lines for updates that come together: all that happened, and only then what is to be decided now.

        The view is that after the last of them, so a question between them would speak of what is not yet told.
        """
        return [line for update in updates for line in self._happened(update)] + self.turn()

    def _happened(self, update: Update) -> list[str]:
        view = self._session.view()
        if isinstance(update, Said):
            return [_("{name} says: {text}").format(name=update.name, text=update.text)]
        if isinstance(update, Notice):
            return [update.text]
        if isinstance(update, ViewChanged) or update.kind in _QUIET:
            return []
        self._end_told = update.kind is HappeningKind.WON or (self._end_told and update.kind is not HappeningKind.BEGUN)
        line = tell(update, teller_for(view, self._card))
        if update.kind is HappeningKind.WON:
            return ["", f"*** {line} ***", standings_text(view), rounds_text(view)]
        if update.kind in _BANNERS:
            return ["", f"*** {line} ***"]
        if update.kind is HappeningKind.ROUND:
            return ["", line, standings_text(view)]
        if update.kind is HappeningKind.DEALT:
            return [line, *filter(None, [verified_text(self._verified)])]
        return [line]

    def turn(self) -> list[str]:
        """What is to be decided now, if that is new; else a change of phase, a countdown, or nothing."""
        view = self._session.view()
        if view.phase is Phase.OVER and not self._end_told:
            return []  # the state runs ahead of what is told: the showdown comes first
        choices = menu(view)
        lines: list[str] = []
        changed, self._asked = choices != self._asked, choices
        if changed:
            self._warned = False
        if changed and choices:
            lines += self.question(view)
        elif view.phase is not self._phase and view.phase in (Phase.LOBBY, Phase.OVER, Phase.SUSPENDED):
            lines += [turn_text(view), *self._afterwards(view)]
        self._phase = view.phase
        if choices and view.clock is not None and view.clock <= _LAST_SECONDS and not self._warned:
            self._warned = True
            lines.append(_("{seconds} seconds left.").format(seconds=max(0, math.ceil(view.clock))))
        return lines + self._waiting_lines(view)

    def _waiting_lines(self, view: TableView) -> list[str]:
        """Whom the table waits for, once: when that has lasted a while, for most answers come at once, but as soon as
        there is no connection to them.
        """
        gone, told = missed(view), self._missed
        self._missed = gone
        if gone and gone != told:
            return [waiting_text(view, view.patience)]
        if view.patience is None or gone:
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
        lines = [self._bell]
        if view.must_declare or any(choice.verb is Verb.CALL for choice in view.choices):
            lines += ["*** 31! 31! 31! ***"]
        lines.append(turn_text(view))
        if view.hand:
            lines.append(hand_text(view, self._card))
        if _asks_with_pile(view):
            lines.append(pile_text(view, self._card))
        lines += [
            f"  {number}  {choice_text(choice, view, self._card)}" for number, choice in enumerate(menu(view), start=1)
        ]
        return [*lines, possible(view)]

    def state(self) -> list[str]:
        """Everything one can see, for whoever has lost the thread."""
        view = self._session.view()
        if menu(view):
            pile = [] if _asks_with_pile(view) else [pile_text(view, self._card)]
            return [standings_text(view), *pile, *self.question(view)]
        lines = [standings_text(view), pile_text(view, self._card)]
        if view.hand:
            lines.append(hand_text(view, self._card))
        waiting = [waiting_text(view, view.patience)] if missed(view) else []
        return [*lines, turn_text(view), *waiting, *self._afterwards(view)]

    def help(self) -> list[str]:
        """This table's rules and tips, and what can be typed."""
        return [*help_lines(self._session.view(), keys=False), "", *_typing_help()]


def _asks_with_pile(view: TableView) -> bool:
    """Whether what is to be decided has to do with the pile, so that it is told with it."""
    return view.phase is Phase.TURN and view.extra is None


def _typing_help() -> list[str]:
    return [
        _("What you can type:"),
        _("  a number from the menu, or a word for it: draw, take, discard 7D, knock, declare, pass"),
        _("  d, t, k, c and p for short: draw, take, knock, call or declare, pass"),
        _("  table  who holds what, your hand and the pile (an empty line does the same)"),
        _("  say …  speak to everybody at the table"),
        _("  start  begin the game (the host, before it begins)"),
        _("  kick …  leave somebody out (the host, before it begins)"),
        _("  resign  give the game up for good"),
        _("  leave  go away; the game can be resumed later"),
        _("  rematch  another game with the same people, after the end"),
    ]
