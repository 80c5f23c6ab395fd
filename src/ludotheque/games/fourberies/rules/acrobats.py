"""Acrobats: the three windows, and what each Acrobat may do and does."""

from __future__ import annotations

from ....kernel.rule import rule
from .. import box
from ..actions import ACTOR, CITY, CURTAIN, DEPARTURE, DETAIL, DRAW, NEEDLE, OPPONENT, REPLACE, REVELATION
from ..state import NONE, State
from .court import move_needle, send_to_court, use_managers
from .resolution import take_last_card
from .travel import friends_in, lead, players_in, seat_after, take_back_cards
from .treasury import A6_CUTPURSE, A8_STAGEHAND, has_victim, take_from

# --- Windows ----------------------------------------------------------------------------------


@rule
def window_of(acrobat: int) -> int:
    """Returns the window in which an Acrobat is played. (F20)"""
    if acrobat <= box.JUGGLER:
        return DEPARTURE
    return REVELATION if acrobat <= box.STRONGMAN else CURTAIN


@rule
def first_of(window: int) -> int:
    """Returns the first Acrobat of a window. (F20)"""
    if window == DEPARTURE:
        return box.COURIER
    return box.STILT_WALKER if window == REVELATION else box.FLATTERER


@rule
def last_of(window: int) -> int:
    """Returns the last Acrobat of a window. (F20)"""
    if window == DEPARTURE:
        return box.JUGGLER
    return box.STRONGMAN if window == REVELATION else box.FIRE_EATER


@rule
def open_window(s: State, window: int) -> None:
    """Opens a window; the lead speaks first. (F20, F24)"""
    s.phase = window
    s.speaker = lead(s)
    s.passes = 0


@rule
def next_seat(s: State) -> None:
    """Passes the word to the next seat clockwise. (F24)"""
    s.speaker = seat_after(s, s.speaker, 1)


@rule
def call_speakers(s: State) -> None:
    """Asks the next seat with a legal Acrobat, if there is one before all have passed. (F24)"""
    while s.passes < s.players:
        if can_play(s, s.speaker):
            s.to_act = s.speaker
            return
        s.passes += 1
        next_seat(s)


@rule
def can_play(s: State, p: int) -> bool:
    """Tells whether a seat has a legal Acrobat in this window. (F24)"""
    for acrobat in range(first_of(s.phase), last_of(s.phase) + 1):
        if s.acrobats[p][acrobat] > 0 and forbids_play(s, p, acrobat) == 0:
            return True
    return False


@rule
def forbids_play(s: State, p: int, acrobat: int) -> int:
    """Refuses an Acrobat of another window, one that the seat does not own, a tilted one, or one that cannot act."""
    if window_of(acrobat) != s.phase:
        return 20  # F20
    if s.acrobats[p][acrobat] == 0:
        return 32  # F32
    if s.tilted[p][acrobat] > 0:
        return 23  # F23
    if acrobat == box.STRONGMAN:
        return 0 if meets_another(s, p) else 28  # F28
    return 0 if can_act(s, p, acrobat) else 24  # F24


@rule
def can_act(s: State, p: int, acrobat: int) -> bool:
    """Tells whether an Acrobat can be carried out to its end; those not named here always can. (F24)"""
    if acrobat == box.COURIER:
        return s.hand[p] != box.ALL_CARDS
    if acrobat == box.JUGGLER:
        return stacks(s) >= 2
    if acrobat == box.CUTPURSE:
        return has_victim(s, p)
    if acrobat == box.CHARMER:
        for q in range(s.players):
            if can_exchange(s, p, q):
                return True
        return False
    return acrobat != box.FIRE_EATER or stacks(s) >= 1


@rule
def meets_another(s: State, p: int) -> bool:
    """Tells whether another troupe, a Friendly one too, stands in front of a player's City. (F28, F109)"""
    return players_in(s, s.travel[p]) + friends_in(s, s.travel[p]) > 1


@rule
def stacks(s: State) -> int:
    """Counts the Cities that have a card."""
    n = 0
    for city in range(box.CITIES):
        if s.height[city] > 0:
            n += 1
    return n


@rule
def counterpart(actor: int) -> int:
    """Returns the Actor of the same experience and the other nature. (A9)"""
    return actor - box.EXPERIENCES if actor >= box.COMEDIAN else actor + box.EXPERIENCES


@rule
def can_exchange(s: State, p: int, q: int) -> bool:
    """Tells whether A9 can exchange an Actor with this opponent. (A9)"""
    if p == q:
        return False
    for actor in range(box.ACTORS):
        if s.troupe[p][actor] > 0 and s.troupe[q][counterpart(actor)] > 0:
            return True
    return False


