"""The memory of a search: its trees, the scratch memory of an iteration, and the tuning.

Every column is an array, or a list if the rules are interpreted. All of it is allocated before the search begins and
never grows, so the number of nodes bounds the memory.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

Column = Any
"""One number a node: an array, or a list."""

NONE = -1  # no node
OPEN = -2  # instead of the searching seat: nothing is hidden, as in the review of a finished game
STATES = 2  # the iteration's own state, and one for the evaluation
MOST_STEPS = 1 << 12  # the longest way of an iteration through the trees

INTEGER, REAL = "i8", "f8"
NODE_BYTES = 10 * 8


class Tree(NamedTuple):
    """Nodes: sequences of choices as a seat sees them. The roots are node 0, or nodes 0..seats-1."""

    size: Column  # [0]: nodes in use
    child: Column  # the first child, or NONE
    sibling: Column  # the next sibling, or NONE
    action: Column  # the action that leads here
    seat: Column  # the seat that chose it
    visits: Column
    availability: Column  # how often the action was legal when the parent was visited
    place: Column  # the node's new index, while a part of the tree is kept
    value: Column  # sum of its seat's values, which include the margin
    share: Column  # sum of its seat's shares of the victory
    prior: Column  # the probability of the action in the world that gave it its node


class Scratch(NamedTuple):
    """What one iteration writes."""

    actions: Column  # the legal actions
    node_of: Column  # by action: its node, while one is selected
    weight: Column  # by action: the preference for it, then its prior
    cursor: Column  # by tree: the current node, or NONE if the iteration has left the tree
    path: Column  # nodes to update
    value: Column  # by seat
    share: Column  # by seat
    shares: Any  # by first action and seat: sums of the shares of the victory over all iterations


class Tuning(NamedTuple):
    """The numbers of a search; each game's are in its `players.toml`."""

    exploration: float  # weight of an action's prior against its mean value
    temperature: float  # temperature of the softmax over preferences; 0: all priors are equal
    even: float  # the part of the prior that all legal actions share equally
    margin: float  # weight of the lead in a value, also in finished games
    secret: int  # 1: not all is public, so every seat needs a tree of its own
    cutoff: int = 0  # decisions that are drawn by their priors before a leaf is evaluated: a rollout


def make_tree(nodes: int, arrays: bool) -> Tree:
    """An empty memory for this number of nodes."""
    return Tree(
        _column(1, INTEGER, arrays),
        *(_column(nodes, INTEGER, arrays) for _ in range(7)),
        *(_column(nodes, REAL, arrays) for _ in range(3)),
    )


def make_scratch(actions: int, seats: int, arrays: bool) -> Scratch:
    """The scratch memory for a game with these numbers of actions and seats."""
    return Scratch(
        actions=_column(actions, INTEGER, arrays),
        node_of=_column(actions, INTEGER, arrays, NONE),
        weight=_column(actions, REAL, arrays),
        cursor=_column(seats, INTEGER, arrays),
        path=_column(MOST_STEPS, INTEGER, arrays),
        value=_column(seats, REAL, arrays),
        share=_column(seats, REAL, arrays),
        shares=_column((actions, seats), REAL, arrays),
    )


def _column(shape: int | tuple[int, int], kind: str, array: bool, value: int = 0) -> Column:
    made: Any = np.full(shape, value, kind) if value else np.zeros(shape, kind)  # zeros are not touched yet
    return made if array else made.tolist()
