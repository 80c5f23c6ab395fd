"""The evaluation of a position for a seat, for the greedy bot and for a search without a network.

Ecus count in full. The end of the season counts as if it were scored now: in the King's mood and in the other one,
weighted by how firm the needle is. The weights come from games against random bots. Only what the seat may know
counts.
"""

from __future__ import annotations

from ...kernel.rule import rule
from . import box
from .actions import FINISHED, TRAVEL
from .rules.court import COMEDY, TRAGEDY, mood
from .rules.objectives import count_actors, difference, is_met, needle_space
from .rules.travel import count_cards, friends_in, players_in
from .rules.treasury import fewest_ecus
from .state import HAND, NONE, State

POINT = ECU = 10  # values are in tenths of an Ecu
PERCENT = 100

RIVAL = 2  # subtracted for each Ecu of the richest opponent
CARD = 2  # each Travel card in hand
MANAGER = 2  # each own Manager on the stage
REQUEST = 8  # each Request in hand
STRAIGHT = 4  # a usable Acrobat, for each turn to come
STRAIGHT_TURNS = 3  # the most turns that count for it
NEXT_SEASON = 8  # an Acrobat that is straightened for season 2


@rule
def evaluate(s: State, p: int) -> int:
    """Ecus, and what troupe, Acrobats, Requests and Travel cards may still bring."""
    if is_settled(s):
        return possessions(s, p)
    season = in_both_moods(firmness(s), season_value(s, p, mood(s)), season_value(s, p, other_mood(s)))
    tenths = possessions(s, p) + season // PERCENT + acrobats_value(s, p)
    tenths += requests_value(s, p) + means(s, p)
    if s.travel[p] >= 0:
        tenths += city_value(s, p, s.travel[p])
    return tenths


@rule
def firmness(s: State) -> int:
    """How likely the mood is to last, in percent: more with a far needle and near the end of the season."""
    return min(max(60 + 10 * needle_space(s) - 8 * turns_to_come(s), 50), 95)


@rule
def season_value(s: State, p: int, nature: int) -> int:
    """What the season would pay in this mood: Actors, the show, and a little for its margin. (F70, F73, F74)"""
    first = box.COMEDIAN if nature == COMEDY else box.TRAGEDIAN
    tenths = ECU * count_actors(s, p, first, first + box.EXPERIENCES)
    lean = show_of(s, p, nature)
    tenths += 2 * min(max(lean, -box.EXPERIENCES), box.EXPERIENCES)
    if lean < 1:
        return tenths
    best = 1
    for q in range(s.players):
        if q != p and show_of(s, q, nature) > lean:
            best = 0
    return tenths + ECU * box.SHOW_ECUS[s.season - 1] * (1 + best)


@rule
def requests_value(s: State, p: int) -> int:
    """The best Request in hand and the played one, if they are met now. (F76, F77)"""
    fewest = fewest_ecus(s)
    likely = ECU - turns_to_come(s)  # in tenths: a Request that is met now may fail at the end
    best = 0
    for r in range(box.REQUESTS):
        if s.request[r] == HAND + p and is_met(s, p, r, fewest):
            best = max(best, box.REQUEST_ECUS[r])
    tenths = REQUEST * s.holding[p] + likely * best
    again = s.played[p][0]
    if again != NONE and is_met(s, p, again, fewest):
        tenths += likely * box.REQUEST_ECUS[again]
    return tenths


@rule
def city_value(s: State, p: int, city: int) -> int:
    """The City to which the seat travels: half of its cards until the Travel cards are revealed."""
    if s.phase == TRAVEL:
        return (stack_value(s, city) + REQUEST) // 2
    alone = players_in(s, city) + friends_in(s, city) == 1
    return stack_value(s, city) if alone or s.strongman == p else REQUEST


@rule
def stack_value(s: State, city: int) -> int:
    """The cards of a City, for a player alone there."""
    tenths = 0
    first = box.COMEDIAN if mood(s) == COMEDY else box.TRAGEDIAN
    for place in range(s.height[city]):
        card = s.stack[city][place]
        if card >= box.ACROBAT:
            tenths += STRAIGHT * STRAIGHT_TURNS
        elif card >= box.BONUS:
            tenths += ECU * (card - box.BONUS + 1)
        elif card < box.ACTORS:
            tenths += 2 * ECU if first <= card < first + box.EXPERIENCES else ECU
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
def show_of(s: State, p: int, nature: int) -> int:
    """How far a troupe leans towards a mood, with its Chameleons on that side."""
    lean = difference(s, p) if nature == COMEDY else -difference(s, p)
    return lean + s.acrobats[p][box.CHAMELEON]


@rule
def acrobats_value(s: State, p: int) -> int:
    """What Acrobats bring: straight ones in this season, all of them in the next one."""
    use, tenths = STRAIGHT * min(turns_to_come(s), STRAIGHT_TURNS), 0
    for acrobat in range(box.CHAMELEON):
        if s.acrobats[p][acrobat] > s.tilted[p][acrobat]:
            tenths += use
        if s.season == 1:
            tenths += NEXT_SEASON * s.acrobats[p][acrobat]
    if s.season == 1:
        tenths += NEXT_SEASON * s.acrobats[p][box.CHAMELEON]
    return tenths


@rule
def turns_to_come(s: State) -> int:
    """The turns of this season after this one."""
    return (s.cards_left + box.CITIES - 1) // box.CITIES
