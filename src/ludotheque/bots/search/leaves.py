"""Evaluations of a leaf: preferences for the legal actions, and the values of all seats.

A network gives both. Without one, the game's `evaluate` does, as if a network added nothing to its points: an action
is preferred for the points after it, and the values follow from the points of all seats.
"""

from __future__ import annotations

import math
from types import ModuleType
from typing import Any, NamedTuple

from ludotheque.core.network import SPREAD

from ...contract.position_fields import AnyState
from ...kernel.loops import Steps
from ...kernel.rule import INTERPRETED, MODE, called, rule
from .network import Layers, make_evaluation
from .tree import Scratch, Tuning

FAR = 1000.0  # more points than a game has
GREED = 0.5  # the preference for a point
SPECTATOR = -1

States = Any
"""Two states: the iteration's own, and one for the evaluation."""

Leaf = Any
"""The network's layers, or `PointsLeaf` without a network."""


class PointsLeaf(NamedTuple):
    """What an evaluation without a network needs."""

    spread: float = SPREAD  # the lead in points that counts as clear


@rule
def mixed_value(share: float, lead: float, tuning: Tuning) -> float:
    """The value of a share of the victory and a lead between -1 and 1."""
    return tuning.margin * (0.5 + 0.5 * lead) + (1.0 - tuning.margin) * share


@called
def make_values(scratch: Scratch, players: int, tuning: Tuning) -> None:
    """Turns the logits in `share` into shares of the victory, and the leads in `value` into values."""
    top, total = scratch.share[0], 0.0
    for p in range(1, players):
        top = max(top, scratch.share[p])
    for p in range(players):
        scratch.share[p] = math.exp(scratch.share[p] - top)
        total += scratch.share[p]
    for p in range(players):
        scratch.share[p] /= total
        scratch.value[p] = mixed_value(scratch.share[p], math.tanh(scratch.value[p]), tuning)


def evaluate_by_network(sight: ModuleType, observe: ModuleType) -> Any:
    """Makes the evaluation by a network, which sees what the seat to act may know of the imagined world."""
    look = make_evaluation(sight, observe)

    @called
    def evaluate(states: States, scratch: Scratch, net: Layers, n: int, tuning: Tuning) -> None:
        players, seat = states[0].players, states[0].to_act
        look(states, seat, net)
        for i in range(n):
            action = scratch.actions[i]
            scratch.weight[action] = net.sums[action] / net.unit
        shares = len(scratch.weight)
        leads = shares + len(net.points)
        for k in range(players):
            points, best = float(net.row[net.points[k]]), -FAR
            for other in range(players):
                if other != k:
                    best = max(best, float(net.row[net.points[other]]))
            p = (seat + k) % players
            scratch.share[p] = net.sums[shares + k] / net.unit + points * (2.0 / net.spread)
            scratch.value[p] = net.sums[leads + k] / net.unit + (points - best) / (2.0 * net.spread)
        make_values(scratch, players, tuning)

    return evaluate


def evaluate_by_points(steps: Steps, sight: ModuleType, evaluation: ModuleType) -> Any:
    """Makes the evaluation without a network."""
    play, evaluate_seat, point = steps.play, evaluation.evaluate, evaluation.POINT
    sees_choice = rule(sight.sees_choice)

    @called
    def points_of(s: AnyState, seat: int) -> float:
        return evaluate_seat(s, seat) / point  # type: ignore[no-any-return]

    if MODE == INTERPRETED:

        def copy(states: States) -> None:
            states[1] = states[0].copy()

    else:

        @rule
        def copy(states: States) -> None:
            states[1] = states[0]

    @called
    def evaluate(states: States, scratch: Scratch, leaf: Leaf, n: int, tuning: Tuning) -> None:
        players, seat = states[0].players, states[0].to_act
        is_open = sees_choice(states[0], SPECTATOR)  # else the choices of others would be revealed
        for i in range(n):
            action = scratch.actions[i]
            scratch.weight[action] = 0.0
            if is_open:
                copy(states)
                play(states[1], action)
                scratch.weight[action] = GREED * points_of(states[1], seat)
        for p in range(players):
            points, best = points_of(states[0], p), -FAR
            for other in range(players):
                if other != p:
                    best = max(best, points_of(states[0], other))
            scratch.share[p] = points * (2.0 / leaf.spread)
            scratch.value[p] = (points - best) / (2.0 * leaf.spread)
        make_values(scratch, players, tuning)

    return evaluate
