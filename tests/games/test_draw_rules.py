"""The rule that is cited at a chance event is the one that asks for this draw."""

from __future__ import annotations

from itertools import groupby

import pytest

import ludotheque
from ludotheque import Position

# The rules of all draws before the first decision, each with the number of its draws. Two players.
SET_UP = {
    "sintra": [("S10", 1), ("S3", 16), ("S8", 5), ("S9", 1), ("S11", 20)],
    "stanza": [("L4", 10), ("L7", 15), ("L10", 12), ("L11", 5)],
    "fourberies": [("F2", 1), ("F5", 8), ("F102", 2)],
}
# The rules of all later draws of a game in which everybody chooses the first legal action.
LATER = {
    "sintra": {"S48"},
    "stanza": {"L24"},
    "fourberies": {"F50", "F61", "F84", "F85", "F102"},
}


@pytest.mark.parametrize("name", SET_UP)
def test_s11_s48_a_draw_cites_the_rule_that_asks_for_it(name: str) -> None:
    game = ludotheque.load(name)
    draws, decided = [], 0
    p: Position = game.start(2)
    later = set()
    while p.to_act is not None:
        if p.to_act != -1:
            decided += 1
        elif decided:
            later.add(p.asked_by)
        else:
            draws.append(p.asked_by)
        p = p.play(min(p.outcomes()) if p.to_act == -1 else p.legal()[0])
    assert [(rule, len(list(run))) for rule, run in groupby(draws)] == SET_UP[name]
    assert later == LATER[name]
