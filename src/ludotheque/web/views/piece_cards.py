"""Cards of pieces: what a piece is, what it does and when one wants it, as a game's `pieces.toml` lists them.

A piece of a picture is found by the names in its drawing, that is by the ids of its parts and by its symbols.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup, escape

from ludotheque.contract.drawing import capital
from ludotheque.core.game import Game
from ludotheque.core.words import words
from ludotheque.web.views.pictures import Pictures, plan_of

PiecePlan = Mapping[str, Any]
TAG = re.compile("(<[^>]*>)")
ENDINGS = "(?:s|x|es|en)?"  # endings of the plural
SHORTEST = 4  # letters of a name that is found in a text


@dataclass(frozen=True)
class PieceCard:
    """The card of a piece (`parts/piece.jinja`)."""

    key: str  # the number of its kind and its code
    name: str
    kind: str  # what it is, in a few words
    does: str
    wants: str  # when one wants it
    rules: tuple[tuple[str, str], ...]  # numbers and sentences
    picture: Markup


def plans_of(game: Game) -> tuple[PiecePlan, ...]:
    """The kinds of pieces that have cards."""
    return tuple(plan_of(game.name, "pieces.toml").get("pieces", ()))


def card_of(game: Game, drawing: str, language: str) -> PieceCard | None:
    """The card of a piece by the names in its drawing; each line names what lies around that of the line before."""
    for line in drawing.splitlines():
        for number, plan in enumerate(plans_of(game)):
            if found := re.search(plan["find"], line):
                return _card(game, number, next(filter(None, found.groups()), ""), language)
    return None


def card_by_key(game: Game, key: str, language: str) -> PieceCard | None:
    """The card with a key."""
    return next((_card(game, *each, language) for each in _codes(game) if _key(*each) == key), None)


@functools.lru_cache(2048)  # the same few sentences are told again and again
def with_cards(text: Markup, game: Game, language: str) -> Markup:
    """A text in which the first mention of each piece leads to its card."""
    pattern, keys = _names(game, language)
    seen: set[str] = set()

    def link(found: re.Match[str]) -> str:
        key = keys[found[1].casefold()]
        if key in seen:
            return found[0]
        seen.add(key)
        return f'<a class="named" href="/rules/{game.name}#card-{key}" data-piece="{key}">{found[0]}</a>'

    return Markup("".join(part if part.startswith("<") else pattern.sub(link, part) for part in TAG.split(text)))


@functools.lru_cache(64)
def _names(game: Game, language: str) -> tuple[re.Pattern[str], dict[str, str]]:
    """What finds the names of pieces, the longest first, and the keys of their cards."""
    keys = {str(escape(_said(game, *each, language)["name"])).casefold(): _key(*each) for each in _codes(game)}
    names = sorted((name for name in keys if len(name) >= SHORTEST), key=len, reverse=True)
    return re.compile(rf"\b({'|'.join(map(re.escape, names)) or '(?!)'}){ENDINGS}\b", re.IGNORECASE), keys


@functools.lru_cache(16)
def _codes(game: Game) -> tuple[tuple[int, str], ...]:
    """The kinds and codes of all pieces with names: those in the box, and others whose symbols are told alike."""
    found = []
    for number, plan in enumerate(plans_of(game)):
        named = words(game.name, "en").get(plan.get("words", {}).get("name", ""), {})
        alike = [code for code in named if re.search(plan["find"], f"piece #tile-{code}")]
        found += [(number, code) for code in dict.fromkeys((*plan.get("codes", ("",)), *alike))]
    return tuple(found)


def _key(number: int, code: str) -> str:
    return f"{number}-{code}"


def box_of(game: Game, language: str) -> tuple[PieceCard, ...]:
    """All pieces in the box."""
    codes = [(number, code) for number, plan in enumerate(plans_of(game)) for code in plan.get("codes", ("",))]
    return tuple(_card(game, number, code, language) for number, code in codes)


@functools.lru_cache(2048)
def _card(game: Game, number: int, code: str, language: str) -> PieceCard:
    plan, said = plans_of(game)[number], _said(game, number, code, language)
    rules = (*plan["rules"], *plan.get("more_rules", {}).get(code, ()))
    return PieceCard(
        key=_key(number, code),
        name=capital(said["name"]),
        kind=said["kind"],
        does=capital(said["does"]),
        wants=said["wants"],
        rules=tuple((rule, game.rule(rule, language)) for rule in rules),
        picture=Pictures(game, language).draw(plan, code),
    )


def _said(game: Game, number: int, code: str, language: str) -> dict[str, str]:
    """What the words say of a piece."""
    plan, spoken = plans_of(game)[number], words(game.name, language)
    said = {"name": "", "does": "", **spoken.get(f"pieces.{plan['name']}", {}), **spoken.get(f"pieces.{code}", {})}
    for key, section in plan.get("words", {}).items():  # these words of a code stand elsewhere, too
        said[key] = spoken.find(f"{section}.{code}")
    return said
