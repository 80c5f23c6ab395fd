"""Decisions and draws: the rule that asks, and what is forbidden. The table of phases (`actions.py`) says the rest."""

from __future__ import annotations

from ....kernel.rule import rule, table
from ..actions import FILL, JOKER_SPACES, JOKERS, PANE, PHASE_TABLE, PLACE, RESET, SETUP, STRIP, TAKE, TURN
from ..box import CENTRE, COLOURS, FACTORIES_IN_USE, JOKER, SLOTS
from ..state import GONE, State
from .setup import FIRST_STRIP, SPACES_II_TO_VI, indicator_event

ASKS = table([phase.rule for phase in PHASE_TABLE])


@rule
def asked_by(s: State) -> int:
    """Returns the number of the rule that asks now, for a decision or for a draw."""
    if s.phase == SETUP:
        if s.laid < FIRST_STRIP:
            return 10
        space = s.laid - indicator_event(s)
        return 3 if space < 0 else 8 if space < SPACES_II_TO_VI else 9
    return 11 if s.phase == FILL and s.round == 1 else ASKS[s.phase]


@rule
def forbids(s: State, phase: int, action: int) -> int:
    """Returns 0, or the number of the rule that forbids this action of the phase.

    The phase is an argument of its own so that a loop over its actions does not look it up each time.
    """
    if phase == TURN:
        return forbids_take(s, action) if action < RESET else forbids_reset(s)
    if phase == PLACE:
        return forbids_strip(s, action - STRIP)
    if phase == JOKER_SPACES:
        return forbids_jokers(s, action - JOKERS)
    return 0 if s.placed[s.to_act][s.glazier[s.to_act]][action - PANE] > 0 else 36  # the choice is free (S36, S55)


@rule
def forbids_take(s: State, action: int) -> int:
    """Refuses a factory that is not in use, and a colour that does not lie there. (S1, S19)"""
    if s.offer[action - TAKE] > 0:
        return 0  # even if no pane can be placed (S22)
    source = (action - TAKE) // COLOURS
    return 19 if source == CENTRE or source < FACTORIES_IN_USE[s.players] else 1


@rule
def forbids_reset(s: State) -> int:
    """Refuses to move back without a strip, or from above the leftmost one. (S40, S42)"""
    slot = leftmost(s, s.to_act)
    if slot == SLOTS:
        return 42
    return 40 if s.glazier[s.to_act] == slot else 0  # a glazier above an empty slot may go (S41)


@rule
def leftmost(s: State, p: int) -> int:
    """Returns the slot of the leftmost remaining strip, or SLOTS if there is none. (S39)"""
    for slot in range(SLOTS):
        if s.face[p][slot] != GONE:
            return slot
    return SLOTS


@rule
def forbids_strip(s: State, slot: int) -> int:
    """Refuses a strip that is out of reach or has no matching space. (S23, S26)"""
    if slot < s.glazier[s.to_act] or s.face[s.to_act][slot] == GONE:
        return 23
    return 0 if matching(s, s.to_act, slot) > 0 else 26


@rule
def matching(s: State, p: int, slot: int) -> int:
    """Counts the spaces of a strip that can take a pane of the hand. (S24)"""
    return s.empty[p][slot][s.hand_colour] + s.empty[p][slot][JOKER]


@rule
def forbids_jokers(s: State, jokers: int) -> int:
    """Refuses fewer panes on joker spaces than must go there, and more than fit there. (S31)"""
    p, slot = s.to_act, s.glazier[s.to_act]
    placed = min(s.hand, matching(s, p, slot))
    fewest = placed - s.empty[p][slot][s.hand_colour]
    return 0 if fewest <= jokers <= min(s.empty[p][slot][JOKER], placed) else 31
