"""Set-up, New Opportunities and the second season. (F1-F7, F60-F63, F80-F85, F100, F101)"""

from __future__ import annotations

from ....kernel.rule import rule
from ....kernel.state import CHANCE
from ..actions import COIN, DEAL
from ..box import (
    ACROBATS,
    ACTORS,
    ALL_CARDS,
    CITIES,
    COPIES,
    ENCOUNTERS,
    KINDS,
    PLAYERS,
    REQUESTS,
    SEASONS,
    SIDE,
    STACK,
    START_ECUS,
)
from ..state import NONE, State
from .court import COMEDY, clear_stage
from .resolution import discard_stack, place_card
from .travel import FRIENDLY_PLAYERS
from .treasury import F3_START, gain


@rule
def begin(s: State, players: int, options: list[int]) -> None:
    """Clears the table for a new game, up to its first chance event, the coin. (F1-F6, F100, F101)"""
    s.players = players
    s.unmet_requests, s.actor3_always_pays = options[0], options[1]
    s.season, s.turn = 1, 0
    s.needle = NONE
    s.cards_left, s.requests_left = ENCOUNTERS, REQUESTS
    s.city, s.strongman, s.speaker, s.acrobat, s.first = NONE, NONE, NONE, NONE, NONE
    for kind in range(KINDS):
        s.deck[kind] = COPIES[kind]
    for city in range(CITIES):
        for place in range(STACK):
            s.stack[city][place] = NONE
    for request in range(REQUESTS):
        s.shuffled[request] = NONE
    for p in range(PLAYERS):
        s.travel[p], s.friend[p], s.declared[p], s.answer[p] = NONE, NONE, NONE, NONE
        for season in range(SEASONS):
            s.played[p][season] = NONE
    for p in range(players):
        gain(s, p, F3_START, START_ECUS)
        s.hand[p] = ALL_CARDS
        if players == FRIENDLY_PLAYERS:
            s.pile[p] = ALL_CARDS
    s.phase, s.to_act = COIN, CHANCE


@rule
def toss_coin(s: State, side: int) -> None:
    """Tails: tragedy, needle on r1; heads: comedy, needle on y1. (F2, F85)"""
    s.needle = SIDE if side == COMEDY else SIDE - 1
    s.coin_due = 0


@rule
def start_dealing(s: State) -> None:
    """New cards arrive from City 1 to City 8. (F5, F61, F84)"""
    s.phase = DEAL
    s.city = 0


@rule
def deal_card(s: State, kind: int) -> None:
    """The next City receives a card. (F5, F61, F84)"""
    s.deck[kind] -= 1
    s.cards_left -= 1
    place_card(s, s.city, kind)
    s.city += 1


@rule
def dealing_is_over(s: State) -> bool:
    """Whether every City has its card, or the deck has run out. (F61, F62)"""
    return s.city == CITIES or s.cards_left == 0


@rule
def prepare_season_2(s: State) -> None:
    """Actors and the Cities' cards go; the discard becomes the deck; Acrobats are straight again. (F80-F84)"""
    s.season = 2
    s.coin_due = 1
    for p in range(s.players):
        for actor in range(ACTORS):
            s.discard[actor] += s.troupe[p][actor]
            s.troupe[p][actor] = 0
        for acrobat in range(ACROBATS):
            s.tilted[p][acrobat] = 0
    clear_stage(s)
    for city in range(CITIES):
        discard_stack(s, city)
    for kind in range(KINDS):
        s.cards_left += s.discard[kind]
        s.deck[kind] = s.discard[kind]
        s.discard[kind] = 0
