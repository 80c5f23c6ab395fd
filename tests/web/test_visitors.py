"""Visitors: their names and tokens at tables, in records and on their page, and the names of bots."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

import ludotheque.web
from ludotheque.bots.levels import LEVELS, bot_names, by_strength, rating_of
from ludotheque.web.tables.rating import SeatResult, Strength, after
from ludotheque.web.tables.visitors import LONGEST_NAME, TOKENS, alike, clean_name, looks, shown_id, token_of, tokens_of
from ludotheque.web.views.common import names_of
from ludotheque.web.views.speech import speech
from tests.samples import OURS
from tests.web.site import Person, Site

STATIC = Path(ludotheque.web.__file__).parent / "static"
PLAYERS = Path(__file__).parent.parent.parent / "docs" / "players.md"


def table_with(person: Person, **fields: object) -> str:
    return person.make("sintra", seats=4, **{f"seat_{n}": "bot:random" for n in range(1, 4)} | fields)


def test_a_name_is_asked_once_and_shown_everywhere(site: Site) -> None:
    ann = site.person()
    first = table_with(ann, seat_0="me", name_0="Ann")
    assert site.table(first).seats[0].name == "Ann"
    second = table_with(ann, seat_0="me")
    assert site.table(second).seats[0].name == "Ann"
    assert "Welcome back, Ann" in ann.get("/").text
    visitor = site.services.visitors.find(site.table(first).seats[0].visitor or "")
    assert visitor is not None
    assert (visitor.name, visitor.token) == ("Ann", site.table(first).seats[0].token)


def test_a_visitor_without_a_name_is_called_by_the_token(site: Site) -> None:
    ann = site.person("fr")
    table = site.table(table_with(ann, seat_0="me"))
    called = speech("fr").say(f"tokens.{tokens_of(table.seats)[0]}")
    assert names_of(table, speech("fr"))[0] == called
    page = ann.get(f"/t/{table.id}").text
    assert called in page
    assert f'src="/static/tokens/{tokens_of(table.seats)[0]}.svg"' in page


def test_another_name_and_token_reach_all_tables_that_are_not_over(site: Site) -> None:
    ann, bea = site.person(), site.person()
    table = ann.make("sintra", seats=3, seat_0="me", name_0="Ann", seat_1="me", name_1="Ann's brother", seat_2="friend")
    bea.send(f"/t/{table}/sit", seat=2, name="Bea")
    ann.send("/settings", name="Anna", token="owl")
    seats = site.table(table).seats
    assert [seat.name for seat in seats] == ["Anna", "Ann's brother", "Bea"]
    assert tokens_of(site.table(table).seats)[0] == "owl"
    assert len(set(tokens_of(site.table(table).seats))) == 3
    assert ann.send("/settings", token="griffin").status_code == 422


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("A" * 500, "A" * LONGEST_NAME),
        ("Ж" * 500, "Ж" * LONGEST_NAME),
        ("  Ann\n\tBea ", "Ann Bea"),
        ("Ann\u202e\u2066eaB\u200b\u0007", "Ann eaB"),
        ("\u3164\u2800", ""),
        ("Z" + "\u0335" * 50, "Z\u0335\u0335"),
        ("王小明", "王小明"),
        ("שלום", "שלום"),
        ("<b>&", "<b>&"),
        ("علی\u200cرضا", "علی\u200cرضا"),  # Persian, Sinhala and emoji need what is not seen
        ("ශ්\u200dරී", "ශ්\u200dරී"),
        ("👩\u200d🚀\u200d", "👩\u200d🚀"),
        ("Ann\u200dBea", "Ann Bea"),
        ("é" + "\u200d\u0335" * 9, "é\u200d\u0335\u200d\u0335"),
    ],
)
def test_a_name_of_any_script_is_one_short_line(given: str, kept: str) -> None:
    assert clean_name(given) == kept


def test_names_that_look_alike_are_told_apart(site: Site) -> None:
    ann = site.person()
    names = {"name_0": "Anna", "name_1": "Аnnа", "name_2": "ANNA 1", "name_3": "Bea"}  # two letters are Cyrillic
    table = ann.make("sintra", seats=4, **{f"seat_{n}": "me" for n in range(4)}, **names)
    shown = names_of(site.table(table), speech("en"))
    assert len(set(map(looks, shown))) == 4
    assert shown[3] == "Bea"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Anna", "АΝΝА"),  # Cyrillic and Greek capitals
        ("Anna", "ꭺnna"),  # a small Cherokee letter
        ("Anna", "Anոa"),  # Armenian
        ("Anna", "Anݩa"),  # a letter that no table of ours has
        ("Elise", "ⲉlise"),
        ("Bjorn", "Bjøm"),
        ("Will", "VViII"),
        ("Bob", "ᗷOᗷ"),
        ("Bob", "B0b."),
        ("Marie", "𝕸arie"),
    ],
)
def test_letters_of_other_scripts_deceive_nobody(one: str, other: str) -> None:
    assert alike(one, other)
    assert alike(other, one)


@pytest.mark.parametrize(
    ("one", "other"),
    [("Anna", "Иван"), ("Anna", "Anne"), ("王小明", "王大明"), ("Ann 1", "Ann 2"), ("Bob", "Bobby"), ("山田", "Bo")],
)
def test_other_names_stay_as_they_are(one: str, other: str) -> None:
    assert not alike(one, other)


@pytest.mark.parametrize("game", OURS)
def test_every_bot_has_names_a_portrait_and_a_rating(site: Site, game: str) -> None:
    ann = site.person()
    for level in LEVELS:
        assert len(bot_names(game, level)) == 4
        portrait = ann.get(f"/games/{game}/bots/{level}.svg")
        assert portrait.headers["content-type"].startswith("image/svg+xml")
    assert ann.get(f"/games/{game}/bots/greedy.svg").status_code == 404
    ratings = [rating_of(game, name) for name in by_strength(game)]
    assert all(rating is not None and rating.low < rating.points < rating.high for rating in ratings)
    documented = PLAYERS.read_text(encoding="utf-8").replace("−", "-")
    for rating in ratings:
        assert rating is not None
        assert f" {rating.points} [{rating.low}-{rating.high}] " in documented


def test_the_second_bot_of_a_level_takes_the_name_of_a_cousin(site: Site) -> None:
    ann = site.person()
    fields = {f"seat_{n}": "bot:casual" for n in range(1, 4)}
    table = site.table(ann.make("sintra", seats=4, seat_0="me", name_0="Marta", **fields))
    assert names_of(table, speech("en")) == ("Marta 1", "Inês", "Marta 3", "Clara")
    assert "Apprentice · bot" in ann.get(f"/t/{table.id}").text


def test_every_token_is_drawn_and_named() -> None:
    drawings = sorted((STATIC / "tokens").glob("*.svg"))
    assert {path.stem for path in drawings} == set(TOKENS)
    assert len(TOKENS) == 60
    assert max(path.stat().st_size for path in drawings) < 5_000
    for language in ("en", "fr", "nl"):
        assert len({speech(language).say(f"tokens.{token}") for token in TOKENS}) == len(TOKENS)


def test_what_is_shown_of_a_visitor_does_not_lead_to_the_visitor(site: Site) -> None:
    ann = site.person()
    table = table_with(ann, seat_0="me", name_0="Ann")
    visitor = site.table(table).seats[0].visitor or ""
    assert visitor not in shown_id(visitor)
    assert token_of(visitor) == token_of(visitor, "no such token")
    forger = site.person()
    forger.client.cookies.set("visitor", visitor)  # the id alone is no cookie of ours
    assert "Ann" not in forger.get("/me").text
    for page in (f"/t/{table}", "/me", "/"):
        assert visitor not in ann.get(page).text


def test_a_browser_whose_visitor_was_erased_gets_a_new_one(site: Site) -> None:
    ann = site.person()
    old = site.table(table_with(ann, seat_0="me", name_0="Ann")).seats[0].visitor or ""
    visitor = site.services.visitors.find(old)
    assert visitor is not None
    site.services.visitors.save(replace(visitor, name="", erased=1.0))
    assert "Ann" not in ann.get("/me").text
    new = site.table(table_with(ann, seat_0="me")).seats[0]
    assert (new.visitor != old, new.name) == (True, "")


def test_the_example_of_glickmans_paper() -> None:
    opponents = [
        SeatResult(Strength(1400, 30), 1, 1),
        SeatResult(Strength(1550, 100), 0, 1),
        SeatResult(Strength(1700, 300), 0, 1),
    ]
    new = after(Strength(1500, 200, 0.06), opponents)
    assert (round(new.rating, 1), round(new.deviation, 1), round(new.volatility, 5)) == (1464.1, 151.5, 0.06)
