"""Receiving money."""

from __future__ import annotations

from ....kernel.rule import rule
from ..actions import END_OF_TURN
from ..box import TOP_UP, WORKERS
from ..state import State
from .tracks import move_patron, patron_slot


@rule
def forbids_money(s: State, p: int) -> int:
    """Refuses money that would be no gain, or with a patron who cannot move. (L57, L60)"""
    if s.money[p] >= TOP_UP[s.ship[p]]:
        return 57
    return 60 if s.flipped[p] and patron_slot(s, p) == WORKERS - 1 else 0


@rule
def receive_money(s: State, p: int) -> None:
    """Moves the patron right, or flips him and starts again; then fills the purse up."""
    slot = patron_slot(s, p) + 1  # L58
    if slot == WORKERS:
        s.flipped[p] = 1  # L59
        slot = 0
    move_patron(s, p, slot)
    s.money[p] = TOP_UP[s.ship[p]]  # L61
    s.phase = END_OF_TURN
