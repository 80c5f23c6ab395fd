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
MATCHED, SAMPLED = 1, 2  # values of `Tuning.mixed`
STATES = 4  # the iteration's own state, and three to try actions in
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
    prior: Column  # the evaluation after the action and the best-looking rest of the turn


class Scratch(NamedTuple):
    """What one iteration writes."""

    actions: Any  # legal actions: a row for the iteration, and a row for actions tried ahead
    node_of: Column  # by action: its node, while one is selected
    weight: Column  # by action: its prior as a probability, while one is selected
    cursor: Column  # by tree: the current node, or NONE if the iteration has left the tree
    path: Column  # nodes to update
    at_random: Column  # by seat: 1 if it plays at random in this iteration
    value: Column  # by seat
    share: Column  # by seat
    shares: Any  # by first action and seat: sums of the shares of the victory over all iterations


class Tuning(NamedTuple):
    """The numbers of a search; each game's are in its `players.toml`."""

    exploration: float  # weight of an action's prior against its mean value
    temperature: float  # of the softmax over priors, in evaluation units; 0: all priors are equal
    even: float  # the part of the prior that all legal actions share equally
    patience: int  # visits before a node gets children
    turn: int  # further decisions of the own turn that a prior looks ahead
    cutoff: int  # decisions of a rollout; then the end of that turn is evaluated
    samples: int  # legal actions that a decision of a rollout compares; below 2: random rollouts
    careless: int  # percent of the decisions of a rollout that are random
    point: float  # a point of the score in evaluation units
    spread: float  # the lead, in evaluation units, that makes a victory e times as likely
    margin: float  # weight of the margin in a value, also in finished games
    secret: int  # 1: some choices are hidden, so every seat needs a tree of its own
    mixed: int  # secret choices: 0 the best one, MATCHED by regret matching, SAMPLED drawn by their visits
    reuse: int  # 1: the next search keeps the part of the tree below its decision, if nothing was revealed since
    random_opponents: int  # percent of the iterations in which an opponent plays at random, drawn for each of them
    together: int  # 1: seats that choose at the same time choose anew in every iteration; 0: as dealt
    beyond: int = 1  # with a network: 1: trees go on behind chance; 0: the decision after it is a leaf


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
        actions=_column((2, actions), INTEGER, arrays),
        node_of=_column(actions, INTEGER, arrays, NONE),
        weight=_column(actions, REAL, arrays),
        cursor=_column(seats, INTEGER, arrays),
        path=_column(MOST_STEPS, INTEGER, arrays),
        at_random=_column(seats, INTEGER, arrays),
        value=_column(seats, REAL, arrays),
        share=_column(seats, REAL, arrays),
        shares=_column((actions, seats), REAL, arrays),
    )


def _column(shape: int | tuple[int, int], kind: str, array: bool, value: int = 0) -> Column:
    made: Any = np.full(shape, value, kind) if value else np.zeros(shape, kind)  # zeros are not touched yet
    return made if array else made.tolist()
