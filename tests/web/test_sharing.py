"""Sharing a table: the sheet with its link, and the picture and the words that messengers show with it."""

from __future__ import annotations

import random
import re
import struct
import threading
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest

from ludotheque.contract.phrases import minus
from ludotheque.core.history import History
from ludotheque.web.tables.deciding import decide
from ludotheque.web.tables.refusal import Refusal
from ludotheque.web.views import link_pictures
from ludotheque.web.views.link_picture import link_picture
from ludotheque.web.views.link_pictures import LinkPictures
from tests.web.site import HTMX, Person, Site, served, settings


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The pictures that were drawn, in SVG: their pixels take most of a second."""
    made: list[str] = []

    def rasterized(svg: str) -> bytes:
        made.append(svg)
        return svg.encode()

    monkeypatch.setattr(link_pictures, "rasterized", rasterized)
    return made


def table_of_three(host: Person, game: str = "sintra", **fields: object) -> str:
    """A table with a host, another person and a free seat."""
    people = {"seat_0": "me", "name_0": "Ann", "seat_1": "me", "name_1": "Valère", "seat_2": "friend"}
    return host.make(game, seats=3, **people | fields)


def started(host: Person, table: str) -> None:
    host.post(f"/t/{table}/sit", seat=2, name="Cy")
    assert host.post(f"/t/{table}/start").status_code == 200


def said(page: str, name: str) -> str:
    """What the head of a page says to messengers."""
    found = re.search(rf'<meta property="og:{name}" content="([^"]*)">', page)
    assert found is not None, name
    return found[1]


def test_the_sheet_has_the_link_as_text_and_as_a_code(site: Site) -> None:
    ann = site.person()
    table = table_of_three(ann, title="Friday")
    page, part = ann.get(f"/t/{table}/share").text, ann.client.get(f"/t/{table}/share", headers=HTMX).text
    for text in (page, part):
        assert f'id="share-link" readonly value="http://testserver/t/{table}"' in text
        assert "Invite to Friday" in text
        assert 'class="qr"' in text
        assert "style=" not in text
    assert "<html" in page
    assert "<html" not in part
    assert f'href="/t/{table}/share" data-sheet' in ann.get(f"/t/{table}").text
    assert ann.get("/t/nowhere/share").status_code == 404


def test_messengers_get_words_and_a_picture(site: Site) -> None:
    ann = site.person()
    table = table_of_three(ann, listed=1, title="Friday")
    page = site.person().get(f"/t/{table}").text
    assert said(page, "title") == "Ann invites you to Azul: Stained Glass of Sintra"
    assert said(page, "description").startswith("Friday · ")
    assert said(page, "url") == f"http://testserver/t/{table}"
    picture = said(page, "image").replace("&amp;", "&")
    answer = site.person().get(picture.removeprefix("http://testserver"))
    assert (answer.status_code, answer.headers["content-type"]) == (200, "image/png")
    assert answer.headers["cache-control"] == "public, max-age=60"
    assert struct.unpack(">II", answer.content[16:24]) == (1200, 630)
    assert len(answer.content) > 50_000  # the box of the game is in it
    started(ann, table)
    page = ann.get(f"/t/{table}").text
    assert "Waiting for" in said(page, "title")
    assert said(page, "description") == "Ann 0, Valère 0, Cy 0"


def test_a_picture_follows_its_table(site: Site, drawn: list[str]) -> None:
    ann = site.person()
    table = table_of_three(ann, listed=1)
    invited = ann.get(f"/t/{table}/link.png?language=fr").text
    assert "Ann vous invite" in invited
    assert "Valère" in invited
    assert 'class="board' not in invited
    started(ann, table)
    site.services.link_pictures._kept.clear()
    running = ann.get(f"/t/{table}/link.png?language=en").text
    assert 'class="board board-sintra"' in running
    assert "Cy" in running
    ElementTree.fromstring(running)
    assert "var(" not in running


def test_the_result_has_the_points(site: Site, drawn: list[str]) -> None:
    ann = site.person()
    table = ann.make("stanza", seats=2, seat_0="me", name_0="Ann", seat_1="me", name_1="Bea", listed=1)
    luck, store = random.Random(1), site.services.store
    while (state := site.table(table)).status == "running":
        ((seat, asked),) = state.asked().items()
        store.change(table, decide, state.host, seat, state.version, luck.choice(asked.legal()))
    text = ann.get(f"/t/{table}/link.png").text
    for points in state.position.scores():
        assert f">{minus(points)}</text>" in text
    headline = state.position.ending("en", ("Ann", "Bea"), None).verdict.headline
    assert headline in text
    assert said(ann.get(f"/t/{table}").text, "title") == headline


def test_a_private_table_names_its_host_alone(site: Site, drawn: list[str]) -> None:
    ann = site.person()
    table = table_of_three(ann, title="Our secret")
    for _ in range(2):
        text = site.person().get(f"/t/{table}/link.png").text
        head = site.person().get(f"/t/{table}").text.partition("</head>")[0]
        for each in (text, head):
            assert "Ann invites you" in each
            assert "Valère" not in each
            assert "Our secret" not in each
        assert 'class="board' not in text
        assert '<meta name="robots" content="noindex">' in head
        if site.table(table).status == "waiting":
            started(ann, table)
        site.services.link_pictures._kept.clear()


def test_names_and_titles_are_text_in_a_picture(site: Site, drawn: list[str]) -> None:
    ann = site.person()
    name = '<b>&"Ann"'
    table = table_of_three(ann, name_0=name, title="</text><script>", listed=1)
    found = ElementTree.fromstring(ann.get(f"/t/{table}/link.png").text)
    texts = {"".join(each.itertext()) for each in found.iter("{http://www.w3.org/2000/svg}text")}
    assert name in texts
    assert not list(found.iter("{http://www.w3.org/2000/svg}script"))
    assert "<script>" not in ann.get(f"/t/{table}").text.partition("</head>")[0].replace("<script src", "")


def test_a_picture_is_what_a_spectator_sees(site: Site) -> None:
    """In another hidden world, which a spectator cannot tell from this one, the picture is the same."""
    ann = site.person()
    table = ann.make("fourberies", seats=3, seat_0="me", name_0="Ann", seat_1="me", seat_2="me", listed=1)
    differ = 0
    for moment in range(60):
        state = site.table(table)
        seat, asked = next((seat, asked) for seat, asked in state.asked().items() if seat not in state.seals)
        if moment % 12 == 0:
            dealt = state.position.redeal(None, moment)
            dealt._generator = None
            other = replace(state, history=History((*state.history.positions[:-1], dealt), state.history.choices))
            assert link_picture(other, "en") == link_picture(state, "en")
            differ += dealt != state.position
        # All travel to the same City, so all draw Secret Requests.
        site.services.store.change(table, decide, state.host, seat, state.version, asked.legal()[0])
    assert differ >= 2


def test_pictures_are_kept_and_few(site: Site, drawn: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    ann = site.person()
    table = table_of_three(ann)
    for _ in range(5):
        assert ann.get(f"/t/{table}/link.png?language=xx&v=9").status_code == 200
    started(ann, table)  # a new version: the old picture is good for a minute
    ann.get(f"/t/{table}/link.png")
    assert len(drawn) == 1
    monkeypatch.setattr(link_pictures, "MOST_KEPT", 1)
    ann.get(f"/t/{table}/link.png?language=nl")
    assert not site.services.link_pictures._kept
    assert ann.get("/t/nowhere/link.png").status_code == 404


def test_new_pictures_of_one_address(tmp_path: Path, drawn: list[str]) -> None:
    with served(settings(tmp_path, pictures_a_minute=2)) as site:
        ann = site.person()
        table = table_of_three(ann)
        answers = [ann.get(f"/t/{table}/link.png?language={language}") for language in ("en", "fr", "nl", "en")]
        assert [answer.status_code for answer in answers] == [200, 200, 429, 200]
        assert 0 < int(answers[2].headers["retry-after"]) <= 60


def test_few_requests_wait_for_a_picture(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    ann = site.person()
    table = site.table(table_of_three(ann))
    begun, go_on = threading.Event(), threading.Event()

    def slow(svg: str) -> bytes:
        begun.set()
        assert go_on.wait(20)
        return svg.encode()

    monkeypatch.setattr(link_pictures, "rasterized", slow)
    monkeypatch.setattr(link_pictures, "MOST_WAITING", 1)
    pictures = LinkPictures()
    first = threading.Thread(target=pictures.draw, args=(table, "en"))
    first.start()
    assert begun.wait(20)
    with pytest.raises(Refusal, match="no_picture"):
        pictures.draw(table, "fr")
    go_on.set()
    first.join(20)
    assert pictures.kept(table, "en") is not None


def test_a_picture_that_cannot_be_drawn_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(Refusal, match="no_picture"):
        link_pictures.rasterized("<svg>&nonsense;")
    monkeypatch.setattr(link_pictures, "LARGEST", 10)
    with pytest.raises(Refusal, match="no_picture"):
        link_pictures.rasterized('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')
