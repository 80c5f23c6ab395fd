"""The pencils: small functions that write SVG, and the parts that can be chosen."""

from __future__ import annotations

import functools
import re
from pathlib import Path
from typing import Any, NamedTuple
from xml.sax.saxutils import escape, quoteattr

from ludotheque.contract.phrases import Phrase
from ludotheque.contract.scene import Pen, Voice

_drawings = Path(__file__).with_name("symbols.svg").read_text(encoding="utf-8")
SYMBOLS = re.sub(r"<!--.*?-->|\n *", "", re.findall(r"<defs>(.*)</defs>", _drawings, re.DOTALL)[0])

LEGAL = 'class="choice legal"'  # of what the reader may choose now
FORBIDDEN = 'class="choice forbidden"'

NARROW, WIDE = "ijltfrI1.,:;’' ", "mwMWŒœ"


class Frame(NamedTuple):
    """Where the ring of a part runs that can be chosen."""

    x: float
    y: float
    width: float
    height: float
    radius: float = 5

    def rect(self, grown: float, names: str) -> str:
        return rect(
            self.x - grown, self.y - grown, self.width + 2 * grown, self.height + 2 * grown, names, self.radius + grown
        )


def group(body: str, x: float = 0, y: float = 0, names: str = "", scale: float = 1) -> str:
    """Moves and scales what is drawn at the origin."""
    moved = f' transform="translate({x:g} {y:g}){f" scale({scale:.4g})" if scale != 1 else ""}"'
    return f"<g{moved}{_classes(names)}>{body}</g>"


def use(symbol: str, x: float, y: float, width: float, height: float, names: str = "") -> str:
    return f'<use href="#{symbol}" x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}"{_classes(names)}/>'


def rect(x: float, y: float, width: float, height: float, names: str, radius: float = 0) -> str:
    round_ = f' rx="{radius:g}"' if radius else ""
    return f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}"{round_}{_classes(names)}/>'


def circle(x: float, y: float, radius: float, names: str) -> str:
    return f'<circle cx="{x:g}" cy="{y:g}" r="{radius:g}"{_classes(names)}/>'


def path(d: str, names: str) -> str:
    return f'<path d="{d}"{_classes(names)}/>'


def fill(x: float, y: float, width: float, height: float, paint: str, radius: float = 0, opacity: float = 1) -> str:
    """A rectangle filled with a pattern or gradient of the symbols."""
    extra = (f' rx="{radius:g}"' if radius else "") + (f' opacity="{opacity:g}"' if opacity != 1 else "")
    return f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" fill="url(#{paint})"{extra}/>'


def text(x: float, y: float, content: object, names: str = "number") -> str:
    return f'<text x="{x:g}" y="{y:g}"{_classes(names)}>{escape(str(content))}</text>'


def squeezed(x: float, y: float, content: str, names: str, size: float, room: float) -> str:
    """A text whose letters are set closer if it would be wider than the room it has."""
    if width_of(content, size) <= room:
        return text(x, y, content, names)
    fit = f'textLength="{room:g}" lengthAdjust="spacingAndGlyphs"'
    return f'<text x="{x:g}" y="{y:g}" {fit}{_classes(names)}>{escape(content)}</text>'


def shrunk(x: float, y: float, content: str, names: str, size: float, room: float, least: float = 0.5) -> str:
    """A text that is set smaller, and cut if need be, if it would be wider than the room it has."""
    if width_of(content, least * size) > room:
        while content and width_of(f"{content}…", least * size) > room:
            content = content[:-1]
        content = f"{content.rstrip()}…"
    scale = min(1, room / width_of(content, size))
    return group(text(0, 0, content, names), x, y, scale=scale)


@functools.lru_cache(1 << 14)
def width_of(content: str, size: float) -> float:
    """About how wide a text is, in our serif."""
    ems = (0.3 if c in NARROW else 0.85 if c in WIDE else 0.68 if c.isupper() else 0.5 for c in content)
    return size * sum(ems)


def title(content: str) -> str:
    return f"<title>{escape(content)}</title>"


def _classes(names: str) -> str:
    return f' class="{names}"' if names else ""


def say(voice: Voice, key: str, **gaps: Any) -> str:
    """A phrase in the reader's language."""
    return voice.say(Phrase(key, gaps))


def heading(voice: Voice, key: str, **gaps: Any) -> str:
    """A term at the head of something: with a large first letter."""
    said = say(voice, key, **gaps)
    return said[:1].upper() + said[1:]


# --- Parts and choices ----------------------------------------------------------------------------


def part(
    pen: Pen,
    name: str,
    body: str,
    frame: Frame,
    *,
    about: str = "",
    action: int | None = None,
    badge: object = "",
    names: str = "",
) -> str:
    """A thing on the table: it has a name, and may be what an action means.

    `about` is what it is, for a person who points at it; `badge` a number to show on its dot.
    """
    offered = None if action is None else pen.asked(action)
    if offered is None:
        inside = (title(about) if about else "") + body
    else:
        label = offered.label if offered.legal else f"{offered.label} ({offered.rule})"
        ring = frame.rect(0, "ring") + (_dot(frame, badge) if offered.legal else "")
        disabled = "" if offered.legal else ' aria-disabled="true"'
        told = f"{label}\n{about}" if about else label
        inside = (
            f'<g id="a{action}" {LEGAL if offered.legal else FORBIDDEN} data-action="{action}" '
            f'role="button" tabindex="0" aria-label={quoteattr(label)}{disabled}>'
            f"{title(told)}{body}{ring}</g>"
        )
    return f'<g id="{name}"{_classes(names)}>{inside}</g>'


def chosen(frame: Frame) -> str:
    """The mark of what has been chosen and is still to be used."""
    tick = circle(0, 0, 11, "tick") + path("M-4.5.5-1 4 5-3.5", "tick-line")
    return frame.rect(1, "selected") + group(tick, frame.x + frame.width - 2, frame.y + 2)


def _dot(frame: Frame, badge: object) -> str:
    x, y = frame.x + frame.width - 2, frame.y + 2
    if badge == "":
        return circle(x, y, 5, "dot")
    return circle(x, y, 9, "dot") + text(x, y + 4.5, badge, "badge")
