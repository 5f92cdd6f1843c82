"""How a command says no: one sentence on standard error, and the exit status that goes with it."""

from __future__ import annotations

import sys
from typing import Final

REFUSED: Final = 1
"""Exit status of a refusal that the message explains."""

WRONG_USAGE: Final = 2
"""Exit status of wrong usage, and of a file that cannot be read."""

INTERRUPTED: Final = 130
"""Exit status after Ctrl-C."""


def refuse(sentence: str, status: int = WRONG_USAGE) -> int:
    """Print the sentence on standard error as one line; the exit status to return."""
    print(" ".join(sentence.split()), file=sys.stderr)
    return status
