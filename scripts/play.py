"""Set scatnet up in a private environment and start it, with the arguments given: `python3 scripts/play.py demo`."""

from __future__ import annotations

import sys

from environment import SetupError, become, ready_python


def main() -> int:
    try:
        python = ready_python()
    except SetupError as error:
        print(error, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130
    return become([str(python), "-m", "scatnet", *sys.argv[1:]])


if __name__ == "__main__":
    sys.exit(main())
