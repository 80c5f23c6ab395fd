"""Style sheets in plain CSS, for a renderer that knows no variables: the light theme, without motion and pointers."""

from __future__ import annotations

import functools
import re
from collections.abc import Mapping

from ludotheque.core.svg import style

STYLE = re.compile(r"<style>.*?</style>", re.DOTALL)
COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
AT_RULE = re.compile(r"@[^{;]*(?:;|\{(?:[^{}]|\{[^{}]*\})*\})")  # media, containers, animations
RULE = re.compile(r"([^{}]+)\{([^{}]*)\}")
COMMA = re.compile(r",(?![^(]*\))")  # not one between parentheses
ANY_OF = re.compile(r":is\(([^()]*)\)")
VARIABLE = re.compile(r"var\((--[\w-]+)(?:, *([\w#]+))?\)")  # and the value for one that is not set
TRANSLUCENT = re.compile(r"rgb\((\d+) (\d+) (\d+) / ([\d.]+)\)")
CARRIED = "--seat"  # a variable that symbols take over from the place where they are used: so does `color`
DEEPEST = 4  # variables that name variables

CssValues = Mapping[str, str]


@functools.cache
def plain_style(game: str) -> tuple[str, CssValues]:
    """The style of a game's board in plain CSS, and the variables that its drawings may name."""
    rules = list(_rules(AT_RULE.sub("", COMMENT.sub("", style(game)))))
    named = {name: value for selectors, own in rules if ":root" in selectors for name, value in _variables(own).items()}
    local = [(each, _variables(own)) for selectors, own in rules for each in selectors if ":" not in each]
    sheet = []
    for selectors, own in rules:
        selectors = [each for each in selectors if ":" not in each]
        known = {name: filled(value, named) for name, value in own.items() if not name.startswith("--")}
        sheet.append(_rule(selectors, {name: value for name, value in known.items() if "var(" not in value}))
        unknown = {name: value for name, value in known.items() if "var(" in value}
        carried = {name: value.replace(f"var({CARRIED})", "currentColor") for name, value in unknown.items()}
        sheet.append(_rule(selectors, {name: value for name, value in carried.items() if "var(" not in value}))
        sheet.append(_rule(selectors, {"color": filled(own[CARRIED], named)} if CARRIED in own else {}))
        # What an ancestor or the element itself defines: a rule for each class that defines it.
        for place, values in local if unknown else ():
            found = {name: filled(value, {**named, **values}) for name, value in unknown.items()}
            found = {name: value for name, value in found.items() if "var(" not in value}
            sheet.append(_rule([text for each in selectors for text in (f"{place} {each}", f"{each}{place}")], found))
    return "\n".join(filter(None, sheet)), named


def filled(text: str, values: CssValues) -> str:
    """A text with the values of its variables."""
    for _ in range(DEEPEST):
        text = VARIABLE.sub(lambda found: values.get(found[1], found[2] or found[0]), text)
    return TRANSLUCENT.sub(r"rgba(\1,\2,\3,\4)", text)


def plain_picture(game: str, svg: str) -> str:
    """A picture of a game's table (`Position.svg`) with its style in plain CSS."""
    css, values = plain_style(game)
    return filled(STYLE.sub(lambda _: f"<style>{css}</style>", svg, count=1), values)


def _rules(css: str) -> list[tuple[list[str], dict[str, str]]]:
    pairs = ((_selectors(selectors), body.split(";")) for selectors, body in RULE.findall(css))
    return [
        (selectors, {name.strip(): value.strip() for name, _, value in (each.partition(":") for each in body) if value})
        for selectors, body in pairs
    ]


def _selectors(text: str) -> list[str]:
    """The selectors of a rule, each spelled out; without those that need a pointer or a browser."""
    return [each for one in COMMA.split(text) for each in _spelled_out(one.strip())]


def _spelled_out(selector: str) -> list[str]:
    found = ANY_OF.search(selector)
    if found is None:
        return [selector] if ":" not in selector or selector == ":root" else []
    around = selector[: found.start()], selector[found.end() :]
    return [each for one in found[1].split(",") for each in _spelled_out(one.strip().join(around))]


def _variables(own: CssValues) -> dict[str, str]:
    return {name: value for name, value in own.items() if name.startswith("--")}


def _rule(selectors: list[str], own: CssValues) -> str:
    body = "; ".join(f"{name}: {value}" for name, value in own.items())
    return f"{', '.join(selectors)} {{ {body} }}" if selectors and body else ""
