"""What a table is roughly worth to a seat: a yardstick for simple players."""

from __future__ import annotations

from ...kernel.rule import rule
from .state import State

POINT = 10


@rule
def worth(s: State, p: int) -> int:
    return POINT * s.ecus[p]
