"""What a server is told when it starts."""

from __future__ import annotations

import os
import secrets
import sys
from dataclasses import dataclass
from pathlib import Path

from ludotheque.errors import Error

MOST_THINKERS = 4


@dataclass(frozen=True)
class Settings:
    """All that can be set. Tests set everything; `for_people` fills in what a person expects."""

    database: str  # a URL of SQLAlchemy
    secret: str  # signs cookies
    thinkers: int = 1  # processes in which bots think; 0: threads of the server itself
    pace: float = 0.0  # seconds that a bot's decision takes at least, so that people can follow
    heartbeat: float = 15.0  # seconds of silence after which an event stream says that it is alive
    patience: float = 10.0  # seconds that a client may take to accept an event before it is cut off
    streams: int = 5000  # event streams at the same time
    body: int = 16_384  # bytes of a form
    tick: float = 1.0  # seconds between two looks at the clocks
    positions: int = 500  # tables whose positions are kept in memory
    secure_cookies: bool = False  # behind HTTPS

    @classmethod
    def for_people(cls, database: str | None = None) -> Settings:
        """Settings of a server on a person's machine, with its data in the user's data folder."""
        folder = data_folder()
        return cls(
            database=database or f"sqlite:///{folder / 'tables.sqlite3'}",
            secret=kept_secret(folder / "secret"),
            thinkers=min(MOST_THINKERS, max(1, (os.cpu_count() or 1) - 1)),
            pace=0.7,
        )


def data_folder() -> Path:
    """Where the tables are kept: LUDOTHEQUE_DATA, or the place the system has for such data."""
    if chosen := os.environ.get("LUDOTHEQUE_DATA"):
        folder = Path(chosen)
    elif sys.platform == "darwin":
        folder = Path.home() / "Library" / "Application Support" / "ludotheque"
    elif sys.platform == "win32":
        folder = Path(os.environ.get("LOCALAPPDATA", Path.home())) / "ludotheque"
    else:
        folder = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "ludotheque"
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as problem:
        raise Error(f"The folder {folder} cannot be made: {problem.strerror}.") from None
    return folder


def kept_secret(path: Path) -> str:
    """The secret in a file that only its owner may read; made the first time."""
    try:
        with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
            file.write(secrets.token_hex(32))
    except FileExistsError:
        pass
    except OSError as problem:
        raise Error(f"The file {path} cannot be written: {problem.strerror}.") from None
    return path.read_text(encoding="ascii").strip()
