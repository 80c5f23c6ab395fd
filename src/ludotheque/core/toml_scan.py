"""A scan of TOML in linear time before it is parsed: long dotted keys take the parser quadratic time."""

from __future__ import annotations

import re

MOST_DEPTH = 16  # brackets and parts of one key; a box has four
# Strings (also ones that are not closed) and comments hide what is in them; newlines matter only outside brackets, but
# a dotted key never spans lines.
TOKEN = re.compile(
    r'"""(?:\\.?|[^\\])*?(?:"{3,5}|\Z)'
    r"|'''.*?(?:'{3,5}|\Z)"
    r'|"(?:\\.|[^"\\\n])*"?'
    r"|'[^'\n]*'?"
    r"|\#[^\n]*"
    r"|[\[\]{}=,.\n]",
    re.DOTALL,
)


def is_deep(text: str) -> bool:
    """Whether a text has more brackets in brackets, or more dots in one key, than any sensible file."""
    depth = dots = 0
    for found in TOKEN.finditer(text):
        token = found[0]
        if token == ".":
            dots += 1
        elif token in ("[", "{"):
            depth, dots = depth + 1, 0
        elif token in ("]", "}"):
            depth, dots = max(0, depth - 1), 0
        elif token in ("=", ",", "\n"):
            dots = 0
        if depth > MOST_DEPTH or dots >= MOST_DEPTH:
            return True
    return False
