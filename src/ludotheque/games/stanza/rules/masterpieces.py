"""Masterpieces."""

from __future__ import annotations

from ....kernel.rule import rule
from ..actions import END_OF_TURN
from ..box import DISCIPLINES, MASTERPIECE_SPACES, PARTNER_STRENGTH, PARTNERED, STRENGTH_NEEDED
from ..state import FREE, State
from .activation import base_strength, end_activation, strength


@rule
def partner(d: int) -> int:
    """Returns the discipline that the dearest masterpiece needs besides: the room before. (L54)"""
    return (d + DISCIPLINES - 1) % DISCIPLINES


@rule
def forbids_masterpiece(s: State, p: int, m: int) -> int:
    """Refuses a space that is taken, a second pillar in the discipline, and too little strength."""
    if s.masterpiece[s.discipline][m] != FREE or has_masterpiece(s, p, s.discipline):
        return 53  # L53
    if strength(s, p) < STRENGTH_NEEDED[m]:
        return 54  # L54
    if m == PARTNERED and base_strength(s, p, partner(s.discipline)) < PARTNER_STRENGTH:
        return 54  # discs and TR4 do not help the partner discipline (L54, L55)
    return 0


@rule
def has_masterpiece(s: State, p: int, d: int) -> bool:
    """Tells whether a pillar of the player stands in the room. (L53)"""
    for m in range(MASTERPIECE_SPACES):
        if s.masterpiece[d][m] == p:
            return True
    return False


@rule
def create_masterpiece(s: State, p: int, m: int) -> None:
    """Puts a pillar there, instead of a reward. (L54, L56)"""
    s.masterpiece[s.discipline][m] = p
    end_activation(s)
    s.phase = END_OF_TURN
