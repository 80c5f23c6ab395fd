"""The pages of puzzles: a question, two tries, and the solution only when it is over."""

from __future__ import annotations

import re
from datetime import date, timedelta
from io import BytesIO
from itertools import pairwise
from zipfile import ZipFile

import pytest

from ludotheque import games
from ludotheque.puzzles import puzzles_of
from ludotheque.puzzles.daily import number_after, number_of_day
from ludotheque.web.pages.puzzles import today
from ludotheque.web.views.puzzle_card import reply_to
from ludotheque.web.views.speech import speech
from tests.web.site import HTMX, Person, Site

PUZZLED = [name for name in games() if puzzles_of(name)]


def wrong_moves(game: str, number: int) -> list[int]:
    puzzle = puzzles_of(game)[number - 1]
    return [action for action in puzzle.start().legal() if action not in puzzle.answers]


def state(page: str) -> str:
    found = re.search(r'data-state="(\w+)"', page)
    assert found is not None
    return found[1]


def tried(person: Person, game: str, number: int, action: int, tries: str = "start") -> str:
    seat = puzzles_of(game)[number - 1].seat
    answer = person.post(f"/puzzles/{game}/{number}/{tries}/play", seat=seat, version=1, action=action)
    assert answer.status_code == 200
    return answer.text


@pytest.mark.parametrize("language", ["en", "fr", "nl"])
@pytest.mark.parametrize("game", PUZZLED)
def test_a_right_try_solves_it_and_explains_the_move(site: Site, game: str, language: str) -> None:
    ann, puzzle, say = site.person(language), puzzles_of(game)[0], speech(language).say
    page = ann.get(f"/puzzles/{game}/1").text
    assert state(page) == "asks"
    assert say(f"puzzles.ask_{puzzle.kind}", count=puzzle.best.points) in page
    assert "<meter" not in page
    solved = tried(ann, game, 1, puzzle.best.action)
    assert state(solved) == "solved"
    assert say("puzzles.solved_first") in solved
    assert f'value="{round(100 * puzzle.best.share)}"' in solved
    assert f'href="/puzzles/{game}?after=1"' in solved
    assert state(ann.get(f"/puzzles/{game}/1/{puzzle.best.action}").text) == "solved"  # after a reload


@pytest.mark.parametrize("game", PUZZLED)
def test_a_wrong_try_misses_a_fact_and_the_second_shows_the_solution(site: Site, game: str) -> None:
    ann, first = site.person(), puzzles_of(game)[1].greedy.action
    second = next(action for action in wrong_moves(game, 2) if action != first)
    page = tried(ann, game, 2, first)
    assert (state(page), "<meter" in page) == ("asks", False)
    assert "than the best move" in page
    page = tried(ann, game, 2, second, str(first))
    assert state(page) == "shown"
    assert "<meter" in page
    again = ann.post(f"/puzzles/{game}/2/{first}-{second}/play", seat=0, version=3, action=first)
    assert again.status_code == 409


def test_a_wrong_try_tells_the_expected_reply_where_all_is_open(site: Site) -> None:
    number = next(
        n for n, puzzle in enumerate(puzzles_of("sintra"), start=1) if reply_to("sintra", n, puzzle.greedy.action)
    )
    page = tried(site.person(), "sintra", number, puzzles_of("sintra")[number - 1].greedy.action)
    assert "would probably play: Take " in page
    assert re.search(r'class="other" tabindex="0" data-steps="[^"]+"', page)


def test_a_puzzle_is_played_on_at_a_table_against_bots(site: Site) -> None:
    ann, puzzle = site.person(), puzzles_of("stanza")[0]
    assert 'action="/puzzles/stanza/1"' in ann.get("/puzzles/stanza/1/show").text
    where = ann.client.post("/puzzles/stanza/1").headers["location"]
    table = site.table(where.removeprefix("/t/").partition("?")[0])
    assert table.history.positions[0].to_dict() == puzzle.position
    assert [seat.kind for seat in table.seats].index("person") == puzzle.seat


def test_show_me_shows_the_solution_without_a_try(site: Site) -> None:
    page = site.person().get(f"/puzzles/{PUZZLED[0]}/1/show").text
    assert state(page) == "shown"
    assert speech("en").say("puzzles.solution") in page


def test_every_solution_can_be_drawn(site: Site) -> None:
    ann = site.person()
    for game in PUZZLED:
        for number in range(3, len(puzzles_of(game)), 29):
            assert state(ann.get(f"/puzzles/{game}/{number}/show").text) == "shown"


