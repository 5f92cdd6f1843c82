"""Write the known answers in tests/vectors/log: run `python -m scripts.make_log_vectors` from the project's root.

They fix the format: a change here is a change of the protocol and needs a new version or revision. Everything comes
from fixed seeds, so a second run changes nothing.
"""

from __future__ import annotations

from tests.log.vectors import FOLDER, VECTORS, vector_text


def main() -> None:
    """Write all files."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name, make in VECTORS.items():
        (FOLDER / name).write_text(vector_text(make()), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
