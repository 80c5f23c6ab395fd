"""The scoring of a season, step by step."""

from __future__ import annotations

from ....kernel.rule import rule
from ..box import ACTORS, CHAMELEON, COMEDIAN, REQUEST_ECUS, SHOW_ECUS, TRAGEDIAN
from ..state import DECLINED, HAND, NONE, State
from .court import COMEDY, mood
from .objectives import count_actors, is_met, pleasure
from .requests import lay_open
from .travel import lead, seat_after
from .treasury import F70_ACTORS, F73_SHOW, F74_BEST, F76_REQUEST, F77_AGAIN, fewest_ecus, gain


@rule
def pay_actors(s: State) -> None:
    """Pays an Ecu for each Actor of the King's mood. (F70)"""
    for p in range(s.players):
        if mood(s) == COMEDY:
            gain(s, p, F70_ACTORS, count_actors(s, p, COMEDIAN, ACTORS))
        else:
            gain(s, p, F70_ACTORS, count_actors(s, p, TRAGEDIAN, COMEDIAN))


@rule
def next_declarer(s: State) -> int:
    """Returns the first owner of undeclared Chameleons in lead order, or NONE. (F71)"""
    for i in range(s.players):
        p = seat_after(s, lead(s), i)
        if s.acrobats[p][CHAMELEON] > 0 and s.declared[p] == NONE:
            return p
    return NONE


@rule
def pay_shows(s: State) -> None:
    """Pays the shows that please the King, the best ones twice. (F73, F74)"""
    best = 0
    for p in range(s.players):
        best = max(best, pleasure(s, p))
    for p in range(s.players):
        shown = pleasure(s, p)
        if shown >= 1:
            gain(s, p, F73_SHOW, SHOW_ECUS[s.season - 1])
            if shown == best:
                gain(s, p, F74_BEST, SHOW_ECUS[s.season - 1])


@rule
def next_answerer(s: State) -> int:
    """Returns the first seat with a Request in hand that has not answered, or NONE. (F76)"""
    for p in range(s.players):
        if s.holding[p] > 0 and s.answer[p] == NONE:
            return p
    return NONE


@rule
def forbids_request(s: State, p: int, request: int) -> int:
    """Refuses a Request that is not in hand or not met; by option it may be unmet in season 1. (F76)"""
    if s.request[request] != HAND + p:
        return 76
    if s.unmet_requests and s.season == 1:
        return 0
    return 0 if is_met(s, p, request, fewest_ecus(s)) else 76


@rule
def pay_requests(s: State) -> None:
    """Pays the Requests just chosen, and those of season 1 again, as they are met now. (F75, F76, F77)"""
    fewest = fewest_ecus(s)
    for p in range(s.players):
        again, chosen = s.played[p][0], s.answer[p]
        again_is_met = again != NONE and is_met(s, p, again, fewest)
        chosen_is_met = 0 <= chosen < DECLINED and is_met(s, p, chosen, fewest)
        if again_is_met:
            gain(s, p, F77_AGAIN, REQUEST_ECUS[again])
        if chosen_is_met:
            gain(s, p, F76_REQUEST, REQUEST_ECUS[chosen])
        if 0 <= chosen < DECLINED:
            lay_open(s, p, chosen)


@rule
def end_scoring(s: State) -> None:
    """Forgets the declarations and answers of the season."""
    for p in range(s.players):
        s.declared[p] = NONE
        s.answer[p] = NONE
