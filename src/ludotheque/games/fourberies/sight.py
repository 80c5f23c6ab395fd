"""What a seat may know, and worlds it cannot tell from the real one.

Secret are Requests in hands, in discards and in the deck (F52), Travel and friendly cards until the
reveal (F11, F102), and answers until the last one (F76); while these are given, also which seats
have given theirs.
"""

from __future__ import annotations

from ...kernel.chance import Random, random_below
from ...kernel.rule import rule
from .actions import ANSWER, DISCARD, DRAW, FRIEND, TRAVEL
from .box import CITIES, REQUESTS
from .rules.requests import next_drawer
from .rules.scoring import forbids_request, next_answerer
from .rules.travel import count_cards, holds_card, next_friend, next_traveller
from .state import DECK, DECLINED, DISCARD_OF, HAND, NOBODY, NONE, PLAYED_BY, UNKNOWN, State


def sees_choice(s: State, seat: int) -> bool:
    """Tells whether the seat (-1: a spectator) learns what is chosen now when it is chosen. (F11, F52, F76, F102)"""
    if s.phase in (TRAVEL, ANSWER, DISCARD):
        return seat == s.to_act
    if s.phase == DRAW:
        return seat == next_drawer(s)
    return s.phase != FRIEND or seat == next_friend(s)


# --- Hiding -----------------------------------------------------------------------------------


@rule
def hide(s: State, seat: int) -> None:
    """Blanks what the seat (-1: a spectator) may not know."""
    for r in range(REQUESTS):
        if not is_seen(s.request[r], seat):
            s.request[r] = UNKNOWN
        if s.shuffled[r] != seat:
            s.shuffled[r] = NONE
    for p in range(s.players):
        if p != seat:
            hide_choices(s, p)
    if is_simultaneous(s) and s.to_act != seat:
        s.to_act = NOBODY


@rule
def is_seen(place: int, seat: int) -> bool:
    """Tells whether a seat knows the Requests in this place: face up, in its hand, in its discard. (F52)"""
    if place >= PLAYED_BY:
        return True
    return seat >= 0 and (place == HAND + seat or place == DISCARD_OF + seat)


@rule
def is_simultaneous(s: State) -> bool:
    """Tells whether all decide at the same time: then nobody may see which seats have decided. (F11, F76)"""
    return s.phase == TRAVEL or s.phase == ANSWER


@rule
def hide_choices(s: State, p: int) -> None:
    """Blanks another seat's choices that are not revealed yet, made or not. (F11, F76, F102)"""
    if s.phase == TRAVEL:
        s.travel[p] = UNKNOWN
    if (s.phase == FRIEND or s.phase == TRAVEL) and s.friend[p] != NONE:
        s.friend[p] = UNKNOWN
    if s.phase == ANSWER and s.holding[p] > 0:
        s.answer[p] = UNKNOWN


# --- Dealing anew -----------------------------------------------------------------------------


@rule
def redeal(s: State, seat: int, random: Random) -> None:
    """Fills the blanks with a world that the seat (-1: a spectator) cannot tell from the real one.

    It hides first, so nothing secret can have an influence on what is dealt. Only who is asked
    stays as it is: seats are asked in their order, whatever the world.
    """
    asked = s.to_act
    hide(s, seat)
    s.to_act = asked
    redeal_requests(s, seat, random)
    for p in range(s.players):
        if p != seat:
            redeal_choices(s, p, random)


@rule
def redeal_requests(s: State, seat: int, random: Random) -> None:
    """Deals the unknown Requests to the free places: deck, others' hands and others' discards.

    The cards that the seat knows to have been in the deck of the last reshuffle come first. In
    that deck every order was equally likely, so each of them lies with equal chances on any of
    its places that the seat did not draw: those still in the deck, and for every other seat as
    many as it drew (and still has: which of its played Requests came from there is memory, not
    knowledge). Which of that seat's cards those are, in hand or discard, nobody else can tell.
    All remaining cards are exchangeable, and fill the remaining places with equal chances.

    While dealing, `requests_left`, `holding` and `discarded` are the places still free.
    """
    if seat >= 0:
        held, discarded = s.holding[seat], s.discarded[seat]
        s.holding[seat], s.discarded[seat] = 0, 0
        for r in range(REQUESTS):
            if s.request[r] == UNKNOWN and s.shuffled[r] == seat:
                deal_shuffled(s, seat, r, random)
        deal_unknown(s, random)
        s.holding[seat], s.discarded[seat] = held, discarded
    else:
        deal_unknown(s, random)
    count_requests(s)
    mark_shuffled(s, seat, random)


