"""The search itself, made once around each edition's rules, as the loops of `kernel/loops.py` are.

One iteration: deal anew what the searching seat does not know; go down the trees, every seat
for its own good (max^n), letting chance happen by its weights; leave them; play on for a while;
and write what every seat got on the way back. A node stands for the choices a seat has seen,
whatever chance dealt in between (open loop). If the game has secret choices, every seat has a
tree of its own, in which the secret choices of others leave no trace: so nobody answers what he
cannot know, and whoever chooses at the same time chooses independently (multiple-observer
information-set search). Legal actions differ from world to world, so each node counts how often
it could have been chosen.

Which action is tried is a matter of what it has brought and of what it promises: the worth of
the table after it and after the best-looking rest of the turn (PUCT with the promises' softmax).
"""

from __future__ import annotations

import math
from types import ModuleType
from typing import Any

from ...kernel.chance import Random, random_below
from ...kernel.loops import Loops
from ...kernel.rule import INTERPRETED, MODE, called, pasted, rule
from ...kernel.state import OVER
from .tree import MATCHED, MOST_STEPS, NONE, OPEN, Scratch, Tree, Tuning

State = Any
States = Any
"""Several states: the iteration's own first, then those to try things out on."""

PERCENT = 100
EXPLORED = 15  # secret choices out of 100 that regret matching makes at random
SPECTATOR = -1
UNKNOWN_VALUE = 0.5  # of an action before anything is known about it and its siblings


@rule
def nothing_to_take_back(s: State) -> None:
    """In a game where nobody chooses at the same time as others."""


@rule
def never_blind(s: State) -> bool:
    """In a game where nobody chooses at the same time as others."""
    return False


@rule
def nothing_foreseen(s: State, seat: int, action: int) -> int:
    """In a game where nobody chooses at the same time as others."""
    return 0


