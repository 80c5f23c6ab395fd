"""The course of play: what each choice does, and what comes next. (F10)

A choice is applied with nobody to act; then the game goes on by itself, one step of its phase
after the other, until a step asks a seat or chance. Steps only change the phase, so nothing
here calls itself, however long the chain of automatic steps:

    COIN -> DEAL -> DEPARTURE -> (FRIEND) -> TRAVEL -> REVELATION
    -> for each City: THEFT (its cards) -> COURT -> DRAW <-> DISCARD
    -> CURTAIN -> DEAL -> DEPARTURE ..., or at the end of a season
    -> DECLARATION -> ANSWER -> DEAL -> COIN -> DEPARTURE ..., or FINISHED

An Acrobat leads from its window to REPLACE, DETAIL or DRAW and back.
"""

from __future__ import annotations

from ....kernel.rule import called, rule
from ....kernel.state import CHANCE, OVER
from .. import actions
from ..box import CITIES, FORTUNE_TELLER, KINDS, REQUESTS
from ..state import DECK, DECLINED, NOBODY, NONE, State
from .acrobats import call_speakers, carry_out, end_acrobat, next_seat, open_window, opponent_of, play_acrobat
from .asking import is_window
from .requests import discard_request, draw_request, holds_too_many, next_drawer, reshuffle
from .resolution import (
    enter_city,
    holds_actor,
    leave_city,
    meet_next_card,
    next_visited,
    recruit,
    resolver,
    send_held,
    steal,
)
from .scoring import end_scoring, next_answerer, next_declarer, pay_actors, pay_requests, pay_shows
from .seasons import deal_card, dealing_is_over, prepare_season_2, start_dealing, toss_coin
from .travel import FRIENDLY_PLAYERS, count_cards, holds_card, next_friend, next_traveller, replace, reveal

# --- Choices ----------------------------------------------------------------------------------


@called
def act(s: State, action: int) -> None:
    """Plays one legal action, and what follows by itself."""
    decide(s, action)
    go_on(s)


@rule
def decide(s: State, action: int) -> None:
    """Applies one legal action."""
    p = s.to_act
    s.to_act = NOBODY
    if s.phase == actions.TRAVEL:
        s.travel[p] = action - actions.CITY  # secret until all have chosen (F11)
    elif is_window(s.phase):
        if s.phase == actions.DEPARTURE:
            s.spoken = 1
        if action == actions.PASS:
            s.passes += 1
            next_seat(s)
        else:
            play_acrobat(s, p, action - actions.PLAY)
    elif s.phase == actions.COURT:
        if action != actions.KEEP:
            send_held(s, action - actions.ACTOR)
        recruit(s, p)
    elif s.phase == actions.DISCARD:
        discard_request(s, p, action - actions.REQUEST)
        if holds_too_many(s, p):
            s.to_act = p
        else:
            s.phase = actions.DRAW
    elif s.phase == actions.ANSWER:
        s.answer[p] = DECLINED if action == actions.NO_REQUEST else action - actions.REQUEST
    elif s.phase == actions.THEFT:
        steal(s, p, opponent_of(s, p, action))
    elif s.phase == actions.REPLACE:
        replace(s, p, action - actions.CITY)
        end_acrobat(s)
    elif s.phase == actions.DECLARATION:
        s.declared[p] = action - actions.CHAMELEONS  # F71
    else:
        carry_out(s, p, action)


@rule
def outcome_count(s: State) -> int:
    """Returns the number of outcome ids of the chance event."""
    if s.phase == actions.DEAL:
        return KINDS
    if s.phase == actions.DRAW:
        return REQUESTS
    return CITIES if s.phase == actions.FRIEND else 2


@rule
def weight(s: State, outcome: int) -> int:
    """Returns how often this outcome occurs, relative to the other outcomes of the event."""
    if s.phase == actions.DEAL:
        return s.deck[outcome]  # the shuffled deck: any of its cards may come (F4, F84)
    if s.phase == actions.DRAW:
        return 1 if s.request[outcome] == DECK else 0  # F4, F50
    if s.phase == actions.FRIEND:
        return 1 if holds_card(s.pile[next_friend(s)], outcome) else 0  # F101
    return 1


@rule
def whole_weight(s: State) -> int:
    """Returns the weights of all outcomes together; cards are counted as they come and go."""
    if s.phase == actions.DEAL:
        return s.cards_left
    if s.phase == actions.DRAW:
        return s.requests_left
    return count_cards(s.pile[next_friend(s)]) if s.phase == actions.FRIEND else 2


@rule
def happen(s: State, outcome: int) -> None:
    """Applies an outcome of the chance event, and what follows by itself."""
    befall(s, outcome)
    go_on(s)


@rule
def befall(s: State, outcome: int) -> None:
    """Applies an outcome of the chance event."""
    s.to_act = NOBODY
    if s.phase == actions.DEAL:
        deal_card(s, outcome)
        if not dealing_is_over(s):
            s.to_act = CHANCE
    elif s.phase == actions.DRAW:
        draw(s, outcome)
    elif s.phase == actions.FRIEND:
        s.friend[next_friend(s)] = outcome  # F102
    else:
        toss_coin(s, outcome)
        if s.turn == 0:
            start_dealing(s)
        else:
            open_turn(s)


