"""Three languages: nothing is left in another one, and no key is shown instead of its words."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

import ludotheque
from tests.web.browser.conftest import Invite
from tests.web.browser.people import Guest, texts

WEB = Path(ludotheque.__file__).parent / "web"
LANGUAGES = ("en", "fr", "nl")
WORDS = {language: tomllib.loads((WEB / f"words/{language}.toml").read_text("utf-8")) for language in LANGUAGES}

SAME = {"ludothèque", "ann", "min", "robot", "sha"}
"""Words of the pages that are the same in two languages."""


def game_words(game: str, language: str) -> dict[str, dict[str, object]]:
    found: dict[str, dict[str, object]] = tomllib.loads(
        (WEB.parent / f"games/{game}/words/{language}.toml").read_text("utf-8")
    )
    return found


def flat(words: object) -> list[str]:
    if isinstance(words, dict):
        return [text for value in words.values() for text in flat(value)]
    return [str(words)]


def same_in_both(game: str, language: str) -> set[str]:
    """What a game calls alike in English and in a language on purpose: names of people and places."""
    english, other = flat(game_words(game, "en")), flat(game_words(game, language))
    return {word for a, b in zip(english, other, strict=True) if a == b for word in re.findall(r"\w+", a)}


def test_all_languages_say_the_same_things() -> None:
    keys = {language: {(a, b) for a, names in words.items() for b in names} for language, words in WORDS.items()}
    assert keys["fr"] == keys["en"]
    assert keys["nl"] == keys["en"]


def test_templates_hold_no_words_of_their_own_and_ask_for_none_that_are_missing() -> None:
    for path in sorted((WEB / "templates").rglob("*.jinja")):
        text = path.read_text("utf-8")
        for section, name in re.findall(r"""\bt\(\s*["'](\w+)\.(\w+)["']\s*[,)]""", text):
            assert name in WORDS["en"].get(section, {}), f"{path.name}: {section}.{name}"
        bare = re.sub(r"\{[{%#].*?[}%#]\}|<style.*?</style>", " ", text, flags=re.DOTALL)
        bare = re.sub(r"<[^>]*>", " ", bare, flags=re.DOTALL)
        assert re.findall(r"[^\W\d_]{2,}", bare) == [], path.name


@pytest.mark.parametrize("game", ludotheque.games())
def test_nothing_is_left_untranslated(game: str, invite: Invite) -> None:
    ann = invite()
    ann.make_table(game, "me", "friend")
    table = ann.page.url
    shown = {
        language: seen(ann, language, "/", "/mine", f"/new/{game}", f"/rules/{game}", table) for language in LANGUAGES
    }
    ann.page.locator(".place-card.free select").select_option("bot:greedy")
    ann.start()
    ann.my_turn()
    ann.decide()
    ann.my_turn()
    for language in LANGUAGES:
        shown[language] |= seen(ann, language, f"{table}?", f"{table}/replay?ply=40")
    sections = "|".join(WORDS["en"])
    for language in ("fr", "nl"):
        names = {word.casefold() for each in ludotheque.games() for word in same_in_both(each, language)} | SAME
        for path, texts_there in shown[language].items():
            left = {
                text
                for text in texts_there & shown["en"][path]
                if not re.fullmatch(r"[0-9a-f ]+", text)
                and {word.casefold() for word in re.findall(r"[^\W\d_]{3,}", text)} - names
            }
            assert left == set(), (language, path)
            assert [text for text in texts_there if re.search(rf"\b({sections})\.[a-z_]+\b", text)] == []


def seen(guest: Guest, language: str, *paths: str) -> dict[str, set[str]]:
    """What can be read and heard on pages in a language."""
    guest.page.locator(f'header button[value="{language}"]').click()
    found = {}
    for path in paths:
        guest.visit(path)
        found[path] = texts(guest.page)
    return found


def test_our_own_script_stays_small() -> None:
    lines = [line for path in (WEB / "static/js").glob("*.js") for line in path.read_text("utf-8").splitlines()]
    assert len(lines) < 300


def test_a_name_stands_for_a_player_and_for_nothing_that_looks_alike() -> None:
    start = ludotheque.load("sintra").start(2)
    assert start.say(1, "nl", names=("Ann", "Bob")) == "Bob begint"
    taken = ludotheque.load("sintra").start(2, seed=7)
    taken = taken.play(next(a for a in taken.legal() if " 2 " in taken.say(a)))
    placed = [taken.say(a, "nl", names=("Ann", "Bob")) for a in taken.legal()]
    assert any(text.startswith("Plaats 2 ") for text in placed)
