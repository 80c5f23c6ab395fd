"""Receiving money (L57-L61)."""

from __future__ import annotations

from ....kernel.rule import rule
from ..actions import END_OF_TURN
from ..box import TOP_UP, WORKERS
from ..state import State
from .tracks import move_patron, patron_slot


@rule
def forbids_money(s: State, p: int) -> int:
    """There must be something to gain, and the patron must be able to move. (L57, L60)"""
    if s.money[p] >= TOP_UP[s.ship[p]]:
        return 57
    return 60 if s.flipped[p] and patron_slot(s, p) == WORKERS - 1 else 0


@rule
def receive_money(s: State, p: int) -> None:
    """The patron moves right, or flips and starts again; the purse is filled up. (L58, L59, L61)"""
    slot = patron_slot(s, p) + 1
    if slot == WORKERS:
        s.flipped[p] = 1
        slot = 0
    move_patron(s, p, slot)
    s.money[p] = TOP_UP[s.ship[p]]
    s.phase = END_OF_TURN
