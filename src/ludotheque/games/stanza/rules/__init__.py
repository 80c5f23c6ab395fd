"""The rules of La Stanza; numbers such as L23 are those of RULES.md.

Each module is a chapter: setup, movement, tracks, refill, activation, rewards, masterpieces, money,
conditions (which bonus tiles a player may take), bonus_tiles (what they cost and do), last_turns,
scoring. `effects` says what follows from what: books that give discs, the helper limit.

`forbids` is the only definition of legality; `act` and `happen` apply one choice and leave the next
phase in the state. A phase in which nothing can be chosen is left by `act` with NOTHING: the rest of
an effect is lost, or the turn ends.
"""

from __future__ import annotations

from ....kernel.rule import rule, table
from .. import actions
from ..box import DISCIPLINES
from ..state import EMPTY, State
from .activation import (
    activate,
    forbids_activation,
    forbids_disc,
    forbids_hire,
    forbids_payment,
    forbids_slot,
    hire,
    hire_or_stop,
    pay_for_strength,
    spend_disc,
)
from .bonus_tiles import (
    choose_space,
    choose_tile,
    forbids_pay,
    forbids_recruit_slot,
    forbids_source,
    pay_for_tile,
    take_character,
    take_disc_from,
)
from .conditions import forbids_tile
from .last_turns import next_turn, pass_out
from .masterpieces import create_masterpiece, forbids_masterpiece
from .money import forbids_money, receive_money
from .movement import forbids_turn, walk
from .refill import refill, refill_weight
from .rewards import (
    choose_book,
    choose_disc_slot,
    choose_helper,
    forbids_book,
    forbids_disc_slot,
    forbids_helper,
    forbids_level,
    forbids_return,
    give_up,
    return_helper,
    take_reward,
)
from .scoring import ahead, breaks_tie, ledger, score
from .setup import begin, is_unplaced, order_starter, set_up, set_up_outcomes, set_up_rule, set_up_weight

__all__ = [
    "act", "ahead", "asked_by", "begin", "breaks_tie", "forbids", "happen", "ledger", "outcome_count", "score",
    "weight",
]  # fmt: skip

ASKS = table([phase.rule for phase in actions.PHASE_TABLE])


@rule
def asked_by(s: State) -> int:
    """Returns the number of the rule that asks now, for a decision or for a draw."""
    if s.phase == actions.SETUP:
        return set_up_rule(s)
    return 25 if s.phase == actions.REFILL and s.apart else ASKS[s.phase]


# --- What is forbidden ----------------------------------------------------------------------------


@rule
def forbids(s: State, phase: int, action: int) -> int:
    """Returns 0, or the number of the rule that forbids this action of the phase.

    The phase is an argument of its own so that a loop over its actions does not look it up each time.
    """
    p = s.to_act
    if phase == actions.TURN:
        return forbids_turn(s, p, action)
    if phase == actions.ACTION:
        return forbids_action(s, p, action)
    if phase == actions.HIRE:
        return forbids_hire(s, p, action)
    if phase == actions.SLOT:
        return forbids_slot(s, p, action - actions.WSLOT_0)
    if phase == actions.RESULT:
        return forbids_result(s, p, action)
    if phase == actions.BOOK:
        return forbids_book(s, p, action - actions.BOOK_D)
    if phase == actions.DISC:
        return forbids_disc_slot(s, p, action - actions.SLOT_D)
    if phase == actions.HELPER:
        return forbids_helper(s, action - actions.TAKE_BLUE)
    if phase == actions.LIMIT:
        return forbids_return(s, p, action - actions.RETURN_BLUE)
    if phase == actions.TILE:
        return forbids_tile(s, p, action - actions.TILE_TD1)
    if phase == actions.PAY:
        return forbids_pay(s, p, action)
    if phase == actions.DISC_SOURCE:
        return forbids_source(s, p, action - actions.SLOT_D)
    if phase == actions.TD4_SPACE:
        return 0 if s.board[1 + action - actions.SPACE_1] != EMPTY else 68  # L68
    if phase == actions.TD4_SLOT:
        return forbids_recruit_slot(action - actions.RECRUIT_0)
    return 0 if is_unplaced(s, p, action - actions.STARTER_D) else 5  # L5