# --- Playing one (F23, F25) ---------------------------------------------------------------------


@rule
def play_acrobat(s: State, p: int, acrobat: int) -> None:
    """Tilts an Acrobat and does what it does, or asks how. (F23, F25)"""
    s.tilted[p][acrobat] = 1
    s.passes = 0
    if acrobat == box.COURIER:
        take_back_cards(s, p)
        next_seat(s)
    elif acrobat == box.STRONGMAN:
        s.strongman = p  # F28
        next_seat(s)
    elif acrobat == box.STAGEHAND:
        use_managers(s, p, A8_STAGEHAND)
        next_seat(s)
    elif acrobat == box.FORTUNE_TELLER:
        s.acrobat = acrobat
        s.draws[p] = box.FORTUNE_DRAWS
        s.phase = DRAW
    else:
        s.acrobat = acrobat
        s.phase = REPLACE if acrobat == box.STILT_WALKER else DETAIL
        s.to_act = p


@rule
def end_acrobat(s: State) -> None:
    """Goes on with the window after an Acrobat is carried out. (F25)"""
    s.phase = window_of(s.acrobat)
    s.acrobat = NONE
    s.first = NONE
    next_seat(s)


@rule
def opponent_of(s: State, p: int, action: int) -> int:
    """Returns the seat that an OPPONENT action names."""
    return seat_after(s, p, action - OPPONENT + 1)


@rule
def needle_move(action: int) -> int:
    """Returns the spaces of a NEEDLE action: -2 and -1 to red, 1 and 2 to yellow. (A5)"""
    steps = action - NEEDLE - 2
    return steps if steps < 0 else steps + 1


@rule
def carry_out(s: State, p: int, action: int) -> None:
    """Carries out a detail of the Acrobat being played; some ask for a second one. (F25)"""
    if (s.acrobat == box.JUGGLER or s.acrobat == box.CHARMER) and s.first == NONE:
        s.first = action - CITY if s.acrobat == box.JUGGLER else opponent_of(s, p, action)
        s.to_act = p
        return
    if s.acrobat == box.JUGGLER:
        juggle(s, s.first, action - CITY)
    elif s.acrobat == box.CHARMER:
        exchange_actors(s, p, s.first, action - ACTOR)
    elif s.acrobat == box.FLATTERER:
        move_needle(s, needle_move(action))
    elif s.acrobat == box.CUTPURSE:
        take_from(s, p, opponent_of(s, p, action), A6_CUTPURSE, box.CUTPURSE_ECUS)
    else:
        burn(s, action - CITY)
    end_acrobat(s)


@rule
def juggle(s: State, a: int, b: int) -> None:
    """Exchanges the last-placed cards of two Cities. (A2)"""
    card = s.stack[a][s.height[a] - 1]
    s.stack[a][s.height[a] - 1] = s.stack[b][s.height[b] - 1]
    s.stack[b][s.height[b] - 1] = card


@rule
def exchange_actors(s: State, p: int, q: int, actor: int) -> None:
    """Gives an Actor and takes his counterpart. (A9)"""
    s.troupe[p][actor] -= 1
    s.troupe[q][actor] += 1
    s.troupe[q][counterpart(actor)] -= 1
    s.troupe[p][counterpart(actor)] += 1


@rule
def burn(s: State, city: int) -> None:
    """Discards the last-placed card of a City; an Actor goes to Court. (A10)"""
    card = take_last_card(s, city)
    if card < box.ACTORS:
        send_to_court(s, card)
    else:
        s.discard[card] += 1


@rule
def forbids_detail(s: State, p: int, action: int) -> int:
    """Refuses a detail with which the Acrobat being played cannot act. (F25)"""
    if s.acrobat == box.JUGGLER:
        city = action - CITY
        return 0 if s.height[city] > 0 and city != s.first else 25
    if s.acrobat == box.FIRE_EATER:
        return 0 if s.height[action - CITY] > 0 else 25
    if s.acrobat == box.FLATTERER:
        return 0 if 0 <= s.needle + needle_move(action) < box.SPACES else 29  # F29
    if s.first != NONE:
        actor = action - ACTOR
        return 0 if s.troupe[p][actor] > 0 and s.troupe[s.first][counterpart(actor)] > 0 else 25
    if action - OPPONENT + 1 >= s.players:
        return 1  # F1
    q = opponent_of(s, p, action)
    if s.acrobat == box.CUTPURSE:
        return 0 if s.ecus[q] > 0 else 25
    return 0 if can_exchange(s, p, q) else 25
