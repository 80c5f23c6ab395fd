"""Refusals: what is wrong with the very piece that somebody has chosen, and what to do instead."""

from __future__ import annotations

from collections.abc import Callable

from ludotheque.contract.phrases import Code, Phrase

from . import actions, box
from .naming import character, colour, discipline, florins, seat
from .rules.activation import activated, base_strength, strength
from .rules.conditions import merit, tiles_owned
from .rules.effects import is_used
from .rules.masterpieces import has_masterpiece, partner
from .rules.movement import stop
from .rules.tracks import is_of, patron_slot
from .state import CLOSED, EMPTY, ON_GRID, State

Refuse = Callable[[State, int, int], Phrase | None]  # takes a state, the seat to act and the action


def refuse(s: State, action: int, rule: int) -> Phrase | None:
    """Why this action is forbidden by this rule; None: the sentence of the rule says it."""
    why = REFUSALS.get(rule)
    return why(s, s.to_act, action) if why else None


def say(key: str, **gaps: object) -> Phrase:
    return Phrase(f"refusals.{key}", gaps)


def no_helper(c: int) -> Phrase:
    return say("no_helper", colour=colour(c))


# --- walking ----------------------------------------------------------------------------------


def unreachable(s: State, space: int) -> tuple[Phrase, str] | None:
    """Why the seat to act cannot walk to a space, and the rule; None: it is one of its stops. (L15, L16)"""
    p = s.to_act
    for number in range(1, box.SPACES + 1):
        if stop(s, p, number) == space:
            if number <= actions.STOPS:
                return None
            if space == s.figure[p]:
                return say("standing"), "L17"
            if space == box.BONUS_SPACE:
                return say("far_bonus", stops=number, most=actions.STOPS), "L15"
            return say("far", who=character(s.board[space]), stops=number, most=actions.STOPS), "L15"
    others = [q for q in range(s.players) if q != p and s.figure[q] == space]
    return (say("occupied", seat=seat(others[0])) if others else say("empty_space", space=space)), "L16"


# --- activating and hiring --------------------------------------------------------------------


def cannot_send(s: State, p: int, action: int) -> Phrase:
    """No helper to send; or nobody has been hired yet. (L29, L30)"""
    if action == actions.STOP:
        return say("hire_first", discipline=discipline(s.discipline))
    return no_helper(box.WHITE if action >= actions.ACT_WHITE_D else action - actions.ACT_COLOUR_D)


def nobody_to_hire(s: State, p: int, action: int) -> Phrase:
    """No recruit of the discipline, or no slot that can be paid. (L32)"""
    d = activated(s, p, action)
    if any(is_of(tile, d) for tile in s.recruits[p]):
        return say("too_poor", money=florins(s.money[p]))
    return say("nobody", discipline=discipline(d))


def cannot_pay(s: State, p: int, action: int) -> Phrase:
    """An empty place, the patron's slot, or too few florins. (L33)"""
    if s.phase == actions.HIRE:
        slot = action - actions.RECRUIT_0
        there = slot < box.RECRUITS and s.recruits[p][slot] != EMPTY
        return say("too_poor", money=florins(s.money[p])) if there else say("empty_place")
    slot = action - actions.WSLOT_0
    if s.workers[p][slot] == box.PATRON:
        return say("patron_there")
    return say("dear", cost=florins(box.COST[slot]), money=florins(s.money[p]))


def not_first(s: State, p: int, action: int) -> Phrase:
    """Another discipline before the first hire, or a slot before a recruit is chosen. (L34)"""
    if action >= actions.WSLOT_0:
        return say("recruit_first")
    return say("not_of", who=character(s.recruits[p][action - actions.RECRUIT_0]), discipline=discipline(s.discipline))


# --- results ----------------------------------------------------------------------------------


def no_more_strength(s: State, p: int, action: int) -> Phrase | None:
    """No disc to spend, or no florins for TR4. (L38)"""
    if action == actions.SPEND_DISC:
        return say("no_disc_there", discipline=discipline(s.discipline))
    if s.owner[box.TR4] == p and not s.paid3:
        return say("dear", cost=florins(box.TR4_FLORINS), money=florins(s.money[p]))
    return None


