"""Resolution: what happens in a City."""

from __future__ import annotations

from ....kernel.rule import rule
from ..actions import COURT, DRAW, THEFT
from ..box import ACROBAT, ACTORS, BONUS, CITIES, EXPERIENCES
from ..state import NONE, State
from .court import move_needle, pull, send_to_court, use_managers
from .travel import friends_in, move_caravels, players_in, take_back_cards
from .treasury import F31_BONUS, F34_THEFT, F35_STAGE, F37_PAY, gain, has_victim, take_from


@rule
def next_visited(s: State, city: int) -> int:
    """Returns the first City from this one on with a Caravel in front of it, or CITIES. (F14)"""
    while city < CITIES and players_in(s, city) + friends_in(s, city) == 0:
        city += 1
    return city


@rule
def strongman_works(s: State) -> bool:
    """Tells whether the owner of a played A4 stands in this City. (F28)"""
    return s.strongman != NONE and s.travel[s.strongman] == s.city


@rule
def resolver(s: State) -> int:
    """Returns the player who resolves the cards of this City: A4's owner, or the only one there. (F28, F30)"""
    if strongman_works(s):
        return s.strongman
    for p in range(s.players):
        if s.travel[p] == s.city:
            return p
    return NONE


@rule
def enter_city(s: State, city: int) -> None:
    """Begins to resolve a City: its cards are met, or lost in a meeting; then Requests are drawn."""
    s.city = city
    players = players_in(s, city)
    troupes = players + friends_in(s, city)
    if s.height[city] == 0:  # F44
        let_players_draw(s, NONE)
        s.phase = DRAW
    elif strongman_works(s) or (players == 1 and troupes == 1):
        s.phase = THEFT  # F28, F30
    else:  # several troupes (F43)
        net = discard_stack(s, city)
        if troupes > 1:  # two Friendly ones move the needle too (F106), a lone one does not (F105)
            move_needle(s, net)
        let_players_draw(s, NONE)  # F107
        s.phase = DRAW


@rule
def let_players_draw(s: State, but: int) -> None:
    """Lets each player in this City, but one, draw a Request. (F28, F43)"""
    for p in range(s.players):  # no Friendly Troupe draws (F104)
        if p != but and s.travel[p] == s.city:
            s.draws[p] = 1


@rule
def take_last_card(s: State, city: int) -> int:
    """Takes the last-placed card off a stack. (F30)"""
    s.height[city] -= 1
    card = s.stack[city][s.height[city]]
    s.stack[city][s.height[city]] = NONE
    return card


@rule
def place_card(s: State, city: int, card: int) -> None:
    """Puts a card in front of a City, after those already there. (F61)"""
    s.stack[city][s.height[city]] = card
    s.height[city] += 1


@rule
def discard_stack(s: State, city: int) -> int:
    """Discards all cards of a City; returns the net pull of its Actors on the needle. (F43)"""
    net = 0
    while s.height[city] > 0:
        card = take_last_card(s, city)
        s.discard[card] += 1
        if card < ACTORS:
            net += pull(card)
    return net


# --- One player -----------------------------------------------------------------------------


@rule
def meet_next_card(s: State) -> None:
    """Lets the resolver meet the last-placed card; after the first-placed one comes Court. (F30, F117)"""
    p = resolver(s)
    if s.height[s.city] == 0:
        s.phase = COURT
        return
    card = take_last_card(s, s.city)
    if card >= ACROBAT:
        # It is kept to the end (F26), and played in the Curtain window at the earliest (F22).
        s.acrobats[p][card - ACROBAT] += 1  # F32
    elif card >= BONUS:
        gain(s, p, F31_BONUS, card - BONUS + 1)  # F31
        s.discard[card] += 1
    else:
        meet_actor(s, p, card)


@rule
def meet_actor(s: State, p: int, actor: int) -> None:
    """Carries out the effect of an Actor, who is then held apart; a theft is asked of the resolver. (F38)"""
    experience = actor % EXPERIENCES + 1
    if experience == 5 and s.ecus[p] == 0:
        s.discard[actor] += 1  # unpaid: not recruited, needle not moved (F37)
        return
    s.held[actor] += 1
    if experience == 1:
        take_back_cards(s, p)  # F33
    elif experience == 2:
        if has_victim(s, p):  # F34
            s.to_act = p
    elif experience == 3:
        use_managers(s, p, F35_STAGE)  # F35
    elif experience == 5:  # experience 4 has no effect (F36)
        gain(s, p, F37_PAY, -1)  # F37


@rule
def steal(s: State, p: int, victim: int) -> None:
    """Steals 1 Ecu. (F34)"""
    take_from(s, p, victim, F34_THEFT, 1)


@rule
def holds_actor(s: State) -> bool:
    """Tells whether an Actor was met in this City who may be sent to Court. (F39)"""
    for actor in range(ACTORS):
        if s.held[actor] > 0:
            return True
    return False


@rule
def send_held(s: State, actor: int) -> None:
    """Sends one of the Actors just met to Court. (F39)"""
    s.held[actor] -= 1
    send_to_court(s, actor)


@rule
def recruit(s: State, p: int) -> None:
    """Moves the Actors still held to the troupe; then the players beaten by A4 draw. (F28, F40)"""
    for actor in range(ACTORS):
        s.troupe[p][actor] += s.held[actor]
        s.held[actor] = 0
    let_players_draw(s, p)
    s.phase = DRAW


@rule
def leave_city(s: State) -> int:
    """Moves the Caravels of this City; returns the next City to resolve, or CITIES. (F14, F45, F108)"""
    city = s.city
    move_caravels(s, city)
    s.city = NONE
    return next_visited(s, city + 1)
