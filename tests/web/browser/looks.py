"""What a page must be for everybody: accessible, no wider than the screen, in one language."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from playwright.sync_api import Page

import ludotheque
from ludotheque.bots.levels import LEVELS, bot_names
from ludotheque.kernel.places import folder_of
from tests.samples import OURS

PACKAGE = Path(ludotheque.__file__).parent
LANGUAGES = ("en", "fr", "nl")

GRAVE = ("serious", "critical")
COLOURS = ("color-contrast",)  # the rules whose answer depends on the theme
PRINT = "label-content-name-mismatch"  # what is printed on a piece is part of its picture, not its label

SAME = {
    "ludothèque", "ann", "bob", "emma", "nina", "otto", "min", "robot", "sha", "iii", "score", "final", "notifications",
    "sultan", "statue", "otter", "lion", "dragon", "octopus", "flamingo", "salamander", "bravo", "stop",
}  # fmt: skip
"""Words of the pages that are the same in two languages."""


def findings(page: Page, axe: str, only: tuple[str, ...] = ()) -> list[str]:
    """What the accessibility checker finds grave: by all of its rules, or only by some."""
    page.evaluate("() => { document.adoptedStyleSheets = []; }")  # what is not painted has no colours
    if page.evaluate("() => !window.axe"):
        page.evaluate(axe)
    checked = "async options => JSON.stringify((await axe.run(document, options)).violations)"
    options: dict[str, Any] = {"resultTypes": ["violations"]}  # to name what is right takes longer than to find it
    options |= {"runOnly": {"type": "rule", "values": list(only)}} if only else {}
    found: list[dict[str, Any]] = json.loads(page.evaluate(checked, options))
    return [
        f"{page.url}: {one['id']}: {node['target']} {node.get('failureSummary', '')[:300]}"
        for one in found
        if one["impact"] in GRAVE
        for node in one["nodes"]
        if not (one["id"] == PRINT and node["html"].startswith("<g "))
    ]


def fits(page: Page) -> bool:
    """Whether nothing sticks out to the right."""
    wide: bool = page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    return wide


def words_of(folder: str, language: str) -> dict[str, Any]:
    """The words of the pages ("web") or of a game ("games/NAME")."""
    return tomllib.loads((PACKAGE / folder / "words" / f"{language}.toml").read_text("utf-8"))


def flat(words: object) -> list[str]:
    if isinstance(words, dict):
        return [text for value in words.values() for text in flat(value)]
    return [str(words)]


def same_in_both(game: str, language: str) -> set[str]:
    """What a game calls alike in English and in a language on purpose: names of people and places.

    The small games of the tests speak English only.
    """
    if game not in OURS:
        return set(re.findall(r"\w+", " ".join(flat(words_of(str(folder_of(game)), "en")))))
    pairs = [
        pair
        for folder in (f"games/{game}", "defaults")
        for pair in zip(flat(words_of(folder, "en")), flat(words_of(folder, language)), strict=True)
    ]
    return {word for a, b in pairs if a == b for word in re.findall(r"\w+", a)}


def untranslated(shown: Mapping[str, Mapping[str, set[str]]]) -> list[tuple[str, str, str]]:
    """(language, page, text) for each text that is the same in English, or is a key instead of words.

    `shown` has for every language what can be read on each page.
    """
    sections = "|".join(words_of("web", "en"))
    called = [name for game in OURS for level in LEVELS for name in bot_names(game, level)]
    bots = {word.casefold() for word in re.findall(r"\w+", " ".join(called))}
    found = []
    for language in ("fr", "nl"):
        names = {word.casefold() for game in ludotheque.games() for word in same_in_both(game, language)} | SAME | bots
        for path, texts in shown[language].items():
            for text in texts:
                words = {word.casefold() for word in re.findall(r"[^\W\d_]{3,}", text)}
                same = text in shown["en"][path] and not re.fullmatch(r"[0-9a-f |]+", text) and words - names
                if same or re.search(rf"\b({sections})\.[a-z_]+\b", text):
                    found.append((language, path, text))
    return found
