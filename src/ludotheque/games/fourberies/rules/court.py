"""The King's mood: Court, the needle and the stage."""

from __future__ import annotations

from ....kernel.rule import rule
from ..box import COMEDIAN, EXPERIENCES, MANAGERS, SIDE, SPACES
from ..state import State
from .treasury import gain

TRAGEDY, COMEDY = 0, 1


@rule
def mood(s: State) -> int:
    """Returns TRAGEDY while the needle is on a red space, COMEDY on a yellow one. (F42)"""
    return COMEDY if s.needle >= SIDE else TRAGEDY


@rule
def pull(actor: int) -> int:
    """Returns the spaces by which an Actor at Court moves the needle; below 0 towards red. (F41)"""
    experience = actor % EXPERIENCES + 1
    return experience if actor >= COMEDIAN else -experience


@rule
def move_needle(s: State, spaces: int) -> None:
    """Moves the needle, which stops at both ends; a change of mood empties the stage. (F41, F42)"""
    before = mood(s)
    s.needle = min(max(s.needle + spaces, 0), SPACES - 1)
    if mood(s) != before:
        clear_stage(s)


@rule
def clear_stage(s: State) -> None:
    """Returns every Manager to its owner's reserve. (F42, F83)"""
    for p in range(s.players):
        s.stage[p] = 0


@rule
def send_to_court(s: State, actor: int) -> None:
    """Discards an Actor, who moves the needle. (F39, F41)"""
    s.discard[actor] += 1
    move_needle(s, pull(actor))


@rule
def use_managers(s: State, p: int, column: int) -> None:
    """Puts a Manager on the stage, then pays an Ecu for each one there; by option nothing without one. (F35)"""
    if s.stage[p] < MANAGERS:
        s.stage[p] += 1
    elif not s.actor3_always_pays:
        return
    managers = 0
    for q in range(s.players):
        managers += s.stage[q]
    gain(s, p, column, managers)