@rule
def deal_shuffled(s: State, seat: int, r: int, random: Random) -> None:
    """Deals a Request that was in the deck of the last reshuffle."""
    places = s.requests_left
    for p in range(s.players):
        if p != seat:
            places += free_draws(s, seat, p)
    place = random_below(random, places) - s.requests_left
    if place < 0:
        deal_to_deck(s, r)
        return
    for p in range(s.players):
        if p != seat:
            place -= free_draws(s, seat, p)
            if place < 0:
                deal_to_seat(s, p, r, random_below(random, s.holding[p] + s.discarded[p]))
                return


@rule
def free_draws(s: State, seat: int, p: int) -> int:
    """Cards that a seat drew since the last reshuffle and that are not dealt to it yet."""
    dealt = 0
    for r in range(REQUESTS):
        if s.shuffled[r] == seat and (s.request[r] == HAND + p or s.request[r] == DISCARD_OF + p):
            dealt += 1
    return min(s.drawn[p] - dealt, s.holding[p] + s.discarded[p])


@rule
def deal_unknown(s: State, random: Random) -> None:
    """Deals every Request that is still unknown to any free place."""
    places = s.requests_left
    for p in range(s.players):
        places += s.holding[p] + s.discarded[p]
    for r in range(REQUESTS):
        if s.request[r] == UNKNOWN:
            place = random_below(random, places) - s.requests_left
            places -= 1
            if place < 0:
                deal_to_deck(s, r)
            else:
                p = 0
                while place >= s.holding[p] + s.discarded[p]:
                    place -= s.holding[p] + s.discarded[p]
                    p += 1
                deal_to_seat(s, p, r, place)


@rule
def deal_to_deck(s: State, r: int) -> None:
    s.request[r] = DECK
    s.requests_left -= 1


@rule
def deal_to_seat(s: State, p: int, r: int, place: int) -> None:
    """Deals a Request to one of the free places of a seat: its hand's come first."""
    if place < s.holding[p]:
        s.request[r] = HAND + p
        s.holding[p] -= 1
    else:
        s.request[r] = DISCARD_OF + p
        s.discarded[p] -= 1


@rule
def count_requests(s: State) -> None:
    """Counts again what the dealing has counted down."""
    s.requests_left = 0
    for p in range(s.players):
        s.holding[p] = 0
        s.discarded[p] = 0
    for r in range(REQUESTS):
        if s.request[r] == DECK:
            s.requests_left += 1
        elif s.request[r] < DISCARD_OF:
            s.holding[s.request[r] - HAND] += 1
        elif s.request[r] < PLAYED_BY:
            s.discarded[s.request[r] - DISCARD_OF] += 1


@rule
def mark_shuffled(s: State, seat: int, random: Random) -> None:
    """After a reshuffle somebody had discarded each card of the deck: if not the seat, then another."""
    deck = s.requests_left
    for p in range(s.players):
        deck += s.drawn[p]
    if deck == REQUESTS:
        return  # the deck of the set-up, never reshuffled
    for r in range(REQUESTS):
        if s.request[r] == DECK and s.shuffled[r] == NONE:
            p = random_below(random, s.players if seat < 0 else s.players - 1)
            s.shuffled[r] = p + 1 if 0 <= seat <= p else p


@rule
def redeal_choices(s: State, p: int, random: Random) -> None:
    """Chooses for another seat what it has chosen in secret, each possibility alike."""
    if s.travel[p] == UNKNOWN:
        s.travel[p] = pick_card(s.hand[p], random) if p < s.to_act else NONE
    if s.friend[p] == UNKNOWN:
        s.friend[p] = pick_card(s.pile[p], random)
    if s.answer[p] == UNKNOWN:
        s.answer[p] = pick_answer(s, p, random) if p < s.to_act else NONE


@rule
def pick_card(cards: int, random: Random) -> int:
    """One of the Travel cards of a hand or pile."""
    left = random_below(random, count_cards(cards))
    for city in range(CITIES):
        if holds_card(cards, city):
            if left == 0:
                return city
            left -= 1
    return NONE


@rule
def pick_answer(s: State, p: int, random: Random) -> int:
    """One of the Requests that a seat may play, or none of them."""
    answers = 1
    for r in range(REQUESTS):
        if forbids_request(s, p, r) == 0:
            answers += 1
    left = random_below(random, answers)
    for r in range(REQUESTS):
        if forbids_request(s, p, r) == 0:
            if left == 0:
                return r
            left -= 1
    return DECLINED


# --- Choosing anew ------------------------------------------------------------------------------


@rule
def take_back(s: State) -> None:
    """Takes back what has been chosen in this simultaneous decision, so that all can be imagined choosing."""
    if s.phase == TRAVEL:
        for p in range(s.players):
            s.travel[p] = NONE
        s.to_act = next_traveller(s)
    elif s.phase == ANSWER:
        for p in range(s.players):
            s.answer[p] = NONE
        s.to_act = next_answerer(s)
