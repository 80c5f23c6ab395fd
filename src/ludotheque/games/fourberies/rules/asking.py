"""Decisions: what is asked, and what is forbidden. This is the only definition of legality."""

from __future__ import annotations

from ....kernel.rule import rule, table
from .. import actions
from ..box import CHAMELEON, CUTPURSE, FIRE_EATER, FLATTERER, JUGGLER
from ..state import HAND, NONE, State
from .acrobats import forbids_detail, forbids_play, opponent_of
from .scoring import forbids_request
from .travel import holds_card

FIRST: list[int] = table([phase.first for phase in actions.PHASE_TABLE])
LAST: list[int] = table([phase.last for phase in actions.PHASE_TABLE])
ASKS: list[int] = table([phase.rule for phase in actions.PHASE_TABLE])


@rule
def is_window(phase: int) -> bool:
    """Tells whether the phase is a window for Acrobats; Resolution has none. (F20, F21)"""
    return phase <= actions.LAST_WINDOW


@rule
def first_action(s: State) -> int:
    """Returns the lowest action id of this phase."""
    return first_detail(s) if s.phase == actions.DETAIL else FIRST[s.phase]


@rule
def first_detail(s: State) -> int:
    """Returns the lowest action id that the Acrobat being played asks for."""
    if s.acrobat == JUGGLER or s.acrobat == FIRE_EATER:
        return actions.CITY
    if s.acrobat == FLATTERER:
        return actions.NEEDLE
    return actions.OPPONENT if s.acrobat == CUTPURSE or s.first == NONE else actions.ACTOR


@rule
def last_action(s: State) -> int:
    """Returns the highest action id of this phase."""
    return last_detail(s) if s.phase == actions.DETAIL else LAST[s.phase]


@rule
def last_detail(s: State) -> int:
    """Returns the highest action id that the Acrobat being played asks for."""
    if s.acrobat == JUGGLER or s.acrobat == FIRE_EATER:
        return actions.OPPONENT - 1
    if s.acrobat == FLATTERER:
        return actions.CHAMELEONS - 1
    return actions.ACTOR - 1 if s.acrobat == CUTPURSE or s.first == NONE else actions.KEEP - 1


@rule
def asked_by(s: State) -> int:
    """Returns the number of the rule that asks now, for a decision or for a draw."""
    if s.phase == actions.COIN and s.season > 1:
        return 85
    if s.phase == actions.DEAL and s.turn == 0:
        return 5
    return 84 if s.phase == actions.DEAL and s.coin_due else ASKS[s.phase]


@rule
def forbids(s: State, phase: int, action: int) -> int:
    """Returns 0, or the number of the rule that forbids this action of the phase.

    The phase is an argument of its own so that a loop over its actions does not look it up each time.
    """
    p = s.to_act
    if phase == actions.TRAVEL:
        return 0 if holds_card(s.hand[p], action - actions.CITY) else 11  # F11
    if is_window(phase):
        return 0 if action == actions.PASS else forbids_play(s, p, action - actions.PLAY)
    if phase == actions.COURT:
        return 0 if action == actions.KEEP or s.held[action - actions.ACTOR] > 0 else 39  # F39
    if phase == actions.DISCARD:
        return 0 if s.request[action - actions.REQUEST] == HAND + p else 51  # F51
    if phase == actions.ANSWER:
        return 0 if action == actions.NO_REQUEST else forbids_request(s, p, action - actions.REQUEST)
    if phase == actions.THEFT:
        return forbids_theft(s, p, action)
    if phase == actions.DETAIL:
        return forbids_detail(s, p, action)
    if phase == actions.REPLACE:
        return 0 if holds_card(s.hand[p], action - actions.CITY) else 27  # F27
    return 0 if action - actions.CHAMELEONS <= s.acrobats[p][CHAMELEON] else 71  # F71


@rule
def forbids_theft(s: State, p: int, action: int) -> int:
    """Refuses a victim who is not at the table or has no Ecu. (F1, F34)"""
    if action - actions.OPPONENT + 1 >= s.players:
        return 1
    return 0 if s.ecus[opponent_of(s, p, action)] > 0 else 34
