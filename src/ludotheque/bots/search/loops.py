"""The search, made once for each edition's rules, as the loops of `kernel/loops.py` are.

An iteration deals anew what the searching seat does not know. It descends the trees: every seat plays for itself
(max^n), and chance is drawn by its weights. Below the trees it plays a rollout. Then it adds the values of all seats
to the nodes of its path. A node stands for the choices that a seat has seen, whatever chance dealt in between (open
loop). If the game has secret choices, every seat has a tree of its own without the secret choices of others. So no
seat reacts to what it cannot know, and seats that choose at the same time choose independently (multiple-observer
information-set search). Legal actions differ from world to world, so each node counts its availability.

A seat selects an action by its mean value and its prior: the evaluation after the action and the best-looking rest of
the turn (PUCT with a softmax of the priors).
"""

from __future__ import annotations

import math
from types import ModuleType
from typing import Any

from ...kernel.chance import Random, random_below
from ...kernel.loops import Loops
from ...kernel.rule import INTERPRETED, MODE, called, pasted, rule
from ...kernel.state import OVER, AnyState
from .nodes import add_node, find_node
from .selection import PERCENT, choose, mix, weigh
from .tree import MATCHED, MOST_STEPS, NONE, OPEN, Scratch, Tree, Tuning

States = Any
"""Several states: the iteration's own first, then those in which actions are tried."""

SPECTATOR = -1


# The defaults, for games without simultaneous choices.


@rule
def nothing_to_take_back(s: AnyState) -> None:
    """The default of `take_back`."""


@rule
def never_blind(s: AnyState) -> bool:
    """The default of `is_blind`."""
    return False


@rule
def never_evaluated(s: AnyState, seat: int, action: int) -> int:
    """The default of `evaluate_blind`."""
    return 0


