"""Effects that follow from one another: a small stack in the state.

Writing books, placing discs and taking helpers are *effects*: some of a kind, each choice
once. A book may itself give a disc or a helper, which comes before the next book (L46). So
`push` lays an effect on top of those pending, the phase asks for the topmost one, `use` notes
what was chosen, and `carry_on` finds out what comes next: helpers over the limit are returned
before anything else (L51), and when nothing is pending the turn is over.
"""

from __future__ import annotations

from ....kernel.rule import rule
from ..actions import END_OF_TURN, HELPER, LIMIT
from ..box import DISCIPLINES, HELPER_LIMIT
from ..state import State


@rule
def push(s: State, effect: int, count: int) -> None:
    """Lays an effect, named by its phase, on top of those pending: it comes first."""
    s.effect[s.depth] = effect
    s.left[s.depth] = count
    s.depth += 1


@rule
def use(s: State, choice: int) -> None:
    """Marks one choice of the topmost effect as made; it is not offered again in this effect."""
    s.left[s.depth - 1] -= 1
    s.used[s.depth - 1] |= 1 << choice


@rule
def is_used(s: State, choice: int) -> bool:
    """Tells whether the topmost effect has had this choice."""
    return (s.used[s.depth - 1] >> choice) & 1 == 1


@rule
def lose_rest(s: State) -> None:
    """Loses the rest of the topmost effect, for which no choice is left. (L52)"""
    s.left[s.depth - 1] = 0


@rule
def pop_finished(s: State) -> None:
    """Takes the finished effects from the top."""
    while s.depth > 0 and s.left[s.depth - 1] == 0:
        s.depth -= 1
        s.effect[s.depth] = 0
        s.used[s.depth] = 0


@rule
def carry_on(s: State) -> None:
    """Asks for what comes next; the helper limit waits for the end of an effect. (L46, L51)"""
    pop_finished(s)
    effect = s.effect[s.depth - 1] if s.depth > 0 else END_OF_TURN
    s.phase = LIMIT if effect != HELPER and has_too_many_helpers(s, s.to_act) else effect


@rule
def helper_count(s: State, p: int) -> int:
    """Counts the helpers of a player, of all colours."""
    n = 0
    for colour in range(DISCIPLINES):
        n += s.helpers[p][colour]
    return n


@rule
def has_too_many_helpers(s: State, p: int) -> bool:
    """Tells whether helpers must be returned. (L51)"""
    return helper_count(s, p) > HELPER_LIMIT
