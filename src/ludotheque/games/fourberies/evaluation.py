"""The evaluation of a position for a seat, for simple bots. The search uses `leaf_evaluation.py`.

Ecus count in full. The end of the season counts as if it were scored now: in the King's mood and in the other one,
weighted by how firm the needle is. The weights come from games against random bots. Only what the seat may know
counts.
"""

from __future__ import annotations

from ...kernel.rule import rule
from .actions import TRAVEL
from .box import (
    ACROBAT,
    ACTORS,
    BONUS,
    COMEDIAN,
    EXPERIENCES,
    REQUEST_ECUS,
    REQUESTS,
    SHOW_ECUS,
    TRAGEDIAN,
)
from .leaf_evaluation import (
    ECU,
    PERCENT,
    acrobats_value,
    evaluate_blind,
    evaluate_leaf,
    in_both_moods,
    is_settled,
    means,
    other_mood,
    possessions,
    show_of,
)
from .likelihood import turns_to_come
from .rules.court import COMEDY, mood
from .rules.objectives import count_actors, is_met, needle_space
from .rules.travel import friends_in, players_in
from .rules.treasury import fewest_ecus
from .state import HAND, NONE, State

__all__ = ["evaluate", "evaluate_blind", "evaluate_leaf", "evaluate_prior", "is_blind"]

evaluate_prior = evaluate_leaf

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
    tenths = possessions(s, p) + season // PERCENT
    tenths += acrobats_value(s, p, STRAIGHT * min(turns_to_come(s), STRAIGHT_TURNS), NEXT_SEASON)
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
    first = COMEDIAN if nature == COMEDY else TRAGEDIAN
    tenths = ECU * count_actors(s, p, first, first + EXPERIENCES)
    lean = show_of(s, p, nature)
    tenths += 2 * min(max(lean, -EXPERIENCES), EXPERIENCES)
    if lean < 1:
        return tenths
    best = 1
    for q in range(s.players):
        if q != p and show_of(s, q, nature) > lean:
            best = 0
    return tenths + ECU * SHOW_ECUS[s.season - 1] * (1 + best)


@rule
def requests_value(s: State, p: int) -> int:
    """The best Request in hand and the played one, if they are met now. (F76, F77)"""
    fewest = fewest_ecus(s)
    likely = ECU - turns_to_come(s)  # in tenths: a Request that is met now may fail at the end
    best = 0
    for r in range(REQUESTS):
        if s.request[r] == HAND + p and is_met(s, p, r, fewest):
            best = max(best, REQUEST_ECUS[r])
    tenths = REQUEST * s.holding[p] + likely * best
    again = s.played[p][0]
    if again != NONE and is_met(s, p, again, fewest):
        tenths += likely * REQUEST_ECUS[again]
    return tenths


@rule
def city_value(s: State, p: int, city: int) -> int:
    """The City to which the seat travels: half of its cards until the Travel cards are revealed."""
    if s.phase == TRAVEL:
        return (stack_value(s, city) + REQUEST) // 2
    alone = players_in(s, city) + friends_in(s, city) == 1
    return stack_value(s, city) if alone or s.strongman == p else REQUEST


@rule
def is_blind(s: State) -> bool:
    """Whether the seats choose at the same time, so that none can tell what its choice brings. (F11)"""
    return s.phase == TRAVEL


@rule
def stack_value(s: State, city: int) -> int:
    """The cards of a City, for a player alone there."""
    tenths = 0
    first = COMEDIAN if mood(s) == COMEDY else TRAGEDIAN
    for place in range(s.height[city]):
        card = s.stack[city][place]
        if card >= ACROBAT:
            tenths += STRAIGHT * STRAIGHT_TURNS
        elif card >= BONUS:
            tenths += ECU * (card - BONUS + 1)
        elif card < ACTORS:
            tenths += 2 * ECU if first <= card < first + EXPERIENCES else ECU
    return tenths
