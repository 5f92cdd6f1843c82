"""`python -m scatnet` is the same as `scatnet`."""

from __future__ import annotations

import sys

__all__ = ["start"]


def start() -> int:
    """Run the command line; the exit status. Ctrl-C while the program is still being loaded ends it as quietly."""
    try:
        from scatnet.cli import main
    except KeyboardInterrupt:
        return 130
    return main()


if __name__ == "__main__":
    sys.exit(start())
