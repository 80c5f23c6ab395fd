"""What several panels of this board share: the paper they are on, and the mark of what can be chosen."""

from __future__ import annotations

import functools

from ludotheque.contract.drawing import circle, rect, tag, text


def sheet(width: float, height: float) -> str:
    """The paper of a panel, with a little of the table around it."""
    return rect(4, 4, width - 8, height - 8, "sheet", 4)


@functools.cache
def frame(x: float, y: float, width: float, height: float, radius: float = 6) -> str:
    """The mark of a rectangular choice: an outline, and a dot on its upper edge."""
    return rect(x, y, width, height, "mark", radius) + circle(x + width / 2, y, 5, "dot")


def tilted(body: str, x: float, y: float, degrees: float) -> str:
    """A card that has been used, turned around a point."""
    return tag("g", body, css="tilted", transform=f"rotate({degrees:g} {x:g} {y:g})")


def tally(many: int, x: float, y: float, radius: float) -> str:
    """How many copies of a card there are, if there are several."""
    if many < 2:
        return ""
    return circle(x, y, radius, "count-disc") + text(x, y + 4.5, f"×{many}", "strong count", anchor="middle")
