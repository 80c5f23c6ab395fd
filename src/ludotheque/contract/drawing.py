"""The drawing kit of all boards: SVG as text, and what can be spoken, focused and chosen in it.

`css` are the classes of an element. Words are escaped here, since some of them come from people.
"""

from __future__ import annotations

import functools
import math
import re
from collections.abc import Mapping
from pathlib import Path
from xml.sax import saxutils

from ludotheque.contract.phrases import Code, Phrase
from ludotheque.contract.scene import Pen, Voice

Point = tuple[float, float]

# The same few words and numbers are written again and again.
escape = functools.lru_cache(1 << 13)(saxutils.escape)
quoteattr = functools.lru_cache(1 << 13)(saxutils.quoteattr)

# About how wide letters are, in hundredths of the size of the text; others are as wide as an "n".
WIDTHS = dict.fromkeys("ijlIî’' .,:;!|\N{NO-BREAK SPACE}", 27)
WIDTHS |= dict.fromkeys("tfr()-", 38)
WIDTHS |= dict.fromkeys("ABCDGHKNOQRTUVXYZÉ+−×→", 70)
WIDTHS |= dict.fromkeys("mwMW…", 90)
WIDTH_OF_N = 59
NAME = re.compile(r"\s?[:.;,(\n]")  # what ends the name at the beginning of a label
SERIF = 0.86  # how much narrower letters with serifs are
SERIFS = ("serif", "title")  # the looks that have them
NARROWEST = 0.85  # letters that are squeezed more can hardly be read
ELEMENTS = 1 << 13  # the number of cached elements of each kind: most stand at the same places again and again
SIZE = 14  # the size of a text that names none; a board's style sheet says so, too


def drawings(file: Path) -> str:
    """What is drawn by hand, for the `defs`: the inside of an SVG file without comments and line breaks."""
    _, _, drawn = file.read_text(encoding="utf-8").partition("<svg")
    inside = drawn[drawn.index(">") + 1 : drawn.rindex("</svg>")]
    return re.sub(r"<!--.*?-->|\n *", "", inside, flags=re.DOTALL)


# --- elements -------------------------------------------------------------------------------------


def tag(name: str, body: str = "", /, css: str = "", **attributes: float | str) -> str:
    """An element; the attribute text_anchor becomes text-anchor."""
    written = _class(css) + _written(attributes)
    return f"<{name}{written}>{body}</{name}>" if body else f"<{name}{written}/>"


def _written(attributes: Mapping[str, float | str]) -> str:
    if not attributes:
        return ""
    values = {key: quoteattr(v) if isinstance(v, str) else f'"{v:zg}"' for key, v in attributes.items()}
    return "".join([f" {key.replace('_', '-')}={value}" for key, value in values.items()])


def _class(css: str) -> str:
    return f' class="{css}"' if css else ""


def group(body: str, x: float = 0, y: float = 0, css: str = "", scale: float = 1) -> str:
    """What is drawn at the origin, moved and scaled."""
    return f"<g{_moved(x, y, scale)}{_class(css)}>{body}</g>"


def _moved(x: float, y: float, scale: float = 1) -> str:
    scaled = f" scale({scale:.4g})" if scale != 1 else ""
    return f' transform="translate({x:g} {y:g}){scaled}"' if x or y or scaled else ""


@functools.lru_cache(ELEMENTS)
def use(symbol: str, x: float, y: float, width: float, height: float | None = None, css: str = "") -> str:
    """A symbol of the board's `defs` in a box; without a height the box is a square."""
    height = width if height is None else height
    return f'<use href="#{symbol}" x="{x:zg}" y="{y:zg}" width="{width:g}" height="{height:g}"{_class(css)}/>'


@functools.lru_cache(ELEMENTS)
def rect(x: float, y: float, width: float, height: float, css: str = "", radius: float = 0, **more: float | str) -> str:
    """A rectangle, its corners rounded by the radius."""
    rounded = f' rx="{radius:g}"' if radius else ""
    corner = f'x="{x:zg}" y="{y:zg}" width="{width:g}" height="{height:g}"'
    return f"<rect {corner}{rounded}{_class(css)}{_written(more)}/>"


@functools.lru_cache(ELEMENTS)
def circle(x: float, y: float, radius: float, css: str = "", **more: float | str) -> str:
    return f'<circle cx="{x:zg}" cy="{y:zg}" r="{radius:g}"{_class(css)}{_written(more)}/>'


def path(d: str, css: str = "", **more: float | str) -> str:
    return f'<path d="{d}"{_class(css)}{_written(more)}/>'


def seat_shape(symbol: str, seat: int, x: float, y: float, size: float, css: str = "") -> str:
    """The shape that stands for a seat, in its colour; a board has the symbols SYMBOL-0, SYMBOL-1 and so on."""
    return use(f"{symbol}-{seat}", x, y, size, size, f"{css} seat-{seat}".strip())


def polar(x: float, y: float, radius: float, degrees: float) -> Point:
    """A point around another, to a tenth; 0 degrees is straight up, then clockwise."""
    angle = math.radians(degrees)
    return round(x + radius * math.sin(angle), 1), round(y - radius * math.cos(angle), 1)


# --- texts ----------------------------------------------------------------------------------------


