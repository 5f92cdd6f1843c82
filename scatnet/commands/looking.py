"""How long a command may look for tables on the network."""

from __future__ import annotations

from typing import Final

from scatnet.commands.refusing import refuse
from scatnet.words import _

__all__ = ["may_look_for", "refuse_to_look"]

_LONGEST: Final = 3600.0


def may_look_for(seconds: float) -> bool:
    """Whether this is a time to look for; no number (nan) is none."""
    return 0 <= seconds <= _LONGEST


def refuse_to_look() -> int:
    """Say how long one can look; the exit status."""
    return refuse(_("Look for 0 to {most:.0f} seconds.").format(most=_LONGEST))
