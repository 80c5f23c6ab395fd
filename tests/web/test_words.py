"""The words of the pages: the same in every language, and none missing."""

from __future__ import annotations

import re
import string
import tomllib
from pathlib import Path
from typing import Any

import pytest

import ludotheque.web
from ludotheque.web.views.levels import bot_name, level_name
from ludotheque.web.views.speech import WEB, speech

HERE = Path(ludotheque.web.__file__).parent
LANGUAGES = ("en", "fr", "nl")


def sentences(language: str) -> dict[str, str]:
    """Every sentence by its key; the forms of a plural count as one each."""

    def walk(found: dict[str, Any], path: str) -> dict[str, str]:
        flat: dict[str, str] = {}
        for key, value in found.items():
            at = f"{path}.{key}" if path else key
            flat |= walk(value, at) if isinstance(value, dict) else {at: str(value)}
        return flat

    return walk(tomllib.loads((WEB / "words" / f"{language}.toml").read_text(encoding="utf-8")), "")


def gaps(sentence: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(sentence) if name}


@pytest.mark.parametrize("language", ["fr", "nl"])
def test_every_language_has_the_same_sentences_with_the_same_gaps(language: str) -> None:
    ours, english = sentences(language), sentences("en")
    assert ours.keys() == english.keys()
    for key, sentence in english.items():
        if not key.endswith(".one"):
            assert gaps(ours[key]) == gaps(sentence), key


def test_every_word_that_the_code_asks_for_is_there() -> None:
    said = sentences("en")
    known = said.keys() | {key.removesuffix(".other") for key in said}
    asked = {f"{section}.{name}" for section in ("levels", "skills") for name in ("greedy", "random")}
    for path in HERE.rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        asked |= {f"errors.{key}" for key in re.findall(r'Refusal\(\s*\d+, "(\w+)"', text)}
        asked |= set(re.findall(r'\.say\(\s*"(\w+\.\w+)"', text))
    for path in HERE.rglob("*.jinja"):
        asked |= set(re.findall(r"""\bt\(["'](\w+\.\w+)["'][,)]""", path.read_text(encoding="utf-8")))
    assert asked - known == set()


@pytest.mark.parametrize(
    ("game", "level", "name", "roles"),
    [
        ("sintra", "casual", "Inês", ("Apprentice", "Apprentie", "Leerling")),
        ("sintra", "master", "Dona Beatriz", ("Royal glazier", "Verrière du roi", "Glazenier van de koning")),
        ("fourberies", "casual", "Fanchon", ("Extra", "Figurante", "Figurante")),
        ("fourberies", "expert", "Isabelle", ("Leading lady", "Tête d’affiche", "Hoofdrolspeelster")),
    ],
)
def test_the_roles_of_bots_who_are_women_say_so(game: str, level: str, name: str, roles: tuple[str, ...]) -> None:
    spoken = [speech(language) for language in LANGUAGES]
    assert {bot_name(game, level, 0, each) for each in spoken} == {name}
    assert tuple(level_name(game, level, each) for each in spoken) == roles