def masterpiece_gone(s: State, p: int, action: int) -> Phrase:
    """A masterpiece that is taken or closed, or a second one in the room. (L53)"""
    owner = s.masterpiece[s.discipline][action - actions.M5]
    if has_masterpiece(s, p, s.discipline):
        return say("one_masterpiece", discipline=discipline(s.discipline))
    return say("closed") if owner == CLOSED else say("created", seat=seat(owner))


def masterpiece_weak(s: State, p: int, action: int) -> Phrase:
    """Too little strength, or too little in the partner discipline. (L54, L55)"""
    needed, now, d = box.STRENGTH_NEEDED[action - actions.M5], strength(s, p), partner(s.discipline)
    if now < needed:
        return say("weak_masterpiece", needed=needed, strength=now)
    return say("weak_partner", discipline=discipline(d), needed=box.PARTNER_STRENGTH, strength=base_strength(s, p, d))


def no_such_helper(s: State, p: int, action: int) -> Phrase:
    """A colour twice, or one that the Politics room lacks. (L50)"""
    c = action - actions.TAKE_BLUE
    return say("helper_twice" if is_used(s, c) else "no_helper_left", colour=colour(c))


# --- bonus tiles ------------------------------------------------------------------------------


def no_tile(s: State, p: int, action: int) -> Phrase | None:
    """A tile that is taken, a helper that is missing, or a condition that does not hold. (L63)"""
    tile = action - actions.TILE_TD1
    d = tile // box.TILES_EACH
    if s.owner[tile] != ON_GRID:
        return say("tile_taken", seat=seat(s.owner[tile])) if s.owner[tile] >= 0 else None
    if s.helpers[p][d] == 0 and s.helpers[p][box.WHITE] == 0:
        return say("no_helper_for_tile", colour=colour(d))
    wanted = box.CONDITION[d][tiles_owned(s, p, d)]
    return say(f"condition_{box.LETTERS[d]}", have=merit(s, p, d), wanted=wanted, discs=box.DISCS_TOGETHER)


REFUSALS: dict[int, Refuse] = {
    5: lambda s, p, action: say("placed"),
    18: lambda s, p, action: say("no_tile_to_take"),
    29: cannot_send,
    30: cannot_send,
    31: lambda s, p, action: say("here"),
    32: nobody_to_hire,
    33: cannot_pay,
    34: not_first,
    35: lambda s, p, action: say("just_filled", slot=Code(box.COST[action - actions.WSLOT_0])),
    38: no_more_strength,
    40: lambda s, p, action: say("weak", needed=action - actions.LEVEL_0, strength=strength(s, p)),
    45: lambda s, p, action: say("book_twice" if is_used(s, action - actions.BOOK_D) else "shelf_full"),
    47: lambda s, p, action: say("disc_twice" if is_used(s, action - actions.SLOT_D) else "no_disc_left"),
    48: lambda s, p, action: say("religion_slot"),
    49: lambda s, p, action: say("sold_out", artwork=f"terms.{box.ARTWORKS[action - actions.LEVEL_0 - 1]}"),
    50: no_such_helper,
    51: lambda s, p, action: no_helper(action - actions.RETURN_BLUE),
    53: masterpiece_gone,
    54: masterpiece_weak,
    57: lambda s, p, action: say("purse_full", money=florins(s.money[p]), top_up=florins(box.TOP_UP[s.ship[p]])),
    60: lambda s, p, action: say("patron_stuck", slot=Code(box.COST[patron_slot(s, p)])),
    63: no_tile,
    65: lambda s, p, action: no_helper(box.WHITE if action == actions.PAY_WHITE else s.tile // box.TILES_EACH),
    66: lambda s, p, action: say("no_disc_there", discipline=discipline(action - actions.SLOT_D)),
    67: lambda s, p, action: say("three_tiles", discipline=discipline((action - actions.TILE_TD1) // box.TILES_EACH)),
    68: lambda s, p, action: say("empty_space", space=action - actions.SPACE_1 + 1),
    91: lambda s, p, action: say("last_turns"),
}