@rule
def draw(s: State, request: int) -> None:
    """Gives the next drawer a Request; A7 discards after its last draw, others above three. (F51, A7)"""
    p = next_drawer(s)
    draw_request(s, p, request)
    if s.draws[p] == 0 and (s.acrobat == FORTUNE_TELLER or holds_too_many(s, p)):
        s.phase = actions.DISCARD
        s.to_act = p


# --- What comes next ----------------------------------------------------------------------------


@rule
def go_on(s: State) -> None:
    """Takes step after step until a seat or chance is asked, or the game is over."""
    while s.to_act == NOBODY:
        take_step(s)


@rule
def take_step(s: State) -> None:
    """Takes one step of the phase; nobody is asked yet."""
    if is_window(s.phase):
        call_speakers(s)
        if s.to_act == NOBODY:
            close_window(s)
    elif s.phase == actions.TRAVEL:
        ask_traveller(s)
    elif s.phase == actions.THEFT:
        meet_next_card(s)
    elif s.phase == actions.COURT:
        ask_for_court(s)
    elif s.phase == actions.DRAW:
        ask_for_draw(s)
    elif s.phase == actions.DEAL:
        ask_for_deal(s)
    elif s.phase == actions.FRIEND:
        ask_for_friend(s)
    elif s.phase == actions.DECLARATION:
        ask_declarer(s)
    else:
        ask_answerer(s)


@rule
def open_turn(s: State) -> None:
    """Opens a new turn with the Departure window. (F7, F10)"""
    s.turn += 1
    open_window(s, actions.DEPARTURE)


@rule
def close_window(s: State) -> None:
    """Goes on after all passes, to Travel, Resolution or New Opportunities. (F10, F14, F20, F102)"""
    s.speaker = NONE
    s.passes = 0
    if s.phase == actions.DEPARTURE:
        s.phase = actions.FRIEND if s.players == FRIENDLY_PLAYERS else actions.TRAVEL
    elif s.phase == actions.REVELATION:
        enter_city(s, next_visited(s, 0))
    else:
        seek_opportunities(s)


@rule
def ask_for_friend(s: State) -> None:
    """Draws each Friendly Troupe's card before the players choose theirs. (F102)"""
    if next_friend(s) < s.players:
        s.to_act = CHANCE
    else:
        s.phase = actions.TRAVEL


@rule
def ask_traveller(s: State) -> None:
    """Asks the next seat for its Travel card; when all are chosen they are revealed. (F11, F12)"""
    p = next_traveller(s)
    if p < s.players:
        s.to_act = p
    else:
        reveal(s)
        s.spoken = 0
        open_window(s, actions.REVELATION)


@rule
def ask_for_court(s: State) -> None:
    """Asks which of the Actors just met goes to Court, if there is one. (F39)"""
    if holds_actor(s):
        s.to_act = resolver(s)
    else:
        recruit(s, resolver(s))


@rule
def ask_for_draw(s: State) -> None:
    """Draws the next Request, from a reshuffled deck if need be; after the last one the play goes on. (F43, F50)"""
    if next_drawer(s) != NONE:
        if s.requests_left == 0:
            reshuffle(s)
        s.to_act = CHANCE
    elif s.acrobat == FORTUNE_TELLER:
        end_acrobat(s)
    else:
        city = leave_city(s)  # one City is finished before the next begins (F117)
        if city < CITIES:
            enter_city(s, city)
        else:
            open_window(s, actions.CURTAIN)


@rule
def seek_opportunities(s: State) -> None:
    """Deals new cards; without a card in the deck the season is over and is scored."""
    if s.cards_left > 0:  # F61
        start_dealing(s)
    else:  # the number of Acrobats kept decides when (F60, F63)
        pay_actors(s)
        s.phase = actions.DECLARATION


@rule
def ask_for_deal(s: State) -> None:
    """Deals the next card; after the last one comes the coin of a new season, or the next turn. (F61, F62, F85)"""
    if not dealing_is_over(s):
        s.to_act = CHANCE
        return
    s.city = NONE
    if s.coin_due:
        s.phase = actions.COIN
        s.to_act = CHANCE
    else:
        open_turn(s)


@rule
def ask_declarer(s: State) -> None:
    """Asks the next owner of Chameleons; then the shows are paid. (F71, F73)"""
    p = next_declarer(s)
    if p != NONE:
        s.to_act = p
    else:
        pay_shows(s)
        s.phase = actions.ANSWER


@rule
def ask_answerer(s: State) -> None:
    """Asks the next seat for a Request; then all are paid, and season 2 or the end follows. (F76, F80, F90)"""
    p = next_answerer(s)
    if p != NONE:
        s.to_act = p
        return
    pay_requests(s)
    end_scoring(s)
    if s.season == 1:
        prepare_season_2(s)
        start_dealing(s)
    else:
        s.phase = actions.FINISHED
        s.to_act = OVER
