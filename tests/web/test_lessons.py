"""The pages of lessons: each moment has an address, and nothing but a choice of the pupil leads on."""

from __future__ import annotations

import re
from dataclasses import replace
from types import SimpleNamespace

import pytest

from ludotheque.core.advice import Advice
from ludotheque.core.lessons import lesson_of
from ludotheque.core.words import words
from ludotheque.review.reasons import Reply, TurnReason
from ludotheque.web.pages import lessons
from ludotheque.web.tables.state import OVER
from ludotheque.web.views.speech import speech
from ludotheque.web.views.watching import watched_of
from ludotheque.web.work import think_pool
from ludotheque.web.work.think_pool import Costly
from tests.web.site import HTMX, Person, Site


def coach_says(page: str) -> str:
    found = re.search(r'class="says"[^>]*><p>(.*?)</p>', page)
    assert found is not None
    return found[1]


def answered(page: str) -> set[str]:
    """What the coach has an answer for."""
    return set(re.findall(r'data-for="([^"]+)"', page.partition('id="answers"')[2].partition("</div>")[0]))


def right(page: str) -> str:
    return str(re.findall(r'data-right="([^"]*)"', page)[0])


@pytest.mark.parametrize("language", ["en", "fr", "nl"])
def test_a_step_is_a_table_with_a_coach(site: Site, language: str) -> None:
    page = site.person(language).get("/learn/stanza/1").text
    assert coach_says(page) == words("stanza", language).find("lesson.walking")["says"]
    assert words("stanza", language).find("lesson.walking")["before"] in page
    assert 'data-url="/learn/stanza/1/start"' in page
    assert right(page) == "2"
    assert answered(page) == {"0", "space-5"}
    assert "/static/js/lessons/coach.js" in page
    assert "sse-connect" not in page
    assert "Nina" in page


def test_a_choice_leads_to_the_address_of_the_next_moment(site: Site) -> None:
    ann = site.person()
    answer = ann.client.post("/learn/stanza/4/start/play", data={"seat": 0, "version": 1, "action": 0}, headers=HTMX)
    assert 'data-url="/learn/stanza/4/0"' in answer.text
    assert 'data-version="2"' in answer.text
    assert right(answer.text) == "15"
    assert answered(answer.text) >= {"5"}
    answer = ann.client.post("/learn/stanza/4/0/play", data={"seat": 0, "version": 2, "action": 15}, headers=HTMX)
    assert "Eleven florins." in coach_says(answer.text)
    assert "thinking" not in answer.text, "nobody plays on while the coach speaks"
    assert 'href="/learn/stanza/5"' in answer.text
    assert coach_says(ann.get("/learn/stanza/4/0-15").text) == coach_says(answer.text)  # after a reload
    back = ann.client.post("/learn/stanza/4/0/undo", data={"seat": 0, "version": 2}, headers=HTMX)
    assert 'data-url="/learn/stanza/4/start"' in back.text
    without_script = ann.client.post("/learn/stanza/4/start/play", data={"seat": 0, "version": 1, "action": 3})
    assert without_script.headers["location"] == "/learn/stanza/4/3"


@pytest.mark.parametrize("language", ["en", "fr", "nl"])
@pytest.mark.parametrize("game", ["fourberies", "sintra", "stanza"])
def test_every_lesson_is_played_in_every_language(site: Site, game: str, language: str) -> None:
    ann = site.person(language)
    for number, step in enumerate(lesson_of(game).steps[:-1], start=1):
        spoken = words(game, language).find(f"lesson.{step.name}")
        for sequence in step.right:
            made = "start"
            for count, action in enumerate(sequence, start=1):
                page = ann.get(f"/learn/{game}/{number}/{made}").text
                assert coach_says(page) == spoken["says"]
                assert str(action) in right(page).split()
                fields = {"seat": 0, "version": count, "action": action}
                page = ann.client.post(f"/learn/{game}/{number}/{made}/play", data=fields, headers=HTMX).text
                made = "-".join(map(str, sequence[:count]))
            assert coach_says(page) == spoken["good"]


def test_an_allowed_choice_that_is_not_right_can_be_played_too(site: Site) -> None:
    page = site.person().get("/learn/stanza/1/0").text
    assert right(page) == ""
    assert "Go back" in coach_says(page)
    assert 'href="/learn/stanza/2"' in page


def test_the_browser_keeps_the_step(site: Site) -> None:
    ann = site.person()
    assert ann.get("/learn/stanza").headers["location"] == "/learn/stanza/1"
    ann.get("/learn/stanza/6")
    assert ann.get("/learn/stanza").headers["location"] == "/learn/stanza/6"


def test_what_a_choice_would_bring_is_told_as_at_a_table(site: Site) -> None:
    ann = site.person()
    told = ann.get("/learn/stanza/2/start/previews?seat=0&version=1", **HTMX).text
    assert 'data-for="28"' in told
    assert ann.get("/learn/stanza/3/40/previews?seat=0&version=2", **HTMX).status_code == 204


