"""What a seat may know of a game without secrets: everything."""

from __future__ import annotations

from types import ModuleType
from typing import Any

from ..contract.position_fields import AnyState
from ..kernel.chance import Random
from ..kernel.edition import Edition
from ..kernel.rule import rule


@rule
def hide(s: AnyState, seat: int) -> None:
    """Blanks what the seat (-1: a spectator) may not know: nothing."""


@rule
def redeal(s: AnyState, seat: int, random: Random) -> None:
    """Fills the blanks with a world that the seat cannot tell from the real one: nothing is blank."""


def sees_choice(s: AnyState, seat: int) -> bool:
    """Whether the seat (-1: a spectator) learns what is chosen now when it is chosen: always."""
    return True


def hooks(edition: Edition, own: ModuleType) -> dict[str, Any]:
    """Nothing is hidden."""
    return {"hide": hide, "redeal": redeal, "sees_choice": sees_choice}
