"""Travel cards and Caravels, those of the Friendly Troupes too.

A Caravel on the board stands in the City of a card in its owner's Travel discard (F46), so a
hand says it all: one bit per City whose card it holds.
"""

from __future__ import annotations

from ....kernel.rule import rule
from ..box import ALL_CARDS, CITIES
from ..state import NONE, State

FRIENDLY_PLAYERS = 2  # the number of players that have Friendly Troupes (F1)


@rule
def lead(s: State) -> int:
    """Returns the seat that comes first this turn. (F7)"""
    return (s.turn - 1) % s.players


@rule
def seat_after(s: State, p: int, steps: int) -> int:
    """Returns the seat this many steps clockwise, fewer than there are seats; division is slow on a GPU."""
    seat = p + steps
    return seat - s.players if seat >= s.players else seat


@rule
def holds_card(cards: int, city: int) -> bool:
    """Tells whether a hand or pile has the Travel card of a City."""
    return (cards >> city) & 1 == 1


@rule
def count_cards(cards: int) -> int:
    """Counts the Travel cards in a hand or pile."""
    n = 0
    for city in range(CITIES):
        n += (cards >> city) & 1
    return n


@rule
def one_card_left(cards: int) -> bool:
    """Tells whether a hand or pile has exactly one card: no bit is left without its lowest one. (F45, F108)"""
    return cards & (cards - 1) == 0


@rule
def caravels_on_board(s: State, p: int) -> int:
    """Counts the Caravels of a seat on the board. (F46)"""
    return CITIES - count_cards(s.hand[p])


@rule
def take_back_cards(s: State, p: int) -> None:
    """Returns all discarded Travel cards to the hand, and all Caravels to the supply. (F33, F45, A1)"""
    s.hand[p] = ALL_CARDS


@rule
def next_friend(s: State) -> int:
    """Returns the seat whose Friendly Troupe's card is drawn next, or the number of players. (F102)"""
    for p in range(s.players):
        if s.friend[p] == NONE:
            return p
    return s.players


@rule
def next_traveller(s: State) -> int:
    """Returns the seat that chooses its Travel card next, or the number of players. (F11)"""
    for p in range(s.players):
        if s.travel[p] == NONE:
            return p
    return s.players


@rule
def reveal(s: State) -> None:
    """Reveals and discards all chosen cards; Caravels stand in front of their Cities. (F12)"""
    for p in range(s.players):
        s.hand[p] ^= 1 << s.travel[p]  # F13
        if s.players == FRIENDLY_PLAYERS:
            s.pile[p] ^= 1 << s.friend[p]  # F103


@rule
def replace(s: State, p: int, city: int) -> None:
    """Takes the revealed card back and plays another one; a Strongman who leaves is wasted. (F27, F28)"""
    s.hand[p] ^= (1 << s.travel[p]) | (1 << city)
    s.travel[p] = city  # only the main troupe moves (F27, F109)
    if s.strongman == p:
        s.strongman = NONE


@rule
def players_in(s: State, city: int) -> int:
    """Counts the players whose Caravel stands in front of a City."""
    n = 0
    for p in range(s.players):
        if s.travel[p] == city:
            n += 1
    return n


@rule
def friends_in(s: State, city: int) -> int:
    """Counts the Friendly Troupes whose Caravel stands in front of a City."""
    n = 0
    for p in range(s.players):
        if s.friend[p] == city:
            n += 1
    return n


@rule
def move_caravels(s: State, city: int) -> None:
    """Moves Caravels from in front of a City onto the board; a last card in hand brings all back. (F45, F108)"""
    for p in range(s.players):
        if s.travel[p] == city:
            s.travel[p] = NONE
            if s.strongman == p:
                s.strongman = NONE
            if one_card_left(s.hand[p]):
                take_back_cards(s, p)
        if s.friend[p] == city:
            s.friend[p] = NONE
            if one_card_left(s.pile[p]):
                s.pile[p] = ALL_CARDS
