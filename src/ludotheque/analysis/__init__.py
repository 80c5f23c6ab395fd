"""Analysis: variations from any position, with chance as branches, and evaluations that get better while one looks.

>>> import ludotheque
>>> from ludotheque.analysis import AnalysisTree
>>> tree = AnalysisTree.start(ludotheque.load("sintra"), 2)
>>> node = tree.root.roll(seed=7)
>>> first, second = (node.play(action) for action in node.position.legal()[:2])
>>> second.make_main()
>>> [each.notation for each in tree.main_line()[-1:]] == [second.notation]
True

`evaluate(node)` is a stream of looks; `to_link(tree)` and `from_link(text)` share an analysis. See docs/analysis.md.
"""

from __future__ import annotations

from ludotheque.analysis.evaluating import Evaluation, evaluate
from ludotheque.analysis.tree import AnalysisTree, Node
from ludotheque.analysis.writing import from_json, from_link, opened, to_json, to_link, to_text, turns

__all__ = [
    "AnalysisTree",
    "Evaluation",
    "Node",
    "evaluate",
    "from_json",
    "from_link",
    "opened",
    "to_json",
    "to_link",
    "to_text",
    "turns",
]
