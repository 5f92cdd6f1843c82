"""Names and faces of computer players: data, in plain ASCII, so that every screen shows them alike."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Persona:
    """What a computer player is called and looks like; it says nothing of how it plays."""

    name: str
    face: str
    """Three or four characters, each one cell wide."""


PERSONAS: Final = (
    Persona("Ada", ":-)"),
    Persona("Bertil", ":-|"),
    Persona("Cleo", ";-)"),
    Persona("Doug", "8-)"),
    Persona("Edda", ":-D"),
    Persona("Finn", ":-P"),
    Persona("Greta", "B-)"),
    Persona("Hugo", ":-/"),
    Persona("Iris", ":^)"),
    Persona("Jens", "=-)"),
    Persona("Kaya", ":o)"),
    Persona("Lasse", "|-)"),
    Persona("Mabel", ":-}"),
    Persona("Nils", "%-)"),
    Persona("Olga", ":-]"),
    Persona("Pip", ":-o"),
)
"""Who sits in the computer players' seats, in the order in which they come to a table."""


def personas(count: int, taken: frozenset[str] = frozenset()) -> tuple[Persona, ...]:
    """The first `count` whose names are not taken. Raises ValueError where there are not so many."""
    free = tuple(persona for persona in PERSONAS if persona.name not in taken)
    if len(free) < count:
        raise ValueError(f"There are {len(free)} free names for computer players, not {count}.")
    return free[:count]
