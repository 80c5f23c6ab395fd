"""A short storm on each database; `make torture` is the long one."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from tests.web.torture.people import SentDecision
from tests.web.torture.storm import calm, difference, storm

KILLS = 10


@pytest.mark.server
@pytest.mark.both_databases
def test_nothing_that_was_acknowledged_is_lost_when_servers_are_killed(database: str, tmp_path: Path) -> None:
    report = asyncio.run(storm(database, tmp_path, KILLS, parties=1, seed=7, games=("fourberies", "sintra")))
    assert report.kills >= KILLS
    assert report.games >= 1
    assert report.acknowledged > 0
    assert report.sealed > 0


@pytest.mark.server
def test_a_stopping_server_answers_every_client_first(tmp_path: Path) -> None:
    report = asyncio.run(calm(f"sqlite:///{tmp_path}/tables.sqlite3", tmp_path, restarts=1, parties=1, seed=3))
    assert report.acknowledged > 0
    assert report.doubtful == 0


def test_what_is_lost_would_be_noticed() -> None:
    sent = [
        SentDecision(0, 5, True),
        SentDecision(3, 6),
        SentDecision(4, 7, True),
        SentDecision(4, 8, True),
        SentDecision(4, 9),
        SentDecision(9, 1),
    ]
    for right in ({0: 5, 4: 8}, {0: 5, 3: 6, 4: 9}, {0: 5, 4: 8, 9: 1}):
        assert difference(sent, right) == ""
    for wrong, said in (
        ({4: 8}, "ply 0: the decision 5 is lost"),
        ({0: 5, 4: 7}, "ply 4: 7 is not what was decided"),  # it was changed, and the change acknowledged
        ({0: 6, 4: 8}, "ply 0: 6 is not what was decided"),
        ({0: 5, 2: 1, 4: 8}, "ply 2: 1 is not what was decided"),
    ):
        assert said in difference(sent, wrong)
