"""What several panels of this board share: the marks of what can be chosen, and texts that fit their places."""

from __future__ import annotations

from typing import NamedTuple

from ludotheque.contract.drawing import choice, circle, group, part, path, rect, text, text_width
from ludotheque.contract.scene import Pen


class Frame(NamedTuple):
    """Where the ring of a part runs that can be chosen."""

    x: float
    y: float
    width: float
    height: float
    radius: float = 5

    def rect(self, grown: float, css: str) -> str:
        x, y, width, height, radius = self
        return rect(x - grown, y - grown, width + 2 * grown, height + 2 * grown, css, radius + grown)


def choosable(
    pen: Pen, name: str, body: str, frame: Frame, action: int | None, about: str = "", badge: object = ""
) -> str:
    """A part that an action may mean; `about` says what it is, and the badge is a number on its dot."""
    asked = None if action is None else pen.asked(action)
    if action is None or asked is None:
        return part(name, body, about)
    mark = frame.rect(0, "ring") + (dot(frame, badge) if asked.legal else "")
    return part(name, choice(pen, action, body, about, mark))


def dot(frame: Frame, badge: object) -> str:
    """The dot on the corner of what can be chosen."""
    x, y = frame.x + frame.width - 2, frame.y + 2
    if badge == "":
        return circle(x, y, 5, "dot")
    return circle(x, y, 9, "dot") + text(x, y + 4.5, badge, "badge")


def chosen(frame: Frame) -> str:
    """The mark of what has been chosen and is still to be used."""
    tick = circle(0, 0, 11, "tick") + path("M-4.5.5-1 4 5-3.5", "tick-line")
    return frame.rect(1, "selected") + group(tick, frame.x + frame.width - 2, frame.y + 2)


def shrunk(x: float, y: float, words: str, css: str, size: float, room: float, least: float = 0.5) -> str:
    """A text that is set smaller, and cut if need be, where it would be wider than its room."""
    if text_width(words, least * size, serif=True) > room:
        while words and text_width(f"{words}…", least * size, serif=True) > room:
            words = words[:-1]
        words = f"{words.rstrip()}…"
    return group(text(0, 0, words, css), x, y, scale=min(1, room / text_width(words, size, serif=True)))
