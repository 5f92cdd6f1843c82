"""A step's outcomes sorted by what they do: bodies of a kind, seats that resigned, seats that lapsed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, TypeVar

from scatnet.log import Step
from scatnet.log import bodies as log
from scatnet.table.state import TableState
from scatnet.table.wires import read_secret

__all__ = ["Body", "Sorted", "sort_outcomes"]

Body = TypeVar("Body")
"""The body of the kind that a step waits for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sorted(Generic[Body]):
    """`answers` by seat, in seat order; `resigned` with the secret published, or None; `lapsed` seats."""

    answers: dict[int, Body]
    resigned: dict[int, int | None]
    lapsed: tuple[int, ...]

    @property
    def secrets(self) -> tuple[tuple[int, int], ...]:
        """(seat, secret) of those who resigned under a round key."""
        return tuple((seat, secret) for seat, secret in self.resigned.items() if secret is not None)


def sort_outcomes(state: TableState, step: Step, body: type[Body]) -> Sorted[Body]:
    """Sort the outcomes of a step whose answers have the given body."""
    answers: dict[int, Body] = {}
    resigned: dict[int, int | None] = {}
    lapsed: list[int] = []
    for outcome in step.outcomes:
        if outcome.event is None:
            lapsed.append(outcome.seat)
            continue
        said = log.body_of(outcome.event)
        if isinstance(said, log.Resign):
            secret = read_secret(state.params, said.secret) if said.secret else None
            resigned[outcome.seat] = secret
        elif isinstance(said, body):
            answers[outcome.seat] = said
    return Sorted(answers=answers, resigned=resigned, lapsed=tuple(lapsed))
