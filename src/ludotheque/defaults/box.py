"""A box of which any numbers can be played."""

from __future__ import annotations

from types import ModuleType
from typing import Any

from ..kernel.edition import Edition


def check_box(box: dict[str, Any]) -> None:
    """Accepts every box."""


def hooks(edition: Edition, own: ModuleType) -> dict[str, Any]:
    """Nothing is checked."""
    return {"check_box": check_box}
