"""The memory of a search: its trees, and what one iteration writes down.

Every column is an array, or a list where the rules are interpreted. All of it is made before
the search begins and never grows, so the number of nodes bounds the memory.
"""

from __future__ import annotations

from typing import Any, NamedTuple

Column = Any
"""One number a node: an array, or a list."""

NONE = -1  # no node
OPEN = -2  # in place of the searching seat: nothing is hidden, as in a game that is over and looked back at
MATCHED, SAMPLED = 1, 2  # ways to make secret choices that others cannot foresee
STATES = 4  # the iteration's own, and three to try things out on
MOST_STEPS = 1 << 12  # that one iteration may take inside the trees

INTEGER, REAL = "i8", "f8"
NODE_BYTES = 10 * 8


class Tree(NamedTuple):
    """Nodes: sequences of choices as a seat sees them. Node 0, or 0..seats-1, is the start."""

    size: Column  # [0]: nodes in use
    child: Column  # the first one, or NONE
    sibling: Column  # the next one, or NONE
    action: Column  # that leads here ...
    seat: Column  # ... and who chose it
    visits: Column
    chances: Column  # how often the action could have been chosen
    place: Column  # where the node goes when what lies above the root is forgotten
    value: Column  # sum of what its seat got, the margin counted in
    share: Column  # sum of the seat's shares of the victory
    hope: Column  # what the rest of the turn promised when the node was made


class Scratch(NamedTuple):
    """What one iteration writes down."""

    actions: Any  # legal ones: a row for the iteration, and one for what is tried out
    node_of: Column  # by action: the node that it leads to, while one is chosen
    weight: Column  # by action: how promising it looks, while one is chosen
    cursor: Column  # by tree: the node where it stands, or NONE when the iteration has left it
    path: Column  # nodes to be updated
    strays: Column  # by seat: 1 if it plays at random in this iteration
    value: Column  # by seat
    share: Column  # by seat
    shares: Any  # by the first action and seat: sums of the shares of the victory, over all iterations


class Tuning(NamedTuple):
    """What makes searches differ; the numbers of a game stand in its `players.toml`."""

    exploration: float  # how much an action's promise counts against what it has brought
    temperature: float  # of promises: worths that differ by it differ e-fold; 0: all look alike
    even: float  # share of the promise that all legal actions get alike
    patience: int  # visits before a node gets children
    turn: int  # further decisions of the own turn that a promise looks ahead
    cutoff: int  # decisions after the tree, then the end of that turn is judged
    samples: int  # legal actions that a rollout's decision compares; below 2: any
    careless: int  # decisions out of 100 that a rollout makes without comparing
    point: float  # what a point of the score is in worths
    spread: float  # worths that make a lead e times as likely to win
    margin: float  # share of the value that is the margin's, even when the game is over
    secret: int  # 1: some choices are hidden, so every seat needs a tree of its own
    mixed: int  # secret choices: 0 the best one, MATCHED by regret matching, SAMPLED by how often they were tried
    reuse: int  # 1: what is known about a decision from the search before it is kept, where nothing came to light since
    stray: int  # iterations out of 100 in which another seat is taken to play at random
    together: int  # 1: who has chosen at the same time chooses anew in every iteration; 0: as it is dealt


def make_tree(nodes: int, arrays: bool) -> Tree:
    """An empty memory of so many nodes."""
    return Tree(
        _column(1, INTEGER, arrays),
        *(_column(nodes, INTEGER, arrays) for _ in range(7)),
        *(_column(nodes, REAL, arrays) for _ in range(3)),
    )


def make_scratch(actions: int, seats: int, arrays: bool) -> Scratch:
    """What an iteration of a game with so many actions and seats needs."""
    import numpy as np

    rows: Any = np.zeros((2, actions), INTEGER)
    shares: Any = np.zeros((actions, seats), REAL)
    return Scratch(
        rows if arrays else rows.tolist(),
        _column(actions, INTEGER, arrays, NONE),
        _column(actions, REAL, arrays),
        _column(seats, INTEGER, arrays),
        _column(MOST_STEPS, INTEGER, arrays),
        _column(seats, INTEGER, arrays),
        _column(seats, REAL, arrays),
        _column(seats, REAL, arrays),
        shares if arrays else shares.tolist(),
    )


def _column(length: int, kind: str, array: bool, value: int = 0) -> Column:
    import numpy as np

    made = np.full(length, value, kind) if value else np.zeros(length, kind)
    return made if array else made.tolist()
