"""A short storm on each database; `make torture` is the long one."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path

import pytest

from tests.web.site import Site
from tests.web.torture import stuck
from tests.web.torture.people import RemotePlayer, SentDecision
from tests.web.torture.storm import calm, difference, storm

KILLS = 4


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
        SentDecision(11, 2, True, perhaps_undone=True),
    ]
    for right in ({0: 5, 4: 8}, {0: 5, 3: 6, 4: 9}, {0: 5, 4: 8, 9: 1}, {0: 5, 4: 8, 11: 2}):
        assert difference(sent, right) == ""
    for wrong, said in (
        ({4: 8}, "ply 0: the decision 5 is lost"),
        ({0: 5, 4: 7}, "ply 4: 7 is not what was decided"),  # it was changed, and the change acknowledged
        ({0: 6, 4: 8}, "ply 0: 6 is not what was decided"),
        ({0: 5, 2: 1, 4: 8}, "ply 2: 1 is not what was decided"),
    ):
        assert said in difference(sent, wrong)


class NoServers:
    addresses: list[str] = []
    starting = False

    async def stacks(self) -> str:
        return "no server says anything"


def test_a_table_that_stands_still_ends_a_storm_and_says_what_it_waits_for(
    site: Site, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = site.person().make("sintra", seats=2, seat_0="me", seat_1="me")
    monkeypatch.setattr(stuck, "STUCK", 0.02)
    monkeypatch.setattr(stuck, "LOOK", 0.01)
    idle = RemotePlayer(["http://127.0.0.1:1"], 0, random.Random(1))
    with pytest.raises(AssertionError, match=rf"(?s){table} stands still.*running, version \d.*asked \[\d\]") as told:
        asyncio.run(asyncio.wait_for(stuck.watch(database, NoServers(), lambda: [(table, [idle])]), 60))
    assert "seat 0: sits down; its stream showed version 0\nno server says anything" in str(told.value)
