"""Selection: which of its legal actions a seat tries next in its tree, by PUCT or by regret matching."""

from __future__ import annotations

import math

from ...kernel.chance import Random, random_below
from ...kernel.rule import called
from .tree import NONE, Scratch, Tree, Tuning

PERCENT = 100
EXPLORED = 15  # percent of the secret choices that regret matching makes at random
UNKNOWN_VALUE = 0.5  # the value of an action if neither it nor a sibling was tried


@called
def weigh(tree: Tree, scratch: Scratch, n: int, tuning: Tuning) -> None:
    """Writes the priors of the legal actions to `weight`, as probabilities (softmax)."""
    actions = scratch.actions[0]
    top = tree.prior[scratch.node_of[actions[0]]]
    for i in range(1, n):
        top = max(top, tree.prior[scratch.node_of[actions[i]]])
    total = 0.0
    for i in range(n):
        weight = 1.0
        if tuning.temperature > 0.0:
            weight = math.exp((tree.prior[scratch.node_of[actions[i]]] - top) / tuning.temperature)
        scratch.weight[actions[i]] = weight
        total += weight
    for i in range(n):
        weight = scratch.weight[actions[i]] * (1.0 - tuning.even) / total
        scratch.weight[actions[i]] = weight + tuning.even / n


@called
def choose(tree: Tree, scratch: Scratch, n: int, random: Random, tuning: Tuning) -> int:
    """The legal action with the highest PUCT score; a random one of equals."""
    actions = scratch.actions[0]
    tries, sum_of_values = 0, 0.0
    for i in range(n):
        node = scratch.node_of[actions[i]]
        tries += tree.visits[node]
        sum_of_values += tree.value[node]
    untried = sum_of_values / tries if tries > 0 else UNKNOWN_VALUE
    best, most, equals = NONE, 0.0, 0
    for i in range(n):
        node = scratch.node_of[actions[i]]
        tree.availability[node] += 1
        visits = tree.visits[node]
        mean = tree.value[node] / visits if visits > 0 else untried
        urge = math.sqrt(tree.availability[node]) / (1.0 + visits)
        score = mean + tuning.exploration * scratch.weight[actions[i]] * urge
        if best == NONE or score > most:
            best, most, equals = actions[i], score, 1
        elif score == most:
            equals += 1
            if random_below(random, equals) == 0:
                best = actions[i]
    return best


@called
def mix(tree: Tree, scratch: Scratch, n: int, random: Random) -> int:
    """An action by regret matching: drawn by its value above the average, sometimes uniformly at random."""
    actions = scratch.actions[0]
    tries, sum_of_values = 0, 0.0
    for i in range(n):
        node = scratch.node_of[actions[i]]
        tree.availability[node] += 1
        tries += tree.visits[node]
        sum_of_values += tree.value[node]
    left = random_below(random, PERCENT * PERCENT) / (PERCENT * PERCENT)
    if tries == 0 or random_below(random, PERCENT) < EXPLORED:
        return actions[random_below(random, n)]  # type: ignore[no-any-return]
    regrets = 0.0
    for i in range(n):
        node = scratch.node_of[actions[i]]
        regret = tree.value[node] / max(tree.visits[node], 1) - sum_of_values / tries
        scratch.weight[actions[i]] = max(regret, 0.0)
        regrets += max(regret, 0.0)
    left *= regrets
    for i in range(n):
        left -= scratch.weight[actions[i]]
        if left < 0.0:
            return actions[i]  # type: ignore[no-any-return]
    return actions[random_below(random, n)]  # type: ignore[no-any-return]