def test_a_lesson_makes_no_table_before_its_short_game(site: Site) -> None:
    ann = site.person()
    for number in range(1, 10):
        assert ann.get(f"/learn/stanza/{number}").status_code == 200
    assert "/t/" not in ann.get("/mine").text
    where = ann.client.post("/learn/stanza").headers["location"]
    table = site.table(where.removeprefix("/t/").partition("?")[0])
    assert [seat.level for seat in table.seats[1:]] == ["child"]
    assert table.history.positions[0] == lesson_of("stanza").steps[-1].start


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/learn/nope", 404),
        ("/learn/nope/99", 404),
        ("/learn/stanza/99", 404),
        ("/learn/stanza/0", 404),
        ("/learn/stanza/-1", 404),
        ("/learn/stanza/one", 404),
        ("/learn/stanza/1/9999", 404),
        ("/learn/stanza/1/4", 404),
        ("/learn/stanza/1/2-", 404),
        ("/learn/stanza/1/" + "-".join("0" * 50), 404),
        ("/learn/stanza/3/40-0", 404),
    ],
)
def test_what_does_not_exist_gets_a_sentence(site: Site, path: str, status: int) -> None:
    answer = site.person().get(path)
    assert answer.status_code == status
    assert 'class="sheet message"' in answer.text


@pytest.mark.parametrize("action", ["4", "77", "9999", "x", ""])
def test_a_choice_that_cannot_be_made_is_refused(site: Site, action: str) -> None:
    fields = {"seat": 0, "version": 1, "action": action}
    answer = site.person().client.post("/learn/stanza/1/start/play", data=fields, headers=HTMX)
    assert answer.status_code == 422


def test_a_player_who_meets_a_phase_for_the_first_time_is_offered_the_lesson(site: Site) -> None:
    ann = site.person()
    page = ann.get(f"/t/{ann.make('sintra', seats=2, seat_0='me', seat_1='me')}").text
    assert re.search(r'id="helper".*?<a class="learn" href="/learn/sintra">Learn in 5 minutes</a>', page, re.DOTALL)


def begun(site: Site, game: str = "sintra") -> tuple[Person, str]:
    """A pupil at the table of a short game."""
    ann = site.person()
    return ann, str(ann.client.post(f"/learn/{game}").headers["location"])


def test_the_coach_watches_the_short_game_and_no_other(site: Site) -> None:
    ann, table = begun(site)
    page = ann.get(table).text
    assert 'class="coach watcher"' in page
    assert words("sintra", "en").find("lesson.game")["says"] in page
    assert "lessons/watcher.js" in page
    assert "watcher" not in site.person().get(table).text  # a spectator's
    other = ann.play_now("sintra")
    assert "watcher" not in ann.get(f"/t/{other}").text
    assert ann.get(f"/t/{other}/coach?seat=0&version=1", **HTMX).status_code == 404
    assert site.person().get(f"{table}/coach?seat=0&version=1", **HTMX).status_code == 404


def test_the_coach_tells_what_a_costly_choice_costs(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    ann, table = begun(site)
    found = (
        Costly(3, TurnReason(1, Reply(1, 4)), TurnReason(1, Reply(1, 2))),
        Costly(5, TurnReason(0, None), TurnReason(6, None)),
    )
    monkeypatch.setattr(lessons, "costly_actions", lambda *_: found)
    version = site.table(table.removeprefix("/t/")).version
    told = ann.get(f"{table}/coach?seat=0&version={version}", **HTMX).text
    assert 'data-for="3"><p>That gives Nina more than you.' in told
    assert "Nina could then make 4 points in one turn; after another choice 2." in told
    assert "Your turn would bring 0 points; another choice brings 6." in told
    assert ann.get(f"{table}/coach?seat=0&version=999", **HTMX).status_code == 409
    assert ann.get(f"{table}/coach", **HTMX).status_code == 422


def test_while_rules_are_not_compiled_no_choice_is_costly(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(think_pool, "is_compiled", lambda _: False)
    monkeypatch.setattr(think_pool, "_compiling", SimpleNamespace(submit=lambda *_, **__: None))
    assert think_pool.costly_actions("sintra", lesson_of("sintra").steps[-1].start.to_dict(), 1) == ()


def test_a_costly_choice_is_found_by_the_search(monkeypatch: pytest.MonkeyPatch) -> None:
    """The last pane of Sintra: strip 6 costs the ornament."""
    start = lesson_of("sintra").steps[7].after([49]).position
    shares = [Advice(54, 0.9, 900, (0.9, 0.1), (62,)), Advice(56, 0.5, 9, (0.5, 0.5), (65,))]
    monkeypatch.setattr(think_pool, "is_compiled", lambda _: True)
    monkeypatch.setattr(think_pool, "advice", lambda *_, **__: shares)
    monkeypatch.setattr(think_pool, "own_share", lambda _asked, _seat, action, _seed: {54: 0.9, 56: 0.6}[action])
    found = think_pool.costly_actions("sintra", start.to_dict(), 1)
    assert [(each.action, each.reason.points < each.better.points) for each in found] == [(56, True)]


def test_at_the_end_the_coach_names_the_lines_that_decided(site: Site) -> None:
    _, table = begun(site)
    state = site.table(table.removeprefix("/t/"))
    over = lesson_of("sintra").steps[7].after(lesson_of("sintra").steps[7].right[0])
    ended = replace(state, history=over, status=OVER)
    visit = SimpleNamespace(language="en", speech=speech("en"))
    told = watched_of(ended, lesson_of("sintra"), (), visit)  # type: ignore[arg-type]
    assert told.praise == words("sintra", "en").find("lesson.game")["good"]
    assert (told.play, told.puzzle) == ("/play/sintra", "/puzzles/sintra"), "what he offers can be followed"
    assert len(told.lines) == 3
    assert told.lines[0].rule.number == "S53"
    assert abs(told.lines[0].points - told.lines[0].other) >= abs(told.lines[2].points - told.lines[2].other)
