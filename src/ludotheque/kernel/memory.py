"""The free memory, so that a batch that does not fit is refused at once."""

from __future__ import annotations

import contextlib
import sys
from pathlib import Path

from ludotheque.errors import Error

MEMINFO = Path("/proc/meminfo")
SPARE = 0.9  # the part of the free memory that a batch may use


def free_memory() -> int:
    """Bytes that a program can still allocate; unlimited if the system does not tell."""
    with contextlib.suppress(OSError):
        for line in MEMINFO.read_text(encoding="ascii").splitlines():
            name, _, kibibytes = line.partition(":")
            if name == "MemAvailable":
                return int(kibibytes.split()[0]) * 1024
    return sys.maxsize


def check_memory(games: int, size: int) -> None:
    """Raises an Error if there is no memory for `games` games of `size` bytes."""
    free = free_memory() * SPARE
    if games * size > free:
        fit = int(free // size)
        raise Error(f"This machine has no memory for a batch of {games} games: at most {fit} would fit now.")
