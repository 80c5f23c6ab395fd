"""The evaluation of a position for a seat, for the search: the Ecus that the seat can expect at the end.

Ecus count in full. What may still come counts by its likelihood (`likelihood.py`): Actors, the show, Requests (met
now or not), the use of Acrobats, the cards of a City. The weights come from a regression of the final Ecus on these
parts, over the positions of 900 games.
"""

from __future__ import annotations

from ...kernel.rule import rule
from .actions import CITY, FINISHED, TRAVEL
from .box import (
    ACROBAT,
    BONUS,
    CHAMELEON,
    CITIES,
    COMEDIAN,
    EXPERIENCES,
    REQUEST_ECUS,
    REQUESTS,
    SHOW_ECUS,
    TRAGEDIAN,
)
from .likelihood import is_best, is_fulfilled, lasts, pleases, turns_to_come
from .rules.court import COMEDY, TRAGEDY, mood
from .rules.objectives import count_actors, difference
from .rules.travel import count_cards, friends_in, players_in
from .rules.treasury import fewest_ecus
from .state import HAND, NONE, State

ECU = 10  # values are in tenths of an Ecu
PERCENT = 100

RIVAL = 2  # subtracted for each Ecu of the richest opponent
CARD = 2  # each Travel card in hand
MANAGER = 2  # each own Manager on the stage
REQUEST = 8  # a Request that is drawn
SEASON = 65  # percent of the season's expected pay: the opponents act against it
USE = 6  # a usable Acrobat, and as much again for each turn to come
USES = 3  # the most turns that count for it
LATER = 18  # an Acrobat or Chameleon in season 1, for season 2
EXPERIENCED = 2  # each experience of an Actor who suits the mood
AGAIN = 35  # percent of a Request in season 1, for season 2
KEPT = 2  # each Request in hand in season 1, for season 2


@rule
def evaluate_leaf(s: State, p: int) -> int:
    """As `evaluate`, but troupe and Requests count by how likely they are to be paid in the end."""
    if is_settled(s):
        return possessions(s, p)
    season = in_both_moods(lasts(s), expected_season(s, p, mood(s)), expected_season(s, p, other_mood(s)))
    tenths = possessions(s, p) + season * SEASON // (PERCENT * PERCENT)
    tenths += acrobats_value(s, p, use_of_acrobat(s), LATER) + expected_requests(s, p) + means(s, p)
    if s.travel[p] >= 0:
        tenths += evaluate_blind(s, p, CITY + s.travel[p])
    return tenths


@rule
def is_settled(s: State) -> bool:
    """Whether the game is over, or has not begun."""
    return s.phase == FINISHED or s.needle == NONE


@rule
def possessions(s: State, p: int) -> int:
    """A seat's Ecus, less a little for those of the richest opponent."""
    return ECU * s.ecus[p] - RIVAL * richest_opponent(s, p)


@rule
def means(s: State, p: int) -> int:
    """A seat's Travel cards and its Managers on the stage."""
    return CARD * count_cards(s.hand[p]) + MANAGER * s.stage[p]


@rule
def other_mood(s: State) -> int:
    """The opposite of the King's mood."""
    return COMEDY if mood(s) == TRAGEDY else TRAGEDY


@rule
def in_both_moods(firm: int, as_it_is: int, turned: int) -> int:
    """The average in hundredths over both moods; the mood lasts with a likelihood of `firm` percent."""
    return firm * as_it_is + (PERCENT - firm) * turned


@rule
def richest_opponent(s: State, p: int) -> int:
    """The Ecus of the richest opponent."""
    most = 0
    for q in range(s.players):
        if q != p:
            most = max(most, s.ecus[q])
    return most