def make_search(rules: ModuleType, loops: Loops, sight: ModuleType, evaluation: ModuleType) -> Any:
    """Makes the search for these rules."""
    score, ahead, redeal = rules.score, rules.ahead, sight.redeal
    sees_choice = rule(sight.sees_choice)
    take_back = getattr(sight, "take_back", nothing_to_take_back)
    is_blind = getattr(evaluation, "is_blind", never_blind)
    evaluate_blind = getattr(evaluation, "evaluate_blind", never_evaluated)

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

    @called
    def evaluate_prior(s: AnyState, seat: int) -> float:
        return float(prior_hook(s, seat))

    @called
    def evaluate_leaf(s: AnyState, seat: int) -> float:
        return float(leaf_hook(s, seat))

    loops_legal, loops_play, loops_deal = loops.legal, loops.play, loops.deal
    prior_hook = getattr(evaluation, "evaluate_prior", evaluation.evaluate)
    leaf_hook = getattr(evaluation, "evaluate_leaf", evaluation.evaluate)

    if MODE == INTERPRETED:

        def copy(states: States, to: int, source: States, at: int) -> None:
            states[to] = source[at].copy()

    else:

        @rule
        def copy(states: States, to: int, source: States, at: int) -> None:
            states[to] = source[at]

    @pasted
    def prior_of(states: States, scratch: Scratch, action: int, turn: int) -> float:
        """The evaluation after the action and the best-looking rest of the turn.

        A simultaneous choice is not played here: that would reveal the choices of others.
        """
        seat = states[0].to_act
        if is_blind(states[0]):
            return float(evaluate_blind(states[0], seat, action))
        copy(states, 1, states, 0)
        play(states[1], action)
        steps = 0
        while steps < turn and states[1].to_act == seat:
            n = legal(states[1], scratch.actions[1])
            most = 0.0
            for i in range(n):
                copy(states, 2, states, 1)
                play(states[2], scratch.actions[1][i])
                found = evaluate_prior(states[2], seat)
                if i == 0 or found > most:
                    most = found
                    copy(states, 3, states, 2)
            copy(states, 1, states, 3)
            steps += 1
        return evaluate_prior(states[1], seat)

    @pasted
    def grow(states: States, tree: Tree, scratch: Scratch, parent: int, n: int, tuning: Tuning) -> bool:
        """Gives every legal action a node and writes it to `node_of`; False if the memory is full."""
        seat = states[0].to_act
        actions = scratch.actions[0]
        node = tree.child[parent]
        while node != NONE:
            if tree.seat[node] == seat:
                scratch.node_of[tree.action[node]] = node
            node = tree.sibling[node]
        for i in range(n):
            if scratch.node_of[actions[i]] == NONE:
                prior = 0.0
                if tuning.temperature > 0.0:
                    prior = prior_of(states, scratch, actions[i], tuning.turn)
                scratch.node_of[actions[i]] = add_node(tree, parent, seat, actions[i], prior)
                if scratch.node_of[actions[i]] == NONE:
                    return False
        return True

    @pasted
    def decide(states: States, tree: Tree, scratch: Scratch, node: int, n: int, random: Random, tuning: Tuning) -> int:
        """The action that a seat selects in its tree, or NONE if the memory is full."""
        best = NONE
        if grow(states, tree, scratch, node, n, tuning):
            if tuning.mixed == MATCHED and not sees_choice(states[0], SPECTATOR):
                best = mix(tree, scratch, n, random)
            else:
                weigh(tree, scratch, n, tuning)
                best = choose(tree, scratch, n, random, tuning)
        child = tree.child[node]
        while child != NONE:
            scratch.node_of[tree.action[child]] = NONE
            child = tree.sibling[child]
        return best

    @pasted
    def roll(states: States, scratch: Scratch, n: int, random: Random, tuning: Tuning) -> int:
        """The action of a rollout: the best-looking of a few, or a random one."""
        actions = scratch.actions[0]
        if n == 1 or tuning.samples < 2 or random_below(random, PERCENT) < tuning.careless:
            return actions[random_below(random, n)]  # type: ignore[no-any-return]
        seat, blind = states[0].to_act, is_blind(states[0])
        best, most = NONE, 0.0
        for i in range(min(n, tuning.samples)):
            at = i + random_below(random, n - i)
            actions[i], actions[at] = actions[at], actions[i]
            if blind:
                found = float(evaluate_blind(states[0], seat, actions[i]))
            else:
                copy(states, 1, states, 0)
                play(states[1], actions[i])
                found = evaluate_prior(states[1], seat)
            if best == NONE or found > most:
                best, most = actions[i], found
        return best

    @rule
    def win_share(s: AnyState, seat: int) -> float:
        """The seat's share of the victory in a finished game."""
        winners, wins = 0, True
        for p in range(s.players):
            unbeaten = True
            for other in range(s.players):
                if ahead(s, other, p):
                    unbeaten = False
            if unbeaten:
                winners += 1
            elif p == seat:
                wins = False
        return 1.0 / winners if wins else 0.0

    @called
    def value(s: AnyState, scratch: Scratch, tuning: Tuning) -> None:
        """Writes every seat's share of the victory (estimated before the end) and its value with the margin."""
        over = s.to_act == OVER
        top = 0.0
        for p in range(s.players):
            scratch.value[p] = tuning.point * score(s, p) if over else evaluate_leaf(s, p)
            if p == 0 or scratch.value[p] > top:
                top = scratch.value[p]
        total = 0.0
        for p in range(s.players):
            scratch.value[p] = math.exp((scratch.value[p] - top) / tuning.spread)
            total += scratch.value[p]
        for p in range(s.players):
            lead = scratch.value[p] / total
            scratch.share[p] = win_share(s, p) if over else lead
            scratch.value[p] = tuning.margin * lead + (1.0 - tuning.margin) * scratch.share[p]

    @called
    def follow(s: AnyState, tree: Tree, scratch: Scratch, action: int, steps: int, trees: int) -> int:
        """Advances the trees of all seats that see the choice. A tree without a node for it gets one and is left."""
        for t in range(trees):
            node = scratch.cursor[t]
            if node != NONE and sees_choice(s, t):
                child = find_node(tree, node, s.to_act, action)
                scratch.cursor[t] = child
                if child == NONE:
                    child = add_node(tree, node, s.to_act, action, 0.0)
                if child == NONE or steps == MOST_STEPS:
                    scratch.cursor[t] = NONE
                else:
                    scratch.path[steps] = child
                    steps += 1
        return steps

    @rule
    def has_left(tree: Tree, node: int) -> bool:
        """Whether an iteration at this node has left the known part of the tree."""
        return node == NONE or tree.visits[node] == 0

    @rule
    def pick_random_opponents(s: AnyState, searcher: int, scratch: Scratch, random: Random, tuning: Tuning) -> None:
        """Draws which opponents play at random in this iteration; those need no trees."""
        drawn = tuning.random_opponents > 0 and searcher != OPEN
        for p in range(s.players):
            scratch.at_random[p] = drawn and p != searcher and random_below(random, PERCENT) < tuning.random_opponents
            if scratch.at_random[p] and tuning.secret:
                scratch.cursor[p] = NONE

    @pasted
    def iterate(states: States, searcher: int, tree: Tree, scratch: Scratch, random: Random, tuning: Tuning) -> None:
        """One iteration from the world in states[0]."""
        trees = states[0].players if tuning.secret else 1
        steps = 0
        for t in range(trees):
            scratch.cursor[t] = t
            scratch.path[steps] = t
            steps += 1
        pick_random_opponents(states[0], searcher, scratch, random, tuning)
        rolled, first = 0, NONE
        deal(states[0], random)
        while states[0].to_act != OVER:
            seat = states[0].to_act
            n = legal(states[0], scratch.actions[0])
            mine = seat if tuning.secret else 0
            node = scratch.cursor[mine]
            action = NONE
            if node != NONE and (node < trees or tree.visits[node] >= tuning.patience):
                action = decide(states, tree, scratch, node, n, random, tuning)
            if scratch.at_random[seat]:
                action = scratch.actions[0][random_below(random, n)]
                if scratch.cursor[searcher if tuning.secret else 0] == NONE:
                    rolled += 1
            elif action == NONE:
                scratch.cursor[mine] = NONE
                action = roll(states, scratch, n, random, tuning)
                rolled += 1
            if first == NONE and (seat == searcher or searcher == OPEN):
                first = action
            steps = follow(states[0], tree, scratch, action, steps, trees)
            play(states[0], action)
            if rolled >= tuning.cutoff and states[0].to_act != seat and has_left(tree, scratch.cursor[mine]):
                if not is_blind(states[0]):  # amid simultaneous choices, evaluations cannot be compared
                    break
            deal(states[0], random)
        value(states[0], scratch, tuning)
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
        root: States,
        seat: int,
        states: States,
        tree: Tree,
        scratch: Scratch,
        iterations: int,
        random: Random,
        tuning: Tuning,
        stop: Any,
    ) -> int:
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
            iterate(states, seat, tree, scratch, random, tuning)
        return iterations

    return search
