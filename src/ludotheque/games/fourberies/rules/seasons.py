"""Set-up, New Opportunities and the second season."""

from __future__ import annotations

from ....kernel.rule import rule
from ....kernel.state import CHANCE
from .. import box
from ..actions import COIN, DEAL
from ..state import NONE, State
from .court import COMEDY, clear_stage
from .resolution import discard_stack, place_card
from .travel import FRIENDLY_PLAYERS
from .treasury import F3_START, gain


@rule
def begin(s: State, players: int, options: list[int]) -> None:
    """Clears the table for a new game, up to its first chance event, the coin."""
    # A new state is all zeros: no Requests, Acrobats or troupes, an empty stage and no discards (F6).
    s.players = players
    s.unmet_requests, s.actor3_always_pays = options[0], options[1]
    s.season, s.turn = 1, 0
    s.needle = NONE
    s.cards_left, s.requests_left = box.ENCOUNTERS, box.REQUESTS
    s.city, s.strongman, s.speaker, s.acrobat, s.first = NONE, NONE, NONE, NONE, NONE
    for kind in range(box.KINDS):
        s.deck[kind] = box.COPIES[kind]  # F4
    for city in range(box.CITIES):
        for place in range(box.STACK):
            s.stack[city][place] = NONE
    for request in range(box.REQUESTS):
        s.shuffled[request] = NONE
    for p in range(box.PLAYERS):
        s.travel[p], s.friend[p], s.declared[p], s.answer[p] = NONE, NONE, NONE, NONE
        for season in range(box.SEASONS):
            s.played[p][season] = NONE
    for p in range(players):
        gain(s, p, F3_START, box.START_ECUS)  # F3
        s.hand[p] = box.ALL_CARDS
        if players == FRIENDLY_PLAYERS:  # F1
            s.pile[p] = box.ALL_CARDS  # F100, F101
    s.phase, s.to_act = COIN, CHANCE


@rule
def toss_coin(s: State, side: int) -> None:
    """Sets the needle: tails is tragedy, on r1; heads is comedy, on y1. (F2, F85)"""
    s.needle = box.SIDE if side == COMEDY else box.SIDE - 1
    s.coin_due = 0


@rule
def start_dealing(s: State) -> None:
    """Lets new cards arrive from City 1 to City 8. (F61, F84)"""
    s.phase = DEAL
    s.city = 0  # F5


@rule
def deal_card(s: State, kind: int) -> None:
    """Puts a card in front of the next City. (F5, F61)"""
    s.deck[kind] -= 1
    s.cards_left -= 1
    place_card(s, s.city, kind)
    s.city += 1


@rule
def dealing_is_over(s: State) -> bool:
    """Tells whether every City has its card, or the deck has run out. (F61, F62)"""
    return s.city == box.CITIES or s.cards_left == 0


@rule
def prepare_season_2(s: State) -> None:
    """Clears the table for season 2, up to its first deal."""
    s.season = 2
    s.coin_due = 1  # F85
    # Travel hands, Caravels and friendly piles stay as they are (F82, F109).
    for p in range(s.players):
        for actor in range(box.ACTORS):  # F80
            s.discard[actor] += s.troupe[p][actor]
            s.troupe[p][actor] = 0
        for acrobat in range(box.ACROBATS):  # F23, F81
            s.tilted[p][acrobat] = 0
    clear_stage(s)  # F83
    for city in range(box.CITIES):  # F84
        discard_stack(s, city)
    for kind in range(box.KINDS):
        s.cards_left += s.discard[kind]
        s.deck[kind] = s.discard[kind]
        s.discard[kind] = 0
