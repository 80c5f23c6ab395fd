"""Decisions: what is asked, and what is forbidden. This is the only definition of legality."""

from __future__ import annotations

from ....kernel.rule import rule
from ..actions import (
    ACTIONS,
    ACTOR,
    ANSWER,
    CHAMELEONS,
    CITY,
    COIN,
    COURT,
    DEAL,
    DECLARATION,
    DETAIL,
    DISCARD,
    DRAW,
    FRIEND,
    KEEP,
    LAST_WINDOW,
    NEEDLE,
    NO_REQUEST,
    OPPONENT,
    PASS,
    PLAY,
    REPLACE,
    REQUEST,
    THEFT,
    TRAVEL,
)
from ..box import CHAMELEON, CUTPURSE, FIRE_EATER, FLATTERER, JUGGLER
from ..state import HAND, NONE, State
from .acrobats import forbids_detail, forbids_play, last_of, opponent_of
from .scoring import forbids_request
from .travel import holds_card


@rule
def is_window(phase: int) -> bool:
    """Tells whether the phase is a window for Acrobats; Resolution has none. (F20, F21)"""
    return phase <= LAST_WINDOW


@rule
def first_action(s: State) -> int:
    """Returns the lowest action id of this phase."""
    if s.phase == TRAVEL or s.phase == REPLACE:
        return CITY
    if is_window(s.phase):
        return PASS
    if s.phase == THEFT:
        return OPPONENT
    if s.phase == COURT:
        return ACTOR
    if s.phase == DETAIL:
        return first_detail(s)
    if s.phase == DECLARATION:
        return CHAMELEONS
    return REQUEST


@rule
def first_detail(s: State) -> int:
    """Returns the lowest action id that the Acrobat being played asks for."""
    if s.acrobat == JUGGLER or s.acrobat == FIRE_EATER:
        return CITY
    if s.acrobat == FLATTERER:
        return NEEDLE
    return OPPONENT if s.acrobat == CUTPURSE or s.first == NONE else ACTOR


@rule
def last_action(s: State) -> int:
    """Returns the highest action id of this phase."""
    if s.phase == TRAVEL or s.phase == REPLACE:
        return OPPONENT - 1
    if is_window(s.phase):
        return PLAY + last_of(s.phase)
    if s.phase == THEFT:
        return ACTOR - 1
    if s.phase == COURT:
        return KEEP
    if s.phase == DETAIL:
        return last_detail(s)
    if s.phase == DECLARATION:
        return REQUEST - 1
    return NO_REQUEST - 1 if s.phase == DISCARD else ACTIONS - 1


@rule
def last_detail(s: State) -> int:
    """Returns the highest action id that the Acrobat being played asks for."""
    if s.acrobat == JUGGLER or s.acrobat == FIRE_EATER:
        return OPPONENT - 1
    if s.acrobat == FLATTERER:
        return CHAMELEONS - 1
    return ACTOR - 1 if s.acrobat == CUTPURSE or s.first == NONE else KEEP - 1


@rule
def asked_by(s: State) -> int:
    """Returns the number of the rule that asks for a decision now; it forbids all other actions."""
    if is_window(s.phase):
        return 24
    if s.phase == TRAVEL:
        return 11
    if s.phase == REPLACE:
        return 27
    if s.phase == THEFT:
        return 34
    if s.phase == COURT:
        return 39
    if s.phase == DISCARD:
        return 51
    if s.phase == DETAIL:
        return 25
    if s.phase == DECLARATION:
        return 71
    if s.phase == ANSWER:
        return 76
    return chance_rule(s)


@rule
def chance_rule(s: State) -> int:
    """Returns the number of the rule of the chance event, or of the end."""
    if s.phase == COIN:
        return 2 if s.season == 1 else 85
    if s.phase == DEAL:
        if s.turn == 0:
            return 5
        return 84 if s.coin_due else 61
    if s.phase == DRAW:
        return 50
    return 102 if s.phase == FRIEND else 90


@rule
def always_asked(s: State) -> bool:
    """Tells whether a decision is asked even if only one action is legal: being asked must reveal nothing. (F116)"""
    return s.phase == ANSWER


@rule
def forbids(s: State, phase: int, action: int) -> int:
    """Returns 0, or the number of the rule that forbids this action of the phase.

    The phase is an argument of its own so that a loop over its actions does not look it up each time.
    """
    p = s.to_act
    if phase == TRAVEL:
        return 0 if holds_card(s.hand[p], action - CITY) else 11  # F11
    if is_window(phase):
        return 0 if action == PASS else forbids_play(s, p, action - PLAY)
    if phase == COURT:
        return 0 if action == KEEP or s.held[action - ACTOR] > 0 else 39  # F39
    if phase == DISCARD:
        return 0 if s.request[action - REQUEST] == HAND + p else 51  # F51
    if phase == ANSWER:
        return 0 if action == NO_REQUEST else forbids_request(s, p, action - REQUEST)
    if phase == THEFT:
        return forbids_theft(s, p, action)
    if phase == DETAIL:
        return forbids_detail(s, p, action)
    if phase == REPLACE:
        return 0 if holds_card(s.hand[p], action - CITY) else 27  # F27
    return 0 if action - CHAMELEONS <= s.acrobats[p][CHAMELEON] else 71  # F71


@rule
def forbids_theft(s: State, p: int, action: int) -> int:
    """Refuses a victim who is not at the table or has no Ecu. (F1, F34)"""
    if action - OPPONENT + 1 >= s.players:
        return 1
    return 0 if s.ecus[opponent_of(s, p, action)] > 0 else 34
