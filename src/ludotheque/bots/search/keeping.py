"""Keeping a part of a tree for the next search, where it is sound to.

A node's numbers come from worlds as they were likely when it was made. They stay true as long as
nothing comes to light: no chance, nothing hidden, only choices. Then the next decision lies in the
tree already, and its part of it is moved to the front while all the rest is forgotten.
"""

from __future__ import annotations

from ...kernel.rule import called
from .tree import NONE, Tree


@called
def keep(tree: Tree, root: int) -> None:
    """Makes a node the first one and forgets all that does not lie below it."""
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
    tree.chances[to] = tree.chances[node]
    tree.value[to] = tree.value[node]
    tree.share[to] = tree.share[node]
    tree.hope[to] = tree.hope[node]
