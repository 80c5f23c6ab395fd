"""The evaluation of a position for a seat: its points."""

from __future__ import annotations

from types import ModuleType
from typing import Any

from ..kernel.edition import Edition


def hooks(edition: Edition, own: ModuleType) -> dict[str, Any]:
    """Points are worth points."""
    return {"evaluate": edition.rules.score, "POINT": 1}
