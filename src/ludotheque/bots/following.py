"""Finding a decision in the tree of an earlier search, so that what is known about it can be kept."""

from __future__ import annotations

import heapq
from itertools import count

from ludotheque.bots.search.tree import NONE, Tree
from ludotheque.kernel.edition import Edition
from ludotheque.kernel.state import StateBase

TRIES = 300  # choices that are looked at: a few milliseconds
WORTH_KEEPING = 100  # visits from which on a node is


def find(tree: Tree, rules: Edition, old: StateBase, new: StateBase) -> int:
    """The node of a decision that followed from the root by choices alone, or NONE.

    The most visited ones are looked at first. Beyond a chance event nothing is looked for: there
    the tree knows an average over all that might have happened, not what did.
    """
    order = count()
    open_nodes = [(0, next(order), 0, old)]
    for _ in range(TRIES):
        if not open_nodes:
            break
        _, _, node, state = heapq.heappop(open_nodes)
        if state.same(new):
            return node
        child = tree.child[node]
        while child != NONE:
            if tree.visits[child] >= WORTH_KEEPING and tree.seat[child] == state.to_act:
                after = state.copy()
                rules.loops.play(after, int(tree.action[child]))
                if after.to_act >= 0:
                    heapq.heappush(open_nodes, (-int(tree.visits[child]), next(order), int(child), after))
            child = tree.sibling[child]
    return NONE
