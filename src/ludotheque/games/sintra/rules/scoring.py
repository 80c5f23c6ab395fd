"""Final scoring, and which seat is ahead."""

from __future__ import annotations

from ....kernel.rule import rule
from ..box import COLOURS, ORNAMENT_POINTS, ORNAMENT_WINDOWS, ORNAMENTS, POINTS_LOST, SET_SIZE, SLOTS
from ..state import State
from .points import S51_SETS, S52_BROKEN, S53_SIDE, gain, lose

SIDE_A = 0


@rule
def score_end(s: State, p: int) -> None:
    """Scores sets left on strips, then broken glass, then the bonus of the side. (S50)"""
    gain(s, p, S51_SETS, panes_on_strips(s, p) // SET_SIZE)  # S51
    lose(s, p, S52_BROKEN, POINTS_LOST[s.broken[p]])  # S52
    # On side A the colours in the windows do not score. (S53, S55)
    gain(s, p, S53_SIDE, ornament_points(s, p) if s.side == SIDE_A else colour_points(s, p))


@rule
def panes_on_strips(s: State, p: int) -> int:
    """Counts the panes left on all strips together. (S51)"""
    n = 0
    for slot in range(SLOTS):
        for colour in range(COLOURS):
            n += s.placed[p][slot][colour]
    return n


@rule
def ornament_points(s: State, p: int) -> int:
    """Returns the points of side A: for each ornament by the occupied cells around it. (S53)"""
    points = 0
    for ornament in range(ORNAMENTS):
        cells = 0
        for i in range(2):
            cells += s.panes[p][ORNAMENT_WINDOWS[ornament][i]]
        points += ORNAMENT_POINTS[cells]
    return points


@rule
def colour_points(s: State, p: int) -> int:
    """Returns the points of side B: completed windows times the panes of the most used colour. (S53)"""
    completed = 0
    most = 0
    for slot in range(SLOTS):
        if s.panes[p][slot] == 2:
            completed += 1
    for colour in range(COLOURS):
        n = 0
        for slot in range(SLOTS):
            for cell in range(2):
                if s.window[p][slot][cell] == colour:
                    n += 1
        most = max(most, n)
    return completed * most


@rule
def ahead(s: State, a: int, b: int) -> bool:
    """Tells whether seat a is ahead of seat b: by points, then by the smaller loss to broken glass. (S54)"""
    if s.score[a] != s.score[b]:
        return s.score[a] > s.score[b]
    return breaks_tie(s, a, b)


@rule
def breaks_tie(s: State, a: int, b: int) -> bool:
    """Tells whether seat a wins a tie with seat b: it has lost less to broken glass. (S54)"""
    return s.lost[a] < s.lost[b]
