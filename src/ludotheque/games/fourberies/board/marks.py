"""Writing SVG: texts, drawings, and the marks of what can be chosen."""

from __future__ import annotations

import functools
from typing import Any
from xml.sax.saxutils import escape, quoteattr

from ludotheque.contract.phrases import Phrase
from ludotheque.contract.scene import Pen, Voice

# Advance widths of Inter in hundredths of its size; other letters are as wide as an "n".
WIDTHS = dict.fromkeys("ijlIî’' .,:;!|", 27)
WIDTHS |= dict.fromkeys("tfr()-", 38)
WIDTHS |= dict.fromkeys("ABCDGHKNOQRTUVXYZÉ+−×→", 70)
WIDTHS |= dict.fromkeys("mwMW…", 90)
WIDTH = 59
SIZE = 14  # of text, unless said; as in the style sheet
SERIF = 0.86  # how much narrower EB Garamond is


@functools.lru_cache(1 << 14)
def text_width(text: str, size: float, serif: bool = False) -> float:
    """About how wide a text is."""
    return sum(WIDTHS.get(letter, WIDTH) for letter in text) / 100 * size * (SERIF if serif else 1)


def wrapped(text: str, size: float, room: float) -> list[str]:
    """The text in lines that fit the room, broken at its spaces."""
    lines: list[str] = []
    for word in text.split(" "):
        if lines and text_width(f"{lines[-1]} {word}", size) <= room:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines


def text(
    x: float, y: float, words: object, look: str = "", size: float = SIZE, anchor: str = "", room: float = 0
) -> str:
    """A line of text; `look` is its classes, and more than the room it has is squeezed into it."""
    content = str(words)
    extra = f' class="{look}"' if look else ""
    extra += f' font-size="{size:g}"' if size != SIZE else ""
    extra += f' text-anchor="{anchor}"' if anchor else ""
    if room and text_width(content, size, "serif" in look) > room:
        extra += f' textLength="{room:g}" lengthAdjust="spacingAndGlyphs"'
    return f'<text x="{x:g}" y="{y:g}"{extra}>{escape(content)}</text>'


def use(drawing: str, x: float, y: float, width: float, height: float, look: str = "") -> str:
    """One of the drawings, in a box."""
    extra = f' class="{look}"' if look else ""
    return f'<use href="#fb-{drawing}" x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}"{extra}/>'


def box(x: float, y: float, width: float, height: float, look: str, round_: float = 0) -> str:
    """A rectangle."""
    extra = f' rx="{round_:g}"' if round_ else ""
    return f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" class="{look}"{extra}/>'


def line(x: float, y: float, width: float, look: str = "rule") -> str:
    """A horizontal line."""
    return f'<path d="M{x:g} {y:g}h{width:g}" class="{look}"/>'


def at(x: float, y: float, body: str, scale: float = 1) -> str:
    """The body moved, and scaled."""
    scaled = f" scale({scale:g})" if scale != 1 else ""
    return f'<g transform="translate({x:g} {y:g}){scaled}">{body}</g>'


def part(id: str, body: str, look: str = "", title: str = "", transform: str = "") -> str:
    """A part of the picture that the page can tell apart."""
    extra = f' class="{look}"' if look else ""
    extra += f' transform="{transform}"' if transform else ""
    told = f"<title>{escape(title)}</title>" if title else ""
    return f'<g id="{id}"{extra}>{told}{body}</g>'


def image(title: str, body: str) -> str:
    """A drawing with a name, for those who cannot see it and for those who point at it."""
    return f'<g role="img" aria-label={quoteattr(title)}><title>{escape(title)}</title>{body}</g>'


def group(title: str, body: str) -> str:
    """Drawings with a common name, among them some that can be chosen."""
    return f'<g role="group" aria-label={quoteattr(title)}>{body}</g>'


def sheet(width: float, height: float) -> str:
    """The paper of a panel, with a little of the table around it."""
    return box(4, 4, width - 8, height - 8, "sheet", 4)


def choice(pen: Pen, action: int, body: str, mark: str, more: str = "", selected: bool = False) -> str:
    """The body as something to choose, if this action is asked for; `more` is said after its label.

    The mark is drawn over the body; the style sheet shows it as the state of the choice demands.
    """
    asked = pen.asked(action)
    if asked is None:
        return body
    label = f"{asked.label}. {more}" if more else asked.label
    title = asked.label if asked.legal else f"{asked.label} ({asked.rule})"
    state = ("legal" if asked.legal else "forbidden") + (" selected" if selected else "")
    extra = ' aria-disabled="true"' if not asked.legal else ""
    return (
        f'<g id="a{action}" class="choice {state}" data-action="{action}" role="button" '
        f'tabindex="0" aria-label={quoteattr(label)}{extra}><title>{escape(title)}</title>{body}{mark}</g>'
    )


def frame(x: float, y: float, width: float, height: float, round_: float = 6) -> str:
    """The mark of a rectangular choice: an outline, and a dot on its upper edge."""
    return f'{box(x, y, width, height, "mark", round_)}<circle cx="{x + width / 2:g}" cy="{y:g}" r="5" class="dot"/>'


def say(voice: Voice, key: str, **gaps: Any) -> str:
    """A phrase of the board's own words."""
    return voice.say(Phrase(f"board.{key}", gaps))


def capital(words: str) -> str:
    """The words as a heading: terms are small letters in some languages."""
    return words[:1].upper() + words[1:]


def signed(n: int) -> str:
    """A number with its sign, the minus as wide as the plus."""
    return f"+{n}" if n > 0 else f"−{-n}" if n < 0 else "0"
