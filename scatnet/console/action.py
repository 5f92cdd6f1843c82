"""One thing that a person can do at a table now, with the keys that do it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from scatnet.table.view import Verb
from scatnet.words import _

__all__ = ["ENTER", "KEY_OF", "Action", "keys_in_words"]

ENTER: Final = "Enter"

KEY_OF: Final[Mapping[Verb, str]] = MappingProxyType(
    {
        Verb.DRAW: "d",
        Verb.TAKE: "t",
        Verb.KNOCK: "k",
        Verb.PASS: "p",
        Verb.DECLARE: "c",
        Verb.CALL: "c",
        Verb.NO_CALL: "n",
        Verb.THROW_DOWN: "x",
        Verb.KEEP_CARDS: "n",
    }
)
"""The letter of each choice but a discard."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Action:
    """Something to do: its key as pressed, its label, what it does; `urgent` must not be missed."""

    key: str
    label: str
    do: Callable[[], None]
    urgent: bool = False
    aside: bool = False  # not part of the game's moves
    also: str = ""  # another key that does it, shown where there is room
    way: bool = False  # only another way to what another action does

    @property
    def by_enter(self) -> bool:
        """Whether Enter does it."""
        return ENTER in (self.key, self.also)

    def shown(self, *, room: bool = True) -> str:
        """The keys as they are shown, in the language in use; with `room`, all of them."""
        name = _("Space") if self.key == "Space" else self.key
        return f"{name}/{self.also}" if room and self.also else name


def keys_in_words(found: list[Action]) -> str:
    """What may be done, as part of a sentence: "d draw, k knock"."""
    return ", ".join(f"{action.shown(room=False)} {action.label}" for action in found if not action.way)