@rule
def forbids_action(s: State, p: int, action: int) -> int:
    """Refuses an activation or the money action if its conditions do not hold; passing is always legal. (L14, L71)"""
    if action == actions.PASS:
        return 0
    return forbids_money(s, p) if action == actions.RECEIVE_MONEY else forbids_activation(s, p, action)


@rule
def forbids_result(s: State, p: int, action: int) -> int:
    """Refuses strength that cannot be paid, or a result that cannot be taken. (L38, L40)"""
    if action == actions.SPEND_DISC:
        return forbids_disc(s, p)
    if action == actions.PAY3:
        return forbids_payment(s, p)
    return (
        forbids_level(s, p, action - actions.LEVEL_0)
        if action < actions.M5
        else forbids_masterpiece(s, p, action - actions.M5)
    )


# --- Playing --------------------------------------------------------------------------------------


@rule
def act(s: State, action: int) -> None:
    """Plays one legal action, or NOTHING where there is none and at the end of a turn."""
    p = s.to_act
    if s.phase == actions.END_OF_TURN:
        next_turn(s)
    elif s.phase == actions.TURN:
        if action == actions.PASS_OUT:
            pass_out(s, p)
        else:
            walk(s, p, 1 + action)
    elif s.phase == actions.ACTION:
        take_action(s, p, action)
    elif s.phase == actions.HIRE:
        hire_or_stop(s, p, action)
    elif s.phase == actions.SLOT:
        hire(s, p, action - actions.WSLOT_0)
    elif s.phase == actions.RESULT:
        choose_result(s, p, action)
    elif s.phase == actions.TILE:
        choose_tile(s, action - actions.TILE_TD1)
    elif s.phase == actions.PAY:
        pay_for_tile(s, p, action)
    elif s.phase == actions.DISC_SOURCE:
        take_disc_from(s, p, action - actions.SLOT_D)
    elif s.phase == actions.TD4_SPACE:
        if action < actions.SPACE_1:
            s.phase = actions.END_OF_TURN  # no tile is left on the board
        else:
            choose_space(s, 1 + action - actions.SPACE_1)
    elif s.phase == actions.TD4_SLOT:
        take_character(s, p, action - actions.RECRUIT_0)
    elif s.phase == actions.ORDER:
        order_starter(s, p, action - actions.STARTER_D)
    else:
        go_on_with_effect(s, p, action)


@rule
def take_action(s: State, p: int, action: int) -> None:
    """Carries out the action of a turn. (L14)"""
    if action == actions.PASS:
        s.phase = actions.END_OF_TURN  # L71
    elif action == actions.RECEIVE_MONEY:
        receive_money(s, p)
    else:
        activate(s, p, action)


@rule
def choose_result(s: State, p: int, action: int) -> None:
    """Raises the strength, or takes one result. (L38, L40)"""
    if action == actions.SPEND_DISC:
        spend_disc(s, p)
    elif action == actions.PAY3:
        pay_for_strength(s, p)
    elif action < actions.M5:
        take_reward(s, p, action - actions.LEVEL_0)
    else:
        create_masterpiece(s, p, action - actions.M5)


@rule
def go_on_with_effect(s: State, p: int, action: int) -> None:
    """Carries out one more choice of the topmost pending effect."""
    if action < actions.BOOK_D:
        give_up(s)  # L52
    elif s.phase == actions.BOOK:
        choose_book(s, p, action - actions.BOOK_D)
    elif s.phase == actions.DISC:
        choose_disc_slot(s, p, action - actions.SLOT_D)
    elif s.phase == actions.HELPER:
        choose_helper(s, p, action - actions.TAKE_BLUE)
    else:
        return_helper(s, p, action - actions.RETURN_BLUE)


# --- Chance ---------------------------------------------------------------------------------------


@rule
def outcome_count(s: State) -> int:
    """Returns the number of outcome ids of the chance event."""
    return set_up_outcomes(s) if s.phase == actions.SETUP else DISCIPLINES


@rule
def weight(s: State, outcome: int) -> int:
    """Returns how often this outcome occurs, relative to the other outcomes of the event."""
    return set_up_weight(s, outcome) if s.phase == actions.SETUP else refill_weight(s, outcome)


@rule
def happen(s: State, outcome: int) -> None:
    """Applies an outcome of the chance event."""
    if s.phase == actions.SETUP:
        set_up(s, outcome)
    else:
        refill(s, outcome)
