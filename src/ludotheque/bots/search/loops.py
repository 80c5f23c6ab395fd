"""The search, made once for each edition's rules, as the loops of `kernel/loops.py` are.

An iteration deals anew what the searching seat does not know. It descends the trees: every seat plays for itself
(max^n), and chance is drawn by its weights. It ends with the evaluation of a decision that has no children yet
(`leaves.py`): preferences for its actions, which become their priors, and values for all seats, which are added to
the nodes of the path. A node stands for the choices that a seat has seen, whatever chance dealt in between (open
loop). If the game has secret choices, every seat has a tree of its own without the secret choices of others. So no
seat reacts to what it cannot know, and seats that choose at the same time choose independently (multiple-observer
information-set search). Legal actions differ from world to world, so each node counts its availability.

Without a network, a rollout by the priors may come before the evaluation (`cutoff`).

An iteration does not end at a secret choice, since the next seat cannot know what the others have chosen.
"""

from __future__ import annotations

import math
from types import ModuleType
from typing import Any

from ...contract.position_fields import AnyState
from ...kernel.chance import Random
from ...kernel.loops import Steps
from ...kernel.rule import INTERPRETED, MODE, called, pasted, rule
from ...kernel.state import OVER
from .leaves import FAR, Leaf, States, mixed_value
from .nodes import add_node, find_node
from .selection import choose, draw_action, make_priors
from .tree import MOST_STEPS, NONE, OPEN, Scratch, Tree, Tuning

SPECTATOR = -1
UNSET = -1.0  # the prior of a node whose action was not evaluated yet


@rule
def nothing_to_take_back(s: AnyState) -> None:
    """The default of `take_back`, for games without simultaneous choices."""


def make_search(rules: ModuleType, steps: Steps, sight: ModuleType, evaluate: Any) -> Any:
    """Makes the search for these rules and this evaluation of leaves."""
    score, ahead, redeal = rules.score, rules.ahead, sight.redeal
    sees_choice = rule(sight.sees_choice)
    take_back = getattr(sight, "take_back", nothing_to_take_back)
    legal, play, deal = steps.legal, steps.play, steps.deal

    if MODE == INTERPRETED:

        def copy(states: States, root: States) -> None:
            states[0] = root[0].copy()

    else:

        @rule
        def copy(states: States, root: States) -> None:
            states[0] = root[0]

    @called
    def read_result(s: AnyState, scratch: Scratch, leaf: Leaf, tuning: Tuning) -> None:
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
            scratch.value[p] = math.tanh((score(s, p) - best) / leaf.spread)
        for p in range(s.players):
            scratch.share[p] /= winners
            scratch.value[p] = mixed_value(scratch.share[p], scratch.value[p], tuning)

    @rule
    def find_actions(tree: Tree, scratch: Scratch, parent: int, seat: int, n: int) -> int:
        """Writes the nodes of the seat's actions to `node_of`; returns how many of the legal ones have a prior."""
        node = tree.child[parent]
        while node != NONE:
            if tree.seat[node] == seat and tree.prior[node] != UNSET:
                scratch.node_of[tree.action[node]] = node
            node = tree.sibling[node]
        known = 0
        for i in range(n):
            known += scratch.node_of[scratch.actions[i]] != NONE
        return known

    @rule
    def grow(tree: Tree, scratch: Scratch, parent: int, seat: int, n: int) -> bool:
        """Gives every legal action a node with its prior from `weight`; False if the memory is full."""
        for i in range(n):
            action = scratch.actions[i]
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
        states: States, tree: Tree, scratch: Scratch, leaf: Leaf, n: int, rolled: int, random: Random, tuning: Tuning
    ) -> int:
        """The action of the seat to act, or NONE if the iteration ends with the evaluation of this decision."""
        s = states[0]
        seat, trees = s.to_act, s.players if tuning.secret else 1
        node = scratch.cursor[seat if tuning.secret else 0]
        known = 0 if node == NONE else find_actions(tree, scratch, node, seat, n)
        complete = known == n
        if not complete:
            evaluate(states, scratch, leaf, n, tuning)
            make_priors(scratch, n, tuning)
            complete = node != NONE and grow(tree, scratch, node, seat, n)
        action = NONE
        if complete and (known > 0 or node < trees):
            action = choose(tree, scratch, n, random, tuning)
        elif not sees_choice(s, SPECTATOR):
            action = draw_action(scratch, n, random)
        elif rolled < tuning.cutoff:
            action = draw_action(scratch, n, random)
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
        states: States, searcher: int, tree: Tree, scratch: Scratch, leaf: Leaf, random: Random, tuning: Tuning
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
            n = legal(states[0], scratch.actions)
            action = scratch.actions[0]
            if n > 1:
                action = decide(states, tree, scratch, leaf, n, rolled, random, tuning)
            if action == NONE:
                break
            if scratch.cursor[seat if tuning.secret else 0] == NONE:
                rolled += 1
            if first == NONE and (seat == searcher or searcher == OPEN):
                first = action
            steps = follow(states[0], tree, scratch, action, steps, trees)
            play(states[0], action)
            deal(states[0], random)
        if states[0].to_act == OVER:
            read_result(states[0], scratch, leaf, tuning)
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
        tuning: Tuning, stop: Any, leaf: Leaf,
    ) -> int:  # fmt: skip
        """Iterates at least once and until stop[0] is set; returns the number of iterations."""
        for iteration in range(iterations):
            if iteration > 0 and stop[0] != 0:
                return iteration
            random[1] = iteration
            random[2] = 0
            copy(states, root)
            if seat != OPEN:
                redeal(states[0], seat, random)
            take_back(states[0])
            iterate(states, seat, tree, scratch, leaf, random, tuning)
        return iterations

    return search
