"""What a table is roughly worth to a seat: a yardstick for simple players. The search has `outlook.py`.

Ecus count in full. What the end of the season may bring is judged as if it were scored now, in
the King's mood and in the other one, weighted by how firmly the needle stands. The weights
were tried out in games against players at random; only what the seat may know is looked at.
"""

from __future__ import annotations

from ...kernel.rule import rule
from .actions import TRAVEL
from .box import (
    ACROBAT,
    ACTORS,
    BONUS,
    CHAMELEON,
    COMEDIAN,
    EXPERIENCES,
    REQUEST_ECUS,
    REQUESTS,
    SHOW_ECUS,
    TRAGEDIAN,
)
from .likelihood import turns_to_come
from .outlook import (
    ECU,
    PERCENT,
    foreseen,
    in_both_moods,
    is_settled,
    means,
    other_mood,
    outlook,
    possessions,
    show_of,
)
from .rules.court import COMEDY, mood
from .rules.objectives import count_actors, is_met, needle_space
from .rules.travel import friends_in, players_in
from .rules.treasury import fewest_ecus
from .state import HAND, NONE, State

__all__ = ["foreseen", "guide", "is_blind", "outlook", "worth"]

guide = outlook  # the search goes by it on its way, too

REQUEST = 8  # each Request in hand, for what it may become
STRAIGHT = 4  # an Acrobat that can be used, for each turn to come ...
STRAIGHT_TURNS = 3  # ... up to so many
NEXT_SEASON = 8  # an Acrobat that is straightened for season 2


@rule
def worth(s: State, p: int) -> int:
    """Ecus, and what troupe, Acrobats, Requests and Travel cards may still bring."""
    if is_settled(s):
        return possessions(s, p)
    season = in_both_moods(firmness(s), season_worth(s, p, mood(s)), season_worth(s, p, other_mood(s)))
    tenths = possessions(s, p) + season // PERCENT
    tenths += acrobats_worth(s, p) + requests_worth(s, p) + means(s, p)
    if s.travel[p] >= 0:
        tenths += promise(s, p, s.travel[p])
    return tenths


@rule
def firmness(s: State) -> int:
    """How likely the mood is to last, in percent: the further the needle and the nearer the end, the more."""
    return min(max(60 + 10 * needle_space(s) - 8 * turns_to_come(s), 50), 95)


@rule
def season_worth(s: State, p: int, nature: int) -> int:
    """What the season would pay in this mood: Actors and the show, and a little for its margin. (F70, F73, F74)"""
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
def acrobats_worth(s: State, p: int) -> int:
    """An Acrobat is worth its next use: in this season if it is straight, or in the next one."""
    tenths = 0
    turns = min(turns_to_come(s), STRAIGHT_TURNS)
    for acrobat in range(CHAMELEON):
        if s.acrobats[p][acrobat] > s.tilted[p][acrobat]:
            tenths += STRAIGHT * turns
        if s.season == 1:
            tenths += NEXT_SEASON * s.acrobats[p][acrobat]
    if s.season == 1:
        tenths += NEXT_SEASON * s.acrobats[p][CHAMELEON]
    return tenths


@rule
def requests_worth(s: State, p: int) -> int:
    """The best Request in hand and the one played, as far as they are met now. (F76, F77)"""
    fewest = fewest_ecus(s)
    likely = ECU - turns_to_come(s)  # in tenths: what is met now may be met no more at the end
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
def promise(s: State, p: int, city: int) -> int:
    """What the City is worth to which the seat travels: half of its cards until all is revealed."""
    if s.phase == TRAVEL:
        return (stack_worth(s, city) + REQUEST) // 2
    alone = players_in(s, city) + friends_in(s, city) == 1
    return stack_worth(s, city) if alone or s.strongman == p else REQUEST


@rule
def is_blind(s: State) -> bool:
    """Whether what a choice brings depends on what others choose at the same time. (F11)"""
    return s.phase == TRAVEL


@rule
def stack_worth(s: State, city: int) -> int:
    """The cards of a City to a player alone there."""
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
