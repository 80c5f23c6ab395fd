"""SVG as text: elements, and the marks that the parts and choices of a picture carry."""

from __future__ import annotations

import functools
import math
from xml.sax.saxutils import escape, quoteattr

from ludotheque.contract.phrases import Code, Phrase
from ludotheque.contract.scene import Pen, Voice

MINUS = "−"
ROMAN = ("I", "II", "III", "IV", "V", "VI")
SHAPES = ("circle", "square", "diamond", "triangle")  # of the seats

Point = tuple[float, float]


def number(value: float) -> str:
    """A coordinate, to a tenth."""
    written = f"{value:.1f}"
    return written.removesuffix(".0")


@functools.lru_cache(1 << 16)  # pictures are drawn often, and most of each is as it was
def attribute(key: str, value: float | str) -> str:
    """An attribute; text_anchor becomes text-anchor."""
    written = value if isinstance(value, str) else number(value)
    return f" {key.replace('_', '-')}={quoteattr(written)}"


def tag(name: str, body: str = "", /, css: str = "", **attributes: float | str) -> str:
    """An element; `css` are its classes."""
    written = "".join([attribute(key, value) for key, value in attributes.items()])
    if css:
        written = attribute("class", css) + written
    return f"<{name}{written}>{body}</{name}>" if body else f"<{name}{written}/>"


@functools.lru_cache(1 << 14)
def use(symbol: str, x: float, y: float, width: float, height: float | None = None, css: str = "") -> str:
    """A symbol of `defs` in a box."""
    height = width if height is None else height
    return tag("use", css=css, href=f"#sintra-{symbol}", x=x, y=y, width=width, height=height)


@functools.lru_cache(1 << 14)
def write(x: float, y: float, words: str, css: str = "", anchor: str = "middle", size: float = 14) -> str:
    """Words on one line; their middle (or start, or end) is at x."""
    return tag("text", escape(words), css=css, x=x, y=y, text_anchor=anchor, font_size=size)


def shifted(x: float, y: float, body: str, css: str = "") -> str:
    return tag("g", body, css=css, transform=f"translate({number(x)} {number(y)})")


def polar(centre: float, radius: float, degrees: float) -> Point:
    """A point around the centre of a square panel; 0 degrees is straight up, then clockwise."""
    angle = math.radians(degrees - 90)
    return centre + radius * math.cos(angle), centre + radius * math.sin(angle)


def point(at: Point) -> str:
    return f"{number(at[0])} {number(at[1])}"


def star(x: float, y: float, outer: float, inner: float, rays: int = 8) -> str:
    """The path of a star with its first ray straight up."""
    corners = [
        (x + radius * math.sin(math.pi * k / rays), y - radius * math.cos(math.pi * k / rays))
        for k in range(2 * rays)
        for radius in (outer if k % 2 == 0 else inner,)
    ]
    return "M" + "L".join(map(point, corners)) + "Z"


def signed(points: int) -> str:
    """Points gained or lost: +2, 0, −4."""
    return f"+{points}" if points > 0 else minus(points)


def minus(points: int) -> str:
    """A number with a real minus sign."""
    return str(points).replace("-", MINUS)


# --- parts and choices ------------------------------------------------------------------------


def part(name: str, body: str, label: str = "", css: str = "") -> str:
    """A part with a stable id."""
    classes = f"part {css}".strip()
    described = f' role="img" aria-label={quoteattr(label)}' if label else ""
    return f'<g id="{name}" class="{classes}"{described}>{body}</g>'


def choice(pen: Pen, action: int, body: str, css: str = "", effect: str = "") -> str:
    """A drawing that can be clicked for an action; as it is where the action is not asked for.

    `effect` adds to its label, in words, what the action would bring.
    """
    asked = pen.asked(action)
    if asked is None:
        return body
    label = f"{asked.label}. {effect}" if effect else asked.label
    state = "legal" if asked.legal else "forbidden"
    classes = f"choice {state} {css}".strip()
    manner = 'tabindex="0"' if asked.legal else 'tabindex="-1" aria-disabled="true"'
    hint = label if asked.legal else f"{label} ({asked.rule})"
    return (
        f'<g id="a{action}" class="{classes}" data-action="{action}" role="button" {manner} '
        f"aria-label={quoteattr(label)}><title>{escape(hint)}</title>{body}</g>"
    )


def forecast_of(action: int, body: str) -> str:
    """What is shown only while the choice of this action is hovered or focused."""
    return tag("g", body, css=f"forecast of-a{action}", aria_hidden="true")


# --- words ------------------------------------------------------------------------------------


def say(voice: Voice, key: str, /, **gaps: int | str | Phrase) -> str:
    """A phrase of the board in the reader's language; texts in its gaps are put in as they are."""
    filled = {gap: Code(value) if isinstance(value, str) else value for gap, value in gaps.items()}
    return voice.say(Phrase(f"board.{key}", filled))


def seat_shape(seat: int, x: float, y: float, size: float, css: str = "marker") -> str:
    """The shape of a seat, in its colour, with its middle at x y."""
    return use(SHAPES[seat], x - size / 2, y - size / 2, size, css=f"{css} seat-{seat}")
