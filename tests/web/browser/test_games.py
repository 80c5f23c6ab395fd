"""Two people and a bot play whole games, each person in a browser of their own, by clicking only."""

from __future__ import annotations

import pytest

import ludotheque
from tests.web.browser.conftest import Invite
from tests.web.browser.people import LAPTOP, finish


@pytest.mark.parametrize("game", ludotheque.games())
def test_two_people_and_a_bot_play_a_whole_game(game: str, invite: Invite) -> None:
    ann, bob = invite(viewport=LAPTOP), invite(viewport=LAPTOP)
    table = ann.make_table(game, "me", "friend", "bot:random")
    bob.sit(table, "Bob")
    ann.start()
    finish([ann, bob])
    for person in (ann, bob):
        sheet = person.page.locator(".score-sheet")
        sheet.wait_for()
        columns = sheet.locator("thead th").all_inner_texts()[2:]
        assert [column.strip() for column in columns] == ["Ann", "Bob", "Carefree"]
        totals = [int(cell.replace("−", "-")) for cell in sheet.locator(".total td").all_inner_texts()[1:]]
        lines = [
            [int(cell.replace("−", "-").replace("+", "")) if cell.strip() != "·" else 0 for cell in row]
            for row in (row.locator("td").all_inner_texts()[1:] for row in sheet.locator("tbody tr:not(.total)").all())
        ]
        assert [sum(column) for column in zip(*lines, strict=True)] == totals
        winner = sheet.locator("td.winner").all_inner_texts()
        assert winner
        assert int(winner[0].replace("−", "-")) == max(totals)
