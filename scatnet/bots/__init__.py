"""Computer players: a view in, a choice out.

A player sees what a person in its seat would see (`view`), and nothing else reaches it but chance. It holds
no state: the same view and the same chance give the same choice.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from scatnet.bots.quick import QuickPlayer
from scatnet.bots.standard import StandardPlayer
from scatnet.bots.view import BotView, Chance, Player

__all__ = ["PLAYERS", "STANDARD", "BotView", "Chance", "Player", "QuickPlayer", "StandardPlayer"]

STANDARD: Final[Player] = StandardPlayer()
"""How every computer player plays unless something else is asked for."""

PLAYERS: Final[Mapping[str, Player]] = MappingProxyType({"standard": STANDARD, "quick": QuickPlayer()})
"""The ways to play, by name."""
