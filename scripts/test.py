"""Set up everything and run every check: ruff, mypy strict, import contracts, pytest. Arguments go to pytest."""

from __future__ import annotations

import os
import sys

from environment import ROOT, SetupError, ready_python, run


def main() -> int:
    try:
        python = ready_python("test")
    except SetupError as error:
        print(error, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130
    os.chdir(ROOT)
    checks = [
        ["-m", "ruff", "check", "."],
        ["-m", "ruff", "format", "--check", "."],
        ["-m", "mypy"],
        ["-c", "from importlinter.cli import lint_imports_command; lint_imports_command()"],
        ["-m", "pytest", *sys.argv[1:]],
    ]
    for check in checks:
        print("==", " ".join(check), flush=True)
        status = run([str(python), *check])
        if status:
            return status
    return 0


if __name__ == "__main__":
    sys.exit(main())
