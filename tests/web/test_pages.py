"""Every page answers, in every language, with the headers that keep visitors safe."""

from __future__ import annotations

import re
from datetime import date
from xml.etree import ElementTree

import pytest

from ludotheque import games, load
from ludotheque.web.views.common import date_words
from ludotheque.web.views.speech import speech
from tests.samples import OURS
from tests.web.site import Site

LANGUAGES = ("en", "fr", "nl")


@pytest.mark.parametrize("language", LANGUAGES)
def test_home_shows_every_game_in_the_language_of_the_browser(site: Site, language: str) -> None:
    page = site.person(language).get("/")
    assert page.status_code == 200
    assert f'<html lang="{language}"' in page.text
    for game in games():
        assert f"/play/{game}" in page.text


@pytest.mark.parametrize("game", games())
@pytest.mark.parametrize("language", LANGUAGES)
def test_rules_are_all_there_numbered_and_linkable(site: Site, game: str, language: str) -> None:
    page = site.person(language).get(f"/rules/{game}")
    for number in load(game).rules():
        assert f'id="{number}"' in page.text
    one = load(game).rules()[3]
    part = site.person(language).get(f"/rules/{game}/{one}")
    assert part.status_code == 200
    assert one in part.text
    words = re.sub("<[^>]*>", "", part.text)  # names of pieces are links
    assert load(game).rule(one, language).partition("’")[0] in words


@pytest.mark.parametrize("game", games())
def test_the_form_of_a_new_table(site: Site, game: str) -> None:
    page = site.person().get(f"/new/{game}")
    assert page.status_code == 200
    for option in load(game).options:
        assert f"option-{option}" in page.text
    assert f"seat-{load(game).seats[-1] - 1}" in page.text


def test_a_switch_that_is_on_by_default_can_be_switched_off(site: Site) -> None:
    """A checkbox sends its off value, and after it its on value when it is on."""
    ann = site.person()
    page = ann.get("/new/fourberies").text
    field = "option-actor3_always_pays"
    assert re.search(rf'type="hidden" name="{field}" value="false"><input class="switch"[^>]* checked>', page)
    for sent, kept in ((["false"], False), (["false", "true"], True)):
        fields = {"seats": "3", "seat-0": "me", "seat-1": "me", "seat-2": "me", field: sent, "hints": "0"}
        made = ann.client.post("/new/fourberies", data=fields)
        table = site.table(made.headers["location"].rpartition("/")[2])
        assert table.options["actor3_always_pays"] is kept
        assert not table.hints
    assert ann.client.post("/new/fourberies", data={"seats": "3", field: ["true", "false"]}).status_code == 422


@pytest.mark.parametrize("game", games())
def test_a_table_in_a_list_shows_its_position(site: Site, game: str) -> None:
    ann, eve = site.person(), site.person()
    table = ann.make(game, seats=2, seat_0="me", seat_1="friend")
    assert f'src="/games/{game}/card.svg"' in ann.get("/mine").text
    eve.post(f"/t/{table}/sit", seat=1, name="Eve")
    ann.post(f"/t/{table}/start")
    shown = re.search(rf'src="(/t/{table}/picture.svg\?v=\d+)"', ann.get("/").text)
    assert shown
    pictures = [person.get(shown[1]) for person in (ann, eve, site.person())]
    for picture in pictures:
        assert picture.headers["content-type"] == "image/svg+xml"
        assert "data-action" not in picture.text
        ElementTree.fromstring(picture.text)
    assert site.person().get("/t/nothing/picture.svg").status_code == 404


def test_a_table_in_a_list_speaks_the_language_of_its_reader(site: Site) -> None:
    ann = site.person()
    table = ann.make("fourberies", seats=3, seat_0="me", seat_1="bot:random", seat_2="bot:random")
    pictures = {site.person(language).get(f"/t/{table}/picture.svg").text for language in ("en", "fr", "nl")}
    assert len(pictures) == 3


@pytest.mark.parametrize(
    ("language", "said"), [("en", "1 March 2026"), ("fr", "1er mars 2026"), ("nl", "1 maart 2026")]
)
def test_a_date_is_said_in_words(language: str, said: str) -> None:
    assert date_words(date(2026, 3, 1), speech(language)) == said
    assert date_words(date(2026, 12, 31), speech(language)).lower().startswith("31 d")


@pytest.mark.parametrize("game", games())
def test_boards_have_a_style_sheet(site: Site, game: str) -> None:
    sheet = site.person().get(f"/games/{game}/board.css")
    assert sheet.headers["content-type"].startswith("text/css")
    assert (f".board-{game}" if game in OURS else ".plain-button") in sheet.text


def test_display_settings_are_kept(site: Site) -> None:
    ann = site.person("nl")
    answer = ann.send("/settings", language="fr", theme="dark", name="Ann  <b>", back="/mine")
    assert (answer.status_code, answer.headers["location"]) == (303, "/mine")
    page = ann.get("/mine").text
    assert '<html lang="fr" data-theme="dark"' in page
    assert ann.client.cookies["language"] == "fr"


@pytest.mark.parametrize("back", ["//evil.example/", "https://evil.example/", "/\\evil.example", "javascript:1"])
def test_settings_lead_to_our_own_pages_only(site: Site, back: str) -> None:
    assert site.person().send("/settings", theme="light", back=back).headers["location"] == "/"


def test_headers(site: Site) -> None:
    answer = site.person().get("/")
    policy = answer.headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["cache-control"] == "no-store"
    cookie = answer.headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=lax" in cookie


def test_no_page_has_inline_script_or_style(site: Site) -> None:
    ann = site.person()
    table = ann.play_now("sintra")
    for path in ("/", "/mine", "/new/sintra", "/rules/sintra", f"/t/{table}", f"/t/{table}/replay", "/nowhere"):
        text = ann.get(path).text
        assert " style=" not in text, path
        assert "<style" not in text, path
        assert "<script>" not in text, path
        assert " onclick" not in text, path


def test_names_are_escaped_everywhere(site: Site) -> None:
    ann = site.person()
    table = ann.make("sintra", seats=2, seat_0="me", name_0="<b>A&nn</b>", seat_1="bot:random", title="<i>x</i>")
    for path in (f"/t/{table}", f"/t/{table}/replay", "/", "/mine"):
        text = ann.get(path).text
        assert "<b>A&" not in text, path
        assert "<i>x" not in text, path
