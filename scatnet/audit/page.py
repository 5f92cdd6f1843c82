"""The report as one page that needs nothing else: no network, no other file, and without a script still a full report.

All that a page shows is made here as plain values; the template only sets it, and escapes every text. The game for the
replay stands in the page as JSON (`page_game`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from jinja2 import Environment, FileSystemLoader, StrictUndefined, select_autoescape
from markupsafe import Markup

from scatnet.audit.card_pictures import card_symbols
from scatnet.audit.faults import fault_text
from scatnet.audit.page_game import game_json
from scatnet.audit.plot import Plot, plot_of
from scatnet.audit.replay import Frame, Replay, round_stop, stops
from scatnet.audit.report import PlayerLine, Report, RoundLine
from scatnet.audit.verify import Audit
from scatnet.audit.wording import (
    hidden_text,
    how_it_ended,
    losses_text,
    outcome_text,
    player_text,
    proven_text,
    round_title,
    rules_title,
    standing_text,
    verdict_text,
)
from scatnet.rules.scoring import points_text
from scatnet.rules.text import Section, amount, rules_text
from scatnet.store.errors import explain
from scatnet.store.files import SYSTEM, write_whole
from scatnet.table.telling import card_with_symbol
from scatnet.words import _, language, ngettext

__all__ = ["page_of", "write_page"]

_FOLDER: Final = Path(__file__).parent / "page_files"

_ENVIRONMENT: Final = Environment(
    loader=FileSystemLoader(_FOLDER),
    autoescape=select_autoescape(default=True, default_for_string=True),
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Shown:
    """One hand that was shown."""

    name: str
    cards: tuple[tuple[int, str], ...]  # with the card's name for who cannot see it
    score: str


@dataclass(frozen=True, slots=True, kw_only=True)
class _Round:
    """One round as the page tells it; `stop` is where its replay begins."""

    number: int
    title: str
    ended: str
    shown: tuple[_Shown, ...]
    losses: str
    out: str
    hidden: str
    stop: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class _Player:
    seat: int
    name: str
    about: str
    standing: str


@dataclass(frozen=True, slots=True, kw_only=True)
class _Page:
    """Everything that the template sets."""

    valid: bool
    verdict: str
    faults: tuple[str, ...]
    outcome: str
    name: str
    facts: tuple[tuple[str, str], ...]
    players: tuple[_Player, ...]
    plot: Plot | None
    plot_title: str
    rounds: tuple[_Round, ...]
    irregularities: tuple[str, ...]
    proven: tuple[str, ...]
    rules: tuple[Section, ...]
    secret: str
    file: str


def write_page(path: Path, audit: Audit, report: Report | None, replay: Replay) -> None:
    """Write the page to `path`. Raises StoreError where that fails."""
    try:
        write_whole(SYSTEM, path, page_of(audit, report, replay).encode())
    except OSError as fault:
        raise explain(fault, path) from fault


def page_of(audit: Audit, report: Report | None, replay: Replay) -> str:
    """The page of an audit of a log that could be read; `replay` is what watched it."""
    found = stops(replay.frames)
    template = _ENVIRONMENT.get_template("page.html.j2")
    return template.render(
        page=_page(audit, report, replay, found),
        words=_words(),
        language=language(),
        style=Markup((_FOLDER / "page.css").read_text(encoding="utf-8")),
        script=Markup((_FOLDER / "page.js").read_text(encoding="utf-8")),
        symbols=Markup(card_symbols()),
        game=Markup(game_json(report, replay, found)) if report is not None else None,
    )


def _page(audit: Audit, report: Report | None, replay: Replay, found: Sequence[Frame]) -> _Page:
    faults = tuple(fault_text(fault) for fault in audit.faults)
    if report is None:
        return _Page(
            valid=False, verdict=_("This log is not valid."), faults=faults, outcome="", name=audit.path.name, facts=(),
            players=(), plot=None, plot_title="", rounds=(), irregularities=(), proven=(), rules=(), secret="",
            file=audit.path.name,
        )  # fmt: skip
    opened = ", ".join(report.names[seat] for seat in replay.readable)
    return _Page(
        valid=not audit.faults,
        verdict=verdict_text(report),
        faults=faults,
        outcome=outcome_text(report),
        name=report.name,
        facts=(
            (_("Rules"), rules_title(report)),
            (_("Log"), audit.path.name),
            (_("Table"), report.table.hex()),
            (_("Last head"), report.head.hex()),
        ),
        players=tuple(_player(report, player) for player in report.players),
        plot=plot_of(report),
        plot_title=_plot_title(report),
        rounds=tuple(_round(report, line, found) for line in report.rounds),
        irregularities=tuple(_irregularities(audit)),
        proven=(proven_text(report), hidden_text(report)),
        rules=rules_text(report.rules),
        secret=_("This page holds hidden cards of {names}: share it with care.").format(names=opened) if opened else "",
        file=audit.path.name,
    )


def _plot_title(report: Report) -> str:
    each = "; ".join(
        _("{name} ends with {lives}").format(name=player.name, lives=amount(report.rules.called, player.lives))
        for player in report.players
    )
    return _("Lives over rounds. {each}.").format(each=each)


def _player(report: Report, player: PlayerLine) -> _Player:
    return _Player(
        seat=player.seat, name=player.name, about=player_text(player), standing=standing_text(report, player)
    )


def _round(report: Report, line: RoundLine, found: Sequence[Frame]) -> _Round:
    end = line.note.end
    shown: tuple[_Shown, ...] = ()
    if end is not None:
        shown = tuple(
            _Shown(
                name=report.names[seat],
                cards=tuple((card, card_with_symbol(card)) for card in sorted(cards)),
                score=points_text(end.scores[seat]) if seat in end.scores else "",
            )
            for seat, cards in end.shown.items()
        )
    put_out = [] if end is None else [report.names[seat] for seat in end.put_out]
    return _Round(
        number=line.note.number,
        title=round_title(report, line),
        ended=how_it_ended(report, line),
        shown=shown,
        losses=losses_text(report, line),
        out=_("Out: {names}").format(names=", ".join(put_out)) if put_out else "",
        hidden=ngettext("{count} card never shown", "{count} cards never shown", line.note.hidden_cards).format(
            count=line.note.hidden_cards
        ),
        stop=round_stop(found, line.note.number),
    )


def _irregularities(audit: Audit) -> list[str]:
    told = []
    if audit.torn:
        told.append(_("The file ends in {count} bytes of an unfinished record.").format(count=audit.torn))
    for one in audit.irregularities:
        where = "" if one.step is None else _("step {step}, round {round}: ").format(step=one.step + 1, round=one.round)
        told.append(where + one.sentence)
    return told


def _words() -> dict[str, str]:
    """The page's own words."""
    return {
        "title": _("Scat: audit of “{name}”"),
        "players": _("Players"),
        "rounds": _("Rounds"),
        "lives": _("Lives over rounds"),
        "replay": _("Replay"),
        "irregular": _("Irregularities"),
        "none": _("None."),
        "proven": _("What was proven, and what stayed hidden"),
        "rules": _("The rules played"),
        "watch": _("Watch"),
        "watch_round": _("Watch round {number}"),
        "seat": _("Seat"),
        "player": _("Player"),
        "standing": _("At the end"),
        "needs_script": _("The replay needs a browser that runs scripts."),
        "check": _("Check it yourself: scatnet audit {file}"),
        "round": _("Round"),
        "axis": _("round"),
        "no_round": _("No round has been played."),
    }
