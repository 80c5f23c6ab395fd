"""Selection: which of its legal actions a seat tries next in its tree, by PUCT."""

from __future__ import annotations

import math

from ...kernel.chance import Random, random_below
from ...kernel.rule import called
from .tree import NONE, Scratch, Tree, Tuning

UNKNOWN_VALUE = 0.5  # the value of an action if neither it nor a sibling was tried
FINE = 1 << 20  # steps of a random number


@called
def make_priors(scratch: Scratch, n: int, tuning: Tuning) -> None:
    """Turns the preferences for the legal actions in `weight` into probabilities (softmax)."""
    actions, weight, temperature, even = scratch.actions, scratch.weight, tuning.temperature, tuning.even
    top, total = weight[actions[0]], 0.0
    for i in range(1, n):
        top = max(top, weight[actions[i]])
    for i in range(n):
        weight[actions[i]] = math.exp((weight[actions[i]] - top) / temperature) if temperature > 0.0 else 1.0
        total += weight[actions[i]]
    for i in range(n):
        weight[actions[i]] = weight[actions[i]] * (1.0 - even) / total + even / n


@called
def choose(tree: Tree, scratch: Scratch, n: int, random: Random, tuning: Tuning) -> int:
    """The legal action with the highest PUCT score; a random one of equals."""
    actions = scratch.actions
    tries, sum_of_values, total = 0, 0.0, 0.0
    for i in range(n):
        node = scratch.node_of[actions[i]]
        tries += tree.visits[node]
        sum_of_values += tree.value[node]
        total += tree.prior[node]
    untried = sum_of_values / tries if tries > 0 else UNKNOWN_VALUE
    best, most, equals = NONE, 0.0, 0
    for i in range(n):
        node = scratch.node_of[actions[i]]
        tree.availability[node] += 1
        visits = tree.visits[node]
        mean = tree.value[node] / visits if visits > 0 else untried
        urge = math.sqrt(tree.availability[node]) / (1.0 + visits)
        score = mean + tuning.exploration * tree.prior[node] / total * urge
        if best == NONE or score > most:
            best, most, equals = actions[i], score, 1
        elif score == most:
            equals += 1
            if random_below(random, equals) == 0:
                best = actions[i]
    return best


@called
def draw_action(scratch: Scratch, n: int, random: Random) -> int:
    """An action drawn by its prior in `weight`."""
    left = random_below(random, FINE) / FINE
    for i in range(n):
        left -= scratch.weight[scratch.actions[i]]
        if left < 0.0:
            return scratch.actions[i]  # type: ignore[no-any-return]
    return scratch.actions[n - 1]  # type: ignore[no-any-return]