@rule
def expected_season(s: State, p: int, nature: int) -> int:
    """What the season is likely to pay in this mood: Actors and the show. (F70, F73, F74)"""
    first = COMEDIAN if nature == COMEDY else TRAGEDIAN
    lean, most = show_of(s, p, nature), 0
    for q in range(s.players):
        if q != p:
            most = max(most, show_of(s, q, nature))
    show = ECU * SHOW_ECUS[s.season - 1] * (PERCENT + is_best(s, lean - most)) // PERCENT
    return ECU * count_actors(s, p, first, first + EXPERIENCES) + show * pleases(s, lean) // PERCENT


@rule
def show_of(s: State, p: int, nature: int) -> int:
    """How far a troupe leans towards a mood, with its Chameleons on that side."""
    lean = difference(s, p) if nature == COMEDY else -difference(s, p)
    return lean + s.acrobats[p][CHAMELEON]


@rule
def expected_requests(s: State, p: int) -> int:
    """What the Requests in hand (one of them is paid) and the played one are likely to pay. (F76, F77)"""
    fewest = fewest_ecus(s)
    best, second, sure = 0, 0, 0
    for r in range(REQUESTS):
        if s.request[r] == HAND + p:
            chance = is_fulfilled(s, p, r, fewest)
            tenths = ECU * REQUEST_ECUS[r] * chance // PERCENT
            if tenths > best:
                best, second, sure = tenths, best, chance
            else:
                second = max(second, tenths)
    tenths = best + second * (PERCENT - sure) // PERCENT
    if s.season == 1:
        return tenths * (PERCENT + AGAIN) // PERCENT + KEPT * s.holding[p]
    again = s.played[p][0]
    if again != NONE:
        tenths += ECU * REQUEST_ECUS[again] * is_fulfilled(s, p, again, fewest) // PERCENT
    return tenths


@rule
def acrobats_value(s: State, p: int, use: int, later: int) -> int:
    """What Acrobats bring: `use` in this season if they are straight, `later` in the next one."""
    tenths = 0
    for acrobat in range(CHAMELEON):
        if s.acrobats[p][acrobat] > s.tilted[p][acrobat]:
            tenths += use
        if s.season == 1:
            tenths += later * s.acrobats[p][acrobat]
    if s.season == 1:
        tenths += later * s.acrobats[p][CHAMELEON]
    return tenths


@rule
def use_of_acrobat(s: State) -> int:
    """What a straight Acrobat is likely to bring in this season."""
    return USE * (1 + min(turns_to_come(s), USES))


@rule
def evaluate_blind(s: State, p: int, action: int) -> int:
    """What a City may bring: half of its cards until the Travel cards are revealed, unless own friends go there."""
    city = action - CITY
    if s.phase == TRAVEL and s.friend[p] != city:
        return (expected_from_stack(s, p, city) + REQUEST) // 2
    alone = players_in(s, city) + friends_in(s, city) == 1
    return expected_from_stack(s, p, city) if alone or s.strongman == p else REQUEST


@rule
def expected_from_stack(s: State, p: int, city: int) -> int:
    """What the cards of a City are likely to bring a player alone there."""
    tenths = 0
    for place in range(s.height[city]):
        card = s.stack[city][place]
        if card >= ACROBAT:
            tenths += use_of_acrobat(s) + (LATER if s.season == 1 else 0)
        elif card >= BONUS:
            tenths += ECU * (card - BONUS + 1)
        else:
            tenths += expected_from_actor(s, p, card)
    return tenths


@rule
def expected_from_actor(s: State, p: int, actor: int) -> int:
    """What an Actor brings the player who meets him, and the troupe. (F33, F34, F35, F37, F70, F72)"""
    experience = actor % EXPERIENCES + 1
    suits = lasts(s) if (actor >= COMEDIAN) == (mood(s) == COMEDY) else PERCENT - lasts(s)
    tenths = suits * (ECU + EXPERIENCED * experience) // PERCENT
    if experience == 1:
        tenths += CARD * (CITIES - count_cards(s.hand[p]))
    elif experience == 2:
        tenths += ECU + RIVAL
    elif experience == 3:
        tenths += ECU
        for q in range(s.players):
            tenths += ECU * s.stage[q]
    elif experience == 5:
        tenths -= ECU
    return tenths
