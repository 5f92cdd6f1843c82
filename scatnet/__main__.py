"""`python -m scatnet` is the same as `scatnet`."""

from __future__ import annotations

import sys

from scatnet.cli import main

if __name__ == "__main__":
    sys.exit(main())
