"""What is asked, and what is forbidden. (S15, S19, S23-S26, S31, S36, S40-S42)"""

from __future__ import annotations

from ....kernel.rule import rule, table
from ..actions import ACTIONS, JOKER_SPACES, JOKERS, PANE, PLACE, RESET, STRIP, TAKE, TURN
from ..box import CENTRE, COLOURS, FACTORIES_IN_USE, JOKER, SLOTS
from ..state import GONE, State

# By phase: the action ids that are asked for, and the rule that asks for them and so forbids
# all other actions. At chance the tile's holder starts next (S14); in the end 6 rounds are over.
FIRST_ACTION: list[int] = table([0, 0, TAKE, STRIP, JOKERS, PANE, 0])
LAST_ACTION: list[int] = table([-1, -1, RESET, JOKERS - 1, PANE - 1, ACTIONS - 1, -1])
ASKED_BY: list[int] = table([14, 14, 15, 26, 31, 36, 13])


@rule
def first_action(s: State) -> int:
    """The lowest action id of this phase."""
    return FIRST_ACTION[s.phase]


@rule
def last_action(s: State) -> int:
    """The highest action id of this phase."""
    return LAST_ACTION[s.phase]


@rule
def asked_by(s: State) -> int:
    """The rule that says what is to be decided now."""
    return ASKED_BY[s.phase]


@rule
def always_asked(s: State) -> bool:
    """Only the phase that opens a turn is asked even if it leaves no choice."""
    return s.phase == TURN


@rule
def forbids(s: State, phase: int, action: int) -> int:
    """0, or the number of the rule that forbids this action of the phase.

    The phase is given apart so that a loop over its actions need not look it up each time.
    """
    if phase == TURN:
        return forbids_take(s, action) if action < RESET else forbids_reset(s)
    if phase == PLACE:
        return forbids_strip(s, action - STRIP)
    if phase == JOKER_SPACES:
        return forbids_jokers(s, action - JOKERS)
    return 0 if s.placed[s.to_act][s.glazier[s.to_act]][action - PANE] > 0 else 36


@rule
def forbids_take(s: State, action: int) -> int:
    """Takes only what lies there. (S1, S19)"""
    if s.offer[action - TAKE] > 0:
        return 0
    source = (action - TAKE) // COLOURS
    return 19 if source == CENTRE or source < FACTORIES_IN_USE[s.players] else 1


@rule
def forbids_reset(s: State) -> int:
    """The glazier must not stand above the leftmost strip, and there must be one. (S40-S42)"""
    slot = leftmost(s, s.to_act)
    if slot == SLOTS:
        return 42
    return 40 if s.glazier[s.to_act] == slot else 0


@rule
def leftmost(s: State, p: int) -> int:
    """The slot of the leftmost remaining strip; SLOTS if there is none."""
    for slot in range(SLOTS):
        if s.face[p][slot] != GONE:
            return slot
    return SLOTS


@rule
def forbids_strip(s: State, slot: int) -> int:
    """The strip must be reachable and have a matching space. (S23-S26)"""
    if slot < s.glazier[s.to_act] or s.face[s.to_act][slot] == GONE:
        return 23
    return 0 if matching(s, s.to_act, slot) > 0 else 26


@rule
def matching(s: State, p: int, slot: int) -> int:
    """Spaces of the strip that can take a pane of the hand. (S24)"""
    return s.empty[p][slot][s.hand_colour] + s.empty[p][slot][JOKER]


@rule
def forbids_jokers(s: State, jokers: int) -> int:
    """Joker spaces take what the colour's own spaces do not, or more by choice. (S31)"""
    p, slot = s.to_act, s.glazier[s.to_act]
    placed = min(s.hand, matching(s, p, slot))
    fewest = placed - s.empty[p][slot][s.hand_colour]
    return 0 if fewest <= jokers <= min(s.empty[p][slot][JOKER], placed) else 31
