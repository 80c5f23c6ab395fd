"""A turn at a glance: the sheet atop a booklet."""

from __future__ import annotations

import re

import pytest

from ludotheque import games
from ludotheque.core.game import game_of
from ludotheque.core.words import LANGUAGES
from ludotheque.web.views.glance import Glance, glance_of
from tests.samples import OURS
from tests.web.site import Site

IDS = re.compile(r' (?:id|tabindex|role|data-\w+)="')


def sheet(game: str, language: str = "en") -> Glance:
    found = glance_of(game_of(game), language)
    assert found is not None
    return found


@pytest.mark.parametrize("game", OURS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_sheet_has_a_goal_a_turn_in_pictures_scoring_tips_and_the_end(game: str, language: str) -> None:
    found = sheet(game, language)
    steps = [one for one in found.sections[0].vignettes if one.kind == ""]
    assert 3 <= len(steps) <= 5
    for one in (*(one for section in found.sections for one in section.vignettes), *found.scoring.vignettes):
        assert one.picture
        assert one.text
        assert one.rules
    assert all(one.points or one.per for one in found.scoring.vignettes)
    assert len(found.tips) == 5
    assert found.goal
    assert found.end.rules


@pytest.mark.parametrize("game", OURS)
def test_a_sheet_cites_rules_that_exist(game: str) -> None:
    found = sheet(game)
    cited = {
        link.number for section in (*found.sections, found.scoring) for one in section.vignettes for link in one.rules
    }
    assert cited <= set(game_of(game).rules())


@pytest.mark.parametrize("game", OURS)
def test_pictures_are_drawn_by_the_board_and_have_only_known_symbols(game: str) -> None:
    found = sheet(game)
    drawn = "".join(one.picture for section in (*found.sections, found.scoring) for one in section.vignettes)
    assert "<panel" not in drawn
    assert not IDS.search(drawn), "ids and choices belong to tables"
    assert set(re.findall(r'href="#([^"]+)"', drawn)) <= set(re.findall(r' id="([^"]+)"', found.defs))


@pytest.mark.parametrize("game", [game for game in games() if game not in OURS])
def test_a_game_without_a_sheet_has_a_booklet_all_the_same(site: Site, game: str) -> None:
    assert glance_of(game_of(game), "en") is None
    page = site.person().get(f"/rules/{game}").text
    assert 'id="glance"' not in page
    assert "<h1>" in page


@pytest.mark.parametrize("game", OURS)
def test_the_sheet_stands_atop_the_booklet(site: Site, game: str) -> None:
    page = site.person().get(f"/rules/{game}").text
    assert 0 < page.index('id="glance"') < page.index('class="spread"')
    assert page.count("<h1>") == 1
