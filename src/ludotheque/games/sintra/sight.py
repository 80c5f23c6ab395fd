"""What a seat may know. In Sintra everything is public, so nothing is hidden or dealt anew."""

from __future__ import annotations

from ...kernel.chance import Random
from ...kernel.rule import rule
from .state import State


@rule
def hide(s: State, seat: int) -> None:
    """Blanks what the seat (-1: a spectator) may not know: nothing, even the hidden sides of strips are public. (S5)"""


@rule
def redeal(s: State, seat: int, random: Random) -> None:
    """Fills the blanks with a world that the seat cannot tell from the real one: nothing."""


def sees_choice(s: State, seat: int) -> bool:
    """Whether the seat (-1: a spectator) learns what is chosen now when it is chosen: always."""
    return True
