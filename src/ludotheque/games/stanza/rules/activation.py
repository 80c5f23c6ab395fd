"""Activating a discipline: helper, hiring, strength."""

from __future__ import annotations

from ....kernel.rule import rule
from .. import actions, box
from ..state import EMPTY, NONE, State
from .tracks import discard, is_of

# --- Which discipline -----------------------------------------------------------------------------


@rule
def room(s: State, p: int) -> int:
    """Returns the discipline of the room the figure is in."""
    return (s.figure[p] - 1) // box.SPACES_PER_ROOM


@rule
def activated(s: State, p: int, action: int) -> int:
    """Returns the discipline that an action activates."""
    if action == actions.ACT_HERE:
        return room(s, p)
    return action - (actions.ACT_WHITE_D if action >= actions.ACT_WHITE_D else actions.ACT_COLOUR_D)


@rule
def forbids_activation(s: State, p: int, action: int) -> int:
    """Refuses to activate from afar without a helper, or with nobody to hire or dismiss."""
    d = activated(s, p, action)
    if action != actions.ACT_HERE:
        if d == room(s, p):
            return 31  # L31
        if s.helpers[p][box.WHITE if action >= actions.ACT_WHITE_D else d] == 0:
            return 30 if d == box.POLITICS else 29  # L29, L30
    return 0 if can_hire_first(s, p, d) or can_dismiss(s, p, d) else 32  # L32


@rule
def can_hire_first(s: State, p: int, d: int) -> bool:
    """Tells whether there is a recruit of the discipline and an affordable slot. (L32)"""
    for slot in range(box.RECRUITS):
        if is_of(s.recruits[p][slot], d):
            return can_fill_a_slot(s, p)
    return False


@rule
def can_dismiss(s: State, p: int, d: int) -> bool:
    """Tells whether an expert has a worker of the discipline to dismiss. (L110)"""
    return s.expert == 1 and workers_of(s, p, d) > 0


@rule
def activate(s: State, p: int, action: int) -> None:
    """Pays the helper, if one is needed; then hiring begins. (L29)"""
    s.discipline = activated(s, p, action)
    if action != actions.ACT_HERE:
        pay_helper(s, p, box.WHITE if action >= actions.ACT_WHITE_D else s.discipline)
    s.phase = actions.HIRE


@rule
def pay_helper(s: State, p: int, colour: int) -> None:
    """Returns a helper to the Politics room. (L29, L51, L65)"""
    s.helpers[p][colour] -= 1
    s.helper_stock[colour] += 1


# --- Hiring and dismissing ------------------------------------------------------------------------


@rule
def forbids_hire(s: State, p: int, action: int) -> int:
    """Refuses to begin without a character of the discipline, or to go on with one who cannot be paid."""
    if action >= actions.DISMISS_0:
        return forbids_dismissal(s, p, action - actions.DISMISS_0)
    if action == actions.STOP:
        return 0 if s.filled else 29  # one must be hired (L29)
    if action >= actions.WSLOT_0:
        return 34
    slot = action - actions.RECRUIT_0
    if slot >= box.RECRUITS or s.recruits[p][slot] == EMPTY:
        return 33  # L33
    if s.filled == 0 and not is_of(s.recruits[p][slot], s.discipline):
        return 34  # L34
    return 0 if can_fill_a_slot(s, p) else 33  # L33


@rule
def forbids_dismissal(s: State, p: int, slot: int) -> int:
    """Refuses a dismissal outside the expert variant, after a hire, or of another discipline. (L110)"""
    if s.expert and s.filled == 0 and is_of(s.workers[p][slot], s.discipline):
        return 0
    return 110


@rule
def forbids_slot(s: State, p: int, slot: int) -> int:
    """Refuses the patron's slot, a slot filled in this activation, and one that is too dear. (L33, L35)"""
    if s.workers[p][slot] == box.PATRON:
        return 33
    if (s.filled >> slot) & 1:
        return 35
    return 0 if box.COST[slot] <= s.money[p] else 33


@rule
def can_fill_a_slot(s: State, p: int) -> bool:
    """Tells whether some worker slot may be chosen. (L32, L33, L35)"""
    for slot in range(box.WORKERS):
        if forbids_slot(s, p, slot) == 0:
            return True
    return False


@rule
def hire_or_stop(s: State, p: int, action: int) -> None:
    """Chooses a recruit to hire, dismisses a worker, or ends the hiring. (L34, L110)"""
    if action >= actions.DISMISS_0:
        discard(s, s.workers[p][action - actions.DISMISS_0])
        s.workers[p][action - actions.DISMISS_0] = EMPTY
        end_hiring(s)
    elif action == actions.STOP:
        end_hiring(s)
    else:
        s.recruit = action - actions.RECRUIT_0
        s.phase = actions.SLOT


@rule
def end_hiring(s: State) -> None:
    """Goes on to strength and result; what was paid is never refunded, however poor the reward. (L42)"""
    s.filled = 0
    s.phase = actions.RESULT


@rule
def hire(s: State, p: int, slot: int) -> None:
    """Pays the slot and moves the recruit there; the character who was there is discarded. (L33)"""
    s.money[p] -= box.COST[slot]
    discard(s, s.workers[p][slot])
    s.workers[p][slot] = s.recruits[p][s.recruit]
    s.recruits[p][s.recruit] = EMPTY  # the others do not close up (L36)
    s.recruit = NONE
    s.filled |= 1 << slot
    s.phase = actions.HIRE


# --- Strength -------------------------------------------------------------------------------------


@rule
def workers_of(s: State, p: int, d: int) -> int:
    """Counts the characters of a discipline on the worker track, starting tiles included. (L37)"""
    n = 0
    for slot in range(box.WORKERS):
        if is_of(s.workers[p][slot], d):
            n += 1
    return n


@rule
def base_strength(s: State, p: int, d: int) -> int:
    """Adds the permanent tile of the discipline to its workers. (L37)"""
    return workers_of(s, p, d) + (1 if s.owner[box.PLUS_ONE[d]] == p else 0)


@rule
def strength(s: State, p: int) -> int:
    """Returns the strength of the activation: base, discs spent, TR4. (L38)"""
    return base_strength(s, p, s.discipline) + s.added


@rule
def forbids_disc(s: State, p: int) -> int:
    """Refuses to spend a disc if the player has none in the slot of the discipline. (L38)"""
    return 0 if s.discs[p][s.discipline] > 0 else 38


@rule
def spend_disc(s: State, p: int) -> None:
    """Returns a disc to the supply, before the reward is taken, for one more strength. (L38, L39)"""
    s.discs[p][s.discipline] -= 1
    s.supply[p] += 1
    s.added += 1


@rule
def forbids_payment(s: State, p: int) -> int:
    """Refuses the payment of TR4 to others than its owner, and a second one in an activation. (L38)"""
    return 0 if s.owner[box.TR4] == p and s.paid3 == 0 and s.money[p] >= box.TR4_FLORINS else 38


@rule
def pay_for_strength(s: State, p: int) -> None:
    """Pays florins for one more strength by TR4. (L38)"""
    s.money[p] -= box.TR4_FLORINS
    s.paid3 = 1
    s.added += 1


@rule
def end_activation(s: State) -> None:
    """Forgets the strength after the result is chosen."""
    s.discipline, s.added, s.paid3 = NONE, 0, 0
