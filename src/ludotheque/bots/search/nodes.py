"""Nodes of the trees: finding and adding children, and keeping a part of a tree for the next search.

The numbers of a node come from worlds that were likely when it was made. They stay true as long as nothing is
revealed: no chance, nothing hidden, only choices. Then the next decision already has a node, and `keep` moves the
part of the tree below it to the front and drops the rest.
"""

from __future__ import annotations

from ...kernel.rule import called, rule
from .tree import NONE, Tree


@rule
def add_node(tree: Tree, parent: int, seat: int, action: int, prior: float) -> int:
    """Adds a child; returns it, or NONE if the memory is full."""
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
    tree.availability[node] = 0
    tree.value[node] = 0.0
    tree.share[node] = 0.0
    tree.prior[node] = prior
    return node  # type: ignore[no-any-return]


@rule
def find_node(tree: Tree, parent: int, seat: int, action: int) -> int:
    """The child for a seat's action, or NONE."""
    node = tree.child[parent]
    while node != NONE and (tree.action[node] != action or tree.seat[node] != seat):
        node = tree.sibling[node]
    return node  # type: ignore[no-any-return]


@called
def keep(tree: Tree, root: int) -> None:
    """Makes a node the root and drops all nodes that are not below it."""
    for node in range(tree.size[0]):
        tree.place[node] = NONE
    tree.place[root] = root
    kept = 0
    for node in range(root, tree.size[0]):  # children come after their parents
        if tree.place[node] != NONE:
            child = tree.child[node]
            while child != NONE:
                tree.place[child] = child
                child = tree.sibling[child]
            tree.place[node] = kept
            kept += 1
    tree.sibling[root] = NONE
    for node in range(root, tree.size[0]):
        if tree.place[node] != NONE:
            move(tree, node, tree.place[node])
    tree.size[0] = kept


@called
def move(tree: Tree, node: int, to: int) -> None:
    """Moves a node forward."""
    child, sibling = tree.child[node], tree.sibling[node]
    tree.child[to] = NONE if child == NONE else tree.place[child]
    tree.sibling[to] = NONE if sibling == NONE else tree.place[sibling]
    tree.action[to] = tree.action[node]
    tree.seat[to] = tree.seat[node]
    tree.visits[to] = tree.visits[node]
    tree.availability[to] = tree.availability[node]
    tree.value[to] = tree.value[node]
    tree.share[to] = tree.share[node]
    tree.prior[to] = tree.prior[node]
