"""The seats that one machine wants at a table: the person's own, or a computer player's in its place, and
further ones.
"""

from __future__ import annotations

import hmac
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import trio

from scatnet.log import Identity, Kind, decode_record, kind_of
from scatnet.log.bodies import Begin, Sit, body_of
from scatnet.log.limits import MAX_SEATS
from scatnet.net.disk import TableDisk
from scatnet.net.pace import PacedPlayer
from scatnet.net.person import Person
from scatnet.table.effects import RecordType
from scatnet.table.peer import OwnSeat
from scatnet.table.player import Player, Serials
from scatnet.table.state import TableState

__all__ = ["Seated", "seats_again", "seats_wanted", "sits_alone"]

_CHOOSER: Final = b"scatnet computer player's chance 1\n"


@dataclass(frozen=True, slots=True)
class Seated:
    """The seats of this machine, which of them is the person's (or of the computer player that sits there), and
    those of computer players that take their time.
    """

    seats: tuple[OwnSeat[TableState], ...]
    own: Player
    paced: tuple[PacedPlayer, ...] = ()


def seats_wanted(person: Person, disk: TableDisk, table: bytes, bots: int) -> Seated:
    """A new seat for the person, and so many computer players beside it."""
    signer = person.identity.computer_seat(table, 0) if person.auto else person.identity
    own = _player(person, disk, table, signer, computer=person.auto)
    wanted = [(own, person.nickname, person.house_rule and not person.auto)]
    for index, name in enumerate(person.names(bots, frozenset({person.nickname})), start=1):
        bot = _player(person, disk, table, person.identity.computer_seat(table, index), computer=True)
        wanted.append((bot, name, False))
    return _seated(person, wanted, own)


def seats_again(person: Person, disk: TableDisk, table: bytes) -> Seated | None:
    """The seats that this machine had at a game which has begun; None where it has none, or none has
    begun.
    """
    candidates = {person.identity.public: person.identity}
    for index in range(MAX_SEATS):
        seat = person.identity.computer_seat(table, index)
        candidates[seat.public] = seat
    found = [
        (candidates[key], body)
        for key, body in _sits_of_begins(disk).items()
        if key in candidates and body.operator == person.identity.public
    ]
    if not found:
        return None
    players = [_player(person, disk, table, signer, computer=body.computer or person.auto) for signer, body in found]
    own = next((player for player in players if player.signer.public == person.identity.public), players[0])
    bodies = [body for _signer, body in found]
    sat = [(player, body.nickname, body.house_rule) for player, body in zip(players, bodies, strict=True)]
    return _seated(person, sat, own)


def sits_alone(person: Person, disk: TableDisk) -> bool:
    """Whether a game has begun in which all seats are this person's own and their computer players'."""
    operators = {body.operator for body in _sits_of_begins(disk).values()}
    return operators == {person.identity.public}


def _seated(person: Person, sat: Sequence[tuple[Player, str, bool]], own: Player) -> Seated:
    """The seats, each a player, its nickname and its consent to the house rule; computer players at their
    pace.
    """
    seats: list[OwnSeat[TableState]] = []
    paced: list[PacedPlayer] = []
    for player, nickname, consents in sat:
        if player.computer and person.pace:
            slow = PacedPlayer(player, person.pace, trio.current_time)
            paced.append(slow)
            seats.append(OwnSeat(player=slow, nickname=nickname, house_rule=consents))
        else:
            seats.append(OwnSeat(player=player, nickname=nickname, house_rule=consents))
    return Seated(tuple(seats), own, tuple(paced))


def _sits_of_begins(disk: TableDisk) -> dict[bytes, Sit]:
    sits: dict[bytes, Sit] = {}
    for kind, record in disk.records():
        if kind == RecordType.EVENT and kind_of(record) is Kind.BEGIN:
            begin = body_of(decode_record(record))
            if isinstance(begin, Begin):
                for event in begin.start.embedded:
                    body = body_of(event)
                    if isinstance(body, Sit):
                        sits.setdefault(event.author, body)
    return sits


def _player(person: Person, disk: TableDisk, table: bytes, signer: Identity, *, computer: bool) -> Player:
    chance = hmac.digest(disk.seed, _CHOOSER + signer.public, "sha256")
    return Player(
        signer=signer,
        seed=disk.seed,
        table=table,
        computer=computer,
        chooser=person.chooser(chance),
        serials=Serials(disk.burned(signer.public)),
        calls_by_hand=person.thirty_one_by_hand and not computer,
    )
