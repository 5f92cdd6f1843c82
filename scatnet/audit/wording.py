"""The sentences of reports: how a round ended, who lost what and why, how a game stands.

What happens in a step is told by `scatnet.table.telling`; here stand the sentences that look back on more than one.
"""

from __future__ import annotations

from collections.abc import Callable
from types import MappingProxyType
from typing import Final

from scatnet.audit.report import Loss, LossReason, PlayerLine, Report, RoundLine, Standing
from scatnet.rules.fields import preset_and_changes
from scatnet.rules.scoring import points_text
from scatnet.rules.showdown import EndedBy
from scatnet.rules.text import amount
from scatnet.table.state import Stage
from scatnet.table.telling import Teller, rules_name
from scatnet.words import _, mark, ngettext

__all__ = [
    "hidden_text",
    "how_it_ended",
    "loss_text",
    "losses_text",
    "outcome_text",
    "player_text",
    "proven_text",
    "round_title",
    "rules_title",
    "standing_text",
    "teller_of",
    "verdict_text",
]


def teller_of(report: Report) -> Teller:
    """Tells happenings with the names of this table."""
    return Teller(rules=report.rules, names=report.names)


def verdict_text(report: Report) -> str:
    """The verdict on a log that could be folded, in one sentence."""
    audit = report.audit
    if audit.faults:
        return _("This log is not valid.")
    if audit.finished:
        return _("This log is valid: every signature, proof and rule holds, from the opening to the end of the game.")
    return _("This log is valid as far as it goes: every signature, proof and rule holds. The game is not finished.")


def rules_title(report: Report) -> str:
    """The rules by name, with what was changed in them."""
    preset, changes = preset_and_changes(report.audit.state.settings.rules if report.audit.state else report.rules)
    title = rules_name(preset)
    if changes:
        written = ", ".join(f"{name}={str(value).lower()}" for name, value in changes.items())
        title = _("{rules}, changed: {changes}").format(rules=title, changes=written)
    if report.house_rule:
        title += ", " + _("with the house rule for three of a kind")
    return title


def outcome_text(report: Report) -> str:
    """How the game ended, or what it waits for; of a log that is not valid, how far it can be followed."""
    if report.audit.faults:
        steps = report.proven.steps
        return ngettext("It can be followed for {count} step.", "It can be followed for {count} steps.", steps).format(
            count=steps
        )
    if report.audit.finished:
        teller = teller_of(report)
        kitty = amount(report.rules.called, report.kitty)
        if not report.winners:
            return _("Everybody has left the game, and nobody has won.")
        text = ngettext(
            "{names} won the game and {kitty} from the kitty.",
            "{names} shared the kitty of {kitty}.",
            len(report.winners),
        )
        return text.format(names=teller.list(report.winners), kitty=kitty)
    state = report.audit.state
    if state is None or state.stage is Stage.LOBBY:
        return _("The game has not begun.")
    if state.stage is Stage.OVER:
        return _("Too few were left to begin with.")
    waiting = [report.names[slot.seat] for slot in report.audit.waiting_for]
    if report.suspended:
        return _("The game rests, because too few are there; it can be resumed.")
    return _("The game waits for {names}.").format(names=", ".join(waiting))


def player_text(player: PlayerLine) -> str:
    """Who a player is."""
    if not player.computer:
        return _("{name}, key {key}").format(name=player.name, key=player.fingerprint)
    if player.operator_name:
        return _("{name}, a computer player on the machine of {operator}").format(
            name=player.name, operator=player.operator_name
        )
    return _("{name}, a computer player on the machine with the key {key}").format(
        name=player.name, key=player.operator
    )


def standing_text(report: Report, player: PlayerLine) -> str:
    """How a player stands at the end."""
    match player.standing:
        case Standing.WON:
            return _("won")
        case Standing.OUT:
            return _("out")
        case Standing.AWAY:
            return _("away, {lives}").format(lives=amount(report.rules.called, player.lives))
        case Standing.IN:
            return _("on the county") if player.county else amount(report.rules.called, player.lives)


