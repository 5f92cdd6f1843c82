"""Where things lie in a person's home for scatnet. Names only: no file is read or written here, but folders
are made and looked into."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import platformdirs

from scatnet.store.errors import explain
from scatnet.store.files import SYSTEM, Files

__all__ = ["Home", "key_path", "open_home", "result_path"]

_LOG_SUFFIX = ".scat"
_KEY_SUFFIX = ".key"
_RESULT_SUFFIX = ".result"


@dataclass(frozen=True, slots=True)
class Home:
    """The folder `root` and what belongs where in it."""

    root: Path

    @property
    def tables(self) -> Path:
        """The folder with the files of all tables."""
        return self.root / "tables"

    @property
    def identity(self) -> Path:
        """The person's private key."""
        return self.root / "identity.pem"

    @property
    def settings(self) -> Path:
        """The person's settings."""
        return self.root / "settings.toml"

    @property
    def program_log(self) -> Path:
        """Where tracebacks and notices go that no screen shows."""
        return self.root / "scatnet.log"

    def table(self, table: bytes) -> Path:
        """The log file of the table with this name of 32 bytes."""
        return self.tables / (table.hex() + _LOG_SUFFIX)

    def logs(self) -> tuple[Path, ...]:
        """The log files that are there, in the order of their names. Raises StoreError where nobody may look."""
        try:
            return tuple(sorted(path for path in self.tables.iterdir() if path.suffix == _LOG_SUFFIX))
        except FileNotFoundError:
            return ()
        except OSError as fault:
            raise explain(fault, self.tables) from fault


def key_path(log: Path) -> Path:
    """The secret file beside a log file."""
    return log.with_suffix(_KEY_SUFFIX)


def result_path(log: Path) -> Path:
    """The note beside a log file on how the game ended."""
    return log.with_suffix(_RESULT_SUFFIX)


def open_home(override: Path | None = None, *, files: Files = SYSTEM) -> Home:
    """Return the home at `override`, or where this system keeps programs' data, made where it is not there.

    Raises StoreError where its folders cannot be made.
    """
    root = override if override is not None else platformdirs.user_data_path("scatnet", appauthor=False)
    home = Home(root.expanduser().absolute())
    try:
        files.make_folder(home.tables)
    except OSError as fault:
        raise explain(fault, home.tables) from fault
    return home
