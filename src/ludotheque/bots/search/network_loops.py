"""The search with a network, made once for each edition's rules.

It has the trees of `loops.py`. The network's policy is the prior of the actions, and its shares and leads of all seats
are the value of a leaf: an iteration ends with one evaluation, without a rollout. The network sees what the seat to
act may know of the imagined world, as it does in a real game.

Amid simultaneous choices no value is read, since the seat to act cannot know what the others have chosen.
"""

from __future__ import annotations

import math
from types import ModuleType
from typing import Any

from ...kernel.chance import Random, random_below
from ...kernel.loops import Loops
from ...kernel.rule import INTERPRETED, MODE, called, pasted, rule
from ...kernel.state import CHANCE, OVER, AnyState
from .loops import States, never_blind, nothing_to_take_back
from .network import FAR, Layers, make_evaluation, read_values
from .nodes import add_node, find_node
from .selection import choose, weigh
from .tree import MOST_STEPS, NONE, OPEN, Scratch, Tree, Tuning

UNSET = -1e9  # the prior of a node whose action the network has not seen yet
FINE = 1 << 20  # steps of a random number


def make_search(rules: ModuleType, loops: Loops, sight: ModuleType, evaluation: ModuleType, observe: ModuleType) -> Any:
    """Makes the search for these rules."""
    score, ahead, redeal = rules.score, rules.ahead, sight.redeal
    sees_choice = rule(sight.sees_choice)
    take_back = getattr(sight, "take_back", nothing_to_take_back)
    is_blind = getattr(evaluation, "is_blind", never_blind)
    look = make_evaluation(sight, observe)
    loops_legal, loops_play, loops_deal = loops.legal, loops.play, loops.deal

    # The rules are large, so each is compiled once and called.
    @called
    def legal(s: AnyState, actions: Any) -> int:
        return loops_legal(s, actions)  # type: ignore[no-any-return]

    @called
    def play(s: AnyState, action: int) -> None:
        loops_play(s, action)

    @called
    def deal(s: AnyState, random: Random) -> None:
        loops_deal(s, random)

    if MODE == INTERPRETED:

        def copy(states: States, to: int, source: States, at: int) -> None:
            states[to] = source[at].copy()

    else:

        @rule
        def copy(states: States, to: int, source: States, at: int) -> None:
            states[to] = source[at]

    @called
    def evaluate(states: States, scratch: Scratch, net: Layers, n: int, tuning: Tuning) -> None:
        """Writes the network's preferences for the legal actions to `weight`, and the values of all seats."""
        s = states[0]
        look(states, s.to_act, net)
        for i in range(n):
            action = scratch.actions[0][i]
            scratch.weight[action] = net.sums[action] / net.unit
        read_values(net, len(scratch.weight), len(net.points), s.players, s.to_act, scratch.share, scratch.value)
        for p in range(s.players):
            scratch.value[p] = mixed_value(scratch.share[p], scratch.value[p], tuning)

    @rule
    def mixed_value(share: float, lead: float, tuning: Tuning) -> float:
        """The value of a share of the victory and a lead between -1 and 1."""
        return tuning.margin * (0.5 + 0.5 * lead) + (1.0 - tuning.margin) * share

    @called
    def read_result(s: AnyState, net: Layers, scratch: Scratch, tuning: Tuning) -> None:
        """Writes the values of a finished game."""
        winners = 0
        for p in range(s.players):
            best, share = -FAR, 1.0
            for other in range(s.players):
                if other != p:
                    best = max(best, float(score(s, other)))
                    if ahead(s, other, p):
                        share = 0.0
            scratch.share[p] = share
            winners += share > 0.0
            scratch.value[p] = math.tanh((score(s, p) - best) / net.spread)
        for p in range(s.players):
            scratch.share[p] /= winners
            scratch.value[p] = mixed_value(scratch.share[p], scratch.value[p], tuning)

    @rule
    def find_actions(tree: Tree, scratch: Scratch, parent: int, seat: int, n: int) -> int:
        """Writes the nodes of the seat's actions to `node_of`; returns how many of the legal ones have a prior."""
        node = tree.child[parent]
        while node != NONE:
            if tree.seat[node] == seat and tree.prior[node] > UNSET:
                scratch.node_of[tree.action[node]] = node
            node = tree.sibling[node]
        known = 0
        for i in range(n):
            known += scratch.node_of[scratch.actions[0][i]] != NONE
        return known

    @rule
    def grow(tree: Tree, scratch: Scratch, parent: int, seat: int, n: int) -> bool:
        """Gives every legal action a node with its prior; False if the memory is full."""
        for i in range(n):
            action = scratch.actions[0][i]
            if scratch.node_of[action] == NONE:
                node = find_node(tree, parent, seat, action)
                if node == NONE:
                    node = add_node(tree, parent, seat, action, UNSET)
                if node == NONE:
                    return False
                tree.prior[node] = scratch.weight[action]
                scratch.node_of[action] = node
        return True

    @called
    def draw_action(scratch: Scratch, n: int, random: Random, tuning: Tuning) -> int:
        """An action drawn by the network's policy, from the preferences in `weight`."""
        actions = scratch.actions[0]
        top, total = scratch.weight[actions[0]], 0.0
        for i in range(1, n):
            top = max(top, scratch.weight[actions[i]])
        for i in range(n):
            total += math.exp(scratch.weight[actions[i]] - top)
        left = total * random_below(random, FINE) / FINE
        for i in range(n):
            left -= math.exp(scratch.weight[actions[i]] - top)
            if left < 0.0:
                return actions[i]  # type: ignore[no-any-return]
        return actions[n - 1]  # type: ignore[no-any-return]

    @called
    def follow(s: AnyState, tree: Tree, scratch: Scratch, action: int, steps: int, trees: int) -> int:
        """Advances the trees of all seats that see the choice."""
        for t in range(trees):
            node = scratch.cursor[t]
            if node != NONE and sees_choice(s, t):
                child = find_node(tree, node, s.to_act, action)
                if child == NONE:
                    child = add_node(tree, node, s.to_act, action, UNSET)
                if steps == MOST_STEPS:
                    child = NONE
                scratch.cursor[t] = child
                if child != NONE:
                    scratch.path[steps] = child
                    steps += 1
        return steps

    @pasted
    def decide(
        states: States, searcher: int, tree: Tree, scratch: Scratch, net: Layers, n: int, rolled: int, random: Random,
        tuning: Tuning,
    ) -> int:  # fmt: skip
        """The action of the seat to act, or NONE if the iteration ends with the evaluation of this decision."""
        s = states[0]
        seat, trees = s.to_act, s.players if tuning.secret else 1
        node = scratch.cursor[seat if tuning.secret else 0]
        known = 0 if node == NONE else find_actions(tree, scratch, node, seat, n)
        complete = known == n
        if not complete:
            evaluate(states, scratch, net, n, tuning)
            complete = node != NONE and grow(tree, scratch, node, seat, n)
        action = NONE
        if complete and (known > 0 or node < trees):
            weigh(tree, scratch, n, tuning)
            action = choose(tree, scratch, n, random, tuning)
        elif is_blind(s):
            action = draw_action(scratch, n, random, tuning)
        elif seat != searcher and searcher != OPEN and rolled < tuning.cutoff:
            action = draw_action(scratch, n, random, tuning)
            for t in range(trees):
                scratch.cursor[t] = NONE
        if node != NONE:
            child = tree.child[node]
            while child != NONE:
                scratch.node_of[tree.action[child]] = NONE
                child = tree.sibling[child]
        return action

    @pasted
    def iterate(
        states: States, searcher: int, tree: Tree, scratch: Scratch, net: Layers, random: Random, tuning: Tuning
    ) -> None:
        """One iteration from the world in states[0]."""
        trees = states[0].players if tuning.secret else 1
        for t in range(trees):
            scratch.cursor[t] = t
            scratch.path[t] = t
        steps, rolled, first = trees, 0, NONE
        deal(states[0], random)
        while states[0].to_act != OVER:
            seat = states[0].to_act
            n = legal(states[0], scratch.actions[0])
            action = scratch.actions[0][0]
            if n > 1:
                action = decide(states, searcher, tree, scratch, net, n, rolled, random, tuning)
            if action == NONE:
                break
            if scratch.cursor[seat if tuning.secret else 0] == NONE:
                rolled += 1
            if first == NONE and (seat == searcher or searcher == OPEN):
                first = action
            steps = follow(states[0], tree, scratch, action, steps, trees)
            play(states[0], action)
            if states[0].to_act == CHANCE and not tuning.beyond:
                for t in range(trees):
                    scratch.cursor[t] = NONE
            deal(states[0], random)
        if states[0].to_act == OVER:
            read_result(states[0], net, scratch, tuning)
        for i in range(steps):
            node = scratch.path[i]
            tree.visits[node] += 1
            if tree.seat[node] != NONE:
                tree.value[node] += scratch.value[tree.seat[node]]
                tree.share[node] += scratch.share[tree.seat[node]]
        if first != NONE:
            for p in range(states[0].players):
                scratch.shares[first][p] += scratch.share[p]

    @called
    def search(
        root: States, seat: int, states: States, tree: Tree, scratch: Scratch, iterations: int, random: Random,
        tuning: Tuning, stop: Any, net: Layers,
    ) -> int:  # fmt: skip
        """Iterates at least once and until stop[0] is set; returns the number of iterations."""
        for iteration in range(iterations):
            if iteration > 0 and stop[0] != 0:
                return iteration
            random[1] = iteration
            random[2] = 0
            copy(states, 0, root, 0)
            if seat != OPEN:
                redeal(states[0], seat, random)
            if tuning.together:
                take_back(states[0])
            iterate(states, seat, tree, scratch, net, random, tuning)
        return iterations

    return search
