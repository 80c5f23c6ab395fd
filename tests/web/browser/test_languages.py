"""Three languages: nothing is left in another one, and no key is shown instead of its words."""

from __future__ import annotations

import re

import pytest

import ludotheque
from tests.samples import OURS
from tests.web.browser.conftest import Invite
from tests.web.browser.looks import LANGUAGES, PACKAGE, untranslated, words_of
from tests.web.browser.texts import seen, texts, written

WEB = PACKAGE / "web"
WORDS = {language: words_of("web", language) for language in LANGUAGES}


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
        bare = re.sub(r"<[^>]*>|\bhx-\w+=\"[^\"]*\"", " ", bare, flags=re.DOTALL)  # a macro may hold attributes alone
        assert re.findall(r"[^\W\d_]{2,}", bare) == [], path.name


EVERYWHERE = ("/", "/me", "/nothing")  # pages that are the same whatever the game


@pytest.mark.parametrize("game", OURS)
def test_nothing_is_left_untranslated(game: str, invite: Invite) -> None:
    ann = invite()
    ann.excused = ("404",)
    ann.make_table(game, "me", "friend")
    table, invitation = ann.page.url, ann.seat_link()
    paths = (
        *(EVERYWHERE if game == OURS[0] else ()),
        f"/new/{game}",
        f"/rules/{game}",
        table,
        invitation,
    )
    shown = {language: seen(ann, language, *paths) for language in LANGUAGES}
    ann.visit(table)
    ann.page.locator(".place-card.free select").select_option("bot:casual")
    ann.start()
    ann.my_turn()
    ann.decide()
    ann.my_turn()
    for language in LANGUAGES:
        shown[language] |= seen(ann, language, f"{table}?", f"{table}/replay?ply=40")
    left = untranslated(shown)
    assert not left, left


def test_what_scripts_add_is_translated_too(invite: Invite) -> None:
    ann = invite()
    ann.meet_bots("sintra")
    ann.my_turn()
    paths = (ann.page.url, f"{ann.page.url}/replay")
    shown: dict[str, dict[str, set[str]]] = {}
    for language in LANGUAGES:
        ann.speak(language)
        shown[language] = {}
        for path in paths:
            ann.visit(path)
            shown[language][path] = texts(ann.page)
    left = untranslated(shown)
    assert not left, left
    ann.visit(paths[0])
    assert texts(ann.page) >= written(ann.context.request.get(paths[0]).text()), "the server's words are read alike"


def test_a_name_stands_for_a_player_and_for_nothing_that_looks_alike() -> None:
    start = ludotheque.load("sintra").start(2)
    assert start.say(1, "nl", names=("Ann", "Bob")) == "Bob begint"
    taken = ludotheque.load("sintra").start(2, seed=7)
    taken = taken.play(next(a for a in taken.legal() if " 2 " in taken.say(a)))
    placed = [taken.say(a, "nl", names=("Ann", "Bob")) for a in taken.legal()]
    assert any(text.startswith("Plaats 2 ") for text in placed)
