"""A turn at a glance: one illustrated sheet of a game, laid out by its `glance.toml`."""

from __future__ import annotations

import functools
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup, escape

from ludotheque.core.game import Game
from ludotheque.core.words import words
from ludotheque.web.views.common import RuleLink, rule_link
from ludotheque.web.views.pictures import Pictures, plan_of
from ludotheque.web.views.piece_cards import with_cards

BOLD = re.compile(r"\*(.+?)\*")


@dataclass(frozen=True)
class Vignette:
    """A picture with a few words about it."""

    title: str
    text: Markup
    rules: tuple[RuleLink, ...]
    picture: Markup  # a complete <svg>, or nothing
    points: str  # what it scores, if it is about that
    per: str  # and for what
    kind: str  # "or" for another way to play a turn, "note" for a text on a ground of its own


@dataclass(frozen=True)
class Section:
    """Vignettes under one heading."""

    name: str
    title: str
    note: str
    columns: int
    vignettes: tuple[Vignette, ...]


@dataclass(frozen=True)
class Glance:
    """The sheet (`parts/glance.jinja`)."""

    goal: str
    length: str
    sections: tuple[Section, ...]
    scoring: Section
    tips: tuple[Markup, ...]
    end: Vignette
    defs: Markup


@functools.lru_cache(64)
def glance_of(game: Game, language: str) -> Glance | None:
    """The sheet of a game in a language; None if the game has none."""
    plan = plan_of(game.name, "glance.toml")
    return _Sheet(game, language, plan).glance() if plan else None


class _Sheet:
    """A sheet while it is laid out."""

    def __init__(self, game: Game, language: str, plan: Mapping[str, Any]) -> None:
        self._game, self._plan, self._pictures = game, plan, Pictures(game, language)
        self._language, self._words = language, words(game.name, language).find("glance")

    def glance(self) -> Glance:
        *sections, scoring = map(self._section, self._plan["sections"])
        return Glance(
            goal=self._words["goal"],
            length=self._words["length"],
            sections=tuple(sections),
            scoring=scoring,
            tips=tuple(map(_bold, self._words["tips"].values())),
            end=self._vignette(self._plan["end"], self._words["end"]),
            defs=self._pictures.defs(),
        )

    def _section(self, plan: Mapping[str, Any]) -> Section:
        name = plan["name"]
        said = self._words[name]
        drawn = tuple(self._vignette(each, said[each["name"]]) for each in plan["vignettes"])
        return Section(name, said.get("title", ""), said.get("note", ""), plan.get("columns", 1), drawn)

    def _vignette(self, plan: Mapping[str, Any], said: Mapping[str, str]) -> Vignette:
        return Vignette(
            title=said.get("title", ""),
            text=with_cards(_bold(said.get("text", "")), self._game, self._language),
            rules=tuple(rule_link(self._game.name, number) for number in plan.get("rules", ())),
            picture=self._pictures.draw(plan),
            points=said.get("points", ""),
            per=said.get("per", ""),
            kind=plan.get("kind", ""),
        )


def _bold(text: str) -> Markup:
    """A text whose words between asterisks are bold."""
    return Markup(BOLD.sub(r"<b>\1</b>", str(escape(text))))
