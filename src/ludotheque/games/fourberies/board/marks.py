"""What several panels of this board share: the paper they are on, and the mark of what can be chosen."""

from __future__ import annotations

from ludotheque.contract.drawing import circle, rect


def sheet(width: float, height: float) -> str:
    """The paper of a panel, with a little of the table around it."""
    return rect(4, 4, width - 8, height - 8, "sheet", 4)


def frame(x: float, y: float, width: float, height: float, radius: float = 6) -> str:
    """The mark of a rectangular choice: an outline, and a dot on its upper edge."""
    return rect(x, y, width, height, "mark", radius) + circle(x + width / 2, y, 5, "dot")
