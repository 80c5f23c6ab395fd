"""`TreeSearch`: the search of one thread, with its memory."""

from __future__ import annotations

import functools
import heapq
import importlib
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from typing import Any, NamedTuple

import numpy as np

from ludotheque.bots.network import layers_of
from ludotheque.bots.search.leaves import PointsLeaf
from ludotheque.bots.search.tree import INTEGER, NONE, STATES, Scratch, Tree, Tuning, make_scratch, make_tree
from ludotheque.core.network import Network
from ludotheque.kernel.chance import WORD
from ludotheque.kernel.edition import Edition
from ludotheque.kernel.edition import edition as edition_of
from ludotheque.kernel.rule import INTERPRETED
from ludotheque.kernel.state import StateBase

TRUSTED = 20  # the fewest visits of an expected answer that is reported
FEWEST_VISITS = 100  # a node with fewer visits is not worth keeping
AVOIDED = -1e6  # the mean value of an action that must not be chosen
TRIES = 300  # positions to examine when a decision is looked for in the tree: a few milliseconds


class SearchTask(NamedTuple):
    """A decision to search: any world that the seat cannot tell from the real one, the seat or OPEN, and the tuning."""

    root: StateBase
    seat: int
    tuning: Tuning


@functools.cache
def search_of(edition: Edition, with_network: bool) -> Any:
    """The search made for an edition's rules; all seats of all tables share it."""
    loops, leaves = (importlib.import_module(f"{edition.root}.bots.search.{name}") for name in ("loops", "leaves"))
    sight = edition.module("sight")
    if with_network:
        evaluate = leaves.evaluate_by_network(sight, edition.module("observe"))
    else:
        evaluate = leaves.evaluate_by_points(edition.steps, sight, edition.module("evaluation"))
    return loops.make_search(edition.rules, edition.steps, sight, evaluate)


class TreeSearch:
    """The trees of one thread and the search that grows them."""

    def __init__(self, edition: Edition, seats: int, nodes: int, network: Network | None = None) -> None:
        self._compiled = edition.mode != INTERPRETED
        self._search = search_of(edition, network is not None)
        self._leaf: Any = PointsLeaf() if network is None else layers_of(edition, network)
        self._seats = seats
        self.tree: Tree = make_tree(nodes, self._compiled)
        self._actions: int = edition.module("actions").ACTIONS
        self._scratch: Scratch = make_scratch(self._actions, seats, self._compiled)
        self._states: Any = np.zeros(STATES, edition.state.dtype()) if self._compiled else [None] * STATES
        self._keep = importlib.import_module(f"{edition.root}.bots.search.nodes").keep
        self.spread = float(self._leaf.spread)  # the lead in points that counts as clear
        self._interpreted = edition_of(edition.game, INTERPRETED, edition.box)

    def clear(self) -> None:
        """Drops all trees."""
        self.tree.size[0] = self._seats
        for root in range(self._seats):
            self.tree.child[root] = NONE
            self.tree.seat[root] = NONE
            self.tree.visits[root] = 0
        self.clear_shares()

    def advance(self, old: StateBase, new: StateBase) -> None:
        """Keeps the part of the tree below the new decision if only choices lead there from the old one."""
        node = self._find(old, new)
        if node == NONE:
            self.clear()
        else:
            self._keep(self.tree, node)
            self.clear_shares()

    def _find(self, old: StateBase, new: StateBase) -> int:
        """The node of a decision that follows from the root by choices alone, or NONE.

        The most visited nodes are examined first. Nodes behind a chance event are not: they hold averages over all
        outcomes, not over the one that came.
        """
        tree, order = self.tree, count()
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
                    self._interpreted.loops.play(after, int(tree.action[child]))
                    if after.to_act >= 0:
                        heapq.heappush(open_nodes, (-int(tree.visits[child]), next(order), int(child), after))
                child = tree.sibling[child]
        return NONE

    def clear_shares(self) -> None:
        """Sets the sums of shares to 0."""
        self._scratch.shares[:] = 0.0 if self._compiled else [[0.0] * self._seats for _ in range(self._actions)]

    def run(self, task: SearchTask, iterations: int, key: int, stop: Any) -> int:
        """Runs iterations until they are done or stop[0] is set; returns their number."""
        random: Any = [key & WORD, 0, 0]
        start: Any = [task.root]
        if self._compiled:
            random, start = np.array(random, INTEGER), task.root.pack()
        memory = (self._states, self.tree, self._scratch)
        done: int = self._search(start, task.seat, *memory, iterations, random, task.tuning, stop, self._leaf)
        return done

    def root_nodes(self, seat: int, secret: int) -> Iterator[int]:
        """The nodes of the seat's actions at its root."""
        node = self.tree.child[seat if secret else 0]
        while node != NONE:
            if self.tree.seat[node] == seat:
                yield node
            node = self.tree.sibling[node]

    @contextmanager
    def only(self, seat: int, secret: int, action: int) -> Iterator[None]:
        """Lets the seat choose this action at its root in a `with` block: all others seem to be bad."""
        tree, nodes = self.tree, list(self.root_nodes(seat, secret))
        before = [(tree.value[node], tree.prior[node]) for node in nodes]
        for node in nodes:
            tree.prior[node] = 1.0 if tree.action[node] == action else 0.0
            if tree.action[node] != action:
                tree.value[node] = AVOIDED * tree.visits[node]
        try:
            yield
        finally:
            for node, (value, prior) in zip(nodes, before, strict=True):
                tree.prior[node] = prior
                if tree.action[node] != action:
                    tree.value[node] = value

    def first_seat(self, root: StateBase) -> int:
        """The seat that chooses first in a search: not the one to act if others choose at the same time."""
        state = root.copy()
        getattr(self._interpreted.module("sight"), "take_back", lambda s: None)(state)
        return int(state.to_act)

    def root_actions(self, seat: int, secret: int) -> dict[int, tuple[int, float, float]]:
        """By action of the seat at its root: visits, sum of values and sum of shares."""
        tree = self.tree
        return {
            int(tree.action[node]): (int(tree.visits[node]), float(tree.value[node]), float(tree.share[node]))
            for node in self.root_nodes(seat, secret)
        }

    def line(self, seat: int, secret: int, action: int) -> tuple[int, ...]:
        """The most visited answers to an action of the seat, one after another."""
        tree, line = self.tree, []
        node = next((node for node in self.root_nodes(seat, secret) if tree.action[node] == action), NONE)
        while node != NONE:
            child, node = tree.child[node], NONE
            while child != NONE:
                if tree.visits[child] >= max(TRUSTED, 0 if node == NONE else tree.visits[node] + 1):
                    node = child
                child = tree.sibling[child]
            if node != NONE:
                line.append(int(tree.action[node]))
        return tuple(line)

    def shares(self) -> Any:
        """By first action and seat: sums of the shares of the victory."""
        return np.array(self._scratch.shares)