@pytest.mark.parametrize("path", ["0", "99999", "x", "1/99", "1/x", "1/show-show", "1/start-1"])
def test_what_is_no_puzzle_is_refused(site: Site, path: str) -> None:
    assert site.person().get(f"/puzzles/{PUZZLED[0]}/{path}").status_code == 404


def test_a_forbidden_try_names_its_rule(site: Site) -> None:
    game, puzzle = PUZZLED[0], puzzles_of(PUZZLED[0])[0]
    position = puzzle.start()
    forbidden = next(action for action in range(position.game.action_count) if position.why_not(action))
    answer = site.person().post(f"/puzzles/{game}/1/start/play", seat=puzzle.seat, version=1, action=forbidden)
    assert answer.status_code == 422
    assert str(position.why_not(forbidden)) in answer.text


def test_previews_tell_what_a_choice_would_bring(site: Site) -> None:
    ann = site.person()
    assert ann.client.get(f"/puzzles/{PUZZLED[0]}/1/start/previews", headers=HTMX).status_code == 200
    assert ann.client.get(f"/puzzles/{PUZZLED[0]}/1/show/previews", headers=HTMX).status_code == 204


@pytest.mark.parametrize("language", ["en", "fr", "nl"])
def test_the_page_offers_the_daily_ones_earlier_ones_and_more(site: Site, language: str) -> None:
    ann = site.person(language)
    page = ann.get("/puzzles").text
    for game in PUZZLED:
        daily = f"/puzzles/{game}/{number_of_day(puzzles_of(game), today())}"
        assert daily in page
        assert ann.get(f"/puzzles/{game}").headers["location"] == daily
    assert speech(language).say("puzzles.of_the_day") in ann.get("/").text


def test_the_next_one_is_of_the_wanted_kind_and_difficulty(site: Site) -> None:
    ann, game = site.person(), PUZZLED[0]
    puzzles = puzzles_of(game)
    answer = ann.get(f"/puzzles/{game}?kind=plan&after=7").headers["location"]
    assert answer == f"/puzzles/{game}/{number_after(puzzles, 7, 'plan')}?kind=plan"
    answer = ann.get(f"/puzzles/{game}?difficulty=5").headers["location"]
    number = int(answer.partition("?")[0].rpartition("/")[2])
    assert puzzles[number - 1].difficulty == 5
    assert ann.get(f"/puzzles/{game}?difficulty=9").status_code == 404


@pytest.mark.parametrize("game", PUZZLED)
def test_the_days_of_a_season_have_different_puzzles(game: str) -> None:
    puzzles, first = puzzles_of(game), date(2026, 11, 16)
    numbers = [number_of_day(puzzles, first + timedelta(days)) for days in range(100)]
    assert len(set(numbers)) == len(numbers)
    kinds = [puzzles[number - 1].kind for number in numbers]
    assert sum(one == other for one, other in pairwise(kinds)) < 5
    hard = [puzzles[number - 1].difficulty for number in numbers]
    assert sum(hard[6::7]) > sum(hard[0::7])  # Sundays and Mondays


def test_the_days_of_solved_puzzles_follow_a_visitor_to_other_devices(site: Site) -> None:
    ann, phone = site.person(), site.person()
    now, early = today().isoformat(), "2026-01-31"
    assert ann.post("/puzzles/days", days=f"{now} {early}").text == f"{early} {now}"
    assert ann.post("/puzzles/days", days="").text == ""  # a visitor without a name keeps them in the browser alone
    ann.send("/settings", name="Ann")
    wrong = f"{today() + timedelta(1)} 2026-02-30 20260131 <b> 0001-W01-1 {'9' * 300}"
    assert ann.post("/puzzles/days", days=f"{now} {now} {wrong}").text == now
    key = re.search(r"/me/device/([\w-]+)", ann.post("/me/link").text)
    assert key is not None
    phone.send(f"/me/device/{key[1]}")
    assert phone.post("/puzzles/days", days=early).text == f"{early} {now}"
    assert f'"{early}"' in ZipFile(BytesIO(ann.get("/me/data").content)).read("ludotheque.json").decode()
    many = " ".join(str(today() - timedelta(day)) for day in range(1200))
    assert len(phone.post("/puzzles/days", days=many).text.split()) == 1000
    ann.send("/me/erase", name="Ann")
    assert ann.post("/puzzles/days").text == phone.post("/puzzles/days").text == ""
