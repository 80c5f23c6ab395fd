"""Reviews in the browser: requested by players, made in the background, kept through a restart."""

from __future__ import annotations

import re
import time
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import delete, insert, update

from ludotheque.core.words import LANGUAGES
from ludotheque.review import Effort, Judged
from ludotheque.web.storage import schema
from ludotheque.web.tables.deciding import decide
from ludotheque.web.work import reviews
from ludotheque.web.work.reviews import ReviewProgress
from tests.web.site import Person, Site, first_choice, served, settings


def finished_game(site: Site, person: Person, game: str = "sintra") -> str:
    """A game that one person has played for both seats."""
    table = person.make(game, seats=2, seat_0="me", name_0="Ann", seat_1="me", name_1="Bea")
    visitor = site.table(table).seats[0].visitor or ""
    while (state := site.table(table)).status == "running":
        seat = next(seat for seat in state.asked() if seat not in state.seals)
        site.services.store.change(table, decide, visitor, seat, state.version, first_choice(state.asked()[seat]))
    return table


def made(site: Site, table: str, least: int | None = None) -> ReviewProgress:
    """The review as soon as it is finished, or so far."""
    end = time.monotonic() + 240
    while True:
        progress = site.services.reviews.read(table)
        assert progress is not None
        if progress.finished if least is None else progress.done >= least:
            return progress
        assert time.monotonic() < end, progress
        assert not progress.failed
        time.sleep(0.02)


@pytest.fixture(scope="module")
def reviewed(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str, Person]:
    """A folder with the database of a reviewed game, the table, and its player."""
    folder = tmp_path_factory.mktemp("reviewed")
    with served(settings(folder, review_tries=24)) as site:
        ann = site.person()
        table = finished_game(site, ann)
        assert "Review this game" in ann.get(f"/t/{table}/review").text
        assert ann.send(f"/t/{table}/review").status_code == 303
        made(site, table)
    return folder, table, ann


@pytest.mark.compiled
def test_a_player_requests_the_review_and_everybody_reads_it(reviewed: tuple[Path, str, Person]) -> None:
    folder, table, _ = reviewed
    with served(settings(folder)) as site:
        page = site.person().get(f"/t/{table}/review").text
        story = made(site, table).story(site.table(table))
    assert '<svg class="win-graph"' in page
    assert page.count('class="no"') == len(story.turning_points()) == 3
    for balance in story.balances:
        parts = balance.drawn + balance.given + balance.received + balance.unforeseen
        assert balance.start + parts == pytest.approx(balance.result)
        assert f"{round(100 * balance.start)} at the start" in page


