"""Finds a decision in the tree of the last search, so that the next search can reuse that part."""

from __future__ import annotations

import heapq
from itertools import count

from ludotheque.bots.search.tree import NONE, Tree
from ludotheque.kernel.edition import Edition
from ludotheque.kernel.state import StateBase

TRIES = 300  # positions to examine: a few milliseconds
FEWEST_VISITS = 100  # of a node that is worth keeping


def find(tree: Tree, rules: Edition, old: StateBase, new: StateBase) -> int:
    """The node of a decision that follows from the root by choices alone, or NONE.

    The most visited nodes are examined first. Nodes behind a chance event are not: they hold averages over all
    outcomes, not over the one that came.
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
            if tree.visits[child] >= FEWEST_VISITS and tree.seat[child] == state.to_act:
                after = state.copy()
                rules.loops.play(after, int(tree.action[child]))
                if after.to_act >= 0:
                    heapq.heappush(open_nodes, (-int(tree.visits[child]), next(order), int(child), after))
            child = tree.sibling[child]
    return NONE
