"""What makes the site an app: manifest, icons, service worker, the page without a connection."""

from __future__ import annotations

import json
import re

import pytest

from ludotheque.core.words import LANGUAGES
from tests.web.site import Site


def test_the_manifest_speaks_the_visitors_language_and_its_icons_are_there(site: Site) -> None:
    for language in LANGUAGES:
        ann = site.person(language)
        address = f"/manifest/{language}.webmanifest"
        assert f'<link rel="manifest" href="{address}">' in ann.get("/").text
        manifest = json.loads(ann.get(address).text)
        assert manifest["lang"] == language
        assert {icon["sizes"] for icon in manifest["icons"]} == {"192x192", "512x512"}
        for address in (manifest["start_url"], *(each["url"] for each in manifest["shortcuts"])):
            assert ann.get(address).status_code == 200
        for icon in manifest["icons"]:
            assert ann.get(icon["src"]).headers["content-type"] == icon["type"]
    assert "manifest-src 'self'" in ann.get("/").headers["content-security-policy"]


def test_the_service_worker_keeps_files_that_are_all_there(site: Site) -> None:
    ann = site.person()
    answer = ann.get("/service-worker.js")
    assert answer.headers["cache-control"] == "no-cache"
    assert answer.headers["content-type"].startswith("text/javascript")
    files = json.loads(re.findall(r"^const FILES = (.*);$", answer.text, re.MULTILINE)[0])
    assert {"/static/js/main.js", "/static/js/app/offline.js", "/offline/fr", "/tokens.css"} <= set(files)
    assert len(set(files)) == len(files)
    for file in files:
        assert ann.get(file).status_code == 200, file


def test_the_page_without_a_connection_is_in_its_own_language(site: Site) -> None:
    ann = site.person("nl")
    assert "La lampe est éteinte" in ann.get("/offline/fr").text
    assert '<html lang="en"' in ann.get("/offline/en").text


@pytest.mark.parametrize("path", ["/manifest/xx.webmanifest", "/offline/xx", "/favicon/11.svg", "/favicon/..svg"])
def test_other_languages_and_signs_are_not_there(site: Site, path: str) -> None:
    assert site.person().get(path).status_code == 404


def test_the_icon_of_the_tab_has_a_sign(site: Site) -> None:
    ann = site.person()
    assert ">2</text>" in ann.get("/favicon/2.svg").text
    assert 'opacity=".45"' in ann.get("/favicon/offline.svg").text
    assert len({ann.get(f"/favicon/{sign}.svg").text for sign in ("turn", "2", "offline")}) == 3


def test_the_tab_knows_how_many_games_wait(site: Site) -> None:
    ann, bea = site.person(), site.person()
    assert ann.get("/waiting").text == "0"
    ann.play_now("sintra")
    ann.make("sintra", seats=2, seat_0="me", seat_1="me")
    waits = int(ann.get("/waiting").text)
    assert waits in (1, 2)  # a bot may have the first turn of the other table
    assert bea.get("/waiting").text == "0"


def test_a_sound_is_off_until_it_is_wanted(site: Site) -> None:
    ann = site.person()
    assert "data-sound" not in ann.get("/").text
    ann.send("/settings", sound="on")
    assert "<body data-sound>" in ann.get("/").text