def round_title(report: Report, line: RoundLine) -> str:
    """Round, dealer and length."""
    note = line.note
    turns = ngettext("{count} turn", "{count} turns", note.turns).format(count=note.turns)
    return _("Round {number}: {dealer} deals, {turns}").format(
        number=note.number, dealer=report.names[note.dealer], turns=turns
    )


def how_it_ended(report: Report, line: RoundLine) -> str:
    """What ended a round, with the hands that were shown."""
    end = line.note.end
    if end is None:
        return _("The log stops in this round.")
    if end.expelled is not None:
        name = report.names[end.expelled]
        return _("{name} knocked below the minimum: void.").format(name=name)
    if end.ended_by is None:
        return _("Void.")
    knocker = "" if end.knocker is None else report.names[end.knocker]
    names = teller_of(report).list(end.thirty_ones)
    told = _(_ENDS[end.ended_by]).format(knocker=knocker, names=names)
    hands = ", ".join(f"{report.names[seat]} {points_text(score)}" for seat, score in end.scores.items())
    if end.replay:
        told += " " + _("That would have put everybody out, so it does not count.")
    return f"{told} ({hands})" if hands else told


_ENDS: Final = MappingProxyType(
    {
        EndedBy.KNOCK: mark("{knocker} knocked."),
        EndedBy.THIRTY_ONE: mark("31 for {names}."),
        EndedBy.STOCK: mark("The stock ran out."),
        EndedBy.PASS: mark("A pass ended it."),
        EndedBy.THROW_DOWN: mark("{knocker} threw the cards down."),
        EndedBy.RESIGN: mark("The others had resigned."),
    }
)

_REASONS: Final[MappingProxyType[LossReason, Callable[[], str]]] = MappingProxyType(
    {
        LossReason.LOWEST: lambda: _("the lowest hand"),
        LossReason.BELOW_BEST: lambda: _("below the best hand"),
        LossReason.KNOCKED_LOWEST: lambda: _("knocked, with the lowest hand alone"),
        LossReason.THIRTY_ONE: lambda: _("somebody else had 31"),
        LossReason.NOT_SHOWN: lambda: _("showed no hand"),
        LossReason.LAPSED: lambda: _("no answer that counted"),
        LossReason.AWAY: lambda: _("away"),
    }
)


def losses_text(report: Report, line: RoundLine) -> str:
    """All losses of a round, as one sentence; empty where the round has not ended."""
    if line.note.end is None:
        return ""
    return "; ".join(loss_text(report, loss) for loss in line.losses) or _("Nobody loses anything")


def loss_text(report: Report, loss: Loss) -> str:
    """Who lost what, and why."""
    return _("{name} loses {lives}: {why}").format(
        name=report.names[loss.seat], lives=amount(report.rules.called, loss.lives), why=_REASONS[loss.reason]()
    )


def proven_text(report: Report) -> str:
    """What was proven, in one sentence of numbers."""
    proven = report.proven
    return _(
        "{signatures} records and {steps} steps checked, with {proofs} proofs: {shuffles} shuffles, {keys} keys, "
        "{permutations} committed permutations, {shares} shares, {openings} openings."
    ).format(
        signatures=proven.signatures,
        steps=proven.steps,
        proofs=proven.proofs,
        shuffles=proven.shuffles,
        keys=proven.keys,
        permutations=proven.permutations,
        shares=proven.shares,
        openings=proven.openings,
    )


def hidden_text(report: Report) -> str:
    """What stayed hidden."""
    total = report.hidden_cards + report.open_cards
    if not total:
        return _("No card was dealt.")
    return ngettext(
        "Of {total} cards in {rounds} shuffled deck {open} were shown; {hidden} were never revealed, and nobody can "
        "read them from this log.",
        "Of {total} cards in {rounds} shuffled decks {open} were shown; {hidden} were never revealed, and nobody can "
        "read them from this log.",
        sum(line.note.dealt for line in report.rounds),
    ).format(
        total=total,
        rounds=sum(line.note.dealt for line in report.rounds),
        open=report.open_cards,
        hidden=report.hidden_cards,
    )
