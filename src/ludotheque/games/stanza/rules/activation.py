"""Activating a discipline: helper, hiring, strength (L29-L39, L110)."""

from __future__ import annotations

from ....kernel.rule import rule
from ..actions import (
    ACT_COLOUR_D,
    ACT_HERE,
    ACT_WHITE_D,
    DISMISS_0,
    HIRE,
    RECRUIT_0,
    RESULT,
    SLOT,
    STOP,
    WSLOT_0,
)
from ..box import (
    COST,
    PATRON,
    PLUS_ONE,
    POLITICS,
    RECRUITS,
    SPACES_PER_ROOM,
    TR4,
    TR4_FLORINS,
    WHITE,
    WORKERS,
)
from ..state import EMPTY, NONE, State
from .tracks import discard, is_of

# --- Which discipline (L29-L32) -------------------------------------------------------------------


@rule
def room(s: State, p: int) -> int:
    """The discipline of the room the figure is in."""
    return (s.figure[p] - 1) // SPACES_PER_ROOM


@rule
def activated(s: State, p: int, action: int) -> int:
    """The discipline that an action activates."""
    if action == ACT_HERE:
        return room(s, p)
    return action - (ACT_WHITE_D if action >= ACT_WHITE_D else ACT_COLOUR_D)


@rule
def forbids_activation(s: State, p: int, action: int) -> int:
    """The figure is in the room or a helper pays, and somebody can be hired. (L29-L32)"""
    d = activated(s, p, action)
    if action != ACT_HERE:
        if d == room(s, p):
            return 31
        if s.helpers[p][WHITE if action >= ACT_WHITE_D else d] == 0:
            return 30 if d == POLITICS else 29
    return 0 if can_hire_first(s, p, d) or can_dismiss(s, p, d) else 32


@rule
def can_hire_first(s: State, p: int, d: int) -> bool:
    """A recruit of the discipline and an affordable slot. (L32)"""
    for slot in range(RECRUITS):
        if is_of(s.recruits[p][slot], d):
            return can_fill_a_slot(s, p)
    return False


@rule
def can_dismiss(s: State, p: int, d: int) -> bool:
    """With the expert variant: a worker of the discipline. (L110)"""
    return s.expert == 1 and workers_of(s, p, d) > 0


@rule
def activate(s: State, p: int, action: int) -> None:
    """Pays the helper, if one is needed; then hiring begins. (L29)"""
    s.discipline = activated(s, p, action)
    if action != ACT_HERE:
        pay_helper(s, p, WHITE if action >= ACT_WHITE_D else s.discipline)
    s.phase = HIRE


@rule
def pay_helper(s: State, p: int, colour: int) -> None:
    """A helper returns to the Politics room. (L29, L51, L65)"""
    s.helpers[p][colour] -= 1
    s.helper_stock[colour] += 1


# --- Hiring and dismissing (L33-L36, L110) --------------------------------------------------------


@rule
def forbids_hire(s: State, p: int, action: int) -> int:
    """First one character of the discipline, or a dismissal; then whoever can be paid. (L33-L35, L110)"""
    if action >= DISMISS_0:
        return forbids_dismissal(s, p, action - DISMISS_0)
    if action == STOP:
        return 0 if s.filled else 29
    if action >= WSLOT_0:
        return 34
    slot = action - RECRUIT_0
    if slot >= RECRUITS or s.recruits[p][slot] == EMPTY:
        return 33
    if s.filled == 0 and not is_of(s.recruits[p][slot], s.discipline):
        return 34
    return 0 if can_fill_a_slot(s, p) else 33


@rule
def forbids_dismissal(s: State, p: int, slot: int) -> int:
    """Only in the expert variant, instead of hiring, and of the discipline. (L110)"""
    if s.expert and s.filled == 0 and is_of(s.workers[p][slot], s.discipline):
        return 0
    return 110


@rule
def forbids_slot(s: State, p: int, slot: int) -> int:
    """Not the patron's, not twice in an activation, and the cost must be paid. (L33, L35)"""
    if s.workers[p][slot] == PATRON:
        return 33
    if (s.filled >> slot) & 1:
        return 35
    return 0 if COST[slot] <= s.money[p] else 33


@rule
def can_fill_a_slot(s: State, p: int) -> bool:
    """Whether some worker slot may be chosen. (L32, L33, L35)"""
    for slot in range(WORKERS):
        if forbids_slot(s, p, slot) == 0:
            return True
    return False


@rule
def hire_or_stop(s: State, p: int, action: int) -> None:
    """Chooses whom to hire, dismisses a worker, or ends the hiring. (L34, L110)"""
    if action >= DISMISS_0:
        discard(s, s.workers[p][action - DISMISS_0])
        s.workers[p][action - DISMISS_0] = EMPTY
        end_hiring(s)
    elif action == STOP:
        end_hiring(s)
    else:
        s.recruit = action - RECRUIT_0
        s.phase = SLOT


@rule
def end_hiring(s: State) -> None:
    """The slots filled are forgotten; strength and result come next."""
    s.filled = 0
    s.phase = RESULT


@rule
def hire(s: State, p: int, slot: int) -> None:
    """Pays the slot and moves the recruit there; whoever was there is discarded. (L33, L36)"""
    s.money[p] -= COST[slot]
    discard(s, s.workers[p][slot])
    s.workers[p][slot] = s.recruits[p][s.recruit]
    s.recruits[p][s.recruit] = EMPTY
    s.recruit = NONE
    s.filled |= 1 << slot
    s.phase = HIRE


# --- Strength (L37-L39) ---------------------------------------------------------------------------


@rule
def workers_of(s: State, p: int, d: int) -> int:
    """The characters of a discipline on the worker track, starting tiles included."""
    n = 0
    for slot in range(WORKERS):
        if is_of(s.workers[p][slot], d):
            n += 1
    return n


@rule
def base_strength(s: State, p: int, d: int) -> int:
    """Workers, and the permanent tile of the discipline. (L37)"""
    return workers_of(s, p, d) + (1 if s.owner[PLUS_ONE[d]] == p else 0)


@rule
def strength(s: State, p: int) -> int:
    """The strength of the activation: base, discs spent, TR4. (L38)"""
    return base_strength(s, p, s.discipline) + s.added


@rule
def forbids_disc(s: State, p: int) -> int:
    """A disc of one's own must lie in the slot of the discipline. (L38)"""
    return 0 if s.discs[p][s.discipline] > 0 else 38


@rule
def spend_disc(s: State, p: int) -> None:
    """A disc goes back to the supply for one more strength. (L38, L39)"""
    s.discs[p][s.discipline] -= 1
    s.supply[p] += 1
    s.added += 1


@rule
def forbids_payment(s: State, p: int) -> int:
    """The owner of TR4 may pay once per activation. (L38)"""
    return 0 if s.owner[TR4] == p and s.paid3 == 0 and s.money[p] >= TR4_FLORINS else 38


@rule
def pay_for_strength(s: State, p: int) -> None:
    """Florins for one more strength by TR4. (L38)"""
    s.money[p] -= TR4_FLORINS
    s.paid3 = 1
    s.added += 1


@rule
def end_activation(s: State) -> None:
    """The result is chosen: the strength is forgotten."""
    s.discipline, s.added, s.paid3 = NONE, 0, 0