@pytest.mark.compiled
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_moment_is_shown_in_every_language(reviewed: tuple[Path, str, Person], language: str) -> None:
    folder, table, _ = reviewed
    with served(settings(folder)) as site:
        visitor = site.person(language)
        last = len(site.table(table).history.choices)
        for ply in (0, 1, last // 2, last - 1, last, 10**8):
            page = visitor.get(f"/t/{table}/review?ply={ply}")
            assert page.status_code == 200
            assert "data-action" not in page.text
        said = visitor.get(f"/t/{table}/review").text
    assert {"en": "Turning points", "fr": "Tournants", "nl": "Keerpunten"}[language] in said


@pytest.mark.compiled
def test_a_turning_point_can_be_tried_again(reviewed: tuple[Path, str, Person]) -> None:
    folder, table, _ = reviewed
    with served(settings(folder)) as site:
        person = site.person()
        page = person.get(f"/t/{table}/review").text
        ply = int(re.findall(r'name="ply" value="(\d+)"', page)[-1])
        seat = int(re.findall(r'name="seat" value="(\d)"', page)[0])
        made = person.send(f"/t/{table}/from", ply=ply, seat=seat).headers["location"]
        assert f"/t/{table}/replay?ply={ply}" in person.get(made).text  # the way back
        new = made.rpartition("/")[2].partition("?")[0]
        before = site.table(table).history.positions[ply]
        assert site.table(new).history.positions[0] == before
        assert before.to_act == seat
        bot = site.table(new).seats[1 - seat]
        assert (bot.kind, bot.level) == ("bot", "skilled")  # a level, and not the bot that stands in for players


@pytest.mark.compiled
def test_a_review_is_made_in_another_process_and_goes_on_after_a_restart(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with served(settings(tmp_path, think_processes=1, review_tries=1500)) as site:
        ann = site.person()
        table = finished_game(site, ann)
        ann.post(f"/t/{table}/review")
        before = made(site, table, 2 * reviews.PART)
        assert not before.finished
        assert "<progress" in ann.get(f"/t/{table}/review").text
    assert "failed" not in caplog.text  # giving up what was being judged is not a failure
    with served(settings(tmp_path, review_tries=24, beat=0.05)) as site:
        kept = site.services.reviews.read(table)
        assert kept is not None
        assert kept.done >= before.done
        after = made(site, table)
        assert after.judged[: before.done] == before.judged


@pytest.mark.compiled
def test_what_another_living_worker_reviews_is_left_to_it(reviewed: tuple[Path, str, Person]) -> None:
    folder, table, _ = reviewed
    with served(settings(folder, beat=3600)) as site:
        with schema.writing(site.services.store.engine) as connection:
            connection.execute(insert(schema.workers).values(id="another", beat=1))
            connection.execute(update(schema.reviews).values(worker="another"))
        assert not site.services.reviews._claim(table)
        with schema.writing(site.services.store.engine) as connection:
            connection.execute(delete(schema.workers).where(schema.workers.c.id == "another"))
        assert site.services.reviews._claim(table)


@pytest.mark.compiled
def test_asking_twice_is_asking_once(reviewed: tuple[Path, str, Person]) -> None:
    folder, table, _ = reviewed
    with served(settings(folder)) as site:
        before = site.services.reviews.read(table)
        site.services.reviews.begin(table, site.table(table).seats[0].visitor or "")
        assert site.services.reviews.read(table) == before


def test_only_players_request_reviews_and_only_of_finished_games(site: Site) -> None:
    ann, eve = site.person(), site.person()
    running = ann.make("sintra", seats=2, seat_0="me", seat_1="me")
    for answer in (ann.get(f"/t/{running}/review"), ann.post(f"/t/{running}/review")):
        assert answer.status_code == 409
        assert "The game is not over yet." in answer.text
    over = finished_game(site, ann)
    assert eve.get(f"/t/{over}/review").status_code == 200
    assert "Review this game" not in eve.get(f"/t/{over}/review").text
    assert eve.post(f"/t/{over}/review").status_code == 403
    assert ann.get("/t/nowhere/review").status_code == 404
    assert site.services.reviews.read(over) is None


def test_a_review_that_yields_goes_on_with_the_next_moment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A job judges fewer moments than it was given, as one does for which a bot waits."""

    def judge_one(record: str, first: int, last: int, effort: Effort) -> list[dict[str, Any]]:
        return [Judged(first, first + 1, 0).to_dict()]

    monkeypatch.setattr(reviews, "judge_part", judge_one)
    with served(settings(tmp_path, beat=3600)) as site:
        ann = site.person()
        table = finished_game(site, ann)
        site.services.reviews.begin(table, site.table(table).seats[0].visitor or "")
        review = made(site, table)
        assert [each.first for each in review.judged] == [*range(review.moments)]


def test_a_review_that_fails_three_times_is_given_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(*_: object) -> None:
        raise ArithmeticError

    monkeypatch.setattr(reviews, "judge_part", fail)
    with served(settings(tmp_path, beat=0.05)) as site:
        ann = site.person()
        table = finished_game(site, ann)
        ann.post(f"/t/{table}/review")
        end = time.monotonic() + 20
        while not (progress := site.services.reviews.read(table)) or not progress.failed:
            assert time.monotonic() < end
            time.sleep(0.02)
        assert "The review of this game failed" in ann.get(f"/t/{table}/review").text
    assert caplog.text.count(f"the review of table {table} failed") == reviews.MAX_FAILURES