def make_search(rules: ModuleType, loops: Loops, sight: ModuleType, judgement: ModuleType) -> Any:
    """Makes the search for these rules."""
    score, ahead, redeal = rules.score, rules.ahead, sight.redeal
    sees_choice = rule(sight.sees_choice)
    take_back = getattr(sight, "take_back", nothing_to_take_back)
    is_blind = getattr(judgement, "is_blind", never_blind)
    foreseen = getattr(judgement, "foreseen", nothing_foreseen)

    # The rules are big: they are compiled once each, and called.
    @called
    def legal(s: State, actions: Any) -> int:
        return loops_legal(s, actions)  # type: ignore[no-any-return]

    @called
    def play(s: State, action: int) -> None:
        loops_play(s, action)

    @called
    def deal(s: State, random: Random) -> None:
        loops_deal(s, random)

    @called
    def worth(s: State, seat: int) -> float:
        return float(judged(s, seat))

    @called
    def outlook(s: State, seat: int) -> float:
        return float(expected(s, seat))

    loops_legal, loops_play, loops_deal = loops.legal, loops.play, loops.deal
    judged = getattr(judgement, "guide", judgement.worth)
    expected = getattr(judgement, "outlook", judgement.worth)

    if MODE == INTERPRETED:

        def copy(states: States, to: int, source: States, at: int) -> None:
            states[to] = source[at].copy()

    else:

        @rule
        def copy(states: States, to: int, source: States, at: int) -> None:
            states[to] = source[at]

    @pasted
    def promise(states: States, scratch: Scratch, action: int, turn: int) -> float:
        """What the table is worth to the seat after the action and the best-looking rest of its turn.

        What is chosen at the same time as others choose is not tried out: that would show their choices.
        """
        seat = states[0].to_act
        if is_blind(states[0]):
            return float(foreseen(states[0], seat, action))
        copy(states, 1, states, 0)
        play(states[1], action)
        steps = 0
        while steps < turn and states[1].to_act == seat:
            n = legal(states[1], scratch.actions[1])
            most = 0.0
            for i in range(n):
                copy(states, 2, states, 1)
                play(states[2], scratch.actions[1][i])
                found = worth(states[2], seat)
                if i == 0 or found > most:
                    most = found
                    copy(states, 3, states, 2)
            copy(states, 1, states, 3)
            steps += 1
        return worth(states[1], seat)

    @rule
    def add_node(tree: Tree, parent: int, seat: int, action: int, hope: float) -> int:
        """A new last node, or NONE if the memory is full."""
        node = tree.size[0]
        if node == len(tree.visits):
            return NONE
        tree.size[0] = node + 1
        tree.child[node] = NONE
        tree.sibling[node] = tree.child[parent]
        tree.child[parent] = node
        tree.action[node] = action
        tree.seat[node] = seat
        tree.visits[node] = 0
        tree.chances[node] = 0
        tree.value[node] = 0.0
        tree.share[node] = 0.0
        tree.hope[node] = hope
        return node  # type: ignore[no-any-return]

    @rule
    def find_node(tree: Tree, parent: int, seat: int, action: int) -> int:
        """The child for a seat's action, or NONE."""
        node = tree.child[parent]
        while node != NONE and (tree.action[node] != action or tree.seat[node] != seat):
            node = tree.sibling[node]
        return node  # type: ignore[no-any-return]

    @pasted
    def grow(states: States, tree: Tree, scratch: Scratch, parent: int, n: int, tuning: Tuning) -> bool:
        """Gives every legal action its node and writes them to `node_of`; False if the memory is full."""
        seat = states[0].to_act
        actions = scratch.actions[0]
        node = tree.child[parent]
        while node != NONE:
            if tree.seat[node] == seat:
                scratch.node_of[tree.action[node]] = node
            node = tree.sibling[node]
        for i in range(n):
            if scratch.node_of[actions[i]] == NONE:
                hope = 0.0
                if tuning.temperature > 0.0:
                    hope = promise(states, scratch, actions[i], tuning.turn)
                scratch.node_of[actions[i]] = add_node(tree, parent, seat, actions[i], hope)
                if scratch.node_of[actions[i]] == NONE:
                    return False
        return True

    @called
    def weigh(tree: Tree, scratch: Scratch, n: int, tuning: Tuning) -> None:
        """Writes every legal action's promise to `weight`, as a probability."""
        actions = scratch.actions[0]
        top = tree.hope[scratch.node_of[actions[0]]]
        for i in range(1, n):
            top = max(top, tree.hope[scratch.node_of[actions[i]]])
        total = 0.0
        for i in range(n):
            weight = 1.0
            if tuning.temperature > 0.0:
                weight = math.exp((tree.hope[scratch.node_of[actions[i]]] - top) / tuning.temperature)
            scratch.weight[actions[i]] = weight
            total += weight
        for i in range(n):
            weight = scratch.weight[actions[i]] * (1.0 - tuning.even) / total
            scratch.weight[actions[i]] = weight + tuning.even / n

    @called
    def choose(tree: Tree, scratch: Scratch, n: int, random: Random, tuning: Tuning) -> int:
        """The legal action with the best prospects; chance decides between equals."""
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
            tree.chances[node] += 1
            visits = tree.visits[node]
            mean = tree.value[node] / visits if visits > 0 else untried
            urge = math.sqrt(tree.chances[node]) / (1.0 + visits)
            prospect = mean + tuning.exploration * scratch.weight[actions[i]] * urge
            if best == NONE or prospect > most:
                best, most, equals = actions[i], prospect, 1
            elif prospect == most:
                equals += 1
                if random_below(random, equals) == 0:
                    best = actions[i]
        return best

    @called
    def mix(tree: Tree, scratch: Scratch, n: int, random: Random) -> int:
        """An action by regret matching: likelier the more it has brought above the average, now and then any."""
        actions = scratch.actions[0]
        tries, sum_of_values = 0, 0.0
        for i in range(n):
            node = scratch.node_of[actions[i]]
            tree.chances[node] += 1
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

    @pasted
    def decide(states: States, tree: Tree, scratch: Scratch, node: int, n: int, random: Random, tuning: Tuning) -> int:
        """The action that a seat tries in its tree, or NONE if the memory is full."""
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
        """The action of a rollout: the best-looking of a few, or any."""
        actions = scratch.actions[0]
        if n == 1 or tuning.samples < 2 or random_below(random, PERCENT) < tuning.careless:
            return actions[random_below(random, n)]  # type: ignore[no-any-return]
        seat, blind = states[0].to_act, is_blind(states[0])
        best, most = NONE, 0.0
        for i in range(min(n, tuning.samples)):
            at = i + random_below(random, n - i)
            actions[i], actions[at] = actions[at], actions[i]
            if blind:
                found = float(foreseen(states[0], seat, actions[i]))
            else:
                copy(states, 1, states, 0)
                play(states[1], actions[i])
                found = worth(states[1], seat)
            if best == NONE or found > most:
                best, most = actions[i], found
        return best

    @rule
    def win_share(s: State, seat: int) -> float:
        """The seat's share of the victory of a finished game."""
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
    def value(s: State, scratch: Scratch, tuning: Tuning) -> None:
        """Writes what every seat gets: shares of the victory, likely ones if the game goes on, and the margin."""
        over = s.to_act == OVER
        top = 0.0
        for p in range(s.players):
            scratch.value[p] = tuning.point * score(s, p) if over else outlook(s, p)
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
    def follow(s: State, tree: Tree, scratch: Scratch, action: int, steps: int, trees: int) -> int:
        """Moves every tree on that sees the choice; one that has no node for it gets one and is left."""
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
        """Whether an iteration that stands here has found something new."""
        return node == NONE or tree.visits[node] == 0

    @rule
    def scatter(s: State, searcher: int, scratch: Scratch, random: Random, tuning: Tuning) -> None:
        """Says which of the others play at random in this iteration; they need no trees of their own."""
        guessed = tuning.stray > 0 and searcher != OPEN
        for p in range(s.players):
            scratch.strays[p] = guessed and p != searcher and random_below(random, PERCENT) < tuning.stray
            if scratch.strays[p] and tuning.secret:
                scratch.cursor[p] = NONE

    @pasted
    def iterate(states: States, searcher: int, tree: Tree, scratch: Scratch, random: Random, tuning: Tuning) -> None:
        """One way through the trees and beyond, from the world in states[0]."""
        trees = states[0].players if tuning.secret else 1
        steps = 0
        for t in range(trees):
            scratch.cursor[t] = t
            scratch.path[steps] = t
            steps += 1
        scatter(states[0], searcher, scratch, random, tuning)
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
            if scratch.strays[seat]:
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
                if not is_blind(states[0]):  # while some have chosen and some have not, worths do not compare
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
        """Iterates, at least once and until stop[0] is set; returns how often."""
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