def text(
    x: float,
    y: float,
    words: object,
    css: str = "",
    size: float = SIZE,
    anchor: str = "",
    room: float = 0,
    tail: str = "",
) -> str:
    """A line of text with a tail of SVG; where it is wider than its room, its letters are squeezed a little.

    What is far too wide is cut: only names that people choose may be. Other texts are wrapped, or have shorter words.
    """
    content, written = str(words), _class(css)
    if size != SIZE:
        written += f' font-size="{size:g}"'
    if anchor:
        written += f' text-anchor="{anchor}"'
    if room:
        serif = any(look in css for look in SERIFS)
        if text_width(content, size, serif) > room:
            content = shortened(content, size, room / NARROWEST, serif)
            written += f' textLength="{room:g}" lengthAdjust="spacingAndGlyphs"'
    return f'<text x="{x:g}" y="{y:g}"{written}>{escape(content)}{tail}</text>'


@functools.lru_cache(1 << 14)
def text_width(words: str, size: float, serif: bool = False) -> float:
    """About how wide a text is."""
    return sum(WIDTHS.get(letter, WIDTH_OF_N) for letter in words) / 100 * size * (SERIF if serif else 1)


def shortened(words: str, size: float, room: float, serif: bool = False) -> str:
    """The words, cut where they are wider than the room."""
    if text_width(words, size, serif) <= room:
        return words
    letters = next(n for n in range(len(words), -1, -1) if text_width(f"{words[:n]}…", size, serif) <= room or not n)
    return f"{words[:letters].rstrip()}…"


def wrapped(words: str, size: float, room: float, serif: bool = False) -> list[str]:
    """The words in lines that fit the room, broken at spaces; at no-break spaces only where they must be."""
    lines: list[str] = []
    parts = words.split(" ")
    wide = functools.partial(text_width, size=size, serif=serif)
    fitting = (part if wide(part) <= room else part.replace("\N{NO-BREAK SPACE}", " ") for part in parts)
    for word in " ".join(fitting).split(" "):
        if lines and wide(f"{lines[-1]} {word}") <= room:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines


def say(voice: Voice, key: str, /, **gaps: int | str | Phrase) -> str:
    """A phrase of the board's own words; texts in its gaps are put in as they are."""
    if not gaps:
        return voice.term(f"board.{key}")
    for gap, value in gaps.items():
        if isinstance(value, str):
            gaps[gap] = Code(value)
    return voice.say(Phrase(f"board.{key}", gaps))


def capital(words: str) -> str:
    """The words as a heading: terms begin with a small letter in some languages."""
    return words[:1].upper() + words[1:]


# --- parts and choices ----------------------------------------------------------------------------


def part(
    name: str, body: str, label: str = "", css: str = "", x: float = 0, y: float = 0, focusable: bool = False
) -> str:
    """A part with a stable id, moved from the origin. Its label is spoken, and shown to people who point at it.

    A labelled part must not hold choices: its label hides those inside it.
    """
    focus = ' tabindex="0"' if focusable else ""
    spoken = f' role="img"{focus} aria-label={quoteattr(label)}>{title(label)}' if label else ">"
    return f'<g id="{name}"{_class(css)}{_moved(x, y)}{spoken}{body}</g>'


def image(label: str, body: str, role: str = "img") -> str:
    """A drawing with a label; that of a role "group" does not hide the choices in it."""
    return f'<g role="{role}" aria-label={quoteattr(label)}>{title(label)}{body}</g>' if label else body


@functools.lru_cache(1 << 13)
def title(label: str) -> str:
    """The name of an element, for people who point at it: its label up to the first stop. Its card tells the rest."""
    return f"<title>{escape(NAME.split(label, maxsplit=1)[0])}</title>"


def choice(
    pen: Pen, action: int, body: str, about: str = "", mark: str = "", css: str = "", selected: bool = False
) -> str:
    """A drawing to be chosen, if its action is asked for.

    `about` says what the drawing is, or what the action brings; the mark is drawn over what can be chosen.
    Only legal choices are on the way of the Tab key.
    """
    asked = pen.asked(action)
    if asked is None:
        return image(about, body)
    label = f"{asked.label}. {about}" if about else asked.label
    if not asked.legal:
        label += f" ({asked.rule})"
    classes = " ".join(filter(None, ("choice", "legal" if asked.legal else "forbidden", "selected" * selected, css)))
    if asked.mark:
        manner = f'data-mark="{asked.mark}" role="img"'
    else:
        focus = 'tabindex="0"' if asked.legal else 'tabindex="-1" aria-disabled="true"'
        manner = f'data-action="{action}" role="button" {focus}'
    spoken = f"aria-label={quoteattr(label)}>{title(label)}"
    return f'<g id="a{action}" class="{classes}" {manner} {spoken}{body}{mark}</g>'


def banner_art(width: float, height: float, drawn: str) -> str:
    """The picture behind the verdict at the end of a game; it fills its place."""
    box = f'viewBox="0 0 {width:g} {height:g}" preserveAspectRatio="xMidYMid slice"'
    return f'<svg class="banner-art" {box} aria-hidden="true">{drawn}</svg>'


def forecast(action: int, body: str) -> str:
    """What the choice of this action would bring, shown while somebody points at it."""
    return f'<g class="forecast of-a{action}" aria-hidden="true">{body}</g>'
