"""Write the known answers of dealing to tests/vectors/dealing, from fixed seeds.

Run it as `python -m scripts.make_dealing_vectors` at the root, after a change that is meant to alter what peers send;
the tests compare with what it wrote.
"""

import json
from pathlib import Path

from tests.dealing.vector_source import vectors

FOLDER = Path(__file__).resolve().parent.parent / "tests" / "vectors" / "dealing"


def main() -> None:
    """Write one file for each kind of value."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name, content in vectors().items():
        text = json.dumps(content, indent=1, ensure_ascii=False) + "\n"
        (FOLDER / f"{name}.json").write_text(text, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
