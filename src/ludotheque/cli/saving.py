"""Where a game may be saved: found out before it is played."""

from __future__ import annotations

import os
from pathlib import Path
from tempfile import NamedTemporaryFile

from ludotheque.errors import Error


def refuse_unwritable(path: Path, what: str = "game") -> None:
    """Raises unless this file can be written; nothing is left behind."""
    try:
        if path.is_dir():
            reason = "it is a folder"
        elif path.exists() and not (path.is_file() and os.access(path, os.W_OK)):
            reason = "it cannot be written"
        elif not path.parent.is_dir():
            reason = f"there is no folder {path.parent}"
        else:
            with NamedTemporaryFile(dir=path.parent, prefix=f"{path.name}."):
                return
    except (OSError, ValueError) as problem:
        reason = getattr(problem, "strerror", None) or str(problem)
    raise Error(f"The {what} cannot be saved in {path}: {reason}.")
